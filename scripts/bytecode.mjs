// Makes bytecode of an archive of Python, by the runtime that will run it:
//     node bytecode.mjs RUNTIME IN.zip OUT.zip
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, given, made] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${runtime}/` });
python.FS.mkdirTree("/engine");
python.unpackArchive(new Uint8Array(readFileSync(given)), "zip", { extractDir: "/engine" });
python.runPython(`
import compileall, pathlib, py_compile, zipfile
root = pathlib.Path("/engine")
whole = compileall.compile_dir(
    root, quiet=1, legacy=True, stripdir="/engine",
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
)
if not whole:
    raise SystemExit("a module does not compile")
with zipfile.ZipFile("/made.zip", "w", zipfile.ZIP_STORED) as made:
    for file in sorted(root.rglob("*")):
        if file.is_file() and file.suffix != ".py":
            made.writestr(zipfile.ZipInfo(file.relative_to(root).as_posix()), file.read_bytes())
`);
writeFileSync(made, python.FS.readFile("/made.zip"));
