// What the garbage collector has frozen is linked in the order of its addresses; flags stay.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close } from "../../../build/web/ring.mjs";

const walk = (heap, start, word) => {
  const found = [];
  let at = start;
  do {
    found.push(at * 4);
    at = heap[at + word] >>> 2;
  } while (at !== start);
  return found;
};

test("a ring is closed in both directions", () => {
  const heap = new Int32Array(2048);
  heap[2] = 1; // flags, which are no part of an address
  heap[3] = 2;
  // 8, then 8 bytes on, then 4,000 bytes on.
  close(heap, new Uint8Array([2, 2, 255, 0xe8, 3, 0, 0]));
  assert.deepEqual(walk(heap, 2, 0), [8, 16, 4016]);
  assert.deepEqual(walk(heap, 2, 1), [8, 4016, 16]);
  assert.deepEqual([heap[2] & 3, heap[3] & 3, heap[4] & 3], [1, 2, 0]);
});

test("one head is its own neighbour, and none is no fault", () => {
  const heap = new Int32Array(16);
  close(heap, new Uint8Array([4]));
  assert.deepEqual([...heap.subarray(4, 6)], [16, 16]);
  close(heap, new Uint8Array(0));
});
