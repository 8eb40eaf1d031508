"""An entry as it is told to those who listen, and how one comes to be stored."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from battlemat.tables.ledger.rows import Entry
from battlemat.tables.play.history import Fallen, Line

T = TypeVar("T")
CHAT = "chat"
"""The kind of entries that hold what somebody said."""


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as the stream tells it: with the step it led to and what it brought."""

    entry: Entry
    step: int
    lines: tuple[Line, ...]
    fallen: tuple[Fallen, ...]

    @property
    def is_said(self) -> bool:
        """Whether it is something that somebody said."""
        return self.entry.kind == CHAT

    def without_words(self, players: Collection[str]) -> Told:
        """The same, emptied if it is something that one of these said."""
        if not self.is_said or self.entry.player not in players:
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
