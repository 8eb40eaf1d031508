"""A game: answering, refusing, forking, taking back."""

from __future__ import annotations

import pytest

from battlemat.kernel.dice import ScriptedDice, SeededDice, faces_refusal, read_faces
from battlemat.kernel.errors import DiceError, Refusal, Refused, RuleBug
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game, replay
from battlemat.kernel.questions import PASS, Choice, Roll
from battlemat.testing import check
from example.standoff import TOY, Step, ToyBattle


def toy(*faces: int) -> Game[ToyBattle]:
    return Game(TOY, {"tokens": 1}, dice=ScriptedDice(faces))


def test_a_game_asks_until_it_is_over_and_then_has_a_result() -> None:
    game = toy()
    for _ in range(10):
        assert game.result is None
        game.answer("wait")
    assert game.over
    assert game.question is None
    assert game.result is not None
    assert game.result.winner is None


def test_an_answer_may_be_an_option_or_its_text_in_any_case_and_spacing() -> None:
    one, two = toy(), toy()
    one.answer(Step("R1", (1, 0)))
    two.answer("  STEP  r1   B1 ")
    assert one.digest == two.digest


def test_an_illegal_answer_is_refused_with_its_clause_and_number_and_changes_nothing() -> None:
    game = toy()
    game.answer("wait")
    before = game.digest
    with pytest.raises(Refused) as refused:
        game.answer("step B1 a1")
    assert refused.value.refusal.because == "toy.move.step"
    assert refused.value.number == 2
    assert game.digest == before
    assert len(game.answers) == 1


def test_an_illegal_option_is_refused_like_its_text() -> None:
    with pytest.raises(Refused, match=r"toy\.move\.step"):
        toy().answer(Step("R1", (4, 0)))


def test_a_mistyped_answer_is_met_with_the_nearest_options() -> None:
    with pytest.raises(Refused, match="did you mean 'fire R1 B1'"):
        toy().answer("fyre R1 B1")


def test_after_the_end_every_answer_is_refused() -> None:
    game = toy()
    for _ in range(10):
        game.answer("wait")
    with pytest.raises(Refused, match="the game is over"):
        game.answer("wait")


def test_an_option_that_cannot_be_written_is_refused_in_its_own_words() -> None:
    with pytest.raises(Refused, match="nobody 3"):
        toy().answer(("nobody", 3))


def test_an_answer_to_another_question_is_refused_by_what_is_asked() -> None:
    game = toy(1, 6, 5)
    game.answer("fire R1 B1")
    with pytest.raises(Refused) as told:
        game.answer("wait")
    assert told.value.refusal == Refusal("'wait' answers a different question", "toy.fire.again")
    rolling = Game(TOY, {"tokens": 0})
    rolling.answer("fire R1 B1")
    with pytest.raises(Refused) as told:
        rolling.answer("wait")
    assert told.value.refusal.because == "toy.fire.hit"
    assert told.value.refusal.reason.startswith("dice are written as in")


@pytest.mark.parametrize("answer", ["step R1 c1", Step("R1", (2, 0))])
def test_an_answer_is_judged_the_same_typed_and_as_a_value(answer: str | Step) -> None:
    with pytest.raises(Refused) as refused:
        toy().answer(answer)
    reason = "a gunner walks to a free neighbouring square"
    assert refused.value.refusal == Refusal(reason, "toy.move.step")
    assert refused.value.answer == "step R1 c1"


def test_what_was_judged_is_taken_without_another_look_and_only_where_it_was_judged() -> None:
    game = toy()
    judged = game.judge("  STEP  r1 b1 ")
    assert judged == (Step("R1", (1, 0)), "step R1 b1", 0)
    game.answer(judged)
    assert game.answers == [Step("R1", (1, 0))]
    with pytest.raises(RuleBug, match="judged for another question"):
        game.answer(judged)


def test_a_game_tells_an_answer_in_words() -> None:
    game = toy()
    assert game.tell(game.read("step R1 b1")) == "R1 walks to b1"


def test_without_dice_the_roll_is_asked_and_typed_faces_answer_it() -> None:
    game = Game(TOY, {"tokens": 0})
    game.answer("fire R1 B1")
    assert isinstance(game.question, Roll)
    for text in ("d6 1", "7 1", "d6 0 1", "x y", ""):
        with pytest.raises(Refused):
            game.answer(text)
    game.answer("d6 1 2")
    assert isinstance(game.question, Roll)
    assert game.question.because == "toy.fire.save"
    game.answer("5,6")
    assert "B1" not in game.battle.at


def test_dice_that_are_missing_are_an_error_that_says_what_was_wanted() -> None:
    with pytest.raises(DiceError, match="2d6 for red"):
        toy(3).answer("fire R1 B1")


def test_dice_left_over_are_an_error() -> None:
    dice = ScriptedDice((1, 2))
    with pytest.raises(DiceError, match="2 dice are left over: 1 2"):
        dice.finish()


def test_a_fork_goes_its_own_way() -> None:
    game = toy()
    game.answer("step R1 b1")
    twin = game.fork()
    twin.answer("step B1 d1")
    assert game.battle.at["B1"] == (4, 0)
    assert twin.battle.at["B1"] == (3, 0)
    assert twin.battle.at["R1"] == (1, 0)


def test_a_fork_in_mid_step_stands_at_the_same_question_with_the_same_dice_behind_it() -> None:
    game = toy(1, 6, 5)
    game.answer("fire R1 B1")
    assert isinstance(game.question, Choice)
    assert game.question.kind == "re-roll"
    twin = game.fork(ScriptedDice((1, 3, 4)))
    twin.answer("again")
    assert "B1" not in twin.battle.at
    assert game.battle.tokens == [1, 1]
    game.answer(PASS)
    assert "B1" not in game.battle.at


@pytest.mark.parametrize("answers", range(1, 40))
def test_a_fork_is_true_however_long_nobody_has_looked_back(answers: int) -> None:
    game, watched = (Game(TOY, {"tokens": 1}, dice=SeededDice("long")) for _ in range(2))
    for number in range(answers):
        if isinstance(game.question, Choice):
            option = game.question.listed[number % len(game.question.listed)]
            game.answer(option)
            watched.answer(option)
            assert watched.fork().digest == watched.digest  # looks back at every question
    fork = game.fork()
    assert (fork.digest, fork.since) == (game.digest, watched.since)
    assert game.checkpoint.key() == watched.checkpoint.key()


def test_a_fork_shares_options_that_are_listed_and_lists_its_own_otherwise() -> None:
    game = toy()
    fresh = game.fork()
    assert isinstance(game.question, Choice)
    assert isinstance(fresh.question, Choice)
    listed = game.question.menu
    game.answer("step R1 b1")
    assert Step("R1", (1, 0)) in fresh.question.listed
    late = game.fork()
    assert isinstance(late.question, Choice)
    assert late.question.menu is not listed


def test_undo_takes_back_the_last_choice() -> None:
    game = toy()
    start = game.digest
    game.answer("step R1 b1")
    assert game.undo() == Step("R1", (1, 0))
    assert game.digest == start
    assert game.answers == []


def test_undo_stops_at_a_die_that_has_fallen_unless_all_agree() -> None:
    game = Game(TOY, {"tokens": 0}, dice=SeededDice("7"))
    game.answer("wait")
    before = game.digest
    game.answer("fire B1 R1")
    after = game.digest
    with pytest.raises(Refused, match="every player must agree"):
        game.undo()
    assert game.digest == after
    game.undo(agreed=True)
    assert game.digest == before
    game.answer("fire B1 R1")
    assert game.digest == after, "the same die falls again after an undo"


def test_there_is_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(Refused, match="no choice to take back"):
        toy().undo()


def test_a_log_hears_every_event_and_tells_itself() -> None:
    heard: list[Event] = []
    game = Game(TOY, {"tokens": 0}, dice=ScriptedDice((1, 2, 5, 5)), log=heard.append)
    game.answer("fire R1 B1")
    assert [event.kind for event in heard] == ["fire", "out"]
    assert heard[0].told() == "R1 fires at B1: 1, 2, 2 hit."
    assert heard[1].because == ("toy.fire.save",)


def test_a_replay_gives_the_same_game_and_its_dice_go_on_from_there() -> None:
    game = Game(TOY, {}, dice=SeededDice("x"))
    for _ in range(3):
        question = game.question
        assert isinstance(question, Choice)
        game.answer(question.listed[0])
    again = replay(TOY, {}, game.answers, dice=game.dice)
    assert again.digest == game.digest
    for each in (game, again):
        question = each.question
        assert isinstance(question, Choice)
        each.answer(question.listed[0])
    assert again.digest == game.digest


@pytest.mark.parametrize("seed", range(25))
def test_the_toy_keeps_the_contract(seed: int) -> None:
    assert check(TOY, {}, f"toy {seed}", every=2).game.result is not None


def test_dice_that_cannot_be_read_are_refused_with_an_example_and_the_clause_of_the_roll() -> None:
    roll = Roll("red", 2, 6, because="toy.fire.hit")
    told = Refusal("dice are written as in '1 2'", "toy.fire.hit")
    assert read_faces(roll, "high low") == told
    assert read_faces(roll, "") == told


def test_dice_of_one_digit_may_be_written_together_if_there_are_as_many_as_fall() -> None:
    roll = Roll("red", 3, 6, because="toy.fire.hit")
    assert read_faces(roll, "136") == (1, 3, 6) == read_faces(roll, "d6 1 3 6")
    assert isinstance(read_faces(roll, "13"), Refusal)


def test_faces_that_cannot_have_fallen_are_refused_in_words_by_the_clause_of_the_roll() -> None:
    roll = Roll("red", 2, 6, because="toy.fire.hit")
    few = Refusal("2 dice are asked for, 1 was given", "toy.fire.hit")
    assert faces_refusal(roll, (3,)) == few
    assert faces_refusal(roll, (3, 7)) == Refusal("a d6 shows 1 to 6, not 7", "toy.fire.hit")
    assert faces_refusal(roll, (0, 3)) == Refusal("a d6 shows 1 to 6, not 0", "toy.fire.hit")
    assert faces_refusal(roll, (1, 6)) is None
