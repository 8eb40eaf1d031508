"""What a module of Open Fire offers: units with their points, weapons, and ready armies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from battlemat.kernel.words import say
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
        yield Priced(name, unit["name"], unit["points"], unit_said(module, unit))


def unit_said(module: Module, unit: Mapping[str, Any]) -> str:
    """A unit in a line: its size, its tags and what it carries."""
    size = sum(model["count"] for model in unit["models"])
    models = say("{size, plural, one {# model} other {# models}}", size=size)
    said = [models, *unit.get("tags", ())]
    weapons = module.value["weapons"]
    ids = dict.fromkeys(item for model in unit["models"] for item in model["weapons"])
    carried = [str(weapons[item].get("name", item)) for item in ids]
    return ", ".join([*said, *carried])


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
    if isinstance(rng, list):
        return say("{least} to {most}", least=rng[0], most=rng[1])
    return str(rng)


def _armies(module: Module) -> Iterator[Priced]:
    for name, content in ready_armies(module).items():
        army = read_army(module, content, "R")
        said = ", ".join(unit.name for unit in army.setup.units)
        yield Priced(name, army.setup.name, army.points, said)
