"""Lessons: guides whose battle is a row of small boards, each with a goal of its own.

A lesson is a file beside the guides and of their kind: what is said stands in the same steps. Where
a guide speaks in a whole battle and lets everything pass, a board of a lesson begins in a position
(`scenario`), waits for something (`wait`, `done`), and has a reply to every other answer. Screens
show it and know no rule; `battlemat.lessons` judges, and its checker plays every legal answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.scenario import Scenario
from battlemat.packs import registry
from battlemat.packs.expectations import lines_below
from battlemat.packs.pack import Positions
from battlemat.packs.places import Known, Place, finish, go_on, place_of
from battlemat.packs.problems import ContentError, Path, nearest
from battlemat.packs.scenarios import read_scenario_source
from battlemat.packs.schema import (
    by_hand,
    list_of,
    may,
    need,
    one_of,
    record,
    slug,
    text,
    whole,
)
from battlemat.packs.teaching.conditions import Condition, condition_shape, read_condition
from battlemat.packs.teaching.guides import (
    POINTS,
    clause_is_known,
    read_said,
    said_is_known,
    seat_is_known,
)
from battlemat.packs.yaml_source import Source

KIND = "lesson"
ANY = "any"
"""In place of dice: they fall as they fall."""
ELSE = "else"
"""In place of an answer's word: every answer that no other reply speaks of."""
LONGEST = 160
"""Characters of what is said at once: two lines."""
LEAST_BOARDS, MOST_BOARDS = 1, 7
MOST_PLACES = 40
MOST_DICE = 5


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One thing that is said, and what is waited for before the next; None: only to be read."""

    title: str
    say: str
    point: str
    clause: str
    do: tuple[str, ...]
    wait: Condition | None
    answers: int
    """So many answers may be given until it holds."""
    hint: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What is said to a wrong answer: one that begins with a word and names something ("": any)."""

    to: str
    names: str
    say: str
    clause: str
    tries: tuple[str, ...] = ()
    """Whole answers that the checker gives beside those that are listed."""


@dataclass(frozen=True, slots=True)
class LessonBoard:
    """A position with a goal."""

    name: str
    goal: str
    scenario: Scenario
    dice: tuple[int, ...]
    """The first that fall; none: they fall as they fall."""
    steps: tuple[LessonStep, ...]
    done: Condition
    failed: Condition | None
    answers: int
    """So many answers may be given after the last thing that a step waits for."""
    hint: str
    replies: tuple[Reply, ...]
    after: str
    """What is said when it is done."""

    @property
    def waits(self) -> tuple[int, ...]:
        """The numbers of the steps that wait for something."""
        return tuple(n for n, step in enumerate(self.steps) if step.wait is not None)

    @property
    def most(self) -> int:
        """How many answers it may take."""
        return self.answers + sum(self.steps[n].answers for n in self.waits)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A row of boards that teach one thing."""

    id: str
    rulebook: str
    place: int
    """Its place in the course of its rulebook."""
    name: str
    about: str
    minutes: int
    seat: str
    opponent: str
    boards: tuple[LessonBoard, ...]
    source: Source


class Listed(NamedTuple):
    """A shipped lesson as a list shows it; its boards are not read for that."""

    id: str
    name: str
    about: str
    minutes: int
    seat: str
    boards: tuple[str, ...]


def listed(rulebook: str) -> tuple[Listed, ...]:
    """What stands in the course of a rulebook, in its order."""
    shipped = registry.book(rulebook).shipped
    found = [shipped.load(KIND, name).value for name in shipped.files(KIND)]
    return tuple(
        Listed(
            one["id"],
            one["name"],
            " ".join(one["about"].split()),
            one["minutes"],
            one["seat"],
            tuple(board["name"] for board in one["boards"]),
        )
        for one in sorted(found, key=lambda one: (one["place"], one["id"]))
    )


def lessons(rulebook: str) -> tuple[Lesson, ...]:
    """The course of a rulebook: its lessons in their order, read and checked."""
    shipped = registry.book(rulebook).shipped
    return tuple(read_lesson(shipped.load(KIND, one.id)) for one in listed(rulebook))


def is_lesson(source: Source) -> bool:
    """Lessons are alike in all rulebooks, so no pack reads them itself."""
    return isinstance(source.value, Mapping) and source.value.get("kind") == KIND


# ---------------------------------------------------------------------- the shape of a file


@by_hand({"type": "string", "maxLength": LONGEST, "pattern": r"^[^<>]*\S[^<>]*$"})
def _words(value: Any, place: Place) -> Any:
    found = " ".join(text()(value, place).split())
    if len(found) > LONGEST:
        place.complain(f"{len(found)} characters; at most {LONGEST} are said at once, two lines")
    if re.search(r"[<>\x00-\x1f\x7f]", found):
        place.complain("plain words are wanted; '<' and '>' cannot stand in them")
    return found


@by_hand({"type": ["string", "integer", "array"]})
def _dice(value: Any, place: Place) -> Any:
    """Faces such as `3 4 6`, as scenarios have them, or `any`."""
    if value == ANY:
        return ()
    words = value if isinstance(value, list) else str(value).split()
    if not all(re.fullmatch(r"[1-9]\d?", str(word)) for word in words) or not words:
        place.complain("dice are written as in '3 4 6', or 'any'")
        return ()
    if len(words) > MOST_DICE:
        place.complain(f"{len(words)} dice; at most {MOST_DICE} can be laid ready")
        return ()
    return tuple(map(int, words))


@by_hand({"type": "object"})
def _scenario(value: Any, place: Place) -> Any:
    if not isinstance(value, Mapping):
        place.complain("a position is wanted, as in a scenario file")
        return {}
    return value


_STEP = record(
    need(title=_words, say=_words),
    may(
        point=one_of(*POINTS),
        clause=text(),
        do=list_of(text()),
        wait=condition_shape,
        answers=whole(1, 60),
        hint=_words,
    ),
)
_REPLY = record(
    need(to=text(), say=_words), may(names=text(), clause=text(), tries=list_of(text()))
)
_BOARD = record(
    need(
        name=_words,
        goal=_words,
        scenario=_scenario,
        steps=list_of(_STEP, least=1, most=7),
        done=condition_shape,
        hint=_words,
        replies=list_of(_REPLY, least=1, most=20),
    ),
    may(dice=_dice, failed=condition_shape, answers=whole(1, 60), after=_words),
)
LESSON = record(
    need(
        kind=one_of(KIND),
        id=slug(),
        rulebook=one_of(*registry.names()),
        place=whole(1, MOST_PLACES),
        name=_words,
        about=_words,
        minutes=whole(1, 10),
        seat=text(),
        boards=list_of(_BOARD, least=LEAST_BOARDS, most=MOST_BOARDS),
    ),
    may(opponent=text()),
)


# ---------------------------------------------------------------------- reading


def read_lesson(source: Source) -> Lesson:
    """The lesson of a file, or `ContentError` with everything that is wrong with it."""
    place = place_of(source)
    value = LESSON(source.value, place)
    _is_of_one_book(value, place)
    boards = go_on(place, lambda: _boards(value, place)) or []
    finish(place)
    return Lesson(
        id=value["id"],
        rulebook=value["rulebook"],
        place=value["place"],
        name=value["name"],
        about=value["about"],
        minutes=value["minutes"],
        seat=value["seat"],
        opponent=value.get("opponent", "recruit"),
        boards=tuple(boards),
        source=source,
    )


def _is_of_one_book(value: Known, place: Place) -> None:
    """A lesson that cites another rulebook was meant for that one: nothing else is told of it."""
    own = value.known("rulebook", "")
    others = {name for name in registry.names() if name != own}
    for path, clause in _clauses(value, ()):
        book = clause.partition(".")[0]
        if own and book in others:
            what = f"this lesson is of {own}, and cites {book}: which of the two is it for?"
            raise ContentError([place.source.problem(path, what)])


def _clauses(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """All that stands under a key `clause`, with its place."""
    items = value.items() if isinstance(value, Mapping) else enumerate(value)
    for key, one in items:
        if key == "clause" and isinstance(one, str):
            yield (*path, key), one
        elif isinstance(one, (Mapping, list)):
            yield from _clauses(one, (*path, key))


def _boards(value: Known, place: Place) -> list[LessonBoard]:
    rulebook = registry.find(value["rulebook"])
    seat_is_known(value, place, rulebook)
    reading = _Reading(rulebook, registry.pack_of(rulebook.name).readers().positions)
    found = []
    for n, one in enumerate(value["boards"]):
        board = go_on(place, partial(reading.board, one, place / "boards" / n))
        found += [board] if board else []
    return found


class _Reading:
    """Reads the boards of one rulebook."""

    def __init__(self, rulebook: Rulebook[Any], positions: Positions) -> None:
        self.rulebook = rulebook
        self.positions = positions

    def board(self, value: Known, place: Place) -> LessonBoard:
        steps = [
            self._step(one, place / "steps" / n) for n, one in enumerate(value.known("steps", ()))
        ]
        replies = [
            self._reply(one, place / "replies" / n)
            for n, one in enumerate(value.known("replies", ()))
        ]
        scenario = self._scenario(value, place / "scenario")
        return LessonBoard(
            name=value["name"],
            goal=value["goal"],
            scenario=scenario,
            dice=value.get("dice", ()),
            steps=tuple(steps),
            done=self._condition(value["done"], place / "done"),
            failed=self._condition(value["failed"], place / "failed")
            if "failed" in value
            else None,
            answers=value.get("answers", 1),
            hint=value["hint"],
            replies=tuple(replies),
            after=value.get("after", ""),
        )

    def _condition(self, value: Any, place: Place) -> Condition:
        return read_condition(self.rulebook, self.positions, value, place)

    def _step(self, row: Known, place: Place) -> LessonStep:
        said_is_known(row, place, self.rulebook)
        wait = row.known("wait")
        return LessonStep(
            wait=self._condition(wait, place / "wait") if wait else None,
            answers=row.known("answers", 1),
            hint=row.known("hint", ""),
            **read_said(row),
        )

    def _reply(self, row: Known, place: Place) -> Reply:
        words = (*sorted(self.rulebook.verbs.words), ELSE)
        to = row.known("to", "")
        if to and to not in words:
            said = nearest(to, words)
            (place / "to").complain(f"{self.rulebook.name} has no '{to}'{said}")
        clause_is_known(row, place / "clause", self.rulebook)
        tries = tuple(row.known("tries", ()))
        say, clause = row.known("say", ""), row.known("clause", "")
        return Reply(to, row.known("names", ""), say, clause, tries)

    def _scenario(self, value: Known, place: Place) -> Scenario:
        """The position of a board, which is of the lesson's rulebook; faults are told at it."""
        written = value["scenario"]
        name = self.rulebook.name
        if written.get("rulebook", name) != name:
            other = written["rulebook"]
            (place / "rulebook").complain(f"this lesson is of {name}, and this position of {other}")
        whole = {**written, "rulebook": name, "name": value["name"]}
        inner = Source(place.source.file, whole, lines_below(place))
        try:
            return read_scenario_source(inner, None)
        except ContentError as error:
            for problem in error.problems:
                place.problem_at(problem.line, problem.text)
        return Scenario(value["name"], name, {})
