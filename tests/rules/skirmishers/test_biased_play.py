"""Play that leans toward vehicles, suits, crews and explosives: no question without an answer."""

from __future__ import annotations

import pytest

from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.testing import check, play_biased
from rules.skirmishers.biases import BIASES
from rules.skirmishers.forces import ALL, motor_pool, skirmish
from rules.skirmishers.test_contract import sound
from rules.skirmishers.test_vehicle import road


@pytest.mark.clause("skirmishers.vehicle.in-motion")
@pytest.mark.parametrize("name", BIASES)
def test_no_biased_game_ends_in_a_question_without_answers(name: str) -> None:
    for setup in (skirmish(ALL, rounds=6), motor_pool(rounds=4)):
        for seed in range(3):
            assert play_biased(SKIRMISHERS, setup, f"{name} {seed}", BIASES[name]).games == 1


@pytest.mark.clause("skirmishers.vehicle.in-motion", "skirmishers.vehicle.mode-choose")
def test_in_motion_the_ap_of_the_smallest_mode_are_kept() -> None:
    rolling = {"in_motion": "cruise"}
    for left, again in ((6, False), (7, True)):
        table = road(machine=rolling, spent=8 - left).play("weapon A rifle")
        assert bool(table.options("weapon")) == again
        if not again:
            assert table.refuses("weapon A pistol") == "skirmishers.vehicle.in-motion"
        assert table.options("mode A minimum")
    picked = road(machine=rolling, spent=1).play("mode A max")
    assert picked.refuses("weapon A rifle") == "skirmishers.vehicle.mode-choose"
    assert road(spent=5).play("weapon A rifle").options() == ["end A"]  # at a stop nothing is kept


@pytest.mark.parametrize("name", BIASES)
def test_a_biased_game_keeps_the_contract(name: str) -> None:
    setup = skirmish(ALL, rounds=3)
    report = check(SKIRMISHERS, setup, name, invariant=sound, every=61, bias=BIASES[name])
    assert report.game.result is not None


@pytest.mark.clause("skirmishers.vehicle.passenger")
@pytest.mark.parametrize("name", ["seats", "the saddle"])
def test_two_who_act_together_keep_the_contract(name: str) -> None:
    setup = motor_pool(rounds=2)
    report = check(SKIRMISHERS, setup, f"two {name}", invariant=sound, every=29, bias=BIASES[name])
    assert report.game.result is not None
