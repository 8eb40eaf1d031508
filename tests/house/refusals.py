"""What players are told when something cannot be: made by `say`, as every word for people is."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from house.sources import Module, dotted

TOLD = {
    "Problem": 2,
    "too_many": 0,
    "Refusal": 0,
    **dict.fromkeys(("DiceError", "Misuse", "NoSuchThing", "NotOnTable", "RecordError"), 0),
    **dict.fromkeys(("UnknownPlayer", "UnknownRulebook", "PlayerFailed", "NoGrowth"), 0),
    **dict.fromkeys(("CampaignError", "NoSuchUnit", "BadCatalogue"), 0),
    **dict.fromkeys(("Failure", "WrongUsage", "Unreadable", "BattlematError"), 0),
}
"""Errors whose message reaches a player in page or terminal, and which argument it is."""
OF_NAMES = ("battlemat.tables.seats.names",)
"""Where a `ValueError` tells a player why he cannot be called so."""
FOR_TOOLS = {
    "battlemat.commands.lab": "the laboratory's command line: options and files of who measures",
    "battlemat.commands.new": "writes the first files of an author",
    "battlemat.commands.site": "writes pages for whoever hosts them",
    "battlemat.commands.words": "checks catalogues, for translators, who read the English ones",
    "battlemat.keeping.catalogues": "the same: a catalogue cannot tell its own faults",
    "battlemat.example": "lines for authors to read; it is in no catalogue of what is shipped",
    "battlemat.lab.squads": "the laboratory's command line, as above",
}
"""What is told to developers, authors and hosts, as the names of options and keys are: in English.
A module with all that is below it, and why."""


def spelled(module: Module) -> list[str]:
    """Messages for players that are spelled where they are told, and so are in no catalogue."""
    if any(f"{module.name}.".startswith(f"{tool}.") for tool in FOR_TOOLS):
        return []
    return spelled_anywhere(module)


def spelled_anywhere(module: Module) -> list[str]:
    """The same, of tools as well."""
    return [
        module.at(text, ast.unparse(text))
        for scope in _scopes(module.tree)
        for text in _spelled(scope, module)
    ]


def _scopes(tree: ast.Module) -> Iterator[ast.Module | ast.FunctionDef | ast.AsyncFunctionDef]:
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def _spelled(scope: ast.AST, module: Module) -> Iterator[ast.expr]:
    """Texts with words in them that become a message within one function."""
    within = list(_within(scope))
    for node in within:
        if not isinstance(node, ast.Call):
            continue
        name = dotted(node.func).rpartition(".")[2]
        at = 0 if name == "ValueError" and module.name in OF_NAMES else TOLD.get(name)
        if at is None or (name == "Problem" and module.room == "packs"):
            continue  # a `Problem` of packs is a fault of a file, told to whoever writes files
        for text in _sources(node.args[at : at + 1], within):
            if _has_words(text):
                yield text


def _within(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without those of the functions in it."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node
            yield from _within(node)


def _sources(parts: list[ast.expr], within: list[ast.AST]) -> Iterator[ast.expr]:
    """The texts that an expression may be, through names that are given in the same function."""
    left, followed = list(parts), set[str]()
    while left:
        part = left.pop()
        if isinstance(part, ast.Name) and part.id not in followed:
            followed.add(part.id)
            left += _given(part.id, within)
        elif isinstance(part, ast.IfExp):
            left += [part.body, part.orelse]
        elif isinstance(part, ast.BoolOp):
            left += part.values
        elif isinstance(part, ast.BinOp):
            left += [part.left, part.right]
        elif isinstance(part, (ast.Constant, ast.JoinedStr)):
            yield part


def _given(name: str, within: list[ast.AST]) -> Iterator[ast.expr]:
    for node in within:
        if isinstance(node, ast.Assign) and any(
            isinstance(one, ast.Name) and one.id == name for one in node.targets
        ):
            yield node.value


def _has_words(text: ast.expr) -> bool:
    """Whether letters are spelled in it, beside those that it is given."""
    plain = text.values if isinstance(text, ast.JoinedStr) else [text]
    return any(
        isinstance(one, ast.Constant)
        and isinstance(one.value, str)
        and any(sign.isalpha() for sign in one.value)
        for one in plain
    )
