// Which way Python is started.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { bitsPerSecond, choosePath, rememberUnfit } from "../../../build/web/start.mjs";

const site = {
  base: "http://host/sim/",
  build: "b1",
  files: { "app.pack": {} },
  bytes: { ordinary: 6e6, fast: 11e6 },
};
const give = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
const forbidden = () => {
  throw new Error("forbidden");
};

/** A page of 200 kB that took so long after the first byte, which took `wait`. */
function arrives(milliseconds, { wait = 0, transferSize = 200_000 } = {}) {
  const visit = { transferSize, requestStart: 0, responseStart: wait, responseEnd: wait + milliseconds };
  performance.getEntriesByType = () => [visit];
}

beforeEach(() => {
  const stored = {};
  give("location", { search: "" });
  give("navigator", {});
  give("localStorage", {
    getItem: (key) => stored[key] ?? null,
    setItem: (key, value) => (stored[key] = value),
  });
  arrives(10);
});

test("the fast way is taken unless something speaks against it", () => {
  assert.equal(choosePath(site), "fast");
  assert.equal(choosePath({ ...site, files: {} }), "ordinary");
});

test("what the address asks for goes before all else", () => {
  location.search = "?start=fast";
  navigator.connection = { saveData: true };
  rememberUnfit("b1");
  assert.equal(choosePath(site), "fast");
});

test("a reader who saves data, or whose line is slow, gets fewer bytes", () => {
  for (const connection of [{ saveData: true }, { effectiveType: "3g" }]) {
    navigator.connection = connection;
    assert.equal(choosePath(site), "ordinary");
  }
});

test("the way is chosen by how fast the page itself has come", () => {
  // 5 MB more cost 5 s at 8 Mbit/s, where 200 kB take 200 ms.
  arrives(190);
  assert.equal(choosePath(site), "fast");
  arrives(210);
  assert.equal(choosePath(site), "ordinary");
});

test("a line on which answers take long is not slow for that", () => {
  arrives(310, { wait: 100 });
  assert.equal(choosePath(site), "fast");
  arrives(290, { wait: 100 });
  assert.equal(bitsPerSecond(), Infinity);
});

test("without a measure the browser's own counts, if it has one", () => {
  for (const transferSize of [0, null]) {
    arrives(1000, { transferSize });
    navigator.connection = undefined;
    assert.equal(choosePath(site), "fast");
    navigator.connection = { downlink: 2 };
    assert.equal(choosePath(site), "ordinary");
  }
  performance.getEntriesByType = () => [];
  navigator.connection = { downlink: 10 };
  assert.equal(choosePath(site), "fast");
});

test("a snapshot that was unfit is not fetched again until there is another one", () => {
  rememberUnfit("b1");
  assert.equal(choosePath(site), "ordinary");
  assert.equal(choosePath({ ...site, build: "b2" }), "fast");
});

test("where nothing may be stored or asked, nothing is remembered", () => {
  give("localStorage", { getItem: forbidden, setItem: forbidden });
  Object.defineProperty(navigator, "serviceWorker", { get: forbidden });
  rememberUnfit("b1");
  assert.equal(choosePath(site), "fast");
});

test("files that are kept here need no line", () => {
  navigator.connection = { saveData: true };
  navigator.serviceWorker = { controller: { scriptURL: "http://host/sim/sw.js" } };
  assert.equal(choosePath(site), "fast");
  navigator.serviceWorker.controller.scriptURL = "http://host/sw.js";
  assert.equal(choosePath(site), "ordinary");
});
