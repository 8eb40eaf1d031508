"""What a unit of Skirmishers may be and carry; the slot says what fits into it.

The book's weapons are the engine's own; a file may add weapons, which then fit like the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from battlemat.kernel.errors import SetupError
from battlemat.packs import shapes
from battlemat.packs.places import Place
from battlemat.packs.problems import nearest
from battlemat.packs.schema import (
    Check,
    Field,
    by_hand,
    flag,
    kind_of,
    list_of,
    may,
    need,
    one_of,
    or_nothing,
    record,
    shaped,
    slug,
    table,
    text,
    whole,
)
from battlemat.packs.typed import typed
from battlemat.rulebooks.skirmishers.chapters.start import read_card
from battlemat.rulebooks.skirmishers.state.armory import Armory, read_weapon
from battlemat.rulebooks.skirmishers.state.cards import ARMOR, EXPERIENCE, MOST_GRENADES
from battlemat.rulebooks.skirmishers.state.setup import GrenadesSetup, UnitSetup, WeaponSetup
from battlemat.rulebooks.skirmishers.state.suits import SUITS, fits_suit
from battlemat.rulebooks.skirmishers.state.switches import SWITCHES
from battlemat.rulebooks.skirmishers.state.vehicles import MOUNTINGS, TYPES, can_be_mounted
from battlemat.rulebooks.skirmishers.state.weapons import KINDS, MELEE, UNLIMITED, Weapon

LEADERSHIP = whole(0, 6)
LOADOUT = "skirmishers.weapon.loadout"

_MAY_HOLD = ("knife", "fists", "hand-grenade", "smoke-grenade", "incendiary-grenade")


# ------------------------------------------------------------------ weapons


def weapons_table() -> Check:
    """Weapons that a file adds to the book's, by id."""
    size, far = whole(0, 30), whole(0, 999)

    reach, ammo = or_nothing(far), or_nothing(whole(1, 99))
    card = record(
        need(name=text(), kind=one_of(*KINDS), slot=one_of("primary", "secondary", "suit")),
        need(short=whole(1, 999), pv=whole(0, 2000)),
        may(
            lethal=size,
            bludgeon=size,
            shots=whole(0, 12),
            long=reach,
            rings=list_of(whole(1, 30), least=1, most=8),
            ap=whole(0, 8),
            per_dot=whole(1, 8),
            ammo=ammo,
            crew=whole(0, 4),
            incendiary=flag(),
            smoke=flag(),
            rifle=flag(),
            option=one_of(*SWITCHES),
        ),
    )

    @shaped(card)
    def check(value: Any, place: Place) -> Any:
        found = card(value, place)
        if place.is_sound():
            try:
                read_weapon("weapon", typed(WeaponSetup, found, place))
            except SetupError as error:
                place.complain(str(error).removeprefix("weapon weapon: "))
        return found

    return table(slug(), check)


def read_weapons(value: Any, place: Place) -> dict[str, WeaponSetup]:
    """The weapons that a file adds to the book's; none if anything is wrong with them."""
    known = len(place.problems)
    found = weapons_table()(value, place)
    if len(place.problems) > known:
        return {}
    return {name: typed(WeaponSetup, one, place / name) for name, one in found.items()}


_OF_BOXES = {
    "suit's primary": "skirmishers.power.weapon-table",
    "suit's secondary": "skirmishers.power.secondary",
    "mounted": "skirmishers.vehicle.ammo",
}
"""The clause that says what a suit's or vehicle's box may hold."""


def _slot_clause(weapon: Weapon) -> str:
    """The clause that says into which of a trooper's slots a weapon goes."""
    if weapon.id == "auto-grenade-launcher":
        return "skirmishers.launcher.auto-separate"
    if weapon.id == "satchel-charge":
        return "skirmishers.weapon.satchel-slot"
    of_option = {
        "crewed-weapons": "skirmishers.crew.slot",
        "advanced-explosives": "skirmishers.launcher.slots",
        "incendiary": "skirmishers.incendiary.table",
    }
    usual = "skirmishers.weapon.melee-slot" if weapon.kind == MELEE else LOADOUT
    return of_option.get(weapon.option, usual)


def _weapon(armory: Armory, slot: str, fits: Callable[[Weapon], bool]) -> Check:
    """One weapon that fits a slot (`skirmishers.weapon.loadout`)."""
    allowed = [weapon.id for weapon in armory.weapons if fits(weapon)]
    several = "skirmishers.power.slots" if "suit" in slot else LOADOUT

    @by_hand(shapes.suggested(allowed, "a weapon of the book, or one that the file adds"))
    def check(value: Any, place: Place) -> Any:
        if isinstance(value, list):
            what = f"one {slot} weapon is wanted, not a list of {len(value)}"
            place.complain(what + nearest(str(next(iter(value), "")), allowed), several)
        elif not isinstance(value, str) or value not in armory.by_id:
            place.complain(f"{kind_of(value)} is no weapon{nearest(str(value), allowed)}")
        elif value not in allowed:
            own = armory.by_id[value].slot
            what = f"'{value}' is no {slot} weapon but " + (
                f"a {own} one" if own else "free to all"
            )
            clause = _OF_BOXES.get(slot) or _slot_clause(armory.by_id[value])
            place.complain(what + nearest(value, allowed), clause)
        return value if isinstance(value, str) else ""

    return check


# ------------------------------------------------------------------ the three kinds of unit

USUAL_GRENADES = {"hand": MOST_GRENADES}
"""What a trooper has in his pouches unless his card says otherwise (`skirmishers.weapon.loadout`);
`grenades: {}` leaves them empty."""


def unit_check(armory: Armory, more: Mapping[str, Field] = MappingProxyType({})) -> Check:
    """A unit as a file writes it: a trooper, a `suit` of power armor or a `vehicle`; `more` are
    keys that its row has beside those of the card."""
    trooper, suit = _trooper(armory, more), _suit(armory, more)
    vehicle = _vehicle(armory, more)

    @shaped(trooper, suit, vehicle)
    def check(value: Any, place: Place) -> Any:
        if isinstance(value, Mapping) and "vehicle" in value:
            return vehicle(value, place)
        suited = isinstance(value, Mapping) and "suit" in value
        found = (suit if suited else trooper)(value, place)
        if place.is_sound():
            if not suited:
                found.setdefault("grenades", dict(USUAL_GRENADES))
            _check_card(found.without(*more), armory, place)
        return found

    return check


def _person() -> dict[str, Field]:
    """What every person's card says (`skirmishers.card.fields`)."""
    return may(
        name=text(),
        rank=text(),
        squad=text(),
        skill=one_of(*EXPERIENCE),
        leader=flag(),
        leadership=LEADERSHIP,
        prone=flag(),
        rides=text(),
        seat=one_of("rider", "passenger"),
        text=text(),
    )


def fits_secondary(weapon: Weapon) -> bool:
    """Whether a weapon may be a trooper's second one."""
    # skirmishers.launcher.mounted: whether the primary carries it, the whole card tells
    return weapon.slot == "secondary" or weapon.id == "grenade-launcher"


def _trooper(armory: Armory, more: Mapping[str, Field]) -> Check:
    return record(
        more,
        _person(),
        may(
            armor=one_of(*ARMOR),
            armor_from=whole(1, 10),
            primary=_weapon(armory, "primary", lambda weapon: weapon.slot == "primary"),
            secondary=_weapon(armory, "secondary", fits_secondary),
            grenades=_grenades,
            extra_ammo=one_of("primary", "secondary", "hand"),
            jet_pack=one_of("worn", "carried"),
            sneak_suit=flag(),
            active=text(),
        ),
    )


_NOT_IN_SUITS = {
    "grenades": ("a suit's pilot has no hand free for grenades", "skirmishers.power.no-grenades"),
    "jet_pack": ("a suit has its jets built in, or none", "skirmishers.power.jet-fitted"),
    "armor": ("a suit is its own armor; 'suit' says which", "skirmishers.power.armor"),
}


def _suit(armory: Armory, more: Mapping[str, Field]) -> Check:
    primary = _weapon(armory, "suit's primary", lambda weapon: weapon.slot == "suit")
    whole_suit = record(
        more,
        _person(),
        need(suit=one_of(*SUITS)),
        may(
            primaries=list_of(primary, most=2),
            sneak_suit=flag(),
            secondary=_weapon(armory, "suit's secondary", fits_suit),
        ),
    )

    @shaped(whole_suit)
    def check(value: Any, place: Place) -> Any:
        for key, why in _NOT_IN_SUITS.items():
            if key in value:
                (place / key).complain(*why)
        return whole_suit({k: v for k, v in value.items() if k not in _NOT_IN_SUITS}, place)

    return check


def _vehicle(armory: Armory, more: Mapping[str, Field]) -> Check:
    card = record(
        more,
        need(vehicle=one_of(*TYPES)),
        may(
            name=text(),
            text=text(),
            weapons=list_of(_mounting(armory), most=3),
            armor=whole(0, 8),
            speed=whole(1, 6),
            handling=whole(-4, 4),
            signature=whole(-6, 6),
        ),
    )

    @shaped(card)
    def check(value: Any, place: Place) -> Any:
        found = card(value, place)
        if place.is_sound() and found.get("weapons"):
            found.update(_boxes(found["weapons"]))
        return found

    return check


def _mounting(armory: Armory) -> Check:
    """A mounted weapon: its id, or a mapping that says where it points and how many rounds."""
    weapon = _weapon(armory, "mounted", can_be_mounted)
    box = record(need(weapon=weapon), may(mount=one_of(*MOUNTINGS), ammo=whole(1, 99)))

    @shaped(weapon, box)
    def check(value: Any, place: Place) -> Any:
        if not isinstance(value, Mapping):
            return {"weapon": weapon(value, place)}
        found = box(value, place)
        if place.is_sound() and "ammo" in found and armory.by_id[found["weapon"]].ammo == UNLIMITED:
            (place / "ammo").complain(f"{found['weapon']} never runs out of ammunition")
        return found

    return check


def _boxes(mounted: list[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Mounted weapons as the engine takes them: row by row what each is, where and how much."""
    boxes: dict[str, list[Any]] = {"weapons": [one.get("weapon") for one in mounted]}
    if any("mount" in one for one in mounted):
        boxes["mounts"] = [one.get("mount", "forward") for one in mounted]
    if any("ammo" in one for one in mounted):
        boxes["mount_ammo"] = [one.get("ammo", UNLIMITED) for one in mounted]
    return boxes


_COUNT = whole(0, MOST_GRENADES)
_POUCH = record(may(hand=_COUNT, smoke=_COUNT, incendiary=_COUNT))


@shaped(_POUCH)
def _grenades(value: Any, place: Place) -> Any:
    """The pouch: at most four of all kinds together (`skirmishers.action.capacity`)."""
    found = _POUCH(value, place)
    if place.is_sound() and sum(found.values()) > MOST_GRENADES:
        what = f"{sum(found.values())} grenades are too many; {MOST_GRENADES} together are allowed"
        place.complain(what, "skirmishers.action.capacity")
    return found


def unnamed(value: Mapping[str, Any], place: Place) -> UnitSetup:
    """A checked unit as the engine takes it; the force that it fights in gives it its id."""
    return typed(UnitSetup, {"id": "", **value}, place)


def _check_card(value: Mapping[str, Any], armory: Armory, place: Place) -> None:
    """What only the whole card tells: the engine reads it, with every optional rule on."""
    try:
        read_card(unnamed(value, place), 0, armory, frozenset(SWITCHES))
    except SetupError as error:
        what = error.what.removeprefix("unit ").lstrip(":, ")
        key = next((key for key in ("armor_from", "extra_ammo", "secondary") if key in what), "")
        if not key and "active" in value:
            key = "active"
            what += nearest(str(value["active"]), (*_carried(value), *_MAY_HOLD))
        (place / key if key in value else place).complain(what, error.because)


def _carried(value: Mapping[str, Any]) -> list[str]:
    return [value[slot] for slot in ("primary", "secondary") if slot in value]


def needs(units: Iterable[UnitSetup], armory: Armory) -> dict[str, str]:
    """The optional rules that units cannot do without, each with the thing that needs it."""
    found: dict[str, str] = {}
    for unit in units:
        for switch, what in _needs(unit, armory):
            found.setdefault(switch, what)
    return found


def _needs(unit: UnitSetup, armory: Armory) -> Iterator[tuple[str, str]]:
    # skirmishers.option.switches: what is mounted comes with the vehicle's own option
    for name in (unit.primary, unit.secondary, *unit.primaries):
        if name is not None and armory.by_id[name].option:
            yield armory.by_id[name].option, name
    grenades = unit.grenades or GrenadesSetup()
    if grenades.smoke:
        yield "smoke", "smoke grenades"
    if grenades.incendiary:
        yield "incendiary", "incendiary grenades"
    if unit.vehicle:
        yield "vehicles", "a vehicle"
    if unit.suit:
        yield "power-armor", "power armor"
    if unit.jet_pack:
        yield "jet-packs", "a jet pack"
    if unit.sneak_suit:
        yield "sneak-suits", "a sneak suit"
