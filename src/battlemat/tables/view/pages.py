"""Pages of what a table tells: lines of the log, words that were said, options, entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlemat.tables.ledger.talk import NAME
from battlemat.tables.play.history import Fallen, Line
from battlemat.tables.play.match import Match
from battlemat.tables.seats.viewers import is_watcher
from battlemat.tables.view.json_text import Writer

LOG_PAGE = 1_000
CHAT_PAGE = 200
"""So many lines of the log, and so much of the chat, are sent with a state."""
LOG_BYTES = 400_000
"""And so many bytes of the log at most: what is left out is asked for, page by page."""


def line(one: Line) -> dict[str, Any]:
    """A line of the log."""
    return {
        "number": one.number,
        "step": one.step,
        "act": one.act,
        "kind": one.kind,
        "role": one.role,
        "text": one.text,
        "clauses": list(one.clauses),
        "facts": one.facts or {},
    }


def roll(one: Fallen) -> dict[str, Any]:
    """Dice that fell."""
    return {
        "step": one.step,
        "player": one.player,
        "count": len(one.faces),
        "sides": one.sides,
        "faces": list(one.faces),
        "because": one.because,
    }


def chat(play: Match) -> list[dict[str, Any]]:
    """The newest page of what was said."""
    said = [told.entry for told in play.told if told.is_said and told.entry.text]
    return [  # what was taken back is empty
        {
            "number": one.number,
            "player": one.player,
            "name": one.extra.get(NAME) or play.names.get(one.player, ""),
            "text": one.text,
            "at": one.at,
            "watcher": is_watcher(one.player),
        }
        for one in said[-CHAT_PAGE:]
    ]


def newest_lines(log: Sequence[Line], before: int, write: Writer) -> list[dict[str, Any]]:
    """The lines of a log just before one of them: a page, in lines and in bytes."""
    found: list[dict[str, Any]] = []
    room = LOG_BYTES
    for one in reversed(log[max(0, before - LOG_PAGE) : before]):
        told = line(one)
        room -= len(write.plain(told))
        if room < 0 and found:
            break
        found.append(told)
    return found[::-1]
