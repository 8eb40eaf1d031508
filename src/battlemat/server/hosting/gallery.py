"""The gallery: games in progress that their players opened to watchers."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any

from battlemat.kernel.words import say
from battlemat.server.beside import for_request
from battlemat.server.hosting.live import LiveTables
from battlemat.server.store.gallery_store import GalleryStore
from battlemat.tables.ledger.talk import ALLOW, FORBID, Shows
from battlemat.tables.ledger.told import Told
from battlemat.tables.problems import Problem
from battlemat.tables.seats.viewers import Viewer, opened_by_all, viewer
from battlemat.tables.table import Table
from battlemat.tables.view import views
from battlemat.tables.view.board import Board, board_of

MOST = 12
"""So many games are listed at a time."""
_OLD = timedelta(days=14)
_KEPT = 2.0
"""Seconds for which the list is read from memory."""
_FORM = "%Y-%m-%dT%H:%M:%SZ"


class Gallery:
    """The games that are open to watchers, as one server sees them."""

    def __init__(self, tables: LiveTables, store: GalleryStore) -> None:
        self._tables = tables
        self._store = store
        self._kept: tuple[float, list[dict[str, Any]]] = (0.0, [])

    def show(self, table: Table, who: Viewer, player: str, *, show: bool) -> Told:
        """Open a game to watchers or not, as far as it is for one seat to say; its lock is held."""
        if table.row.practice:
            raise Problem(409, "practice", say("a practice game cannot be watched"))
        who.acting(player)
        told = table.say(Shows(player, ALLOW if show else FORBID))
        is_open = opened_by_all(table, table.play.gallery.showing)
        self._store.put(table.id, is_open=is_open and table.play.ending is None)
        self._kept = (0.0, [])
        return told

    async def listed(self) -> list[dict[str, Any]]:
        """The games that can be watched now, those that were opened last first."""
        until, found = self._kept
        if time.monotonic() < until:
            return found
        now = datetime.strptime(self._tables.store.now(), _FORM)
        since = (now - _OLD).strftime(_FORM)
        found = []
        for id in await for_request(self._store.listed, since, MOST):
            told = await self._look(id)
            if told is not None:
                found.append(told)
        self._kept = (time.monotonic() + _KEPT, found)
        return found

    async def _look(self, id: str) -> dict[str, Any] | None:
        """One game as it is listed; None, and off the list, if nobody shows or plays it now."""
        try:
            sight = await self._tables.look(id)
        except Problem:
            return None
        return await for_request(self._told, sight)

    def _told(self, sight: Table | Board) -> dict[str, Any] | None:
        if isinstance(sight, Board):
            board = sight
        else:
            with sight.lock:
                board = board_of(sight, [], log=False)
        if board.snapshot.result is not None or not opened_by_all(board, board.snapshot.showing):
            self._store.put(board.id, is_open=False)
            return None
        return views.summary(board, viewer(board, None))
