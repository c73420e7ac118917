// Starts Pyodide in a worker, with every file out of our own hands.
import { bytes, compile, useZstd } from "./transfer.mjs";
import { Zstd } from "./zstd.mjs";

/** The bytes of one of the site's files. */
export const fetchFile = (site, name, report) =>
  quiet(bytes(site.url(name), site.files[name].size, report.count));

/** Compile one of the site's files while it arrives. */
export const compileFile = (site, name, report) =>
  quiet(compile(site.url(name), report.count));

/** A promise whose failure is reported where it is awaited, which may be later. */
export function quiet(promise) {
  promise.catch(() => {});
  return promise;
}

/** Import a script that travels compressed; plain where blobs cannot be imported (a sandbox). */
async function importFile(site, name, report) {
  if (self.origin === "null") return import(site.base + site.files[name].plain);
  const text = await fetchFile(site, name, report);
  return import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
}

/** Start to fetch and compile what every path needs. */
export function fetchRuntime(site, report) {
  useZstd(fetchFile(site, "zstd.wasm", report).then((wasm) => Zstd.load(wasm)));
  return {
    module: compileFile(site, "pyodide.asm.wasm", report),
    factory: quiet(importFile(site, "pyodide.asm.mjs", report)),
    loader: quiet(importFile(site, "pyodide.mjs", report)),
  };
}

/**
 * Let Pyodide's loader find its two files here: it fetches by name, and compiles what it gets.
 * @param {Promise<WebAssembly.Module>} module @param {Promise<Uint8Array>} stdlib
 */
function answerLoader(base, module, stdlib) {
  const plainFetch = self.fetch.bind(self);
  self.fetch = async (address, ...rest) => {
    if (String(address) === base + "pyodide.asm.wasm") return new Response("");
    if (String(address) === base + "python_stdlib.zip") return new Response(await stdlib);
    return plainFetch(address, ...rest);
  };
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const compiled = await module;
    return { module: compiled, instance: await WebAssembly.instantiate(compiled, imports) };
  };
}

const loaderOptions = (site, base) => ({
  indexURL: base,
  packageBaseUrl: base,
  lockFileContents: site.lock,
  args: ["-OO"],
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0", PANEL_CDN_ROOT: site.cdnRoot },
  stdout: (line) => console.log(line),
  stderr: (line) => console.warn(line),
});

/**
 * Pyodide, started.
 * @param {object} runtime what `fetchRuntime` gave @param {Promise<Uint8Array>} stdlib
 * @param {object} options more for `loadPyodide`; `prepare` gets the module before it runs
 */
export async function boot(site, report, runtime, stdlib, { prepare, ...options } = {}) {
  const base = site.base + "pyodide/"; // an address nothing is fetched from
  answerLoader(base, runtime.module, stdlib);
  const [{ loadPyodide }, { default: factory }] = await Promise.all([
    runtime.loader,
    runtime.factory,
  ]);
  await Promise.all([runtime.module, stdlib]); // their errors say more than the loader's
  report.step("python");
  const createPyodideModule = async (settings) => {
    const module = await factory(settings);
    await prepare?.(module);
    return module;
  };
  return loadPyodide({ ...loaderOptions(site, base), ...options, createPyodideModule });
}
