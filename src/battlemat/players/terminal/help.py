"""What can be typed, with examples from the very table that somebody sits at.

Every example can be typed as it stands: units, options and clauses are those of this question.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from battlemat.drawing.looks import troops
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Roll
from battlemat.kernel.words import say
from battlemat.players.terminal.menu import Entry

_WIDEST = 36  # an example that is longer has its words on the next line
_PAIR = 40  # where the second of a pair begins


class Row(NamedTuple):
    """Something that can be typed, and what it does; `answers` if it is an answer."""

    typed: str
    does: str
    answers: bool = False


def rows(game: Game[Any], entries: Sequence[Entry]) -> list[Row]:
    """All that can be typed at the question that stands."""
    found = _answers(game, entries)
    found += _about_units(game)
    register = game.rulebook.register
    because = game.question.because if game.question is not None else ""
    clause = register.find(because)
    if clause is not None:
        found.append(Row(f"? {clause.id}", say("explains a clause by its id")))
        word = clause.title.split()[0].casefold()
        found.append(Row(f"? {word}", say("finds clauses with that word")))
    return found + _always()


def _always() -> list[Row]:
    """What can be typed at every question."""
    return [
        Row("ground", say("names the ground")),
        Row("board", say("draws the board")),
        Row("list", say("shows the question again")),
        Row("undo", say("takes back your last choice")),
        Row("log", say("all that happened so far")),
        Row("save", say("or 'save FILE': keeps the game")),
        Row("?", say("the clause of this question")),
        Row("quit", say("ends here; offers to save")),
    ]


def _answers(game: Game[Any], entries: Sequence[Entry]) -> list[Row]:
    question = game.question
    if isinstance(question, Roll):
        faces = " ".join(str(1 + number % question.sides) for number in range(question.count))
        return [Row(faces, say("what the dice show"), answers=True)]
    if not entries:
        return []
    attacks = [entry for entry in entries if entry.odds]
    entry = min(attacks or entries, key=lambda one: len(one.text))
    number = str(entry.number)
    return [
        Row(number, say("takes that option"), answers=True),
        Row(entry.text, say("does the same thing"), answers=True),
        Row(f"odds {number}", say("its exact odds; its text works as well")),
        Row(f"odds {number}; {entry.text}", say("the odds of a plan, step by step")),
        Row(f"why {entry.text}", say("whether that is legal, and why not")),
        Row(f"preview {number}", say("marks what it would cover")),
        Row("hint", say("what to do, and why")),
        Row("auto", say("does what 'hint' says"), answers=True),
    ]


def _about_units(game: Game[Any]) -> list[Row]:
    units = troops(game.rulebook.scene(game.battle))
    if not units:
        return []
    first = next((one for one in units if one.head.active), units[0])
    other = next((one for one in units if one.head.side != first.head.side), units[-1])
    return [
        Row(f"preview {first.id}", say("what it reaches, sees and threatens")),
        Row(f"card {first.id}", say("its card")),
        Row(f"measure {first.id} {other.id}", say("distance, sight, cover; also places")),
    ]


def help_text(game: Game[Any], entries: Sequence[Entry]) -> str:
    """The rows, one under another; what is short and always the same stands in pairs."""
    always = _always()
    found = [row for row in rows(game, entries) if row not in always]
    wide = min(_WIDEST, max((len(row.typed) for row in found), default=0)) + 2
    lines = []
    for typed, does, _ in found:
        if len(typed) >= wide:
            lines.append(typed)
            typed = ""
        lines.append(f"{typed:<{wide}}{does}")
    short = [f"{typed:<8}{does}" for typed, does, _ in always]
    pairs = zip_longest(short[::2], short[1::2], fillvalue="")
    lines += [f"{left:<{_PAIR}}{right}".rstrip() for left, right in pairs]
    return "\n".join(lines) + "\n"
