"""Where clauses are cited in code that runs: in texts of the syntax tree, not in comments or prose.

A citation is an id in a string that the program holds: a `because`, a part of a verb or a special
rule, an entry of a table. Docstrings, and any other string that stands there for the reader alone,
are none. A text with holes (`f"openfire.los.{state}"`) cites every id that it can spell.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

_WORD = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_ID = re.compile(rf"{_WORD}(?:\.{_WORD})+")
_HOLE = rf"{_WORD}(?:\.{_WORD})*"

_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Citation(NamedTuple):
    """One citation: the id as written, or a pattern of ids; and what holds it.

    `line` is the first line of the function that holds it, decorators included, and 0 for the
    module itself; then `name` is what the module calls the thing that holds it.
    """

    id: str
    is_pattern: bool
    line: int
    name: str

    def cites(self, id: str) -> bool:
        """Whether this is a citation of a clause, its id given whole or without the book's name."""
        return re.fullmatch(self.id, id) is not None if self.is_pattern else self.id == id


def ids_in(text: str) -> set[str]:
    """Everything in a text that is written like a clause id, with or without the book's name."""
    return set(_ID.findall(text))


def citations(source: str) -> Iterator[Citation]:
    """The citations of a Python module."""
    for node in ast.parse(source).body:
        yield from _in_node(node, 0, _bound(node))


def content_ids(source: str) -> set[str]:
    """The ids that a YAML file cites in its values; remarks cite nothing."""
    found: set[str] = set()
    for value in yaml.load_all(source, Loader=_LOADER):
        found |= _in_value(value)
    return found


_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _in_value(value: Any) -> set[str]:
    if isinstance(value, str):
        return ids_in(value)
    if isinstance(value, dict):
        return set().union(*(_in_value(key) | _in_value(one) for key, one in value.items()))
    if isinstance(value, list):
        return set().union(*map(_in_value, value))
    return set()


def _bound(node: ast.stmt) -> str:
    """What a statement of a module gives a name to."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.name
    targets = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, ast.AnnAssign | ast.AugAssign):
        targets = [node.target]
    return next((target.id for target in targets if isinstance(target, ast.Name)), "")


def _in_node(node: ast.AST, line: int, name: str) -> Iterator[Citation]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring, or a remark written as one
    if isinstance(node, ast.JoinedStr):
        yield from (Citation(id, True, line, name) for id in _spelled(node))
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from (Citation(id, False, line, name) for id in ids_in(node.value))
    if isinstance(node, _Function):
        outside = node.args.defaults + [one for one in node.args.kw_defaults if one]
        decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
        for part in (*decorators, *outside):
            yield from _in_node(part, line, name)
        first = min((part.lineno for part in decorators), default=node.lineno)
        inside: list[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else [*node.body]
        for inner in inside:
            yield from _in_node(inner, first, name)
        return
    for child in ast.iter_child_nodes(node):
        yield from _in_node(child, line, name)


def _spelled(node: ast.JoinedStr) -> Iterator[str]:
    """The pattern of ids that a text with holes can spell, if it can spell any."""
    fixed, pattern = "", ""
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            pattern += _hole(part.value)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            fixed += part.value
            pattern += re.escape(part.value)
    if re.fullmatch(r"[a-z0-9.-]+", fixed) and "." in fixed and re.search(r"[a-z]", fixed):
        yield pattern


def _hole(value: ast.expr) -> str:
    """What may stand in a hole: one of the texts that the code chooses from, or any word."""
    if isinstance(value, ast.IfExp):
        return f"(?:{_hole(value.body)}|{_hole(value.orelse)})"
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return re.escape(value.value)
    return _HOLE
