"""Chapters "Skill Tests", "Re-rolls", "Roll-Offs", "Stress Level" and "Recover"."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Roll
from battlemat.kernel.verbs import Menu
from battlemat.rulebooks.openfire.chapters.dice import (
    MOST_WAYS,
    RE_ROLL,
    REROLL,
    SIDES,
    Lying,
    Reroll,
    roll_off,
    successes,
)
from battlemat.rulebooks.openfire.chapters.moving.paths import allowance
from battlemat.rulebooks.openfire.chapters.rounds import end_round
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.battle import Battle
from battlemat.rulebooks.openfire.state.bounds import MOST_DICE
from rules.openfire.table import Table, model, setup, tank, unit, weapon


@pytest.mark.clause("openfire.dice.skill-test", "openfire.dice.modifiers")
def test_a_total_at_or_above_the_attribute_succeeds() -> None:
    assert successes(6) == frozenset(range(6, 13))
    assert successes(6, -2) == frozenset(range(8, 13))
    assert successes(6, 3) == frozenset(range(3, 13))


@pytest.mark.clause("openfire.dice.one-fails")
def test_a_one_fails_whatever_the_modifiers() -> None:
    assert 1 not in successes(2, 2)
    assert 2 in successes(1, -1)  # a die that modifiers bring to 1 is compared as usual


@pytest.mark.clause("openfire.dice.twelve")
def test_a_twelve_succeeds_whatever_the_modifiers() -> None:
    assert 12 in successes(10, -6)
    assert 11 not in successes(10, -6)


@pytest.mark.clause("openfire.dice.d12")
def test_every_die_of_a_game_is_a_d12() -> None:
    game = Game(OPENFIRE, setup([unit("R1")], [unit("B1")]))
    while not isinstance(game.question, Roll):
        assert game.question is not None
        game.answer(game.question.listed[0])
    assert game.question.sides == SIDES == 12


@pytest.mark.clause("openfire.dice.roll-off")
def test_a_tied_roll_off_is_rolled_again() -> None:
    table = Table(at={"R1": (1000, 1000), "B1": (2000, 1000)})
    winner = table.run(lambda battle: roll_off(battle, "openfire.round.initiative"), dice="7 7 3 9")
    assert winner == 1


@pytest.mark.clause("openfire.dice.stream-order", "openfire.round.initiative")
def test_player_one_rolls_first_in_a_roll_off_and_the_winner_goes_first() -> None:
    table = Table(
        [unit("R1")],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (2000, 3000)},
        units={"R1": {"activated": True}, "B1": {"activated": True}},
    )
    assert table.asked() == "red 1d12"
    table.play(dice="3")
    assert table.asked() == "blue 1d12"
    table.play(dice="9")
    assert table.asked() == "blue activate"
    assert table.offers() == ["activate B1"]  # no choice to go second


@pytest.mark.clause("openfire.dice.stream-order")
def test_attack_dice_come_in_roster_order_and_rerolls_after_them() -> None:
    table = Table(
        [unit("R1", model(special=["Skilled"]), model(special=["Skilled"]))],
        [unit("B1", model(hp=9))],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000)},
        active=("R1", "attack"),
        weapons={"rifle": weapon(att=2)},
    )
    table.play("attack R1 B1", "reroll 1,4", dice="2 6 7 3 12 1")
    assert table.told("hits")[0].facts["faces"] == "12 6 7 1"


def four_shots() -> Table:
    """R1, who may roll dice again, is about to fire four of them at B1."""
    return Table(
        [unit("R1", model(special=["Skilled"]))],
        [unit("B1", model(hp=9))],
        {"R1": (1000, 1000), "B1": (2000, 1000)},
        active=("R1", "attack"),
        weapons={"rifle": weapon(att=4)},
    )


@pytest.mark.clause("openfire.dice.reroll", "openfire.dice.reroll-choice")
def test_any_number_of_failed_dice_is_rolled_again_once_and_the_result_stands() -> None:
    table = four_shots()
    table.play("attack R1 B1", dice="5 4 6 1")
    assert table.asked() == "red re-roll"
    assert table.refused("reroll 3") == "openfire.dice.reroll-choice"  # a success
    assert table.refused("reroll 4") == "openfire.dice.reroll-choice"  # a 1
    assert table.refused("reroll 1,1") == "openfire.dice.reroll"
    table.play("reroll 2", dice="2")
    assert table.told("hits")[0].facts["faces"] == "5 2 6 1"
    assert table.asked() == "blue 1d12"  # nobody may roll that die a second time


# ---------------------------------------------------------------------- stress


@pytest.mark.clause("openfire.stress.effect")
def test_stress_slows_and_spoils_aim_but_not_defence() -> None:
    table = Table(
        [unit("R1", model(mov=6))],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (2000, 1000)},
        units={"R1": {"stress": 2}, "B1": {"stress": 2}},
        active=("R1", "attack"),
        weapons={"rifle": weapon(att=4)},
    )
    assert allowance(table.battle, table["R1"], False) == 400
    table.play("attack R1 B1", dice="8 7 12 1")
    assert table.told("hits")[0].facts["hits"] == 2
    table.play(dice="7 7")
    assert table.told("defence")[0].facts["failed"] == 0


@pytest.mark.clause("openfire.stress.gain", "openfire.stress.max", "openfire.stress.damage-means")
def test_a_unit_that_lost_hit_points_gains_one_token_and_never_a_fourth() -> None:
    table = Table(
        [unit("R1"), unit("R2"), unit("R3")],
        [unit("B1")],
        {"R1": (1000, 1000), "R2": (1000, 2000), "R3": (1000, 3000), "B1": (4000, 1000)},
        units={"R1": {"hurt": True}, "R2": {"stress": 3, "hurt": True}},
    )
    end_round(table.battle)
    assert [table[id].stress for id in ("R1", "R2", "R3", "B1")] == [1, 3, 0, 0]


@pytest.mark.clause("openfire.stress.damage-means")
def test_defended_hits_and_exploding_weapons_are_no_damage() -> None:
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1")],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000)},
        active=("R1", "attack"),
        weapons={"rifle": weapon(special=["Unstable"])},
    )
    table.play("attack R1 B1", dice="12 1 12")
    assert len(table["R1"].alive) == 1
    assert not table["R1"].hurt
    assert not table["B1"].hurt


@pytest.mark.clause("openfire.stress.off-table")
def test_a_unit_that_is_aboard_still_gains_its_token() -> None:
    table = Table(
        [unit("R1"), unit("R2", tank(special=["Vehicle", "Transport (6)"]))],
        [unit("B1")],
        {"R2": (1000, 2000), "B1": (4000, 1000)},
        units={"R1": {"place": "aboard R2", "hurt": True, "stress": 1}},
    )
    end_round(table.battle)
    assert table["R1"].stress == 2


# ---------------------------------------------------------------------- recover


def recovering(stress: int, dice: str, *, answers: tuple[str, ...] = (), **changes: Any) -> int:
    """The stress that R1 has left after recovering with these dice."""
    table = Table(
        [unit("R1", model(**changes))],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (4000, 4000)},
        units={"R1": {"stress": stress}},
    )
    table.play("activate R1", *answers, dice=dice)
    assert table.asked() == "red move"
    return table["R1"].stress


@pytest.mark.clause("openfire.activation.recover")
def test_each_passed_command_test_removes_one_token() -> None:
    assert recovering(3, "7 6 11") == 1


@pytest.mark.clause("openfire.activation.recover-critical")
def test_a_natural_12_removes_all_tokens() -> None:
    assert recovering(3, "2 12 3") == 0


@pytest.mark.clause("openfire.special.fearless")
def test_fearless_rerolls_failed_command_tests_even_ones() -> None:
    assert recovering(2, "1 5 6 12", answers=("reroll all",), cmd=6, special=["Fearless"]) == 0


@pytest.mark.clause("openfire.activation.command-modifiers", "openfire.vehicle.damaged")
def test_a_crippled_vehicle_tests_command_at_minus_two() -> None:
    table = Table(
        [unit("R1", tank(hp=10))],
        [unit("B1")],
        {"R1": (1000, 1000, 0, 4), "B1": (4000, 4000)},
        units={"R1": {"stress": 2}},
    )
    table.play("activate R1", dice="8 9")
    assert table["R1"].stress == 1


@pytest.mark.clause("openfire.special.fear", "openfire.activation.command-modifiers")
def test_fear_of_enemies_within_six_inches_adds_up_and_friends_do_not_count() -> None:
    scary = unit("B1", model(special=["Fear (2)"]))
    friend = unit("R2", model(special=["Fear (1)"]))
    table = Table(
        [unit("R1"), friend],
        [scary],
        {"R1": (1000, 1000), "R2": (1000, 1300), "B1": (1700, 1000)},
        units={"R1": {"stress": 2}},
    )
    table.play("activate R1", dice="9 8")
    assert table["R1"].stress == 1
    both = Table(
        [unit("R1")],
        [scary, unit("B2", model(special=["Fear (1)"]))],
        {"R1": (1000, 1000), "B1": (1700, 1000), "B2": (1000, 1700)},
        units={"R1": {"stress": 2}},
    )
    both.play("activate R1", dice="10 9")
    assert both["R1"].stress == 1
    far = Table(
        [unit("R1")],
        [scary],
        {"R1": (1000, 1000), "B1": (1701, 1000)},
        units={"R1": {"stress": 2}},
    )
    far.play("activate R1", dice="7 7")
    assert far["R1"].stress == 0  # more than six inches away it frightens nobody


# ---------------------------------------------------------------------- many dice


def many_dice(count: int, *owners: int) -> Lying:
    """A roll of so many dice, faces all mixed, of which all but the ones may be taken up."""
    faces = tuple(1 + (5 * die) % SIDES for die in range(count))
    eligible = tuple(die for die, face in enumerate(faces) if face != 1)
    owner = owners or (0,)
    classes = [
        (owner[die % len(owner)], face >= 7, face == SIDES) for die, face in enumerate(faces)
    ]
    return Lying(faces, eligible, classes, tuple(die for die in eligible if faces[die] < 7))


@pytest.mark.clause("openfire.dice.reroll-choice")
@pytest.mark.parametrize("count", [1, 5, 20, 100, 1200])
@pytest.mark.parametrize("owners", [(0,), tuple(range(40))], ids=["one model", "forty models"])
def test_however_many_dice_lie_few_ways_of_rolling_again_are_listed(
    count: int, owners: tuple[int, ...]
) -> None:
    battle = Table(at={"R1": (1000, 1000), "B1": (2000, 1000)}).battle
    asked = many_dice(count, *owners)
    listed = list(REROLL.offered(battle, asked))
    texts = [REROLL.form.write(battle, option) for option in listed]
    assert len(listed) <= MOST_WAYS + 1
    assert len(set(texts)) == len(texts)
    for option, text in zip(listed, texts, strict=True):
        assert REROLL.form.read(battle, text, asked) == option
        assert REROLL.bar(battle, asked, option) is None


@pytest.mark.clause("openfire.dice.reroll-choice")
def test_any_number_of_many_dice_may_be_named() -> None:
    battle, asked = Table(at={"R1": (1000, 1000), "B1": (2000, 1000)}).battle, many_dice(100)
    option = REROLL.form.read(battle, "reroll 2-4,7", asked)
    assert option == Reroll((1, 2, 3, 6))
    assert REROLL.bar(battle, asked, Reroll((1, 2, 3, 6))) is None
    refused = REROLL.bar(battle, asked, Reroll((0, 1, 2, 3)))
    assert refused is not None
    assert "die 1 may not" in refused.reason


def test_a_weapon_has_so_many_dice_and_no_more() -> None:
    for many, told in ((MOST_DICE, None), (MOST_DICE + 1, "att")):
        plain = setup([unit("R1")], [unit("B1")], weapons={"rifle": weapon(att=many)})
        if told is None:
            OPENFIRE.start(plain)
            continue
        with pytest.raises(SetupError, match=told):
            OPENFIRE.start(plain)


@pytest.mark.clause("openfire.dice.reroll-choice")
def test_a_screen_is_told_which_dice_are_taken_up_and_whether_a_success_is_among_them() -> None:
    battle = Table(at={"R1": (1000, 1000), "B1": (2000, 1000)}).battle
    asked = Lying((9, 4, 6), (0, 1, 2), ("won", "lost", "lost"), (1, 2))
    menu: Menu[Battle, Lying] = Menu(RE_ROLL, battle, asked)
    choice = Choice("red", "re-roll", menu, "")
    shown = {}
    for option in REROLL.offered(battle, asked):
        made = choice.menu.handle(choice, option)
        assert tuple(made.dice) == option.dice
        shown[option.dice] = made.spoils
    assert shown[(1, 2)] is False
    assert shown[(0, 1, 2)] is True
    assert all(spoils == (0 in dice) for dice, spoils in shown.items())
