"""A game brought to where it stands by a snapshot that is older than its ledger, to be shown.

After a crash the ledger has a tail that no snapshot tells of. What the snapshot covers need not be
told again: its answers are taken as they were, without words, ways back or looking whether they
are legal, and the ledger's own digest must be that of the battle to which they lead. Then the tail
is played like any ledger. What comes of it can be shown, and not played on: its log begins in the
middle, and its entries do not know what they brought.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from battlemat.kernel.rulebook import Rulebook
from battlemat.server.rows import Entry, GameRow, SnapshotRow
from battlemat.server.store import Store
from battlemat.server.tables.board import Snapshot, unpack_at
from battlemat.server.tables.history import Line
from battlemat.server.tables.proof import RulesDiffer, is_same, newest_proof
from battlemat.server.tables.table import Table

_FEW = 20
"""A snapshot that covers fewer entries than this saves nothing."""
_UNTOLD = Line(0, 0, "", "")


class NotCovered(Exception):
    """A snapshot does not say how this game stood: its whole ledger must be played."""


class ResumedTable(Table):
    """A game as its ledger leads it from a snapshot on; `NotCovered` if the snapshot is no help."""

    def __init__(
        self, store: Store, rulebook: Rulebook[Any], row: GameRow, kept: SnapshotRow
    ) -> None:
        self._kept = kept
        super().__init__(store, rulebook, row)

    def _play(self, entries: Sequence[Entry], thoroughly: bool = False) -> None:
        number = self._kept.number
        covered, tail = entries[:number], entries[number:]
        if thoroughly or not _FEW <= number <= len(entries):
            raise NotCovered
        stood = unpack_at(self._kept, self.made, self.rulebook, covered[-1])
        if stood is None or (stood.earlier and any(one.kind == "undo" for one in tail)):
            raise NotCovered  # what was taken back may lead to lines that are not there
        self._take_again(covered)
        self.history.speak_again(_log_of(stood), stood.act)
        if (self.history.step, self.asked) != (stood.step, _asked(stood, self.asked)):
            raise NotCovered
        super()._play(tail)

    def _take_again(self, covered: Sequence[Entry]) -> None:
        """Take what is covered by the snapshot, and see that it leads where it led."""
        self.history.be_quiet()
        proved = newest_proof(covered)
        for entry in covered:
            told = self._apply(entry)
            if not is_same(self.history, told, entry.extra, looks=entry.number == proved):
                raise RulesDiffer(entry.number, len(self.line))
        if not proved:
            raise NotCovered


def _asked(stood: Snapshot, otherwise: int) -> int:
    return otherwise if stood.question is None else int(stood.question["number"])


def _log_of(stood: Snapshot) -> list[Line]:
    """The log of a snapshot; what it leaves out is never shown with a state, only counted."""
    lines = [
        Line(
            one["number"],
            one["step"],
            one["kind"],
            one["text"],
            tuple(one["clauses"]),
            one["facts"] or None,
            one["act"],
            one["role"],
        )
        for one in json.loads(stood.log)
    ]
    return [_UNTOLD] * stood.earlier + lines
