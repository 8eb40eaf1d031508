"""Habits inside a module, read from syntax trees: what is reached by position, by name as text, or
changed in somebody else's module.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from house.sources import Module, dotted

OPTIONS = {"option", "opt", "answer", "chosen", "pick", "picked"}
MOST_MODULES = 27  # in one folder, so that its listing is read and not searched


def crowded(paths: Iterable[Path]) -> dict[str, int]:
    """Folders with more modules than a reader takes in: what belongs together gets a room."""
    counts = Counter(path.parent.as_posix() for path in paths if path.name != "__init__.py")
    return {folder: count for folder, count in counts.items() if count > MOST_MODULES}


def by_position(module: Module) -> list[str]:
    """Options read by index: `option[2]`, `answer[1:]`. Their parts have names."""
    return [
        module.at(node, f"{ast.unparse(node)} reads an option by position")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Subscript)
        and dotted(node.value).rpartition(".")[2] in OPTIONS
        and _is_position(node.slice)
    ]


def _is_position(index: ast.expr) -> bool:
    if isinstance(index, ast.Slice):
        return any(_is_position(end) for end in (index.lower, index.upper) if end)
    if isinstance(index, ast.UnaryOp):
        return _is_position(index.operand)
    return isinstance(index, ast.Constant) and isinstance(index.value, int)


def by_literal_name(module: Module) -> list[str]:
    """`getattr` with a name that stands there: say `thing.name`, or make it part of the protocol.
    Modules and exceptions of others may be asked what they have.
    """
    foreign = set(_foreign_names(module.tree))
    return [
        module.at(node, ast.unparse(node))
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and dotted(node.func) == "getattr"
        and len(node.args) > 1
        and isinstance(node.args[1], ast.Constant)
        and dotted(node.args[0]).partition(".")[0] not in foreign
    ]


def _foreign_names(tree: ast.Module) -> Iterator[str]:
    """Names of modules from outside the project, and of caught exceptions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                if not name.name.startswith("battlemat"):
                    yield (name.asname or name.name).partition(".")[0]
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name


def changes_another(module: Module) -> list[str]:
    """What a module does to others of the project while it is imported: assignments into imported
    things, calls of their methods, and imported functions called for their effect alone.
    """
    imported = set(_imported_names(module.tree))
    found = []
    for node in _at_import(module.tree.body):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete):
            targets = node.targets if isinstance(node, ast.Assign | ast.Delete) else [node.target]
            for target in targets:
                if isinstance(target, ast.Attribute | ast.Subscript) and _root(target) in imported:
                    found.append(module.at(node, f"changes {ast.unparse(target)}"))
            if isinstance(node, ast.AugAssign) and _root(node.target) in imported:
                found.append(module.at(node, f"changes {ast.unparse(node.target)}"))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            func = node.value.func
            if _root(func) in imported:
                found.append(module.at(node, f"calls {ast.unparse(func)} while imported"))
    return found


def _at_import(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run when a module is imported."""
    for node in body:
        yield node
        for part in ("body", "orelse", "finalbody"):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from _at_import(getattr(node, part, []))
        for handler in getattr(node, "handlers", []):
            yield from _at_import(handler.body)


def _imported_names(tree: ast.Module) -> Iterator[str]:
    """What a module calls the things that it has from other modules of the project."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                if name.name.startswith("battlemat"):
                    yield (name.asname or name.name).partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and (
            node.level or (node.module or "").startswith("battlemat")
        ):
            yield from (name.asname or name.name for name in node.names)


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


_BESIDE = {"to_thread", "run_in_threadpool", "run_in_executor", "ThreadPoolExecutor", "Thread"}


def left_to_others(module: Module) -> list[str]:
    """Methods that only say that somebody else should have written them: those are abstract."""
    return [
        module.at(node, "abstractmethod")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.expr) and dotted(node) == "NotImplementedError"
    ]


def works_beside(module: Module) -> list[str]:
    """Where a module itself says how something is done beside the event loop."""
    return [
        module.at(node, f"names {name}")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Name | ast.Attribute)
        if (name := node.id if isinstance(node, ast.Name) else node.attr) in _BESIDE
    ]
