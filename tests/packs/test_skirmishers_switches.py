"""Every mission of Skirmishers with every switch: what it needs, one more, and all together."""

from __future__ import annotations

from itertools import cycle, islice, product
from typing import Any

import pytest

from battlemat.packs import library, setups
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.switches import SWITCHES
from battlemat.testing import check
from sampling import by_time

MISSIONS = [entry.id for entry in library.missions("skirmishers")]
EVERY = list(product(MISSIONS, sorted(SWITCHES)))
ONCE = list(
    islice(zip(cycle(MISSIONS), cycle(sorted(SWITCHES))), max(len(MISSIONS), len(SWITCHES)))
)
PAIRS = by_time(EVERY, ONCE)
"""`make fuzz` plays every mission with every switch. For every day each mission and each switch is
met once, and all switches together are on in every mission."""


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
