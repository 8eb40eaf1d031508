"""What a module of Open Fire offers: units with their points, weapons, and ready armies."""

from __future__ import annotations

from collections.abc import Iterator

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
        size = sum(model["count"] for model in unit["models"])
        said = [f"{size} model{'s' if size > 1 else ''}", *unit.get("tags", ())]
        carried = [item for model in unit["models"] for item in model["weapons"]]
        said += dict.fromkeys(carried)
        yield Priced(name, unit["name"], unit["points"], ", ".join(said))


def _weapons(module: Module) -> Iterator[Priced]:
    for name, weapon in module.value["weapons"].items():
        rows = weapon.get("profiles", (weapon,))
        said = [
            f"{_reach(row['rng'])}, ATT {row['att']}, DMG {row['dmg']}, PRC {row['prc']}"
            + "".join(f", {code}" for code in row["special"])
            for row in rows
        ]
        yield Priced(name, weapon.get("name", name), None, "; ".join(said))


def _reach(rng: int | list[int]) -> str:
    return f"RNG {rng[0]} to {rng[1]}" if isinstance(rng, list) else f"RNG {rng}"


def _armies(module: Module) -> Iterator[Priced]:
    for name, content in ready_armies(module).items():
        army = read_army(module, content, "R")
        said = ", ".join(unit.name for unit in army.setup.units)
        yield Priced(name, army.setup.name, army.points, said)
