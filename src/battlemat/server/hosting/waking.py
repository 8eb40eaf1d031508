"""A game played in a worker process, to be shown: the way round a snapshot that is missing or old.

A worker that does this is told where the store is, and so could know seeds: no machine thinks in
such a worker.
"""

from __future__ import annotations

from battlemat.kernel.memo import Memo
from battlemat.server.quick_json import QUICK
from battlemat.server.store.sealing import Sealer
from battlemat.server.store.store import Store
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.ledger.rows import Asleep
from battlemat.tables.opening import open_table, rulebook_of, unknown_game
from battlemat.tables.problems import Problem
from battlemat.tables.resuming import NotCovered, ResumedTable
from battlemat.tables.table import Table
from battlemat.tables.view.board import Board, all_viewers, board_of, pack


def play(
    catalogue: Catalogue, url: str, key: bytes | None, id: str
) -> Board | tuple[int, str, str]:
    """The board of a game, whose snapshot is stored as well; or why there is none."""
    store = _store(url, key)
    try:
        asleep = store.asleep(id)
        if asleep is None:
            raise unknown_game()
        table = _resumed(catalogue, store, asleep) or open_table(
            catalogue, store, asleep.row, writer=QUICK
        )
    except Problem as problem:
        return problem.status, problem.error, problem.message
    with table.lock:
        board = board_of(table, all_viewers(table), log=True)
        store.keep_snapshots([pack(table, board.snapshot)])
    return board


def _resumed(catalogue: Catalogue, store: Store, asleep: Asleep) -> Table | None:
    """The game from its snapshot on, which may be older than its ledger; None if that cannot be."""
    if asleep.snapshot is None:
        return None
    try:
        rulebook = rulebook_of(catalogue, asleep.row)
        return ResumedTable(store, rulebook, asleep.row, asleep.snapshot, writer=QUICK)
    except NotCovered:
        return None


@Memo("where the store is and its key; a server has one", bound=1)
def _store(url: str, key: bytes | None) -> Store:
    """Opened once for all games of a server; nobody closes it, so it keeps no connections."""
    return Store(url, Sealer(key) if key else None, keeps_connections=False)
