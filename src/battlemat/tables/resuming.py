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
from battlemat.tables.ledger.keeper import Keeper
from battlemat.tables.ledger.kinds import hear
from battlemat.tables.ledger.moves import TakeBack
from battlemat.tables.ledger.proof import RulesDiffer, is_same, newest_proof
from battlemat.tables.ledger.rows import Entry, GameRow, SnapshotRow
from battlemat.tables.play.history import Line
from battlemat.tables.table import Table
from battlemat.tables.view.board import Snapshot, unpack_at
from battlemat.tables.view.json_text import PLAIN, Writer

_FEW = 20
"""A snapshot that covers fewer entries than this saves nothing."""
_UNTOLD = Line(0, 0, "", "")


class NotCovered(Exception):
    """A snapshot does not say how this game stood: its whole ledger must be played."""


class ResumedTable(Table):
    """A game as its ledger leads it from a snapshot on; `NotCovered` if the snapshot is no help."""

    def __init__(
        self,
        keeper: Keeper,
        rulebook: Rulebook[Any],
        row: GameRow,
        kept: SnapshotRow,
        *,
        writer: Writer = PLAIN,
    ) -> None:
        self._kept = kept
        super().__init__(keeper, rulebook, row, writer=writer)

    def _replay(self, entries: Sequence[Entry], thoroughly: bool = False) -> None:
        number = self._kept.number
        covered, tail = entries[:number], entries[number:]
        if thoroughly or not _FEW <= number <= len(entries):
            raise NotCovered
        stood = unpack_at(self._kept, self.made, self.rulebook, covered[-1])
        if stood is None or (stood.earlier and any(one.kind == TakeBack.kind for one in tail)):
            raise NotCovered  # what was taken back may lead to lines that are not there
        self._take_again(covered)
        play = self.play
        play.history.speak_again(_log_of(stood), stood.act)
        if (play.history.step, play.asked) != (stood.step, _asked(stood, play.asked)):
            raise NotCovered
        super()._replay(tail)

    def _take_again(self, covered: Sequence[Entry]) -> None:
        """Take what is covered by the snapshot, and see that it leads where it led."""
        play, proved = self.play, newest_proof(covered)
        play.history.be_quiet()
        for entry in covered:
            told = hear(play, entry)
            if not is_same(play.history, told, entry.extra, looks=entry.number == proved):
                raise RulesDiffer(entry.number, len(play.line))
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
