// The ordinary path: start Python, put the files in place, import, run the app.
import { bytes } from "./gz.js";
import { boot } from "./boot.js";

const SITE_PACKAGES = "/lib/python3.14/site-packages";

/** Put a pack's files into Pyodide's file system. */
export function unpackFiles(FS, data, root) {
  const view = new DataView(data.buffer, data.byteOffset);
  let offset = 4 + view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(data.subarray(4, offset)));
  const made = new Set();
  for (const [path, size] of header.files) {
    const file = `${root}/${path}`;
    const folder = file.slice(0, file.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder), made.add(folder);
    FS.writeFile(file, data.subarray(offset, offset + size), { canOwn: true });
    offset += size;
  }
}

/** @param {object} site configuration @param {object} report progress @returns the engine module */
export async function startOrdinary(site, report) {
  const get = (name) => bytes(site.url(name), report.count);
  const pack = get("site.pack");
  pack.catch(() => {}); // reported where it is awaited
  const py = await boot(site, report, get("stdlib.zip"));
  report.step("files");
  unpackFiles(py.FS, await pack, SITE_PACKAGES);
  report.step("imports");
  const { Engine } = py.runPython("import importlib; importlib.invalidate_caches(); import site_engine as e; e");
  addLateImports(py, site);
  report.step("app");
  return { py, engine: Engine() };
}

/** Modules start-up does not need are fetched, as one file, when something imports them. */
export function addLateImports(py, site) {
  py.FS.createLazyFile("/lib", "rest.zip", site.url("rest.zip"), true, false);
  const names = py.toPy(site.late);
  py.pyimport("site_late").install("/lib/rest.zip", names);
}
