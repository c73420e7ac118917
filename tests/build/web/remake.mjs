// node remake.mjs HEAP JSON: replace the marks in a memory, with a hash of texts as Python has.
import fs from "node:fs";
import { remake } from "../../../build/web/marks.mjs";

const [, , file, told] = process.argv;
const { runs, marks } = JSON.parse(told);
const heap = new Uint8Array(fs.readFileSync(file)).buffer;
const views = { HEAPU8: Uint8Array, HEAP8: Int8Array, HEAP16: Int16Array, HEAP32: Int32Array };
const M = Object.fromEntries(Object.entries(views).map(([name, View]) => [name, new View(heap)]));

// Of CPython's FNV the texts here need only this: one byte characters after a head of 20 bytes.
M._PyObject_Hash = (address) => {
  const size = M.HEAP32[(address + 8) >> 2];
  const bytes = M.HEAPU8.subarray(address + 20, address + 20 + size);
  const whole = ((size - 1) >> 2) << 2;
  let code = bytes[0] << 7;
  for (let i = 0; i < whole; i += 4) {
    code = Math.imul(code, 1000003) ^ new DataView(heap, address + 20 + i).getInt32(0, true);
  }
  for (let i = whole; i < size; i++) code = Math.imul(code, 1000003) ^ bytes[i];
  code ^= size;
  return (M.HEAP32[(address + 12) >> 2] = code === -1 ? -2 : code);
};

console.log(String(remake(M, runs, marks)));
fs.writeFileSync(file, new Uint8Array(heap));
