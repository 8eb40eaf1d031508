"""What clients are shown of a table: plain JSON in the shapes of docs/api.md.

Building a view changes nothing. All functions want the table's lock held. What many viewers share
(the scene, the handles) is turned into text once for each step and kept with the table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any

from battlemat.kernel.dice import commitment
from battlemat.kernel.questions import Choice, Question, Roll
from battlemat.kernel.scene import as_json
from battlemat.players.registry import known_as
from battlemat.server.tables.history import Fallen, Line, plain
from battlemat.server.tables.seats import Links, Viewer
from battlemat.server.tables.table import Table
from battlemat.server.tables.told import Ending, Told

LOG_PAGE = 1_000
CHAT_PAGE = 200
"""So many lines of the log, and so much of the chat, are sent with a state."""


def dumps(value: Any) -> str:
    """JSON text, short and without characters that would break a stream's lines."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def drawn(value: Any) -> str:
    """The JSON text of a scene, of handles or of shapes: what `as_json` gives, at a sixth of the
    cost, because the encoder asks only for what it does not know.
    """
    try:
        return json.dumps(value, separators=(",", ":"), allow_nan=False, default=_fields)
    except TypeError:  # a key that JSON cannot have
        return dumps(as_json(value))


_names: dict[Any, tuple[str, ...]] = {}


def _fields(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    kind = type(value)
    names = _names.get(kind)
    if names is None:
        names = _names[kind] = tuple(one.name for one in fields(kind))
    return {name: getattr(value, name) for name in names}


def state(table: Table, who: Viewer, links: Links, *, log: bool) -> str:
    """The state of a table as one viewer sees it, as JSON text."""
    rest = {
        "game": _game(table),
        "you": {"seats": sorted(who.seats), "owner": who.owner},
        "seats": seats(table, who),
        "links": links.of(table, who),
        "number": table.number,
        "step": table.history.step,
        "length": table.history.step,
        "thinking": thinking(table),
        "offer": asdict(table.offer) if table.offer else None,
        "undo": table.undo_for(set(who.seats))[0] if who.seats else "none",
        "result": ending(table.ending),
        "rematch": table.rematch,
        "log": [line(one) for one in table.history.log[-LOG_PAGE:]] if log else None,
        "earlier": max(0, len(table.history.log) - LOG_PAGE) if log else 0,
        "chat": [_chat(table, told) for told in _said(table)[-CHAT_PAGE:]] if log else None,
    }
    shared = f',"scene":{_scene(table)},"question":{_question(table, who)}}}'
    return dumps(rest)[:-1] + shared


def log_page(table: Table, before: int) -> dict[str, Any]:
    """A page of the log: the lines just before line `before`, counted from the first as 0."""
    start = max(0, before - LOG_PAGE)
    lines = table.history.log[start:before]
    return {"earlier": start, "log": [line(one) for one in lines]}


def summary(table: Table, who: Viewer) -> dict[str, Any]:
    """One line of the list of games."""
    return {
        "id": table.id,
        "rulebook": table.rulebook.name,
        "title": table.rulebook.title,
        "created": table.row.created,
        "seats": seats(table, who),
        "number": table.number,
        "over": table.ending is not None,
        "result": ending(table.ending),
        "practice": table.row.practice,
        "your_turn": not table.undecided and any(p in who.seats for p in table.answerers()),
    }


def _game(table: Table) -> dict[str, Any]:
    row, seed = table.row, table.row.seed
    return {
        "id": row.id,
        "rulebook": row.rulebook,
        "title": table.rulebook.title,
        "created": row.created,
        "dice": "server" if seed is not None else "typed",
        "practice": row.practice,
        "parent": row.parent,
        "pace": row.pace,
        "commitment": commitment(seed) if seed is not None else None,
        "seed": seed if table.ending is not None else None,
    }


def seats(table: Table, who: Viewer) -> list[dict[str, Any]]:
    """Who sits where."""
    return [
        {
            "player": seat.player,
            "kind": seat.kind,
            "name": table.names[seat.player] or known_as(seat.machine or ""),
            "machine": known_as(seat.machine) if seat.machine else None,
            "taken": seat.kind == "machine" or seat.player in table.claimed,
            "yours": seat.player in who.seats,
            "policy": table.policies.get(seat.player, "always"),
        }
        for seat in table.row.seats
    ]


def thinking(table: Table) -> dict[str, str] | None:
    """Whose machine is thinking, and since when."""
    if table.thinking is None:
        return None
    return {"player": table.thinking[0], "since": table.thinking[1]}


def ending(end: Ending | None) -> dict[str, Any] | None:
    """How the game ended."""
    return asdict(end) if end else None


def line(one: Line) -> dict[str, Any]:
    """A line of the log."""
    return {
        "number": one.number,
        "step": one.step,
        "kind": one.kind,
        "text": one.text,
        "clauses": list(one.clauses),
        "facts": one.facts or {},
    }


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
        "rolls": [_roll(each) for each in told.fallen],
        "game": one.extra.get("game"),
    }


def _roll(one: Fallen) -> dict[str, Any]:
    return {
        "step": one.step,
        "player": one.player,
        "count": len(one.faces),
        "sides": one.sides,
        "faces": list(one.faces),
        "because": one.because,
    }


def _said(table: Table) -> list[Told]:
    return [told for told in table.told if told.entry.kind == "chat"]


def _chat(table: Table, told: Told) -> dict[str, Any]:
    one = told.entry
    return {
        "number": one.number,
        "player": one.player,
        "name": table.names.get(one.player, ""),
        "text": one.text,
        "at": one.at,
    }


def _kept(table: Table, key: str, make: Callable[[], str]) -> str:
    """What is the same for every viewer of this step, made once."""
    found: str | None = table.scratch.get(key)
    if found is None:
        found = table.scratch[key] = make()
    return found


def _scene(table: Table) -> str:
    battle = table.history.game.battle
    return _kept(table, "scene", lambda: drawn(table.rulebook.scene(battle)))


def _question(table: Table, who: Viewer) -> str:
    question = table.question
    if question is None:
        return "null"
    yours = any(player in who.seats for player in table.answerers())
    rest = dumps(_asked(table, question) | {"yours": yours})
    listed = _kept(table, "handles", lambda: drawn(_handles(table, question))) if yours else "[]"
    return f'{rest[:-1]},"handles":{listed}}}'


def _asked(table: Table, question: Question) -> dict[str, Any]:
    full = table.rulebook.register.full
    choice = isinstance(question, Choice)
    return {
        "number": table.asked,
        "player": question.player,
        "ask": "choice" if choice else "roll",
        "kind": question.kind if isinstance(question, Choice) else "roll",
        "because": full(question.because),
        "optional": isinstance(question, Choice) and question.optional,
        "about": plain(question.about) if isinstance(question, Choice) else None,
        "open": isinstance(question, Choice) and not isinstance(question.options, (list, tuple)),
        "roll": {"count": question.count, "sides": question.sides}
        if isinstance(question, Roll)
        else None,
    }


def _handles(table: Table, question: Question) -> list[Any]:
    if not isinstance(question, Choice):
        return []
    rulebook, battle = table.rulebook, table.history.game.battle
    found = []
    for option in question.listed:
        handle = rulebook.handle(battle, question, option)
        if handle.because:
            handle.because = rulebook.register.full(handle.because)
        # The text of a gesture has gaps for a screen to fill; the option's own text has none.
        whole = rulebook.write(battle, option) if handle.gesture else handle.text
        found.append({**_fields(handle), "answer": whole})
    return found


def position(table: Table, step: int) -> str:
    """The position after `step` answers, as JSON text."""
    history, register = table.history, table.rulebook.register
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
    rest = {"step": step, "length": history.step, "last": last, "question": question}
    return f'{dumps(rest)[:-1]},"scene":{drawn(table.rulebook.scene(game.battle))}}}'
