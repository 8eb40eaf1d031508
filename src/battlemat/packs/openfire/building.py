"""Building an army of Open Fire: the units of a module, as many as its rules let a player bring.

The module alone decides (`openfire.module.army-rules`); `armies.py` reads and judges.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from battlemat.kernel.errors import Misuse
from battlemat.kernel.words import say
from battlemat.packs.building.values import (
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
from battlemat.packs.openfire.armies import read_army
from battlemat.packs.openfire.modules import Content, Module, check_kind, find_module
from battlemat.packs.openfire.prices import reach, unit_said, weapon_said
from battlemat.packs.openfire.setups import ready_armies
from battlemat.packs.openfire.shipped import SHIPPED
from battlemat.packs.places import Known, go_on, merged, place_of
from battlemat.packs.problems import ContentError
from battlemat.packs.yaml_source import Source

FILE = "your army"
MOST_OF_ONE = 20
DISTANCES = (6, 12, 24)
"""Inches between two units whose odds are asked: where short weapons reach, most, and few."""


@dataclass(frozen=True, slots=True)
class OpenFireBuilding:
    """Armies of any module; paths in a draft start from `folder`."""

    folder: Path | None = None
    entries = "units"

    def starts(self) -> Sequence[Start]:
        """An empty army of each faction of each module, then the ready armies."""
        modules = [find_module(name) for name in SHIPPED.files("module")]
        empty = [one for module in modules for one in _empty(module)]
        ready = [one for module in modules for one in _ready(module)]
        return [*empty, *ready]

    # ------------------------------------------------------------------ judging

    def judge(self, value: Value, cap: int | None = None) -> Verdict:
        """What the army costs and why it may not be brought, if it may not."""
        source = Source(FILE, value)
        place = place_of(source)
        content = Content(check_kind("army", source, place), place, self.folder)
        module = go_on(place, lambda: self._module(content))
        if module is None:
            return Verdict(0, cap, say("points"), faults_of(place.problems, paths_of(value)))
        known = module if cap is None else _capped(module, cap)
        army = go_on(place, lambda: read_army(known, content, "R"))
        faults = faults_of(place.problems, paths_of(value))
        total = army.points if army is not None else 0
        return Verdict(total, known.army_rules.points, say("points"), faults)

    def _module(self, content: Content) -> Module:
        return find_module(content.value["module"], beside=self.folder, at=content.place / "module")

    def prices(self, value: Value) -> Mapping[str, int]:
        """What each unit of the army costs today."""
        module = self._known_module(value)
        units = module.value["units"] if module is not None else {}
        taken = {row["unit"] for _, row in _entries(value) if row.get("unit") in units}
        return {name: int(units[name]["points"]) for name in sorted(taken)}

    def meetings(self, value: Value, entry: int, enemy: Value, other: int) -> Sequence[Meeting]:
        """At three distances on an empty table, without a move first."""
        if value.get("module") != enemy.get("module"):
            raise Misuse(say("units of two modules never meet"))
        found = []
        for inches in DISTANCES:
            says = say("{inches} inches apart", inches=inches)
            first = {**_standing(value, entry), "at": [20, 20]}
            second = {**_standing(enemy, other), "at": [20 + inches, 20]}
            position: Value = {"rulebook": "openfire", "name": says, "table": [60, 40]}
            position |= {"red": {"A": first}, "blue": {"B": second}}
            found.append(Meeting(says, position, ("activate A", "skip ability", "skip move")))
        return found

    # ------------------------------------------------------------------ showing

    def view(self, value: Value) -> View:
        """The army with all that can be changed in it."""
        module = self._known_module(value)
        head = [Slot(("name",), say("Name"), "text", value.get("name", ""), optional=False)]
        if module is None:
            return View(tuple(head), (), ())
        factions = tuple(
            Thing(name, one["name"], None, one.get("text", ""))
            for name, one in module.value.get("factions", {}).items()
        )
        if factions:
            head.append(Slot(("faction",), say("Faction"), "one", value.get("faction"), factions))
        head.append(Slot(("text",), say("About"), "text", value.get("text", "")))
        return View(tuple(head), tuple(_rows(module, value)), tuple(_shelves(module, value)))

    def _known_module(self, value: Value) -> Module | None:
        try:
            return find_module(str(value.get("module")), beside=self.folder)
        except ContentError:
            return None


def _capped(module: Module, cap: int) -> Module:
    """A module that lets players spend another number of points."""
    rules = merged(module.value["army_rules"], {"points": cap})
    return replace(module, value=merged(module.value, {"army_rules": rules}))


def _empty(module: Module) -> Iterator[Start]:
    about = " ".join(str(module.value["army_rules"].get("text", "")).split())
    for name, faction in module.value.get("factions", {}).items():
        head = {"kind": "army", "id": "my-army", "rulebook": "openfire", "module": module.key}
        called = f"{faction['name']} ({module.name})"
        mine = say("My {name}", name=faction["name"])
        value = {**head, "name": mine, "faction": name, "units": []}
        yield Start(f"{module.id}/{name}", called, about, "faction", value)


def _ready(module: Module) -> Iterator[Start]:
    for name in ready_armies(module):
        if SHIPPED.holds("army", name):
            value = dict(SHIPPED.load("army", name).value)
            about = " ".join(str(value.get("text", "")).split())
            yield Start(name, str(value.get("name", name)), about, "army", value)


def _entries(value: Value) -> Iterator[tuple[int, dict[str, Any]]]:
    units = value.get("units")
    for n, entry in enumerate(units if isinstance(units, list) else ()):
        row = {"unit": entry} if isinstance(entry, str) else entry
        if isinstance(row, dict):
            yield n, row


def _standing(value: Value, entry: int) -> Value:
    """An entry as a scenario writes the unit."""
    written = value["units"][entry]
    row: Value = {"unit": written} if isinstance(written, str) else written
    unit = {"unit": f"{value.get('module')}/{row.get('unit')}"}
    return {**unit, "leader": row["leader"]} if "leader" in row else unit


def _shelves(module: Module, value: Value) -> Iterator[Shelf]:
    """The units of the chosen faction and of nobody's; all, where none is chosen."""
    chosen = value.get("faction")
    factions = module.value.get("factions", {})
    for faction, about in {**factions, "": {"name": say("everybody")}}.items():
        if chosen is not None and faction not in (chosen, ""):
            continue
        things = tuple(
            (
                Thing(name, unit["name"], int(unit["points"]), unit_said(module, unit)),
                {"unit": name},
            )
            for name, unit in module.value["units"].items()
            if unit.get("faction", "") == faction
        )
        if things:
            yield Shelf(say("Units of {name}", name=about["name"]), things)


def _rows(module: Module, value: Value) -> Iterator[Row]:
    profiles = module.value["units"]
    carriers = tuple(
        Thing(str(row["id"]), str(row["id"]))
        for _, row in _entries(value)
        if isinstance(row.get("id"), str)
    )
    for n, row in _entries(value):
        if row.get("unit") not in profiles:
            continue
        profile = profiles[row["unit"]]
        count = row.get("count", 1)
        times = count if isinstance(count, int) and not isinstance(count, bool) else 1
        yield Row(
            ("units", n),
            str(row.get("name") or profile["name"]),
            profile["name"],
            int(profile["points"]) * times,
            times,
            tuple(_facts(module, profile)),
            tuple(_slots(n, row, profile, carriers)),
        )


def _facts(module: Module, profile: Known) -> Iterator[tuple[str, str]]:
    """Each kind of model with its attributes, then its weapons with their profiles."""
    for model in profile["models"]:
        numbers = [f"{key.upper()} {_number(model[key])}" for key in ("mov", "skl", "def", "cmd")]
        said = ", ".join([*numbers, f"HP {model['hp']}", *model.get("special", ())])
        name = str(model.get("name") or say("Model"))
        yield (f"{model['count']} × {name}" if model["count"] > 1 else name), said
    carried = [item for model in profile["models"] for item in model["weapons"]]
    for item in dict.fromkeys(carried):
        weapon = module.value["weapons"][item]
        yield str(weapon.get("name", item)), weapon_said(weapon)
    for item in profile.get("abilities", ()):
        ability = module.value["abilities"][item]
        yield str(ability.get("name", item)), " ".join(str(ability.get("text", "")).split())


def _number(value: Any) -> str:
    return reach(value) if isinstance(value, list) else str(value)


def _slots(
    n: int, row: Mapping[str, Any], profile: Known, carriers: tuple[Thing, ...]
) -> Iterator[Slot]:
    at = ("units", n)
    size = sum(model["count"] for model in profile["models"])
    yield Slot((*at, "count"), say("How many"), "number", row.get("count", 1), (), 1, MOST_OF_ONE)
    yield Slot((*at, "name"), say("Name"), "text", row.get("name", ""))
    if size > 1:
        leader = row.get("leader", profile.get("leader", 1))
        yield Slot((*at, "leader"), say("Leader is model"), "number", leader, (), 1, size)
    codes = [code for model in profile["models"] for code in model.get("special", ())]
    if any(str(code).startswith("Transport (") for code in codes):
        yield Slot((*at, "id"), say("Called by passengers"), "text", row.get("id", ""))
    elif carriers:
        yield Slot((*at, "aboard"), say("Begins aboard"), "one", row.get("aboard"), carriers)


def building(rulebook: str, folder: Path | None) -> OpenFireBuilding:
    """What builds armies."""
    del rulebook
    return OpenFireBuilding(folder)
