"""Setups for whole games: a village with everything in it, and two squads with a bit of each."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from battlemat.boards.dots import Board
from battlemat.rulebooks.skirmishers.state.switches import SWITCHES
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


def motor_pool(switches: Collection[str] = ALL, rounds: int = 6) -> dict[str, Any]:
    """A setup for a short game on wheels: open ground, a house and a wall, seats for everybody."""
    board = ground(
        22,
        12,
        buildings={"A": (1, [(9, 5), (10, 5), (9, 6)])},
        high_wall=[((6, 4), (7, 4)), ((12, 3), (12, 4))],
        door=[((9, 5), (8, 6))],
        tree=[(4, 6), (14, 2)],
    )
    setup = skirmish(switches, rounds)
    setup["map"] = {"name": "Motor pool", "drawing": board.draw(), "areas": {"house": ["l6"]}}
    setup["scenario"]["exits"] = {"red": ["v6"], "blue": ["a6"]}
    for player, letter, rows, direction in (("red", "A", "246", 1), ("blue", "B", "79B", 4)):
        setup["squads"][player]["units"] = _riders(letter, rows, direction)
    return setup


def _riders(letter: str, rows: str, direction: int) -> list[dict[str, Any]]:
    """A scout and two assault vehicles, all in motion, with five on them and two on foot."""
    column = "d" if direction == 1 else "s"
    units: list[dict[str, Any]] = []
    for number, kind in enumerate(("scout", "assault", "assault")):
        front = f"{column}{int(rows[number], 16)}"
        bike = {"vehicle": kind, "front": front, "direction": direction, "in_motion": "cruise"}
        units.append({"id": f"V{letter}{number + 1}"} | bike)
    seats = ("V1 rider", "V2 rider", "V2 passenger", "V3 rider", "V3 passenger")
    for number, seat in enumerate(seats):
        vehicle, _, place = seat.partition(" ")
        man = {"id": f"{letter}{number + 1}", "rides": f"V{letter}{vehicle[1]}", "seat": place}
        kit = {"primary": "smg", "secondary": "sword", "grenades": {"hand": 3}}
        units.append(man | kit | {"skill": ("green", "veteran", "elite")[number % 3]})
    foot = "b" if direction == 1 else "u"
    units.append({"id": f"{letter}6", "primary": "rifle", "at": f"{foot}3", "jet_pack": "worn"})
    suit = {"suit": "heavy", "primaries": ["suit-machine-gun", "suit-flamethrower"]}
    units.append({"id": f"{letter}7", "at": f"{foot}9"} | suit)
    return units
