"""What screens ask of lessons, answered in plain values that go over any wire.

A host brings the rulebook, the id of a lesson, the number of a board, and what was answered since
the board began; all judgement is made here, so that no screen knows more than another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.events import side_name
from battlemat.kernel.memo import Memo
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import say
from battlemat.lessons.boards import Opening, opening
from battlemat.lessons.judging import WRONG, Judge, follow
from battlemat.lessons.replies import Said, said_to
from battlemat.packs import registry
from battlemat.packs.teaching.lessons import (
    KIND,
    Lesson,
    LessonBoard,
    LessonStep,
    Listed,
    listed,
    read_lesson,
)

Plain = dict[str, Any]


class NoSuchLesson(BattlematError):
    """A lesson or a board that there is not."""


def course(rulebook: str) -> tuple[Listed, ...]:
    """The lessons of a rulebook, in their order; none where nobody wrote any."""
    return listed(rulebook) if rulebook in registry.names() else ()


@Memo("the rulebook's name and the lesson's id; what is shipped never changes", bound=128)
def find(rulebook: str, lesson: str) -> Lesson:
    """A lesson by its id."""
    known = [one.id for one in course(rulebook)]
    if lesson not in known:
        near = did_you_mean(lesson[:40], known) if known else ""
        raise NoSuchLesson(f"{rulebook} has no lesson '{lesson[:40]}'{near}")
    return read_lesson(registry.book(rulebook).shipped.load(KIND, lesson))


def find_board(lesson: Lesson, number: int) -> LessonBoard:
    """A board by its number, from 0 on."""
    if not 0 <= number < len(lesson.boards):
        raise NoSuchLesson(f"'{lesson.id}' has boards 0 to {len(lesson.boards) - 1}")
    return lesson.boards[number]


def courses(books: Sequence[Rulebook[Any]]) -> Plain:
    """All courses, for a page that lists them."""
    return {
        "courses": [
            {"rulebook": book.name, "title": book.title, "lessons": [*map(_plain, found)]}
            for book in books
            if (found := course(book.name))
        ]
    }


def _plain(lesson: Listed) -> Plain:
    return {**lesson._asdict(), "boards": list(lesson.boards)}


def begin(rulebook: Rulebook[Any], lesson: str, board: int) -> tuple[Lesson, Opening]:
    """How the game of a board begins."""
    found = find(rulebook.name, lesson)
    return found, opening(rulebook, find_board(found, board))


def standing(rulebook: Rulebook[Any], lesson: str, board: int, texts: Sequence[str]) -> Plain:
    """How a board stands after answers (dice included): what is said now, and what was wrong."""
    found = find(rulebook.name, lesson)
    return told(follow(rulebook, found, find_board(found, board), list(texts)))


def told(judge: Judge) -> Plain:
    """How a board stands, as a screen tells it."""
    lesson, board, number = judge.lesson, judge.board, judge.step
    first = board.waits[judge.stage - 1] + 1 if judge.stage else 0
    steps = [_step(one) for one in board.steps[first : number + 1]]
    wrong = judge.given if judge.verdict == WRONG else None
    return {
        "verdict": judge.verdict,
        "name": board.name,
        "goal": goal(lesson, board),
        "stage": judge.stage,
        "steps": steps,
        "at": number,
        "of": len(board.steps),
        "hint": board.steps[number].hint or board.hint,
        "after": board.after,
        "back": judge.began,
        "reply": _reply(said_to(board, wrong)) if wrong else None,
    }


def goal(lesson: Lesson, board: LessonBoard) -> str:
    """What is said first: the side, the goal, and how many answers it may take."""
    return say(
        "You play {side}. {goal} ({most, plural, one {# answer} other {up to # answers}})",
        side=side_name(lesson.seat),
        goal=board.goal,
        most=board.most,
    )


def _step(step: LessonStep) -> Plain:
    return {
        "title": step.title,
        "say": step.say,
        "point": step.point,
        "clause": step.clause,
        "do": list(step.do),
    }


def _reply(said: Said) -> Plain:
    return {
        "answer": said.answer,
        "say": said.say,
        "leads": list(said.leads),
        "odds": [{"words": one.words, "chance": one.chance} for one in said.odds],
        "clause": said.clause,
    }
