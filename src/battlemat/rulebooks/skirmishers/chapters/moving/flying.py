"""Chapter "Jet Packs", taking off: by the shortest flight, or along one that is drawn."""

from __future__ import annotations

from typing import NamedTuple

from battlemat.boards.dots import Mark, each
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Found, Part, Template
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.words import listed, say
from battlemat.rulebooks.skirmishers.chapters.acting import Acting, Action
from battlemat.rulebooks.skirmishers.chapters.firing.reactions import Chance
from battlemat.rulebooks.skirmishers.chapters.moving.jet import (
    DOTS_A_LEVEL,
    LONGEST,
    SHORTEST,
    best_flight,
    flights,
    landings,
    legs_of,
    start_price,
    take_flight,
)
from battlemat.rulebooks.skirmishers.chapters.moving.movement import feet_bar, unpaid
from battlemat.rulebooks.skirmishers.chapters.moving.steps import leave_dot
from battlemat.rulebooks.skirmishers.chapters.moving.ways import point_along, under_fire
from battlemat.rulebooks.skirmishers.screen.handles import offer
from battlemat.rulebooks.skirmishers.screen.parts import NAME, PLACE, START, UNIT, read_place
from battlemat.rulebooks.skirmishers.screen.ways import fire_here, walk_shapes, way_line
from battlemat.rulebooks.skirmishers.state.battle import OFF_MAP, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import JET_CARRIED, SUIT
from battlemat.rulebooks.skirmishers.state.ground import move_budget
from battlemat.rulebooks.skirmishers.state.words import place_words


def _shut_in_refusal() -> Refusal:
    return Refusal(
        say("indoors one can take off only beside a door or window"), "skirmishers.jet.outdoors"
    )


def _through_a_wall_refusal() -> Refusal:
    return Refusal(
        say("from indoors the first dot of a flight leads out through a door or window"),
        "skirmishers.jet.outdoors",
    )


def _too_high_refusal() -> Refusal:
    return Refusal(say("what lies on that way is too high"), "skirmishers.jet.overfly")


def _gap_refusal() -> Refusal:
    return Refusal(say("a flight goes from dot to adjacent dot"), "skirmishers.jet.distance")


_FAULTS = {"wall": _through_a_wall_refusal, "height": _too_high_refusal, "gap": _gap_refusal}


class Fly(NamedTuple):
    """To a landing place by the shortest flight through the fewest arcs."""

    unit: int
    place: int
    verb: str = "fly"


class FlightPath(NamedTuple):
    """A flight that is drawn dot by dot."""

    unit: int
    way: tuple[int, ...]
    verb: str = "flight"


def fly_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """Why a unit cannot take off now."""
    barred = feet_bar(battle, asked, unit)
    if barred is not None:
        return barred
    man = battle.units[unit]
    if not man.flies:
        if man.card.kind == SUIT:
            if not man.card.built_in_jet:
                return Refusal(say("no jets are built into it"), "skirmishers.power.jet-fitted")
            return Refusal(say("its jet pack is shot up"), "skirmishers.power.jet-broken")
        if man.jet == JET_CARRIED:
            return Refusal(say("a jet pack works only when worn"), "skirmishers.jet.exchange")
        return Refusal(say("he wears no jet pack"), "skirmishers.jet.costs")
    if man.flown:
        return Refusal(say("only one flight is allowed in a turn"), "skirmishers.jet.once")
    if man.prone:
        return Refusal(say("he must stand to take off"), "skirmishers.jet.distance")
    return unpaid(man) if move_budget(man) < start_price(man) else None


def _fault_bar(fault: str | None) -> Refusal | None:
    return _FAULTS[fault]() if fault in _FAULTS else None


def _land_bar(battle: Battle, place: int) -> Refusal | None:
    if battle.occupied >> place & 1:
        return Refusal(
            say("{place} is taken", place=place_words(battle.board, place)),
            "skirmishers.move.occupied",
        )
    if battle.board.marked[Mark.DEEP] >> place & 1:
        return Refusal(say("nobody can land in deep water"), "skirmishers.jet.overfly")
    if battle.board.marked[Mark.TREE] >> place & 1:
        return Refusal(say("nobody can land in a tree"), "skirmishers.jet.overfly")
    if place != battle.board.top(place % battle.board.size):
        return Refusal(say("one can land only under the open sky"), "skirmishers.jet.outdoors")
    return None


def _length_bar(dots: int) -> Refusal:
    what = say(
        "a flight covers {least} to {most} dots, not {dots}",
        least=SHORTEST,
        most=LONGEST,
        dots=dots,
    )
    return Refusal(what, "skirmishers.jet.distance")


def _level_bar(battle: Battle, unit: Unit, place: int, dots: int) -> Refusal | None:
    """Why so many dots are too few to land so much higher or lower."""
    levels = abs(battle.board.level(place) - battle.board.level(unit.place))
    if levels <= dots // DOTS_A_LEVEL:
        return None
    what = say(
        "{dots, plural, one {# dot is} other {# dots are}} not enough for "
        "{levels, plural, one {# level} other {# levels}}: each level takes {each}",
        dots=dots,
        levels=levels,
        each=DOTS_A_LEVEL,
    )
    return Refusal(what, "skirmishers.jet.climb")


def _fly_place_bar(battle: Battle, asked: Acting, option: Fly) -> Refusal | None:
    barred = fly_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    if landings(battle, unit) >> option.place & 1:
        return None
    if flights(battle.board, unit.place).is_shut_in:
        return _shut_in_refusal()
    far = battle.board.distance(unit.place, option.place)
    if far > LONGEST:
        return _length_bar(far)
    barred = _land_bar(battle, option.place) or _level_bar(battle, unit, option.place, LONGEST)
    return barred or _too_high_refusal()


def _flight_bar(battle: Battle, asked: Acting, option: FlightPath) -> Refusal | None:
    barred = fly_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit, board, dots = battle.units[option.unit], battle.board, len(option.way)
    if not SHORTEST <= dots <= LONGEST:
        return _length_bar(dots)
    flown = flights(board, unit.place)
    if flown.is_shut_in:
        return _shut_in_refusal()
    end = board.top(option.way[-1])
    fault = _level_bar(battle, unit, end, dots) or _fault_bar(flown.fault(option.way))
    return fault or _land_bar(battle, end)


def _flights(battle: Battle, asked: Acting) -> list[Fly]:
    unit = battle.units[asked.unit]
    if not unit.flies:
        return []
    return [Fly(unit.index, place) for place in each(landings(battle, unit))]


def _read_way(battle: Battle, word: str, found: Found) -> tuple[int, ...] | None:
    """The dots after the one where the flier is; its own comes first in the text."""
    places = [read_place(battle, name) for name in word.split("-")]
    if None in places:
        return None
    dots = [place % battle.board.size for place in places if place is not None]
    here = battle.units[found["unit"]].place % battle.board.size
    return tuple(dots[1:]) if dots[0] == here else None


def _write_way(battle: Battle, way: tuple[int, ...], found: Found) -> str:
    board = battle.board
    dots = (battle.units[found["unit"]].place % board.size, *way)
    return "-".join(board.name(board.ground(dot)) for dot in dots)


def _sample_ways(battle: Battle, found: Found) -> list[tuple[int, ...]]:
    """Straight flights of six dots and of one, to draw from."""
    board = battle.board
    here = battle.units[found["unit"]].place % board.size
    ways = []
    for length in (2, SHORTEST):
        for direction in range(6):
            way, dot = [], here
            for _ in range(length):
                dot = board.neighbours[dot][direction] if dot >= 0 else -1
                way.append(dot)
            ways += [tuple(way)] if min(way) >= 0 else []
    return ways


FLOWN = Part(
    "the dots flown over, beginning where the flier is, joined by '-'",
    write=_write_way,
    read=_read_way,
    values=_sample_ways,
    pattern=rf"{NAME}(?:-{NAME}){{2,}}",
)


def _fly(battle: Battle, option: Fly) -> Flow[None]:
    unit = battle.units[option.unit]
    way = best_flight(battle, unit, option.place)
    return take_flight(battle, unit, way, option.place)


def _flight(battle: Battle, option: FlightPath) -> Flow[None]:
    unit = battle.units[option.unit]
    return take_flight(battle, unit, option.way, battle.board.top(option.way[-1]))


def _flight_shapes(battle: Battle, unit: Unit, way: tuple[int, ...], landing: int) -> list[Shape]:
    legs = legs_of(battle, unit, way, landing)
    found = [way_line(battle, (unit.place % battle.board.size, *way))]
    leave_dot(battle, unit)
    battle.put(unit, OFF_MAP)
    for leg in legs[:-1]:
        battle.fired = 0
        found += fire_here(battle, Chance(unit, "skirmishers.jet.fire", place=leg.place))
    return found + walk_shapes(battle, unit, (landing,))


def _fly_covers(battle: Battle, _choice: Choice, option: Fly) -> list[Shape]:
    unit = battle.units[option.unit]
    way = best_flight(battle, unit, option.place)
    return _flight_shapes(battle, unit, way, option.place)


def _flight_covers(battle: Battle, _choice: Choice, option: FlightPath) -> list[Shape]:
    unit = battle.units[option.unit]
    return _flight_shapes(battle, unit, option.way, battle.board.top(option.way[-1]))


def _point_fly(battle: Battle, option: Fly, made: Handle) -> None:
    unit = battle.units[option.unit]
    point_along(battle, unit, best_flight(battle, unit, option.place), made)


def _fly_words(battle: Battle, asked: Acting, option: Fly) -> str:
    unit = battle.units[option.unit]
    phrase = say("Fly to {place}", place=place_words(battle.board, option.place))
    if _fly_place_bar(battle, asked, option) is not None:
        return phrase  # an answer that is refused is told too, and has no way
    return under_fire(battle, unit, best_flight(battle, unit, option.place), phrase)


def _flight_words(battle: Battle, _asked: Acting, option: FlightPath) -> str:
    board = battle.board
    *over, last = option.way
    phrase = say(
        "Fly to {place} over {dots}",
        place=place_words(board, board.top(last)),
        dots=listed([board.name(board.ground(dot)) for dot in over[1:]]),
    )
    return under_fire(battle, battle.units[option.unit], option.way, phrase)


FLY = Action(
    Fly,
    Template(Fly, "fly {unit} [{start}-]{place}", unit=UNIT, start=START, place=PLACE),
    says="fly by the shortest way through the fewest firing arcs",
    because="skirmishers.jet.distance",
    candidates=_flights,
    bar=_fly_place_bar,
    price=lambda battle, _asked, option: start_price(battle.units[option.unit]),
    do=_fly,
    tells=_fly_words,
    handle=offer("Fly", _point_fly),
    covers=_fly_covers,
    needs=("jet-packs", "power-armor"),
)

FLIGHT = Action(
    FlightPath,
    Template(FlightPath, "fly {unit} {way}", unit=UNIT, way=FLOWN),
    says="fly a way that is drawn dot by dot",
    because="skirmishers.jet.distance",
    bar=_flight_bar,
    price=lambda battle, _asked, option: start_price(battle.units[option.unit]),
    do=_flight,
    tells=_flight_words,
    handle=offer("Fly", lambda b, o, made: point_along(b, b.units[o.unit], o.way, made)),
    covers=_flight_covers,
    unlisted=True,
)
