"""Drafts: squads that are being built, the changes that are made to them, and their files.

A draft is the plain value of the file that will be saved (`packs.building`). A change is a small
value too, so that pages, terminals and tests make the same ones.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Literal, NamedTuple, TypeAlias

import yaml

from battlemat.kernel.errors import Misuse
from battlemat.kernel.words import say
from battlemat.packs.building.values import Building, Value
from battlemat.packs.problems import ContentError, Path, Problem, nearest, write_path
from battlemat.packs.registry import BY_NAME
from battlemat.packs.shipped import NO_FOLDER
from battlemat.packs.yaml_source import Source, read_text

Doing: TypeAlias = Literal["set", "add", "drop"]
MOST_ENTRIES = 200
"""Entries of a draft that anybody looks at; a file may say that it has more, and is told so."""

_SHORT = {"units": "unit", "weapons": "weapon"}
"""What a bare word in a list stands for: `- rifle` is `- {weapon: rifle}`."""


class Change(NamedTuple):
    """One step of building: set what stands at a path, add to a list there, or drop it."""

    do: Doing
    path: Path
    value: Any = None


def apply(value: Value, change: Change) -> Value:
    """The draft after a change; the one before stays as it was. `Misuse` if there is no place."""
    made = deepcopy(value)
    holder: Any = made
    for n, key in enumerate(change.path[:-1]):
        holder = _inner(holder, key, change.path[: n + 1])
    key = change.path[-1]
    if change.do == "add":
        listed = _inner(holder, key, change.path, [])
        if not isinstance(listed, list):
            raise _no_place(change.path)
        listed.append(deepcopy(change.value))
    elif change.do == "drop":
        _drop(holder, key, change.path)
    else:
        _set(holder, key, change)
    return made


def _set(holder: Any, key: Any, change: Change) -> None:
    in_list = isinstance(holder, list) and isinstance(key, int) and 0 <= key < len(holder)
    if not in_list and not (isinstance(holder, dict) and isinstance(key, str)):
        raise _no_place(change.path)
    holder[key] = deepcopy(change.value)


def _inner(holder: Any, key: str | int, path: Path, empty: Any = None) -> Any:
    """What stands under a key, made where it can be: a bare word of a list becomes a mapping."""
    if isinstance(holder, list) and isinstance(key, int) and 0 <= key < len(holder):
        if isinstance(holder[key], str) and len(path) > 1 and path[-2] in _SHORT:
            holder[key] = {_SHORT[str(path[-2])]: holder[key]}
        return holder[key]
    if isinstance(holder, dict) and isinstance(key, str):
        return holder.setdefault(key, {} if empty is None else empty)
    raise _no_place(path)


def _drop(holder: Any, key: str | int, path: Path) -> None:
    there = isinstance(holder, list) and isinstance(key, int) and 0 <= key < len(holder)
    if there or (isinstance(holder, dict) and key in holder):
        del holder[key]
    elif not isinstance(holder, dict):
        raise _no_place(path)


def _no_place(path: Path) -> Misuse:
    return Misuse(
        say("the squad has nothing at ''{path}'' that could be changed", path=write_path(path))
    )


# ------------------------------------------------------------------ files


def read(text: str, rulebook: str | None = None) -> tuple[str, Value]:
    """The rulebook and the draft in the text of a squad file, legal or not.

    `ContentError` if it is no squad file at all, or one for another rulebook than `rulebook`.
    """
    source = read_text(text, "your file")
    value = source.value
    if not isinstance(value, dict):
        raise ContentError([source.problem((), "this is no squad, force or army file")])
    named = _rulebook_of(source, rulebook)
    fielded = BY_NAME[named].fielded
    kind = value.get("kind", fielded)
    if kind != fielded:
        what = f"this is a {kind}; the file of a {fielded} is wanted"
        raise ContentError([source.problem(("kind",), what)])
    entries = value.get(building(named).entries)
    if isinstance(entries, list) and len(entries) > MOST_ENTRIES:
        what = f"{len(entries)} entries; at most {MOST_ENTRIES} are looked at"
        raise ContentError([source.problem((building(named).entries,), what)])
    return named, {**value, "rulebook": named}


def _rulebook_of(source: Source, wanted: str | None) -> str:
    said = source.value.get("rulebook")
    named = said if isinstance(said, list) else [said]
    known = [one for one in named if one in BY_NAME]
    if not known:
        what = f"'{said}' is no rulebook here{nearest(str(said), BY_NAME)}"
        raise ContentError([source.problem(("rulebook",), what)])
    if wanted is not None and wanted not in known:
        what = f"this file is for {', '.join(map(str, known))}, not for {wanted}"
        raise ContentError([source.problem(("rulebook",), what)])
    return wanted or str(known[0])


def write(value: Value) -> str:
    """The text of a draft's file, which `read` reads again to the same value."""
    text: str = yaml.safe_dump(
        value, sort_keys=False, allow_unicode=True, default_flow_style=None, width=96
    )
    return text


def building(rulebook: str, folder: Any = NO_FOLDER) -> Building:
    """What builds for a rulebook; `Misuse` where nothing does. Paths start from `folder`."""
    if rulebook not in BY_NAME:
        raise Misuse(
            say(
                "there is no rulebook ''{rulebook}''{hint}",
                rulebook=rulebook,
                hint=nearest(rulebook, BY_NAME),
            )
        )
    build = BY_NAME[rulebook].readers().building
    if build is None:
        raise ContentError([Problem(rulebook, 0, "", "nothing can be built for this rulebook")])
    return build(rulebook, folder)
