"""Chapter "Jet Packs": only one flight is allowed in a turn, declared dot by dot before take-off.

In the air a flier is on no dot; every dot he flies over gives the enemy a chance. What lowers his
AP brings him down.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from battlemat.boards.dots import Board, Flight, Mark
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import PASS, Choice, Flow
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.explosives.preparing import settle
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import Aim
from battlemat.rulebooks.skirmishers.chapters.firing.reactions import MOVE, Chance
from battlemat.rulebooks.skirmishers.chapters.firing.shots import is_decided, reaction
from battlemat.rulebooks.skirmishers.chapters.moving.steps import (
    danger_of,
    go,
    leave_dot,
    pay,
    set_down,
    suffer_dot,
)
from battlemat.rulebooks.skirmishers.screen.burst_shapes import burst_shapes
from battlemat.rulebooks.skirmishers.screen.drawing import point
from battlemat.rulebooks.skirmishers.screen.handles import called, decline, offer
from battlemat.rulebooks.skirmishers.screen.parts import DOT, UNIT
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import ABLE, OFF_MAP, PLAYERS, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import SUIT

ACTIVATE_PRICE = 3
"""`skirmishers.jet.costs`"""
SHORTEST, LONGEST = 6, 16
"""`skirmishers.jet.distance`"""
DOTS_A_LEVEL = 3
"""`skirmishers.jet.climb`"""
DROP_BASE = 5
"""`skirmishers.jet.grenade`"""


class Leg(NamedTuple):
    """One dot of a flight: in the air, or the landing."""

    dot: int
    place: int  # in the air, or where he lands
    landing: bool
    bomb: bool
    way: tuple[int, ...]  # dots flown before this one, the start included


def start_price(unit: Unit) -> int:
    return 0 if unit.card.kind == SUIT else ACTIVATE_PRICE  # skirmishers.power.jet-flight


@Memo("the board, which does not change, and the place", bound=512)
def flights(board: Board, place: int) -> Flight:
    """All flights from a place, worked out once."""
    return board.flight(place, shortest=SHORTEST, longest=LONGEST, dots_a_level=DOTS_A_LEVEL)


def landings(battle: Battle, unit: Unit) -> int:
    """Where a flight may end: free, and fit to stand on (`skirmishers.jet.overfly`)."""
    found = flights(battle.board, unit.place).landings & ~battle.occupied
    return found & ~battle.board.marked[Mark.DEEP]


def best_flight(battle: Battle, unit: Unit, place: int) -> tuple[int, ...]:
    """The shortest flight to a landing that crosses enemy arcs least often."""
    board = battle.board
    danger = danger_of(battle, unit.side) & board.all_dots
    return flights(board, unit.place).path(place, danger)


def take_flight(battle: Battle, unit: Unit, way: tuple[int, ...], place: int) -> Flow[None]:
    """Fly a way: fire on every dot, a grenade on one of them, and the landing."""
    board = battle.board
    bomb = yield from _choose_bomb(battle, unit, way)
    pay(unit, start_price(unit), walking=True)
    unit.flown = True
    battle.tell(
        events.Flight,
        ("skirmishers.jet.distance", "skirmishers.jet.costs"),
        unit=unit.id,
        start=board.name(unit.place),
        end=board.name(place),
        dots=len(way),
    )
    legs = legs_of(battle, unit, way, place, bomb)
    leave_dot(battle, unit)
    battle.put(unit, OFF_MAP)
    yield from go(battle, unit, legs, fly_leg)


def legs_of(
    battle: Battle, unit: Unit, way: tuple[int, ...], place: int, bomb: int = -1
) -> tuple[Leg, ...]:
    """A flight dot by dot: in the air a level above both ends, and the landing."""
    board = battle.board
    level = 1 + max(board.level(unit.place), board.level(place))
    flown = (unit.place % board.size, *way)
    first = 1 + way.index(bomb) if bomb in way else 0
    return tuple(
        Leg(
            dot,
            place if number == len(way) else board.at(dot, level),
            number == len(way),
            dot == bomb and number == first,
            flown[:number],
        )
        for number, dot in enumerate(way, 1)
    )


def _choose_bomb(battle: Battle, unit: Unit, way: tuple[int, ...]) -> Flow[int]:
    """One hand grenade on any dot flown over, if it is in hand; -1 for none."""
    armory = battle.field.armory
    if unit.hand != armory.grenades[0] or unit.aimed or unit.card.kind == SUIT:
        return -1
    asked = Overflight(unit.index, tuple(dict.fromkeys(way[:-1])))
    option = yield from GRENADE(PLAYERS[unit.side], battle, asked, about=unit.index)
    return -1 if option == PASS else int(option.dot)


def fly_leg(battle: Battle, unit: Unit, leg: Leg) -> Flow[bool]:
    """One dot of the flight; False when he has landed or come down."""
    if leg.landing:
        yield from _land(battle, unit, leg)
        return False
    battle.fired = 0
    unit.in_air = leg.place
    before = unit.ap
    name = battle.board.name(battle.board.top(leg.dot))
    battle.tell(events.OverDot, "skirmishers.jet.fire", unit=unit.id, place=name)
    yield from reaction(battle, Chance(unit, "skirmishers.jet.fire", place=leg.place))
    if unit.state != ABLE or unit.ap < before or not unit.flies:
        yield from _come_down(battle, unit, leg)
        return False
    if leg.bomb:
        drop_bomb(battle, unit, leg.dot)
    return not is_decided(battle)


def _land(battle: Battle, unit: Unit, leg: Leg) -> Flow[None]:
    unit.in_air = OFF_MAP
    set_down(battle, unit, leg.place)
    name = battle.board.name(leg.place)
    battle.tell(events.Lands, "skirmishers.jet.outdoors", unit=unit.id, place=name)
    yield from suffer_dot(battle, unit)
    if not is_decided(battle):
        yield from reaction(battle, Chance(unit, MOVE))


def _come_down(battle: Battle, unit: Unit, leg: Leg) -> Flow[None]:
    """Onto the dot he is over, or the last earlier one that is free and valid."""
    place = fall_place(battle, leg)
    fired = battle.fired
    unit.place, unit.in_air = place, OFF_MAP
    unit.prone = True
    battle.lay(unit)
    battle.entered = True
    name = battle.board.name(place)
    battle.tell(events.ShotDown, "skirmishers.jet.fall", unit=unit.id, place=name)
    if unit.state == ABLE:
        yield from suffer_dot(battle, unit)
    battle.fired = fired  # the same occasion: those who have not fired yet may still do so
    if not is_decided(battle):
        yield from reaction(battle, Chance(unit, MOVE))


def fall_place(battle: Battle, leg: Leg) -> int:
    board = battle.board
    bad = battle.occupied | board.marked[Mark.TREE] | board.marked[Mark.DEEP]
    for dot in (leg.dot, *reversed(leg.way[1:])):
        if not bad >> board.top(dot) & 1:
            return board.top(dot)
    return board.top(leg.way[0])


def drop_bomb(battle: Battle, unit: Unit, dot: int) -> None:
    """For 0 AP, onto the highest surface; only his wounds count."""
    weapon = battle.weapon(battle.field.armory.grenades[0])
    place = battle.board.top(dot)
    aim = Aim(battle, unit, weapon, None, place, place, None, 0, base=DROP_BASE)
    settle(aim, 0, stray=place, because="skirmishers.jet.grenade")


# ---------------------------------------------------------------------- a grenade from the air


class Bomb(NamedTuple):
    """A hand grenade dropped on a dot that is flown over."""

    unit: int
    dot: int
    verb: str = "bomb"


class Overflight(NamedTuple):
    """Who flies, and over which dots."""

    unit: int
    dots: tuple[int, ...]


def _bomb_bar(battle: Battle, asked: Overflight, option: Bomb) -> Refusal | None:
    if option.unit != asked.unit or option.dot not in asked.dots:
        name = battle.board.name(battle.board.ground(option.dot))
        return Refusal(say("he does not fly over {name}", name=name), "skirmishers.jet.grenade")
    return None


def _point_bomb(battle: Battle, option: Bomb, made: Handle) -> None:
    place = battle.board.top(option.dot)
    made.at, made.place = point(battle.board, place), battle.board.name(place)


def _bomb_covers(battle: Battle, _choice: Choice, option: Bomb) -> list[Shape]:
    drop_bomb(battle, battle.units[option.unit], option.dot)
    return burst_shapes(battle, battle.tokens[-1])


BOMB = Verb(
    Bomb,
    Template(Bomb, "bomb {unit} {dot}", unit=UNIT, dot=DOT),
    says="drop a hand grenade on a dot that is flown over",
    because="skirmishers.jet.grenade",
    candidates=lambda _battle, asked: [Bomb(asked.unit, dot) for dot in asked.dots],
    bar=_bomb_bar,
    tells="Drop a hand grenade on {dot}",
    handle=offer("Grenade from the air", _point_bomb, harms=True),
    covers=_bomb_covers,
)
GRENADE: Ask[Battle, Overflight, Any] = Ask(
    "grenade",
    "Does {unit} drop a grenade in flight?",
    "skirmishers.jet.grenade",
    Verbs(BOMB, decline("skirmishers.jet.grenade", "Keep the grenade")),
    optional=True,
    parts=lambda battle, asked: {"unit": called(battle, asked.unit)},
)
