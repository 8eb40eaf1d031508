"""Names that rules write as texts, read from syntax trees: clauses, switches, kinds.

A clause is looked for where one is cited: `because=`, the last argument of a `Refusal`, what an
event is told with, `refuse("...")`; and in any text that looks like one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator

from house.sources import Module, dotted

CITING = {"because", "clause", "free_because"}
"""Arguments by these names are clauses."""
CITED_FIRST = {"refuse", "reason", "refused"}
"""Calls whose first argument is a clause."""


def texts(node: ast.expr) -> Iterator[ast.Constant]:
    """The texts that an expression may be: itself, one of several, or one of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    elif isinstance(node, (ast.Tuple, ast.List)):
        for one in node.elts:
            yield from texts(one)
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)


def _cited(call: ast.Call) -> Iterator[ast.Constant]:
    for keyword in call.keywords:
        if keyword.arg in CITING:
            yield from texts(keyword.value)
    word = dotted(call.func).rpartition(".")[2]
    if word in CITED_FIRST and call.args:
        yield from texts(call.args[0])
    if word == "Refusal" and len(call.args) == 2:
        yield from texts(call.args[1])
    if word == "tell" and len(call.args) == 2 and dotted(call.func).endswith("battle.tell"):
        yield from texts(call.args[1])


def unknown_clauses(
    module: Module, known: Callable[[str], bool], looks: re.Pattern[str]
) -> list[str]:
    """Clauses that are cited and do not exist."""
    found: dict[tuple[int, int], str] = {}
    for node in ast.walk(module.tree):
        cited = list(_cited(node)) if isinstance(node, ast.Call) else []
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            cited += [node] if looks.fullmatch(node.value) else []
        for text in cited:
            clause = str(text.value)
            if clause and not known(clause):
                place = (text.lineno, text.col_offset)
                found[place] = module.at(text, f"there is no clause '{clause}'")
    return list(found.values())


def unknown_switches(module: Module, known: Collection[str]) -> list[str]:
    """Switches that are asked for and do not exist: `battle.on("...")`, `"..." in switches`."""
    found = []
    for node in ast.walk(module.tree):
        asked: list[ast.expr] = []
        if isinstance(node, ast.Call) and dotted(node.func).endswith(".on"):
            asked = node.args
        elif isinstance(node, ast.Compare) and dotted(node.comparators[0]).endswith("switches"):
            asked = [node.left]
        elif isinstance(node, ast.keyword) and node.arg == "needs":
            asked = [node.value]
        found += [
            module.at(text, f"there is no switch {text.value!r}")
            for one in asked
            for text in texts(one)
            if text.value not in known
        ]
    return found


def unknown_kinds(module: Module, questions: Collection[str], events: Collection[str]) -> list[str]:
    """Kinds of questions and events that something is compared with and that there are not."""
    found = []
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Compare) or not isinstance(node.left, ast.Attribute):
            continue
        owner = dotted(node.left.value).rpartition(".")[2]
        if node.left.attr != "kind" or owner not in ("choice", "question", "event"):
            continue
        known = events if owner == "event" else questions
        found += [
            module.at(text, f"there is no {owner} of the kind {text.value!r}")
            for text in texts(node.comparators[0])
            if text.value not in known
        ]
    return found
