"""Every shipped lesson, played with all legal answers; lessons of a course follow each other."""

from __future__ import annotations

import pytest

from battlemat.lessons.checking import check_lesson
from battlemat.packs import registry
from battlemat.packs.teaching.lessons import Lesson, lessons
from sampling import by_time

SHIPPED = [one for name in registry.names() for one in lessons(name)]


def named(lesson: Lesson) -> str:
    return f"{lesson.rulebook}/{lesson.id}"


@pytest.mark.longer
@pytest.mark.parametrize("lesson", SHIPPED, ids=named)
def test_every_legal_answer_of_a_lesson_leads_on_or_has_its_reply_whatever_falls(
    lesson: Lesson,
) -> None:
    assert check_lesson(lesson, others=by_time(100, 12)) == []


@pytest.mark.parametrize("name", sorted({one.rulebook for one in SHIPPED}))
def test_a_course_is_eight_to_ten_lessons_without_a_gap(name: str) -> None:
    course = lessons(name)
    assert 8 <= len(course) <= 10
    assert [one.place for one in course] == list(range(1, len(course) + 1))
    for one in course:
        assert one.id == one.source.file.rpartition("/")[2].removesuffix(".yaml")
        assert 2 <= one.minutes <= 4
        assert 3 <= len(one.boards) <= 7


def test_lessons_point_out_an_answer_at_first_and_leave_it_to_the_learner_later() -> None:
    first, *_, last = lessons("skirm3")
    assert first.boards[0].steps[-1].do
    assert not last.boards[-1].steps[-1].do
