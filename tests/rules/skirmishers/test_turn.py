"""The game loop: who starts, turns, activations and what ends a game."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from battlemat.kernel.errors import Refused, SetupError
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Roll
from battlemat.rulebooks.skirmishers.chapters import victory
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import check
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from rules.skirmishers.table import Table, foe, ground, setup_of, trooper

WEST = {"degrees": 60, "heading": 6}


@pytest.mark.clause("skirmishers.turn.first-side")
@pytest.mark.parametrize(("die", "player"), [(1, "red"), (3, "red"), (4, "blue"), (6, "blue")])
def test_one_die_says_who_takes_the_first_turn(die: int, player: str) -> None:
    table = Table.before(A=trooper(), B=foe(), scenario={"first": None}, dice=str(die))
    assert table.asks == f"{player} activate"


@pytest.mark.clause("skirmishers.turn.alternate", "skirmishers.turn.step-units")
def test_a_side_activates_all_its_units_before_the_other_begins() -> None:
    table = Table.before(A=trooper((0, 0)), A2=trooper((0, 2)), B=foe((9, 0)))
    assert table.options() == ["activate A", "activate A2"]
    table.play("activate A2")
    assert table.asks == "red action"
    assert table.refuses("prone A") == "skirmishers.turn.step-units"
    table.play("end A2")
    assert table.options() == ["activate A"]
    assert table.refuses("activate A2") == "skirmishers.turn.all-activate"
    table.play("activate A", "end A")
    assert table.options() == ["activate B"]


@pytest.mark.clause("skirmishers.turn.step-arcs", "skirmishers.arc.lasts")
def test_arcs_are_lifted_when_their_side_begins_its_next_turn() -> None:
    table = Table.before(A=trooper((0, 0)), B=foe((9, 0)))
    table.play("activate A", "arc A 60 0", "end A")
    assert table["A"]["arcs"]
    table.play("activate B", "pass", "end B")
    assert table.asks == "red activate"
    assert table["A"]["arcs"] == []


@pytest.mark.clause("skirmishers.turn.step-combat", "skirmishers.move.first")
def test_after_a_combat_action_there_is_no_more_movement() -> None:
    table = Table.on(A=trooper((0, 0), secondary="pistol"), B=foe((9, 0)))
    table.play("arc A 30 0")
    assert table.options("move") == table.options("prone") == table.options("weapon") == []
    assert table.refuses("move A a1-b1") == "skirmishers.move.first"
    assert table.refuses("weapon A pistol") == "skirmishers.move.first"


@pytest.mark.clause("skirmishers.turn.step-explosives", "skirmishers.explosive.timing")
def test_explosives_burst_after_the_last_unit_in_the_order_they_were_used() -> None:
    table = Table.on(
        A=trooper((0, 0), grenades={"hand": 2}, holds="hand-grenade"),
        A2=trooper((0, 2), grenades={"hand": 2}, holds="hand-grenade"),
        B=foe((9, 0)),
    )
    table.play(f"throw A {table.dot(3, 0)} hand-grenade", "end A")
    assert table.told("burst") == []
    table.play("activate A2", f"throw A2 {table.dot(3, 2)} hand-grenade")
    table.play("end A2", dice="3+3 3+3")
    assert [burst["place"] for burst in table.told("burst")] == [table.dot(3, 0), table.dot(3, 2)]
    assert table.asks == "blue activate"


@pytest.mark.clause("skirmishers.turn.all-activate", "skirmishers.fire.trigger-activate")
def test_a_unit_that_stays_put_is_activated_and_shot_at_all_the_same() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST), active="")
    table.play("activate A")
    assert table.asks == "blue reaction"
    table.play("pass", "end A")
    assert table.options() == ["activate B"]


@pytest.mark.clause("skirmishers.turn.unconscious-skip")
def test_the_unconscious_are_not_activated_and_blows_on_them_land_after_the_last() -> None:
    table = Table.on(
        A=trooper((0, 0)),
        A2=trooper((4, 0), full=[1]),
        B=foe((5, 0)),
        active="",
        position={"blows": [{"by": "B", "on": "A2", "weapon": "fists"}]},
    )
    assert table.options() == ["activate A"]
    table.play("activate A")
    table.play("end A", dice="3+3 5+5")
    assert table["A2"]["part"] == ["10", "9", "8", "7"]
    assert table.asks == "blue activate"


@pytest.mark.clause("skirmishers.turn.activation-sequence", "skirmishers.melee.timing")
def test_blows_land_before_the_fire_that_an_activation_draws() -> None:
    table = Table.on(
        A=trooper((4, 0)),
        B=foe((5, 0), arc=WEST),
        active="",
        position={"blows": [{"by": "B", "on": "A", "weapon": "bayonet"}]},
    )
    table.play("activate A", "fire B", dice="2+2 5+5 6+6 3+3")
    kinds = [event.facts["weapon"] for event in table.events if event.kind == "attack"]
    assert kinds == ["Bayonet", "Rifle"]
    killed = Table.on(
        A=trooper((4, 0), full=[4]),
        A2=trooper((0, 4)),
        B=foe((5, 0), arc=WEST),
        active="",
        position={"blows": [{"by": "B", "on": "A", "weapon": "bayonet"}]},
    )
    killed.play("activate A", dice="2+2 2+1")
    assert killed["A"]["state"] == "unconscious"
    assert killed.asks == "red activate"  # and nobody fires at him for having activated


@pytest.mark.clause("skirmishers.turn.ap-clock")
def test_ap_start_anew_with_each_turn_and_count_as_zero_in_the_enemys() -> None:
    table = Table.before(A=trooper((0, 0)), B=foe((15, 0)))
    table.play("activate A").move("A", (1, 0), (2, 0))
    assert (table["A"]["spent"], table["A"]["ap"]) == (2, 6)
    table.play("end A")
    assert table["A"]["spent"] == 0
    table.play("activate B", "end B", "activate A")
    assert table["A"]["ap"] == 8


@pytest.mark.clause("skirmishers.turn.step-pay-first")
def test_a_step_is_paid_and_its_dot_suffered_before_the_enemy_fires() -> None:
    table = Table.on(
        A=trooper((0, 0)),
        B=foe((9, 0), arc=WEST),
        switches=("incendiary",),
        position={"fire": ["b1"]},
    )
    table.move("A", (1, 0), dice="5+5")
    assert table.asks == "blue reaction"
    assert table["A"]["full"] == ["10"]
    assert (table.at("A"), table["A"]["spent"]) == ((1, 0), 1)


# ---------------------------------------------------------------------- setup and victory


@pytest.mark.clause("skirmishers.setup.sides", "skirmishers.setup.scenario")
def test_units_start_standing_unhurt_and_without_arcs_where_the_scenario_says() -> None:
    table = Table.before(A=trooper((2, 1)), B=foe((9, 3)))
    assert (table.at("A"), table.at("B")) == ((2, 1), (9, 3))
    a = table["A"]
    assert (a["prone"], a["hp"], a["arcs"], a["side"]) == (False, "10", [], "red")
    assert table["B"]["side"] == "blue"


@pytest.mark.clause("skirmishers.setup.sides")
def test_a_side_needs_troopers_and_a_vehicle_is_none() -> None:
    bike = {"id": "V", "vehicle": "scout", "front": "f3", "direction": 1}
    for units in ([], [bike]):
        setup = setup_of(ground(), {"A": trooper((0, 0)), "B": foe((9, 0))}, switches=["vehicles"])
        setup["squads"]["blue"]["units"] = units
        with pytest.raises(SetupError, match="blue has no troopers"):
            SKIRMISHERS.start(setup)
    del setup["squads"]["blue"]
    with pytest.raises(SetupError, match="squad of blue is missing"):
        SKIRMISHERS.start(setup)


@pytest.mark.clause("skirmishers.setup.active-weapon")
def test_the_weapon_in_hand_is_the_primary_unless_the_owner_picks_another() -> None:
    table = Table.before(
        A=trooper((0, 0), secondary="pistol"),
        A2=trooper((0, 1), primary=None, secondary="pistol"),
        A3=trooper((0, 2), primary=None),
        A4=trooper((0, 3), secondary="pistol", active="secondary"),
        B=foe(),
    )
    held = [table[name]["active"] for name in ("A", "A2", "A3", "A4")]
    assert held == ["rifle", "pistol", "fists", "pistol"]


@pytest.mark.clause("skirmishers.victory.last-side")
def test_a_side_without_able_troopers_loses_at_once() -> None:
    table = Table.on(A=trooper((0, 0), full=[3]), B=foe((9, 0), arc=WEST))
    table.move("A", (1, 0), (2, 0), then=["fire B"], dice="6+6 1+1")
    assert table.asks == "nothing"
    assert table.game.result is not None
    assert table.game.result.winner == "blue"


@pytest.mark.clause("skirmishers.victory.draw")
def test_one_burst_that_leaves_nobody_able_makes_a_draw() -> None:
    table = Table.on(
        A=trooper((4, 0), full=[3]),
        B=foe((6, 0), full=[3]),
        position={"explosives": [{"by": "A", "weapon": "hand-grenade", "at": "f1", "tn": 2}]},
    )
    table.play("end A", dice="1+1 1+1 1+1")
    assert table.game.result is not None
    assert table.game.result.winner is None


@pytest.mark.clause("skirmishers.victory.scenario")
def test_the_scenario_says_when_the_game_is_complete_and_who_has_won() -> None:
    table = Table.before(
        A=trooper((0, 0)),
        B=foe((9, 0)),
        areas={"hut": ["a1", "b1"]},
        scenario={
            "rounds": 1,
            "points": [{"side": "both", "points": 3, "for": {"score": "holds", "area": "hut"}}],
        },
    )
    table.play("activate A", "end A", "activate B", "end B")
    assert table.game.result is not None
    assert (table.game.result.winner, table.game.result.scores) == ("red", {"red": 3, "blue": 0})


@pytest.mark.clause("skirmishers.victory.scenario")
def test_a_scenarios_own_aim_ends_the_game_after_a_turn() -> None:
    table = Table.before(
        A=trooper((0, 0)),
        B=foe((9, 0)),
        areas={"hut": ["b1"]},
        scenario={"wins": [{"side": "red", "if": {"test": "holds", "area": "hut"}}]},
    )
    table.play("activate A").move("A", (1, 0)).play("end A")
    assert table.game.result is not None
    assert table.game.result.winner == "red"


@pytest.mark.clause("skirmishers.map.edge")
def test_a_unit_leaves_the_map_only_where_the_scenario_opens_the_edge() -> None:
    shut = Table.on(A=trooper((0, 0)), A2=trooper((3, 0)), B=foe((9, 0)))
    assert shut.options("leave") == []
    table = Table.on(
        A=trooper((0, 0)), A2=trooper((3, 0)), B=foe((9, 0)), scenario={"exits": {"red": ["a1"]}}
    )
    table.play("leave A")
    assert table["A"]["state"] == "left"
    assert table["A"]["at"] is None
    assert table.asks == "red activate"


@pytest.mark.clause("skirmishers.victory.scenario", "skirmishers.victory.last-side")
def test_the_last_man_out_may_be_the_one_who_wins() -> None:
    def leaves(**scenario: Any) -> Any:
        exits = {"exits": {"red": ["a1"]}}
        table = Table.on(A=trooper((0, 0)), B=foe((9, 0)), scenario=exits | scenario)
        return table.play("leave A").facts["result"]["winner"]

    assert leaves(wins=[{"side": "red", "if": {"test": "left", "least": 1}}]) == "red"
    assert leaves(wins=[{"side": "red", "if": {"test": "left", "least": 2}}]) is None
    assert leaves() is None


# ---------------------------------------------------------------------- checks


@pytest.mark.clause("skirmishers.dice.check")
@pytest.mark.parametrize(
    ("need", "dice", "passes"), [(8, "4+4", True), (8, "4+3", False), (13, "6+6", False)]
)
def test_a_check_succeeds_when_the_total_reaches_the_target_number(
    need: int, dice: str, passes: bool
) -> None:
    table = Table.on(A=trooper(), B=foe())
    rule = partial(check, because="skirmishers.dice.check")
    assert table.run(rule, 0, need, "it", dice=dice) is passes


@pytest.mark.clause("skirmishers.dice.order", "skirmishers.dice.check")
def test_an_attack_rolls_its_check_first_and_the_cell_only_on_a_success() -> None:
    setup = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST)).game.setup
    game = Game(SKIRMISHERS, setup)
    game.answer("move A a1-b1")
    game.answer("fire B")
    assert isinstance(game.question, Roll)
    assert (game.question.count, game.question.because) == (2, "skirmishers.fire.base")
    game.answer("d6 6 6")
    assert isinstance(game.question, Roll)
    assert game.question.because == "skirmishers.damage.location"
    other = Game(SKIRMISHERS, setup)
    for answer in ("move A a1-b1", "fire B", "d6 1 1"):
        other.answer(answer)
    assert not isinstance(other.question, Roll)


@pytest.mark.clause("skirmishers.map.scale")
def test_the_scale_is_a_figure_of_the_scene_alone() -> None:
    table = Table.on(ground(6, 4), A=trooper((0, 0)), B=foe((4, 0)))
    scene = SKIRMISHERS.scene(table.battle)
    (ax, _), (bx, _) = (piece.at for piece in scene.pieces)
    assert bx - ax == 4  # one board unit to a step, whatever an inch or a metre is


@pytest.mark.clause("skirmishers.option.switches")
def test_what_a_switch_turns_off_is_refused_with_the_switch() -> None:
    table = Table.on(A=trooper((0, 0), primary="smg"), B=foe((4, 0)))
    table.move("A", (1, 0))
    assert table.refuses("shoot A B") == "skirmishers.option.switches"
    with pytest.raises(Refused, match="the optional rule 'movement fire' is off"):
        table.play("shoot A B")


def test_battles_are_the_same_while_nothing_about_them_differs() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0)))
    before = table.battle.copy()
    assert table.battle == before
    assert table.battle != table.board
    table.move("A", (1, 0))
    assert table.battle != before


def test_the_dead_and_the_unconscious_are_lost_and_others_are_not() -> None:
    out = trooper((0, 2), full=[2, 1])
    table = Table.on(A=trooper((0, 0)), C=out, D=trooper((0, 4)), B=foe((9, 0)))
    assert table["C"]["state"] == "unconscious"
    assert [victory.lost(table.battle, side) for side in (0, 1)] == [1, 0]


def test_the_end_is_told_with_winner_and_reason() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0)))
    victory.end(table.battle, 1, "red has left")
    (facts,) = table.told("over")
    assert (facts["player"], facts["reason"], facts["why"]) == ("blue", "red has left", "text")
