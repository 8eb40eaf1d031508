"""The pools of one server, apart so that no kind of work keeps another waiting."""

from __future__ import annotations

import os

from battlemat.server.settings import Settings
from battlemat.server.workers.pool import WorkerPool
from battlemat.server.workers.process import Bounds
from battlemat.tables.catalogue import Catalogue

_NICE = 5
_NICEST = 15
_LAB_PAIR = 120
"""Seconds of processor time that two games of the laboratory may take."""


class WorkerPools:
    """Machines think in `thinkers`, odds and windows are counted in `counters`, what fits what
    in a set-up is tried in `fitters`, luck is counted in `reporters`, games are played through to
    be shown in `wakers`, and files that people send are opened in `openers`, within narrow bounds.
    The laboratory plays in `labs`, for what all others leave.
    """

    def __init__(self, catalogue: Catalogue, settings: Settings) -> None:
        limits = settings.limits
        self.thinkers = WorkerPool(catalogue, settings.thinkers)
        self.counters = WorkerPool(catalogue, 1, most_waiting=limits.waiting)
        self.reporters = WorkerPool(catalogue, 1)
        modest = Bounds(nice=_NICE)  # they may take every core, for what the server leaves
        self.fitters = WorkerPool(catalogue, 1, bounds=modest, most_waiting=limits.waiting)
        self.wakers = WorkerPool(catalogue, os.cpu_count() or 2, bounds=modest, most_waiting=10**5)
        small = Bounds(seconds=limits.open_seconds, memory=limits.open_memory)
        self.openers = WorkerPool(catalogue, 1, bounds=small, most_waiting=limits.waiting)

        last = Bounds(seconds=_LAB_PAIR, nice=_NICEST)
        self.labs = WorkerPool(catalogue, 1, bounds=last, most_waiting=limits.waiting)

    def close(self) -> None:
        """Stop all work and end the processes."""
        thinking = (self.thinkers, self.counters, self.reporters, self.fitters)
        for pool in (*thinking, self.wakers, self.openers, self.labs):
            pool.close()
