"""The modules that house rules are held against: those of the project, or a few lines of text."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "battlemat"


@dataclass(frozen=True)
class Module:
    """One module: its dotted name, its syntax tree, and whether it is a package's own file."""

    name: str
    tree: ast.Module
    is_package: bool = False

    @property
    def room(self) -> str:
        """The part of the house it stands in: `kernel` of `battlemat.kernel.dice`."""
        parts = self.name.split(".")
        return parts[1] if len(parts) > 1 else ""

    def at(self, node: ast.stmt | ast.expr, what: str) -> str:
        """A complaint about one place."""
        return f"{self.name}, line {node.lineno}: {what}"


def snippet(name: str, text: str) -> Module:
    """A module made of a few lines, to try a house rule on."""
    return Module(name, ast.parse(text))


@cache
def project() -> tuple[Module, ...]:
    """Every module of the project."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        found.append(Module(name, ast.parse(path.read_text(encoding="utf-8")), is_package))
    return tuple(found)


def rooms(*names: str) -> list[Module]:
    """The modules of some rooms; a room that is empty is a mistake of the test."""
    found = [module for module in project() if module.room in names]
    assert {module.room for module in found} == set(names), "there is nothing to check"
    return found


def dotted(node: ast.expr) -> str:
    """The dotted name that an expression spells, or nothing."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return ""


def names(modules: Iterable[Module]) -> frozenset[str]:
    """The dotted names of modules."""
    return frozenset(module.name for module in modules)
