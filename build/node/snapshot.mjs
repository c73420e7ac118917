// node snapshot.mjs PARTS STDLIB.zip SITE.pack CDN_ROOT LATE.json OUT: run the app, keep its memory.
// Writes OUT.heap (the memory) and OUT.json (side modules, JavaScript references, check).
import fs from "node:fs";
import { unpackFiles } from "../web/files.mjs";
import { capture, padTable } from "../web/side_modules.mjs";
import { environment, load, main, read, SITE_PACKAGES } from "./pyodide.mjs";

const COLLECTOR_HEAD = 8; // bytes
const KEPT = 1024; // bytes: up to this size a free piece of memory is kept
const HEADER = 48; // of Pyodide's snapshot: magic, offset, length, 0, build id

/**
 * Zero all memory that malloc has free, so that it compresses to nothing. Small pieces are kept from
 * malloc for good: there are thousands, and the links between them are not worth their bytes.
 */
function zeroFree(M) {
  const top = M.HEAPU32[M._emscripten_get_sbrk_ptr() >>> 2];
  const held = [];
  for (let size = 1 << 16; size >= 16; size = size > 1024 ? size >> 1 : size - 16) {
    for (;;) {
      const start = M._malloc(size) >>> 0;
      if (!start) break;
      if (start + size > top) {
        M._free(start); // beyond the old end: everything of this size is taken
        break;
      }
      const given = M.HEAPU32[(start - 4) >>> 2] & ~7; // malloc rounds up
      M.HEAPU8.fill(0, start, start + given - 4);
      if (given > KEPT) held.push(start);
    }
  }
  for (const start of held) M._free(start);
  M.HEAPU8.fill(0, M.HEAPU32[M._emscripten_get_sbrk_ptr() >>> 2]);
  M.HEAPU8.fill(0, M._emscripten_stack_get_end(), M._emscripten_stack_get_current());
}

/** Pyodide's serializer knows null in a freed place, but not undefined. */
function fillFreed(py) {
  const M = py._module;
  for (let key = py._api.getExpectedKeys().length; ; key++) {
    let value;
    try {
      value = M.__hiwire_get(key);
    } catch {
      return;
    }
    if (value === undefined) M.__hiwire_set(key, null);
  }
}

function serializer(value) {
  throw new Error(`Python holds a JavaScript value no snapshot can keep: ${String(value)}`);
}

main(async (parts, stdlib, pack, cdnRoot, late, output) => {
  const py = await load(parts, {
    _makeSnapshot: true,
    stdLibURL: stdlib,
    args: ["-OO"],
    env: environment(cdnRoot),
  });
  const M = py._module;
  padTable(M);
  unpackFiles(py.FS, read(pack), SITE_PACKAGES);
  py.runPython("import importlib; importlib.invalidate_caches()");
  const engine = py.pyimport("site_snapshot").settle(py.toPy(JSON.parse(fs.readFileSync(late))));
  const check = engine.check();
  const types = JSON.parse(py.pyimport("site_snapshot").layouts());
  engine.destroy();
  py.runPython("import gc; gc.collect()");
  // Where the collector keeps its links: right before an object, here one that it has frozen.
  const frozen = py.runPython("import sys; id(sys.modules)") - COLLECTOR_HEAD;
  zeroFree(M);
  const side = capture(M);
  fillFreed(py);
  const snapshot = py.makeMemorySnapshot({ serializer });
  const [, offset, length] = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 3);
  const hiwire = new TextDecoder().decode(snapshot.subarray(HEADER, HEADER + length));
  fs.writeFileSync(`${output}.heap`, snapshot.subarray(offset));
  const meta = { side, check, frozen, types, hiwire: JSON.parse(hiwire) };
  fs.writeFileSync(`${output}.json`, JSON.stringify(meta));
});
