// node states.mjs PARTS STDLIB.zip SITE.zip QUERIES.json OUT.json: run the app and keep its document at
// the start, and at every address whose state a page is to start with.
import fs from "node:fs";
import { loadWithApp, main } from "./pyodide.mjs";

main(async (parts, stdlib, site, queries, output) => {
  const py = await loadWithApp(parts, stdlib, site, "panel/");
  py.globals.set("queries", fs.readFileSync(queries, "utf8"));
  const states = py.runPython(`
import json
from site_engine import Engine
engine = Engine()
from app.foreshow import addresses
from app.main import page
from model import load_presets
def state(query):
    problems = [str(problem) for problem in page.foreshow(query)]
    told = {"query": query, "problems": problems, "language": page.frame["language"]["tag"]}
    return told | {"document": json.loads(engine.document_json())}
asked = dict.fromkeys([*addresses(load_presets()), *json.loads(queries)])
json.dumps([state(query) for query in ["", *asked]])
`);
  fs.writeFileSync(output, states);
});
