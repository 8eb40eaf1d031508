"""Places, directions and entry points as people call them, for whatever is said of them.

A place is told with what lies there, and an entry point by where it lies on the edge of the table:
its letter is for who types.
"""

from __future__ import annotations

from math import isqrt

from battlemat.boards.plane import Area, Part, Point, facing_along
from battlemat.kernel.words import named, say
from battlemat.rulebooks.openfire.state.battle import (
    ABOARD,
    GONE,
    NOBODY,
    PLACES,
    Battle,
    Unit,
)
from battlemat.rulebooks.openfire.state.cards import INCH

BESIDE = 3 * INCH
"""What is so near to a marker lies beside it, in words."""
_COMPASS = ("e", "ne", "n", "nw", "w", "sw", "s", "se")


def place_in_words(battle: Battle, x: int, y: int) -> str:
    """A place with what lies there: "12.5, 8.0, beside East Reactor"."""
    return _with_what_lies_there(battle, f"{x / INCH:.1f}, {y / INCH:.1f}", (x, y))


def way_in_words(battle: Battle, start: Point, end: Point) -> str:
    """Which way somebody went, with what lies at its end: "north-east, beside East Reactor"."""
    if start == end:
        return say("on the spot")
    heading = facing_in_words(facing_along(end[0] - start[0], end[1] - start[1]))
    return _with_what_lies_there(battle, heading, end)


def leap_in_words(start: Point, end: Point) -> str:
    """How far and which way one place lies from another: "2.3 inches north-east"."""
    east, north = end[0] - start[0], end[1] - start[1]
    return say(
        "{far} inches {way}",
        far=f"{isqrt(east * east + north * north) / INCH:.1f}",
        way=facing_in_words(facing_along(east, north)),
    )


def _with_what_lies_there(battle: Battle, place: str, at: Point) -> str:
    marker = _marker_near(battle, at)
    if marker:
        return say("{place}, beside {thing}", place=place, thing=marker)
    ground = _ground(battle, *at)
    return say("{place}, on {thing}", place=place, thing=ground) if ground else place


def _marker_near(battle: Battle, at: Point) -> str:
    near = []
    for number, marker in enumerate(battle.markers):
        if not marker.gone and marker.carrier == NOBODY:
            x, y = battle.objectives_at[number]
            near.append(((x - at[0]) ** 2 + (y - at[1]) ** 2, number))
    far, nearest = min(near, default=(BESIDE**2 + 1, NOBODY))
    return battle.mission.objectives[nearest].name if far <= BESIDE**2 else ""


def _ground(battle: Battle, x: int, y: int) -> str:
    """The piece of terrain or the high ground that a place lies on."""
    things: tuple[Part | Area, ...] = (*battle.plane.parts, *reversed(battle.plane.areas))
    return next((thing.name for thing in things if thing.outline.side_of(x, y) > 0), "")


def facing_in_words(degrees: int) -> str:
    """Where somebody faces, by the nearest of eight directions."""
    return say(
        "{way, select, e {east} ne {north-east} n {north} nw {north-west} w {west} "
        "sw {south-west} s {south} other {south-east}}",
        way=_COMPASS[(degrees + 22) % 360 // 45],
    )


def entry_name(battle: Battle, side: int, name: str) -> str:
    """An entry point by where it lies: "west entry"; with its letter where two lie alike."""
    lies = {id: _edge(battle, (x, y)) for id, x, y in battle.entries[side]}
    where = lies[name]
    said = say(
        "{where, select, e {east entry} ne {north-east entry} n {north entry} "
        "nw {north-west entry} w {west entry} sw {south-west entry} s {south entry} "
        "other {south-east entry}}",
        where=where,
    )
    if list(lies.values()).count(where) == 1:
        return said
    return say("{entry} {letter}", entry=said, letter=name)


def _edge(battle: Battle, at: Point) -> str:
    """The edge that a place is nearest to, and the end of that edge if it lies near one."""
    (x, y), width, height = at, battle.plane.width, battle.plane.height
    along_x = "w" if 3 * x < width else "e" if 3 * x > 2 * width else ""
    along_y = "s" if 3 * y < height else "n" if 3 * y > 2 * height else ""
    if min(x, width - x) < min(y, height - y):
        return along_y + ("w" if 2 * x < width else "e")
    return ("s" if 2 * y < height else "n") + along_x


def sight_in_words(state: str) -> str:
    """How something is seen."""
    return say(
        "{state, select, clear {clear} obstructed {obstructed} other {blocked}}", state=state
    )


def arc_in_words(arc: str) -> str:
    """One of the four arcs of a model."""
    return say("{arc, select, front {front} left {left} right {right} other {rear}}", arc=arc)


def objective_kind(kind: str) -> str:
    """What an objective asks for."""
    return say(
        "{kind, select, control {control} destroy {destroy} access {access} other {recover}}",
        kind=kind,
    )


def keyword_in_words(keyword: str) -> str:
    """What a piece of terrain does to who would cross it."""
    return say(
        "{keyword, select, clear {clear} climbable {climbable} impassable {impassable} "
        "barrier {barrier} other {slow}}",
        keyword=keyword,
    )


def where_in_words(battle: Battle, unit: Unit) -> str:
    """Where a unit is that is not on the table, or that it is there."""
    if unit.place == ABOARD:
        return say("aboard {transport}", transport=battle.units[unit.transport[0]].id)
    if unit.left_in and unit.place != GONE:
        return say("off the table")
    return say(
        "{place, select, reserve {in reserve} table {on the table} other {destroyed}}",
        place=PLACES[unit.place],
    )


def model_in_words(unit: Unit, model: int) -> str:
    """A model by its number and its name."""
    models = unit.card.models
    if not 0 <= model < len(models):
        return unit.name_of(model)  # an answer that is refused is told too
    return named(unit.name_of(model), models[model].name)
