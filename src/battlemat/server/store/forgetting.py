"""What is removed from a store: games that people delete, words that they take back, old games.

Games and ledgers are append-only, and the database sees to that. A game can be removed whole, once
it is listed as forgotten; of a ledger that stays, words that were said can be emptied. Each
function is one transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import sqlalchemy as sa

from battlemat.server.store.lobby_store import games_with_rows
from battlemat.server.store.muster_store import BROUGHT, MUSTERS
from battlemat.server.store.notices import tell
from battlemat.server.store.schema import (
    BOARDS,
    CLAIMS,
    DUE,
    ENTRIES,
    FORGOTTEN,
    GAMES,
    HOLDERS,
    REMOVALS,
    SNAPSHOTS,
)
from battlemat.server.store.store import Store
from battlemat.tables.ledger.rows import now
from battlemat.tables.ledger.told import CHAT


def forget(store: Store, game: str) -> None:
    """Remove a game, or what was agreed for one, with everything that belongs to it."""
    belongs = (
        *games_with_rows(),
        (SNAPSHOTS, SNAPSHOTS.c.game),
        (BOARDS, BOARDS.c.game),
        (DUE, DUE.c.game),
        (REMOVALS, REMOVALS.c.game),
        (HOLDERS, HOLDERS.c.game),
        (CLAIMS, CLAIMS.c.game),
        (ENTRIES, ENTRIES.c.game),
        (GAMES, GAMES.c.id),
        (BROUGHT, BROUGHT.c.muster),
        (MUSTERS, MUSTERS.c.id),
    )
    taken = sa.select(GAMES.c.id).where(GAMES.c.id == game).with_for_update()
    with store.transaction() as db:
        db.execute(taken)  # nobody adds anything to it meanwhile
        listed = db.scalar(sa.select(FORGOTTEN.c.game).where(FORGOTTEN.c.game == game))
        if listed is None:
            db.execute(FORGOTTEN.insert().values(game=game, at=now()))
        for table, key in belongs:
            db.execute(table.delete().where(key == game))
        tell(db, store.name, game)


def leave(store: Store, game: str, holder: str, seats: Collection[str]) -> bool:
    """Let a game be nobody's of this holder any more, nor of the same person's other browsers;
    whether anybody has a seat in it still. Of two who leave at once, one is told that nobody has.
    """
    own = sa.or_(HOLDERS.c.holder == holder, HOLDERS.c.player.in_(list(seats)))
    left = sa.select(sa.func.count()).where(HOLDERS.c.game == game, HOLDERS.c.player != "")
    taken = sa.select(GAMES.c.id).where(GAMES.c.id == game).with_for_update()
    with store.transaction() as db:
        db.execute(taken)
        db.execute(HOLDERS.delete().where(HOLDERS.c.game == game, own))
        return bool(db.scalar(left))


def leave_to(store: Store, game: str, player: str, holder: str) -> None:
    """Let a seat be this holder's alone, whoever came to it by a link."""
    others = sa.and_(HOLDERS.c.player == player, HOLDERS.c.holder != holder)
    with store.transaction() as db:
        db.execute(HOLDERS.delete().where(HOLDERS.c.game == game, others))


def empty_words(store: Store, game: str, players: Sequence[str]) -> None:
    """Remove what was said from these seats, also from the snapshot."""
    said = sa.and_(ENTRIES.c.game == game, ENTRIES.c.kind == CHAT, ENTRIES.c.player.in_(players))
    with store.transaction() as db:
        db.execute(ENTRIES.update().where(said).values(text=""))
        db.execute(SNAPSHOTS.delete().where(SNAPSHOTS.c.game == game))


def newest_of_all(store: Store) -> str | None:
    """When something last happened in any game; None if there is none."""
    with store.transaction() as db:
        found = [db.scalar(sa.select(sa.func.max(one))) for one in (ENTRIES.c.at, GAMES.c.created)]
    return max((str(one) for one in found if one is not None), default=None)


def mark_old(store: Store, moment: str, at: str, most: int) -> Sequence[str]:
    """Mark games in which nothing has happened since a moment, and musters that became none, to be
    removed later; gives those that were not marked before. What has stirred is marked no longer.
    """
    marked = sa.select(REMOVALS.c.game)
    games, waiting = _old(moment)
    with store.transaction() as db:
        stirred = REMOVALS.c.game.not_in(games.union(waiting))
        db.execute(REMOVALS.delete().where(sa.or_(stirred, REMOVALS.c.at > at)))
        fresh = [
            *db.scalars(games.where(GAMES.c.id.not_in(marked)).limit(most)),
            *db.scalars(waiting.where(MUSTERS.c.id.not_in(marked)).limit(most)),
        ]
        if fresh:
            db.execute(REMOVALS.insert(), [{"game": game, "at": at} for game in fresh])
    return fresh


def marked_before(store: Store, moment: str, most: int) -> Sequence[str]:
    """What was marked to be removed before a moment."""
    query = sa.select(REMOVALS.c.game).where(REMOVALS.c.at <= moment).limit(most)
    with store.transaction() as db:
        return db.scalars(query).all()


def _old(moment: str) -> tuple[sa.Select[tuple[str]], sa.Select[tuple[str]]]:
    newest = sa.select(sa.func.max(ENTRIES.c.at)).where(ENTRIES.c.game == GAMES.c.id)
    played = sa.func.coalesce(newest.scalar_subquery(), GAMES.c.created)
    games = sa.select(GAMES.c.id).where(GAMES.c.created < moment, played < moment)
    waiting = sa.select(MUSTERS.c.id).where(
        MUSTERS.c.created < moment, MUSTERS.c.id.not_in(sa.select(GAMES.c.id))
    )
    return games, waiting
