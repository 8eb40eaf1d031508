"""Puzzle files: a position, who is to move, what is to be reached, and what the best is worth.

The position is drawn as in a scenario file (`scenario`), or it is a battle by the names of what is
played (`game`) or whole (`setup`), and the answers that lead from there to the question; the digest
says where they lead. What the file claims
(best answers and their odds) is counted again by `battlemat puzzles check`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from battlemat.packs import registry
from battlemat.packs.expectations import lines_below
from battlemat.packs.places import Known, Place, checked, go_on
from battlemat.packs.problems import ContentError, nearest
from battlemat.packs.scenarios import read_scenario_source
from battlemat.packs.schema import (
    anything,
    by_hand,
    list_of,
    may,
    need,
    one_of,
    pattern,
    record,
    slug,
    table,
    text,
    whole,
)
from battlemat.packs.yaml_source import Source, read_file, read_text

KIND = "puzzle"
PLAN, JUDGEMENT = "plan", "judgement"
GOALS = ("out", "down", "left", "points", "there", "win")
"""Units are out of action; they are down or out; so little is left of one; so many points are had;
a unit stands at a place and is not hurt; the battle is won."""
ACTIVATION, REPLY = "activation", "reply"
UNTIL = (ACTIVATION, REPLY)
"""When a goal must be reached: before the next unit is activated, or before an enemy acts."""
DIFFICULTIES = ("recruit", "corporal", "sergeant", "captain", "general", "beyond")
"""The weakest level that finds the answer; the last: none does."""
MOST_ANSWERS = 3000


class Goal(NamedTuple):
    """`units` are whom it is about; `number` is how many of them, how much may be left, or how many
    points are wanted; `place` is where a unit is to stand; `until` is when the count ends."""

    kind: str
    units: tuple[str, ...] = ()
    number: int = 1
    place: str = ""
    until: str = ACTIVATION


class Rated(NamedTuple):
    """An answer as it is written, and its chance to reach the goal, from 0 to 1."""

    answer: str
    chance: float


class Interval(NamedTuple):
    """By how much the best answer of a judgement leads, with the 99 % range, in chance to win."""

    lead: float
    low: float
    high: float
    pairs: int


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What a puzzle file says."""

    id: str
    name: str
    rulebook: str
    version: int
    type: str
    side: str
    goal: Goal
    game: Mapping[str, str] | None
    setup: Mapping[str, Any] | None
    answers: tuple[str, ...]
    digest: str
    best: tuple[Rated, ...]
    next: Rated
    themes: tuple[str, ...]
    difficulty: str
    interval: Interval | None = None
    others: tuple[Rated, ...] = ()
    """What the answers of a judgement come to that are neither right nor the next best."""
    file: str = ""
    drawn: Mapping[str, Any] | None = None
    """The position as a scenario file has it, where it is drawn."""
    about: str = ""
    """What one has to know of the battle, such as how it is won."""


def is_puzzle(source: Source) -> bool:
    """Puzzles are alike in all rulebooks, so no pack reads them itself."""
    return isinstance(source.value, Mapping) and source.value.get("kind") == KIND


def shipped_puzzles(rulebook: str) -> tuple[str, ...]:
    """The ids of the puzzles of a rulebook; none where it is not shipped."""
    if rulebook not in registry.names():
        return ()
    return tuple(registry.book(rulebook).shipped.files(KIND))


def load_puzzle(rulebook: str, name: str) -> Puzzle:
    """A shipped puzzle by its id."""
    return read_puzzle(registry.book(rulebook).shipped.load(KIND, name))


def read_puzzle_file(path: Path) -> Puzzle:
    """The puzzle in a file."""
    return read_puzzle(read_file(path))


def read_puzzle_text(text: str, file: str = "your puzzle") -> Puzzle:
    """The puzzle in a text."""
    return read_puzzle(read_text(text, file))


def read_puzzle(source: Source) -> Puzzle:
    """The puzzle of a file, or `ContentError` with everything that is wrong with it."""
    value: dict[str, Any] = checked(source, _puzzle)
    goal, lead, drawn = value["goal"], value.get("lead"), value.get("scenario")
    return Puzzle(
        id=value["id"],
        name=value.get("name", ""),
        rulebook=value["rulebook"],
        version=value["version"],
        type=value["type"],
        side=value["side"],
        goal=Goal(
            goal["kind"],
            tuple(goal.get("units", ())),
            goal.get("number", 1),
            goal.get("place", ""),
            goal.get("until", ACTIVATION),
        ),
        game=value.get("game"),
        setup=value.get("setup"),
        answers=tuple(one.strip() for one in value.get("answers", "").splitlines() if one.strip()),
        digest=value["digest"],
        best=tuple(map(_rated, value["best"])),
        next=_rated(value["next"]),
        themes=tuple(value["themes"]),
        difficulty=value["difficulty"],
        interval=None if lead is None else _interval(lead),
        others=tuple(map(_rated, value.get("others", ()))),
        file=source.file,
        drawn=drawn,
        about=value.get("about", ""),
    )


def drawn_setup(rulebook: str, drawn: Mapping[str, Any]) -> dict[str, Any]:
    """The setup of a position that is drawn as in a scenario; `ContentError` if it cannot be."""
    whole = {**drawn, "rulebook": rulebook}
    return dict(read_scenario_source(Source("position", whole), None).setup)


def _rated(row: Mapping[str, Any]) -> Rated:
    return Rated(row["answer"], _part(row["chance"]))


def _interval(row: Mapping[str, Any]) -> Interval:
    lead, low, high = (_part(row[key]) for key in ("lead", "low", "high"))
    return Interval(lead, low, high, row["pairs"])


def _part(per_cent: str) -> float:
    return float(per_cent.removesuffix("%")) / 100


_PER_CENT = pattern(r"-?\d{1,3}(\.\d{1,4})?%", "a chance such as '68.4%'")


@by_hand({"type": "object"})
def _scenario(value: Any, place: Place) -> Any:
    """A position and nothing else: what is played in it is the puzzle's."""
    if not isinstance(value, Mapping):
        place.complain("a position is wanted, as in a scenario file")
        return {}
    for key in ("rulebook", "play", "expect", "dice", "content"):
        if key in value:
            (place / key).complain(f"a puzzle has no '{key}' in its position")
    return value


_RATED = record(need(answer=text(), chance=_PER_CENT))
_GOAL = record(
    need(kind=one_of(*GOALS)),
    may(
        units=list_of(pattern(r"[A-Za-z]\w{0,11}", "a unit such as B2"), most=60),
        number=whole(0, 999),
        place=pattern(r"[a-z]{1,2}\d{1,2}(@[0-9t])?", "a dot such as c4"),
        until=one_of(*UNTIL),
    ),
)
PUZZLE = record(
    need(
        kind=one_of(KIND),
        id=slug(),
        rulebook=one_of(*registry.names()),
        version=whole(1, 9999),
        type=one_of(PLAN, JUDGEMENT),
        side=text(),
        goal=_GOAL,
        digest=pattern(r"[0-9a-f]{32}", "32 digits of a digest"),
        best=list_of(_RATED, least=1, most=60),
        next=_RATED,
        themes=list_of(slug(), most=12),
        difficulty=one_of(*DIFFICULTIES),
    ),
    may(
        name=pattern(r"[^<>\x00-\x1f]{1,80}", "a name of plain words, at most 80 letters,"),
        about=pattern(r"[^<>\x00-\x1f]{1,240}", "plain words, at most 240 letters,"),
        game=table(text(), text()),
        setup=anything("a setup, as records have it"),
        scenario=_scenario,
        answers=text(),
        others=list_of(_RATED, most=60),
        lead=record(need(lead=_PER_CENT, low=_PER_CENT, high=_PER_CENT, pairs=whole(1, 10**6))),
    ),
)


def _puzzle(value: Any, place: Place) -> Any:
    found = PUZZLE(value, place)
    go_on(place, lambda: _holds_together(found, place))
    return found


def _holds_together(value: Known, place: Place) -> None:
    """What one part says of another."""
    players = registry.find(value["rulebook"]).players
    if value["side"] not in players:
        (place / "side").complain(
            f"'{value['side']}' is no player{nearest(value['side'], players)}"
        )
    begun = [key for key in ("scenario", "game", "setup") if key in value]
    if len(begun) != 1:
        place.complain("the position begins with 'scenario', 'game' or 'setup', one of them")
    if begun != ["scenario"] and "answers" not in value:
        place.complain("'answers' is missing: the way from the start of the game to the question")
    if begun == ["scenario"]:
        _can_be_drawn(value, place / "scenario")
    if (value["type"] == JUDGEMENT) != ("lead" in value):
        (place / "type").complain("a judgement tells its 'lead', and a plan has none")
    if value["type"] == PLAN and "others" in value:
        (place / "others").complain("the other answers of a plan are counted, and not told")
    if len(value.known("answers", "").splitlines()) > MOST_ANSWERS:
        (place / "answers").complain(f"at most {MOST_ANSWERS} answers lead to a question")


def _can_be_drawn(value: Known, place: Place) -> None:
    whole = {**value["scenario"], "rulebook": value["rulebook"]}
    try:
        read_scenario_source(Source(place.source.file, whole, lines_below(place)), None)
    except ContentError as error:
        for problem in error.problems:
            place.problem_at(problem.line, problem.text)
