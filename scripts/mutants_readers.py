"""Which tests read the tables of a module without calling anything in it.

Tables, defaults and constants stand outside of functions: a test that holds them against what is
printed comes by no probe. It belongs to such a place if its file names the module.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from mutants_draw import Mutant

EVERY = frozenset({"tests/rules/test_unsaid.py", "tests/golden/test_tables.py"})
"""Tests that walk through all modules and name none."""


def readers(drawn: list[Mutant], tests: Iterable[Path], root: Path) -> dict[int, frozenset[str]]:
    """For each place outside of functions, the files of tests that read its module."""
    named = {path.relative_to(root).as_posix(): set(_named(path)) for path in tests}
    return {
        number: EVERY | {test for test, names in named.items() if _module(mutant.file) in names}
        for number, mutant in enumerate(drawn)
        if not mutant.made.function
    }


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _named(path: Path) -> Iterator[str]:
    """The modules that a file may import, by their whole names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
