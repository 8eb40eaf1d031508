"""The stream of one page: every entry once, in order, and the newest state after each burst.

An entry's number is its id in the stream, so a page that lost its connection says the last number
it saw and gets exactly what came after. States and thinking carry no id. A page that can put
changes in the place of what they change is told the whole state only once for each connection.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from battlemat.server.beside import beside
from battlemat.server.hosting.muting import muted_players
from battlemat.server.quick_json import dumps
from battlemat.server.routes.dependencies import Services
from battlemat.tables.ledger.keeper import StoreAway
from battlemat.tables.ledger.told import Told
from battlemat.tables.problems import Problem
from battlemat.tables.seats.viewers import viewer
from battlemat.tables.table import Table
from battlemat.tables.view import views
from battlemat.tables.view.board import Board
from battlemat.tables.view.shown import Shown

_STORE_AWAY = 1.0
_PAGE = 200
"""So many entries are sent at a time, so that a long game is not put together in memory at once."""


_PAGE_BYTES = 200_000
_LARGE = 32_768
"""After so many letters something small is sent, which waits until they are taken: before that
nothing more is put together for a page that does not read."""
_FEW = 5
"""So many entries are put together in the event loop itself."""


class Stream:
    """What one connection has been sent, and what it is sent next."""

    def __init__(
        self,
        services: Services,
        game: str,
        holder: str | None,
        seen: int,
        address: str,
        *,
        by_changes: bool = False,
    ) -> None:
        self._services = services
        self._game = game
        self._holder = holder
        self._seen = seen
        self._address = address
        self._thinking: object = None
        self._shown: tuple[object, ...] | None = None
        self._by_changes = by_changes
        self._last: Shown | None = None
        self._behind = False

    async def run(self) -> AsyncIterator[str]:
        """The stream's text, for as long as the page listens."""
        tables, id = self._services.tables, self._game
        here = self._services.presence.here(id, self._holder)
        with self._services.rates.streaming(self._address), here, tables.listening(id) as listener:
            yield "retry: 1000\n\n"
            awake = tables.live(id)
            if awake is not None:
                tables.on_change(awake)  # machines may have waited for somebody to watch
            while not tables.ending:
                try:
                    text = await self._next()
                except StoreAway:
                    text = ": the store is away\n\n"
                    listener.tell_in(_STORE_AWAY)
                except Problem:  # the game was removed
                    return
                if text:
                    yield text
                if len(text) > _LARGE:
                    yield ":\n\n"
                if self._behind:
                    continue
                if not await listener.wait(self._services.settings.keep_alive):
                    yield ": still here\n\n"

    async def _next(self) -> str:
        """All that happened since the last look. A game that only stands is not woken for that."""
        tables = self._services.tables
        sight = tables.live(self._game) or await tables.look(self._game)
        if isinstance(sight, Board):
            if self._seen >= sight.snapshot.number:
                tables.rouse(sight)
                return self._glance(sight)
            sight = await tables.find(self._game)  # what entries brought is told by playing them
        at_once = self._news_at_once(sight)
        return at_once if at_once is not None else await beside(self._news, sight)

    def _news_at_once(self, table: Table) -> str | None:
        """What happened, if telling it costs next to nothing and waits for nobody."""
        if not table.lock.acquire(blocking=False):
            return None
        try:
            few = table.play.told[self._seen :] if table.play.number - self._seen <= _FEW else None
            if few is None or any(one.is_said for one in few):
                return None  # whether they want to hear it, the store must be asked
            return self._news(table) if table.view.is_whole and not table.torn else None
        finally:
            table.lock.release()

    def _glance(self, board: Board) -> str:
        """The state of a game that is not awake."""
        stands, who = board.snapshot, viewer(board, self._holder)
        shown = (stands.number, who.seats, stands.question is None, False)
        if stands.undecided or shown == self._shown:
            return ""
        self._shown = shown
        tables = self._services.tables
        shows = views.show(board.without_log(), who, tables.links, at=tables.store.now())
        return self._state(shows)

    def _state(self, shown: Shown) -> str:
        """A state as it is sent: what changed in it, if the page knows the rest."""
        changes = shown.since(self._last)
        if self._by_changes:
            self._last = shown
        if changes is not None:
            return f"event: change\ndata: {changes}\n\n"
        return f"event: state\ndata: {shown.whole()}\n\n"

    def _heard(self, table: Table, page: Sequence[Told]) -> Sequence[Told]:
        """These entries, emptied where they are words of somebody who is muted."""
        if not any(one.is_said and one.entry.text for one in page):
            return page
        muted = muted_players(self._services.conduct, table, self._holder)
        return [one.without_words(muted) for one in page] if muted else page

    def _news(self, table: Table) -> str:
        """All that happened at a live table since the last look."""
        parts: list[str] = []
        size = 0
        with table.lock:
            table.mend()
            for told in self._heard(table, table.play.told[self._seen : self._seen + _PAGE]):
                number = told.entry.number
                body = dumps(views.entry(told))
                parts.append(f"id: {number}\nevent: entry\ndata: {body}\n\n")
                self._seen = number
                size += len(body)
                if size > _PAGE_BYTES:
                    break
            self._behind = self._seen < table.play.number
            if self._behind:
                return "".join(parts)
            who = viewer(table, self._holder)
            shown = (table.play.number, who.seats, table.play.question is None, table.revised)
            if table.play.undecided:
                pass  # a window that a policy may pass is shown to nobody before it is weighed
            elif shown != self._shown:
                self._shown = shown
                links = self._services.tables.links
                parts.append(self._state(views.state(table, who, links, log=False)))
            elif table.thinking != self._thinking:
                body = dumps({"thinking": views.thinking(table)})
                parts.append(f"event: thinking\ndata: {body}\n\n")
            self._thinking = table.thinking
        return "".join(parts)
