"""Which clauses have a board, and why the others have none: every clause is accounted for.

The reasons stand in `without_board.txt`: a line `= kind: reason`, and below it the clauses that it
is said of. A clause that has a board must not stand there, and neither must one that no book has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from battlemat.kernel.clauses import Register
from battlemat.kernel.memo import Memo
from battlemat.reader.shelf import boards_of

REASONS = Path(__file__).with_name("without_board.txt")


class Reason(NamedTuple):
    """Why a clause has no board: what kind of rule it is, and a sentence."""

    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class Account:
    """The clauses of a rulebook, each with its boards, or with the reason why there is none."""

    rulebook: str
    clauses: tuple[str, ...]
    boards: Mapping[str, tuple[str, ...]]
    reasons: Mapping[str, Reason]

    @property
    def open(self) -> tuple[str, ...]:
        """Clauses with neither."""
        found = {*self.boards, *self.reasons}
        return tuple(id for id in self.clauses if id not in found)

    @property
    def doubled(self) -> tuple[str, ...]:
        """Clauses that are said to have no board, and have one."""
        return tuple(id for id in self.reasons if id in self.boards)

    @property
    def unknown(self) -> tuple[str, ...]:
        """What boards or reasons name, and the book has not."""
        known = set(self.clauses)
        return tuple(id for id in (*self.boards, *self.reasons) if id not in known)

    @property
    def complete(self) -> bool:
        """Whether every clause has exactly one of the two."""
        return not (self.open or self.doubled or self.unknown)


def account(register: Register) -> Account:
    """What there is to show of a rulebook's clauses."""
    shown = {
        clause: tuple(board.id for board in boards)
        for clause, boards in boards_of(register.name).items()
    }
    prefix = register.name + "."
    said = {clause.id: Reason("program", clause.exempt) for clause in register if clause.exempt}
    said |= {id: why for id, why in reasons().items() if id.startswith(prefix)}
    ids = tuple(clause.id for clause in register)
    said = {id: why for id, why in said.items() if id not in shown or id in reasons()}
    return Account(register.name, ids, shown, said)


@Memo("a shipped file, which never changes", bound=1)
def reasons() -> Mapping[str, Reason]:
    """Why clauses have no board, by their ids."""
    return dict(read_reasons(REASONS.read_text(encoding="utf-8")))


def read_reasons(text: str) -> Iterator[tuple[str, Reason]]:
    """The clauses of a text of reasons, each with the reason above it."""
    reason = Reason("", "")
    for line in text.splitlines():
        if line.startswith("= "):
            kind, _, why = line[2:].partition(": ")
            reason = Reason(kind, why)
        elif not line.startswith("#"):
            yield from ((id, reason) for id in line.split())
