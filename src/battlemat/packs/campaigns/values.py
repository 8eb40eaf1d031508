"""What a campaign file says, as typed values.

A campaign is a graph of points of six kinds: a battle, a choice, a text, a throw of dice, a check
of what was achieved, an end. Where a group plays it, rounds in which everybody meets everybody
stand in the place of battles. What forces carry over from battle to battle is what the book of the
rulebook says (`BOOK`), or what the file says, and then players are told that it is the file's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

OUTCOMES = ("won", "drawn", "lost")
YOU, FOE = "you", "foe"
BOOK = "book"
"""What a book says itself of what squads gain by a battle."""


class Side(NamedTuple):
    """A force at the beginning: a ready squad by its id, and the colour that it plays."""

    squad: str
    colour: str


class Bonus(NamedTuple):
    """What a point gives: points of the campaign, and what the force may spend more."""

    points: int = 0
    cap: int = 0


class Battle(NamedTuple):
    """A battle, where it is fought, and what comes after it; `name` is what players call it."""

    text: str
    choices: Mapping[str, str]
    """Mission, map and whatever else the rulebook lets players choose."""
    then: Mapping[str, str]
    """The next point by what became of you: won, drawn, lost."""
    gives: Mapping[str, Bonus]
    name: str = ""


class Rounds(NamedTuple):
    """Everybody of a group meets everybody once, in rounds."""

    text: str
    games: tuple[Mapping[str, str], ...]
    """What each round is played as, in turn; after the last comes the first again."""
    gives: Mapping[str, Bonus]
    """What each of the two gets, by what became of it."""
    then: str
    name: str = ""


class Option(NamedTuple):
    """One answer of a choice."""

    text: str
    then: str
    gives: Bonus


class Choice(NamedTuple):
    """You decide what happens next."""

    text: str
    options: Mapping[str, Option]
    name: str = ""


class Text(NamedTuple):
    """Something is told."""

    text: str
    then: str
    name: str = ""


class Throw(NamedTuple):
    """Dice decide: the first row whose number is not passed by the throw of one D6."""

    text: str
    rows: tuple[tuple[int, str], ...]
    name: str = ""


class Check(NamedTuple):
    """What was achieved decides: whether a tally has come to a number."""

    text: str
    of: str
    least: int
    then: str
    otherwise: str
    name: str = ""


class End(NamedTuple):
    """The campaign is over."""

    text: str
    result: str
    name: str = ""


Point: TypeAlias = Battle | Rounds | Choice | Text | Throw | Check | End
KINDS: Mapping[type, str] = {
    Battle: "battle",
    Rounds: "rounds",
    Choice: "choice",
    Text: "text",
    Throw: "dice",
    Check: "check",
    End: "end",
}
"""The kinds of points, as files call them."""
TALLIES = ("points", "won", "lost", "kills", "cap")
"""What a check may ask for: points, battles won and lost, enemies taken out, what may be spent."""


class Carry(NamedTuple):
    """What forces carry over.

    `gains` is `BOOK`, or what each outcome adds to what a force may spend, which is the file's.
    With `rests` whoever was taken out misses the next battle; with `learns` whoever survives a
    battle rises by a step of experience. Neither is in a book.
    """

    gains: str | Mapping[str, int]
    rests: bool = False
    learns: bool = False


class Group(NamedTuple):
    """How many play a campaign of a group, and the ready squads that they may begin with."""

    least: int
    most: int
    squads: tuple[str, ...]


class Campaign(NamedTuple):
    """A campaign file: for two `sides`, or for a `group`."""

    id: str
    rulebook: str
    name: str
    text: str
    sides: Mapping[str, Side]
    carry: Carry
    start: str
    points: Mapping[str, Point]
    value: Mapping[str, Any]
    """The file itself, as it was read."""
    group: Group | None = None


def leads(point: Point) -> tuple[tuple[str, str], ...]:
    """Where a point leads, with what leads there: an outcome, an option, a row of dice, ""."""
    if isinstance(point, Battle):
        return tuple((then, how) for how, then in point.then.items())
    if isinstance(point, Choice):
        return tuple((option.then, pick) for pick, option in point.options.items())
    if isinstance(point, (Text, Rounds)):
        return ((point.then, ""),)
    if isinstance(point, Throw):
        return tuple((then, str(to)) for to, then in point.rows)
    if isinstance(point, Check):
        return (point.then, "yes"), (point.otherwise, "no")
    return ()
