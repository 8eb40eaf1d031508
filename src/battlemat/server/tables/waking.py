"""A game played through in a worker process, to be shown: the way round a missing snapshot.

A worker that does this is told where the store is, and so could know seeds: no machine thinks in
such a worker.
"""

from __future__ import annotations

from functools import lru_cache

from battlemat.server.catalogue import Catalogue
from battlemat.server.problems import Problem
from battlemat.server.sealing import Sealer
from battlemat.server.store import Store
from battlemat.server.tables.board import Board, all_viewers, board_of, pack
from battlemat.server.tables.opening import open_table, unknown_game


def play(
    catalogue: Catalogue, url: str, key: bytes | None, id: str
) -> Board | tuple[int, str, str]:
    """The board of a game, whose snapshot is stored as well; or why there is none."""
    store = _store(url, key)
    try:
        row = store.game(id)
        if row is None:
            raise unknown_game()
        table = open_table(catalogue, store, row)
    except Problem as problem:
        return problem.status, problem.error, problem.message
    with table.lock:
        board = board_of(table, all_viewers(table), log=True)
        store.keep_snapshots([pack(table, board.snapshot)])
    return board


@lru_cache(maxsize=1)
def _store(url: str, key: bytes | None) -> Store:
    """Opened once for all games of a server; nobody closes it, so it keeps no connections."""
    return Store(url, Sealer(key) if key else None, keeps_connections=False)
