"""Setups for whole games: a village with everything in it, and two squads with a bit of each."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from battlemat.boards.dots import Board
from battlemat.rulebooks.skirmishers.chapters.setting_up import SWITCHES
from rules.skirmishers.table import ground

ALL = SWITCHES
HOUSE = ["d3", "e3", "c4", "d4", "c4@1", "d4@1"]


def village(switches: Collection[str]) -> Board:
    """A house of two storeys with door, window and stairs, and a bit of every ground around it."""
    house = [(2, 2), (3, 2), (1, 3), (2, 3), (1, 4), (2, 4)]
    tunnels: dict[str, Any] = {}
    if "advanced-terrain" in switches:
        tunnels = {"mouth": [(3, 6), (5, 6)], "tunnel": [(4, 6)]}
    return ground(
        12,
        8,
        buildings={"A": (2, house)},
        tree=[(5, 1), (-1, 4)],
        vegetation=[(2, 1), (1, 6)],
        stairs=[(2, 3)],
        door=[((1, 4), (0, 5))],
        window=[((3, 2), (4, 2)), ((1, 3), (0, 3), 1)],
        low_wall=[((6, 2), (6, 3)), ((5, 3), (6, 3))],
        furniture=[((2, 2), (2, 3))],
        high_wall=[((7, 3), (7, 4)), ((6, 4), (7, 4))],
        rough=[(7, 1)],
        swamp=[(5, 4)],
        wire=[(6, 5), (4, 5)],
        trench=[(3, 5), (2, 6)],
        shallow=[(7, 6)],
        deep=[(8, 5), (7, 5)],
        **tunnels,
    )


def squad(letter: str, row: int, switches: Collection[str]) -> list[dict[str, Any]]:
    """Five men who between them carry something of every switched chapter."""
    on = set(switches)
    men: list[dict[str, Any]] = [
        {"primary": "rifle", "secondary": "pistol", "leader": True, "skill": "veteran"},
        {"primary": "smg", "secondary": "satchel-charge", "armor": "basic"},
        {"primary": "laser-rifle", "secondary": "sword", "armor": "standard", "skill": "green"},
        {"primary": "smg", "secondary": "stun-baton", "sneak_suit": True},
        {"primary": "gyrojet-rifle", "secondary": "auto-pistol", "armor": "heavy"},
    ]
    for number, man in enumerate(men):
        man |= {"id": f"{letter}{number + 1}", "grenades": {"hand": 3}}
        man["at"] = f"{'bdfhj'[number]}{row}"
    if "crewed-weapons" in on:
        men[0]["primary"] = "medium-machine-gun"
    if "advanced-explosives" in on:
        men[2] |= {"primary": "rocket-launcher", "extra_ammo": "primary"}
        men[4] |= {"primary": "rifle", "secondary": "grenade-launcher"}
    if "incendiary" in on:
        men[3] |= {"primary": "flamethrower", "grenades": {"hand": 2, "incendiary": 2}}
    if "smoke" in on:
        men[1]["grenades"] = {"hand": 1, "smoke": 3}
    if "jet-packs" in on:
        men[3]["jet_pack"] = "worn"
    if "power-armor" in on:
        guns = ["suit-machine-gun", "suit-flamethrower"]
        men[4] = {k: men[4][k] for k in ("id", "at")}
        men[4] |= {"suit": "standard", "primaries": guns, "secondary": "satchel-charge"}
    if "vehicles" in on:
        kind, direction = ("scout", 1) if letter == "A" else ("assault", 4)
        front = "l1" if letter == "A" else "h7"
        bike = {"id": f"V{letter}", "vehicle": kind, "front": front, "direction": direction}
        men[1] |= {"rides": bike["id"]}
        del men[1]["at"]
        men.append(bike | {"engine": "on"})
    return men


def skirmish(switches: Collection[str] = (), rounds: int = 3) -> dict[str, Any]:
    """A setup for a short game with these switches on."""
    return {
        "map": {"name": "Village", "drawing": village(switches).draw(), "areas": {"house": HOUSE}},
        "switches": list(switches),
        "scenario": {
            "id": "skirmish",
            "name": "Skirmish",
            "briefing": "",
            "rounds": rounds,
            "points": [
                {"side": "both", "points": 1, "for": {"score": "losses"}},
                {"side": "both", "points": 2, "for": {"score": "holds", "area": "house"}},
            ],
            "exits": {"red": ["a8", "b8"], "blue": ["a1", "b1"]},
        },
        "squads": {
            "red": {"name": "Red", "units": squad("A", 1, switches)},
            "blue": {"name": "Blue", "units": squad("B", 8, switches)},
        },
    }
