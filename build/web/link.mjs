// Carries changes between the page's document and Python, one message in flight.

const isValue = (event) => event.kind === "ModelChanged";
const sameValue = (a, b) => isValue(a) && isValue(b) && a.model === b.model && a.attr === b.attr;

export class Link {
  /** @param doc BokehJS document; its changes are kept from now on, until Python can take them */
  constructor(doc) {
    this.doc = doc;
    this.queue = [];
    this.flight = []; // sent, and not answered yet
    this.worker = null;
    this.sentAt = 0; // 0: nothing is in flight
    this.patched = new Map(); // what Python has changed, for a Python that starts anew
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
    const restarted = this.patched.size > 0;
    this.worker = worker;
    this.pump();
    if (restarted) worker.postMessage({ kind: "resend", text: this.patchedPairs() });
  }

  /** Python is gone: what it has not answered is for the next one. */
  disconnect() {
    this.worker = null;
    this.sentAt = 0;
    const newer = this.queue;
    this.queue = [];
    for (const event of [...this.flight.splice(0), ...newer]) this.keep(event);
  }

  patchedPairs() {
    return JSON.stringify([...this.patched.values()]);
  }

  pump() {
    if (!this.worker || this.sentAt || !this.queue.length) return;
    this.flight = this.queue;
    this.queue = [];
    const patch = this.doc.create_json_patch(this.flight);
    this.sentAt = performance.now();
    this.worker.postMessage({ kind: "events", text: JSON.stringify(patch) });
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
