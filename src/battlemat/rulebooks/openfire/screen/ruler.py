"""The ruler: what lies between two things on the table.

Anybody may measure any distance, arc or line of sight at any moment (`openfire.measure.free`).
Every fact is asked of the chapter that rules on it; this page only puts it into words and lines.
"""

from __future__ import annotations

from battlemat.boards.plane import Stand, arc, core_edges, nearness, screen
from battlemat.kernel.scene import Fact, Reading, Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.measure import gap, in_assault
from battlemat.rulebooks.openfire.chapters.sight import screener
from battlemat.rulebooks.openfire.screen.overlays import arc_lines, ring
from battlemat.rulebooks.openfire.screen.phrases import arc_in_words
from battlemat.rulebooks.openfire.screen.pointing import MODEL, UNIT, Ground, Thing, find
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.screen.relations import relations
from battlemat.rulebooks.openfire.screen.sightlines import see, sight_fact, sight_shapes
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import inches


def measure(battle: Battle, start: str, end: str) -> Reading:
    """Everything the rules would ask about two things: distance, sight, arc, range and the like.

    `NoSuchThing` if one of the names means nothing on this table.
    """
    one, two = find(battle, start), find(battle, end)
    near = nearest(battle, one, two)
    facts = [_distance(battle, one, two, near), *_height(battle, two, near)]
    shapes = [_tape(battle, *near)]
    seen = see(battle, one, two)
    if seen is not None:
        facts.append(sight_fact(seen, two))
        shapes += sight_shapes(battle.plane, seen)
    facts += _unit_sight(battle, one, two)
    facts += _lies(one, two)
    facts += relations(battle, one, two)
    if one.unit is not None and two.unit is not None and one.unit.side != two.unit.side:
        shapes += _screens(battle, one, two.unit)
        if two.unit.power.vulnerable:
            shapes += arc_lines(battle, two.unit.lead)
    return Reading(facts, shapes)


def _screens(battle: Battle, one: Thing, target: Unit) -> list[Shape]:
    """The bases through which a model's view of a target passes, where a third unit screens it."""
    assert one.unit is not None
    found: dict[Stand, Shape] = {}
    for model, viewer in zip(one.models, one.stands, strict=True):
        third = screener(battle, one.unit, model, target)
        if third is None or in_assault(battle, one.unit, target):
            continue
        bases = third.bases
        hits = (screen(battle.plane, viewer, stand, bases) for stand in target.bases)
        base = bases[next(number for number in hits if number is not None)]
        clause = "openfire.target.screened"
        found[base] = ring(battle, "screen", base, 0, say("{unit} screens", unit=third.id), clause)
    return list(found.values())


def between(battle: Battle, one: Stand, two: Stand) -> int:
    """The distance of two bases or outlines; what stands on a piece of terrain is at it."""
    if Ground in (type(one), type(two)) and nearness(one, two).within(0):
        return 0
    return gap(battle, one, two)


def nearest(battle: Battle, one: Thing, two: Thing) -> tuple[Stand, Stand]:
    """The two bases that are nearest to each other (`openfire.measure.unit-to-unit`)."""
    pairs = [(a, b) for a in one.stands for b in two.stands]
    return min(pairs, key=lambda pair: between(battle, *pair))


def _distance(battle: Battle, one: Thing, two: Thing, near: tuple[Stand, Stand]) -> Fact:
    found = between(battle, *near)
    words = say(
        "{far} inches from {one} to {two}, base to base",
        far=inches(found),
        one=one.name,
        two=two.name,
    )
    return Fact("distance", found / INCH, words, "openfire.measure.base-to-base")


def _height(battle: Battle, two: Thing, near: tuple[Stand, Stand]) -> list[Fact]:
    """How much higher or lower the other surface lies, where that counts in the distance."""
    one, other = near
    rise = battle.plane.rise(one, other)
    if not rise or isinstance(one, Ground) or isinstance(other, Ground):
        return []
    words = say(
        "{two} stands {rise} inches {way, select, up {higher} other {lower}}, "
        "which counts in the distance",
        two=two.name,
        rise=inches(rise),
        way="up" if other.level > one.level else "down",
    )
    return [Fact("height", rise / INCH, words, "openfire.geometry.level-inch")]


def _unit_sight(battle: Battle, one: Thing, two: Thing) -> list[Fact]:
    """Beside the look at one model the look at its unit, which is what an attack goes by."""
    unit = two.unit
    if two.kind != MODEL or unit is None or unit is one.unit or len(unit.bases) == 1:
        return []
    whole = find(battle, unit.id)
    seen = see(battle, one, whole)
    if seen is None:
        return []
    fact = sight_fact(seen, whole)
    fact.name = "unit sight"
    return [fact]


def _lies(one: Thing, two: Thing) -> list[Fact]:
    """The arc of the first in which the other lies; it limits no attack.

    `openfire.facing.arcs`, `openfire.facing.no-fire-arc`.
    """
    if one.unit is None or two.unit is one.unit or isinstance(two.stands[0], Ground):
        return []
    model = one.models[0] if one.kind == MODEL else one.unit.leader
    stand = one.unit.stands[model]
    other = two.unit.lead if two.kind == UNIT and two.unit is not None else two.stands[0]
    assert stand is not None
    found = arc(stand, other)
    words = say(
        "{two} lies in the {arc} arc of {model}",
        two=two.name,
        arc=arc_in_words(found),
        model=one.unit.name_of(model),
    )
    return [Fact("lies", found, words, "openfire.facing.arcs")]


def _tape(battle: Battle, one: Stand, two: Stand) -> Shape:
    """The ruler itself, laid between the nearest points of two bases."""
    ends = nearest_points(one, two)
    label = say('{far}"', far=inches(between(battle, one, two)))
    points = [on_screen(battle.plane, x, y) for x, y in ends]
    return Shape("ruler", "line", points, label=label, because="openfire.geometry.gap")


def nearest_points(one: Stand, two: Stand) -> tuple[tuple[int, int], tuple[int, int]]:
    """The points where two bases are nearest, to whole hundredths: for drawing, not for rules."""
    (ax, ay), (bx, by) = _nearest_of_cores(one.core, two.core)
    dx, dy = bx - ax, by - ay
    length = (dx * dx + dy * dy) ** 0.5
    if nearness(one, two).within(0):  # they touch: the ruler has no length
        return (round(ax), round(ay)), (round(ax), round(ay))
    r, s = one.base.radius / length, two.base.radius / length
    return (round(ax + r * dx), round(ay + r * dy)), (round(bx - s * dx), round(by - s * dy))


_Spot = tuple[float, float]


def _nearest_of_cores(
    one: tuple[tuple[int, int], ...], two: tuple[tuple[int, int], ...]
) -> tuple[_Spot, _Spot]:
    """Figures that do not touch are nearest at a corner of one of them."""
    best: tuple[float, _Spot, _Spot] | None = None
    for corners, edges, flipped in ((one, core_edges(two), False), (two, core_edges(one), True)):
        for x, y in corners:
            for ax, ay, bx, by in edges:
                dx, dy = bx - ax, by - ay
                span = dx * dx + dy * dy
                part = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / span)) if span else 0.0
                px, py = ax + part * dx, ay + part * dy
                far = (x - px) ** 2 + (y - py) ** 2
                if best is None or far < best[0]:
                    ends = ((px, py), (x, y)) if flipped else ((x, y), (px, py))
                    best = (far, *ends)
    assert best is not None
    return best[1], best[2]
