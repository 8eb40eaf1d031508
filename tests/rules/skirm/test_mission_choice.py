"""Chapter "Game cycle": the players choose one mission, and both must agree on it."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.packs import library
from battlemat.packs.skirm import setups
from battlemat.testing import contract
from rules.skirm.battle_checks import check_battle
from rules.skirm.table import BOOKS, EDITIONS, Table


def chosen_together(edition: str, **more: Any) -> dict[str, Any]:
    squads = [squad.id for squad in library.squads(edition)]
    first = {"mission": "secure", "red": squads[0], "blue": squads[1]}
    return setups.build_setup(edition, **first, choose_mission="yes", **more)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.clause("skirm1.setup.mission", "skirm2.setup.mission", "skirm3.setup.mission")
def test_a_mission_on_which_both_agree_is_played(edition: str) -> None:
    table = Table(edition, chosen_together(edition))
    assert table.asks == "red mission"
    every = {f"mission {mission.id}" for mission in library.missions(edition)}
    assert set(table.options()) == every
    table.play("mission infiltrate")
    assert table.asks == "blue mission"
    table.play("mission infiltrate", dice="12")
    assert table.asks.endswith(" zone")
    assert table.battle.mission.id == "infiltrate"
    assert [marker.square for marker in table.battle.mission.markers] == table.battle.markers
    assert table.told("mission")[-1]["mission"] == "Infiltrate"


@pytest.mark.parametrize(("face", "played"), [("3", "kill"), ("4", "recon")])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.clause("skirm1.setup.mission", "skirm2.setup.mission", "skirm3.setup.mission")
def test_who_differs_names_again_and_after_three_times_a_die_decides(
    edition: str, face: str, played: str
) -> None:
    table = Table(edition, chosen_together(edition))
    table.play("mission kill", "mission recon", "mission secure", "mission kill")
    assert table.asks == "red mission"
    table.play("mission kill", "mission recon", dice=f"{face} 12")
    assert table.battle.mission.id == played


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.clause("skirm1.setup.mission", "skirm2.setup.mission", "skirm3.setup.mission")
def test_games_that_begin_with_a_choice_of_mission_keep_the_contract(edition: str) -> None:
    setup = chosen_together(edition, environment="none")
    for seed in range(2):
        seen = f"{edition} chosen {seed}"
        game = contract.check(BOOKS[edition], setup, seen, invariant=check_battle, every=97).game
        assert game.result is not None


def test_two_missions_make_two_positions() -> None:
    one, two = (Table("skirm3", chosen_together("skirm3")) for _ in range(2))
    one.play("mission kill", "mission kill", dice="12")
    two.play("mission secure", "mission secure", dice="12")
    assert one.game.digest != two.game.digest


def test_a_position_has_its_mission() -> None:
    setup = chosen_together("skirm3")
    with pytest.raises(SetupError, match="a position has its mission"):
        BOOKS["skirm3"].start({**setup, "position": {"units": {}}})
