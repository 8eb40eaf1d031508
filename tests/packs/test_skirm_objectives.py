"""Every Battle Map of the third edition has objectives; missions say whether they count."""

from __future__ import annotations

import pytest

from battlemat.packs import library
from battlemat.packs.skirm import setups as skirm
from battlemat.rulebooks.skirm.rulebook import SKIRM3


@pytest.mark.clause("skirm3.objective.placed")
@pytest.mark.parametrize("ground", [one.id for one in library.maps("skirm3")])
@pytest.mark.parametrize("mission", [one.id for one in library.missions("skirm3")])
def test_objectives_lie_on_every_map_in_every_mission(mission: str, ground: str) -> None:
    squads = {"red": "tolands-line", "blue": "breach-team"}
    setup = skirm.build_setup("skirm3", mission=mission, map=ground, **squads)
    battle = SKIRM3.start(setup)
    squares = [objective.square for objective in battle.mission.objectives]
    assert len(set(squares)) == len(squares) >= 4
    assert not any(battle.field.board.impassable >> square & 1 for square in squares)


@pytest.mark.clause("skirm3.objective.placed")
def test_objectives_of_the_map_alone_count_for_nothing() -> None:
    setup = skirm.build_setup("skirm3", mission="kill", red="tolands-line", blue="breach-team")
    mission = SKIRM3.start(setup).mission
    assert mission.objectives
    assert "objectives" not in {rule.score for rule in mission.scoring}
