"""Parts of what is shown of a table, as plain values and JSON text.

Building one changes nothing. All functions that take a table want its lock held. What many viewers
share (the scene, the handles) is turned into text once for each step and kept with the table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

import orjson

from battlemat.kernel.questions import PASS, Choice, Question, Roll
from battlemat.kernel.scene import Handle, Scene, as_json
from battlemat.players.asked import Asked, Cause
from battlemat.players.asked import asked as asked_in_words
from battlemat.server.tables.history import Line, plain
from battlemat.server.tables.seats import is_watcher
from battlemat.server.tables.table import Table
from battlemat.server.tables.told import NAME

LOG_PAGE = 1_000
CHAT_PAGE = 200
"""So many lines of the log, and so much of the chat, are sent with a state."""
LOG_BYTES = 400_000
"""And so many bytes of the log at most: what is left out is asked for, page by page."""
HANDLE_PAGE = 1_000
HANDLE_BYTES = 1_000_000
"""So many options of a question are sent at a time, and so many bytes of them."""
_SURELY_SMALL = 100
_ALL_PAINTED = "all is painted"
_RECENT = 20  # lines of the log among which the cause of a question is looked for


def joined(texts: Mapping[str, str]) -> str:
    """JSON texts by name, as the text of one object."""
    return "{" + ",".join(f'"{name}":{text}' for name, text in texts.items()) + "}"


def dumps(value: Any) -> str:
    """JSON text, short and without characters that would break a stream's lines."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # a key, a number or a letter that the quick encoder cannot have
        return json.dumps(value, separators=(",", ":"), allow_nan=False)


def drawn(value: Any) -> str:
    """The JSON text of a scene, of handles or of shapes: what `as_json` gives, at a thirtieth of
    the cost, because the encoder knows dataclasses.
    """
    try:
        return orjson.dumps(value, default=_plainer).decode()
    except TypeError:  # a key, a number or a letter that the quick encoder cannot have
        return dumps(as_json(value))


_MOST_SHARED = 500
_shared: dict[int, tuple[Any, str]] = {}  # tuples by their identity, each kept with its text


def _drawn_once(value: Any) -> str:
    """The JSON text of a part of a scene; tuples are shared by many scenes and never change."""
    if type(value) is not tuple:
        return drawn(value)
    found = _shared.get(id(value))
    if found is None:
        if len(_shared) >= _MOST_SHARED:
            _shared.clear()
        found = _shared[id(value)] = (value, drawn(value))
    return found[1]


def _plainer(value: Any) -> Any:
    """What the encoder does not know: tuples with names, and other mappings than dictionaries."""
    return list(value) if isinstance(value, tuple) else dict(value)


_names: dict[Any, tuple[str, ...]] = {}


def _fields(value: Any) -> Any:
    kind = type(value)
    names = _names.get(kind)
    if names is None:
        names = _names[kind] = tuple(one.name for one in fields(kind))
    return {name: getattr(value, name) for name in names}


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


def chat(table: Table) -> list[dict[str, Any]]:
    """The newest page of what was said."""
    chat = (told.entry for told in table.told if told.entry.kind == "chat")
    said = [entry for entry in chat if entry.text]  # what was taken back is empty
    return [
        {
            "number": one.number,
            "player": one.player,
            "name": one.extra.get(NAME) or table.names.get(one.player, ""),
            "text": one.text,
            "at": one.at,
            "watcher": is_watcher(one.player),
        }
        for one in said[-CHAT_PAGE:]
    ]


def _kept(table: Table, key: str, make: Callable[[], str]) -> str:
    """What is the same for every viewer of this step, made once."""
    found: str | None = table.scratch.get(key)
    if found is None:
        found = table.scratch[key] = make()
    return found


def scene(table: Table) -> str:
    """The scene of a table, as JSON text."""
    return _kept(table, "scene", lambda: joined(scene_parts(table)))


def scene_parts(table: Table) -> dict[str, str]:
    """The parts of the scene of a table by their names, as JSON text."""
    found: dict[str, str] | None = table.scratch.get("scene parts")
    if found is None:
        whole = _fields(_painted(table))
        found = {name: _drawn_once(value) for name, value in whole.items()}
        table.scratch["scene parts"] = found
    return found


def _painted(table: Table) -> Scene:
    found: Scene | None = table.scratch.get("painted")
    if found is None:
        found = table.scratch["painted"] = table.rulebook.scene(table.history.game.battle)
    return found


def paint(table: Table) -> None:
    """Make all that takes its time of what viewers are shown, before they look."""
    question = table.question
    scene(table)
    if question is not None:
        asked(table, question)
        if table.answerers():
            handles(table)
    table.scratch[_ALL_PAINTED] = True


def is_painted(table: Table) -> bool:
    """Whether showing the table costs next to nothing."""
    return _ALL_PAINTED in table.scratch


def handles(table: Table) -> str:
    """The handles of the options that stand, as JSON text."""
    question = table.question
    return _kept(table, "handles", lambda: drawn(_offered(table, question) if question else []))


def says(table: Table, question: Question) -> dict[str, str]:
    """The question in the sentences that every screen uses; empty where nobody is asked."""
    found: dict[str, str] | None = table.scratch.get("says")
    if found is None:
        found = table.scratch["says"] = _says(table, question)
    return found


def _says(table: Table, question: Question) -> dict[str, str]:
    if not table.answerers():
        return Asked()._asdict()
    log = table.history.log
    recent = log[-_RECENT:]
    aimed = next((one.facts for one in reversed(recent) if one.role == "aims"), None)
    told = next((one.text for one in reversed(recent) if one.role != "price"), "")
    return asked_in_words(_painted(table), question, Cause(aimed, told))._asdict()


def usual(table: Table, question: Question) -> str:
    """The answer that is mostly given in mid-action, as odds assume it; "" if there is none."""
    if not isinstance(question, Choice) or question.optional or not table.answerers():
        return ""
    found: str | None = table.scratch.get("usual")
    if found is None:
        battle = table.history.game.battle
        option = table.rulebook.assume(battle, question)
        found = "" if option is None else table.rulebook.write(battle, option)
        table.scratch["usual"] = found
    return found


def asked(table: Table, question: Question) -> dict[str, Any]:
    """A question, without its options."""
    full = table.rulebook.register.full
    choice = isinstance(question, Choice)
    return {
        "number": table.asked,
        "player": question.player,
        "ask": "choice" if choice else "roll",
        "kind": question.kind if isinstance(question, Choice) else "roll",
        "because": full(question.because),
        "optional": isinstance(question, Choice) and question.optional,
        "says": says(table, question),
        "usual": usual(table, question),
        "about": plain(question.about) if isinstance(question, Choice) else None,
        "more": left_out(table, question),
        "open": isinstance(question, Choice),
        "roll": {"count": question.count, "sides": question.sides}
        if isinstance(question, Roll)
        else None,
    }


def _offered(table: Table, question: Question) -> list[Handle]:
    """How the options that stand are offered: all of them, or the first page of very many."""
    found: list[Handle] | None = table.scratch.get("offered")
    if found is None:
        found = table.scratch["offered"] = offered_from(table, question, 0)
    return found


def offered_from(table: Table, question: Question, after: int) -> list[Handle]:
    """A page of how options are offered, after so many; what can be passed can be on the first."""
    if not isinstance(question, Choice):
        return []
    handle, battle = table.rulebook.handle, table.history.game.battle
    full = table.rulebook.register.full
    options = _in_order(question)[after : after + HANDLE_PAGE]
    found = [handle(battle, question, option) for option in options]
    for one in found:
        one.because = one.because and full(one.because)
    while len(found) > _SURELY_SMALL and (size := len(drawn(found))) > HANDLE_BYTES:
        found = found[: max(_SURELY_SMALL, len(found) * HANDLE_BYTES // size - 1)]
    return found


def _in_order(question: Choice) -> Sequence[Any]:
    listed = question.listed
    if len(listed) > HANDLE_PAGE and PASS in listed[HANDLE_PAGE:]:
        return [PASS, *(option for option in listed if option != PASS)]
    return listed


def left_out(table: Table, question: Question) -> int:
    """How many options of a question are not on the first page."""
    if not isinstance(question, Choice) or not table.answerers():
        return 0
    return len(question.listed) - len(_offered(table, question))


def newest_lines(log: Sequence[Line], before: int) -> list[dict[str, Any]]:
    """The lines of a log just before one of them: a page, in lines and in bytes."""
    found: list[dict[str, Any]] = []
    room = LOG_BYTES
    for one in reversed(log[max(0, before - LOG_PAGE) : before]):
        told = line(one)
        room -= len(dumps(told))
        if room < 0 and found:
            break
        found.append(told)
    return found[::-1]
