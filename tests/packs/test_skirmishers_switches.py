"""Every mission of Skirmishers with every switch: what it needs, one more, and all together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings

from battlemat.packs import library, setups
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.switches import SWITCHES
from battlemat.testing import check

MISSIONS = [entry.id for entry in library.missions("skirmishers")]
EACH = 1 if settings.get_current_profile_name() == "default" else 3
"""Of so many meetings of a mission and a switch one is played; `make fuzz` plays all. Each mission
and each switch is met, and all switches together are on in every mission."""
PAIRS = [
    (mission, switch)
    for m, mission in enumerate(MISSIONS)
    for n, switch in enumerate(sorted(SWITCHES))
    if (m + n) % EACH == 0
]


def short(mission: str, more: tuple[str, ...]) -> dict[str, Any]:
    """A mission of one round, with further switches on beside those that it needs."""
    setup = dict(setups.build_setup("skirmishers", mission=mission))
    setup["switches"] = sorted({*setup["switches"], *more})
    setup["scenario"] = {**setup["scenario"], "rounds": 1}
    return setup


@pytest.mark.longer
@pytest.mark.clause("skirmishers.option.switches")
@pytest.mark.parametrize(("mission", "switch"), PAIRS)
def test_a_mission_keeps_the_contract_with_one_more_switch(mission: str, switch: str) -> None:
    game = check(SKIRMISHERS, short(mission, (switch,)), f"{mission} {switch}", every=97).game
    assert game.result is not None


@pytest.mark.clause("skirmishers.option.switches")
@pytest.mark.parametrize("mission", MISSIONS)
def test_a_mission_keeps_the_contract_with_all_switches(mission: str) -> None:
    game = check(SKIRMISHERS, short(mission, tuple(SWITCHES)), f"{mission} all", every=41).game
    assert game.result is not None


def test_every_mission_and_every_switch_is_met() -> None:
    assert {mission for mission, _ in PAIRS} == set(MISSIONS)
    assert {switch for _, switch in PAIRS} == set(SWITCHES)
