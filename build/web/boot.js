// Starts Pyodide in a worker, with every file out of our own hands.
import { bytes, response } from "./gz.js";

/** A script that travels compressed, as an importable address. */
async function scriptUrl(site, name, report) {
  const text = await bytes(site.url(name), report.count);
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}

/** Start to fetch and compile what every path needs. */
export function fetchRuntime(site, report) {
  const wasm = response(site.url("pyodide.asm.wasm"), "application/wasm", report.count);
  const runtime = {
    module: wasm.then((answer) => WebAssembly.compileStreaming(answer)),
    factory: scriptUrl(site, "pyodide.asm.mjs", report).then((url) => import(url)),
    loader: scriptUrl(site, "pyodide.mjs", report).then((url) => import(url)),
  };
  for (const part of Object.values(runtime)) part.catch(() => {}); // reported where awaited
  return runtime;
}

/**
 * Let Pyodide's loader find its two files here: it fetches by name, and compiles what it gets.
 * @param {Promise<WebAssembly.Module>} module @param {Promise<Uint8Array>} stdlib
 */
export function answerLoader(base, module, stdlib) {
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

export const loaderOptions = (site, base) => ({
  indexURL: base,
  packageBaseUrl: base,
  lockFileContents: site.lock,
  args: ["-OO"],
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0", PANEL_CDN_ROOT: site.cdnRoot },
  stdout: (line) => console.log(line),
  stderr: (line) => console.warn(line),
});

/** Pyodide, started with our standard library. */
export async function boot(site, report, stdlib) {
  const runtime = fetchRuntime(site, report);
  stdlib.catch(() => {});
  const base = site.base + "pyodide/";
  answerLoader(base, runtime.module, stdlib);
  const [{ loadPyodide }, { default: factory }] = await Promise.all([
    runtime.loader,
    runtime.factory,
  ]);
  report.step("python");
  await Promise.all([runtime.module, stdlib]); // their errors say more than the loader's
  return loadPyodide({ ...loaderOptions(site, base), createPyodideModule: factory });
}
