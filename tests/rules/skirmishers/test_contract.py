"""The contract of any rulebook: with no switch, with each switch alone, with all of them."""

from __future__ import annotations

import pytest

from battlemat.kernel.scene import as_json
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.battle import Battle
from battlemat.testing import check
from rules.skirmishers.forces import ALL, skirmish


def sound(battle: Battle) -> None:
    """What holds at every question: masks are true, AP are kept, nobody shares a dot."""
    standing, lying, machines = battle.standing, battle.lying, battle.machines
    in_the_air = sum(unit.flown and unit.place < 0 for unit in battle.units)
    if not in_the_air:
        battle.count_masks()
        assert (battle.standing, battle.lying, battle.machines) == (standing, lying, machines)
    if not battle.on("vehicles"):  # a dot may be shared with a vehicle that was overturned
        assert not standing & lying
    for unit in battle.units:
        assert (
            0 <= unit.spent <= unit.card.base_ap + max(c.ap or 0 for c in unit.card.track.columns)
        )
        assert unit.walked <= 8
        assert not unit.marks.full & unit.marks.part
        assert not (unit.arcs and unit.state)
        assert sum(unit.grenades) <= 8


@pytest.mark.clause("skirmishers.option.switches", "skirmishers.turn.alternate")
@pytest.mark.parametrize("switch", ["", *ALL])
def test_a_random_game_keeps_the_contract_with_each_switch_alone(switch: str) -> None:
    setup = skirmish([switch] if switch else [], rounds=2)
    game = check(SKIRMISHERS, setup, f"alone {switch}", invariant=sound, every=61).game
    assert game.result is not None


@pytest.mark.clause("skirmishers.option.switches")
@pytest.mark.parametrize("seed", range(3))
def test_a_random_game_keeps_the_contract_with_all_switches(seed: int) -> None:
    game = check(SKIRMISHERS, skirmish(ALL), f"all {seed}", invariant=sound, every=97).game
    assert game.result is not None
    assert as_json(SKIRMISHERS.scene(game.battle))["grid"] == "dots"
