"""Chapter "Movement", one step after the other, and what each draws.

For every step the AP are paid, the unit is placed, the dot does its worst, and then the enemy may
fire (`skirmishers.turn.step-pay-first`). Whatever stops a unit drops the rest of its
way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from battlemat.boards.dots import Mark, Reach
from battlemat.kernel.questions import Flow, no_question, roll, tally
from battlemat.kernel.tallies import weight_of
from battlemat.rulebooks.skirmishers.chapters.firing.consequences import disarm, leave_gun
from battlemat.rulebooks.skirmishers.chapters.firing.damage import hurt
from battlemat.rulebooks.skirmishers.chapters.firing.reactions import MOVE, STAND, Chance
from battlemat.rulebooks.skirmishers.chapters.firing.shots import is_decided, reaction
from battlemat.rulebooks.skirmishers.chapters.reasons import step_clauses
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    FIGHTING,
    LEFT,
    MOVING,
    OFF_MAP,
    PLAYERS,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import SUIT
from battlemat.rulebooks.skirmishers.state.ground import GO_PRONE, STAND_UP, move_budget, walk_of
from battlemat.rulebooks.skirmishers.state.vehicles import riders

ENTANGLED_FROM = 4
"""`skirmishers.terrain.wire-entangle`: a 4, 5 or 6."""


def can_move(battle: Battle, unit: Unit) -> bool:
    """Whether a unit may change dot or level now (`skirmishers.move.first`)."""
    return (
        battle.stage == MOVING
        and unit.state == ABLE
        and not unit.halted
        and not unit.entangled
        and not unit.pinned
        and unit.mount < 0
    )


def reach_of(battle: Battle, unit: Unit) -> Reach:
    """Where the AP left take a unit, other units in the way (`skirmishers.move.occupied`)."""
    budget = max(0, move_budget(unit))
    return walk_of(battle, unit).reach(unit.place, budget, battle.standing | battle.lying)


def danger_of(battle: Battle, side: int) -> int:
    """The mask of places in the arcs of a side's enemies, on every level."""
    board = battle.board
    dots = 0
    for index in battle.of_side(1 - side):
        unit = battle.units[index]
        if unit.arcs and unit.state == ABLE:
            for arc in unit.arcs:
                dots |= board.arc(unit.place, arc.heading, arc.degrees)
    if not dots:
        return 0
    mask = 0
    for layer in range(board.layers):
        mask |= dots << layer * board.size
    return mask


def arcs_crossed(battle: Battle, side: int, way: Iterable[int]) -> list[Unit]:
    """The enemies of a side whose firing arcs a way enters, seen or not."""
    board = battle.board
    dots = 0
    for place in way:
        dots |= 1 << place % board.size
    return [
        unit
        for unit in battle.units
        if unit.arcs
        and unit.side != side
        and unit.state == ABLE
        and any(board.arc(unit.place, arc.heading, arc.degrees) & dots for arc in unit.arcs)
    ]


# ---------------------------------------------------------------------- one step


def enter(battle: Battle, unit: Unit, place: int, price: int) -> None:
    """Pay for a step, and take it. What the dot and the enemy's fire do comes after it."""
    pay(unit, price, walking=True)
    start, was_prone = unit.place, unit.prone
    set_down(battle, unit, place)
    if battle.sink is not None:
        name = battle.board.name
        clauses = step_clauses(battle.board, start, place, prone=was_prone)
        because = (*clauses, "skirmishers.turn.step-pay-first")
        battle.tell(
            events.Step, because, unit=unit.id, start=name(start), end=name(place), ap=price
        )


def set_down(battle: Battle, unit: Unit, place: int) -> None:
    """Put a unit on a dot that it has entered anew (`skirmishers.fire.once`)."""
    if unit.arcs or battle.guns or battle.paid:
        leave_dot(battle, unit)
    underground = battle.board.underground
    battle.lift(unit)
    if (place >= underground) != (unit.place >= underground):
        unit.prone = place >= underground  # skirmishers.terrain.tunnel: he must crawl inside
    unit.place = place
    battle.lay(unit)
    battle.entered = True
    battle.shot_here = False
    battle.fired = 0


def leave_dot(battle: Battle, unit: Unit) -> None:
    """What is lost by leaving a dot: a crew weapon's control, an arc, payments for crew work."""
    if battle.guns:
        leave_gun(battle, unit)
    unit.arcs = ()
    if battle.paid:  # skirmishers.crew.set-up: a man who changes dot forfeits his payment
        battle.paid = tuple(paid for paid in battle.paid if paid[0] != unit.index)


def pay(unit: Unit, price: int, *, walking: bool = False) -> None:
    """Spend AP (`skirmishers.turn.ap-clock`), counted as movement where the table is one of it."""
    unit.spent += price
    if walking:
        unit.walked += price


def harmful(battle: Battle) -> int:
    """The mask of the dots that do something to who enters them: flames or wire."""
    return battle.fire | battle.board.marked[Mark.WIRE]


def suffer_dot(battle: Battle, unit: Unit) -> Flow[None]:
    """Terrain effects of the dot just entered: flames, then wire."""
    if battle.fire >> unit.place & 1:
        yield from hurt(battle, unit, 1, 0, "skirmishers.incendiary.enter")
    wire = battle.board.marked[Mark.WIRE] >> unit.place & 1
    if wire and unit.state == ABLE and unit.card.kind != SUIT:
        yield from caught_in_wire(battle, unit, "skirmishers.terrain.wire-damage")


def caught_in_wire(battle: Battle, unit: Unit, because: str) -> Flow[None]:
    """One die of bludgeoning damage, its initial cell, and a die to be entangled."""
    player = PLAYERS[unit.side]
    faces = yield from roll(player, 1, 6, because=because)
    yield from hurt(battle, unit, 0, faces[0], because)
    entangle = "skirmishers.terrain.wire-entangle"
    held = yield from roll(player, 1, 6, because=entangle, alike=((1, 2, 3), (4, 5, 6)))
    unit.entangled = held[0] >= ENTANGLED_FROM
    clauses, held_fast = (because, entangle), unit.entangled
    battle.tell(events.Wire, clauses, unit=unit.id, face=held[0], entangled=held_fast)


# ---------------------------------------------------------------------- a whole way


class Passage:
    """What a walk under fire has come to, for drivers that count: equal passages add up."""

    __slots__ = ("_hash", "key")

    def __init__(self, battle: Battle, unit: Unit) -> None:
        arcs = tuple((u.index, u.arcs) for u in battle.units if u.arcs and u.side != unit.side)
        world = (battle.fired, battle.entered, battle.guns, battle.paid, battle.tokens)
        self.key = (unit.value(), arcs, world)
        self._hash = hash(self.key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Passage) and self.key == other.key

    def weight(self) -> int:
        """In bytes."""
        return weight_of(self.key)

    def happen(self, battle: Battle, unit: Unit) -> None:
        """Bring a battle to where the passage ended."""
        mine, arcs, world = self.key
        unit.become(mine)
        left = dict(arcs)
        for other in battle.units:
            if other.side != unit.side:
                other.arcs = left.get(other.index, ())
        battle.fired, battle.entered, battle.guns, battle.paid, battle.tokens = world
        battle.shot_here = False
        battle.count_masks()


class _Key:
    """A battle and the way still ahead, looked at only when somebody counts.

    From then on it holds what the battle was like and no longer the battle: keys are kept.
    """

    __slots__ = ("_battle", "_hash", "_legs", "_value")

    def __init__(self, battle: Battle, legs: tuple[Any, ...]) -> None:
        self._battle: Battle | None = battle
        self._legs = legs

    def value(self) -> tuple[Any, ...]:
        """All that the count follows from. The board follows from the field and the damage."""
        if self._battle is not None:
            self._value = (self._battle.field.serial, self._battle.value(), self._legs)
            self._hash = hash(self._value)
            self._battle = None
        return self._value

    def weight(self) -> int:
        """In bytes."""
        return weight_of(self.value())

    def __hash__(self) -> int:
        self.value()
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.value() == other.value()


Leg = Callable[[Battle, Unit, Any], Flow[bool]]
"""One leg of a way; False when the unit goes no further."""


def go(battle: Battle, unit: Unit, legs: tuple[Any, ...], leg: Leg) -> Flow[None]:
    """Take the legs of a way one by one until one of them stops the unit.

    The whole way is one part with one value, so that exact odds of a chain of shots add up equal
    states leg by leg instead of walking every sequence of dice.
    """
    index = unit.index
    passage: Passage | None = yield from tally(
        _Key(battle, legs),
        lambda: _go(battle, unit, legs, leg),
        lambda: _count(battle.copy(), index, legs, leg),
    )
    if passage is not None:
        passage.happen(battle, unit)


def _go(battle: Battle, unit: Unit, legs: tuple[Any, ...], leg: Leg) -> Flow[Passage | None]:
    for one in legs:
        if not (yield from leg(battle, unit, one)):
            break
    return None


def _count(battle: Battle, index: int, legs: tuple[Any, ...], leg: Leg) -> Flow[Passage | None]:
    unit = battle.units[index]
    goes_on = yield from leg(battle, unit, legs[0])
    rest = legs[1:]
    if not rest or not goes_on:
        return Passage(battle, unit)
    return (
        yield from tally(
            _Key(battle, rest),
            lambda: _count(battle, index, rest, leg),
            lambda: _count(battle.copy(), index, rest, leg),
        )
    )


def walk_leg(battle: Battle, unit: Unit, place: int, watched: int) -> Flow[bool]:
    """One step of a walk, and what the dot and the enemy's fire do. The rest is dropped when the
    unit falls, is caught or cannot pay.
    """
    was_prone = unit.prone
    tunnel = max(unit.place, place) >= battle.board.underground
    if not step(battle, unit, place):
        return False
    if harmful(battle) >> place & 1:
        yield from suffer_dot(battle, unit)
    if watched >> place & 1 and (unit.state == ABLE or not is_decided(battle)):
        yield from reaction(battle, Chance(unit, MOVE))
    if unit.state != ABLE:
        return False
    return tunnel or unit.prone == was_prone


def step(battle: Battle, unit: Unit, place: int) -> bool:
    """Take one step of a walk, if nothing bars it: pay, and move."""
    price = walk_of(battle, unit).price(unit.place, place)
    if price is None or price > move_budget(unit):
        return False
    if unit.halted or unit.entangled or battle.occupied >> place & 1:
        return False
    enter(battle, unit, place, price)
    return True


def walk_by_best_way(battle: Battle, unit: Unit, place: int) -> Flow[None]:
    """Walk by the cheapest way to a place; of several by the one that enters enemy arcs least."""
    watched = danger_of(battle, unit.side)
    return _walk(battle, unit, reach_of(battle, unit).path(place, watched), watched)


def walk(battle: Battle, unit: Unit, way: tuple[int, ...]) -> Flow[None]:
    """Walk a way given by the places entered."""
    return _walk(battle, unit, way, danger_of(battle, unit.side))


def _walk(battle: Battle, unit: Unit, way: tuple[int, ...], watched: int) -> Flow[None]:
    """While somebody walks, the arcs of his enemies become fewer and never more: who enters none of
    those that there are at first is fired at by nobody, and only asks where a dot does harm.
    """
    risky = watched | harmful(battle)
    for place in way:
        if risky >> place & 1:
            return go(battle, unit, way, partial(walk_leg, watched=watched))
    for place in way:
        if not step(battle, unit, place):
            break
    return no_question()


def stand_up(battle: Battle, unit: Unit) -> Flow[None]:
    """`skirmishers.move.stand`: draws fire of those who have not fired on this dot."""
    pay(unit, STAND_UP, walking=True)
    battle.lift(unit)
    unit.prone = False
    battle.lay(unit)
    battle.tell(events.Stands, "skirmishers.move.stand", unit=unit.id)
    yield from reaction(battle, Chance(unit, STAND))


def go_prone(battle: Battle, unit: Unit) -> None:
    """`skirmishers.move.go-prone`: draws no fire (`skirmishers.fire.no-other-trigger`).

    Behind something low and solid this is how one hides (`skirmishers.move.hide`).
    """
    pay(unit, GO_PRONE, walking=True)
    battle.lift(unit)
    unit.prone = True
    battle.lay(unit)
    because = ("skirmishers.move.go-prone", "skirmishers.fire.no-other-trigger")
    battle.tell(events.Prone, because, unit=unit.id)


def end_movement(battle: Battle, unit: Unit) -> Flow[None]:
    """`skirmishers.incendiary.end`: 8X for stopping in fire, once, before combat actions."""
    burning = battle.stage == MOVING and unit.place >= 0 and battle.fire >> unit.place & 1
    battle.stage = FIGHTING
    if not burning:
        return
    for man in _stopping(battle, unit):
        if man.state == ABLE:
            yield from hurt(battle, man, 8, 0, "skirmishers.incendiary.end")


def _stopping(battle: Battle, unit: Unit) -> list[Unit]:
    """Whose movement ends with a unit's: who drives stops those on the vehicle as well, but for
    who has movement of his own left and may still get off.
    """
    if unit.mount < 0 or unit.under or unit.passenger:
        return [unit]
    free = [one.unit for one in battle.together if one.stage == MOVING]
    return [m for m in riders(battle, battle.units[unit.mount]) if m.index not in free]


def leave_map(battle: Battle, unit: Unit) -> None:
    """Over an edge that the scenario opens (`skirmishers.map.edge`)."""
    pay(unit, 1, walking=True)
    disarm(battle, unit)
    battle.put(unit, OFF_MAP)
    unit.state = LEFT
    battle.tell(events.Leaves, "skirmishers.map.edge", unit=unit.id)
