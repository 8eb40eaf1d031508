// Calls a function of a Python file in the runtime of pages, with the engine of an archive:
//     node runtime.mjs RUNTIME ENGINE.zip FILE.py FUNCTION 'JSON of its arguments'
// Prints what it returns as JSON.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, engine, file, called, given] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${runtime}/` });
python.FS.mkdirTree("/engine");
python.unpackArchive(new Uint8Array(readFileSync(engine)), "zip", { extractDir: "/engine" });
python.FS.writeFile("/engine/asked.py", readFileSync(file));
python.globals.set("given", given);
process.stdout.write(
  python.runPython(`
import sys, json
sys.path.insert(0, "/engine")
import asked
json.dumps(asked.${called}(*json.loads(given)))
`),
);
