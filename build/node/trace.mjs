// node trace.mjs PARTS STDLIB.zip SITE.zip CDN_ROOT OUT.json: run the app and note every file it opens.
import fs from "node:fs";
import { loadWithApp, main, refuseBadPresets } from "./pyodide.mjs";

main(async (parts, stdlib, site, cdnRoot, output) => {
  const opened = new Set();
  const py = await loadWithApp(parts, stdlib, site, cdnRoot);
  py.FS.trackingDelegate = { onOpenFile: (path) => opened.add(path) };
  refuseBadPresets(py);
  const modules = py.runPython(`
import json, sys
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
