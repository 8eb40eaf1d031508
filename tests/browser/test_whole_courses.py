"""The courses of all rulebooks, walked by pointers alone, by keyboard, and on a phone.

The first lesson of each course is done with one kind of hand; where new cases are looked for
(`make fuzz`), `WHOLE` are walked to their end, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from battlemat.packs.teaching.lessons import lessons
from browser.conftest import People
from browser.courses import Course, Finger, Hand, Keys, Pointer
from browser.stage import Stage
from browser.table import Person
from browser.test_learn import PHONE
from browser.walks import BOOKS
from sampling import by_time

HANDS: dict[str, tuple[Callable[[Person], Hand], dict[str, Any]]] = {
    "pointer": (Pointer, {}),
    "keyboard": (Keys, {}),
    "phone": (Finger, PHONE),
}
WHOLE: list[tuple[str, str]] = [("skirm3", "pointer")]
"""Whole courses, and the hands that walk them."""


def walks() -> Iterator[Any]:
    """Which course is walked with which hand."""
    for turn, book in enumerate(BOOKS):
        hand = [*HANDS][turn % len(HANDS)]
        yield pytest.param(book, hand, 1, id=f"{book} {hand}")
    for book, hand in by_time(WHOLE, []):
        yield pytest.param(book, hand, None, id=f"{book} {hand}, all of it")


@pytest.mark.longer
@pytest.mark.parametrize(("book", "hand", "most"), list(walks()))
def test_a_course_is_walked(
    skirm: Stage, people: People, book: str, hand: str, most: int | None
) -> None:
    kind, how = HANDS[hand]
    learner = people(skirm, **how)
    done = Course(learner, book, kind(learner)).walk(most)
    assert done == [board.name for lesson in lessons(book)[:most] for board in lesson.boards]
