"""Which part of the standard library the engine needs in a page: found by following its imports.

It is asked in the runtime of pages itself, whose Python may be newer than the one that writes the
folder. What is left out is neither fetched nor kept, and what is kept goes as bytecode.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

BY_NAME = (
    "_strptime",
    "_sysconfigdata__emscripten_wasm32-emscripten",
    "encodings.aliases",
    "encodings.ascii",
    "encodings.cp437",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.raw_unicode_escape",
    "encodings.unicode_escape",
    "encodings.utf_8",
    "site",
    "traceback",
)
"""What the runtime takes in without a statement that says so."""
WHOLE = ("_pyodide/", "pyodide/")
"""The runtime's own packages: its core asks for their modules, and nobody sees it do so."""
LEFT_OUT = frozenset(
    {
        "_pyio",
        "_pyrepl",
        "asyncio.windows_events",
        "asyncio.windows_utils",
        "bdb",
        "concurrent.futures.process",
        "ctypes",
        "doctest",
        "ftplib",
        "http.server",
        "multiprocessing",
        "pdb",
        "plistlib",
        "pydoc",
        "unittest",
        "xmlrpc",
    }
)
"""Named by modules that are kept, for what no page does: debugging, processes, foreign systems.

None of them is taken in when a module that is kept begins (`lacking`): only in functions that
nobody calls.
"""


def needed(library: Mapping[str, str], engine: Mapping[str, str]) -> set[str]:
    """The files of a library, as paths and sources, that an engine's sources lead to."""
    found: set[str] = set()
    files = {_module(path): path for path in library}
    todo = [*BY_NAME, *(_module(path) for path in library if path.startswith(WHOLE))]
    todo.extend(name for path, text in engine.items() for name in imported(path, text))
    while todo:
        for name in _with_those_around(todo.pop()):
            path = files.get(name)
            if path is None or path in found or name in LEFT_OUT:
                continue
            found.add(path)
            todo.extend(imported(path, library[path]))
    return found


def lacking(library: Mapping[str, str], kept: Iterable[str]) -> list[str]:
    """What is left out of a library without which one of the files that are kept does not begin."""
    asked = {(path, name) for path in kept for name in imported_at_once(path, library[path])}
    return sorted(
        f"{path}: {name}" for path, name in asked if list(_with_those_around(name))[-1] in LEFT_OUT
    )


def imported(path: str, text: str) -> Iterator[str]:
    """The modules that a source names in its imports; a name in a module may be one, too."""
    return _of(ast.walk(ast.parse(text)), path)


def imported_at_once(path: str, text: str) -> Iterator[str]:
    """Those without which it does not even begin."""
    return _of(ast.parse(text).body, path)


def _of(nodes: Iterable[ast.AST], path: str) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            home = _home(path, node)
            yield from (f"{home}.{one.name}".strip(".") for one in node.names)


def _home(path: str, node: ast.ImportFrom) -> str:
    """The module from which names are taken; the dots before it lead upwards."""
    above = path.split("/")[: -node.level] if node.level else []
    return ".".join([*above, *([node.module] if node.module else [])])


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _with_those_around(name: str) -> Iterator[str]:
    """A name and the packages that it is in; those that are left out keep all within out."""
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        around = ".".join(parts[:length])
        yield around
        if around in LEFT_OUT:
            return
