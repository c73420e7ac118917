// The page: paints, starts the worker, links the two, and tells the reader what happens.
import { obstacle, reason } from "./failures.mjs";
import { Link } from "./link.mjs";
import { keepOffline } from "./offline.mjs";
import { draw, drawn, erase, loadLibrary, paintedFrame } from "./paint.mjs";
import { appScript, preview } from "./preview.mjs";
import { startWith } from "./states.mjs";
import { Status } from "./status.mjs";
import { choosePath, openWorker, rememberUnfit } from "./start.mjs";

const SILENCE_MS = 15_000;
const PATIENCE_MS = 60_000;
const data = (id) => JSON.parse(document.getElementById(id).textContent);

class Page {
  constructor() {
    this.site = { ...data("site-config"), base: new URL(".", location.href).href };
    this.content = data("site-document");
    this.foreshown = []; // properties of which Python has other values
    this.status = new Status(this.site.texts);
    this.deaths = 0;
    this.silence = SILENCE_MS;
    this.patience = PATIENCE_MS;
    this.marks = { boot: performance.now() };
    this.painted = this.paint();
    addEventListener("roofline:settled", () => this.link.settled());
  }

  async paint() {
    const shown = this.foreshow();
    await loadLibrary(this.site, shown);
    this.mark("library");
    const end = await shown;
    this.link = new Link(await draw(this.content), this.foreshown);
    this.mark("painted");
    drawn(this.content).then(end);
  }

  /** A page without it is only slower to appear. */
  async foreshow() {
    try {
      const script = await appScript(this.content);
      await this.startWithAsked(script);
      const end = preview(script, this.content);
      await paintedFrame();
      this.mark("preview");
      return end;
    } catch (error) {
      console.info(`No preview (${error.message}).`);
      return () => {};
    }
  }

  /** Without it the cards are empty until Python answers. */
  async startWithAsked(script) {
    try {
      this.foreshown = await startWith(this.site, this.content, script, location.search);
      this.status.asked(this.foreshown.length > 0);
    } catch (error) {
      console.info(`The state that is asked for is not shown at once (${error.message}).`);
    }
  }

  mark(name, at = performance.now()) {
    this.marks[name] = at;
  }

  start(path = choosePath(this.site)) {
    this.status.restart();
    const stop = obstacle();
    if (stop) return this.status.fail(stop, {}, null);
    this.path = path;
    openWorker(this.site).then(
      (worker) => this.listen(worker),
      (error) => this.failed({ name: error.constructor.name, message: error.message }),
    );
  }

  listen(worker) {
    this.worker = worker;
    this.heard = performance.now();
    worker.onmessage = ({ data: message }) => {
      this.heard = performance.now();
      this[`on_${message.kind}`](message);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.failed({ name: "Worker", message: event.message ?? "the worker did not start" });
    };
    this.watch = setInterval(() => this.look(), 500);
    worker.postMessage({ kind: "start", site: { ...this.site, texts: null, path: this.path } });
  }

  on_progress({ received }) {
    this.status.progress(received, this.site.bytes[this.path]);
  }

  on_mark({ name, at }) {
    this.mark(name, at - performance.timeOrigin);
  }

  on_step({ name, received, at }) {
    this.mark(name, at - performance.timeOrigin);
    this.status.step(name);
    this.on_progress({ received });
  }

  async on_ready({ document: other }) {
    await this.painted;
    if (other) await this.repaint(JSON.parse(other));
    this.link.connect(this.worker);
    this.mark("linked");
    this.status.state("ready");
    const detail = { restarted: this.deaths > 0 }; // then Python does not know the page's state
    dispatchEvent(new CustomEvent("roofline:python-ready", { detail }));
    keepOffline(this.site);
  }

  async repaint(content) {
    console.info("The app made another document than at build time: drawing that one.");
    erase(this.link.doc, this.content);
    this.content = content;
    this.link = new Link(await draw(content));
  }

  on_answer({ text }) {
    this.link.answered(text);
  }

  on_patch({ text }) {
    this.link.apply(text);
  }

  on_failed({ name, message }) {
    if (this.path === "fast") {
      if (name === "Unfit") rememberUnfit(this.site.build);
      return this.fallBack(message);
    }
    this.failed({ name, message });
  }

  fallBack(message) {
    console.info(`Fast start is not to be had (${message}): starting the ordinary way.`);
    this.stop();
    this.start("ordinary");
  }

  failed(error) {
    this.stop();
    console.error(`Python cannot be started: ${error.message}`);
    this.status.fail(reason(error), { detail: error.message }, () => this.start());
  }

  stop() {
    clearInterval(this.watch);
    this.worker?.terminate();
    this.worker = null;
    this.link?.disconnect();
  }

  /** A worker that died says nothing: notice that an answer is overdue. */
  look() {
    const starting = document.documentElement.dataset.python === "loading";
    if (starting && performance.now() - this.heard > this.patience) {
      return this.on_failed({ name: "Silence", message: "nothing has been heard of it for long" });
    }
    if (!this.link || this.link.waitingFor() < this.silence) return;
    this.stop();
    this.deaths += 1;
    console.error("Python has stopped answering.");
    if (this.deaths > 1) this.status.fail("died", {}, () => this.start());
    else this.start("ordinary");
  }
}

const page = new Page();
window.rooflineSite = page; // for tests and for the curious: marks, path, worker
// With `lite=true` nothing is fetched for Python until the reader asks for it on the page.
const lite = ["true", "1"].includes(new URLSearchParams(location.search).get("lite"));
if (lite) {
  page.status.wait();
  addEventListener("roofline:start", () => page.start(), { once: true });
} else page.start();
page.painted.catch((error) => page.status.fail("no_chart", { detail: error.message }, () => location.reload()));
