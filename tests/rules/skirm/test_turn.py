"""Third edition, chapters "Turns" and "Alternate activations": phases, initiative, who goes."""

from __future__ import annotations

from typing import Any

import pytest

from rules.skirm.table import Table, foe, gun, unit

ENVIRONMENT = {
    "id": "storm",
    "name": "Storm",
    "events": [
        {"faces": [1, 2, 3], "name": "Calm", "text": "", "effects": [{"do": "nothing"}]},
        {
            "faces": [4, 5, 6],
            "name": "Gust",
            "text": "",
            "effects": [{"do": "orders", "by": 1, "who": "both"}],
        },
    ],
}


def last_activation(**more: Any) -> Table:
    """B is the last unit to be activated this turn; with `end B` the turn is over."""
    return Table.parse("A . . . B", A=unit(ready=False), B=foe(), active="B", **more)


@pytest.mark.clause("skirm3.turn.start-order", "skirm3.turn.orders", "skirm3.turn.events")
def test_a_turn_starts_with_initiative_then_orders_then_the_event() -> None:
    table = last_activation(environment=ENVIRONMENT)
    table.play("end B", dice="42 666 456 1")
    assert table.rolls == [
        "red 1 turn.initiative",
        "blue 1 turn.initiative",
        "blue 3 orders.roll",
        "red 3 orders.roll",
        "blue 1 turn.events",
    ]
    assert table.told("event")[-1]["name"] == "Calm"


@pytest.mark.clause("skirm3.turn.events", "skirm3.mission.events", "skirm3.orders.reroll")
def test_the_player_with_the_initiative_may_re_roll_the_event_with_an_order() -> None:
    table = last_activation(environment=ENVIRONMENT).play("end B", dice="24 166 666 3")
    assert table.asks == "red re-roll"
    table.play("reroll 1", dice="6")
    assert table.told("event")[-1]["name"] == "Gust"
    assert table.orders == (1, 1)


@pytest.mark.clause("skirm3.mission.events", "skirm3.turn.events")
def test_a_mission_without_a_table_has_no_events() -> None:
    table = last_activation().play("end B", dice="24 666 666")
    assert table.asks == "red activate"
    assert table.told("event") == []


@pytest.mark.clause("skirm3.turn.ready")
def test_all_units_become_ready_the_downed_too() -> None:
    table = Table.parse(
        "A . . B C", A=unit(state="downed", ready=False), B=foe(), C=foe(ready=False), active="B"
    )
    table.play("end B", dice="12 666 666")
    assert [table[name].ready for name in "ABC"] == [True, True, True]
    assert table.options() == ["activate A"]


@pytest.mark.clause("skirm3.turn.initiative")
def test_ties_for_the_initiative_are_rolled_again() -> None:
    table = last_activation().play("end B", dice="44 65 666 666")
    assert table.asks == "blue activate"
    assert table.told("roll-off")[-1]["player"] == "blue"


@pytest.mark.clause("skirm3.turn.end-order", "skirm3.orders.lost")
def test_points_are_scored_before_unspent_orders_are_lost() -> None:
    table = last_activation(
        orders=(0, 3),
        objectives=[{"id": "1", "name": "Relay", "square": "e1"}],
        scoring=[{"score": "objectives", "when": "turn", "points": 1}],
    )
    table.play("end B", dice="12 666 666")
    assert table.scores == (0, 1)
    assert table.orders == (0, 0)
    kinds = [event.kind for event in table.events]
    assert kinds.index("score") < kinds.index("turn-end") < kinds.index("turn")


@pytest.mark.clause("skirm3.turn.count", "skirm3.mission.winner")
def test_the_battle_ends_after_the_fourth_turn() -> None:
    table = last_activation(turn=4, scores=(1, 2)).play("end B")
    assert table.asks == "nothing"
    result = table.game.result
    assert result is not None
    assert (result.winner, result.scores) == ("blue", {"red": 1, "blue": 2})


@pytest.mark.clause("skirm3.turn.wiped-out")
def test_the_game_goes_on_when_one_squad_is_gone() -> None:
    table = Table.on(A=unit(at=(0, 0)), C=unit(at=(5, 0)), B=foe())
    table.play("end A")
    assert table.asks == "red activate"
    table.play("activate C")
    table.play("end C", dice="21 666 666")
    assert table.battle.turn == 2
    assert table.asks == "red activate"


@pytest.mark.clause("skirm3.turn.wiped-out")
def test_the_game_ends_at_once_without_scoring_when_nobody_is_left() -> None:
    storm = {"do": "damage", "points": 1, "who": {"pick": "all", "state": "any"}}
    table = Table.parse(
        "A . B",
        A=unit(arm=0, state="downed"),
        B=foe(arm=0, state="downed"),
        scoring=[{"score": "out", "when": "end", "points": 1}],
        environment={
            "id": "doom",
            "name": "Doom",
            "events": [{"faces": [1, 2, 3, 4, 5, 6], "name": "Doom", "effects": [storm]}],
        },
        active="B",
        position={"to_move": "blue"},
    )
    table.play("end B", "activate A")
    table.play("end A", dice="12 666 666 1 6 6")
    assert table.asks == "nothing"
    assert table.scores == (0, 0)
    assert table.battle.turn == 2


@pytest.mark.clause("skirm3.turn.wiped-out")
def test_the_game_ends_in_the_middle_of_an_activation_when_nobody_is_left() -> None:
    storm = {"do": "damage", "points": 1, "who": {"pick": "all", "state": "any"}}
    table = Table.parse(
        "A . B",
        A=unit(arm=0),
        B=foe(arm=0, state="downed"),
        actions=[{"id": "doom", "name": "Doom", "cost": {"act": 1}, "effects": [storm, storm]}],
        scoring=[{"score": "out", "when": "end", "points": 1}],
        turn=4,
    )
    table.play("do A doom", dice="6 6 6")
    assert (table.asks, table.scores) == ("nothing", (0, 0))


@pytest.mark.clause("skirm3.activation.alternate")
def test_the_squad_with_the_initiative_goes_first_and_then_they_alternate() -> None:
    table = Table.parse("A C . B D", A=unit(), C=unit(), B=foe(), D=foe(), active="")
    assert table.asks == "red activate"
    table.play("activate C", "end C")
    assert table.asks == "blue activate"
    table.play("activate B", "end B")
    assert table.options() == ["activate A"]


@pytest.mark.clause("skirm3.activation.once")
def test_a_unit_has_one_activation_per_turn() -> None:
    table = Table.parse("A C . B", A=unit(), C=unit(), B=foe(), active="")
    table.play("activate A", "end A", "activate B", "end B")
    assert not table["A"].ready
    assert table.refuses("activate A") == "skirm3.activation.once"
    assert table.options() == ["activate C"]


@pytest.mark.clause("skirm3.activation.once", "skirm3.damage.out")
def test_a_unit_taken_out_before_its_activation_loses_it() -> None:
    table = Table.parse("A . . B C", A=unit(), B=foe(state="downed", arm=0), C=foe())
    table.play("shoot A B rifle", dice="16 6")
    assert table["B"].state == "out"
    table.play("end A")
    assert table.options() == ["activate C"]


@pytest.mark.clause("skirm3.activation.uneven", "skirm3.activation.phase-end")
def test_a_side_without_ready_units_is_skipped_until_nobody_is_ready() -> None:
    units = {"A": unit(), "C": unit(), "W": foe(), "X": foe(), "Y": foe(), "Z": foe()}
    table = Table.parse("A C . W X Y Z", **units, active="")
    order = []
    for name in "AWCXYZ":
        order.append(table.asks.split()[0])
        table.play(f"activate {name}")
        table.play(f"end {name}", dice="12 666 666" if name == "Z" else "")
    assert order == ["red", "blue", "red", "blue", "blue", "blue"]
    assert table.battle.turn == 2
    assert table.told("sentry") == []


@pytest.mark.clause("skirm3.activation.no-pass", "skirm3.action.budget")
def test_a_player_must_activate_but_the_unit_need_not_act() -> None:
    table = Table.parse("A . . B", A=unit(), B=foe(), active="")
    assert table.options() == ["activate A"]
    assert table.refuses("pass") == "skirm3.activation.alternate"
    table.play("activate A")
    assert table.act == 3
    table.play("end A")
    assert table.act == 0
    assert table.asks == "blue activate"


@pytest.mark.clause("skirm3.activation.alternate")
def test_nobody_acts_but_the_active_unit() -> None:
    table = Table.parse("A C . . B", A=unit(weapons=[gun()]), C=unit(), B=foe())
    assert {text.split()[1] for text in table.options()} == {"A"}
    assert table.refuses("shoot C B rifle") == "skirm3.activation.alternate"
