"""Chapter "Special Actions": changing weapons, taking, picking up, dropping, jet packs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.memo import Memo
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import (
    Acting,
    Action,
    afford_refusal,
    at_once,
    foot_bar,
)
from battlemat.rulebooks.skirmishers.chapters.gear import (
    CHANGE,
    EXCHANGE,
    JET_ITEM,
    WEAR,
    Three,
    belongings,
    can_be_searched,
    change_weapon,
    drop,
    drop_price,
    fits,
    pick_up,
    take,
    wear_jet,
    within_grasp,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.saddle import crew_bar, spare_bar
from battlemat.rulebooks.skirmishers.screen.handles import at_place, at_target, offer
from battlemat.rulebooks.skirmishers.screen.parts import (
    ON_OFF,
    PLACE,
    THING,
    UNIT,
    WEAPON,
    thing_words,
)
from battlemat.rulebooks.skirmishers.state.battle import MOVING, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import (
    JET_CARRIED,
    JET_WORN,
    NO_JET,
    PERSON,
    PRIMARY,
    SUIT,
)
from battlemat.rulebooks.skirmishers.state.ground import mounted_launcher
from battlemat.rulebooks.skirmishers.state.suits import fits_suit
from battlemat.rulebooks.skirmishers.state.words import place_words


class Change(NamedTuple):
    """Another carried weapon in hand."""

    unit: int
    weapon: int
    verb: str = "weapon"


class Take(NamedTuple):
    """A thing from somebody within reach."""

    unit: int
    target: int
    thing: int
    verb: str = "take"


class Pick(NamedTuple):
    """A thing from the ground."""

    unit: int
    place: int
    thing: int
    verb: str = "pick"


class Drop(NamedTuple):
    unit: int
    thing: int
    verb: str = "drop"


class Wear(NamedTuple):
    """A jet pack put on, or taken off."""

    unit: int
    on: bool
    verb: str = "jet"


def _suit_refusal() -> Refusal:
    return Refusal(say("a suit has all its weapons ready"), "skirmishers.power.arcs")


def _six_refusal() -> Refusal:
    return Refusal(say("an exchange costs 6 AP"), "skirmishers.action.exchange")


def _full_refusal() -> Refusal:
    return Refusal(say("there is no room on his card for it"), "skirmishers.action.capacity")


def _no_grenades_refusal() -> Refusal:
    return Refusal(say("suits use no grenades"), "skirmishers.power.no-grenades")


def _fitted_refusal() -> Refusal:
    return Refusal(say("a suit's jet pack is built in"), "skirmishers.power.jet-fitted")


def _not_for_suits_refusal() -> Refusal:
    return Refusal(
        say("a suit carries basic weapons and satchel charges beside its own"),
        "skirmishers.power.secondary",
    )


# ---------------------------------------------------------------------- changing weapons


def carried_weapons(battle: Battle, unit: Unit, mounted: int) -> tuple[int, ...]:
    """Everything that a unit could make active: weapons, grenades, the gun he mans, his knife;
    `mounted` is the launcher under his rifle, which goes with it.
    """
    armory = battle.field.armory
    others: tuple[int, ...] = (armory.knife,)
    if battle.guns:
        manned = (gun.weapon for gun in battle.guns if gun.controller == unit.index)
        others = (*manned, armory.knife)
    return _carried(unit.carries, mounted, armory.grenades, unit.grenades, others)


@Memo("what the unit carries", bound=4096)
def _carried(
    carries: Three, mounted: int, pouches: tuple[int, ...], grenades: Three, others: tuple[int, ...]
) -> tuple[int, ...]:
    found = [index for index in carries if index >= 0 and index != mounted]
    found += [index for index, load in zip(pouches, grenades, strict=True) if load]
    return tuple(dict.fromkeys((*found, *others)))


def _changes(battle: Battle, asked: Acting) -> Sequence[Change]:
    return changes_of(battle, battle.units[asked.unit]) if battle.stage == MOVING else ()


def changes_of(battle: Battle, unit: Unit) -> Sequence[Change]:
    """To everything that a unit carries and has not in hand."""
    mounted = mounted_launcher(battle, unit)
    both = unit.carries[PRIMARY] if unit.hand == mounted >= 0 else unit.hand
    return _changes_to(unit.index, carried_weapons(battle, unit, mounted), (unit.hand, both))


@Memo("the unit, its weapons and what it holds", bound=4096)
def _changes_to(unit: int, weapons: tuple[int, ...], held: tuple[int, int]) -> Sequence[Change]:
    return tuple(Change(unit, index) for index in weapons if index not in held)


def _change_open(battle: Battle, asked: Acting, unit: Unit) -> Refusal | None:
    """Why a unit cannot change weapons at all now; a rider as far as the ride leaves AP."""
    if unit.mount < 0:
        barred = foot_bar(battle, asked, unit.index)
    else:
        barred = crew_bar(battle, asked, unit.index) or _segment_bar(battle, unit)
    if barred is not None:
        return barred
    if unit.card.kind != PERSON:
        return _suit_refusal()
    if unit.mount >= 0:
        return spare_bar(battle, unit, CHANGE)
    return afford_refusal() if unit.ap_left < CHANGE else None


def _segment_bar(battle: Battle, unit: Unit) -> Refusal | None:
    ride = battle.units[unit.mount].ride
    if ride is not None and ride.left:
        return Refusal(
            say("a segment that was begun must be driven in full"), "skirmishers.vehicle.segment"
        )
    return None


def _change_bar(battle: Battle, asked: Acting, option: Change) -> Refusal | None:
    unit = battle.units[option.unit]
    barred = _change_open(battle, asked, unit)
    if barred is not None:
        return barred
    mounted = mounted_launcher(battle, unit)
    if option.weapon == unit.hand or (
        mounted >= 0 and {option.weapon, unit.hand} == {mounted, unit.carries[PRIMARY]}
    ):
        return Refusal(say("that weapon is in hand already"), "skirmishers.action.change-weapon")
    if option.weapon not in carried_weapons(battle, unit, mounted):
        return Refusal(
            say("he can change only to a weapon that he carries"),
            "skirmishers.action.change-weapon",
        )
    return None


# ---------------------------------------------------------------------- taking and dropping


def _grasp_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    barred = foot_bar(battle, asked, unit)
    if barred is None and battle.units[unit].ap_left < EXCHANGE:
        return _six_refusal()
    return barred


def _takes(battle: Battle, asked: Acting) -> Sequence[Take]:
    """What anybody within reach has."""
    unit = battle.units[asked.unit]
    if unit.place < 0 or unit.mount >= 0 or battle.stage != MOVING:
        return ()
    grasp = within_grasp(battle, unit)
    near = [other for other in battle.units if other.place >= 0 and grasp >> other.place & 1]
    return [
        Take(unit.index, other.index, thing)
        for other in near
        if can_be_searched(unit, other)
        for thing, _ in belongings(battle, other)
    ]


def _take_bar(battle: Battle, asked: Acting, option: Take) -> Refusal | None:
    barred = _grasp_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit, other = battle.units[option.unit], battle.units[option.target]
    if not can_be_searched(unit, other):
        return Refusal(say("he cannot be searched"), "skirmishers.action.exchange")
    if not within_grasp(battle, unit) >> other.place & 1:
        return Refusal(
            say("an exchange needs somebody within reach"), "skirmishers.action.exchange"
        )
    if option.thing not in (thing for thing, _ in belongings(battle, other)):
        name = thing_words(battle, option.thing)
        return Refusal(
            say("{other} has no {name}", other=other.id, name=name), "skirmishers.action.exchange"
        )
    return _room_bar(battle, unit, option.thing)


def _room_bar(battle: Battle, unit: Unit, thing: int) -> Refusal | None:
    """Why a thing finds no place on a card."""
    if fits(battle, unit, thing):
        return None
    if unit.card.kind != SUIT:
        return _full_refusal()
    if thing == JET_ITEM:
        return _fitted_refusal()
    if thing in battle.field.armory.grenades:
        return _no_grenades_refusal()
    return _full_refusal() if fits_suit(battle.weapon(thing)) else _not_for_suits_refusal()


def _picks(battle: Battle, asked: Acting) -> Sequence[Pick]:
    """What lies within reach."""
    unit = battle.units[asked.unit]
    if not battle.items or unit.mount >= 0 or battle.stage != MOVING:
        return ()
    grasp = within_grasp(battle, unit)
    near = [(place, thing) for place, thing, _ in battle.items if grasp >> place & 1]
    return [Pick(unit.index, place, thing) for place, thing in dict.fromkeys(near)]


def _pick_bar(battle: Battle, asked: Acting, option: Pick) -> Refusal | None:
    barred = _grasp_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    if (option.place, option.thing) not in ((item.place, item.weapon) for item in battle.items):
        name, place = thing_words(battle, option.thing), place_words(battle.board, option.place)
        return Refusal(
            say("no {name} lies at {place}", name=name, place=place), "skirmishers.action.pick-up"
        )
    if not within_grasp(battle, unit) >> option.place & 1:
        return Refusal(say("that dot is out of reach"), "skirmishers.action.pick-up")
    return _room_bar(battle, unit, option.thing)


def _drops(battle: Battle, asked: Acting) -> Sequence[Drop]:
    return drops_of(battle, battle.units[asked.unit])


def drops_of(battle: Battle, unit: Unit) -> Sequence[Drop]:
    """Everything that a unit has."""
    return _drops_from(unit.index, belongings(battle, unit))


@Memo("the unit and its things", bound=4096)
def _drops_from(unit: int, things: tuple[tuple[int, int], ...]) -> Sequence[Drop]:
    return tuple(Drop(unit, thing) for thing, _ in things)


def _drop_bar(battle: Battle, asked: Acting, option: Drop) -> Refusal | None:
    barred = foot_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    if option.thing not in (thing for thing, _ in belongings(battle, unit)):
        return Refusal(say("he does not carry that"), "skirmishers.action.drop")
    if drop_price(unit, option.thing) > unit.ap_left:
        return Refusal(say("taking a jet pack off costs 5 AP"), "skirmishers.jet.costs")
    return None


# ---------------------------------------------------------------------- jet packs


def _wears(battle: Battle, asked: Acting) -> Sequence[Wear]:
    unit = battle.units[asked.unit]
    if unit.jet == NO_JET:
        return ()
    return (Wear(unit.index, True), Wear(unit.index, False))


def _wear_bar(battle: Battle, asked: Acting, option: Wear) -> Refusal | None:
    barred = foot_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    if unit.card.kind != PERSON:
        return _fitted_refusal()
    if unit.jet != (JET_CARRIED if option.on else JET_WORN):
        why = say("he wears none to take off")
        if option.on:
            why = say("he carries none to put on")
        return Refusal(why, "skirmishers.jet.costs")
    return afford_refusal() if unit.ap_left < WEAR else None


# ---------------------------------------------------------------------- the verbs

WEAPON_VERB = Action(
    Change,
    Template(Change, "weapon {unit} {weapon}", unit=UNIT, weapon=WEAPON),
    says="take another carried weapon in hand",
    because="skirmishers.action.change-weapon",
    candidates=_changes,
    bar=_change_bar,
    price=lambda _b, _a, _o: CHANGE,
    do=at_once(lambda b, o: change_weapon(b, b.units[o.unit], o.weapon)),
    tells="Change to {weapon}",
    handle=offer("Change weapon"),
)
TAKE = Action(
    Take,
    Template(Take, "take {unit} {target} {thing}", unit=UNIT, target=UNIT, thing=THING),
    says="take a thing from a friend, an unconscious man or a body within reach",
    because="skirmishers.action.exchange",
    candidates=_takes,
    bar=_take_bar,
    price=lambda _b, _a, _o: EXCHANGE,
    do=at_once(lambda b, o: take(b, b.units[o.unit], b.units[o.target], o.thing)),
    tells="Take {thing} from {target}",
    handle=offer("Exchange", at_target),
)
PICK = Action(
    Pick,
    Template(Pick, "pick {unit} {place} {thing}", unit=UNIT, place=PLACE, thing=THING),
    says="pick up a thing that lies within reach",
    because="skirmishers.action.pick-up",
    candidates=_picks,
    bar=_pick_bar,
    price=lambda _b, _a, _o: EXCHANGE,
    do=at_once(lambda b, o: pick_up(b, b.units[o.unit], o.place, o.thing)),
    tells="Pick up {thing} at {place}",
    handle=offer("Exchange", at_place),
)
DROP = Action(
    Drop,
    Template(Drop, "drop {unit} {thing}", unit=UNIT, thing=THING),
    says="let a thing fall",
    because="skirmishers.action.drop",
    candidates=_drops,
    bar=_drop_bar,
    price=lambda b, _a, o: drop_price(b.units[o.unit], o.thing),
    do=at_once(lambda b, o: drop(b, b.units[o.unit], o.thing)),
    tells="Drop {thing}",
    handle=offer("Drop"),
)
JET = Action(
    Wear,
    Template(Wear, "jet {unit} {on}", unit=UNIT, on=ON_OFF),
    says="put a carried jet pack on, or take the worn one off",
    because="skirmishers.jet.costs",
    candidates=_wears,
    bar=_wear_bar,
    price=lambda _b, _a, _o: WEAR,
    do=at_once(lambda b, o: wear_jet(b, b.units[o.unit], o.on)),
    tells="{on, select, on {Put the jet pack on} other {Take the jet pack off}}",
    handle=offer("Jet pack"),
    needs=("jet-packs",),
)
