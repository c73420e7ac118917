// node compile.mjs PARTS STRIP.py IN.zip OUT.zip PREFIX: compile with the browser's own Python.
import fs from "node:fs";
import { load, main, read } from "./pyodide.mjs";

main(async (parts, strip, input, output, prefix) => {
  const py = await load(parts);
  py.FS.writeFile("/input.zip", read(input));
  py.runPython(fs.readFileSync(strip, "utf8"));
  py.globals.set("prefix", prefix);
  py.runPython(`
with open("/input.zip", "rb") as source:
    data = compile_zip(source.read(), prefix)
with open("/output.zip", "wb") as target:
    target.write(data)
`);
  fs.writeFileSync(output, py.FS.readFile("/output.zip"));
});
