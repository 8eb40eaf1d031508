"""Every sentence that the engine and the page can say, and where each stands.

The engine's are found in its sources: a text that is given to `say`; the sentence of an event
(`says`) or of a question; how a verb tells itself (`tells`); labels of modifiers; and the entries
of a table, where one of them is said by its key (`say_with(TABLE[...])`). A function that says what
it is given (`say_with(group, {})`) makes sentences of what it is called with. What packs say of
their games and levels of machines of themselves is said by those who show it. The page's are built
into `words.json`, which ships beside it.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import battlemat
from battlemat.kernel.words import BadSentence, names_of
from battlemat.players.levels import LEVELS

PACKAGE = Path(battlemat.__file__).parent
PAGE = PACKAGE / "server" / "static" / "words.json"
_SAID_FIRST = {"say": (0,), "say_with": (0,), "Modifier": (0,), "Ask": (1,), "Level": (1, 2)}
"""Which arguments of a call are sentences."""
_SAID_BY_NAME = {
    "Book": {"about", "glossary"},
    "Cover": {"edition", "length", "difficulty"},
    "replace": {"edition"},
}
"""Named arguments that are sentences: what a pack says of its games."""
_SAID_AS = ("says", "tells")
"""Names of arguments and of fields that hold a sentence."""


def sentences(players: tuple[str, ...] = ("red", "blue")) -> dict[str, list[str]]:
    """All sentences by their English text, with where they stand."""
    found: dict[str, list[str]] = {}
    trees = {file: ast.parse(file.read_text("utf-8")) for file in sorted(PACKAGE.rglob("*.py"))}
    saying = dict(one for tree in trees.values() for one in sayers(tree))
    for file, tree in trees.items():
        where = file.relative_to(PACKAGE.parent).as_posix()
        for line, text in in_module(tree, saying):
            found.setdefault(text, []).append(f"{where}:{line}")
    for player in players:
        found.setdefault(player.capitalize(), []).append("battlemat/kernel/events.py")
    for level in LEVELS:
        found.setdefault(level.name.capitalize(), []).append("battlemat/players/levels.py")
    for key, text in page_sentences().items():
        if not text:
            continue  # said of nothing
        found.setdefault(text, []).append(f"page:{key}")
    return found


def page_sentences(file: Path = PAGE) -> Mapping[str, str]:
    """What the page says, by its own keys; nothing where no page was built."""
    if not file.is_file():
        return {}
    found: Mapping[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


def in_module(tree: ast.Module, saying: Mapping[str, int]) -> Iterator[tuple[int, str]]:
    """The sentences of a module, with their lines; `saying` are functions that say an argument."""
    tables = _tables(tree)
    places = {**{name: (place,) for name, place in saying.items()}, **_SAID_FIRST}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _in_call(node, tables, places)
        elif isinstance(node, ast.ClassDef):
            yield from _in_class(node)


def _in_call(
    node: ast.Call, tables: Mapping[str, ast.expr], places: Mapping[str, tuple[int, ...]]
) -> Iterator[tuple[int, str]]:
    called = node.func.id if isinstance(node.func, ast.Name) else ""
    for place in places.get(called, ()):
        if len(node.args) > place:
            yield from _texts(node.args[place], tables)
    for given in node.keywords:
        # What a verb `says` is a line of the documentation; how it is told is `tells`.
        if (
            given.arg == "tells"
            or (given.arg == "says" and called != "Verb")
            or given.arg in _SAID_BY_NAME.get(called, ())
        ):
            yield from _texts(given.value, tables)


def _in_class(node: ast.ClassDef) -> Iterator[tuple[int, str]]:
    for part in node.body:
        if isinstance(part, ast.Assign) and any(
            isinstance(name, ast.Name) and name.id in _SAID_AS for name in part.targets
        ):
            yield from _texts(part.value, {})


def _texts(node: ast.expr, tables: Mapping[str, ast.expr]) -> Iterator[tuple[int, str]]:
    """The sentences that an expression may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if node.value and _is_sentence(node.value):
            yield node.lineno, node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body, tables)
        yield from _texts(node.orelse, tables)
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        yield from _texts(tables.get(node.value.id, ast.Constant(None)), tables)
    elif isinstance(node, ast.Name) and node.id in tables:
        yield from _texts(tables[node.id], {})
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from _texts(value, tables)
    elif isinstance(node, (ast.Tuple, ast.List)):
        for value in node.elts:
            yield from _texts(value, tables)


def _is_sentence(text: str) -> bool:
    try:
        names_of(text)
    except BadSentence:
        return False
    return True


def _tables(tree: ast.Module) -> dict[str, ast.expr]:
    """What a module calls by a name of its own."""
    found: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            found[node.target.id] = node.value
    return found


def sayers(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Functions of a module that say what they are given, and which of their arguments that is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            said = _said_in(node)
            for place, one in enumerate(node.args.args):
                if one.arg in said:
                    yield node.name, place


def _said_in(node: ast.FunctionDef) -> set[str]:
    calls = (one for one in ast.walk(node) if isinstance(one, ast.Call))
    named = (one for one in calls if isinstance(one.func, ast.Name) and one.func.id == "say_with")
    found = {one.args[0].id for one in named if one.args and isinstance(one.args[0], ast.Name)}
    return found | set(_SAID_AS)
