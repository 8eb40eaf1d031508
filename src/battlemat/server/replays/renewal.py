"""Going on under today's rules, by agreement, with a game that they would lead elsewhere.

Everybody who has a seat says yes. Then a new game begins where the old one stood before the first
answer after which the rules differ: up to there today's rules lead it where it went, which the
ledger proves. Everyone sits where they sat, new dice fall, and both games tell of each other.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from battlemat.kernel.words import say
from battlemat.server.hosting.live import LiveTables
from battlemat.tables.ledger.agreements import Renew, Renewed
from battlemat.tables.ledger.deed import Deed
from battlemat.tables.ledger.keeper import Conflict
from battlemat.tables.ledger.proof import RulesDiffer
from battlemat.tables.ledger.rows import Asleep
from battlemat.tables.making import renewal_told, renewed_row
from battlemat.tables.opening import rulebook_of, unknown_game
from battlemat.tables.play.clocks import Terms
from battlemat.tables.problems import Problem
from battlemat.tables.seats.viewers import Viewer
from battlemat.tables.table import Table
from battlemat.tables.view.replay import (
    agreed,
    awaited,
    is_over,
    people,
    renewed,
)

_TRIES = 10


def agree(
    tables: LiveTables, id: str, holder: str | None, player: str | None, differs: RulesDiffer
) -> dict[str, Any]:
    """A player says yes; gives who has, who has not, and the game in which it goes on then."""
    store = tables.store
    asleep = store.asleep(id)
    if asleep is None:
        raise unknown_game()
    entries = store.entries(id)
    held = asleep.held.get(holder, set()) if holder else set()
    who = Viewer(frozenset(held & people(asleep, entries)), "" in held, holder)
    acting = who.acting(player)
    if is_over(entries):
        raise Problem(409, "game-over", say("the game is over"))
    if acting not in agreed(entries):
        _write(tables, id, Renew(acting))
    entries = store.entries(id)
    missing = awaited(asleep, entries)
    game = renewed(entries)
    if not missing and game is None:
        game = _begin_again(tables, asleep, differs)
    return {"agreed": agreed(entries), "awaited": missing, "game": game}


def _write(tables: LiveTables, id: str, deed: Deed) -> None:
    """Add to the ledger of a game that cannot be played; others may write into it as well."""
    store = tables.store
    by = "person" if deed.player else "server"
    for _ in range(_TRIES):
        newest = store.newest([id]).get(id, 0)
        with suppress(Conflict):
            store.append(id, deed.as_entry(newest + 1, store.now(), by))
            return
    raise Problem(409, "conflict", say("somebody else was quicker"))


def _begin_again(tables: LiveTables, asleep: Asleep, differs: RulesDiffer) -> str:
    """The new game; of two servers that begin it at once, one does."""
    rulebook = rulebook_of(tables.catalogue, asleep.row)
    before = Table(tables.store, rulebook, asleep.row, until=differs.entry - 1)
    id = tables.links.token(Renewed.kind, asleep.row.id, "")[:16]
    with suppress(Conflict):
        _seat_all(tables, before, id)
    _write(tables, asleep.row.id, Renewed("", game=id))
    return id


def _seat_all(tables: LiveTables, before: Table, id: str) -> None:
    row = renewed_row(before, id, tables.store.now())
    taken = [player for player in before.people() if player in before.claimed]
    tables.store.add_game(row, taken, None)
    for holder, players in before.held.items():
        for player in sorted(players):
            tables.store.hold(id, player, holder)
    again = tables.seat(row, quietly=True)
    with again.lock:
        again.say(Renewed("", renewal_told(before)))
        if before.play.terms != Terms():
            again.agree(before.play.terms)
    tables.changed(again)
