"""A puzzle as the text of its file; reading it gives the same puzzle."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from battlemat.packs.solving.puzzles import ACTIVATION, Goal, Puzzle, Rated


def puzzle_text(puzzle: Puzzle) -> str:
    """The text of a puzzle's file."""
    return "\n".join(_lines(puzzle)) + "\n"


def _lines(puzzle: Puzzle) -> Iterator[str]:
    yield "kind: puzzle"
    yield f"id: {puzzle.id}"
    if puzzle.name:
        yield f"name: {json.dumps(puzzle.name, ensure_ascii=False)}"
    if puzzle.about:
        yield f"about: {json.dumps(puzzle.about, ensure_ascii=False)}"
    yield f"rulebook: {puzzle.rulebook}"
    yield f"version: {puzzle.version}"
    yield f"type: {puzzle.type}"
    yield f"side: {puzzle.side}"
    yield f"goal: {_goal(puzzle.goal)}"
    yield f"difficulty: {puzzle.difficulty}"
    yield f"themes: [{', '.join(puzzle.themes)}]"
    yield "best:"
    yield from (f"  - {_rated(one)}" for one in puzzle.best)
    yield f"next: {_rated(puzzle.next)}"
    if puzzle.others:
        yield "others:"
        yield from (f"  - {_rated(one)}" for one in puzzle.others)
    if puzzle.interval is not None:
        lead, low, high, pairs = puzzle.interval
        parts = f"lead: {_per_cent(lead)}, low: {_per_cent(low)}, high: {_per_cent(high)}"
        yield f"lead: {{{parts}, pairs: {pairs}}}"
    if puzzle.drawn is not None:
        yield "scenario:"
        yield from _drawn(puzzle.drawn)
    elif puzzle.game is not None:
        chosen = ", ".join(f"{key}: {json.dumps(one)}" for key, one in puzzle.game.items())
        yield f"game: {{{chosen}}}"
    else:
        yield f"setup: {json.dumps(puzzle.setup, ensure_ascii=False, sort_keys=True)}"
    yield f"digest: {json.dumps(puzzle.digest)}"
    if puzzle.answers or puzzle.drawn is None:
        yield "answers: |"
        yield from ("  " + text for text in puzzle.answers)


def _drawn(position: Mapping[str, Any]) -> Iterator[str]:
    """A position as one writes it by hand: the map drawn, a line for each unit."""
    for key, value in position.items():
        if isinstance(value, str) and "\n" in value:
            yield f"  {key}: |"
            yield from ("    " + line for line in value.splitlines())
        elif isinstance(value, Mapping) and any(isinstance(one, Mapping) for one in value.values()):
            yield f"  {key}:"
            yield from (f"    {name}: {_flow(one)}" for name, one in value.items())
        else:
            yield f"  {key}: {_flow(value)}"


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow(key)}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.casefold() not in _NO_WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)


_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9/_-]*")
_NO_WORDS = ("y", "n", "yes", "no", "on", "off", "true", "false", "null")
"""What YAML takes for something else than a text."""


def _goal(goal: Goal) -> str:
    parts = [f"kind: {goal.kind}"]
    if goal.units:
        parts.append(f"units: [{', '.join(goal.units)}]")
    if goal.number != 1:
        parts.append(f"number: {goal.number}")
    if goal.place:
        parts.append(f"place: {goal.place}")
    if goal.until != ACTIVATION:
        parts.append(f"until: {goal.until}")
    return "{" + ", ".join(parts) + "}"


def _rated(one: Rated) -> str:
    return f"{{answer: {json.dumps(one.answer)}, chance: {_per_cent(one.chance)}}}"


def _per_cent(chance: float) -> str:
    return f"{100 * chance:.2f}%"
