"""Chapters "Playing a Game", "Set Up Stage", "Rounds", "Reserve" and the order of actions."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.errors import Refused
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Roll
from battlemat.rulebooks.openfire.chapters.arriving.arrivals import Deploy
from battlemat.rulebooks.openfire.chapters.objectives import lies_at
from battlemat.rulebooks.openfire.chapters.rounds import end_round, result
from battlemat.rulebooks.openfire.chapters.terrain import make_board
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.battle import GONE, RESERVE, TABLE, Battle
from rules.openfire.table import Table, mission, model, objective, setup, tank, unit


def fresh(**more: Any) -> Game[Battle]:
    """A game from its very start; the dice are asked for."""
    red = more.pop("red", [unit("R1"), unit("R2")])
    blue = more.pop("blue", [unit("B1")])
    return Game(OPENFIRE, setup(red, blue, **more))


def kind(game: Game[Battle]) -> str:
    question = game.question
    return f"{question.player} {question.kind}" if isinstance(question, Choice) else "dice"


def answer(game: Game[Battle], *answers: Any) -> Game[Battle]:
    for one in answers:
        game.answer(one)
    return game


# ---------------------------------------------------------------------- set up


@pytest.mark.clause("openfire.setup.stages", "openfire.reserve.start", "openfire.unit.two-players")
def test_a_game_goes_from_set_up_with_everybody_in_reserve_to_the_first_round() -> None:
    game = fresh()
    assert all(one.place == RESERVE for one in game.battle.units)
    assert kind(game) == "red board"
    answer(game, "accept")
    assert kind(game) == "blue board"
    answer(game, "accept")
    assert isinstance(game.question, Roll)
    assert (game.battle.round, game.rulebook.players) == (1, ("red", "blue"))


@pytest.mark.clause("openfire.setup.mission-choice")
def test_players_agree_on_a_mission_or_it_is_drawn() -> None:
    more = {"missions": [mission(id="one", name="One"), mission(id="two", name="Two")]}
    agreed = answer(fresh(**more), "mission two", "mission two")
    assert agreed.battle.mission.id == "two"
    drawn = answer(fresh(**more), "mission one", "mission two")
    assert isinstance(drawn.question, Roll)
    assert drawn.question.sides == 2
    answer(drawn, (2,))
    assert drawn.battle.mission.id == "two"


@pytest.mark.clause("openfire.setup.terrain")
def test_the_player_who_did_not_lay_the_board_out_may_shift_it_before_both_confirm() -> None:
    wall = {"name": "wall", "keyword": "impassable", "box": [1000, 1000, 1200, 1200]}
    game = fresh(parts=[wall], terrain_by="red")
    assert kind(game) == "blue terrain"
    answer(game, "shift wall 2.00,-1.00")
    assert game.battle.plane.parts[0].outline.box == (1200, 900, 1400, 1100)
    with pytest.raises(Exception, match="off the table"):
        answer(game, "shift wall 90.00,0.00")
    answer(game, "accept", "accept", "accept")
    assert game.battle.phase == "round"


@pytest.mark.clause("openfire.setup.markers")
def test_a_marker_inside_terrain_is_shifted_to_the_nearest_usable_place() -> None:
    rock = {"name": "rock", "keyword": "impassable", "box": [2350, 2300, 2450, 2500]}
    game = fresh(parts=[rock], mission=mission(objectives=[objective()]))
    assert game.battle.objectives_at == ((2350, 2400),)  # on the outline is not inside
    assert lies_at(game.battle, 0).x == 2350
    free = fresh(mission=mission(objectives=[objective()]))
    assert free.battle.objectives_at == ((2400, 2400),)


@pytest.mark.clause("openfire.setup.markers")
def test_nobody_puts_an_entry_point_into_terrain() -> None:
    rock = {"name": "rock", "keyword": "impassable", "box": [0, 900, 300, 1100]}
    zone = [[0, 0], [600, 0], [600, 4800], [0, 4800]]
    points = {side: {"count": 1, "zone": zone} for side in ("red", "blue")}
    game = fresh(parts=[rock], mission=mission(entry_points=points))
    answer(game, "accept", "accept", (3,), (9,))
    with pytest.raises(Refused) as refused:
        answer(game, "entry 1.00,10.00")
    assert refused.value.refusal.because == "openfire.setup.markers"
    answer(game, "entry 4.00,10.00")
    assert kind(game) == "red entry"


@pytest.mark.clause("openfire.setup.entry-roll-off")
def test_freely_placed_entry_points_alternate_from_the_winner_of_a_roll_off() -> None:
    west = [[0, 0], [600, 0], [600, 4800], [0, 4800]]
    east = [[4200, 0], [4800, 0], [4800, 4800], [4200, 4800]]
    points = {"red": {"count": 1, "zone": west}, "blue": {"count": 2, "zone": east}}
    game = answer(fresh(mission=mission(entry_points=points)), "accept", "accept", (3,), (9,))
    assert kind(game) == "blue entry"
    with pytest.raises(Exception, match="not in the zone"):
        answer(game, "entry 24.00,24.00")
    answer(game, "entry 48.00,10.00")
    assert kind(game) == "red entry"
    answer(game, "entry 0.00,10.00")
    assert kind(game) == "blue entry"  # red has none left and is skipped
    answer(game, "entry 48.00,30.00")
    assert game.battle.entries == [(("a", 0, 1000),), (("a", 4800, 1000), ("b", 4800, 3000))]


@pytest.mark.clause("openfire.geometry.axes")
def test_places_are_counted_from_the_south_west_corner() -> None:
    game = answer(fresh(), "accept", "accept", (9,), (3,), "activate R1")
    answer(game, "deploy R1 w 5.00,21.00 face 90")
    lead = game.battle.units[0].lead
    assert (lead.x, lead.y, lead.facing) == (500, 2100, 90)


@pytest.mark.clause("openfire.reserve.turn-word", "openfire.special.support")
def test_first_turn_means_first_round_for_support() -> None:
    jet = unit("R2", tank(mov=[8, 16], special=["Aircraft"]))
    game = answer(fresh(red=[unit("R1"), jet]), "accept", "accept", (9,), (3,), "activate R2")
    assert kind(game) == "red deploy"  # in round 1 without a test


# ---------------------------------------------------------------------- reserve


def entering(*, x: str = "6.50", models: int = 1, **more: Any) -> Table:
    """R1 waits in reserve and red is to move; its entry point is at (0, 2400)."""
    changes = more.pop("changes", {})
    return Table(
        [unit("R1", *[model(**changes) for _ in range(models)]), *more.pop("red", [])],
        [unit("B1"), *more.pop("blue", [])],
        {"B1": (4500, 4500), **more.pop("others", {})},
        **more,
    )


@pytest.mark.clause("openfire.reserve.deploy", "openfire.reserve.whole-unit")
@pytest.mark.parametrize(("x", "legal"), [("6.50", True), ("6.51", False)])
def test_a_unit_is_put_down_within_six_inches_of_its_entry_point(x: str, legal: bool) -> None:
    table = entering().play("activate R1")
    assert table.allows(f"deploy R1 w {x},24.00") is legal
    if not legal:
        assert table.refused(f"deploy R1 w {x},24.00") == "openfire.reserve.whole-unit"


@pytest.mark.clause("openfire.reserve.whole-unit")
def test_every_model_must_be_within_reach_of_the_same_entry_point() -> None:
    table = entering(models=2).play("activate R1", "deploy R1 w 6.50,24.00")
    assert table.refused("followers 2 7.60,24.00") == "openfire.reserve.whole-unit"
    table.play("followers 2 5.40,24.00")
    assert table["R1"].place == TABLE


@pytest.mark.clause("openfire.reserve.entry-points")
def test_a_player_uses_only_their_own_entry_points() -> None:
    table = entering().play("activate R1")
    assert table.refused("deploy R1 e 47.00,24.00") == "openfire.reserve.entry-points"


@pytest.mark.clause("openfire.reserve.facing")
def test_placed_models_may_face_any_way_vehicles_included() -> None:
    table = Table(
        [unit("R1", tank(), tank())],
        [unit("B1")],
        {"B1": (4500, 4500)},
    )
    table.play("activate R1", "deploy R1 w 2.00,24.00 face 117", "followers 2 3.50,28.00 face 12")
    assert [stand.facing for stand in table["R1"].bases] == [117, 12]


@pytest.mark.clause("openfire.reserve.not-a-move", "openfire.move.counts-as-moved")
def test_being_deployed_is_no_move_and_the_unit_may_move_on() -> None:
    table = entering().play("activate R1", "deploy R1 w 6.00,24.00")
    assert table.asked() == "red move"
    assert not table.battle.moved
    table.play("move R1 11.00,24.00")
    assert table["R1"].lead.x == 1100


@pytest.mark.clause("openfire.reserve.first-round", "openfire.round.no-pass")
def test_in_round_one_every_unit_must_come_in() -> None:
    table = entering(red=[unit("R2")])
    assert table.offers() == ["activate R1", "activate R2"]
    assert table.refused("pass") == "openfire.round.no-pass"


@pytest.mark.clause(
    "openfire.round.reserve-pass", "openfire.special.support", "openfire.special.support-optional"
)
def test_support_units_alone_may_be_held_back_for_the_round() -> None:
    table = entering(
        changes={"special": ["Support"]}, red=[unit("R2")], others={"R2": (1000, 1000)}
    )
    assert "pass" not in table.offers()
    table.play("activate R2", "skip move", "activate B1", "skip move")
    assert table.offers() == ["activate R1", "pass"]
    table.play("pass")
    assert isinstance(table.game.question, Roll)  # nobody is left: the next round begins
    assert table.battle.round == 2


@pytest.mark.clause("openfire.special.support-test")
def test_late_support_tests_command_and_a_failure_spends_its_activation() -> None:
    table = entering(changes={"special": ["Support"], "cmd": 8}, round=2)
    table.play("activate R1", dice="7")
    assert (table["R1"].place, table["R1"].activated) == (RESERVE, True)
    assert table.asked() == "blue activate"
    table = entering(changes={"special": ["Support"], "cmd": 8}, round=2)
    table.play("activate R1", dice="8")
    assert table.asked() == "red deploy"


@pytest.mark.clause("openfire.special.ambush", "openfire.measure.more-than")
@pytest.mark.parametrize(("x", "legal"), [("33.00", False), ("32.99", True)])
def test_ambush_is_anywhere_more_than_twelve_inches_from_every_enemy(x: str, legal: bool) -> None:
    table = entering(changes={"special": ["Ambush"]}, others={"B1": (4600, 2400)})
    table.play("activate R1")
    assert table.allows(f"ambush R1 {x},24.00") is legal
    if not legal:
        assert table.refused(f"ambush R1 {x},24.00") == "openfire.special.ambush"


@pytest.mark.clause("openfire.special.ambush-move")
def test_an_ambushing_unit_moves_as_usual_afterwards() -> None:
    table = entering(changes={"special": ["Ambush"]})
    table.play("activate R1", "ambush R1 20.00,20.00", "move R1 25.00,20.00")
    assert table["R1"].lead.x == 2500


@pytest.mark.clause("openfire.special.ambush-support")
def test_late_support_may_come_in_by_ambush() -> None:
    table = entering(changes={"special": ["Ambush", "Support"]}, round=3)
    table.play("activate R1", "ambush R1 20.00,20.00", dice="7")
    assert table["R1"].place == TABLE


@pytest.mark.clause("openfire.unit.rule-scope")
def test_deployment_rules_need_every_model_of_the_unit() -> None:
    mixed = unit("R1", model(special=["Ambush", "Support"]), model())
    table = Table([mixed], [unit("B1")], {"B1": (4500, 4500)})
    assert table.offers() == ["activate R1"]  # not Support: it must come in
    table.play("activate R1")
    assert not table.allows("ambush R1 20.00,20.00")


@pytest.mark.clause("openfire.reserve.near-enemy")
def test_a_unit_may_come_in_beside_the_enemy() -> None:
    table = entering(others={"B1": (300, 2400)}).play("activate R1")
    assert table.allows("deploy R1 w 4.50,24.00")


@pytest.mark.clause("openfire.reserve.no-room", "openfire.reserve.search")
def test_a_unit_that_must_come_in_and_cannot_is_destroyed() -> None:
    rocks = [
        {"name": f"rock {n}", "keyword": "impassable", "box": [20, y, 760, y + 90]}
        for n, y in enumerate(range(1700, 3100, 120))
    ]
    table = entering(parts=rocks, red=[unit("R2")], others={"R2": (2000, 300)})
    assert table.battle.entries[0] == (("w", 0, 2400),)
    table.play("activate R1")
    assert table.offers() == ["noroom R1"]
    table.play("noroom R1")
    assert table["R1"].place == GONE
    support = entering(parts=rocks, changes={"special": ["Support"]})
    support.play("activate R1", "noroom R1")
    assert (support["R1"].place, support["R1"].activated) == (RESERVE, True)
    roomy = entering().play("activate R1")
    assert roomy.refused("noroom R1") == "openfire.reserve.no-room"


@pytest.mark.clause("openfire.reserve.search")
def test_the_first_arrangement_is_found_from_the_entry_point_outward() -> None:
    table = entering().play("activate R1")
    options = table.game.question.menu  # type: ignore[union-attr]
    # (0, 2400) itself would hang over the edge; x = 50 is the nearest column that does not.
    assert options.asked.search() == Deploy(0, "w", 50, 2400, 0)  # type: ignore[union-attr]


@pytest.mark.clause("openfire.reserve.forfeit", "openfire.round.forfeit-wins")
def test_a_player_with_nothing_on_the_table_forfeits_whatever_the_points() -> None:
    table = Table([unit("R1")], [unit("B1")], {"B1": (4500, 4500)}, round=2)
    table.battle.scores = [9, 0]
    end_round(table.battle)
    assert table.battle.phase == "over"
    assert result(table.battle).winner == "blue"


@pytest.mark.clause("openfire.reserve.forfeit-both")
def test_two_empty_handed_players_are_decided_on_points() -> None:
    table = Table([unit("R1")], [unit("B1")], {}, round=2)
    table.battle.scores = [2, 1]
    end_round(table.battle)
    assert result(table.battle).winner == "red"


# ---------------------------------------------------------------------- rounds


@pytest.mark.clause("openfire.round.count", "openfire.round.game-end", "openfire.round.tie")
def test_a_game_lasts_six_rounds_and_more_points_win() -> None:
    table = Table(at={"R1": (1000, 1000), "B1": (4000, 4000)}, round=6)
    end_round(table.battle)
    assert table.battle.phase == "over"
    assert result(table.battle).winner is None
    short = Table(at={"R1": (1000, 1000), "B1": (4000, 4000)}, round=4, mission=mission(rounds=4))
    short.battle.scores = [0, 2]
    end_round(short.battle)
    assert result(short.battle).winner == "blue"
    broken = Table(
        [unit("R1"), unit("R2")],
        [unit("B1")],
        {"R1": (1000, 1000), "R2": (1000, 2000), "B1": (4000, 4000)},
        round=6,
        rules={"tie_break": "units"},
    )
    end_round(broken.battle)
    assert result(broken.battle).winner == "red"


@pytest.mark.clause(
    "openfire.round.alternate", "openfire.activation.marker", "openfire.round.unequal"
)
def test_players_alternate_and_whoever_has_more_units_goes_on() -> None:
    table = Table(
        [unit("R1"), unit("R2"), unit("R3")],
        [unit("B1")],
        {"R1": (500, 500), "R2": (500, 1500), "R3": (500, 2500), "B1": (4500, 4500)},
    )
    table.play("activate R1", "skip move")
    assert table["R1"].activated
    table.play("activate B1", "skip move")
    assert table.refused("activate R1") == "openfire.round.alternate"
    table.play("activate R2", "skip move")
    assert table.asked() == "red activate"  # blue has nobody left
    assert table.offers() == ["activate R3"]


@pytest.mark.clause("openfire.round.steps", "openfire.activation.marker")
def test_markers_are_collected_then_initiative_is_rolled() -> None:
    table = Table(
        at={"R1": (500, 500), "B1": (4500, 4500)},
        units={"R1": {"activated": True}, "B1": {"activated": True}},
    )
    assert table.battle.round == 2
    assert not any(one.activated for one in table.battle.units)
    assert table.asked() == "red 1d12"


@pytest.mark.clause("openfire.round.end-order")
def test_the_end_of_a_round_is_stress_then_destroy_then_forfeit() -> None:
    table = Table(
        [unit("R1")],
        [unit("B1")],
        {"B1": (4500, 4500)},
        units={"B1": {"hurt": True}},
        mission=mission(objectives=[objective("destroy")]),
        objectives={"1": {"holder": "red", "since": 1}},
        round=2,
    )
    end_round(table.battle)
    kinds = [event.kind for event in table.events]
    assert kinds == ["stress", "score", "round-end", "forfeit"]
    assert table.battle.scores == [3, 0]


@pytest.mark.clause("openfire.activation.optional", "openfire.round.no-pass")
def test_an_activation_may_be_nothing_at_all() -> None:
    table = Table(at={"R1": (1000, 1000), "B1": (2000, 1000)})
    table.play("activate R1", "skip move", "skip attack")
    assert table["R1"].activated


@pytest.mark.clause("openfire.activation.order")
def test_actions_come_in_their_order_and_what_was_passed_over_is_gone() -> None:
    table = Table(
        at={"R1": (2400, 2600), "B1": (3400, 2600)},
        units={"R1": {"stress": 1}},
        mission=mission(objectives=[objective()]),
    )
    table.play("activate R1")
    assert table.asked() == "red 1d12"  # recover
    table.play(dice="2")
    asked = []
    for text in ("skip move", "skip attack", "skip secure"):
        asked.append(table.asked())
        table.play(text)
    assert asked == ["red move", "red attack", "red secure"]
    assert table.asked() == "blue activate"


@pytest.mark.clause("openfire.ui.disputes", "openfire.round.count")
def test_a_whole_game_runs_to_its_end_without_stopping_for_agreement() -> None:
    game = Game(OPENFIRE, setup([unit("R1")], [unit("B1")]), dice=SeededDice("a"))
    while game.question is not None:
        assert isinstance(game.question, Choice)
        game.answer(game.question.listed[-1])
    assert game.result is not None
    assert game.battle.round == 6


@pytest.mark.clause("openfire.setup.terrain-mix")
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_a_board_made_by_the_program_mixes_tall_and_low_terrain(seed: str) -> None:
    parts = make_board(4800, 4800, Stream(seed).below).parts
    solid = [part.height or 0 for part in parts or () if part.sight == "solid"]
    assert any(height >= 200 for height in solid), "something tall that blocks sight"
    assert any(0 < height <= 100 for height in solid), "something low that gives cover"
    assert make_board(4800, 3600, Stream(seed).below) == make_board(4800, 3600, Stream(seed).below)


@pytest.mark.clause("openfire.setup.terrain-mix")
@pytest.mark.parametrize("size", [(3600, 3600), (4800, 3600), (7200, 4800), (1200, 1200)])
def test_a_board_made_by_the_program_looks_the_same_from_either_end(size: tuple[int, int]) -> None:
    width, height = size
    for seed in range(20):
        parts = make_board(width, height, Stream(f"{size} {seed}").below).parts or ()
        boxes = {part.box for part in parts if part.box is not None}
        assert len(boxes) == len(parts) > 0
        for west, south, east, north in boxes:
            assert (width - east, height - north, width - west, height - south) in boxes
            assert 200 <= west < east <= width - 200
            assert 200 <= south < north <= height - 200
