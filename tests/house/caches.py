"""What is kept between calls, read from syntax trees: all through a `Memo`, with its bound."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from house.sources import Module, dotted

KEEPER = "battlemat.kernel.memo"
BARE = {"lru_cache", "cache"}


def bare_caches(module: Module) -> list[str]:
    """Caches that do not say what their results depend on, and so are listed nowhere."""
    if module.name == KEEPER:
        return []
    found = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "functools":
            names = BARE & {name.name for name in node.names}
            found += [module.at(node, f"{name} and not a Memo") for name in sorted(names)]
        elif isinstance(node, ast.Attribute) and dotted(node) in {f"functools.{n}" for n in BARE}:
            found.append(module.at(node, f"{dotted(node)} and not a Memo"))
    return found


def bounded_by_hand(module: Module) -> list[str]:
    """`if len(kept) >= MOST: kept.clear()`: that is what the table of a Memo does."""
    if module.name == KEEPER:
        return []
    return [
        module.at(node, f"{name} is emptied by hand")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.If)
        for name in _measured(node.test)
        if any(_is_emptied(name, line) for line in node.body)
    ]


def _measured(test: ast.expr) -> Iterator[str]:
    for node in ast.walk(test):
        if isinstance(node, ast.Call) and dotted(node.func) == "len" and node.args:
            yield dotted(node.args[0])


def _is_emptied(name: str, line: ast.stmt) -> bool:
    return (
        isinstance(line, ast.Expr)
        and isinstance(line.value, ast.Call)
        and dotted(line.value.func) == f"{name}.clear"
    )


def passing_memos(module: Module) -> list[str]:
    """Memos that are made anew in a function: each would be listed for ever."""
    return [
        module.at(node, "a Memo stands at the top of its module")
        for scope in ast.walk(module.tree)
        if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for part in (scope.body if isinstance(scope.body, list) else [scope.body])
        for node in ast.walk(part)
        if isinstance(node, ast.Call) and dotted(node.func) == "Memo"
    ]
