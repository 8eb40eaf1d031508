"""The ruler: what lies between two things on the table.

Each fact carries its clause, and a name and value that a scenario file can hold it to. Its one
rule: it works on a copy, and says nothing that the rules' own functions did not say.
"""

from __future__ import annotations

from typing import NamedTuple

from battlemat.boards.dots import MapError
from battlemat.kernel.errors import NoSuchThing, NotOnTable
from battlemat.kernel.scene import Fact, Reading, Shape
from battlemat.kernel.words import listed, say
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import View, lies, look
from battlemat.rulebooks.skirmishers.chapters.reasons import obstructions, why_blind
from battlemat.rulebooks.skirmishers.screen.aims import chance_of, told
from battlemat.rulebooks.skirmishers.screen.drawing import above, point
from battlemat.rulebooks.skirmishers.screen.numbers import Number, numbers_at
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    SMOKE_COVER,
    STATES,
    Arc,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.words import (
    arc_words,
    cover_words,
    modifier_words,
    state_words,
)

UNSEEN = ("skirmishers.los.needed", "skirmishers.explosive.target-dot")
CUT = 0.18
"""The radius of the mark where a line of sight is cut."""


class End(NamedTuple):
    """One end of a ruler: a place, and the unit that was named, if one was."""

    place: int
    unit: Unit | None


def measure(battle: Battle, start: str, end: str) -> Reading:
    """Distance, levels, sight, cover, arcs and target numbers between two units, marks or dots.

    A dot is looked at as if somebody stood there; a unit as it stands or lies.
    """
    battle = battle.copy()
    a = _end(battle, start)
    b = _nearest(battle, a.place, _end(battle, end))
    board = battle.board
    steps = board.distance(a.place, b.place)
    text = say("{steps, plural, one {# dot} other {# dots}}", steps=steps)
    facts = [Fact("distance", steps, text, "skirmishers.map.distance")]
    facts += _levels(battle, a.place, b.place)
    line = Shape("ruler", "line", [point(board, a.place), point(board, b.place)], label=text)
    seen, shapes = _sight(battle, a, b)
    facts += seen
    facts += _arcs(battle, a, b)
    if a.unit is not None and a.unit.state == ABLE and a.unit.place >= 0:
        for number in numbers_at(battle, a.unit, b.unit, b.place):
            if number.because in UNSEEN:
                continue  # the fact on sight has said so
            facts += _told(battle, number, first=not any(fact.name == "tn" for fact in facts))
    return Reading(facts, [line, *shapes])


# ---------------------------------------------------------------------- what is named


def _end(battle: Battle, name: str) -> End:
    for unit in battle.units:
        if unit.id == name:
            if unit.shown_at < 0:
                state = state_words(STATES[unit.state])
                raise NotOnTable(
                    say("{unit} is not on the table ({state})", unit=unit.id, state=state)
                )
            return End(unit.shown_at, unit)
    mark = _marked(battle, name)
    if mark is not None:
        return End(mark, None)
    try:
        return End(battle.board.place(name), None)
    except MapError as error:
        raise NoSuchThing(
            say("there is no unit ''{name}'' on the table, and {dot}", name=name, dot=str(error))
        ) from None


def _marked(battle: Battle, name: str) -> int | None:
    """The place of a mark by the name that the scene gives it: `token 1`, `item 2`, `body B`."""
    kind, _, which = name.partition(" ")
    if kind == "body":
        bodies = (unit.place for unit in battle.units if unit.id == which and unit.place >= 0)
        return next(bodies, None)
    numbered = {
        "token": [token.place for token in battle.tokens],
        "item": [item.place for item in battle.items],
        "gun": [gun.place for gun in battle.guns],
    }
    places = dict(enumerate(numbered.get(kind, ()), 1))
    return places.get(int(which)) if which.isdecimal() else None


def _nearest(battle: Battle, start: int, end: End) -> End:
    """A vehicle is measured to the nearer of its dots (`skirmishers.vehicle.measure`)."""
    if end.unit is None or not end.unit.is_vehicle or end.unit.place < 0:
        return end
    board = battle.board
    front = board.ground(board.neighbours[end.unit.place % board.size][end.unit.heading])
    dots = (end.place, front)
    return end._replace(place=min(dots, key=lambda place: board.distance(start, place)))


# ---------------------------------------------------------------------- facts


def _levels(battle: Battle, a: int, b: int) -> list[Fact]:
    rise = battle.board.level(b) - battle.board.level(a)
    if not rise:
        return [Fact("levels", 0, say("on the same level"), "skirmishers.los.level-same")]
    text = say(
        "{levels, plural, one {# level} other {# levels}} {way, select, up {up} other {down}}; "
        "range counts dots alone",
        levels=abs(rise),
        way="up" if rise > 0 else "down",
    )
    return [Fact("levels", rise, text, "skirmishers.fire.range")]


def _sight(battle: Battle, a: End, b: End) -> tuple[list[Fact], list[Shape]]:
    prone = a.unit is not None and a.unit.prone
    target_prone = b.unit is not None and b.unit.place >= 0 and lies(battle, b.unit)
    own = 0
    for unit in (a.unit, b.unit):
        if unit is not None and unit.place >= 0 and (unit.is_vehicle or unit.mount >= 0):
            own |= battle.footprint(battle.units[unit.mount] if unit.mount >= 0 else unit)
    view = look(battle, a.place, b.place, prone=prone, target_prone=target_prone, own=own)
    if view is None:
        return _blocked(battle, a.place, b.place, prone, target_prone)
    facts = [Fact("sight", "clear", say("in line of sight"), "skirmishers.los.path")]
    facts += _cover(battle, a.place, b.place, view, prone)
    kind = "sight-obstructed" if view.cover or view.smoke else "sight-clear"
    return facts, [_way(battle, a.place, b.place, view.side, kind)]


def _blocked(
    battle: Battle, a: int, b: int, prone: bool, target_prone: bool
) -> tuple[list[Fact], list[Shape]]:
    board = battle.board
    why = why_blind(board, a, b, prone=prone, target_prone=target_prone)
    blind = board.why_unseen(a, b, prone=prone, target_prone=target_prone)
    assert why is not None, "a closed line has a reason"
    assert blind is not None, "and is closed somewhere"
    where = say(
        "{reason}, {count, plural, one {at} other {between}} {dots}",
        reason=why[0],
        count=len(blind.dots),
        dots=listed([board.name(board.ground(dot)) for dot in blind.dots]),
    )
    text = say("no line of sight: {reason}", reason=where)
    shapes = []
    if a % board.size != b % board.size:
        shapes.append(_way(battle, a, b, 0, "sight-blocked"))
    dots = [point(board, dot) for dot in blind.dots]
    middle = (
        round(sum(x for x, _ in dots) / len(dots), 3),
        round(sum(y for _, y in dots) / len(dots), 3),
    )
    shapes.append(Shape("cut", "circle", [middle], CUT, label=where, because=why[1]))
    return [Fact("sight", "blocked", text, why[1])], shapes


def _way(battle: Battle, a: int, b: int, side: int, kind: str) -> Shape:
    """The dots that a line of sight follows."""
    board = battle.board
    dots = [point(board, dot) for dot in board.sight.way(a, b, side)]
    level = max(above(board, a), above(board, b))
    return Shape(kind, "line", dots, level=level, because="skirmishers.los.path")


def _cover(battle: Battle, a: int, b: int, view: View, prone: bool) -> list[Fact]:
    found = obstructions(battle, a, b, view.side, prone=prone)
    text = say("no cover")
    if view.cover:
        text = say(
            "{count, plural, one {# obstruction} other {# obstructions}}: {things}",
            count=view.cover,
            things=", ".join(cover_words(one.label) for one in found),
        )
    facts = [Fact("cover", view.cover, text, "skirmishers.los.cover")]
    if view.smoke:
        text = say("{dots, plural, one {# dot} other {# dots}} of smoke", dots=view.smoke)
        facts.append(Fact("smoke", SMOKE_COVER * view.smoke, text, "skirmishers.smoke.cover"))
    return facts


def _arcs(battle: Battle, a: End, b: End) -> list[Fact]:
    """Whose arcs hold the far end: those of the first unit's enemies, or of anybody."""
    side = a.unit.side if a.unit is not None else -1
    holding = [
        (unit, arc)
        for unit in battle.units
        if unit.side != side and unit.state == ABLE and unit.place >= 0
        for arc in unit.arcs
        if _holds(battle, unit, arc, b.place)
    ]
    names = ", ".join(dict.fromkeys(unit.id for unit, _ in holding)) or "none"
    text = say("in no enemy''s arc")
    if holding:
        told = [
            say("{unit}: {arc}", unit=unit.id, arc=_arc_text(battle, arc)) for unit, arc in holding
        ]
        text = say("in the arc of {arcs}", arcs="; ".join(told))
    facts = [Fact("arc", names, text, "skirmishers.fire.arc-and-sight")]
    if a.unit is not None and a.unit.place >= 0:
        own = [arc for arc in a.unit.arcs if _holds(battle, a.unit, arc, b.place)]
        if a.unit.arcs:
            value = "yes" if own else "no"
            held = say(
                "{held, select, yes {in} other {outside}} {unit}''s own arc",
                held=value,
                unit=a.unit.id,
            )
            facts.append(Fact("own arc", value, held, "skirmishers.arc.boundary"))
    return facts


def _holds(battle: Battle, unit: Unit, arc: Arc, place: int) -> bool:
    board = battle.board
    return board.arc(unit.place, arc.heading, arc.degrees) >> place % board.size & 1 == 1


def _arc_text(battle: Battle, arc: Arc) -> str:
    name = battle.weapon(arc.weapon).name
    return say("{weapon}, {arc}", weapon=name, arc=arc_words(arc))


def _told(battle: Battle, number: Number, *, first: bool) -> list[Fact]:
    """A weapon's target number, then every modifier with its own clause.

    The first weapon that can be used, the one in hand if it can, is also told as `tn`.
    """
    weapon = number.weapon
    if not number.modifiers:
        text = say("{weapon}: {what}", weapon=weapon.name, what=number.told)
        return [Fact(f"tn {weapon.id}", number.reason, text, number.because)]
    need = number.need
    text = say(
        "{weapon}: target number {need} = {sum}; {chance}",
        weapon=weapon.name,
        need=need,
        sum=number.sum,
        chance=told(chance_of(battle, need)),
    )
    base = number.modifiers[0].because
    brief = say("{need} on 2D6 with {weapon}", need=need, weapon=weapon.name)
    facts = [Fact("tn", need, brief, base)] if first else []
    facts.append(Fact(f"tn {weapon.id}", need, text, base))
    for one in number.modifiers[1:]:
        line = say(
            "{weapon}: {amount} {what}",
            weapon=weapon.name,
            amount=f"{one.amount:+d}",
            what=modifier_words(one.label),
        )
        facts.append(Fact(f"{weapon.id} {one.label}", one.amount, line, one.because))
    return facts
