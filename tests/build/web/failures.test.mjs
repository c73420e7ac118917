// What the reader is told.
import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";
import { obstacle, reason } from "../../../build/web/failures.mjs";
import { checksum } from "../../../build/web/fast.mjs";

const texts = JSON.parse(fs.readFileSync(new URL("../../../build/web/text.json", import.meta.url)));

test("every language has the same texts, with the same places for values", () => {
  const places = (text) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const table of Object.values(texts)) {
    assert.deepEqual(Object.keys(table), Object.keys(texts.en));
    for (const [key, text] of Object.entries(table)) {
      assert.deepEqual(places(text), places(texts.en[key]), key);
    }
  }
});

test("errors are told apart by what the browser says", () => {
  const key = (name, message) => reason({ name, message });
  assert.equal(key("RangeError", "WebAssembly.Memory(): could not allocate memory"), "no_memory");
  assert.equal(key("MissingFile", "x is missing"), "missing_file");
  assert.equal(key("DamagedFile", "x is damaged"), "damaged_file");
  assert.equal(key("PythonError", "ValueError: x"), "failed");
  for (const found of ["no_memory", "missing_file", "damaged_file", "failed"]) {
    assert.ok(found in texts.en);
  }
});

test("what a browser lacks is told before anything is fetched", () => {
  const saved = globalThis.WebAssembly;
  globalThis.location = { protocol: "file:" };
  assert.equal(obstacle(), "file_protocol");
  globalThis.location = { protocol: "https:" };
  globalThis.Worker = function () {};
  assert.equal(obstacle(), null);
  globalThis.WebAssembly = undefined;
  assert.equal(obstacle(), "no_wasm");
  globalThis.WebAssembly = saved;
  delete globalThis.Worker;
  assert.equal(obstacle(), "no_worker");
});

test("the checksum depends on order and stays in 32 bits", () => {
  const words = new Int32Array([1, 2, -3, 4]);
  assert.equal(checksum(words, [[0, 8]]), 33);
  assert.notEqual(checksum(words, [[0, 8]]), checksum(new Int32Array([2, 1]), [[0, 8]]));
  assert.equal(checksum(words, [[0, 4], [12, 4]]), 35);
});
