// The ordinary path: start Python, put the files in place, import, run the app.
import { boot, fetchFile, fetchRuntime } from "./boot.mjs";
import { unpackFiles } from "./files.mjs";
import { addLateModules } from "./late_files.mjs";

const SITE_PACKAGES = "/lib/python3.14/site-packages";

/** @param {object} site configuration @param {object} report takes the progress */
export async function startOrdinary(site, report) {
  const runtime = fetchRuntime(site, report);
  const stdlib = fetchFile(site, "stdlib.zip", report);
  const pack = fetchFile(site, "site.pack", report);
  const py = await boot(site, report, runtime, stdlib);
  report.step("files");
  unpackFiles(py.FS, await pack, SITE_PACKAGES);
  report.step("imports");
  py.runPython("import importlib; importlib.invalidate_caches()");
  const { Engine } = py.pyimport("site_engine");
  addLateModules(py.FS, site);
  py.pyimport("site_late").install("/lib/rest.zip", py.toPy(site.late));
  report.step("app");
  return { py, engine: Engine() };
}
