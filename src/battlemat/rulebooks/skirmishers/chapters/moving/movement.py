"""Chapter "Movement": moves, drawn ways, single steps, posture, and leaving the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlemat.boards.dots import Reach
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import (
    Acting,
    Action,
    afford_refusal,
    alone,
    at_once,
    burning,
    end_bar,
    foot_bar,
)
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import swims
from battlemat.rulebooks.skirmishers.chapters.firing.reactions import STAND, Chance
from battlemat.rulebooks.skirmishers.chapters.moving.standstill import (
    cap_refusal,
    closed_bar,
    held_refusal,
    suit_cap_refusal,
    taken,
)
from battlemat.rulebooks.skirmishers.chapters.moving.steps import (
    can_move,
    end_movement,
    go_prone,
    leave_map,
    reach_of,
    stand_up,
    walk,
    walk_by_best_way,
)
from battlemat.rulebooks.skirmishers.chapters.moving.ways import Ways, point_along, under_fire
from battlemat.rulebooks.skirmishers.chapters.reasons import water_bar, why_no_step
from battlemat.rulebooks.skirmishers.screen.handles import offer
from battlemat.rulebooks.skirmishers.screen.parts import (
    PLACE,
    START,
    UNIT,
    WAY,
    of_unit,
    way_words,
)
from battlemat.rulebooks.skirmishers.screen.ways import (
    afterwards,
    fire_here,
    walk_shapes,
    way_line,
)
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import SUIT
from battlemat.rulebooks.skirmishers.state.ground import GO_PRONE, STAND_UP, move_budget, walk_of
from battlemat.rulebooks.skirmishers.state.words import place_words

LEAVE = 1


class Move(NamedTuple):
    """To a place, by the cheapest way; of several by the one that enters fewest arcs."""

    unit: int
    place: int
    verb: str = "move"


class Path(NamedTuple):
    """Along a way that is drawn dot by dot."""

    unit: int
    way: tuple[int, ...]
    verb: str = "path"


class Step(NamedTuple):
    """One step straight across, though there may be a cheaper way around."""

    unit: int
    place: int
    verb: str = "step"


class Prone(NamedTuple):
    unit: int
    verb: str = "prone"


class Stand(NamedTuple):
    unit: int
    verb: str = "stand"


class Leave(NamedTuple):
    unit: int
    verb: str = "leave"


class Halt(NamedTuple):
    unit: int
    verb: str = "halt"


# ---------------------------------------------------------------------- legality


def feet_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """Why a unit cannot change its dot at all now."""
    barred = foot_bar(battle, asked, unit)
    if barred is not None:
        return barred
    return held_refusal() if battle.units[unit].entangled else None


def unpaid(unit: Unit) -> Refusal:
    """What a move lacks that costs too much: AP, or room below the 8 AP of all movement."""
    if unit.ap_left <= move_budget(unit):
        return afford_refusal()
    return suit_cap_refusal() if unit.card.kind == SUIT else cap_refusal()


def _move_bar(battle: Battle, asked: Acting, option: Move) -> Refusal | None:
    barred = feet_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit, place = battle.units[option.unit], option.place
    if place == unit.place:
        return Refusal(say("it is there already"), "skirmishers.move.step")
    if move_budget(unit) > 0 and reach_of(battle, unit).places >> place & 1:
        return None
    if battle.occupied >> place & 1:
        return taken(battle, place)
    closed = why_no_step(battle.board, unit.place, place)
    if closed is not None:
        return closed_bar(closed)
    return water_bar(battle, unit, place) or unpaid(unit)


def _no_step(battle: Battle, here: int, place: int, closed: str | None) -> Refusal:
    start, end = place_words(battle.board, here), place_words(battle.board, place)
    why = say("there is no step from {start} to {end}", start=start, end=end)
    return Refusal(why, closed or "skirmishers.move.step")


def way_bar(battle: Battle, asked: Acting, unit: int, way: tuple[int, ...]) -> Refusal | None:
    """Why a way cannot be walked dot by dot."""
    barred = feet_bar(battle, asked, unit)
    if barred is not None:
        return barred
    man = battle.units[unit]
    walked, here, left = walk_of(battle, man), man.place, move_budget(man)
    for place in way:
        price = walked.price(here, place)
        if price is None:
            wet = water_bar(battle, man, place)
            if wet is not None:
                return wet
            closed = why_no_step(battle.board, here, place) if len(way) == 1 else None
            return closed_bar(closed or "") or _no_step(battle, here, place, closed)
        if battle.occupied >> place & 1 and place != man.place:
            return taken(battle, place)
        left -= price
        if left < 0:
            return unpaid(man)
        here = place
    return None


def _prone_bar(battle: Battle, asked: Acting, option: Prone) -> Refusal | None:
    barred = _posture_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    if unit.prone:
        return Refusal(say("the unit is prone already"), "skirmishers.move.go-prone")
    return unpaid(unit) if move_budget(unit) < GO_PRONE else None


def _stand_bar(battle: Battle, asked: Acting, option: Stand) -> Refusal | None:
    barred = _posture_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    if not unit.prone:
        return Refusal(say("the unit is not prone"), "skirmishers.move.stand")
    return unpaid(unit) if move_budget(unit) < STAND_UP else None


def _posture_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    barred = foot_bar(battle, asked, unit)
    if barred is not None:
        return barred
    man = battle.units[unit]
    if battle.board.level(man.place) < 0:
        return Refusal(say("in a tunnel one can only crawl"), "skirmishers.terrain.tunnel")
    if swims(battle, man):
        return Refusal(say("a swimmer cannot be prone"), "skirmishers.terrain.swim")
    return None


def _leave_bar(battle: Battle, asked: Acting, option: Leave) -> Refusal | None:
    barred = feet_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    if not battle.field.scenario.exits[unit.side] >> unit.place & 1:
        return Refusal(say("there is no exit for this side on that dot"), "skirmishers.map.edge")
    return unpaid(unit) if move_budget(unit) < LEAVE else None


def _halt_bar(battle: Battle, asked: Acting, option: Halt) -> Refusal | None:
    barred = end_bar(battle, asked, option.unit)
    if barred is None and not burning(battle, battle.units[option.unit]):
        return Refusal(say("there is no fire here to stop in"), "skirmishers.incendiary.end")
    return barred


# ---------------------------------------------------------------------- listing


@Memo("the parts of the options; the same are listed again and again", bound=256)
def moves_of(unit: int, places: int) -> tuple[Move, ...]:
    """Every move of a unit by place, made once."""
    return tuple(Move(unit, place) for place in range(places))


def _moves(battle: Battle, asked: Acting) -> Sequence[Move]:
    """To every place of the map."""
    return moves_of(asked.unit, battle.board.size * battle.board.layers)


def _steps(battle: Battle, asked: Acting) -> Sequence[Step]:
    reach = open_reach(battle, battle.units[asked.unit])
    return () if reach is None else dear_steps(asked.unit, reach)


def open_reach(battle: Battle, unit: Unit) -> Reach | None:
    """Where a unit may walk to; None when it may not walk at all."""
    if not can_move(battle, unit) or move_budget(unit) <= 0:
        return None
    return reach_of(battle, unit)


def dear_steps(unit: int, reach: Reach) -> Sequence[Step]:
    """Straight steps where a way around is cheaper; any other may be named."""
    dear = reach.walk.dear[reach.start]
    if not dear:
        return ()
    layers = reach.layers
    budget = len(layers) - 1
    return [
        Step(unit, place)
        for place, price in dear
        if price <= budget and not layers[price] >> place & 1
    ]


# ---------------------------------------------------------------------- on screens


def _point_move(battle: Battle, option: Move, made: Handle) -> None:
    unit = battle.units[option.unit]
    point_along(battle, unit, Ways.of(battle, unit).way(option.place), made)


def _way_covers(battle: Battle, unit: Unit, way: tuple[int, ...]) -> list[Shape]:
    left = afterwards(battle, unit, way[-1], _way_price(battle, unit.index, way))
    return [way_line(battle, (unit.place, *way)), *left, *walk_shapes(battle, unit, way)]


def _move_covers(battle: Battle, _choice: Choice, option: Move) -> list[Shape]:
    unit = battle.units[option.unit]
    return _way_covers(battle, unit, Ways.of(battle, unit).way(option.place))


def _stand_covers(battle: Battle, _choice: Choice, option: Stand) -> list[Shape]:
    unit = battle.units[option.unit]
    battle.lift(unit)
    unit.prone = False
    battle.lay(unit)
    return fire_here(battle, Chance(unit, STAND))


# ---------------------------------------------------------------------- in words


def _move_words(battle: Battle, _asked: Acting, option: Move) -> str:
    unit = battle.units[option.unit]
    phrase = _going(unit, place_words(battle.board, option.place))
    ways = Ways.of(battle, unit)
    if not ways.reach.places >> option.place & 1:
        return phrase
    return under_fire(battle, unit, ways.way(option.place), phrase)


def _walk_words(battle: Battle, unit: int, way: tuple[int, ...]) -> str:
    man = battle.units[unit]
    return under_fire(battle, man, way, _going(man, way_words(battle, way)))


def _going(unit: Unit, where: str) -> str:
    how = "crawls" if unit.prone else "walks"
    return say("{how, select, crawls {Crawl} other {Move}} to {place}", how=how, place=where)


def _step_words(battle: Battle, _asked: Acting, option: Step) -> str:
    phrase = say("Step straight to {place}", place=place_words(battle.board, option.place))
    return under_fire(battle, battle.units[option.unit], (option.place,), phrase)


# ---------------------------------------------------------------------- doing and prices


def _move(battle: Battle, option: Move) -> Flow[None]:
    return walk_by_best_way(battle, battle.units[option.unit], option.place)


def _move_price(battle: Battle, _asked: Acting, option: Move) -> int | None:
    reach = reach_of(battle, battle.units[option.unit])
    return reach.price(option.place) if reach.places >> option.place & 1 else None


def _way_price(battle: Battle, unit: int, way: tuple[int, ...]) -> int | None:
    man = battle.units[unit]
    walked, here, paid = walk_of(battle, man), man.place, 0
    for place in way:
        price = walked.price(here, place)
        if price is None:
            return None
        paid, here = paid + price, place
    return paid


MOVE = Action(
    Move,
    Template(Move, "move {unit} [{start}-]{place}", unit=UNIT, start=START, place=PLACE),
    says="walk by the cheapest way; of several by the one through the fewest firing arcs",
    because="skirmishers.move.cost-table",
    candidates=_moves,
    bar=_move_bar,
    price=_move_price,
    do=_move,
    tells=_move_words,
    handle=offer("Move", _point_move),
    covers=_move_covers,
)
PATH: Action[Path] = Action(
    Path,
    Template(Path, "move {unit} {start}-{way}", unit=UNIT, start=START, way=WAY),
    says="walk a way that is drawn dot by dot",
    because="skirmishers.move.step",
    bar=lambda battle, asked, option: way_bar(battle, asked, option.unit, option.way),
    price=lambda battle, _asked, option: _way_price(battle, option.unit, option.way),
    do=lambda battle, option: walk(battle, battle.units[option.unit], option.way),
    tells=lambda battle, _asked, option: _walk_words(battle, option.unit, option.way),
    handle=offer("Move", lambda b, o, made: point_along(b, b.units[o.unit], o.way, made)),
    covers=lambda b, _choice, o: _way_covers(b, b.units[o.unit], o.way),
    unlisted=True,
)
STEP = Action(
    Step,
    Template(Step, "step {unit} [{start}-]{place}", unit=UNIT, start=START, place=PLACE),
    says="one step straight across, though a way around may be cheaper",
    because="skirmishers.move.step",
    candidates=_steps,
    bar=lambda battle, asked, option: way_bar(battle, asked, option.unit, (option.place,)),
    price=lambda battle, _asked, option: _way_price(battle, option.unit, (option.place,)),
    do=lambda battle, option: walk(battle, battle.units[option.unit], (option.place,)),
    tells=_step_words,
    handle=offer(
        "Step across", lambda b, o, made: point_along(b, b.units[o.unit], (o.place,), made)
    ),
    covers=lambda b, _choice, o: _way_covers(b, b.units[o.unit], (o.place,)),
    unlisted=True,
)
PRONE = Action(
    Prone,
    of_unit(Prone),
    says="go prone",
    because="skirmishers.move.go-prone",
    candidates=alone(Prone, when=lambda _b, u: not u.prone),
    bar=_prone_bar,
    price=lambda _b, _a, _o: GO_PRONE,
    do=at_once(lambda b, o: go_prone(b, b.units[o.unit])),
    tells="Go prone",
    handle=offer("Posture"),
)
STAND_VERB = Action(
    Stand,
    of_unit(Stand),
    says="stand up; it draws fire",
    because="skirmishers.move.stand",
    candidates=alone(Stand, when=lambda _b, u: u.prone),
    bar=_stand_bar,
    price=lambda _b, _a, _o: STAND_UP,
    do=lambda battle, option: stand_up(battle, battle.units[option.unit]),
    tells="Stand up",
    handle=offer("Posture"),
    covers=_stand_covers,
)
LEAVE_VERB = Action(
    Leave,
    of_unit(Leave),
    says="leave the map where the scenario opens its edge",
    because="skirmishers.map.edge",
    candidates=alone(Leave, when=lambda b, u: b.field.scenario.exits[u.side]),
    bar=_leave_bar,
    price=lambda _b, _a, _o: LEAVE,
    do=at_once(lambda b, o: leave_map(b, b.units[o.unit])),
    tells="Leave the map",
    handle=offer("Leave the map"),
)
HALT = Action(
    Halt,
    of_unit(Halt),
    says="stop in the flames, so that combat actions may follow",
    because="skirmishers.incendiary.end",
    candidates=alone(Halt, when=lambda b, _u: b.fire),
    bar=_halt_bar,
    do=lambda battle, option: end_movement(battle, battle.units[option.unit]),
    tells="Stop here, in the flames",
    handle=offer("Stop"),
    in_fire=True,
)
