"""Armies of a module: who is in them, and whether they may be brought.

The module alone decides (`openfire.module.army-rules`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from battlemat.kernel.plain import encode
from battlemat.kernel.words import say
from battlemat.packs.campaigns.living import Living
from battlemat.packs.openfire.modules import Content, Module
from battlemat.packs.places import Known, Place, go_on, lacks
from battlemat.packs.problems import nearest
from battlemat.packs.typed import typed
from battlemat.rulebooks.openfire.state.army import army_faults
from battlemat.rulebooks.openfire.state.cards import Rules
from battlemat.rulebooks.openfire.state.passengers import carried_refusal
from battlemat.rulebooks.openfire.state.setup import (
    AbilitySetup,
    ArmySetup,
    ModelSetup,
    UnitSetup,
    WeaponSetup,
)
from battlemat.rulebooks.openfire.state.specials import own_rules

Member = tuple[Known, Place]
ARMY_RULES = "openfire.module.army-rules"
LIVING = Living(lambda facts: int(facts["hp"]))
"""The hit points of all models of a unit are what is left of it."""


@dataclass(frozen=True, slots=True)
class Army:
    """An army of a module, as a setup holds it, and who begins aboard whom."""

    setup: ArmySetup
    aboard: dict[str, str]

    @property
    def points(self) -> int:
        """What the army costs."""
        return sum(unit.points for unit in self.setup.units)


@dataclass(frozen=True, slots=True)
class ArmyReport:
    """What an army costs and whether it may be brought."""

    name: str
    module: str
    units: tuple[tuple[str, int, int], ...]
    total: int
    cap: int | None
    problems: tuple[str, ...]

    @property
    def legal(self) -> bool:
        """Whether the army may be brought."""
        return not self.problems

    def __str__(self) -> str:
        most = f" of {self.cap}" if self.cap is not None else ""
        lines = [f"{self.name} ({self.module}): {self.total}{most} points"]
        for name, size, points in self.units:
            lines.append(f"  {name}: {points}, {size} model{'s' if size > 1 else ''}")
        return "\n".join([*lines, *(f"  problem: {problem}" for problem in self.problems)])


def report_army(module: Module, content: Content) -> ArmyReport:
    """The costs of an army, unit by unit, and everything that keeps it from being brought."""
    army = read_army(module, content, "R")
    return ArmyReport(
        army.setup.name,
        module.name,
        tuple((unit.name, len(unit.models), unit.points) for unit in army.setup.units),
        army.points,
        module.army_rules.points,
        tuple(map(str, sorted(content.place.problems, key=lambda one: one.line))),
    )


def read_army(module: Module, content: Content, letter: str, *, free: bool = False) -> Army:
    """The army of a file, its units named by `letter` and a number; complaints at its place.

    One that is `free` may be of several factions.
    """
    place = content.place
    members = _members(module, content.value, place, free=free)
    known = place.is_sound()  # who begins aboard whom changes nothing of what the army is made of
    aboard = _aboard(module, members, letter)
    units = [unit_setup(module, row, f"{letter}{n}") for n, (row, _) in enumerate(members, 1)]
    factions = {unit.faction for unit in units if unit.faction}
    army = ArmySetup(
        tuple(units),
        content.value["id"],
        content.value["name"],
        content.value.get("faction", " and ".join(sorted(factions))),
    )
    rows = {id(row) for row, _ in members}
    lawful = (module.place / "army_rules").is_sound()
    if lawful and known and len(rows) == len(content.value["units"]):
        # an army of unknown units would only look too small
        for text in army_faults(module.army_rules, army):
            (place / "units").complain(text, ARMY_RULES)
    return Army(army, aboard)


def _members(module: Module, value: Known, place: Place, *, free: bool) -> list[Member]:
    """The entries of an army, one for each unit, that name a profile of the module."""
    found: list[Member] = []
    for n, row in enumerate(value["units"]):
        here = place / "units" / n
        if go_on(place, partial(_is_member, module, value, row, here, free=free)):
            found += [(row, here)] * row.known("count", 1)
    return found


def _is_member(module: Module, value: Known, row: Known, here: Place, *, free: bool) -> bool:
    """Whether an entry names a profile that is known; what else is wrong with it is told."""
    profiles = module.value["units"]
    if row["unit"] not in profiles:
        what = say(
            "{name} has no unit ''{unit}''{hint}",
            name=module.name,
            unit=row["unit"],
            hint=nearest(row["unit"], profiles),
        )
        (here / "unit").complain(what, ARMY_RULES)
        return False
    profile = profiles[row["unit"]]
    faction, wanted = profile.known("faction"), value.known("faction")
    if wanted is not None and faction not in (None, wanted) and not free:
        what = say(
            "this unit belongs to {faction}, not to {wanted}", faction=faction, wanted=wanted
        )
        (here / "unit").complain(what, ARMY_RULES)
    size = sum(model["count"] for model in profile["models"])
    if row.known("leader", 1) > size:
        what = say("the unit has {size} models; 1 to {size} are allowed", size=size)
        (here / "leader").complain(what, "openfire.unit.leader")
    return not lacks(profile) and (module.place / "units" / row["unit"]).is_sound()


def unit_setup(module: Module, row: Mapping[str, Any], id: str) -> UnitSetup:
    """A unit as a setup holds it: its models one by one, its abilities whole."""
    profile = module.value["units"][row["unit"]]
    place = module.place / "units" / row["unit"]
    models: list[ModelSetup] = []
    for n, model in enumerate(profile["models"]):
        one = typed(ModelSetup, {**model, "count": 1}, place / "models" / n)
        models += [one] * model["count"]
    return UnitSetup(
        id,
        tuple(models),
        row.get("name", profile["name"]),
        row["unit"],
        profile["points"],
        row.get("leader", profile.get("leader", 1)),
        profile.get("faction", ""),
        tuple(profile.get("tags", ())),
        tuple(_ability(module, name) for name in profile.get("abilities", ())),
    )


def _ability(module: Module, name: str) -> AbilitySetup:
    row, place = module.value["abilities"][name], module.place / "abilities" / name
    return typed(AbilitySetup, {"id": name, **row}, place)


def _aboard(module: Module, members: list[Member], letter: str) -> dict[str, str]:
    """Who may begin aboard whom: units name the `id` of a transport in their army."""
    ids = _own_ids(members, letter)
    rules = Rules(*own_rules(encode(module.special_rules)))
    found: dict[str, str] = {}
    room: dict[str, int] = {}
    for n, (row, here) in enumerate(members, 1):
        carrier = row.get("aboard")
        if carrier is None:
            continue
        if carrier not in ids:
            what = say(
                "no unit of this army has the id ''{carrier}''{hint}",
                carrier=carrier,
                hint=nearest(carrier, ids),
            )
            (here / "aboard").complain(what)
            continue
        found[f"{letter}{n}"] = ids[carrier]
        profiles = module.value["units"]
        powers = (
            rules.powers(tuple(model["special"])) for model in profiles[row["unit"]]["models"]
        )
        refusal = carried_refusal(f"'{row['unit']}'", powers)
        if refusal is not None:
            (here / "aboard").complain(refusal.reason, refusal.because or "")
            continue
        inside = next(one for one, _ in members if one.get("id") == carrier)
        seats = _seats(profiles[inside["unit"]])
        room[carrier] = room.get(carrier, 0) + sum(
            model["count"] for model in profiles[row["unit"]]["models"]
        )
        if room[carrier] > seats:
            what = say(
                "{count} models do not fit aboard ''{carrier}'', which carries {seats}",
                count=room[carrier],
                carrier=carrier,
                seats=seats,
            )
            (here / "aboard").complain(what, "openfire.transport.capacity")
    return found


def _own_ids(members: list[Member], letter: str) -> dict[str, str]:
    """The units that have an id of their own in the file, each only one."""
    found: dict[str, str] = {}
    for n, (row, here) in enumerate(members, 1):
        if "id" not in row:
            continue
        if row["id"] in found:
            (here / "id").complain(say("''{id}'' is the id of another unit already", id=row["id"]))
        else:
            found[row["id"]] = f"{letter}{n}"
    return found


def _seats(profile: Mapping[str, Any]) -> int:
    codes = profile["models"][0]["special"]
    return max(
        (int(code[len("Transport (") : -1]) for code in codes if code.startswith("Transport (")),
        default=0,
    )


def weapons_of(module: Module, *armies: Army) -> dict[str, WeaponSetup]:
    """The weapons that some model of the armies carries, by id."""
    carried = {
        name
        for army in armies
        for unit in army.setup.units
        for model in unit.models
        for name in model.weapons
    }
    return {name: module.weapon(name) for name in module.value["weapons"] if name in carried}
