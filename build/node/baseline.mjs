// node baseline.mjs PARTS SNAPSHOT.json LIBRARIES OUT: memory of an instance that has not run, with
// the side modules in their places. Pages equal to it need not travel.
// Writes OUT (the memory) and OUT.json (Emscripten's global offset table before that).
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { restore } from "../web/side_modules.mjs";
import { load, main, read } from "./pyodide.mjs";

class Enough extends Error {}

main(async (parts, snapshot, libraries, output) => {
  const { side } = JSON.parse(fs.readFileSync(snapshot));
  const { default: factory } = await import(pathToFileURL(path.resolve(parts, "pyodide.asm.mjs")));
  const modules = {};
  for (const { name } of side.libs) {
    modules[name] = new WebAssembly.Module(read(path.join(libraries, path.basename(name))));
  }
  const createPyodideModule = async (settings) => {
    const M = await factory(settings);
    const got = Object.fromEntries(Object.entries(M.GOT).map(([name, g]) => [name, g.value]));
    fs.writeFileSync(`${output}.json`, JSON.stringify(got));
    restore(M, side, modules);
    fs.writeFileSync(output, M.HEAPU8);
    throw new Enough();
  };
  try {
    await load(parts, { createPyodideModule, _loadSnapshot: new Uint8Array(64) });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
});
