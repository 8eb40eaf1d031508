"""What one listener of a page is told of a table: every entry once, and the newest state."""

from __future__ import annotations

from battlemat.tables.seats.links import Links
from battlemat.tables.seats.viewers import viewer
from battlemat.tables.table import Table
from battlemat.tables.view import views


class Stream:
    """What a listener has been told, and what it is told next."""

    def __init__(self, table: Table, seen: int, links: Links, holder: str) -> None:
        self._table = table
        self._holder = holder
        self._seen = seen
        self._links = links
        self._shown: tuple[object, ...] | None = None
        self._thinking: object = None

    def news(self) -> list[tuple[str, str]]:
        """All that happened since the last look: kinds with their data as JSON text."""
        table = self._table
        table.mend()
        found = []
        for told in table.play.told[self._seen :]:
            found.append(("entry", table.writer.plain(views.entry(told))))
            self._seen = told.entry.number
        who = viewer(table, self._holder)
        shown = (table.play.number, who.seats, table.play.question is None)
        if table.play.undecided:
            pass  # a window that a policy may pass is shown to nobody before it is weighed
        elif shown != self._shown:
            self._shown = shown
            found.append(("state", views.state(table, who, self._links, log=False).whole()))
        elif table.thinking != self._thinking:
            thinks = {"thinking": views.thinking(table)}
            found.append(("thinking", table.writer.plain(thinks)))
        self._thinking = table.thinking
        return found
