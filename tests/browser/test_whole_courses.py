"""The courses of all rulebooks, walked by pointers alone, by keyboard, and on a phone.

Every day the first lesson of each course is done with one kind of hand; where new cases are looked
for (`make fuzz`), each course is walked to its end with all three.
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
LESSONS = by_time(None, 1)
"""So many lessons of a course; None: all."""


def walks() -> Iterator[Any]:
    """Which course is walked with which hand."""
    for turn, book in enumerate(BOOKS):
        daily = [[*HANDS][turn % len(HANDS)]]
        for hand in by_time([*HANDS], daily):
            yield pytest.param(book, hand, id=f"{book} {hand}")


@pytest.mark.longer
@pytest.mark.parametrize(("book", "hand"), list(walks()))
def test_a_course_is_walked(skirm: Stage, people: People, book: str, hand: str) -> None:
    kind, how = HANDS[hand]
    learner = people(skirm, **how)
    done = Course(learner, book, kind(learner)).walk(LESSONS)
    assert done == [board.name for lesson in lessons(book)[:LESSONS] for board in lesson.boards]
