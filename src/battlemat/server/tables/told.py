"""The values that a table is made of: what was answered, told and offered, and how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from battlemat.server.rows import Entry
from battlemat.server.tables.history import Fallen, Line

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that stands."""

    number: int
    kind: str
    player: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended; `by` is "rules", "concession", "agreement", "time"
    or "absence".
    """

    winner: str | None
    scores: dict[str, int]
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as the stream tells it: with the step it led to and what it brought."""

    entry: Entry
    step: int
    lines: tuple[Line, ...]
    fallen: tuple[Fallen, ...]

    def without_words(self, players: Collection[str]) -> Told:
        """The same, emptied if it is something that one of these said."""
        if self.entry.kind != "chat" or self.entry.player not in players:
            return self
        return replace(self, entry=replace(self.entry, text=""))


Adding: TypeAlias = Generator[Entry, None, Told]
"""How an entry is added: it is applied, yielded to be stored, and what came of it returned. Whoever
drives this throws in what kept it from being stored; it may then be yielded once more, as it stands
after what others wrote.
"""


def stored(adding: Generator[Entry, None, T], append: Callable[[Entry], None]) -> T:
    """Drive this to its end, every entry being appended as it comes."""
    try:
        entry = next(adding)
        while True:
            try:
                append(entry)
            except BaseException as error:
                entry = adding.throw(error)
            else:
                entry = next(adding)
    except StopIteration as done:
        found: T = done.value
        return found


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer of the line of play that stands, and the step it was given at."""

    player: str
    by: str
    text: str
    step: int


HOLDER, NAME = "holder", "name"
"""What an entry of a watcher's words has besides: whose they are, and how they are called."""


@dataclass(slots=True)
class Gallery:
    """What a table knows of its watchers: which players let them write, who wrote (the holder, by
    the name that stands for the player), and how many lines each wrote. And which players agreed
    that hints are given.
    """

    allowing: set[str] = field(default_factory=set)
    spoke: dict[str, str] = field(default_factory=dict)
    lines: Counter[str] = field(default_factory=Counter)
    hinting: set[str] = field(default_factory=set)

    def hear(self, entry: Entry) -> None:
        """Note what an entry says of watchers, if it says anything."""
        if entry.kind == "watchers" and entry.text == "allow":
            self.allowing.add(entry.player)
        elif entry.kind == "watchers":
            self.allowing.discard(entry.player)
        elif entry.kind == "hints" and entry.text == "allow":
            self.hinting.add(entry.player)
        elif entry.kind == "hints":
            self.hinting.discard(entry.player)
        elif entry.kind == "chat" and HOLDER in entry.extra:
            self.spoke[entry.player] = str(entry.extra[HOLDER])
            self.lines[entry.player] += 1


_OFFERS = {
    "draw": "offers a draw",
    "undo": "asks to take the last answer back",
    "rematch": "offers a rematch",
}


def noted(entry: Entry, name: str) -> str:
    """The line of the log for what a player brings, offers or settles, in words."""
    if entry.kind == "brings":
        return f"{name} brings {entry.text}."
    if entry.kind == "watchers":
        return f"{name} {'lets' if entry.text == 'allow' else 'does not let'} watchers write."
    if entry.kind == "hints":
        return f"{name} {'agrees' if entry.text == 'allow' else 'does not agree'} to hints."
    if entry.kind == "hint":
        return f"{name} takes a hint."
    if entry.kind in ("accept", "decline"):
        return f"{name} {'agrees' if entry.kind == 'accept' else 'declines'}."
    offered = _OFFERS.get(entry.kind.removeprefix("offer-"))
    return f"{name} {offered}." if offered else entry.text


def early_end(entry: Entry, players: Sequence[str], name: str, scores: Mapping[str, int]) -> Ending:
    """How a game ends that is given up ("concede"), agreed to be a draw ("draw") or lost because
    time ran out ("flag") or the player has gone ("gone").
    """
    if entry.kind == "draw":
        return Ending(None, dict(scores), "The players agreed on a draw.", "agreement")
    others = [player for player in players if player != entry.player]
    winner = others[0] if len(others) == 1 else None
    if entry.kind == "gone":
        return Ending(winner, dict(scores), f"{name} has gone; the game is claimed.", "absence")
    if entry.kind == "flag":
        return Ending(winner, dict(scores), f"The time of {name} ran out.", "time")
    return Ending(winner, dict(scores), f"{name} gave the game up.", "concession")
