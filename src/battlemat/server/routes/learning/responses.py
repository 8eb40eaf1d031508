"""The shapes of responses about lessons."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


class ListedLesson(BaseModel):
    id: str
    name: str
    about: str
    minutes: int
    seat: str
    boards: list[str]


class Course(BaseModel):
    rulebook: str
    title: str
    lessons: list[ListedLesson]


class Courses(BaseModel):
    courses: list[Course]


class LessonSaid(BaseModel):
    """A thing that is said on a board, where it points, and what may be answered."""

    title: str
    say: str
    point: str
    clause: str
    do: list[str]


class LessonOdds(BaseModel):
    words: str
    chance: float


class LessonReply(BaseModel):
    """What is said to a wrong answer, and what it leads to."""

    answer: str
    say: str
    leads: list[str]
    odds: list[LessonOdds]
    clause: str


class LessonStanding(BaseModel):
    """How a board of a lesson stands; `back` is the step of the game to go back to."""

    verdict: Literal["on", "done", "wrong"]
    name: str
    goal: str
    stage: int
    steps: list[LessonSaid]
    at: int
    of: int
    hint: str
    after: str
    back: int
    reply: LessonReply | None
