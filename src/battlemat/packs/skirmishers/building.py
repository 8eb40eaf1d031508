"""Building a force of Skirmishers: troopers, suits and vehicles, each with its card's boxes.

What fits into a box is asked of the armory that reads the file (`units.py`), prices are point
values (`skirmishers.points.pv`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.words import say
from battlemat.packs.building.values import (
    Fault,
    Meeting,
    Row,
    Shelf,
    Slot,
    Start,
    Thing,
    Value,
    Verdict,
    View,
    faults_of,
    paths_of,
)
from battlemat.packs.places import place_of
from battlemat.packs.problems import Path as Where
from battlemat.packs.skirmishers.forces import LARGEST, Force, read_force
from battlemat.packs.skirmishers.meetings import fighter, meetings
from battlemat.packs.skirmishers.prices import weapon_said
from battlemat.packs.skirmishers.schema import HIGHEST_PV
from battlemat.packs.skirmishers.shipped import RULEBOOK, SHIPPED
from battlemat.packs.skirmishers.units import fits_secondary
from battlemat.packs.skirmishers.worth import unread, worth_as_written
from battlemat.packs.yaml_source import Source
from battlemat.rulebooks.skirmishers.chapters.start import read_card
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.cards import ARMOR, EXPERIENCE, MOST_GRENADES, Card
from battlemat.rulebooks.skirmishers.state.setup import UnitSetup
from battlemat.rulebooks.skirmishers.state.suits import SUITS, fits_suit
from battlemat.rulebooks.skirmishers.state.switches import SWITCHES
from battlemat.rulebooks.skirmishers.state.vehicles import MOUNTINGS, TYPES, can_be_mounted
from battlemat.rulebooks.skirmishers.state.weapons import UNLIMITED, Weapon

FILE = "your force"
_RIFLEMAN = {"primary": "rifle", "secondary": "pistol"}
_SEATS = ("rider", "passenger")
_LOADS = ("primary", "secondary", "hand")
_JETS = ("worn", "carried")


@dataclass(frozen=True, slots=True)
class SkirmishersBuilding:
    """Forces, worth what their weapons are worth."""

    folder: Path | None = None
    entries = "units"

    def starts(self) -> Sequence[Start]:
        """An empty force, then the shipped ones."""
        head = {"kind": "force", "id": "my-force", "rulebook": RULEBOOK, "name": say("My force")}
        about = say("Anybody with any weapon of the book.")
        found = [Start("", say("An empty force"), about, "nothing", {**head, "units": []})]
        for entry in SHIPPED.entries("force"):
            value = dict(SHIPPED.load("force", entry.id).value)
            found.append(Start(entry.id, entry.name, entry.text, "force", value))
        return found

    # ------------------------------------------------------------------ judging

    def judge(self, value: Value, cap: int | None = None) -> Verdict:
        """What the force is worth and why it may not fight, if it may not."""
        force = self._read(value)
        faults = faults_of(force.place.problems, paths_of(value))
        limit = force.limit if cap is None else cap
        total = force.total + sum(unread(value, force))
        if cap is not None and total > cap and force.limit != cap:
            what = say(
                "the force is worth {total} PV, more than the {cap} that were agreed",
                total=total,
                cap=cap,
            )
            faults = (*faults, Fault((), what, "skirmishers.points.pv"))
        said = tuple(
            say("needs the optional rule ''{rule}'': {why}", rule=one, why=why)
            for one, why in force.needs.items()
        )
        return Verdict(total, limit, "PV", faults, said)

    def _read(self, value: Value) -> Force:
        return read_force(value, place_of(Source(FILE, value)))

    def prices(self, value: Value) -> Mapping[str, int]:
        """What each weapon of the force is worth today."""
        force = self._read(value)
        taken = {name for row in force.rows for name in _weapons_of(row.unit)}
        return {name: force.armory.by_id[name].pv for name in sorted(taken)}

    def meetings(self, value: Value, entry: int, enemy: Value, other: int) -> Sequence[Meeting]:
        """Fire from an arc, explosives, a blow: whatever the first may do to the second."""
        force, foe = self._read(value), self._read(enemy)
        weapons = {**_own_weapons(value), **_own_weapons(enemy)}
        table: Value = {"weapons": weapons} if weapons else {}
        table["switches"] = sorted({*force.needs, *foe.needs})
        pair = (fighter(value, entry), fighter(enemy, other))
        return list(meetings(table, *pair, force.armory))

    # ------------------------------------------------------------------ showing

    def view(self, value: Value) -> View:
        """The force with all that can be changed in it."""
        force = self._read(value)
        head = (
            Slot(("name",), say("Name"), "text", value.get("name", ""), optional=False),
            Slot(("pv_limit",), say("Limit"), "number", value.get("pv_limit"), (), 0, HIGHEST_PV),
            Slot(("text",), say("About"), "text", value.get("text", "")),
        )
        units = value.get("units")
        rows = units if isinstance(units, list) else []
        keys = [row["key"] for row in rows if isinstance(row, dict) and _is_vehicle(row)]
        shown = tuple(
            _row(n, row, force, keys) for n, row in enumerate(rows) if isinstance(row, dict)
        )
        return View(head, shown, _shelves(len(rows)))


def _own_weapons(value: Value) -> Value:
    weapons = value.get("weapons")
    return weapons if isinstance(weapons, dict) else {}


def _is_vehicle(row: Mapping[str, Any]) -> bool:
    return "vehicle" in row and isinstance(row.get("key"), str)


def _weapons_of(unit: UnitSetup) -> Iterator[str]:
    mounted = unit.weapons or ()
    yield from (one for one in (unit.primary, unit.secondary, *unit.primaries, *mounted) if one)


def _shelves(count: int) -> tuple[Shelf, ...]:
    empty_handed = say("with empty hands, four grenades and a knife")
    bare = Thing("trooper", say("Trooper"), None, empty_handed)
    usual = Thing("rifleman", say("Rifleman"), None, say("a trooper with rifle and pistol"))
    suits = [
        (Thing(name, _suit_name(name), None, _suit_said(name)), {"suit": name}) for name in SUITS
    ]
    vehicles = [
        (
            Thing(name, _vehicle_name(name), None, _vehicle_said(name)),
            {"vehicle": name, "key": f"{name}-{count + 1}", "weapons": list(type_.weapons)},
        )
        for name, type_ in TYPES.items()
    ]
    return (
        Shelf(say("Troopers"), ((usual, dict(_RIFLEMAN)), (bare, {"name": "Trooper"}))),
        Shelf(say("Power armor"), tuple(suits)),
        Shelf(say("Vehicles"), tuple(vehicles)),
    )


def _suit_said(name: str) -> str:
    cells, primaries, jet = SUITS[name]
    told = say(
        "{cells} armor cells; {primaries, plural, one {# primary weapon} other "
        "{# primary weapons}}",
        cells=cells,
        primaries=primaries,
    )
    return f"{told}; {say('jet pack')}" if jet else told


def _vehicle_said(name: str) -> str:
    one = TYPES[name]
    return say(
        "speed ×{speed}; armor {armor}; {seats, plural, one {# seat} other {# seats}}",
        speed=one.speed,
        armor=one.armor,
        seats=one.seats,
    )


def _suit_name(name: str) -> str:
    return say(
        "{suit, select, basic {Basic power armor} standard {Standard power armor} "
        "other {Heavy power armor}}",
        suit=name,
    )


def _vehicle_name(name: str) -> str:
    return say("{type, select, scout {Scout vehicle} other {Assault vehicle}}", type=name)


def _armor_words(unit: UnitSetup, one: Card) -> str:
    if unit.vehicle:
        return _vehicle_name(unit.vehicle)
    return _suit_name(unit.suit) if unit.suit else _choice_words(one.armor_name)


def _choice_words(choice: str) -> str:
    """What a slot may hold, in words; names that somebody gave are as he wrote them."""
    return say(
        "{choice, select, green {green} regular {regular} veteran {veteran} elite {elite} "
        "none {none} basic {basic} standard {standard} heavy {heavy} scout {scout} "
        "assault {assault} rider {rider} passenger {passenger} primary {primary} "
        "secondary {secondary} hand {hand} worn {worn} carried {carried} other {{choice}}}",
        choice=choice,
    )


# ------------------------------------------------------------------ one entry


def _row(n: int, row: Mapping[str, Any], force: Force, keys: list[str]) -> Row:
    own = [one for one in force.rows if one.place.path == ("units", n)]
    names = row.get("names")
    count = len(own) or 1
    name = ", ".join(map(str, names)) if isinstance(names, list) else str(row.get("name") or "")
    kind = _kind(row)
    return Row(
        ("units", n),
        name or kind,
        kind,
        sum(force.worth(one) for one in own) if own else worth_as_written(row, force.armory),
        count,
        _facts(own[0].unit, force.armory) if own else (),
        tuple(_slots(("units", n), row, force.armory, keys)),
    )


def _kind(row: Mapping[str, Any]) -> str:
    if "vehicle" in row:
        return _vehicle_name(row["vehicle"])
    return _suit_name(row["suit"]) if "suit" in row else say("Trooper")


def _facts(unit: UnitSetup, armory: Armory) -> tuple[tuple[str, str], ...]:
    """The numbers of a card as the engine reads it, every optional rule on."""
    try:
        one = read_card(unit, 0, armory, frozenset(SWITCHES))
    except BattlematError:
        return ()
    found = [("AP", str(one.base_ap))] if one.base_ap else []
    found.append((say("Armor"), _armor_words(unit, one)))
    if unit.vehicle:
        found += [(say("Speed"), f"×{one.speed}"), (say("Handling"), f"{one.handling:+d}")]
        found += [(say("Signature"), f"{one.signature:+d}"), (say("Seats"), str(one.seats))]
    found += [(armory[index].name, weapon_said(armory[index])) for index in _carried(one)]
    return tuple(found)


def _carried(one: Card) -> list[int]:
    return [index for index in one.carries if index >= 0]


def _slots(at: Where, row: Mapping[str, Any], armory: Armory, keys: list[str]) -> Iterator[Slot]:
    yield Slot((*at, "name"), say("Name"), "text", row.get("name", ""))
    if "names" not in row:
        yield Slot((*at, "count"), say("How many"), "number", row.get("count", 1), (), 1, LARGEST)
    if "vehicle" in row:
        yield from _vehicle_slots(at, row, armory)
        return
    yield _one_of(at, row, "skill", say("Experience"), tuple(EXPERIENCE))
    yield Slot((*at, "leader"), say("Squad leader"), "flag", bool(row.get("leader")))
    yield Slot((*at, "leadership"), say("Leadership"), "number", row.get("leadership", 0), (), 0, 6)
    if "suit" in row:
        yield _one_of(at, row, "suit", say("Suit"), tuple(SUITS), optional=False)
        primary = _weapons(armory, lambda one: one.slot == "suit")
        worn = row.get("primaries")
        carried = list(worn) if isinstance(worn, list) else []
        yield Slot((*at, "primaries"), say("Primary weapons"), "many", carried, primary, 0, 2)
        yield _weapon_slot(
            at, row, "secondary", say("Secondary weapon"), _weapons(armory, fits_suit)
        )
    else:
        yield from _trooper_slots(at, row, armory)
    yield Slot((*at, "sneak_suit"), say("Sneak suit"), "flag", bool(row.get("sneak_suit")))
    if keys:
        yield _one_of(at, row, "rides", say("Rides"), tuple(keys))
        yield _one_of(at, row, "seat", say("Seat"), _SEATS)


def _trooper_slots(at: Where, row: Mapping[str, Any], armory: Armory) -> Iterator[Slot]:
    primary = _weapons(armory, lambda one: one.slot == "primary")
    yield _weapon_slot(at, row, "primary", say("Primary weapon"), primary)
    yield _weapon_slot(
        at, row, "secondary", say("Secondary weapon"), _weapons(armory, fits_secondary)
    )
    yield _one_of(at, row, "armor", say("Armor"), tuple(ARMOR))
    if row.get("armor") in ARMOR and ARMOR[row["armor"]][0]:
        yield Slot(
            (*at, "armor_from"), say("Armor from"), "number", row.get("armor_from"), (), 1, 10
        )
    pouch = row.get("grenades")
    pouch = pouch if isinstance(pouch, dict) else {"hand": MOST_GRENADES}
    for key, label in (
        ("hand", say("Hand grenades")),
        ("smoke", say("Smoke grenades")),
        ("incendiary", say("Incendiary grenades")),
    ):
        where = (*at, "grenades", key)
        yield Slot(where, label, "number", pouch.get(key, 0), (), 0, MOST_GRENADES)
    yield _one_of(at, row, "extra_ammo", say("Second load"), _LOADS)
    yield _one_of(at, row, "jet_pack", say("Jet pack"), _JETS)


def _vehicle_slots(at: Where, row: Mapping[str, Any], armory: Armory) -> Iterator[Slot]:
    type_ = TYPES.get(str(row.get("vehicle")))
    yield _one_of(at, row, "vehicle", say("Vehicle"), tuple(TYPES), optional=False)
    yield Slot((*at, "key"), say("Called"), "text", row.get("key", ""))
    listed = row.get("weapons", list(type_.weapons) if type_ else [])
    mounted = listed if isinstance(listed, list) else []
    ids = [one.get("weapon") if isinstance(one, dict) else one for one in mounted]
    yield Slot(
        (*at, "weapons"), say("Mounted"), "many", ids, _weapons(armory, can_be_mounted), 0, 3
    )
    mountings = tuple(Thing(name, name.replace("-", " ")) for name in MOUNTINGS)
    for n, one in enumerate(mounted):
        weapon = armory.by_id.get(str(ids[n]))
        if weapon is None:
            continue
        box = one if isinstance(one, dict) else {}
        where = (*at, "weapons", n)
        label = say("{weapon} points", weapon=weapon.name)
        yield Slot((*where, "mount"), label, "one", box.get("mount", "forward"), mountings)
        if weapon.ammo != UNLIMITED:
            rounds = box.get("ammo", weapon.ammo)
            yield Slot(
                (*where, "ammo"),
                say("{weapon} rounds", weapon=weapon.name),
                "number",
                rounds,
                (),
                1,
                99,
            )
    if type_ is None:
        return
    for key, label, bounds in (
        ("armor", say("Armor"), (0, 8)),
        ("speed", say("Speed"), (1, 6)),
        ("handling", say("Handling"), (-4, 4)),
        ("signature", say("Signature"), (-6, 6)),
    ):
        value = row.get(key, getattr(type_, key))
        yield Slot((*at, key), label, "number", value, (), *bounds)


def _one_of(
    at: Where,
    row: Mapping[str, Any],
    key: str,
    label: str,
    words: tuple[str, ...],
    *,
    optional: bool = True,
) -> Slot:
    things = tuple(Thing(one, _choice_words(one)) for one in words)
    return Slot((*at, key), label, "one", row.get(key), things, optional=optional)


def _weapon_slot(
    at: Where, row: Mapping[str, Any], key: str, label: str, things: tuple[Thing, ...]
) -> Slot:
    return Slot((*at, key), label, "one", row.get(key), things)


def _weapons(armory: Armory, fits: Callable[[Weapon], bool]) -> tuple[Thing, ...]:
    return tuple(
        Thing(one.id, one.name, one.pv, weapon_said(one)) for one in armory.weapons if fits(one)
    )


def building(rulebook: str, folder: Path | None) -> SkirmishersBuilding:
    """What builds forces."""
    del rulebook
    return SkirmishersBuilding(folder)
