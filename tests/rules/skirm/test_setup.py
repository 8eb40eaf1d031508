"""Third edition, chapter "Game cycle", mission start: squads, the map, zones and deployment."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.squares import Board
from battlemat.kernel.errors import SetupError
from battlemat.kernel.questions import Choice
from battlemat.packs.skirm import setups as skirm
from battlemat.rulebooks.skirm.rulebook import SKIRM3
from boards.squares_boards import board
from rules.skirm.table import Table, foe, setup_of, unit


def four_by_four(**more: Any) -> Table:
    """Two units of red and four of blue, before the first die."""
    two = {"A": unit(), "B": unit()}
    four: dict[str, Any] = {name: foe() for name in "WXYZ"}
    return Table.before(Board.build(4, 4), **(two | four | more))


@pytest.mark.clause("skirm3.setup.players")
def test_a_battle_has_two_players_with_a_squad_each() -> None:
    setup = setup_of("skirm3", Board.build(4, 4), {"A": unit(), "B": foe()}, {})
    assert SKIRM3.players == ("red", "blue")
    assert [u.side for u in SKIRM3.start(setup).units] == [0, 1]
    alone = setup | {"squads": {"red": setup["squads"]["red"]}}
    with pytest.raises(SetupError, match="'blue' is missing"):
        SKIRM3.start(alone)


@pytest.mark.clause("skirm3.setup.open-information")
def test_cards_states_and_orders_of_both_sides_are_open_to_all() -> None:
    table = Table.parse("A . . B", A=unit(), B=foe(state="downed", stun=1), orders=(2, 3))
    facts = SKIRM3.facts(table.battle)
    assert facts["orders"] == {"red": 2, "blue": 3}
    assert facts["units"]["B"] | {"state": "downed", "stun": 1} == facts["units"]["B"]
    assert {piece.id for piece in SKIRM3.scene(table.battle).pieces} == {"A", "B"}


@pytest.mark.clause("skirm3.setup.mission", "skirm3.setup.squad", "skirm3.setup.map")
def test_a_battle_is_one_mission_one_map_and_one_squad_for_each_player() -> None:
    setup = skirm.build_setup("skirm3", mission="secure", red="breach-team", blue="red-rite")
    battle = SKIRM3.start(setup)
    assert battle.mission.id == "secure"
    assert len(battle.mission.objectives) == 4
    assert battle.field.board == Board.parse(setup["map"]["drawing"])
    names = [setup["squads"][player]["name"] for player in ("red", "blue")]
    assert list(battle.field.squad_names) == names


@pytest.mark.clause("skirm3.setup.order", "skirm3.turn.count", "skirm3.turn.phases")
def test_a_game_runs_from_deployment_through_four_turns_to_its_end() -> None:
    table = Table.before(Board.build(4, 4), A=unit(), B=foe(), dice="12")
    table.play("zone north", "place A a1", "place B a4", dice="12 666 666")
    for turn in (1, 2, 3, 4):
        assert table.battle.turn == turn
        table.play("activate A", "end A", "activate B")
        table.play("end B", dice="12 666 666" if turn < 4 else "")
    assert table.asks == "nothing"
    kinds = [e.kind for e in table.events if e.kind in ("zone", "deploy", "turn", "turn-end")]
    assert kinds == ["zone", "deploy", "deploy", *["turn", "turn-end"] * 4]
    assert "skirm3.turn.phases" in table.cited("turn")


@pytest.mark.clause("skirm3.setup.deploy-roll")
def test_the_winner_of_the_roll_off_chooses_a_zone_and_places_first() -> None:
    table = four_by_four(dice="52")
    assert table.asks == "blue zone"
    assert table.options() == ["zone north", "zone south"]
    table.play("zone north")
    assert table.asks == "blue deploy"
    assert {text.split()[2] for text in table.options()} == {"a1", "b1", "c1", "d1"}
    choice = table.game.question
    assert isinstance(choice, Choice)
    made = table.book.handle(table.battle, choice, table.game.read("place W a1"))
    assert (made.text, made.group, made.place, made.piece) == ("place W a1", "Deploy", "a1", "W")
    table.play("place W a1")
    assert table.asks == "red deploy"
    assert {text.split()[2] for text in table.options()} == {"a4", "b4", "c4", "d4"}


@pytest.mark.clause("skirm3.setup.deploy-alternate")
def test_squads_place_units_in_turns_and_the_larger_one_places_the_rest() -> None:
    table = four_by_four(dice="25").play("zone north")
    order = []
    for placing in ("A a1", "W a4", "B b1", "X b4", "Y c4", "Z d4"):
        order.append(table.asks)
        dice = "12 666 666" if placing == "Z d4" else ""
        table.play(f"place {placing}", dice=dice)
    red, blue = "red deploy", "blue deploy"
    assert order == [red, blue, red, blue, blue, blue]
    assert table.asks == "red activate"


@pytest.mark.clause("skirm3.setup.deploy-squares", "skirm3.map.impassable", "skirm3.damage.states")
def test_a_unit_is_placed_standing_in_a_free_passable_square_of_its_zone() -> None:
    rock = board(3, 3, impassable=[(1, 0)])
    table = Table.before(rock, A=unit(), C=unit(), B=foe(), dice="12").play("zone north")
    assert table.options() == ["place A a1", "place A c1", "place C a1", "place C c1"]
    table.play("place A a1", "place B a3")
    assert table["A"].state == "standing"
    assert table.options() == ["place C c1"]
    assert table.refuses("place C a1") == "skirm3.setup.deploy-squares"
    assert table.refuses("place C b1") == "skirm3.setup.deploy-squares"


@pytest.mark.clause("skirm3.setup.deploy-squares")
def test_a_unit_without_room_in_its_zone_goes_to_the_nearest_free_square() -> None:
    table = Table.before(
        Board.build(4, 4),
        A=unit(),
        C=unit(),
        B=foe(),
        zones={"north": ["a1"], "south": ["d4"]},
        dice="12",
    )
    table.play("zone north", "place A a1", "place B d4")
    assert table.options() == ["place C b1", "place C a2", "place C b2"]


@pytest.mark.clause("skirm3.special.infiltrator")
def test_an_infiltrator_deploys_more_than_four_squares_from_placed_enemies() -> None:
    table = Table.before(
        Board.build(12, 12),
        A=unit("INF"),
        B=foe(),
        zones={"north": ["a1"], "south": ["k11"]},
        dice="21",
    )
    table.play("zone south", "place B k11")  # k11 is (10,10)
    squares = {text.split()[2] for text in table.options()}
    assert "f11" in squares  # (5,10)
    assert "g11" not in squares  # (6,10)
    assert "a1" in squares  # its own zone as usual
    assert table.refuses("place A g11") == "skirm3.special.infiltrator"
    assert table.refuses("place A k11") == "skirm3.setup.deploy-squares"  # taken


@pytest.mark.clause("skirm3.special.infiltrator")
def test_an_infiltrator_may_use_its_own_zone_however_near_the_enemy_is() -> None:
    table = Table.before(Board.build(4, 4), A=unit("INF"), B=foe(), dice="21")
    table.play("zone south", "place B a4")
    assert table.options() == ["place A a1", "place A b1", "place A c1", "place A d1"]


@pytest.mark.clause("skirm3.move.occupied", "skirm3.map.impassable", "skirm3.map.edge")
@pytest.mark.parametrize(
    ("square", "why"), [((1, 0), "taken by A"), ((2, 0), "is impassable"), ("e1", "e1")]
)
def test_a_position_that_cannot_be_is_refused(square: Any, why: str) -> None:
    rock = board(4, 1, impassable=[(2, 0)])
    with pytest.raises(SetupError, match=why):
        Table.on(rock, A=unit(at=(1, 0)), B=foe(at=square))


@pytest.mark.clause("skirm3.setup.deploy-roll")
def test_the_order_of_the_zones_in_a_setup_means_nothing() -> None:
    zones = {"west": ["a1"], "east": ["d4"]}
    other = dict(reversed(zones.items()))
    one = Table.before(Board.build(4, 4), A=unit(), B=foe(), zones=zones, dice="12")
    two = Table.before(Board.build(4, 4), A=unit(), B=foe(), zones=other, dice="12")
    assert one.play("zone west").game.digest == two.play("zone west").game.digest
