"""Chapter "Explosives", as combat actions: at a dot, over stairs, at a structure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.modifiers import total
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import (
    Acting,
    Action,
    afford_refusal,
    at_once,
    combat_bar,
)
from battlemat.rulebooks.skirmishers.chapters.explosives.preparing import (
    aim_bar,
    burst_aim,
    hand_bar,
    not_held_refusal,
    price_of,
    settle,
    stairs_places,
    stray_from,
    surfaces_over,
    toss_price,
    usable,
    use_bar,
)
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import Aim, modifiers
from battlemat.rulebooks.skirmishers.chapters.vehicles.targets import places_of
from battlemat.rulebooks.skirmishers.screen.burst_shapes import burst_shapes
from battlemat.rulebooks.skirmishers.screen.handles import at_place, called, offer
from battlemat.rulebooks.skirmishers.screen.parts import PLACE, UNIT, WEAPON, with_default
from battlemat.rulebooks.skirmishers.state.battle import (
    FIGHTING,
    NOTHING,
    UNCONSCIOUS,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import SUIT
from battlemat.rulebooks.skirmishers.state.weapons import LAUNCHER, THROW, Weapon
from battlemat.rulebooks.skirmishers.state.words import place_words


class Throw(NamedTuple):
    """An explosive at a dot; `vehicle` is one on that dot that is named as its target."""

    unit: int
    place: int
    weapon: int
    vehicle: int = NOTHING
    verb: str = "throw"


class Toss(NamedTuple):
    """An explosive over stairs or a ladder."""

    unit: int
    place: int
    weapon: int
    verb: str = "toss"


VEHICLE_PART = with_default(UNIT, lambda _battle, _found: NOTHING)


def _saddle_refusal() -> Refusal:
    return Refusal(
        say("from a vehicle explosives can be used only during its movement"),
        "skirmishers.vehicle.attack-kinds",
    )


# ---------------------------------------------------------------------- legality


def explosive_bar(battle: Battle, asked: Acting, unit: int, weapon: int) -> Refusal | None:
    """What bars an explosive as a combat action, wherever it is aimed."""
    barred = combat_bar(battle, asked, unit)
    if barred is not None:
        return barred
    man = battle.units[unit]
    if man.mount >= 0:
        return _saddle_refusal()
    barred = use_bar(battle, man) or hand_bar(battle, man, weapon)
    thrown = battle.stage == FIGHTING and man.exploded and man.card.kind != SUIT
    if barred == not_held_refusal() and thrown and battle.weapon(weapon).kind == THROW:
        return Refusal(
            say("only one throw is allowed in a combat phase"), "skirmishers.explosive.one-throw"
        )
    return barred


def _throw_bar(battle: Battle, asked: Acting, option: Throw) -> Refusal | None:
    barred = explosive_bar(battle, asked, option.unit, option.weapon)
    if barred is not None:
        return barred
    unit, weapon = battle.units[option.unit], battle.weapon(option.weapon)
    barred = named_bar(battle, unit, weapon, option.place, option.vehicle)
    return barred or aim_bar(battle, unit, weapon, option.place)


def named_bar(
    battle: Battle, unit: Unit, weapon: Weapon, place: int, vehicle: int
) -> Refusal | None:
    """Why a vehicle cannot be named as the target of what is aimed at a dot."""
    if vehicle == NOTHING:
        return None
    target = battle.units[vehicle]
    because = "skirmishers.vehicle.signature"
    if not target.is_vehicle or target.side == unit.side or target.place < 0:
        return Refusal(say("{target} is no enemy vehicle", target=target.id), because)
    if weapon.smoke:
        return Refusal(say("smoke has no target"), because)
    if place not in places_of(battle, target, target)[0]:
        return Refusal(say("{target} is not on that dot", target=target.id), because)
    return None


def _toss_bar(battle: Battle, asked: Acting, option: Toss) -> Refusal | None:
    barred = explosive_bar(battle, asked, option.unit, option.weapon)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    if battle.weapon(option.weapon).kind != THROW:
        return Refusal(say("only what is thrown goes over stairs"), "skirmishers.explosive.stairs")
    if option.place not in stairs_places(battle, unit):
        return Refusal(
            say("no stairs lead there from here"), "skirmishers.explosive.stairs-position"
        )
    return afford_refusal() if unit.ap_left < toss_price(unit) else None


# ---------------------------------------------------------------------- listing


def _throws(battle: Battle, asked: Acting) -> Sequence[Throw]:
    """Every dot that a throw reaches, for launchers every dot near an enemy; then vehicles."""
    unit = battle.units[asked.unit]
    weapons = usable(battle, unit)
    if not weapons:
        return ()
    found = [
        Throw(unit.index, place, weapon.number)
        for weapon in weapons
        for place in throw_places(battle, unit, weapon, unit.ap_left)
    ]
    return found + throws_at_vehicles(battle, unit, weapons)


def throws_at_vehicles(battle: Battle, unit: Unit, weapons: list[Weapon]) -> list[Throw]:
    """Every explosive at every enemy vehicle, on each of its dots."""
    if not battle.on("vehicles"):
        return []
    return [
        Throw(unit.index, place, weapon.number, vehicle.index)
        for vehicle, weapon, place in named_targets(battle, unit, weapons)
    ]


def named_targets(
    battle: Battle, unit: Unit, weapons: list[Weapon]
) -> list[tuple[Unit, Weapon, int]]:
    """Every enemy vehicle with each explosive and each of its dots."""
    return [
        (vehicle, weapon, place)
        for vehicle in battle.units
        if vehicle.is_vehicle and vehicle.side != unit.side and vehicle.place >= 0
        for weapon in weapons
        if not weapon.smoke
        for place in places_of(battle, vehicle, vehicle)[0]
    ]


def throw_places(battle: Battle, unit: Unit, weapon: Weapon, left: int) -> list[int]:
    """Dots worth listing: all that a throw carries to; for launchers those near enemies."""
    board = battle.board
    if weapon.kind == LAUNCHER:
        return _near_enemies(battle, unit, weapon)
    far = left // price_of(unit, weapon, 1)
    return surfaces_over(battle, board.disc(unit.place, far))


def _near_enemies(battle: Battle, unit: Unit, weapon: Weapon) -> list[int]:
    """Where a launcher is worth firing at; any other dot in sight may be named too."""
    board = battle.board
    dots = 0
    for other in battle.units:
        if other.side != unit.side and other.state <= UNCONSCIOUS and other.place >= 0:
            dots |= board.disc(other.place, max(1, len(weapon.rings) - 1))
    return surfaces_over(battle, dots)


def _tosses(battle: Battle, asked: Acting) -> Sequence[Toss]:
    """Every throw over stairs."""
    if not battle.board.terrain.climbs:
        return ()
    unit = battle.units[asked.unit]
    weapons = [weapon for weapon in usable(battle, unit) if weapon.kind == THROW]
    places = stairs_places(battle, unit) if weapons else ()
    return [Toss(unit.index, place, weapon.number) for weapon in weapons for place in places]


# ---------------------------------------------------------------------- doing


def throw_aim(battle: Battle, option: Any, *, moving: bool = False) -> Aim | None:
    """A throw or shot at a dot, with the vehicle that it names."""
    unit, weapon = battle.units[option.unit], battle.weapon(option.weapon)
    if option.vehicle == NOTHING:
        return burst_aim(battle, unit, weapon, option.place, moving=moving)
    target = battle.units[option.vehicle]
    own = battle.footprint(target)
    aim = burst_aim(battle, unit, weapon, option.place, moving=moving, own=own)
    return aim._replace(target=target) if aim is not None else None


def throw(battle: Battle, option: Any, *, moving: bool = False) -> None:
    """Throw or fire at a dot."""
    aim = throw_aim(battle, option, moving=moving)
    assert aim is not None, "a throw was offered that cannot be made"
    settle(aim, price_of(aim.attacker, aim.weapon, aim.distance), stray=stray_from(aim))


def _toss_aim(battle: Battle, option: Toss) -> Aim:
    unit, weapon = battle.units[option.unit], battle.weapon(option.weapon)
    base = toss_price(unit)
    return Aim(battle, unit, weapon, None, unit.place, option.place, None, 0, base=base)


def toss(battle: Battle, option: Toss) -> None:
    """Over stairs or a ladder: no sight needed, no cover."""
    aim = _toss_aim(battle, option)
    settle(aim, aim.base, stray=option.place, because="skirmishers.explosive.stairs")


# ---------------------------------------------------------------------- the verbs


def numbers_of(aim: Aim | None) -> Mapping[str, Any]:
    """What the dice of an attack need."""
    return {"dice": 2, "need": total(modifiers(aim))} if aim is not None else {}


def throw_words(battle: Battle, _asked: Acting, option: Any) -> str:
    """An explosive and where it goes: at a dot, or at the vehicle that is named."""
    weapon = battle.weapon(option.weapon)
    named = option.vehicle != NOTHING
    return say(
        "{how, select, thrown {Throw} other {Fire}} {weapon} at {what}",
        how="thrown" if weapon.kind == THROW else "fired",
        weapon=weapon.name,
        what=called(battle, option.vehicle) if named else place_words(battle.board, option.place),
    )


def _throw_covers(battle: Battle, _choice: Choice, option: Throw) -> list[Shape]:
    throw(battle, option)
    return burst_shapes(battle, battle.tokens[-1])


def _toss_covers(battle: Battle, _choice: Choice, option: Toss) -> list[Shape]:
    toss(battle, option)
    return burst_shapes(battle, battle.tokens[-1])


def throw_price(battle: Battle, _asked: Acting, option: Any) -> int:
    """AP for an explosive at a dot."""
    unit = battle.units[option.unit]
    distance = battle.board.distance(unit.place, option.place)
    return price_of(unit, battle.weapon(option.weapon), distance)


THROW_VERB = Action(
    Throw,
    Template(
        Throw,
        "throw {unit} {place} {weapon}[ {vehicle}]",
        unit=UNIT,
        place=PLACE,
        weapon=WEAPON,
        vehicle=VEHICLE_PART,
    ),
    says="throw or fire an explosive at a dot, or at an enemy vehicle on it",
    because="skirmishers.explosive.target-dot",
    candidates=_throws,
    bar=_throw_bar,
    price=throw_price,
    numbers=lambda battle, _asked, option: numbers_of(throw_aim(battle, option)),
    do=at_once(throw, combat=True),
    tells=throw_words,
    handle=offer("Explosive", at_place, harms=True),
    covers=_throw_covers,
    unlisted=True,
    fights=True,
)
TOSS = Action(
    Toss,
    Template(Toss, "toss {unit} {place} {weapon}", unit=UNIT, place=PLACE, weapon=WEAPON),
    says="throw an explosive up or down stairs",
    because="skirmishers.explosive.stairs",
    candidates=_tosses,
    bar=_toss_bar,
    price=lambda battle, _asked, option: toss_price(battle.units[option.unit]),
    numbers=lambda battle, _asked, option: numbers_of(_toss_aim(battle, option)),
    do=at_once(toss, combat=True),
    tells="Throw {weapon} over the stairs to {place}",
    handle=offer("Explosive over stairs", at_place, harms=True),
    covers=_toss_covers,
    fights=True,
)
