"""What a module of Open Fire offers: units with their points, weapons, and ready armies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from battlemat.packs.openfire.armies import read_army
from battlemat.packs.openfire.modules import Module, find_module
from battlemat.packs.openfire.setups import ready_armies
from battlemat.packs.prices import Priced, PriceList


def module_prices(rulebook: str, name: str) -> PriceList:
    """The list of a module, by its id or file."""
    del rulebook
    module = find_module(name)
    value = module.value
    parts: dict[str, tuple[Priced, ...]] = {}
    for faction, about in {**value.get("factions", {}), "": {"name": ""}}.items():
        units = tuple(_units(module, faction))
        if units:
            parts[f"units of {about['name']}" if faction else "units of all"] = units
    parts["weapons"] = tuple(_weapons(module))
    parts["armies"] = tuple(_armies(module))
    about = " ".join(str(value.get("text", "")).split())
    return PriceList(module.id, module.name, about, "points", parts)


def _units(module: Module, faction: str) -> Iterator[Priced]:
    for name, unit in module.value["units"].items():
        if unit.get("faction", "") != faction:
            continue
        yield Priced(name, unit["name"], unit["points"], unit_said(unit))


def unit_said(unit: Mapping[str, Any]) -> str:
    """A unit in a line: its size, its tags and what it carries."""
    size = sum(model["count"] for model in unit["models"])
    said = [f"{size} model{'s' if size > 1 else ''}", *unit.get("tags", ())]
    carried = [item for model in unit["models"] for item in model["weapons"]]
    return ", ".join([*said, *dict.fromkeys(carried)])


def _weapons(module: Module) -> Iterator[Priced]:
    for name, weapon in module.value["weapons"].items():
        yield Priced(name, weapon.get("name", name), None, weapon_said(weapon))


def weapon_said(weapon: Mapping[str, Any]) -> str:
    """A weapon in a line, profile by profile."""
    return "; ".join(
        f"RNG {reach(row['rng'])}, ATT {row['att']}, DMG {row['dmg']}, PRC {row['prc']}"
        + "".join(f", {code}" for code in row["special"])
        for row in weapon.get("profiles", (weapon,))
    )


def reach(rng: int | list[int]) -> str:
    """A number, or the least and the most of two."""
    return f"{rng[0]} to {rng[1]}" if isinstance(rng, list) else str(rng)


def _armies(module: Module) -> Iterator[Priced]:
    for name, content in ready_armies(module).items():
        army = read_army(module, content, "R")
        said = ", ".join(unit.name for unit in army.setup.units)
        yield Priced(name, army.setup.name, army.points, said)
