"""Tables at which lessons are played: how one begins, and how its board stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import say
from battlemat.lessons import desk
from battlemat.tables.ledger.rows import GameRow, Seat
from battlemat.tables.making import practice_row
from battlemat.tables.problems import Problem
from battlemat.tables.table import Table


def lesson_row(rulebook: Rulebook[Any], lesson: str, board: int) -> GameRow:
    """The game of a board: a practice game in its position, whose dice may lie ready."""
    try:
        found, opening = desk.begin(rulebook, lesson, board)
    except desk.NoSuchLesson as error:
        raise Problem(404, "unknown-lesson", str(error)) from None
    row = practice_row(rulebook, opening.setup, opening.texts, None)
    seats = tuple(
        seat if seat.player == found.seat else Seat(seat.player, "machine", "", found.opponent)
        for seat in row.seats
    )
    return replace(row, seats=seats, seed=opening.seed or row.seed)


def stands(table: Table, lesson: str, board: int) -> dict[str, Any]:
    """How a board stands at its table; `back` is counted in steps of the table's game."""
    with table.lock:
        history = table.play.history
        texts = [text for _, text in history.texts]
        begun = history.begun
    try:
        told = desk.standing(table.rulebook, lesson, board, texts[begun:])
    except desk.NoSuchLesson as error:
        raise Problem(404, "unknown-lesson", str(error)) from None
    except BattlematError as error:
        what = say("this game was not begun for that lesson")
        raise Problem(409, "other-lesson", what) from error
    return {**told, "back": told["back"] + begun}
