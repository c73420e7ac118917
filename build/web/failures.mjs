// What can go wrong, told apart by what the browser says about it.

/** A reason not even to try, or nothing. Keys are those of text.json. */
export function obstacle() {
  if (location.protocol === "file:") return "file_protocol";
  if (typeof WebAssembly !== "object") return "no_wasm";
  if (typeof DecompressionStream !== "function") return "old_browser";
  if (typeof Worker !== "function") return "no_worker";
  return null;
}

const OUT_OF_MEMORY = /out of memory|could not allocate|allocation failed|memory access out of/i;
const KEYS = { MissingFile: "missing_file", DamagedFile: "damaged_file", Sandboxed: "sandboxed" };

/** The text for an error of the worker. */
export function reason({ name, message }) {
  if (OUT_OF_MEMORY.test(message)) return "no_memory";
  return KEYS[name] ?? "failed";
}
