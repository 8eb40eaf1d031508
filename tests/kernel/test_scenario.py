"""Scenarios over a rulebook of verbs: nonsense is told, windows are not passed by mistake."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.expectations import Expect, Refuse, _same
from battlemat.kernel.scenario import Difference, Play, Scenario, play
from example.standoff import TOY


def told(*plays: Play) -> list[str]:
    with pytest.raises(Difference) as caught:
        holds(*plays)
    return [line.removeprefix("case: ") for line in caught.value.lines]


def holds(*plays: Play) -> Any:
    return play(TOY, Scenario("case", "toy", {}, plays))


def expecting(**what: Any) -> Play:
    return Play(None, (), Expect(**what))


def test_an_answer_that_names_nobody_is_neither_refused_nor_withheld_but_nonsense() -> None:
    assert told(expecting(refuses=[Refuse("fire R1 B9")], withholds=["step R7 b1", "dance"])) == [
        "'step R7 b1' is no answer at all: 'R7' is not a gunner on the board, such as R1",
        "'dance' is no answer at all: 'dance' is no answer here; the choices are fire, step, wait, "
        "again, pass",
        "'fire R1 B9' is no answer at all: 'B9' is not a gunner on the board, such as R1",
    ]


def test_an_answer_to_another_question_is_withheld() -> None:
    holds(expecting(withholds=["again", "pass", "fire R1 R2"], refuses=[Refuse("again")]))


def test_what_is_refused_by_another_clause_is_told_with_both() -> None:
    holds(expecting(refuses=[Refuse("fire R1 R2", "toy.fire.hit")]))
    assert told(expecting(refuses=[Refuse("fire R1 R2", "toy.turn.act"), Refuse("wait")])) == [
        "'fire R1 R2' is refused by toy.fire.hit (nobody fires at their own), toy.turn.act was "
        "expected",
        "'wait' should be refused, but is legal",
    ]


def test_an_unreadable_answer_to_a_window_is_an_error_and_no_pass() -> None:
    shot = Play("fire R1 B1", (1, 6))
    for wrong in ("again 7", "agian"):
        (line,) = told(shot, Play(wrong))
        assert line.startswith(f"answer 2, '{wrong}': ")
        assert line.endswith("did you mean 'again'?")


def test_a_window_that_the_next_answer_does_not_speak_to_is_passed() -> None:
    game = holds(Play("fire R1 B1", (1, 6, 1)), Play("wait", follows=True))
    assert [game.write(answer) for answer in game.answers if not isinstance(answer[0], int)] == [
        "fire R1 B1",
        "pass",
        "wait",
    ]


def test_an_answer_to_a_later_question_is_read_there_and_told_there() -> None:
    (line,) = told(Play("fire R1 B1", (1, 6, 1)), Play("step R7 b1", follows=True))
    assert line.startswith("answer 2, 'step R7 b1': ")
    assert "'R7' is not a gunner on the board" in line


def test_prices_and_numbers_of_answers_can_be_expected() -> None:
    holds(expecting(costs={"wait": 0}, numbers={"fire R1 B1": {"dice": 2, "need": 3}}))
    assert told(
        expecting(
            costs={"wait": 2, "fire R1 R2": 1},
            numbers={"fire R1 B1": {"need": 4, "reach": 1}, "step R1 a1": {"dice": 1}},
        )
    ) == [
        "'wait' costs 0, 2 was expected",
        "'fire R1 R2' should cost 1, but cannot be chosen: nobody fires at their own",
        "'fire R1 B1', need is 3, 4 was expected",
        "there is no ''fire R1 B1', reach'; the choices are: dice, need",
        "'step R1 a1' has no numbers, as it cannot be chosen: a gunner walks to a free "
        "neighbouring square",
    ]


def test_dice_that_are_missing_end_the_play_and_those_left_over_do_not() -> None:
    assert told(Play("wait", (3,)), Play("fire B1 R1", (1,)), Play("wait")) == [
        "1 die is left over: 3",
        "answer 2, 'fire B1 R1': 2d6 for blue (toy.fire.hit) needs 2 dice, but the script has 1 "
        "left: 1",
    ]


def test_what_happened_is_what_happened_since_the_answer() -> None:
    def walk(text: str, *happened: str) -> Play:
        return Play(text, (), Expect(events=happened))

    holds(walk("step R1 b1", "R1 walks"), walk("step B1 d1", "B1 walks"))
    (line,) = told(walk("step R1 b1", "R1 walks"), walk("step B1 d1", "R1 walks"))
    assert "'R1 walks' did not happen; what did: B1 walks to d1." in line


def test_what_is_expected_beside_an_answer_sees_what_it_brought() -> None:
    shot = Play("fire R1 B1", (1, 6, 1), Expect(events=("fire",)))
    more = Play("pass", follows=True, expect=Expect(events=("fire", "saved")))
    later = Play(None, expect=Expect(events=("fire", "saved")))
    holds(shot, more, later)


def test_a_list_holds_what_is_there_in_whatever_order() -> None:
    assert _same(["b", "a"], ("a", "b"))
    assert not _same(["a"], ("a", "b"))
    assert not _same(["a"], "a")


def test_a_difference_reads_as_its_lines() -> None:
    assert str(Difference(["toy.yaml:3: a", "toy.yaml:5: b"])) == "toy.yaml:3: a\ntoy.yaml:5: b"
