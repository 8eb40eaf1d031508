// Makes bytecode of an archive of Python, and of what it needs of the standard library, by the runtime
// that will run it:
//     node bytecode.mjs RUNTIME ENGINE.zip FOLDER
// writes engine.zip and python_stdlib.zip into the folder, neither of them packed: a host packs better.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, engine, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${runtime}/` });
python.FS.mkdirTree("/engine");
python.unpackArchive(new Uint8Array(readFileSync(engine)), "zip", { extractDir: "/engine" });
python.runPython(`
import compileall, pathlib, py_compile, sys, zipfile

def make(folder, archive, optimize):
    root = pathlib.Path(folder)
    whole = compileall.compile_dir(
        root, quiet=1, legacy=True, stripdir=folder, optimize=optimize,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    if not whole:
        raise SystemExit(f"a module of {folder} does not compile")
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as made:
        for file in sorted(root.rglob("*")):
            if file.is_file() and file.suffix != ".py":
                made.writestr(zipfile.ZipInfo(file.relative_to(root).as_posix()), file.read_bytes())

def sources(files):
    return {name: text.decode() for name, text in files if name.endswith(".py")}

sys.path.insert(0, "/engine")
from battlemat.anywhere.library import lacking, needed
root = pathlib.Path("/engine")
own = sources((str(file.relative_to(root)), file.read_bytes()) for file in root.rglob("*.py"))
packed = zipfile.ZipFile(next(path for path in sys.path if path.endswith(".zip")))
library = sources((name, packed.read(name)) for name in packed.namelist())
kept = sorted(needed(library, own))
if lacks := lacking(library, kept):
    raise SystemExit("left out, and needed to begin: " + ", ".join(lacks))
packed.extractall("/library", kept)
make("/engine", "/engine.zip", -1)
make("/library", "/python_stdlib.zip", 2)
`);
for (const name of ["engine.zip", "python_stdlib.zip"]) writeFileSync(join(folder, name), python.FS.readFile(`/${name}`));
