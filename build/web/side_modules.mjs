// Side modules (.so) around a memory snapshot: where they were, and how to put them back there.
// Used by the build under node and by the worker. Emscripten's own loader would relocate and
// initialise them, which has been done in the memory that is restored.

// Slots below belong to the engine: how many it uses differs between engines (node 20 has one
// less than Chromium, which adds CPython's call trampoline; for WebKit see `moveFunctions`).
// Padding gives all the same start.
const TABLE_START = 16384;

/** Pad the function table, before any side module is loaded. */
export function padTable(M) {
  const missing = TABLE_START - M.wasmTable.length;
  if (missing < 0) throw new Error(`the function table has ${M.wasmTable.length} slots already`);
  M.wasmTable.grow(missing);
}

/** Offsets in Emscripten's handle of a loaded library. */
const handleFields = (M, handle) => ({
  memoryBase: M.HEAPU32[(handle + 12) >>> 2],
  tableBase: M.HEAPU32[(handle + 20) >>> 2],
  tableSize: M.HEAP32[(handle + 24) >>> 2],
});

function loadedLibraries(M) {
  const handles = new Map(
    Object.entries(M.LDSO.loadedLibsByHandle).map(([handle, lib]) => [lib, Number(handle)]),
  );
  return Object.values(M.LDSO.loadedLibsByName)
    .filter((lib) => lib.name !== "__main__")
    .map((lib) => ({
      name: lib.name,
      handle: handles.get(lib),
      global: lib.global,
      refcount: lib.refcount === Infinity ? null : lib.refcount,
      ...handleFields(M, handles.get(lib)),
    }));
}

/** Which library exports a function, and by what name. */
function exportNames(M, libs) {
  const names = new Map();
  for (const lib of [...libs.map((l) => l.name), "__main__"]) {
    for (const [symbol, value] of Object.entries(M.LDSO.loadedLibsByName[lib].exports)) {
      if (typeof value === "function" && !names.has(value)) names.set(value, [lib, symbol]);
    }
  }
  return names;
}

/** What must be known to load the same libraries into the same places. */
export function capture(M) {
  const libs = loadedLibraries(M);
  const names = exportNames(M, libs);
  const inside = (slot) =>
    libs.some((l) => slot >= l.tableBase && slot < l.tableBase + l.tableSize);
  const slots = [];
  for (let slot = TABLE_START; slot < M.wasmTable.length; slot++) {
    const entry = M.wasmTable.get(slot);
    if (entry === null || inside(slot)) continue;
    // A slot that nobody exports could not be filled again.
    if (!names.has(entry)) throw new Error(`table slot ${slot} holds an unknown function`);
    slots.push([slot, ...names.get(entry)]);
  }
  const got = Object.fromEntries(Object.entries(M.GOT).map(([name, g]) => [name, g.value]));
  return { heap: M.HEAP8.length, table: M.wasmTable.length, libs, slots, got };
}

const newGlobal = (value) => new WebAssembly.Global({ value: "i32", mutable: true }, value);

/** Imports of a library: its place, and symbols that are looked up when they are called. */
function importsOf(M, lib, own) {
  const main = M.LDSO.loadedLibsByName.__main__.exports;
  const stubs = {};
  const stub = (name) => {
    let found = null;
    return (...values) => {
      found ??= M.resolveGlobalSymbol(name).sym ?? own()[name];
      if (!found) throw new Error(`the symbol ${name} is nowhere`);
      return found(...values);
    };
  };
  const get = (_, name) => {
    if (name === "__memory_base") return lib.memoryBase;
    if (name === "__table_base") return lib.tableBase;
    if (name in main && !main[name].stub) return main[name];
    return (stubs[name] ??= stub(name));
  };
  const env = new Proxy({}, { get });
  const got = new Proxy({}, { get: (_, name) => (M.GOT[name] ??= newGlobal(0)) });
  return { env, wasi_snapshot_preview1: env, "GOT.mem": got, "GOT.func": got };
}

function restoreLibrary(M, lib, module) {
  let exports = null;
  const imports = importsOf(M, lib, () => exports);
  const instance = new WebAssembly.Instance(module, imports);
  exports = M.relocateExports(instance.exports, lib.memoryBase);
  const entry = M.newDSO(lib.name, lib.handle, exports);
  entry.global = lib.global;
  entry.refcount = lib.refcount ?? Infinity;
  if (lib.global) M.mergeLibSymbols(exports, lib.name);
}

/**
 * Give the engine's functions the slots they had at build time. WebKit has other objects in the
 * table than among the exports, so Emscripten does not find a thousand functions that are in the
 * table already: it adds them once more, and what it adds later comes elsewhere.
 */
export function moveFunctions(M, got) {
  const moved = Object.entries(got)
    .filter(([name, slot]) => M.GOT[name]?.value > 0 && M.GOT[name].value !== slot)
    .map(([name, slot]) => [slot, M.getWasmTableEntry(M.GOT[name].value)]);
  for (const [slot, entry] of moved) {
    M.setWasmTableEntry(slot, entry);
    M.functionsInTableMap.set(entry, slot);
  }
}

/**
 * Load the libraries into a module that has not run yet.
 * @param {object} meta what `capture` gave @param {Object<string, WebAssembly.Module>} modules
 */
export function restore(M, meta, modules) {
  padTable(M);
  if (M.HEAP8.length < meta.heap) M.growMemory(meta.heap);
  if (M.HEAP8.length < meta.heap) throw new RangeError("out of memory");
  M.wasmTable.grow(meta.table - M.wasmTable.length);
  moveFunctions(M, meta.got);
  for (const [name, value] of Object.entries(meta.got)) {
    if (!M.GOT[name]) M.GOT[name] = newGlobal(value);
    else if (M.GOT[name].value !== value) M.GOT[name].value = value;
  }
  for (const lib of meta.libs) restoreLibrary(M, lib, modules[lib.name]);
  for (const [slot, lib, symbol] of meta.slots) {
    M.wasmTable.set(slot, M.LDSO.loadedLibsByName[lib].exports[symbol]);
  }
  M.updateTableMap(TABLE_START, meta.table - TABLE_START);
}

/** Index into HEAP32 of CPython's pointer to the engine's call trampoline. */
export const trampolineIndex = (M) =>
  (M.__PyRuntime + M.HEAP32[M.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >>> 2]) >>> 2;
