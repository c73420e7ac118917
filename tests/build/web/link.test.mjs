// The link between the page's document and Python.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Link } from "../../../build/web/link.mjs";

class Document {
  on_change(callback) {
    this.change = callback;
  }
  create_json_patch(events) {
    return { events: events.map(({ kind, model, attr, value }) => ({ kind, model, attr, value })) };
  }
  apply_json_patch(patch) {
    this.applied = patch;
  }
}

class Worker {
  sent = [];
  postMessage(message) {
    this.sent.push({ ...message, content: JSON.parse(message.text) });
  }
  values = () => this.sent.flatMap((m) => m.content.events.map((event) => event.value));
}

const model = { id: "p1" };
const value = (v, attr = "value") => ({ kind: "ModelChanged", model, attr, value: v, sync: true });
const message = (v) => ({ kind: "MessageSent", value: v, sync: true });

function linked() {
  const doc = new Document();
  const link = new Link(doc);
  const worker = new Worker();
  return { doc, link, worker };
}

test("what happens before Python is there is sent when it is", () => {
  const { doc, link, worker } = linked();
  for (const event of [value(1), message("a"), value(2), message("b")]) doc.change(event);
  assert.equal(worker.sent.length, 0);
  link.connect(worker);
  assert.deepEqual(worker.values(), ["a", 2, "b"]);
});

test("one message is under way; the newest value wins and no message is lost", () => {
  const { doc, link, worker } = linked();
  link.connect(worker);
  for (let i = 0; i < 100; i++) doc.change(value(i));
  doc.change(message("end"));
  assert.deepEqual(worker.values(), [0]);
  link.answered("");
  assert.deepEqual(worker.values(), [0, 99, "end"]);
});

test("properties of one model do not displace each other", () => {
  const { doc, link, worker } = linked();
  doc.change(value(1, "start"));
  doc.change(value(2, "end"));
  link.connect(worker);
  assert.deepEqual(worker.values(), [1, 2]);
});

test("Python's own changes are not sent back", () => {
  const { doc, link, worker } = linked();
  link.connect(worker);
  doc.change({ events: [value(1)], sync: false });
  doc.change({ ...value(1), sync: false });
  doc.change({ events: [{ ...value(1), sync: false }], sync: true });
  assert.equal(worker.sent.length, 0);
  doc.change({ events: [value(2)], sync: true });
  assert.deepEqual(worker.values(), [2]);
});

test("a Python that starts anew is asked for all it has ever changed", () => {
  const { doc, link, worker } = linked();
  link.connect(worker);
  const events = [
    { kind: "ModelChanged", model, attr: "text" },
    { kind: "ModelChanged", model, attr: "text" },
    { kind: "ColumnDataChanged", model: { id: "p2" } },
  ];
  link.answered(JSON.stringify({ events }));
  assert.equal(doc.applied.events.length, 3);
  link.disconnect();
  const next = new Worker();
  link.connect(next);
  doc.change(message("the page's state"));
  doc.change(message("more"));
  assert.deepEqual(next.values(), ["the page's state"]);
  link.settled();
  link.answered("");
  assert.deepEqual(next.sent.at(-1).content, [["p1", "text"], ["p2", "data"]]);
  assert.equal(next.sent.at(-1).kind, "resend");
  link.answered("");
  assert.equal(next.sent.at(-1).content.events[0].value, "more");
});

test("Python is asked for what the page has started with otherwise, when it knows the state", () => {
  const doc = new Document();
  const link = new Link(doc, [["p1", "text"], ["p1", "text"], ["p2", "data"]]);
  const worker = new Worker();
  link.connect(worker);
  doc.change(message("the address"));
  link.answered("");
  assert.deepEqual(worker.sent.map(({ kind }) => kind), ["events"]);
  link.settled();
  assert.deepEqual(worker.sent.at(-1).content, [["p1", "text"], ["p2", "data"]]);
  link.answered("");
  assert.equal(worker.sent.length, 2);
});

test("what a dead Python has not answered is for the next one", () => {
  const { doc, link, worker } = linked();
  link.connect(worker);
  for (const event of [message("a"), value(1), value(2), message("b")]) doc.change(event);
  link.disconnect();
  assert.equal(link.waitingFor(), 0);
  const next = new Worker();
  link.connect(next);
  assert.deepEqual(next.values(), ["a", 2, "b"]);
});

test("an overdue answer is noticed", () => {
  const { doc, link, worker } = linked();
  link.connect(worker);
  assert.equal(link.waitingFor(), 0);
  doc.change(value(1));
  assert.ok(link.waitingFor(performance.now() + 500) >= 500);
  link.answered("");
  assert.equal(link.waitingFor(), 0);
});
