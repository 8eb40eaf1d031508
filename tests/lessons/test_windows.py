"""Windows that the opponent opens: whoever set a trap in one step may spring it in the next."""

from __future__ import annotations

import pytest

from battlemat.lessons.boards import own_seed
from battlemat.lessons.checking import check_lesson
from battlemat.lessons.judging import DONE, WRONG
from battlemat.lessons.sitting import Sitting
from battlemat.packs import registry
from battlemat.packs.teaching.lessons import Lesson, read_lesson
from battlemat.packs.yaml_source import read_text

TRAP = """\
kind: lesson
id: trap
rulebook: skirmishers
place: 20
name: A trap
about: Wait for the enemy.
minutes: 2
seat: red
boards:
  - name: Wait
    goal: Let him act, and fire.
    scenario:
      map: 9x3
      red: {A: {at: b2, arc: 30 0}}
      blue: {B: h2}
      active: {unit: A, spent: 8, combat: true}
    steps:
      - title: Wait
        say: End the activation.
        wait: {answered: end}
      - title: Now
        say: Fire.
        do: [fire A]
    done: {answered: fire A}
    hint: Fire.
    replies:
      - {to: pass, say: He goes on unharmed.}
      - {to: else, say: End the activation.}
    after: Well done.
"""

FIRE_FIRST = """\
wait: {answered: fire}
      - title: Your turn
        say: Choose A.
    done: {answered: activate A}"""


@pytest.fixture
def lesson() -> Lesson:
    return read_lesson(read_text(TRAP, "trap.yaml"))


def after_waiting(lesson: Lesson) -> Sitting:
    rulebook, board = registry.find(lesson.rulebook), lesson.boards[0]
    sitting = Sitting.begin(rulebook, lesson, board, own_seed(rulebook, board) or "lesson")
    sitting.answer("end A")
    return sitting


@pytest.mark.parametrize(("answer", "verdict"), [("fire A", DONE), ("pass", WRONG)])
def test_a_window_that_the_opponent_opens_at_the_start_of_a_step_is_an_answer(
    lesson: Lesson, answer: str, verdict: str
) -> None:
    sitting = after_waiting(lesson)
    sitting.answer(answer)
    assert sitting.judge.verdict == verdict


def test_a_wrong_answer_is_taken_back_to_the_window_that_the_opponent_opened(
    lesson: Lesson,
) -> None:
    sitting = after_waiting(lesson)
    before = sitting.judge.game.digest
    sitting.answer("pass")
    again = sitting.back(registry.find(lesson.rulebook))
    assert again.judge.game.digest == before
    assert again.judge.stage == 1


def test_the_checker_plays_what_the_opponent_opens(lesson: Lesson) -> None:
    assert check_lesson(lesson) == []


def test_the_checker_tells_of_a_step_before_which_the_battle_may_be_over() -> None:
    """The first shot may be the end of an enemy who is hardly alive, and of his side."""
    wounded = "blue: {B: {at: h2, full: [10, 9, 8, 7, 6, 5, 4, 3, 2]}}"
    text = TRAP.replace("blue: {B: h2}", wounded)
    text = text.replace("do: [fire A]\n    done: {answered: fire A}", FIRE_FIRST)
    found, *_ = check_lesson(read_lesson(read_text(text, "trap.yaml")))
    assert "the battle may be over before this" in str(found)
