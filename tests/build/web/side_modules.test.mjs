import assert from "node:assert/strict";
import { test } from "node:test";
import { moveFunctions } from "../../../build/web/side_modules.mjs";

/** What Emscripten keeps of its table. @param {Object<string, number>} slots of functions */
function engine(slots) {
  const table = [];
  for (const [name, slot] of Object.entries(slots)) if (slot > 0) table[slot] = { name };
  return {
    table,
    GOT: Object.fromEntries(Object.entries(slots).map(([name, value]) => [name, { value }])),
    functionsInTableMap: new Map(),
    getWasmTableEntry: (slot) => table[slot],
    setWasmTableEntry: (slot, entry) => (table[slot] = entry),
  };
}

test("functions that come elsewhere in this engine get the slots of the build", () => {
  // As in WebKit: `malloc`, in the table at 1, was added once more, and shifts what comes later.
  const M = engine({ malloc: 3, print: 4, log: 5 });
  moveFunctions(M, { malloc: 1, print: 3, log: 4 });
  assert.deepEqual([1, 3, 4].map((slot) => M.table[slot].name), ["malloc", "print", "log"]);
  for (const slot of [1, 3, 4]) assert.equal(M.functionsInTableMap.get(M.table[slot]), slot);
});

test("symbols that this engine has nowhere yet are left to the libraries", () => {
  const M = engine({ later: -1, weak: 0, same: 2 });
  moveFunctions(M, { later: 20, weak: 21, same: 2, unheard: 22 });
  assert.deepEqual(Object.keys(M.table), ["2"]);
});
