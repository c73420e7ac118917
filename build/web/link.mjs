// Carries changes between the page's document and Python, one message in flight.

const isValue = (event) => event.kind === "ModelChanged";
const sameValue = (a, b) => isValue(a) && isValue(b) && a.model === b.model && a.attr === b.attr;

export class Link {
  /**
   * @param doc BokehJS document; its changes are kept from now on, until Python can take them
   * @param {[string, string][]} differing models and properties of which Python has other values
   */
  constructor(doc, differing = []) {
    this.doc = doc;
    this.queue = [];
    this.flight = []; // sent, and not answered yet
    this.worker = null;
    this.sentAt = 0; // 0: nothing is in flight
    // What a Python that starts has other values of.
    this.patched = new Map(differing.map((pair) => [pair.join(" "), pair]));
    this.due = false; // whether Python is to tell its values of those
    doc.on_change((event) => this.changed(event), true);
  }

  changed(event) {
    // Not to be synchronised are Python's own changes, and those that are the page's business.
    const synced = [event].filter((e) => e.sync).flatMap((e) => e.events ?? [e]);
    for (const one of synced.filter((e) => e.sync)) this.keep(one);
    this.pump();
  }

  /** The newest value of a property wins; messages are all kept, in order. */
  keep(event) {
    this.queue = this.queue.filter((old) => !sameValue(old, event));
    this.queue.push(event);
  }

  connect(worker) {
    this.worker = worker;
    this.pump();
  }

  /** Python knows the page's state now: what it has not told may be another than the page has. */
  settled() {
    this.due = this.patched.size > 0;
    this.pump();
  }

  askForRest() {
    this.due = false;
    this.post("resend", [...this.patched.values()]);
  }

  post(kind, content) {
    this.sentAt = performance.now();
    this.worker.postMessage({ kind, text: JSON.stringify(content) });
  }

  /** Python is gone: what it has not answered is for the next one. */
  disconnect() {
    this.worker = null;
    this.sentAt = 0;
    this.due = false;
    const newer = this.queue;
    this.queue = [];
    for (const event of [...this.flight.splice(0), ...newer]) this.keep(event);
  }

  pump() {
    if (!this.worker || this.sentAt) return;
    if (this.due) this.askForRest();
    else if (this.queue.length) this.send();
  }

  send() {
    this.flight = this.queue;
    this.queue = [];
    this.post("events", this.doc.create_json_patch(this.flight));
  }

  /** Python has dealt with what was sent. */
  answered(text) {
    this.sentAt = 0;
    this.flight = [];
    this.apply(text);
    this.pump();
  }

  apply(text) {
    if (!text) return;
    const patch = JSON.parse(text);
    for (const { kind, model, attr } of patch.events) {
      if (kind === "ModelChanged") this.patched.set(`${model.id} ${attr}`, [model.id, attr]);
      if (kind === "ColumnDataChanged") this.patched.set(`${model.id} data`, [model.id, "data"]);
    }
    this.doc.apply_json_patch(patch);
  }

  /** How long Python has been silent about something it was sent. */
  waitingFor(now = performance.now()) {
    return this.sentAt ? now - this.sentAt : 0;
  }
}
