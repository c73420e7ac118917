// Says what is going on, in the reader's language, and shows messages with a retry.

const element = (id) => document.getElementById(id);

function language(texts) {
  const asked = new URLSearchParams(location.search).get("locale") ?? document.documentElement.lang;
  const short = asked.toLowerCase().split(/[-_]/)[0];
  return texts[short] ?? texts.en;
}

export class Status {
  constructor(texts) {
    this.texts = language(texts);
    this.chart = "chart_stays";
  }

  /** Whether the page starts with the state of its address. */
  asked(shown) {
    if (!shown || this.chart !== "chart_stays") return;
    this.chart = "chart_asked";
    if (document.documentElement.dataset.python === "failed") this.sayWhatIsShown();
  }

  text(key, values = {}) {
    return this.texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  /** State other code and style sheets can read: loading, ready or failed. */
  state(name) {
    document.documentElement.dataset.python = name;
    element("site-status").hidden = name === "ready";
    if (name === "ready") this.chart = "chart_kept";
  }

  /** Nothing is going on, and nothing is wrong. */
  wait() {
    element("site-status").hidden = true;
  }

  step(name) {
    element("site-step").textContent = this.text(`step_${name}`);
  }

  progress(received, total) {
    const bar = element("site-progress");
    bar.max = total;
    bar.value = Math.min(received, total);
    const MB = (count) => (count / 1e6).toFixed(1);
    element("site-bytes").textContent = this.text("bytes", {
      received: MB(Math.min(received, total)),
      total: MB(total),
    });
  }

  /** @param {string} key text of the message @param {?() => void} retry offered as a button */
  fail(key, values, retry) {
    this.state("failed");
    const message = this.text(key, values);
    element("site-step").textContent = message;
    this.sayWhatIsShown();
    element("site-progress").hidden = true;
    const button = element("site-retry");
    button.hidden = !retry;
    button.textContent = this.text("retry");
    button.onclick = retry;
    dispatchEvent(new CustomEvent("roofline:python-error", { detail: { message } }));
  }

  sayWhatIsShown() {
    element("site-bytes").textContent = this.text(this.chart);
  }

  restart() {
    element("site-progress").hidden = false;
    element("site-retry").hidden = true;
    this.state("loading");
  }
}
