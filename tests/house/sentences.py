"""Sentences in the sources: a translator finds each of them where it is said."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from battlemat.kernel.words import BadSentence, names_of
from house.sources import Module, dotted

SAY, SAY_WITH = "say", "say_with"
MAKER = "battlemat.kernel.words"
FROM_TABLES = frozenset(
    {
        "battlemat.kernel.events",  # an event's own sentence, and the names of sides
        "battlemat.kernel.forms",  # what a part of an answer is
        "battlemat.kernel.verbs",  # what a question says and an answer tells
        "battlemat.rulebooks.openfire.screen.handles",  # groups of answers
        "battlemat.rulebooks.skirm.chapters.combat.numbers",  # titles of special rules
        "battlemat.rulebooks.skirm.chapters.reasons",  # reasons, by their clauses
        "battlemat.rulebooks.skirm.screen.handles",  # groups of answers
        "battlemat.rulebooks.skirmishers.screen.handles",  # groups of answers
        "battlemat.tables.catalogue",  # what packs and levels say of themselves
    }
)
"""Where a sentence comes from a table or a field: `say_with`. Whoever lists the sentences takes
them from there."""


def unsaid(module: Module) -> list[str]:
    """Sentences that are made up on the way, that nobody can say, or whose parts do not agree."""
    if module.name == MAKER or SAY not in _from_maker(module.tree):
        return []
    return [
        module.at(call, what)
        for call in _calls(module.tree, SAY)
        if (what := _fault(call)) is not None
    ]


def from_a_table(module: Module) -> list[str]:
    """Sentences by `say_with` in a module that is not listed for it."""
    if module.name == MAKER or module.name in FROM_TABLES:
        return []
    if SAY_WITH not in _from_maker(module.tree):
        return []
    return [module.at(call, ast.unparse(call)) for call in _calls(module.tree, SAY_WITH)]


def _from_maker(tree: ast.Module) -> set[str]:
    """What a module has from the maker of sentences, by the names that it uses."""
    return {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == MAKER
        for name in node.names
    }


def _calls(tree: ast.Module, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and dotted(node.func) == name:
            yield node


def _fault(call: ast.Call) -> str | None:
    """What is wrong with one sentence."""
    first = call.args[0] if call.args else None
    if (
        len(call.args) != 1
        or not isinstance(first, ast.Constant)
        or not isinstance(first.value, str)
    ):
        return f"{ast.unparse(call)}: the sentence does not stand there"
    try:
        wanted = names_of(first.value)
    except BadSentence as bad:
        return str(bad)
    given = {part.arg for part in call.keywords}
    if None in given:  # parts from a mapping: they are held to the sentence when it is said
        return None
    if wanted != given:
        both = f"{sorted(wanted)}, not {sorted(map(str, given))}"
        return f"{ast.unparse(first)} has the parts {both}"
    return None
