// Loads the pinned Pyodide under node, without a network and with a fixed hash seed.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

export const SITE_PACKAGES = "/lib/python3.14/site-packages";

/** Same variables as in the browser: what a snapshot holds must not depend on the host. */
export const environment = (cdnRoot) => ({
  HOME: "/home/pyodide",
  PYTHONHASHSEED: "0",
  PANEL_CDN_ROOT: cdnRoot,
});

/** @param {string} parts folder of the checked parts @param {object} options for loadPyodide */
export async function load(parts, options = {}) {
  globalThis.XMLHttpRequest ??= class XMLHttpRequest {};
  const folder = path.resolve(parts) + "/";
  const { loadPyodide } = await import(pathToFileURL(folder + "pyodide.mjs"));
  return loadPyodide({ indexURL: folder, packageBaseUrl: folder, ...options });
}

/** Pyodide with the app's files in it, and nothing run yet. */
export async function loadWithApp(parts, stdlib, site, cdnRoot) {
  const py = await load(parts, { stdLibURL: stdlib, args: ["-OO"], env: environment(cdnRoot) });
  py.unpackArchive(read(site).buffer, "zip", { extractDir: SITE_PACKAGES });
  py.runPython("import importlib; importlib.invalidate_caches()");
  return py;
}

/** Stop with the words of a faulty preset, not of what fails without it. */
export function refuseBadPresets(py) {
  const fault = py.runPython(`
from model import PresetError, load_presets
try:
    load_presets()
    fault = ""
except PresetError as error:
    fault = str(error)
fault
`);
  if (fault) throw new Error(fault);
}

export const read = (file) => new Uint8Array(fs.readFileSync(file));

/** Ends the process with one line on stderr when a step fails. */
export function main(run) {
  run(...process.argv.slice(2)).catch((error) => {
    console.error(String(error?.message ?? error).trim());
    process.exit(1);
  });
}
