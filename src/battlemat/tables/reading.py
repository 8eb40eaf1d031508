"""Rules as a page is told them: a book, a board beside a clause, and that board as a game."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from battlemat.kernel.near import did_you_mean
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.scene import as_json
from battlemat.kernel.words import say
from battlemat.reader.book import book
from battlemat.reader.recording import deciding, recorded
from battlemat.reader.shelf import BoardFile, shelf
from battlemat.tables.ledger.rows import GameRow
from battlemat.tables.making import practice_row
from battlemat.tables.problems import Problem


def told_book(rules: Rulebook[Any]) -> dict[str, Any]:
    """A rulebook, chapter by chapter."""
    found = book(rules)
    chapters = [
        {"id": one.id, "title": one.title, "clauses": [_entry(entry) for entry in one.clauses]}
        for one in found.chapters
    ]
    return {"name": found.name, "title": found.title, "chapters": chapters}


def _entry(entry: Any) -> dict[str, Any]:
    told = asdict(entry)
    told["readings"] = entry.readings._asdict() if entry.readings else None
    told["boards"] = [one._asdict() for one in entry.boards]
    told["editions"] = [
        {**one._asdict(), "pieces": [piece._asdict() for piece in one.pieces]}
        for one in entry.editions
    ]
    return told


def told_board(rules: Rulebook[Any], id: str) -> dict[str, Any]:
    """A board beside a clause, recorded: its frames, the decision, and the dice that decide."""
    board = find_board(rules, id)
    shown = recorded(rules, board)
    return {
        "id": board.id,
        "name": board.name,
        "rulebook": rules.name,
        "clauses": list(board.clauses),
        "players": list(shown.players),
        "frames": [_frame(frame) for frame in shown.frames],
        "decision": shown.decision,
        "tries": [one._asdict() for one in shown.tries],
        "dice": [
            {**die._asdict(), "outcomes": [one._asdict() for one in die.outcomes]}
            for die in deciding(rules, board)
        ],
        "scenario": board.text(),
    }


def _frame(frame: Any) -> dict[str, Any]:
    return {
        "step": frame.step,
        "answer": frame.answer,
        "note": frame.note,
        "lines": [{"text": one.text, "clauses": list(one.clauses)} for one in frame.lines],
        "scene": as_json(frame.scene),
        "player": frame.player,
        "asks": frame.asks,
        "because": frame.because,
    }


def find_board(rules: Rulebook[Any], id: str) -> BoardFile:
    """A board of a rulebook, or a 404."""
    boards = shelf(rules.name)
    if id not in boards:
        near = did_you_mean(id[:80], boards, listing=False)
        raise Problem(
            404,
            "unknown-board",
            say("{name} has no board ''{id}''{near}", name=rules.name, id=id[:80], near=near),
        )
    return boards[id]


def board_row(rules: Rulebook[Any], id: str, step: int | None) -> GameRow:
    """A board as a practice game: at its decision, or after so many answers."""
    shown = recorded(rules, find_board(rules, id))
    at = shown.frames[shown.decision].step if step is None else step
    return practice_row(rules, dict(shown.setup), shown.answers[:at], None)
