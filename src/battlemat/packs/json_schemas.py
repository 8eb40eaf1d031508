"""JSON Schemas of content files, made from the checks that read them, for editors.

An editor completes keys and words with them and marks what has no such shape. What one part of a
file says of another stays with `battlemat check`.
"""

from __future__ import annotations

from typing import Any

from battlemat.packs import registry, shapes
from battlemat.packs.campaigns.files import CAMPAIGN, KIND
from battlemat.packs.expectations import WORDS
from battlemat.packs.problems import Problem, WrongChoice, nearest
from battlemat.packs.scenarios import COMMON, CONTENT, PLAYED
from battlemat.packs.schema import shape_of
from battlemat.packs.shapes import Definitions, Shape
from battlemat.packs.solving.puzzles import KIND as SOLVED
from battlemat.packs.solving.puzzles import PUZZLE
from battlemat.packs.teaching.guides import GUIDE
from battlemat.packs.teaching.lessons import KIND as TAUGHT
from battlemat.packs.teaching.lessons import LESSON

SCENARIO, GUIDED = "scenario", "guide"


def kinds(rulebook: str) -> tuple[str, ...]:
    """The kinds of files that a rulebook has."""
    readers = registry.pack_of(rulebook).readers()
    return (*readers.kinds(rulebook), SCENARIO, GUIDED, TAUGHT, KIND, SOLVED)


def json_schema(rulebook: str, kind: str) -> dict[str, Any]:
    """The schema of a kind of file; `WrongChoice` names the kinds that there are."""
    if kind not in kinds(rulebook):
        what = f"{rulebook} has no files of this kind{nearest(kind, kinds(rulebook))}"
        raise WrongChoice([Problem(f"kind '{kind}'", 0, "", what)])
    definitions: Definitions = {}
    if kind == SCENARIO:
        shape = _scenario(rulebook, definitions)
    elif kind == GUIDED:
        shape = shape_of(GUIDE, definitions)
    elif kind == TAUGHT:
        shape = shape_of(LESSON, definitions)
    elif kind == KIND:
        shape = shape_of(CAMPAIGN, definitions)
    elif kind == SOLVED:
        shape = shape_of(PUZZLE, definitions)
    else:
        shape = shape_of(registry.pack_of(rulebook).readers().kinds(rulebook)[kind], definitions)
    head = {"$schema": shapes.DIALECT, "title": f"{rulebook} {kind}"}
    return {**head, **shape, **({"definitions": definitions} if definitions else {})}


_WORD = shapes.words("a text")
_SCENARIO: dict[str, Shape] = {
    "kind": {"enum": [SCENARIO]},
    "name": _WORD,
    "text": _WORD,
    "note": _WORD,
    "setup": {"type": "object"},
    "readings": {"type": ["object", "null"], "additionalProperties": {"enum": ["print", "intent"]}},
    "dice": {"type": ["string", "integer", "array", "null"]},
    "content": {"type": "object"},
    "faults": {"type": ["array", "string", "null"]},
}
_ANSWERS: Shape = {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]}


def _scenario(rulebook: str, definitions: Definitions) -> Shape:
    """The keys of any scenario beside those of the rulebook's positions."""
    positions = registry.pack_of(rulebook).readers().positions
    own = {key: shape_of(one, definitions) for key, one in positions.checks(rulebook).items()}
    facts = {word: _expected(word) for word in (*WORDS, *positions.facts)}
    definitions["expect"] = shapes.mapping(facts, ())
    expect: Shape = {"$ref": "#/definitions/expect"}
    played = {"do": _ANSWERS, "dice": _SCENARIO["dice"], "expect": expect, "note": _WORD}
    step = shapes.mapping({key: played[key] for key in PLAYED}, ())
    told = {
        **_SCENARIO,
        "rulebook": {"enum": [rulebook]},
        "expect": expect,
        "play": {"type": ["array", "null"], "items": shapes.any_of(step, {"type": "string"})},
    }
    fields = {key: told[key] for key in COMMON}
    fields |= {key: own.get(key, {}) for key in positions.keys}
    content = {key: told[key] for key in CONTENT}
    return shapes.any_of(
        shapes.mapping(fields, ("rulebook",)), shapes.mapping(content, ("rulebook", "content"))
    )


def _expected(word: str) -> Shape:
    return _ANSWERS if word in ("offers", "withholds") else {}
