"""What holds in every battle of Skirm at every question, whatever was played."""

from __future__ import annotations

from battlemat.rulebooks.skirm.state.battle import (
    CARRIED,
    DOWNED,
    OFF_MAP,
    OUT,
    STANDING,
    WAITING,
    Battle,
)
from battlemat.rulebooks.skirm.state.cards import powers


def check_battle(battle: Battle) -> None:
    """Fail if the battle contradicts itself."""
    _check_places(battle)
    _check_numbers(battle)
    _check_markers(battle)


def _check_places(battle: Battle) -> None:
    board = battle.field.board
    masks = {STANDING: [0, 0], DOWNED: [0, 0]}
    for unit in battle.units:
        if unit.state in (WAITING, OUT):
            assert unit.square == OFF_MAP, unit
            continue
        bit = 1 << unit.square
        assert bit & board.all_squares & ~board.impassable, f"{unit} on an impassable square"
        taken = sum(sum(sides) for sides in masks.values())
        assert not taken & bit, f"two units in {board.name(unit.square)}"
        masks[unit.state][unit.side] |= bit
    assert battle.standing == masks[STANDING], "the masks of Standing units are off"
    assert battle.downed == masks[DOWNED], "the masks of Downed units are off"
    assert battle.terrain is board.terrain(battle.doors_open)


def _check_numbers(battle: Battle) -> None:
    edition = battle.edition
    assert min(battle.orders) >= 0, f"orders {battle.orders}"
    assert battle.act_left >= 0, f"ACT {battle.act_left}"
    assert 0 <= battle.turn <= battle.mission.turns
    if battle.active >= 0:
        assert battle.phase == "acting"
    for unit in battle.units:
        assert 0 <= unit.hit <= unit.card.hit, f"{unit} has {unit.hit} HIT"
        if edition.has_hit and unit.state == STANDING:
            assert unit.hit > 0, f"{unit} stands without HIT"
        if unit.state == DOWNED:
            assert edition.downed_targets or edition.removes_downed, f"{unit} is Downed"
        assert unit.stun >= 0
        given = [e.name for e in battle.effects if e.kind == "give" and e.unit == unit.index]
        assert unit.powers == powers(edition.name, (*unit.card.special, *given))


def _check_markers(battle: Battle) -> None:
    for place in battle.markers:
        if place <= CARRIED:
            bearer = battle.units[CARRIED - place]
            assert bearer.square >= 0, f"{bearer} carries a marker"
        else:
            assert battle.field.board.all_squares >> place & 1
