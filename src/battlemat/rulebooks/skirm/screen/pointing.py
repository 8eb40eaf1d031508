"""What a ruler can be laid to: units, squares, objectives and markers.

Names are those of the scene and of answers. Where a name stands between two spaces, as in a
scenario, a dash does for a space: `objective-relay`. A unit's id goes before a square of the same
name, so `B1` is the unit and `b1` the square.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import NamedTuple

from battlemat.boards.squares import Board, MapError
from battlemat.kernel.errors import NoSuchThing, NotOnTable
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.scene import pointed
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.state.battle import CARRIED, OUT, Battle, Unit
from battlemat.rulebooks.skirm.state.mission import Objective

LONGEST = 200
"""How long a name may be; no number in it is then too long to be read."""


class Thing(NamedTuple):
    """One end of a ruler: what it is called, where it is, and what stands there by that name."""

    name: str
    square: int
    unit: Unit | None = None
    objective: Objective | None = None


def find(battle: Battle, name: str) -> Thing:
    """What a name stands for, or `NoSuchThing` with what it could have been."""
    text = name.strip()
    if len(text) > LONGEST:
        raise NoSuchThing(say("nothing on the map has a name that long"))
    for unit in battle.units:
        if unit.id == text:
            return _unit(unit)
    square = _square(battle.field.board, text)
    if square is not None:
        return Thing(battle.field.board.name(square), square)
    wanted = _plain(text)
    for unit in battle.units:
        if unit.id.casefold() == wanted:
            return _unit(unit)
    names = dict(_named(battle))
    if wanted in names:
        return names[wanted]
    known = [*(unit.id for unit in battle.on_map()), *names]
    hint = did_you_mean(wanted, known, listing=False)
    hint = hint or say("; name a unit (R1), a square (c4) or a marker")
    raise NoSuchThing(say("there is no ''{name}'' on the map{hint}", name=text, hint=hint))


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").split())


def _unit(unit: Unit) -> Thing:
    if unit.square < 0:
        out = unit.state == OUT
        raise NotOnTable(
            say("{unit} is not on the map (Out)", unit=unit.id)
            if out
            else say("{unit} is not on the map (not placed yet)", unit=unit.id)
        )
    return Thing(unit.id, unit.square, unit)


def _square(board: Board, text: str) -> int | None:
    """The square of a name or of a point on the screen; None if it is neither."""
    point = pointed(text)
    if point is not None:
        x, y = point
        if not (0 <= x < board.width and 0 <= y < board.height):
            raise NoSuchThing(
                say(
                    "{point} lies beyond the edge of the map, which has {width} by {height} "
                    "squares",
                    point=text,
                    width=board.width,
                    height=board.height,
                )
            )
        return board.at(floor(x), floor(y))
    if text != text.lower():
        return None
    try:
        return board.square(text)
    except MapError:
        return None


def _named(battle: Battle) -> Iterator[tuple[str, Thing]]:
    """Markers and objectives by all their names; objectives go before markers."""
    mission = battle.mission
    for marker, place in zip(mission.markers, battle.markers, strict=True):
        square = battle.units[CARRIED - place].square if place <= CARRIED else place
        for name in (marker.name, marker.id, f"marker {marker.id}"):
            if square >= 0:
                yield _plain(name), Thing(marker.name, square)
    for one in mission.objectives:
        for name in (one.name, one.id, f"objective {one.id}"):
            yield _plain(name), Thing(one.name, one.square, objective=one)
