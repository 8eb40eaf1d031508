"""Lines of sight as they are told and drawn: the result, what is in the way, and where.

What is seen is settled in `sight`; here it gets its words and lines. The kinds of a line are
sight-clear, sight-obstructed and sight-blocked, and a `cut` marks where terrain begins to be in the
way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battlemat.boards.plane import (
    BLOCKED,
    CLEAR,
    OBSTRUCTED,
    Part,
    Plane,
    Sight,
    Stand,
    inside_spans,
    look,
)
from battlemat.kernel.scene import Fact, Point, Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.sight import SIGHT_CLAUSES, best_viewer, unobscured
from battlemat.rulebooks.openfire.screen.pointing import POINT, UNIT, Ground, Thing
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH

_ORDER = (CLEAR, OBSTRUCTED, BLOCKED)
CUT = 0.12
"""The radius of the mark where a line is cut."""


class Seen(NamedTuple):
    """What one eye sees: the result for the whole, and the look at each base of it."""

    state: str
    viewer: str  # who looks, in words
    eye: Stand
    looks: tuple[tuple[Stand, Sight, str], ...]

    @property
    def by(self) -> list[str]:
        """What is in the way, in the order of the board."""
        names = [
            source.name for _, sight, state in self.looks if state != CLEAR for source in sight.by
        ]
        return list(dict.fromkeys(names))


def state_of(sight: Sight, vehicle: bool) -> str:
    """How a single model is seen: as a unit of itself alone would be."""
    if not sight.is_visible:
        return BLOCKED
    return CLEAR if unobscured(sight, vehicle) else OBSTRUCTED


def see(battle: Battle, start: Thing, end: Thing) -> Seen | None:
    """What the best viewer at one end sees of the other; None where nobody looks or nothing is.

    A bare point looks with the eyes of the active unit's leader, as if it stood there.
    """
    if isinstance(end.stands[0], Ground):
        return None
    if start.unit is None:
        return _from_point(battle, start, end)
    if end.kind == UNIT and end.unit is not None and end.unit is not start.unit:
        model, found = best_viewer(battle, start.unit, start.models, end.unit)
        stand = start.unit.stands[model]
        assert stand is not None
        return Seen(found.state, start.unit.name_of(model), stand, _looks(battle.plane, stand, end))
    return _best(battle, start.unit, start, end)


def _best(battle: Battle, unit: Unit, start: Thing, end: Thing) -> Seen:
    """The best look of several models at one thing, the first of those that are equal."""
    found: list[Seen] = []
    for model, stand in zip(start.models, start.stands, strict=True):
        looks = _looks(battle.plane, stand, end)
        state = min((state for _, _, state in looks), key=_ORDER.index)
        found.append(Seen(state, unit.name_of(model), stand, looks))
    return min(found, key=lambda seen: _ORDER.index(seen.state))


def _from_point(battle: Battle, start: Thing, end: Thing) -> Seen | None:
    if start.kind != POINT or battle.active < 0:
        return None
    unit = battle.units[battle.active]
    at = start.stands[0]
    eye = battle.plane.put(unit.leader_card.base, at.x, at.y)
    looks = _looks(battle.plane, eye, end)
    state = min((state for _, _, state in looks), key=_ORDER.index)
    viewer = say(
        "{model}, if it stood at {place},",
        model=unit.name_of(unit.leader),
        place=start.name,
    )
    return Seen(state, viewer, eye, looks)


def _looks(plane: Plane, eye: Stand, end: Thing) -> tuple[tuple[Stand, Sight, str], ...]:
    models = end.models or (None,) * len(end.stands)
    found = []
    for model, stand in zip(models, end.stands, strict=True):
        vehicle = end.unit is not None and model is not None and end.unit.powers[model].vehicle
        sight = look(plane, eye, stand)
        found.append((stand, sight, state_of(sight, vehicle)))
    return tuple(found)


# ---------------------------------------------------------------------- words


def sight_fact(seen: Seen, end: Thing) -> Fact:
    """The result with who looks, how much is seen, and what is in the way."""
    words = say(
        "{viewer} {state, select, clear {sees} obstructed {sees part of} "
        "other {sees nothing of}} {end}",
        viewer=seen.viewer,
        state=seen.state,
        end=end.name,
    )
    if len(seen.looks) > 1:
        plain = sum(state == CLEAR for _, _, state in seen.looks)
        part = sum(state == OBSTRUCTED for _, _, state in seen.looks)
        words = say(
            "{seen}: of {all} models {plain} in full view, {part} in part",
            seen=words,
            all=len(seen.looks),
            plain=plain,
            part=part,
        )
    elif seen.state == OBSTRUCTED:
        (_, sight, _), *_ = seen.looks
        words = say(
            "{seen}: {shut} of {all} sight lines are not open",
            seen=words,
            shut=sum(sight.obscured),
            all=sight.lines,
        )
    if seen.by:
        words = say("{seen}; in the way: {things}", seen=words, things=", ".join(seen.by))
    return Fact("sight", seen.state, words, SIGHT_CLAUSES[seen.state])


# ---------------------------------------------------------------------- lines


def sight_shapes(plane: Plane, seen: Seen) -> list[Shape]:
    """A line to every base, or to every sight point of a single one, and where they are cut."""
    if len(seen.looks) == 1:
        ((_, sight, _),) = seen.looks
        return list(_fan(plane, seen, sight))
    found = []
    for stand, sight, state in seen.looks:
        found.append(_line(plane, seen.eye, (stand.x, stand.y), state))
        found += _cuts(plane, seen.eye, sight)[:1]
    return found


def _fan(plane: Plane, seen: Seen, sight: Sight) -> Iterator[Shape]:
    """Every plan line by itself: hidden in all heights, in some, or in none."""
    rows = zip(sight.points, sight.hidden, sight.obscured, strict=True)
    for point, hidden, obscured in dict.fromkeys(rows):
        state = BLOCKED if hidden == 3 else OBSTRUCTED if obscured else CLEAR
        yield _line(plane, seen.eye, point, state)
    yield from _cuts(plane, seen.eye, sight)


def _line(plane: Plane, eye: Stand, to: tuple[int, int], state: str) -> Shape:
    ends = [on_screen(plane, eye.x, eye.y), on_screen(plane, *to)]
    return Shape(f"sight-{state}", "line", ends, because=SIGHT_CLAUSES[state])


def _cuts(plane: Plane, eye: Stand, sight: Sight) -> list[Shape]:
    """Where the first line that something is in the way of meets it, thing by thing."""
    found = []
    for source in sight.by:
        rows = zip(sight.points, sight.obscured, strict=True)
        for point in (point for point, obscured in rows if obscured):
            at = entering(plane, eye, point, source.outline.corners)
            if at is not None:
                clause = "openfire.los.sight-line"
                if isinstance(source, Part) and source.sight == "sparse":
                    clause = "openfire.los.sparse"
                found.append(Shape("cut", "circle", [at], CUT, label=source.name, because=clause))
                break
    return found


def entering(
    plane: Plane, eye: Stand, to: tuple[int, int], corners: Sequence[tuple[int, int]]
) -> Point | None:
    """Where the plan line from an eye first runs into an outline, as a screen draws it."""
    spans = inside_spans(eye.x, eye.y, *to, corners)
    if not spans:
        return None
    (num, den), _ = spans[0]
    dx, dy = to[0] - eye.x, to[1] - eye.y
    part = max(0.0, num / den / (dx * dx + dy * dy))
    x, y = eye.x + part * dx, eye.y + part * dy
    return round(x / INCH, 2), round((plane.height - y) / INCH, 2)
