"""Chapter "Basic actions": doors, things to carry, Recover and Revive."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Part, Template
from battlemat.kernel.questions import Choice, Flow, no_question
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Verb
from battlemat.rulebooks.skirm.chapters.asked import Acting, actor_bar, actors
from battlemat.rulebooks.skirm.chapters.damage import stand_up
from battlemat.rulebooks.skirm.chapters.effects import amount, revive
from battlemat.rulebooks.skirm.chapters.parts import DOOR, MARKER, UNIT, find_unit
from battlemat.rulebooks.skirm.chapters.prices import Deed, can_pay, cost_of, price, unpaid
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.chapters.sight import is_engaged
from battlemat.rulebooks.skirm.chapters.windows import NO_FREE, Free, plain_roll
from battlemat.rulebooks.skirm.screen import previews
from battlemat.rulebooks.skirm.screen.drawing import cite, edge
from battlemat.rulebooks.skirm.screen.handles import act_cost, called, offer
from battlemat.rulebooks.skirm.state.battle import CARRIED, DOWNED, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.specials import ANY


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


class Recover(NamedTuple):
    """Try to stand up, or to help a Downed squadmate up: `recover R1`, `recover R1 R2`."""

    unit: int
    target: int
    verb: str = "recover"

    def deed(self, _battle: Battle) -> Deed:
        return _RECOVER


class Revive(NamedTuple):
    """First edition: bring a Downed squadmate back for 2 orders: `revive R1 R2`."""

    unit: int
    target: int
    verb: str = "revive"

    def deed(self, _battle: Battle) -> Deed:
        return _REVIVE


_DOOR, _PICK, _DROP, _CARRY = Deed("door"), Deed("pick"), Deed("drop"), Deed("carry")
_RECOVER, _REVIVE = Deed("recover"), Deed("revive", orders=2)
REVIVE_ORDERS = _REVIVE.orders
Basic: TypeAlias = Door | Pick | Drop | Recover


def _affordable(battle: Battle, asked: Acting, unit: Unit, deed: Deed) -> bool:
    return not asked.paid or can_pay(battle, unit.side, price(battle, deed.kind, deed.act))


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


def _doors(battle: Battle, asked: Acting) -> list[Door]:
    """Doors on the sides of the unit's own square."""
    found: list[Door] = []
    doors_at = battle.field.doors_at
    if not doors_at or asked.moment == "sentry":
        return found
    for unit in actors(battle, asked):
        if unit.square in doors_at and _affordable(battle, asked, unit, _DOOR):
            found += [Door(unit.index, number) for number in doors_at[unit.square]]
    return found


def _door_bar(battle: Battle, asked: Acting, option: Door) -> Refusal | None:
    beside = battle.field.doors_at.get(battle.units[option.unit].square, ())
    barred = _start_bar(battle, asked, option)
    return barred or (None if option.door in beside else refuse("action.door"))


def _turn_door(battle: Battle, option: Door) -> Flow[None]:
    number = option.door
    battle.set_doors(battle.doors_open ^ 1 << number)
    a, b = battle.field.board.doors[number]
    name = battle.field.board.name
    state = "opens" if battle.doors_open >> number & 1 else "closes"
    door, unit = f"{name(a)}|{name(b)}", battle.units[option.unit]
    battle.tell("door", "action.door", unit=unit.id, state=state, door=door)
    return no_question()


def _door_handle(battle: Battle, choice: Choice, option: Door) -> Handle:
    name = battle.field.board.name
    state = "Close" if battle.doors_open >> option.door & 1 else "Open"
    a, b = battle.field.board.doors[option.door]
    label = f"{state} the door between {name(a)} and {name(b)}"
    text, cost = _DOOR_FORM.write(battle, option), _cost(battle, choice, option)
    return offer(battle, choice, text, "Door", label, unit=option.unit, cost=cost)


def _door_covers(battle: Battle, _choice: Choice, option: Door) -> list[Shape]:
    """The door as it would be then."""
    side = battle.field.board.doors[option.door]
    state = "closed" if battle.doors_open >> option.door & 1 else "open"
    points, clause = edge(battle.field.board, side), cite(battle, "action.door")
    return [Shape(f"door-{state}", "line", points, label=f"{state} then", because=clause)]


_DOOR_FORM = Template(Door, "door {unit} {door}", unit=UNIT, door=DOOR)
DOOR_VERB: Verb[Battle, Acting, Door] = Verb(
    Door,
    _DOOR_FORM,
    says="open or close a door beside the unit",
    because="action.door",
    offered=_doors,
    bar=_door_bar,
    price=_price,
    do=_turn_door,
    handle=_door_handle,
    covers=_door_covers,
)


# ---------------------------------------------------------------------- carrying


def _picks(battle: Battle, asked: Acting) -> list[Pick]:
    """Markers in the unit's square that can be carried."""
    if not battle.markers or asked.moment == "sentry":
        return []
    return [
        option
        for unit in actors(battle, asked)
        for index, marker in enumerate(battle.mission.markers)
        if marker.carry and battle.markers[index] == unit.square
        for option in (Pick(unit.index, index),)
        if _affordable(battle, asked, unit, option.deed(battle))
    ]


def _drops(battle: Battle, asked: Acting) -> list[Drop]:
    """Markers that the unit carries."""
    if not battle.markers or asked.moment == "sentry":
        return []
    return [
        option
        for unit in actors(battle, asked)
        for index, place in enumerate(battle.markers)
        if place == CARRIED - unit.index
        for option in (Drop(unit.index, index),)
        if _affordable(battle, asked, unit, option.deed(battle))
    ]


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
    battle.tell("carry", "action.pickup", unit=unit.id, state="picks up", marker=name)
    return no_question()


def _put_down(battle: Battle, option: Drop) -> Flow[None]:
    unit = battle.units[option.unit]
    battle.markers[option.marker] = unit.square
    name = battle.mission.markers[option.marker].name
    battle.tell("carry", _drop_clause(battle), unit=unit.id, state="drops", marker=name)
    return no_question()


def _carry_handle(form: Template, group: str, word: str) -> Callable[..., Handle]:
    def handle(battle: Battle, choice: Choice, option: Pick | Drop) -> Handle:
        label = f"{word} {battle.mission.markers[option.marker].name}"
        text, cost = form.write(battle, option), _cost(battle, choice, option)
        return offer(battle, choice, text, group, label, unit=option.unit, cost=cost)

    return handle


_PICK_FORM = Template(Pick, "pick {unit} {marker}", unit=UNIT, marker=MARKER)
_DROP_FORM = Template(Drop, "drop {unit} {marker}", unit=UNIT, marker=MARKER)
PICK_UP: Verb[Battle, Acting, Pick] = Verb(
    Pick,
    _PICK_FORM,
    says="pick up a marker in the unit's square",
    because="action.pickup",
    offered=_picks,
    bar=_pick_bar,
    price=_price,
    do=_pick_up,
    handle=_carry_handle(_PICK_FORM, "Pick Up", "Pick up"),
)
PUT_DOWN: Verb[Battle, Acting, Drop] = Verb(
    Drop,
    _DROP_FORM,
    says="put down a marker that the unit carries",
    because="action.pickup",
    offered=_drops,
    bar=_drop_bar,
    price=_price,
    do=_put_down,
    handle=_carry_handle(_DROP_FORM, "Drop", "Drop"),
)


# ---------------------------------------------------------------------- Recover


def _recoveries(battle: Battle, asked: Acting) -> list[Recover]:
    """Oneself when Downed, or Downed squadmates in Adjacent squares."""
    found: list[Recover] = []
    for index in asked.units:
        unit = battle.units[index]
        if unit.square < 0 or not _affordable(battle, asked, unit, _RECOVER):
            continue
        if unit.state == DOWNED:
            found.append(Recover(index, index))
            continue
        beside = battle.terrain.adjacent[unit.square] & battle.downed[unit.side]
        if beside:
            found += [Recover(index, mate.index) for mate in battle.in_squares(beside)]
    return found


def _recover_bar(battle: Battle, asked: Acting, option: Recover) -> Refusal | None:
    unit, other = battle.units[option.unit], battle.units[option.target]
    if option.unit not in asked.units:
        return refuse("activation.alternate")
    if asked.paid and (barred := unpaid(battle, unit.side, _RECOVER)):
        return barred
    if unit.state == DOWNED:
        return None if unit is other else refuse("damage.downed-actions")
    beside = battle.terrain.adjacent[unit.square] & battle.downed[unit.side]
    helped = other.square >= 0 and beside >> other.square & 1
    return None if helped else refuse("action.recover")


def _try_recover(battle: Battle, option: Recover) -> Flow[None]:
    """1d6 against the acting unit's own ARM; a success stands the Downed unit up."""
    unit, downed = battle.units[option.unit], battle.units[option.target]
    need = _armor_number(battle, unit)
    geared = unit.powers.rerolls_recover or unit.card.rerolls.get("recover")
    faces = yield from plain_roll(
        battle,
        unit.side,
        1,
        need,
        "recover",
        because="action.recover",
        free=Free(ANY) if geared else NO_FREE,
        free_because="special.tenacious",
    )
    won = faces[0] <= need
    battle.tell(
        "recover",
        "action.recover",
        unit=unit.id,
        target=downed.id,
        face=faces[0],
        need=need,
        outcome="succeeds" if won else "fails",
    )
    if won:
        stand_up(battle, downed, ("action.recover", "action.recover-ready"))


def _armor_number(battle: Battle, unit: Unit) -> int:
    """What 1d6 must not exceed against ARM: a 1 always passes, a 6 never."""
    return max(1, min(5, unit.card.arm + battle.bonus(unit, "arm")))


def _mate_handle(battle: Battle, choice: Choice, option: Recover) -> Handle:
    text, cost = _RECOVER_FORM.write(battle, option), _cost(battle, choice, option)
    label = f"Recover {called(battle, option.target)}"
    return offer(
        battle, choice, text, "Recover", label, cost=cost, unit=option.unit, target=option.target
    )


def _mate_covers(battle: Battle, choice: Choice, option: Recover | Revive) -> list[Shape]:
    unit, mate = battle.units[option.unit], battle.units[option.target]
    return previews.aid(battle, unit, mate, choice.because)


_ITSELF = Part(
    "the id of a unit in this battle",
    write=UNIT.write,
    read=lambda battle, word, _found: find_unit(battle, word),
    values=UNIT.values,
    default=lambda _battle, found: found["unit"],
)
_RECOVER_FORM = Template(Recover, "recover {unit}[ {target}]", unit=UNIT, target=_ITSELF)
RECOVER: Verb[Battle, Acting, Recover] = Verb(
    Recover,
    _RECOVER_FORM,
    says="try to stand up, or to help a Downed squadmate up",
    because="action.recover",
    offered=_recoveries,
    bar=_recover_bar,
    price=_price,
    do=_try_recover,
    handle=_mate_handle,
    covers=_mate_covers,
)


# ---------------------------------------------------------------------- Revive


def _revivals(battle: Battle, asked: Acting) -> list[Revive]:
    """First edition: Downed squadmates beside the unit, nobody near."""
    (index,) = asked.units if asked.paid else (-1,)
    if index < 0:
        return []
    unit, done = battle.units[index], battle.done
    if unit.state != STANDING or battle.orders[unit.side] < REVIVE_ORDERS:
        return []
    if done.get("revive") or done.get("advanced revive") or is_engaged(battle, unit):
        return []
    beside = battle.terrain.adjacent[unit.square] & battle.downed[unit.side]
    return [
        Revive(index, mate.index)
        for mate in battle.in_squares(beside)
        if not is_engaged(battle, mate)
    ]


def _revive_bar(battle: Battle, asked: Acting, option: Revive) -> Refusal | None:
    unit, mate = battle.units[option.unit], battle.units[option.target]
    barred = actor_bar(battle, asked, option.unit, "revive")
    if barred is not None:
        return barred
    if battle.done.get("revive"):
        return refuse("action.repeat")
    if battle.done.get("advanced revive"):
        return refuse("action.revive-advanced")
    if battle.orders[unit.side] < REVIVE_ORDERS:
        return refuse("action.to-only")
    near = battle.terrain.adjacent[unit.square] & battle.downed[unit.side]
    if mate.square < 0 or not near >> mate.square & 1:
        return refuse("action.revive")
    engaged = is_engaged(battle, unit) or is_engaged(battle, mate)
    return refuse("action.revive-enemies") if engaged else None


def _do_revive(battle: Battle, option: Revive) -> Flow[None]:
    unit, downed = battle.units[option.unit], battle.units[option.target]
    battle.orders[unit.side] -= REVIVE_ORDERS
    battle.tell("revive", "action.revive", unit=unit.id, target=downed.id)
    hits = yield from amount(battle, "d3", unit.side, "action.revive-hit")
    revive(battle, downed, hits)


def _revive_handle(battle: Battle, choice: Choice, option: Revive) -> Handle:
    text, label = _REVIVE_FORM.write(battle, option), f"Revive {called(battle, option.target)}"
    return offer(
        battle,
        choice,
        text,
        "Revive",
        label,
        cost=f"{REVIVE_ORDERS} TO",
        unit=option.unit,
        target=option.target,
    )


_REVIVE_FORM = Template(Revive, "revive {unit} {target}", unit=UNIT, target=UNIT)
REVIVE: Verb[Battle, Acting, Revive] = Verb(
    Revive,
    _REVIVE_FORM,
    says="bring a Downed squadmate back for 2 Tactical Orders",
    because="action.revive",
    offered=_revivals,
    bar=_revive_bar,
    price=lambda _battle, _asked, _option: REVIVE_ORDERS,
    do=_do_revive,
    handle=_revive_handle,
    covers=_mate_covers,
)
