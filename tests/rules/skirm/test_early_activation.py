"""First and second edition, chapters "Alternate activations" and "Sentry actions"."""

from __future__ import annotations

from typing import Any

import pytest

from boards.squares_boards import board
from rules.skirm.early_tables import both, hits
from rules.skirm.table import Table, blade, foe, gun, skill, unit

SCAN = {"id": "scan", "name": "Scan", "cost": {"act": 1}, "effects": [{"do": "nothing"}]}


def sixes(edition: str, initiative: str) -> Table:
    """Two Agents of red and four of blue, none activated yet."""
    reds: dict[str, Any] = {"A": unit(), "C": unit()}
    blues: dict[str, Any] = {name: foe() for name in "WXYZ"}
    drawing = "A . . . W\nC . . . X\n. . . . Y\n. . . . Z"
    return Table.parse(drawing, edition=edition, **reds, **blues, active="", initiative=initiative)


def play_out(table: Table, names: str) -> list[str]:
    """Activate Agents in this order, declining Sentry actions; who was asked, one by one."""
    order = []
    for name in names:
        if table.asks.endswith("sentry"):
            order.append(table.asks)
            table.play("pass")
        order.append(table.asks.split()[0])
        table.play(f"activate {name}")
        table.play(f"end {name}", dice="12 666 666" if name == names[-1] else "")
    return order


def spent(edition: str, drawing: str = "A . . . B C", **more: Any) -> Table:
    """A has been activated, B is active, and C is still to come: A may be Sentry after B."""
    units = {"A": unit(ready=False), "B": foe(), "C": foe()} | more
    return Table.parse(drawing, edition=edition, **units, active="B")


@both
@pytest.mark.clause("skirm1.activation.alternate", "skirm2.activation.alternate")
def test_the_squad_with_the_initiative_goes_first_and_then_they_alternate(edition: str) -> None:
    table = sixes(edition, "blue")
    assert table.asks == "blue activate"
    table.play("activate X", "end X")
    assert table.asks == "red activate"
    table.play("activate C", "end C")
    assert table.options() == ["activate W", "activate Y", "activate Z"]


@both
@pytest.mark.clause("skirm1.activation.once", "skirm2.activation.once")
def test_an_agent_has_one_activation_per_turn(edition: str) -> None:
    table = sixes(edition, "red").play("activate A", "end A", "activate W", "end W")
    assert not table["A"].ready
    assert table.refuses("activate A") == f"{edition}.activation.once"
    assert table.options() == ["activate C"]


@pytest.mark.clause("skirm1.activation.once", "skirm1.activation.downed", "skirm1.damage.downed")
def test_an_agent_downed_before_its_activation_loses_it() -> None:
    table = Table.parse(
        "A . . B C", edition="skirm1", A=unit(weapons=[gun(dam=9)]), B=foe(hit=1), C=foe()
    )
    table.play("shoot A B rifle", dice="25 2").play("end A")
    assert (table["B"].state, table["B"].ready) == ("downed", False)
    assert table.options() == ["activate C"]
    assert table.refuses("activate B") == "skirm1.activation.downed"


@pytest.mark.clause("skirm2.activation.once", "skirm2.damage.out")
def test_an_agent_removed_before_its_activation_loses_it() -> None:
    table = Table.parse(
        "A . . B C", edition="skirm2", A=unit(weapons=[gun(dam=9)]), B=foe(hit=1), C=foe()
    )
    table.play("shoot A B rifle", dice="25 2").play("end A")
    assert table["B"].state == "out"
    assert table.options() == ["activate C"]


@both
@pytest.mark.clause("skirm1.activation.no-pass", "skirm2.activation.no-pass")
@pytest.mark.clause("skirm1.action.budget", "skirm2.action.budget")
def test_a_player_must_activate_but_the_agent_need_not_act(edition: str) -> None:
    table = Table.parse("A . . B", edition=edition, A=unit(act=2), B=foe(), active="")
    assert table.options() == ["activate A"]
    assert table.refuses("pass") == f"{edition}.activation.alternate"
    table.play("activate A")
    assert table.act == 2
    table.play("end A")
    assert (table.act, table.asks) == (0, "blue activate")


@both
@pytest.mark.clause("skirm1.activation.phase-end", "skirm2.activation.phase-end")
def test_the_phase_ends_when_nobody_is_ready(edition: str) -> None:
    table = Table.parse("A . . B", edition=edition, A=unit(ready=False), B=foe(), active="B")
    table.play("end B", dice="12 666 666")
    assert table.battle.turn == 2


@pytest.mark.clause("skirm1.activation.phase-end", "skirm1.activation.downed")
def test_the_phase_does_not_wait_for_downed_agents() -> None:
    table = Table.parse(
        "A C . B",
        edition="skirm1",
        A=unit(ready=False),
        C=unit(state="downed", ready=True),
        B=foe(),
        active="B",
    )
    table.play("end B", dice="12 666 666")
    assert table.battle.turn == 2


# ------------------------------------------------------------------ Sentry actions


@both
@pytest.mark.clause("skirm1.activation.uneven", "skirm2.activation.uneven")
def test_the_side_that_has_run_out_is_offered_a_sentry_action_each_time(edition: str) -> None:
    red, blue, sentry = "red", "blue", "red sentry"
    table = sixes(edition, "red")
    assert play_out(table, "AWCXYZ") == [red, blue, red, blue, sentry, blue, sentry, blue]
    table = sixes(edition, "blue")
    assert play_out(table, "WAXCYZ") == [blue, red, blue, red, blue, sentry, blue]
    assert table.battle.turn == 2  # and none was offered after the last activation


@both
@pytest.mark.clause("skirm1.activation.sentry-free", "skirm2.activation.sentry-free")
def test_a_sentry_action_costs_nothing_and_buys_no_more(edition: str) -> None:
    table = Table.parse(
        "A . . . B C",
        edition=edition,
        A=unit(ready=False, weapons=[gun(roa=1)]),
        B=foe(arm=7),
        C=foe(),
        orders=(2, 0),
        active="B",
    )
    table.play("end B")
    assert table.asks == "red sentry"
    table.play("shoot A B rifle", "pass", dice="2 2")
    assert (table.orders, table.asks) == ((2, 0), "blue activate")
    assert table.cited("sentry") == {
        f"{edition}.activation.sentry-free",
        f"{edition}.activation.sentry-once",
    }


@both
@pytest.mark.clause("skirm1.activation.sentry-free", "skirm2.activation.sentry-free")
def test_dice_of_a_sentry_may_be_changed_as_usual(edition: str) -> None:
    table = Table.parse(
        "A . . . B C",
        edition=edition,
        A=unit(ready=False, weapons=[gun(roa=1)]),
        B=foe(arm=7),
        C=foe(),
        orders=(1, 0),
        active="B",
    )
    table.play("end B").play("shoot A B rifle", "change 1 -1", dice="5 2")
    assert hits(table) == 1


@both
@pytest.mark.clause("skirm1.activation.sentry-once", "skirm2.activation.sentry-once")
def test_an_agent_is_sentry_once_a_turn(edition: str) -> None:
    table = Table.parse(
        "A . . . . B\n. . . . . C\n. . . . . D",
        edition=edition,
        A=unit(ready=False, weapons=[]),
        B=foe(),
        C=foe(),
        D=foe(),
        active="B",
    )
    table.play("end B", "dash A a1-a2", "activate C", "end C")
    assert table.asks == "blue activate"


@both
@pytest.mark.clause("skirm1.activation.sentry-once", "skirm2.activation.sentry-once")
def test_another_agent_may_be_sentry_after_the_first(edition: str) -> None:
    table = Table.parse(
        "A . . . . B\nE . . . . C\n. . . . . D",
        edition=edition,
        A=unit(ready=False, weapons=[]),
        E=unit(ready=False, weapons=[]),
        B=foe(),
        C=foe(),
        D=foe(),
        active="B",
    )
    table.play("end B", "dash A a1-b1", "activate C", "end C")
    assert {text.split()[1] for text in table.options("dash")} == {"E"}
    assert table.refuses("dash A b1-c1") == f"{edition}.activation.sentry-once"


@both
@pytest.mark.clause("skirm1.activation.sentry-extra", "skirm2.activation.sentry-extra")
def test_an_agent_that_has_shot_may_shoot_again_as_sentry(edition: str) -> None:
    table = Table.parse(
        "A . . . B C",
        edition=edition,
        A=unit(weapons=[gun("bow", roa=1), gun("sling", "LIM", roa=1)]),
        B=foe(arm=7),
        C=foe(),
    )
    table.play("shoot A B bow", dice="6").play("end A", "activate B", "end B")
    assert table.options("shoot A B") == ["shoot A B bow", "shoot A B sling"]
    table.play("shoot A B sling", dice="6")
    assert table.unit("A").used == 0b10


@both
@pytest.mark.clause("skirm1.activation.sentry-kinds", "skirm2.activation.sentry-kinds")
def test_a_sentry_shoots_strikes_or_dashes_and_does_nothing_else(edition: str) -> None:
    hut = board(6, 2, doors=[((0, 0), (0, 1))])
    cry = {"do": "modify", "stat": "roa", "by": 1, "who": {"pick": "squad"}, "until": "turn"}
    table = Table.on(
        hut,
        edition=edition,
        A=unit(at=(0, 0), ready=False, skills=[skill("cry", cry, act=1), skill("yell", cry, to=1)]),
        B=foe(at=(4, 0)),
        C=foe(at=(5, 0)),
        D=foe(at=(1, 1), weapons=[blade()]),
        active="B",
        orders=(3, 0),
        markers=[{"id": "core", "name": "Core", "square": "a1"}],
        actions=[SCAN],
    )
    table.play("end B")
    verbs = {text.split()[0] for text in table.options()}
    assert verbs == (
        {"shoot", "melee", "dash", "pass"} - ({"shoot"} if edition == "skirm2" else set())
    )
    assert table.refuses("move A a1-b1") == f"{edition}.activation.sentry-kinds"
    assert table.refuses("door A a1|a2") == f"{edition}.activation.sentry-kinds"
    assert table.refuses("skill A cry") == f"{edition}.activation.sentry-kinds"


@pytest.mark.clause("skirm1.activation.downed", "skirm1.activation.uneven")
def test_a_downed_agent_cannot_be_sentry() -> None:
    table = spent("skirm1", A=unit(state="downed"))
    table.play("end B")
    assert table.asks == "blue activate"


@pytest.mark.clause("skirm1.activation.sentry-once", "skirm1.action.revive-activated")
def test_an_agent_revived_this_turn_may_be_sentry() -> None:
    table = Table.parse(
        "A C . . B D",
        edition="skirm1",
        A=unit(weapons=[]),
        C=unit(state="downed", weapons=[gun(roa=1)]),
        B=foe(arm=7),
        D=foe(),
        orders=(2, 0),
    )
    table.play("revive A C", dice="4").play("end A", "activate D", "end D")
    assert table.asks == "red sentry"
    assert "shoot C B rifle" in table.options()


@both
@pytest.mark.clause("skirm1.card.war-cry", "skirm2.card.war-cry")
def test_the_gain_of_a_war_cry_lasts_for_a_sentry_too(edition: str) -> None:
    who = {"pick": "squadmates", "within": 5}
    cry = {"do": "modify", "stat": "roa", "by": 1, "who": who, "until": "turn"}
    table = Table.parse(
        "A . . . . C . . . B D",
        edition=edition,
        A=unit(skills=[skill("war-cry", cry, to=1)]),
        C=unit(ready=False, weapons=[gun(roa=4)]),
        B=foe(arm=7),
        D=foe(),
        orders=(1, 0),
    )
    table.play("skill A war-cry", "end A", "activate B", "end B")
    table.play("shoot C B rifle", dice="66666")
    assert table.told("attack")[-1]["dice"] == 5
