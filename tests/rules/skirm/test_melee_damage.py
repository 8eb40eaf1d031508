"""Third edition, chapters "Melee combat modifiers" and "Damage"."""

from __future__ import annotations

import pytest

from boards.squares_boards import board
from rules.skirm.table import Table, blade, foe, gun, skill, unit


@pytest.mark.clause("skirm3.melee.high-ground", "skirm3.melee.table")
def test_one_level_of_high_ground_raises_msk_by_one() -> None:
    table = Table.on(board(2, 1, levels={(0, 0): 1}), A=unit(at=(0, 0), msk=3), B=foe(at=(1, 0)))
    table.play("melee A B blade", dice="45 1")
    assert table.told("strikes")[-1]["strikes"] == 1
    below = Table.on(board(2, 1, levels={(1, 0): 1}), A=unit(at=(0, 0), msk=3), B=foe(at=(1, 0)))
    below.play("melee A B blade", dice="45")
    assert below.told("attack")[-1]["skill"] == 3


@pytest.mark.clause("skirm3.melee.support", "skirm3.melee.table", "skirm3.squad.squadmate")
def test_support_adds_one_die_however_many_help() -> None:
    table = Table.parse(
        """
        . C .
        A B D
        """,
        A=unit(),
        B=foe(),
        C=unit(),
        D=unit(),
    )
    table.play("melee A B blade", dice="666")
    assert table.rolls == ["red 3 combat.strike"]
    alone = Table.parse("A B", A=unit(), B=foe())
    assert alone.play("melee A B blade", dice="66").rolls == ["red 2 combat.strike"]


@pytest.mark.clause("skirm3.melee.support", "skirm3.damage.downed-passive")
def test_a_downed_squadmate_gives_no_support() -> None:
    table = Table.parse("A B C", A=unit(), B=foe(), C=unit(state="downed"))
    assert table.play("melee A B blade", dice="66").rolls == ["red 2 combat.strike"]


@pytest.mark.clause("skirm3.damage.states", "skirm3.damage.downed", "skirm3.damage.out")
def test_a_unit_goes_from_standing_to_downed_to_out() -> None:
    table = Table.parse("A . . B C", A=unit(act=4), B=foe(arm=0), C=foe())
    seen = [table["B"].state]
    for _ in range(2):
        table.play("shoot A B rifle", dice="16 6")
        seen.append(table["B"].state)
    assert seen == ["standing", "downed", "out"]
    assert table["B"].square is None
    assert table.refuses("shoot A B rifle") in ("skirm3.damage.out", "skirm3.action.payment")
    assert table.cited("out") >= {"skirm3.damage.out", "skirm3.combat.one-step"}


@pytest.mark.clause("skirm3.damage.downed")
def test_a_downed_unit_lies_in_its_square() -> None:
    table = Table.parse("A . . B", A=unit(), B=foe(arm=0)).play("shoot A B rifle", dice="16 6")
    assert (table["B"].state, table["B"].square) == ("downed", "d1")


@pytest.mark.clause("skirm3.damage.downed-actions")
def test_a_downed_unit_may_only_recover_and_crawl() -> None:
    boast = skill("boast", {"do": "nothing"}, act=1)
    table = Table.on(
        board(6, 2, doors=[((2, 0), (2, 1))]),
        A=unit("CMD LP3", at=(2, 0), state="downed", skills=[boast]),
        C=unit(at=(0, 0), state="downed"),
        B=foe(at=(3, 1)),
        D=foe(at=(5, 0)),
        markers=[{"id": "core", "name": "Core", "square": "c1", "carry": True}],
    )
    assert {text.split()[0] for text in table.options()} == {"crawl", "recover", "end"}
    assert table.options("recover") == ["recover A"]
    for forbidden in ("shoot A D rifle", "melee A B blade", "skill A boast", "door A c1|c2"):
        assert table.refuses(forbidden) == "skirm3.damage.downed-actions"


@pytest.mark.clause("skirm3.damage.downed-actions", "skirm3.orders.skill-timing")
def test_a_downed_unit_uses_no_order_skill() -> None:
    cry = skill("cry", {"do": "nothing"}, to=1)
    table = Table.parse("A . B", A=unit(state="downed", skills=[cry]), B=foe(), orders=(2, 0))
    assert table.asks == "red action"
    assert table.options("skill") == []


@pytest.mark.clause("skirm3.damage.downed-actions", "skirm3.special.dodge", "skirm3.special.parry")
def test_dodge_parry_and_counter_are_off_while_downed() -> None:
    table = Table.parse("A B", A=unit(), B=foe("DOD PAR CTR", state="downed", arm=3))
    table.play("melee A B blade", dice="16 1")
    assert table.rolls == ["red 2 combat.strike", "blue 1 combat.saves"]
    assert table.asks == "red action"


@pytest.mark.clause(
    "skirm3.damage.downed-actions", "skirm3.special.repulsive", "skirm3.special.tough"
)
def test_repulsive_and_tough_stay_on_while_downed() -> None:
    table = Table.parse("A B", A=unit(msk=3), B=foe("REP TGH", state="downed"))
    table.play("melee A B blade", dice="13 6")
    assert table.told("attack")[-1]["skill"] == 2
    assert table.asks == "blue free re-roll"


@pytest.mark.clause(
    "skirm3.damage.downed-actions", "skirm3.special.camouflage", "skirm3.special.tempered"
)
def test_camouflage_and_tempered_stay_on_while_downed() -> None:
    table = Table.parse("A . . . B", A=unit(), B=foe("CAM TMP", state="downed"))
    table.play("shoot A B rifle", dice="11 6")
    assert table.rolls == ["red 2 combat.strike", "blue 1 combat.saves"]
    assert table.asks == "blue free re-roll"


@pytest.mark.clause("skirm3.damage.downed-mid", "skirm3.special.counter")
def test_a_unit_downed_in_its_own_activation_goes_on_recovering_and_crawling() -> None:
    table = Table.parse("A B .", A=unit(act=3, arm=0), B=foe("CTR"))
    table.play("melee A B blade", dice="66")
    assert table.asks == "blue counter"
    table.play("melee B A blade", dice="16 6")
    assert (table["A"].state, table.asks, table.act) == ("downed", "red action", 2)
    assert {text.split()[0] for text in table.options()} == {"recover", "end"}
    table.play("recover A", dice="1")
    assert table.act == 1


@pytest.mark.clause("skirm3.damage.downed-actions", "skirm3.activation.once", "skirm3.turn.ready")
def test_a_unit_that_is_downed_before_its_activation_keeps_it() -> None:
    table = Table.parse("A . . B", A=unit(), B=foe(arm=0)).play("shoot A B rifle", dice="16 6")
    table.play("end A")
    assert (table["B"].state, table.options()) == ("downed", ["activate B"])


@pytest.mark.clause("skirm3.damage.downed-passive", "skirm3.move.zone", "skirm3.los.downed")
def test_a_downed_unit_stops_nobody_and_blocks_no_sight() -> None:
    table = Table.parse(
        "A . B . C", A=unit(weapons=[gun(), blade()]), B=foe(state="downed"), C=foe()
    )
    assert table.ends("move", "A") == {"b1", "d1"}
    assert "shoot A C rifle" in table.options()
