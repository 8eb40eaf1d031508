"""Who imports whom, read from syntax trees: imports for types and inside functions included."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping

from house.sources import Module, dotted, names

DYNAMIC = ("import_module", "__import__", "importlib.import_module", "exec", "eval")
WRITES_METHODS = "battlemat.kernel.state"
"""It runs source that it wrote out of declared fields, in which nothing is imported."""
UNPREDICTABLE = {"random", "time", "os", "asyncio", "threading", "secrets", "datetime", "uuid"}


def imported(module: Module) -> Iterator[tuple[ast.stmt | ast.expr, str]]:
    """Every dotted name that a module imports, in whatever way, and where.

    `from a import b` counts as `a` and as `a.b`, since b may be a module of its own.
    """
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from ((node, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(module, node)
            yield node, base
            yield from ((node, f"{base}.{name.name}") for name in node.names)
        elif isinstance(node, ast.Call) and dotted(node.func) in DYNAMIC and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield node, first.value


def _base(module: Module, node: ast.ImportFrom) -> str:
    """The absolute name of what `from` names, also where it is relative."""
    if not node.level:
        return node.module or ""
    up = node.level - module.is_package
    parts = module.name.split(".")
    here = parts[: len(parts) - up] if up else parts
    return ".".join([*here, *((node.module or "").split(".") if node.module else ())])


# ---------------------------------------------------------------------- floors


def upward(module: Module, below: Mapping[str, Collection[str]]) -> list[str]:
    """Imports of rooms that do not lie below the module's own."""
    allowed = {*below[module.room], module.room}
    return [
        module.at(node, f"{module.room} imports {name}")
        for node, name in imported(module)
        if name.startswith("battlemat.")
        if (room := name.split(".")[1]) in below and room not in allowed
    ]


def relative(module: Module) -> list[str]:
    """Imports that begin with a dot: what they name depends on where the file lies."""
    return [
        module.at(node, f"relative import of {'.' * node.level}{node.module or ''}")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]


def dynamic(module: Module) -> list[str]:
    """Imports by a name made at run time, which no reader and no test can follow."""
    found = [
        module.at(node, f"calls {dotted(node.func)}")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and dotted(node.func) in DYNAMIC
        and (module.name, dotted(node.func)) != (WRITES_METHODS, "exec")
    ]
    return found + [
        module.at(node, f"imports {name}")
        for node, name in imported(module)
        if name in ("importlib", "importlib.import_module")
        and not (isinstance(node, ast.ImportFrom) and name == "importlib")
    ]


def beyond_the_standard_library(module: Module) -> list[str]:
    """Imports from outside the standard library, and of what samples, waits or looks at a clock."""
    found = []
    for node, name in imported(module):
        root = name.partition(".")[0]
        if root == "battlemat":
            continue
        if root not in sys.stdlib_module_names or root in UNPREDICTABLE:
            found.append(module.at(node, f"imports {name}"))
    return found


HOSTS = {"asyncio", "concurrent", "http", "multiprocessing", "socket", "sqlite3", "subprocess"}


def hosted(module: Module) -> list[str]:
    """Imports of what only some hosts have: packages to be installed, a loop, processes, sockets,
    a database; and of the parts of the house that need them.
    """
    found = []
    for node, name in imported(module):
        root, _, rest = name.partition(".")
        own = root == "battlemat" and rest.partition(".")[0] not in ("server", "commands", "env")
        if not own and (root not in sys.stdlib_module_names or root in HOSTS):
            found.append(module.at(node, f"imports {name}"))
    return found


# ---------------------------------------------------------------------- rulebooks


def other_rulebooks(module: Module, books: Collection[str]) -> list[str]:
    """Imports of another rulebook from inside one, by its package or past it."""
    parts = module.name.split(".")
    own = parts[2] if len(parts) > 2 and parts[1] == "rulebooks" else ""
    others = set(books) - {own}
    return [
        module.at(node, f"{own} imports {name}")
        for node, name in imported(module)
        if name.startswith("battlemat.rulebooks.") and name.split(".")[2] in others
    ]


def inside_of_rulebooks(module: Module) -> list[str]:
    """Imports of anything below `rulebooks`: players and the lab have the kernel's protocol."""
    return [
        module.at(node, f"imports {name}")
        for node, name in imported(module)
        if name == "battlemat.rulebooks" or name.startswith("battlemat.rulebooks.")
    ]


def inside_of_boards(module: Module) -> list[str]:
    """Imports past the package of a board: each package names what others may use."""
    return [
        module.at(node, f"imports {name}")
        for node, name in imported(module)
        if isinstance(node, ast.Import | ast.ImportFrom)
        if name.startswith("battlemat.boards.") and _is_past_package(node, name)
    ]


def _is_past_package(node: ast.Import | ast.ImportFrom, name: str) -> bool:
    """Whether a name below a board's package is reached through one of its modules."""
    deepest = node.module or "" if isinstance(node, ast.ImportFrom) else name
    return deepest.count(".") > 2


# ---------------------------------------------------------------------- circles


def circles(modules: Iterable[Module]) -> list[list[str]]:
    """Groups of modules that import each other, imports for types included.

    Naming a package to get at a module in it is no import of what the package gathers; a package
    that gathers its own modules is imported by them in name alone.
    """
    known = list(modules)
    edges = {module.name: _needs(module, names(known)) for module in known}
    return sorted(sorted(group) for group in _components(edges) if len(group) > 1)


def _needs(module: Module, known: Collection[str]) -> set[str]:
    found = {
        name
        for _, name in imported(module)
        if name in known and name != module.name and not module.name.startswith(f"{name}.")
    }
    return {name for name in found if not any(other.startswith(f"{name}.") for other in found)}


def _components(edges: dict[str, set[str]]) -> Iterator[list[str]]:
    """The strongly connected groups: who is reached from one and reaches it."""
    back: dict[str, set[str]] = {name: set() for name in edges}
    for name, others in edges.items():
        for other in others:
            back[other].add(name)
    left = set(edges)
    while left:
        start = next(iter(left))
        group = _reached(start, edges) & _reached(start, back)
        yield list(group)
        left -= group


def _reached(start: str, edges: dict[str, set[str]]) -> set[str]:
    found, edge = {start}, [start]
    while edge:
        for other in edges[edge.pop()]:
            if other not in found:
                found.add(other)
                edge.append(other)
    return found
