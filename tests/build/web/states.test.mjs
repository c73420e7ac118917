// The state a page starts with, out of the build's files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { change, startWith } from "../../../build/web/states.mjs";

const map = (entries) => ({ type: "map", entries: Object.entries(entries) });
const made = () => {
  const source = { id: "p3", attributes: { name: "points", data: map({ x: [1, 2] }) } };
  const data = { id: "p2", attributes: { told: "old", frame: map({ language: map({ all: [] }) }), source } };
  const root = { id: "p1", attributes: { esm: "x", data } };
  return { docs: { d: { roots: [root] } }, data, source };
};
const site = {
  base: "data:application/json,",
  states: { en: ["a=1", "a=2"], zh: ["l=zh"] },
  files: Object.fromEntries(
    Object.entries({
      en: [[["p2", ["told"], "one"]], [["p3", ["data", "entries", 0, 1, 1], 5], ["p2", ["told"], "two"]]],
      zh: [[["p2", ["asked"], "l=zh"]]],
    }).map(([tag, states]) => {
      const path = JSON.stringify(states);
      return [`states-${tag}.json`, { path, size: path.length }];
    }),
  ),
};
const script = { askedState: (query) => query.replace("?", "").replace("&embed=true", "") };

test("a value is set where it belongs, and its property is named", () => {
  const content = made();
  const pairs = change(content, [["p3", ["data", "entries", 0, 1], [7]], ["p2", ["told"], "new"]]);
  assert.deepEqual(content.source.attributes.data, map({ x: [7] }));
  assert.equal(content.data.attributes.told, "new");
  assert.deepEqual(pairs, [["p3", "data"], ["p2", "told"]]);
});

test("a state is made of what the first one of its language has, and its own", async () => {
  const content = made();
  const pairs = await startWith(site, content, script, "?a=2&embed=true");
  assert.equal(content.data.attributes.told, "two");
  assert.deepEqual(content.source.attributes.data, map({ x: [1, 5] }));
  assert.deepEqual(pairs, [["p2", "told"], ["p3", "data"], ["p2", "told"]]);
  const other = made();
  await startWith(site, other, script, "?l=zh");
  assert.equal(other.data.attributes.asked, "l=zh");
});

test("any other address leaves the document as it is", async () => {
  for (const query of ["", "?a=3", "?a=1&b=2"]) {
    const content = made();
    assert.deepEqual(await startWith(site, content, script, query), []);
    assert.equal(content.data.attributes.told, "old");
  }
});

test("a file that cannot be had leaves the document as it is", async () => {
  const content = made();
  const files = { "states-en.json": { path: "x", size: 100 } };
  await assert.rejects(startWith({ ...site, files }, content, script, "?a=1"));
  assert.equal(content.data.attributes.told, "old");
});
