// node trace.mjs PARTS STDLIB.zip SITE.zip CDN_ROOT OUT.json: run the app and note every file it opens.
import fs from "node:fs";
import { environment, load, main, read, SITE_PACKAGES } from "./pyodide.mjs";

main(async (parts, stdlib, site, cdnRoot, output) => {
  const opened = new Set();
  const py = await load(parts, {
    stdLibURL: stdlib,
    args: ["-OO"],
    env: environment(cdnRoot),
  });
  py.unpackArchive(read(site).buffer, "zip", { extractDir: SITE_PACKAGES });
  py.FS.trackingDelegate = { onOpenFile: (path) => opened.add(path) };
  const modules = py.runPython(`
import importlib, json, sys
importlib.invalidate_caches()
from site_engine import Engine
import site_late
engine = Engine()
from app.main import page
page.foreshow("")
document = engine.document_json()
engine.link(lambda text: None)
engine.receive('{"events": []}')
engine.resend("[]")
json.dumps([m.__file__ for m in sys.modules.values() if getattr(m, "__file__", None)])
`);
  const content = { opened: [...opened].sort(), modules: JSON.parse(modules) };
  content.document = JSON.parse(py.globals.get("document"));
  fs.writeFileSync(output, JSON.stringify(content));
});
