"""Games of the shipped modules: each mission is played out, and the kernel's promises hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from battlemat.packs import library, registry
from battlemat.packs.openfire import setups as openfire
from battlemat.packs.openfire.modules import find_module
from battlemat.packs.openfire.setups import ready_armies
from battlemat.testing import check

MISSIONS = sorted(library.shipped("openfire", "mission"))
ARMIES = sorted(library.shipped("openfire", "army"))


def short(setup: dict[str, Any], units: Mapping[str, list[int]], rounds: int) -> dict[str, Any]:
    """The setup with some units of each army alone, so that a game takes a moment."""
    setup = {key: value for key, value in setup.items() if key != "army_rules"}
    setup["armies"] = {
        side: {**army, "units": [army["units"][n] for n in units[side]]}
        for side, army in setup["armies"].items()
    }
    rules = {k: v for k, v in setup["mission"].get("rules", {}).items() if k != "start_aboard"}
    setup["mission"] = {**setup["mission"], "rounds": rounds, "rules": rules}
    return setup


@pytest.mark.clause("openfire.round.game-end", "openfire.setup.stages")
@pytest.mark.parametrize("mission", MISSIONS)
def test_a_random_game_of_every_mission_ends_and_keeps_the_contract(mission: str) -> None:
    module = openfire.find("mission", mission).module
    names = list(ready_armies(module))
    number = MISSIONS.index(mission)
    setup = openfire.build_setup(mission=mission, red=names[number % len(names)])
    game = check(
        registry.find("openfire"),
        short(setup, {"red": [0, 1], "blue": [0, -1]}, 2),
        f"mission:{mission}",
        every=40,
    ).game
    assert game.result is not None


@pytest.mark.clause("openfire.reserve.first-round", "openfire.special.support")
@pytest.mark.parametrize("army", ARMIES)
def test_every_unit_of_an_army_finds_room_to_arrive_in_round_one(army: str) -> None:
    setup = openfire.build_setup(red=army)
    everyone = list(range(len(setup["armies"]["red"]["units"])))
    game = check(
        registry.find("openfire"),
        short(setup, {"red": everyone, "blue": [1]}, 1),
        f"army:{army}",
        every=60,
    ).game
    for number, (name, facts) in enumerate(game.rulebook.facts(game.battle)["units"].items()):
        if number < len(everyone) and facts["place"] == "reserve":
            codes = setup["armies"]["red"]["units"][number]["models"][0]["special"]
            assert {"Support", "Aircraft"} & set(codes), name


def test_both_modules_are_found_by_their_names() -> None:
    assert [find_module(name).name for name in sorted(library.shipped("openfire", "module"))] == [
        "Cinder Moons",
        "White Frontier",
    ]
