"""Setups with something changed: a stat, a number of the mission, an optional rule.

A path names what is changed, part by part: `units.toland.stats.arm`. A part of a list is named by
its id, its kind or its name, by its number from 0, or `*` for all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.rulebook import Setup
from battlemat.lab.squads import squads, unit_kind

SWITCH = "switch:"
"""Begins the name of an optional rule, which is on or off."""


class BadPath(BattlematError):
    """A path that leads nowhere."""


def read_value(text: str) -> Any:
    """A number or another plain value as JSON has it, or else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def changed(setup: Setup, path: str, text: str, *, side: str | None = None) -> dict[str, Any]:
    """The same setup with another value at a path, which starts at a side's squad if one is given.

    `BadPath` says which part of the path is not there, and what is.
    """
    twin: dict[str, Any] = deepcopy(dict(setup))
    if path.startswith(SWITCH):
        _switch(twin, path.removeprefix(SWITCH), text)
        return twin
    start: Any = twin if side is None else squads(twin).get(side)
    if start is None:
        raise BadPath(f"{path}: this setup has no squads")
    *parts, last = path.split(".")
    for place in _places(start, parts, path):
        _put(place, last, read_value(text), path)
    return twin


def _switch(setup: dict[str, Any], name: str, text: str) -> None:
    if "switches" not in setup:
        raise BadPath(f"{SWITCH}{name}: this rulebook has no optional rules to switch")
    if text not in ("on", "off"):
        raise BadPath(f"{SWITCH}{name}: 'on' or 'off' is wanted, not '{text}'")
    others = [one for one in setup["switches"] if one != name]
    setup["switches"] = [*others, name] if text == "on" else others


def _places(start: Any, parts: list[str], path: str) -> list[Any]:
    """Everything that the parts of a path lead to."""
    places = [start]
    for part in parts:
        places = [inner for place in places for inner in _inside(place, part, path)]
    return places


def _inside(place: Any, part: str, path: str) -> list[Any]:
    if isinstance(place, Mapping):
        if part == "*":
            return list(place.values())
        if part not in place:
            raise BadPath(f"{path}: there is no '{part}'{did_you_mean(part, list(place))}")
        return [place[part]]
    if isinstance(place, list):
        if part == "*":
            return place
        found = [one for n, one in enumerate(place) if part in _names(one, n)]
        if not found:
            known = sorted({name for n, one in enumerate(place) for name in _names(one, n)})
            raise BadPath(f"{path}: there is no '{part}'{did_you_mean(part, known)}")
        return found
    raise BadPath(f"{path}: '{part}' is looked for in what has no parts")


def _names(one: Any, number: int) -> set[str]:
    """What a part of a list is called."""
    if not isinstance(one, Mapping):
        return {str(number), str(one)}
    named = {str(one[key]) for key in ("id", "name") if key in one}
    return named | {str(number)} | ({unit_kind(one)} if "id" in one else set())


def _put(place: Any, last: str, value: Any, path: str) -> None:
    if isinstance(place, dict):
        place[last] = value  # what may stand there the rulebook says when it starts
    elif isinstance(place, list) and last.isdecimal() and int(last) < len(place):
        place[int(last)] = value
    else:
        raise BadPath(f"{path}: nothing can be put at '{last}'")
