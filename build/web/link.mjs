// Carries changes between the page's document and Python, one message in flight.

const isValue = (event) => event.kind === "ModelChanged";
const sameValue = (a, b) => isValue(a) && isValue(b) && a.model === b.model && a.attr === b.attr;

export class Link {
  /** @param doc BokehJS document; its changes are kept from now on, until Python can take them */
  constructor(doc) {
    this.doc = doc;
    this.queue = [];
    this.worker = null;
    this.sentAt = 0; // 0: nothing is in flight
    this.patched = new Map(); // what Python has changed, for a Python that starts anew
    doc.on_change((event) => this.changed(event), true);
  }

  changed(event) {
    // A batch that is not to be synchronised is Python's own change coming back.
    if (event.events && !event.sync) return;
    for (const one of event.events ?? [event]) {
      // The newest value of a property wins; messages are all kept, in order.
      this.queue = this.queue.filter((old) => !sameValue(old, one));
      this.queue.push(one);
    }
    this.pump();
  }

  connect(worker) {
    const restarted = this.patched.size > 0;
    this.worker = worker;
    this.sentAt = 0;
    this.pump();
    if (restarted) worker.postMessage({ kind: "resend", text: this.patchedPairs() });
  }

  disconnect() {
    this.worker = null;
  }

  patchedPairs() {
    return JSON.stringify([...this.patched.values()]);
  }

  pump() {
    if (!this.worker || this.sentAt || !this.queue.length) return;
    const patch = this.doc.create_json_patch(this.queue);
    this.queue = [];
    this.sentAt = performance.now();
    this.worker.postMessage({ kind: "events", text: JSON.stringify(patch) });
  }

  /** Python has dealt with what was sent. */
  answered(text) {
    this.sentAt = 0;
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
