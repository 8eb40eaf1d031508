"""What clients are shown of a game: plain JSON in the shapes of docs/api.md.

Building a view changes nothing. Functions that take a table want its lock held.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

from battlemat.kernel.dice import commitment
from battlemat.kernel.questions import Choice
from battlemat.players.registry import known_as
from battlemat.tables.ledger.agreements import GAME
from battlemat.tables.ledger.talk import NAME
from battlemat.tables.ledger.told import Told
from battlemat.tables.play.clocks import face
from battlemat.tables.play.match import Ending
from battlemat.tables.seats.links import Links
from battlemat.tables.seats.viewers import (
    Viewer,
    hints_given,
    opened_by_all,
    others_than,
    watcher,
    watchers_write,
)
from battlemat.tables.table import Table
from battlemat.tables.view.board import Board, board_of, key_of
from battlemat.tables.view.pages import line, newest_lines, roll
from battlemat.tables.view.shown import Shown


def state(table: Table, who: Viewer, links: Links, *, log: bool) -> Shown:
    """The state of a live table as one viewer sees it."""
    board = board_of(table, [who.seats], log=log)
    shown = show(board, who, links, thinking=thinking(table), at=table.keeper.now())
    return replace(shown, pieces=table.view.scene_parts)


def show(
    board: Board,
    who: Viewer,
    links: Links,
    *,
    at: str,
    thinking: dict[str, str] | None = None,
) -> Shown:
    """What can be shown of a game as one viewer sees it; `at` is the time."""
    stands = board.snapshot
    plain = {
        "game": _game(board),
        "you": {"seats": sorted(who.seats), "owner": who.owner},
        "seats": seats(board, who),
        "links": links.of(board, who),
        "number": stands.number,
        "step": stands.step,
        "length": stands.step,
        "thinking": thinking,
        "offer": stands.offer,
        "undo": stands.undo[key_of(who.seats)] if who.seats else "none",
        "result": stands.result,
        "rematch": stands.rematch,
        "earlier": stands.earlier,
        "clock": face(stands.clock, at),
        "watchers": _watchers(board, who),
        "hints": _hints(board, who),
        "gallery": _gallery(board),
    }
    texts = {
        "log": stands.log,
        "chat": stands.chat,
        "scene": stands.scene,
        "question": _question(board, who),
    }
    return Shown(board.writer, plain, texts)


def _watchers(board: Board, who: Viewer) -> dict[str, Any]:
    allowing = board.snapshot.allowing
    you = watcher(board.id, who.holder) if who.holder and not who.seats else None
    return {"write": watchers_write(board, allowing), "allowed_by": allowing, "you": you}


def _gallery(board: Board) -> dict[str, Any]:
    showing = board.snapshot.showing
    return {"open": opened_by_all(board, showing), "opened_by": showing}


def _hints(board: Board, who: Viewer) -> dict[str, Any]:
    agreeing, others = board.snapshot.hinting, bool(others_than(board, who))
    given = bool(who.seats) and hints_given(board, who, agreeing)
    return {"given": given, "agreed_by": agreeing, "by_agreement": others}


def _question(board: Board, who: Viewer) -> str:
    stands = board.snapshot
    if stands.question is None:
        return "null"
    yours = any(player in who.seats for player in stands.answerers)
    armed = stands.question["armed"] if yours else []
    rest = board.writer.plain(stands.question | {"yours": yours, "armed": armed})
    return f'{rest[:-1]},"handles":{stands.handles if yours else "[]"}}}'


def log_page(table: Table, before: int) -> dict[str, Any]:
    """A page of the log: the lines just before line `before`, counted from the first as 0."""
    log = table.play.history.log
    before = min(before, len(log))
    lines = newest_lines(log, before, table.writer)
    return {"earlier": before - len(lines), "log": lines}


def options(table: Table, who: Viewer, after: int) -> dict[str, Any]:
    """A page of the options that stand, for whoever may answer."""
    play, question = table.play, table.play.question
    asked = question is not None and any(player in who.seats for player in play.answerers())
    if question is None or not asked or not isinstance(question, Choice):
        return {"number": play.asked, "handles": [], "more": 0}
    found = table.view.offered_from(question, after)
    more = max(0, len(question.listed) - after - len(found))
    return {"number": play.asked, "handles": found, "more": more}


def summary(board: Board, who: Viewer) -> dict[str, Any]:
    """One line of the list of games."""
    stands = board.snapshot
    mine = any(player in who.seats for player in stands.answerers)
    shown = json.loads(stands.scene)
    return {
        "id": board.id,
        "rulebook": board.row.rulebook,
        "title": board.title,
        "created": board.row.created,
        "seats": seats(board, who),
        "number": stands.number,
        "over": stands.result is not None,
        "result": stands.result,
        "practice": board.row.practice,
        "your_turn": mine and not stands.undecided,
        "mission": shown["subtitle"] or shown["title"],
        "status": shown["status"],
    }


def _game(board: Board) -> dict[str, Any]:
    row, seed = board.row, board.row.seed
    return {
        "id": row.id,
        "rulebook": row.rulebook,
        "title": board.title,
        "created": row.created,
        "dice": "server" if seed is not None else "typed",
        "practice": row.practice,
        "parent": row.parent,
        "pace": row.pace,
        "commitment": commitment(seed) if seed is not None else None,
        "seed": seed if board.snapshot.result is not None else None,
        "awaits": board.snapshot.awaited,
        "mixes": board.snapshot.mixes,
    }


def seats(board: Board, who: Viewer) -> list[dict[str, Any]]:
    """Who sits where."""
    stands = board.snapshot
    return [
        {
            "player": seat.player,
            "kind": seat.kind,
            "name": stands.names[seat.player] or known_as(seat.machine or ""),
            "machine": known_as(seat.machine) if seat.machine else None,
            "taken": seat.kind == "machine" or seat.player in board.claimed,
            "yours": seat.player in who.seats,
            "policy": stands.policies.get(seat.player, "always"),
        }
        for seat in board.row.seats
    ]


def thinking(table: Table) -> dict[str, str] | None:
    """Whose machine is thinking, and since when."""
    if table.thinking is None:
        return None
    return {"player": table.thinking[0], "since": table.thinking[1]}


def ending(end: Ending | None) -> dict[str, Any] | None:
    """How the game ended."""
    return asdict(end) if end else None


def entry(told: Told) -> dict[str, Any]:
    """An entry of the ledger, with what it brought."""
    one = told.entry
    return {
        "number": one.number,
        "kind": one.kind,
        "player": one.player,
        "by": one.by,
        "text": one.text,
        "question": one.question,
        "step": told.step,
        "at": one.at,
        "lines": [line(each) for each in told.lines],
        "rolls": [roll(each) for each in told.fallen],
        "game": one.extra.get(GAME),
        "name": one.extra.get(NAME),
    }


def position(table: Table, step: int) -> str:
    """The position after `step` answers, as JSON text."""
    history, register, write = table.play.history, table.rulebook.register, table.writer
    game = history.at(step)
    last = None
    if step:
        player, text = history.texts[step - 1]
        last = {"player": player, "text": text, "roll": any(f.step == step for f in history.fallen)}
    asked = game.question
    question = asked and {
        "player": asked.player,
        "kind": asked.kind if isinstance(asked, Choice) else "roll",
        "because": register.full(asked.because),
    }
    rolls = [roll(one) for one in history.fallen if one.step == step]
    rest = {
        "step": step,
        "length": history.step,
        "last": last,
        "question": question,
        "rolls": rolls,
    }
    scene = write.drawn(table.rulebook.scene(game.battle))
    return f'{write.plain(rest)[:-1]},"scene":{scene}}}'
