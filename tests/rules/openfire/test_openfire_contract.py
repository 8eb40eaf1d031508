"""Any rulebook's contract, on setups that hold everything Open Fire has."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.battle import ABOARD, TABLE, Battle
from battlemat.rulebooks.openfire.state.mission import SOLID
from battlemat.testing import check
from rules.openfire.table import KNIFE, mission, model, objective, setup, tank, unit, weapon

WEAPONS = {
    "plasma": weapon(rng=18, att=2, dmg=2, prc=3, special=["Unstable", "Rapid Fire"]),
    "flamer": weapon(rng=8, att=3, special=["Torrent", "Assault"]),
    "cannon": weapon(rng=36, att=2, dmg=3, prc=4, special=["Blast", "Impact", "Rending (1)"]),
    "grenade": weapon(rng=6, att=3, special=["Grenade", "Assault"]),
    "rocket": weapon(rng=[8, 36], dmg=4, prc=5, special=["One Use", "Heavy"]),
    "sword": {**KNIFE, "name": "Sword", "att": 3, "special": ["Assault"]},
}

PARTS: list[dict[str, Any]] = [
    {
        "name": "house",
        "keyword": "impassable",
        "height": 300,
        "sight": "solid",
        "box": [2200, 1500, 2600, 2000],
    },
    {
        "name": "wood",
        "keyword": "slow",
        "height": 300,
        "sight": "sparse",
        "box": [1000, 2800, 1900, 3600],
    },
    {
        "name": "hedge",
        "keyword": "barrier",
        "height": 60,
        "sight": "solid",
        "box": [2900, 2000, 2950, 2800],
    },
    {
        "name": "fence",
        "keyword": "climbable",
        "levels": 1,
        "height": 100,
        "sight": "solid",
        "box": [1500, 1000, 1520, 1700],
    },
]
HILL = {"name": "hill", "level": 1, "climbable": "all", "box": [3200, 3200, 4000, 4000]}


def squad(id: str, count: int = 4, **changes: Any) -> dict[str, Any]:
    arms = [["rifle", "knife"], ["plasma", "knife"], ["grenade", "rifle"], ["flamer", "knife"]]
    models = [model(weapons=arms[n % 4], **changes) for n in range(count)]
    return unit(id, *models, points=40)


def battle_of_everything() -> dict[str, Any]:
    smoke = {
        "id": "smoke",
        "name": "Smoke",
        "effects": [
            {"do": "give", "special": "Stealth (2)", "who": {"pick": "self"}, "until": "round"}
        ],
    }
    red = [
        squad("R1", special=["Skilled", "Fearless"]),
        {**squad("R2", 3, special=["Resilient"]), "abilities": [smoke]},
        unit(
            "R3",
            tank(
                weapons=["cannon", "rifle"],
                special=["Vehicle", "Transport (6)", "Heavy Armour (1)"],
            ),
        ),
        unit("R4", tank(mov=[8, 16], special=["Aircraft"], weapons=["cannon"], hp=4)),
    ]
    blue = [
        squad("B1", special=["Ambush", "Rugged"]),
        unit(
            "B2", *[model(weapons=["sword"], special=["Fast", "Fear (2)"], hp=2) for _ in range(3)]
        ),
        unit("B3", model(special=["Flying", "Inspiring Presence"], weapons=["rocket", "rifle"])),
        unit("B4", tank(special=["Vehicle", "Manoeuvrable (1)"], weapons=["cannon"])),
    ]
    kinds = ("control", "destroy", "access", "recover")
    spots = ((2400, 2400), (2400, 3900), (3600, 1200), (1200, 1200))
    objectives = [
        objective(kind, at, id=str(n), name=kind)
        for n, (kind, at) in enumerate(zip(kinds, spots, strict=True))
    ]
    return setup(
        red,
        blue,
        parts=PARTS,
        areas=[HILL],
        weapons=WEAPONS,
        mission=mission(objectives=objectives, rounds=3),
    )


def small_battle() -> dict[str, Any]:
    west = [[0, 0], [300, 0], [300, 2400], [0, 2400]]
    east = [[2100, 0], [2400, 0], [2400, 2400], [2100, 2400]]
    entries = {"red": {"count": 2, "zone": west}, "blue": {"count": 1, "zone": east}}
    missions = [
        mission(id=id, name=id, table=[24, 24], entry_points=entries, rounds=2, objectives=[])
        for id in ("one", "two")
    ]
    made = setup([squad("R1", 3)], [squad("B1", 3)], weapons=WEAPONS)
    del made["mission"]
    return {
        **made,
        "missions": missions,
        "terrain_by": "blue",
        "board": {
            "table": [2400, 2400],
            "parts": [
                {
                    "name": "log",
                    "keyword": "barrier",
                    "height": 40,
                    "sight": "solid",
                    "box": [1100, 900, 1140, 1500],
                }
            ],
        },
    }


def sound(battle: Battle) -> None:
    """What holds at any moment: bases apart and on the table, hit points and stress in bounds."""
    bases = battle.bases()
    for number, stand in enumerate(bases):
        others = bases[:number] + bases[number + 1 :]
        assert battle.plane.place_stop(stand, others, SOLID) is None, stand
    for one in battle.units:
        assert 0 <= one.stress <= 3
        assert all(0 <= hp <= card.hp for hp, card in zip(one.hp, one.card.models, strict=True))
        assert (one.place == TABLE) == any(stand is not None for stand in one.stands)
        if one.place == TABLE:
            assert one.hp[one.leader] > 0
            assert all(
                (stand is None) == (hp == 0) for stand, hp in zip(one.stands, one.hp, strict=True)
            )
        if one.place == ABOARD:
            assert battle.units[one.transport[0]].alive


@pytest.mark.parametrize("seed", ["1", "2"])
def test_random_games_with_everything_keep_the_contract(seed: str) -> None:
    check(OPENFIRE, battle_of_everything(), seed, invariant=sound, every=29)


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_random_small_games_keep_the_contract_from_the_choice_of_mission_on(seed: str) -> None:
    check(OPENFIRE, small_battle(), seed, invariant=sound, every=5)


def test_the_same_seed_gives_the_same_game() -> None:
    def play() -> str:
        game: Game[Battle] = Game(OPENFIRE, small_battle(), dice=SeededDice("x"))
        while game.question is not None:
            game.answer(game.question.listed[0])  # type: ignore[union-attr]
        return game.digest

    assert play() == play()
