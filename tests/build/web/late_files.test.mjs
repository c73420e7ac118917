// Late files have their sizes from the start, and their contents when the first one is read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addLateFiles } from "../../../build/web/late_files.mjs";

/** What is used of Emscripten's file system. */
function fileSystem() {
  const nodes = {};
  return {
    nodes,
    mkdirTree() {},
    ErrnoError: class extends Error {},
    writeFile: (path) => (nodes[path] = { contents: new Uint8Array(0), usedBytes: 0 }),
    lookupPath: (path) => ({ node: nodes[path] }),
  };
}

const FILES = [["/a/one.txt", 3], ["/a/empty", 0], ["/b/two.txt", 2]];

test("one reading fills all", () => {
  const FS = fileSystem();
  let readings = 0;
  addLateFiles(FS, FILES, () => (readings++, Buffer.from("onetw")));
  assert.equal(FS.nodes["/b/two.txt"].usedBytes, 2);
  assert.equal(readings, 0);
  assert.equal(String(FS.nodes["/b/two.txt"].contents), "tw");
  assert.equal(String(FS.nodes["/a/one.txt"].contents), "one");
  assert.equal(readings, 1);
});

test("after a failure the next reading tries again", () => {
  const FS = fileSystem();
  const answers = [Buffer.from("short"), Buffer.from("onetw")];
  addLateFiles(FS, [["/a/one.txt", 6]], () => answers.shift());
  assert.throws(() => FS.nodes["/a/one.txt"].contents, FS.ErrnoError);
  answers.splice(0, 1, Buffer.from("sixsix"));
  assert.equal(String(FS.nodes["/a/one.txt"].contents), "sixsix");
});
