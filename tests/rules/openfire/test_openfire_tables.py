"""Tables: what is kept about a position is shared by copies and forgotten when somebody moves."""

from __future__ import annotations

from battlemat.kernel.errors import Refusal
from battlemat.rulebooks.openfire.chapters.attacks.declaration import Declaration, Group, Volley
from battlemat.rulebooks.openfire.chapters.measure import assaulters
from battlemat.rulebooks.openfire.chapters.moving.paths import Move, check
from battlemat.rulebooks.openfire.state.battle import Battle
from battlemat.rulebooks.openfire.state.tables import Effect
from rules.openfire.table import Table, model, unit


def facing_off() -> Table:
    return Table(
        [unit("R1", model(), model())],
        [unit("B1")],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (1180, 1000)},
        active=("R1", "move"),
    )


def volleys(battle: Battle) -> list[Volley]:
    found = Declaration(battle, battle.units[0]).settle((Group(1, "rifle", 0, (0, 1)),), ())
    assert not isinstance(found, Refusal)
    return found


def test_copies_share_tables_until_one_of_them_changes() -> None:
    battle = facing_off().battle
    first = battle.tables
    twin = battle.copy()
    assert twin.tables is first
    foe = twin.units[1]
    foe.stands[0] = twin.plane.put(foe.leader_card.base, 3000, 1000)
    assert twin.tables is not first
    assert battle.tables is first
    assert [unit.id for unit in assaulters(battle, battle.units[0])] == ["B1"]
    assert assaulters(twin, twin.units[0]) == []


def test_a_lasting_effect_makes_new_tables() -> None:
    battle = facing_off().battle
    first = battle.tables
    battle.add_effect(Effect(0, "stat", "mov", 2, "", "round", 0))
    assert battle.tables is not first


def test_settled_attacks_name_the_units_of_the_copy_that_asks() -> None:
    battle = facing_off().battle
    twin = battle.copy()
    (ours,), (theirs,) = volleys(battle), volleys(twin)
    assert ours.target is battle.units[1]
    assert theirs.target is twin.units[1]
    assert theirs.attacker is twin.units[0]
    assert ours.shots == theirs.shots
    twin.units[0].hp[1] = 0
    twin.units[0].stands[1] = None
    refused = Declaration(twin, twin.units[0]).settle((Group(1, "rifle", 0, (0, 1)),), ())
    assert isinstance(refused, Refusal)


def test_a_kept_move_still_knows_stress_and_losses() -> None:
    table = facing_off()
    battle, moved = table.battle, table["R1"]
    far = Move(0, ((500, 1000),))
    assert not isinstance(check(battle, moved, far), Refusal)
    moved.stress = 1
    assert isinstance(check(battle, moved, far), Refusal)
    moved.stress = 0
    twin = battle.copy()
    found = check(twin, twin.units[0], far)
    assert not isinstance(found, Refusal)
    assert found[1] is not None
    assert found[1].unit is twin.units[0]
