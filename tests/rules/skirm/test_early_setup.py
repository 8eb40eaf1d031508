"""First and second edition, chapters "Game cycle" and "Turns": deployment and phases."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.squares import Board
from battlemat.kernel.errors import SetupError
from battlemat.packs.skirm import setups as skirm
from boards.squares_boards import board
from rules.skirm.early_tables import both
from rules.skirm.table import BOOKS, Table, foe, setup_of, unit

HOLD = [{"score": "objectives", "when": "turn", "points": 1}]
STORM = {
    "id": "storm",
    "name": "Storm",
    "events": [
        {"faces": [1, 2, 3], "name": "Calm", "text": "", "effects": [{"do": "nothing"}]},
        {"faces": [4, 5, 6], "name": "Gust", "text": "", "effects": [{"do": "orders", "by": 1}]},
    ],
}


def four_by_four(edition: str, dice: str, **more: Any) -> Table:
    """Two Agents of red and four of blue, before the first die."""
    units: dict[str, Any] = {"A": unit(), "B": unit()} | {name: foe() for name in "WXYZ"}
    return Table.before(Board.build(4, 4), edition=edition, dice=dice, **units, **more)


def last_activation(edition: str, **more: Any) -> Table:
    """B is the last Agent to be activated this turn; with `end B` the turn is over."""
    return Table.parse(
        "A . . . B", edition=edition, A=unit(ready=False), B=foe(), active="B", **more
    )


# ------------------------------------------------------------------ mission start


@both
@pytest.mark.clause("skirm1.setup.players", "skirm2.setup.players")
def test_a_battle_has_two_players_with_a_squad_each(edition: str) -> None:
    book = BOOKS[edition]
    setup = setup_of(edition, Board.build(4, 4), {"A": unit(), "B": foe()}, {})
    assert [one.side for one in book.start(setup).units] == [0, 1]
    with pytest.raises(SetupError, match="'blue' is missing"):
        book.start(setup | {"squads": {"red": setup["squads"]["red"]}})


@both
@pytest.mark.clause("skirm1.setup.open-information", "skirm2.setup.open-information")
def test_states_and_orders_of_both_sides_are_open_to_all(edition: str) -> None:
    table = Table.parse(
        "A . . B",
        edition=edition,
        A=unit(carries=["core"]),
        B=foe(hit=9, hits=4),
        markers=[{"id": "core", "name": "Core", "square": "a1"}],
        orders=(2, 3),
    )
    facts = BOOKS[edition].facts(table.battle)
    assert facts["orders"] == {"red": 2, "blue": 3}
    assert facts["units"]["B"]["hit"] == 4
    assert facts["markers"] == {"core": "carried by A"}


@both
@pytest.mark.clause("skirm1.setup.mission", "skirm1.setup.squad", "skirm1.setup.map")
@pytest.mark.clause("skirm2.setup.mission", "skirm2.setup.squad", "skirm2.setup.map")
def test_a_battle_is_one_mission_one_map_and_one_squad_for_each_player(edition: str) -> None:
    setup = skirm.build_setup(edition, mission="secure", red="iron-oath", blue="red-harvest")
    battle = BOOKS[edition].start(setup)
    assert battle.mission.id == "secure"
    assert battle.mission.objectives
    assert battle.field.board == Board.parse(setup["map"]["drawing"])
    names = [setup["squads"][player]["name"] for player in ("red", "blue")]
    assert list(battle.field.squad_names) == names
    with pytest.raises(SetupError, match="mission"):
        BOOKS[edition].start({key: value for key, value in setup.items() if key != "mission"})


@both
@pytest.mark.clause("skirm1.setup.order", "skirm1.turn.count", "skirm1.turn.phases")
@pytest.mark.clause("skirm2.setup.order", "skirm2.turn.count", "skirm2.turn.phases")
def test_a_game_runs_from_deployment_through_four_turns_to_its_end(edition: str) -> None:
    first = "21" if edition == "skirm1" else "12"
    units = {"A": unit(weapons=[]), "B": foe(weapons=[])}
    table = Table.before(Board.build(4, 4), edition=edition, **units, dice=first)
    table.play("zone north", "place A a1", "place B a4", dice=f"{first} 666 666")
    for turn in (1, 2, 3, 4):
        assert table.battle.turn == turn
        table.play("activate A", "end A", "activate B")
        table.play("end B", dice=f"{first} 666 666" if turn < 4 else "")
    assert table.asks == "nothing"
    kinds = [e.kind for e in table.events if e.kind in ("zone", "deploy", "turn", "turn-end")]
    assert kinds == ["zone", "deploy", "deploy", *["turn", "turn-end"] * 4]


@pytest.mark.parametrize(("edition", "winner"), [("skirm1", "red"), ("skirm2", "blue")])
@pytest.mark.clause("skirm1.setup.deploy-roll", "skirm2.setup.deploy-roll")
def test_the_winner_of_the_roll_off_chooses_a_zone_and_places_first(
    edition: str, winner: str
) -> None:
    table = four_by_four(edition, "52")
    assert table.asks == f"{winner} zone"
    table.play("zone south")
    assert table.asks == f"{winner} deploy"
    assert {text.split()[2] for text in table.options()} == {"a4", "b4", "c4", "d4"}
    table.play("place A a4" if winner == "red" else "place W a4")
    assert table.asks != f"{winner} deploy"
    assert {text.split()[2] for text in table.options()} == {"a1", "b1", "c1", "d1"}


@both
@pytest.mark.clause("skirm1.setup.deploy-alternate", "skirm2.setup.deploy-alternate")
def test_squads_place_agents_in_turns_and_the_larger_one_places_the_rest(edition: str) -> None:
    low, high = "25", "52"
    table = four_by_four(edition, high if edition == "skirm1" else low).play("zone north")
    order = []
    for placing in ("A a1", "W a4", "B b1", "X b4", "Y c4", "Z d4"):
        order.append(table.asks.split()[0])
        table.play(f"place {placing}", dice="12 666 666" if placing == "Z d4" else "")
    assert order == ["red", "blue", "red", "blue", "blue", "blue"]


@both
@pytest.mark.clause("skirm1.setup.deploy-squares", "skirm2.setup.deploy-squares")
def test_an_agent_is_placed_in_a_free_passable_square_of_its_zone(edition: str) -> None:
    rock = board(3, 3, impassable=[(1, 0)])
    table = Table.before(rock, edition=edition, A=unit(), C=unit(), B=foe(), dice="12")
    table.play("zone north")
    mine, other = ("A", "B") if edition == "skirm2" else ("B", "A")
    squares = {text.split()[2] for text in table.options(f"place {mine}")}
    assert squares == {"a1", "c1"}
    table.play(f"place {mine} a1", f"place {other} a3")
    assert table[mine].state == "standing"
    if edition == "skirm2":
        assert table.options() == ["place C c1"]
        assert table.refuses("place C a1") == "skirm2.setup.deploy-squares"
    else:
        assert table.refuses("place C a1") == "skirm1.setup.deploy-squares"


@both
@pytest.mark.clause("skirm1.setup.deploy-squares", "skirm2.setup.deploy-squares")
def test_an_agent_without_room_goes_to_the_nearest_free_square(edition: str) -> None:
    zones = {"north": ["a1"], "south": ["d4"]}
    units = {"A": unit(), "C": unit(), "B": foe()}
    dice = "65" if edition == "skirm1" else "56"
    table = Table.before(Board.build(4, 4), edition=edition, **units, zones=zones, dice=dice)
    table.play("zone north", "place A a1", "place B d4")
    assert table.options() == ["place C b1", "place C a2", "place C b2"]


# ------------------------------------------------------------------ start of turn


@both
@pytest.mark.clause("skirm1.turn.start-order", "skirm1.turn.orders", "skirm1.turn.events")
@pytest.mark.clause("skirm2.turn.start-order", "skirm2.turn.orders", "skirm2.turn.events")
def test_a_turn_starts_with_initiative_then_orders_then_the_event(edition: str) -> None:
    table = last_activation(edition, environment=STORM)
    table.play("end B", dice="24 666 456 1" if edition == "skirm1" else "42 666 456 1")
    assert table.rolls == [
        "red 1 turn.initiative",
        "blue 1 turn.initiative",
        "blue 3 orders.roll",
        "red 3 orders.roll",
        "blue 1 turn.events",
    ]
    assert table.told("event")[-1]["name"] == "Calm"


@both
@pytest.mark.clause("skirm1.turn.events", "skirm1.mission.events", "skirm1.orders.reroll")
@pytest.mark.clause("skirm2.turn.events", "skirm2.mission.events", "skirm2.orders.reroll")
def test_the_player_with_the_initiative_may_spend_an_order_on_the_event(edition: str) -> None:
    dice = "42 166 666 3" if edition == "skirm1" else "24 166 666 3"
    table = last_activation(edition, environment=STORM).play("end B", dice=dice)
    assert table.asks == "red re-roll"
    table.play("reroll 1", dice="6")
    assert table.told("event")[-1]["name"] == "Gust"
    assert table.orders == (1, 0)


@both
@pytest.mark.clause("skirm1.mission.events", "skirm2.mission.events")
def test_a_mission_without_a_table_has_no_events(edition: str) -> None:
    table = last_activation(edition).play("end B", dice="24 666 666")
    assert len(table.rolls) == 4
    assert table.told("event") == []


@both
@pytest.mark.clause("skirm1.turn.ready", "skirm2.turn.ready")
def test_all_agents_become_ready(edition: str) -> None:
    table = last_activation(edition).play("end B", dice="24 666 666")
    assert [table[name].ready for name in "AB"] == [True, True]


@pytest.mark.parametrize(("edition", "winner"), [("skirm1", "red"), ("skirm2", "blue")])
@pytest.mark.clause("skirm1.turn.initiative", "skirm2.turn.initiative")
def test_ties_for_the_initiative_are_rolled_again(edition: str, winner: str) -> None:
    table = last_activation(edition).play("end B", dice="44 65 666 666")
    assert table.asks == f"{winner} activate"
    assert len(table.rolls) == 6


@pytest.mark.clause("skirm2.turn.start-effects", "skirm2.special.heal", "skirm2.turn.start-order")
def test_heal_comes_before_the_initiative_and_first_for_who_deployed_first() -> None:
    table = Table.parse(
        "A . . . B",
        edition="skirm2",
        A=unit("HL2", hit=15, hits=5, ready=False),
        B=foe("HL1", hit=15, hits=14),
        active="B",
    )
    table.play("end B", dice="12 666 666")
    assert [one["unit"] for one in table.told("regain")] == ["B", "A"]  # B's side came first
    assert (table["A"].hit, table["B"].hit) == (7, 15)
    kinds = [event.kind for event in table.events]
    assert kinds.index("turn-end") < kinds.index("regain") < kinds.index("roll-off")


@pytest.mark.clause("skirm1.turn.start-effects", "skirm1.special.heal")
def test_heal_of_the_first_edition_is_no_start_of_turn_effect() -> None:
    table = Table.parse(
        "A . . . B",
        edition="skirm1",
        A=unit("HL2", hit=15, hits=5, ready=False),
        B=foe(),
        active="B",
    )
    table.play("end B", dice="12 666 666")
    assert table["A"].hit == 7  # once, at the end of the turn, and not again at the start
    kinds = [event.kind for event in table.events]
    assert kinds.index("regain") < kinds.index("turn-end") < kinds.index("roll-off")


# ------------------------------------------------------------------ end of turn


@both
@pytest.mark.clause("skirm1.turn.end-order", "skirm1.orders.lost")
@pytest.mark.clause("skirm2.turn.end-order", "skirm2.orders.lost")
def test_points_are_scored_before_unspent_orders_are_lost(edition: str) -> None:
    table = last_activation(
        edition,
        orders=(0, 3),
        objectives=[{"id": "1", "name": "Relay", "square": "e1"}],
        scoring=HOLD,
    )
    table.play("end B", dice="12 666 666")
    assert table.scores == (0, 1)
    assert table.orders == (0, 0)
    kinds = [event.kind for event in table.events]
    assert kinds.index("score") < kinds.index("turn-end") < kinds.index("turn")


@pytest.mark.clause("skirm1.turn.end-order", "skirm1.turn.remove-downed", "skirm1.damage.out")
def test_a_downed_agent_on_an_objective_scores_for_nobody_and_is_then_removed() -> None:
    table = Table.parse(
        "A B",
        edition="skirm1",
        A=unit(state="downed"),
        B=foe("HL1", hit=5, hits=3),
        active="B",
        objectives=[{"id": "1", "name": "Relay", "square": "a1"}],
        scoring=[*HOLD, {"score": "standing-in", "when": "turn", "zone": "enemy", "points": 2}],
        zones={"north": ["b1"], "south": ["a1"]},
    )
    table.play("end B", dice="12 666 666")
    assert table.scores == (0, 2)  # for standing in red's zone; the Relay is nobody's
    assert table["A"].state == "out"
    kinds = [e.kind for e in table.events if e.kind in ("regain", "score", "out", "turn-end")]
    assert kinds == ["regain", "score", "out", "turn-end"]


@both
@pytest.mark.clause("skirm1.turn.count", "skirm1.mission.winner", "skirm1.orders.lost")
@pytest.mark.clause("skirm2.turn.count", "skirm2.mission.winner", "skirm2.orders.lost")
def test_after_the_fourth_turn_the_squad_with_more_points_wins(edition: str) -> None:
    table = last_activation(edition, turn=4, scores=(1, 2), orders=(2, 3)).play("end B")
    assert table.orders == (0, 0)
    result = table.game.result
    assert result is not None
    assert (table.asks, result.winner) == ("nothing", "blue")
    assert result.scores == {"red": 1, "blue": 2}


@both
@pytest.mark.clause("skirm1.mission.draw", "skirm2.mission.draw")
def test_equal_points_are_a_draw(edition: str) -> None:
    result = last_activation(edition, turn=4, scores=(2, 2)).play("end B").game.result
    assert result is not None
    assert result.winner is None


# ------------------------------------------------------------------ nobody left


@both
@pytest.mark.clause("skirm1.turn.wiped-out", "skirm2.turn.wiped-out")
def test_the_game_goes_on_when_one_squad_is_gone(edition: str) -> None:
    table = Table.on(edition=edition, A=unit(at=(0, 0)), C=unit(at=(5, 0)), B=foe())
    table.play("end A")
    assert table.options() == ["activate C"]
    table.play("activate C")
    table.play("end C", dice="21 666 666")
    assert table.battle.turn == 2
    dice_owner = {"skirm1": "red", "skirm2": "blue"}[edition]
    assert table.told("roll-off")[-1]["player"] == dice_owner
    assert table.asks == "red activate"


def doomed(edition: str) -> Table:
    """The next turn begins with an event that everyone saves only on a 1."""
    doom = {"do": "damage", "points": 1, "dam": 9, "who": {"pick": "all", "state": "any"}}
    return Table.parse(
        "A . B",
        edition=edition,
        A=unit(hit=1, ready=False),
        B=foe(hit=1),
        active="B",
        objectives=[{"id": "1", "name": "Relay", "square": "b1"}],
        scoring=[{"score": "out", "when": "end", "points": 1}],
        environment={
            "id": "doom",
            "name": "Doom",
            "events": [{"faces": [1, 2, 3, 4, 5, 6], "name": "Doom", "effects": [doom]}],
        },
    )


@both
@pytest.mark.clause("skirm1.turn.wiped-out", "skirm2.turn.wiped-out", "skirm2.damage.environment")
def test_the_game_ends_without_further_scoring_when_nobody_is_left(edition: str) -> None:
    table = doomed(edition).play("end B", dice="12 666 666 1 2 2")
    assert table.asks == "nothing"
    assert table.battle.turn == 2
    assert [table[name].state for name in "AB"] == ["out", "out"]
    assert table.scores == (0, 0)


@pytest.mark.clause("skirm1.turn.wiped-out", "skirm1.turn.remove-downed")
def test_downed_agents_are_on_the_map_until_they_are_removed() -> None:
    table = doomed("skirm1").play("end B", dice="12 666 666 1 2 2")
    kinds = [event.kind for event in table.events]
    after = kinds[kinds.index("hazard") :]
    assert after.count("downed") == 2
    assert after.index("downed") < after.index("out") < after.index("turn-end")
