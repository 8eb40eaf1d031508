"""Chapter "Basic actions": doors, and things to carry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow, no_question
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.asked import Acting, Action, actor_bar
from battlemat.rulebooks.skirm.chapters.parts import DOOR, MARKER, UNIT
from battlemat.rulebooks.skirm.chapters.prices import Deed, cost_of, unpaid
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.screen.drawing import cite, edge
from battlemat.rulebooks.skirm.screen.handles import act_cost, offer
from battlemat.rulebooks.skirm.screen.naming import done_by, door_called
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import CARRIED, Battle


class Door(NamedTuple):
    """Open or close a door: `door R1 c3|d3`."""

    unit: int
    door: int
    verb: str = "door"

    def deed(self, _battle: Battle) -> Deed:
        return _DOOR


class Pick(NamedTuple):
    """Pick a marker up: `pick R1 core`."""

    unit: int
    marker: int
    verb: str = "pick"

    def deed(self, battle: Battle) -> Deed:
        return _PICK if battle.edition.separate_drop else _CARRY


class Drop(NamedTuple):
    """Put a marker down: `drop R1 core`."""

    unit: int
    marker: int
    verb: str = "drop"

    def deed(self, battle: Battle) -> Deed:
        return _DROP if battle.edition.separate_drop else _CARRY


_DOOR, _PICK, _DROP, _CARRY = Deed("door"), Deed("pick"), Deed("drop"), Deed("carry")
Basic: TypeAlias = Door | Pick | Drop


def _start_bar(battle: Battle, asked: Acting, option: Basic) -> Refusal | None:
    """Whether the unit may act at all, and pay for it."""
    barred = actor_bar(battle, asked, option.unit, option.verb)
    if barred is None and asked.paid:
        barred = unpaid(battle, battle.units[option.unit].side, option.deed(battle))
    return barred


def _price(battle: Battle, asked: Acting, option: Basic) -> int | None:
    return cost_of(battle, option.deed(battle)) if asked.paid else None


def _cost(battle: Battle, choice: Choice, option: Basic) -> str:
    return act_cost(battle, choice, cost_of(battle, option.deed(battle)))


# ---------------------------------------------------------------------- doors


def _doors(battle: Battle, asked: Acting) -> Sequence[Door]:
    """Doors on the sides of the unit's own square."""
    doors_at, units = battle.field.doors_at, battle.units
    if not doors_at:
        return ()
    some = asked.units
    return [Door(index, door) for index in some for door in doors_at.get(units[index].square, ())]


def _door_bar(battle: Battle, asked: Acting, option: Door) -> Refusal | None:
    beside = battle.field.doors_at.get(battle.units[option.unit].square, ())
    barred = _start_bar(battle, asked, option)
    return barred or (None if option.door in beside else refuse("action.door"))


def _turn_door(battle: Battle, option: Door) -> Flow[None]:
    number = option.door
    battle.set_doors(battle.doors_open ^ 1 << number)
    a, b = battle.field.board.doors[number]
    name = battle.field.board.name
    battle.tell(
        events.Door,
        "action.door",
        unit=battle.units[option.unit].id,
        state="opens" if battle.doors_open >> number & 1 else "closes",
        one=name(a),
        two=name(b),
    )
    return no_question()


def _door_handle(battle: Battle, choice: Choice, option: Door) -> Handle:
    text, cost = _DOOR_FORM.write(battle, option), _cost(battle, choice, option)
    return offer(battle, choice, text, say("Door"), unit=option.unit, cost=cost)


def _tell_door(battle: Battle, asked: Acting, option: Door) -> str:
    door, is_open = door_called(battle, option.door), battle.doors_open >> option.door & 1
    what = say("Close {door}", door=door) if is_open else say("Open {door}", door=door)
    return done_by(battle, asked.units, option.unit, what)


def _door_covers(battle: Battle, _choice: Choice, option: Door) -> list[Shape]:
    """The door as it would be then."""
    side = battle.field.board.doors[option.door]
    is_open = battle.doors_open >> option.door & 1
    kind, label = ("closed", say("then closed")) if is_open else ("open", say("then open"))
    points, clause = edge(battle.field.board, side), cite(battle, "action.door")
    return [Shape(f"door-{kind}", "line", points, label=label, because=clause)]


_DOOR_FORM = Template(Door, "door {unit} {door}", unit=UNIT, door=DOOR)
DOOR_VERB: Action[Door] = Action(
    Door,
    _DOOR_FORM,
    says="open or close a door beside the unit",
    because="action.door",
    candidates=_doors,
    bar=_door_bar,
    price=_price,
    do=_turn_door,
    handle=_door_handle,
    covers=_door_covers,
    tells=_tell_door,
)


# ---------------------------------------------------------------------- carrying


def _picks(battle: Battle, asked: Acting) -> Sequence[Pick]:
    """Markers in the unit's square."""
    if not battle.markers:
        return ()
    units, places = battle.units, list(enumerate(battle.markers))
    return [Pick(i, n) for i in asked.units for n, place in places if place == units[i].square]


def _drops(battle: Battle, asked: Acting) -> Sequence[Drop]:
    """Markers that the unit carries."""
    if not battle.markers:
        return ()
    places = list(enumerate(battle.markers))
    return [Drop(i, n) for i in asked.units for n, place in places if place == CARRIED - i]


def _pick_bar(battle: Battle, asked: Acting, option: Pick) -> Refusal | None:
    barred = _start_bar(battle, asked, option)
    here = battle.markers[option.marker] == battle.units[option.unit].square
    lies = here and battle.mission.markers[option.marker].carry
    return barred or (None if lies else refuse("action.pickup"))


def _drop_bar(battle: Battle, asked: Acting, option: Drop) -> Refusal | None:
    barred = _start_bar(battle, asked, option)
    if barred is not None or battle.markers[option.marker] == CARRIED - option.unit:
        return barred
    return refuse(_drop_clause(battle))


def _drop_clause(battle: Battle) -> str:
    return "action.drop" if battle.edition.separate_drop else "action.pickup"


def _pick_up(battle: Battle, option: Pick) -> Flow[None]:
    battle.markers[option.marker] = CARRIED - option.unit
    name, unit = battle.mission.markers[option.marker].name, battle.units[option.unit]
    battle.tell(events.Carry, "action.pickup", unit=unit.id, state="picks", marker=name)
    return no_question()


def _put_down(battle: Battle, option: Drop) -> Flow[None]:
    unit = battle.units[option.unit]
    battle.markers[option.marker] = unit.square
    name = battle.mission.markers[option.marker].name
    battle.tell(events.Carry, _drop_clause(battle), unit=unit.id, state="drops", marker=name)
    return no_question()


def _tell_carrying(battle: Battle, asked: Acting, option: Pick | Drop) -> str:
    marker = battle.mission.markers[option.marker].name
    picks = isinstance(option, Pick)
    what = say("Pick up {marker}", marker=marker) if picks else say("Drop {marker}", marker=marker)
    return done_by(battle, asked.units, option.unit, what)


def _carry_handle(form: Template, group: Callable[[], str]) -> Callable[..., Handle]:
    def handle(battle: Battle, choice: Choice, option: Pick | Drop) -> Handle:
        text, cost = form.write(battle, option), _cost(battle, choice, option)
        return offer(battle, choice, text, group(), unit=option.unit, cost=cost)

    return handle


_PICK_FORM = Template(Pick, "pick {unit} {marker}", unit=UNIT, marker=MARKER)
_DROP_FORM = Template(Drop, "drop {unit} {marker}", unit=UNIT, marker=MARKER)
PICK_UP: Action[Pick] = Action(
    Pick,
    _PICK_FORM,
    says="pick up a marker in the unit's square",
    because="action.pickup",
    candidates=_picks,
    bar=_pick_bar,
    price=_price,
    do=_pick_up,
    handle=_carry_handle(_PICK_FORM, lambda: say("Pick Up")),
    tells=_tell_carrying,
)
PUT_DOWN: Action[Drop] = Action(
    Drop,
    _DROP_FORM,
    says="put down a marker that the unit carries",
    because="action.pickup",
    candidates=_drops,
    bar=_drop_bar,
    price=_price,
    do=_put_down,
    handle=_carry_handle(_DROP_FORM, lambda: say("Drop")),
    tells=_tell_carrying,
)
