"""What sides bring, as setups hold it: squads by side, their units, and what those cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.rulebook import Rulebook, Setup

_PLACES = ("squads", "armies")


class NoSuchUnit(BattlematError):
    """A unit that a squad does not have, or that has no cost."""


def squads(setup: Setup) -> Mapping[str, Any]:
    """What each side brings; empty where a setup has no such thing."""
    found: Mapping[str, Any] = next((setup[name] for name in _PLACES if name in setup), {})
    return found


def squad_id(setup: Setup, side: str) -> str | None:
    """The id of what a side brings, if it has one."""
    found = squads(setup).get(side, {}).get("id")
    return str(found) if found else None


def unit_kind(unit: Mapping[str, Any]) -> str:
    """What units of the same kind share: a card, a profile, or the name."""
    return str(unit.get("type") or unit.get("profile") or unit.get("name") or unit["id"])


def units(setup: Setup, side: str) -> Sequence[Mapping[str, Any]]:
    """The units of a side."""
    found: Sequence[Mapping[str, Any]] = squads(setup)[side]["units"]
    return found


def costs(rulebook: Rulebook[Any], setup: Setup, side: str) -> dict[str, int]:
    """What each unit of a side costs, by its id: EP with gear, points, or PV."""
    facts = rulebook.facts(rulebook.start(setup)).get("units", {})
    found = {}
    for unit in units(setup, side):
        id = str(unit["id"])
        if "points" in unit:
            found[id] = int(unit["points"])
        elif "ep" in unit:
            found[id] = int(unit["ep"]) + int(unit.get("gear_ep", 0))
        elif "pv" in facts.get(id, {}):
            found[id] = int(facts[id]["pv"])
    if not found:
        raise NoSuchUnit(f"{rulebook.title} has no costs of units")
    return found


def without(setup: Setup, side: str, id: str) -> dict[str, Any]:
    """The same setup with one unit of a side left out."""
    changed: dict[str, Any] = deepcopy(dict(setup))
    squad = squads(changed)[side]
    kept = [unit for unit in squad["units"] if unit["id"] != id]
    if len(kept) == len(squad["units"]):
        known = [str(unit["id"]) for unit in squad["units"]]
        raise NoSuchUnit(f"{side} has no unit '{id}'{did_you_mean(id, known)}")
    squad["units"] = kept
    return changed
