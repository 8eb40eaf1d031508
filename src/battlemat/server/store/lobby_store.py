"""Where open seats are kept: who offers which seat to anybody, and how each offer ended.

Rows of offers and of their ends are added and never changed. The key of an end is the game, so of
two people who take one seat, or of one who takes and one who withdraws it, exactly one comes first.
When somebody was last seen at a game is no part of its ledger: those rows are replaced.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from battlemat.server.store.schema import CLAIMS, GAMES, HOLDERS, insert_into, make_tables
from battlemat.server.store.store import Store
from battlemat.tables.ledger.keeper import Conflict

LIVE, LETTERS = "live", "correspondence"
_META = sa.MetaData()
OPEN_SEATS = sa.Table(
    "open_seats",
    _META,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("player", sa.String(40), nullable=False),
    sa.Column("holder", sa.String(64), nullable=False, index=True),
    sa.Column("rulebook", sa.String(80), nullable=False),
    sa.Column("pace", sa.String(20), nullable=False),
    sa.Column("told", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False, index=True),
)
CLOSED_SEATS = sa.Table(
    "closed_seats",
    _META,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("how", sa.String(20), nullable=False),  # "taken", "withdrawn" or "over"
    sa.Column("at", sa.String(32), nullable=False),
)
OFFER_PLACES = sa.Table(
    "offer_places",
    _META,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("place", sa.String(64), nullable=False, index=True),
)
"""From where seats are offered: what stands for an address, and does not tell it."""
SEEN = sa.Table(
    "seen",
    _META,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
)

OPENED = sa.Table(
    "opened_games",
    _META,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False, index=True),
)
"""Games that their players opened to watchers; see `gallery_store`."""


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat for anybody: `told` is what others read of it before they sit down."""

    game: str
    player: str
    holder: str
    rulebook: str
    pace: str
    told: dict[str, Any]
    at: str


@dataclass(frozen=True, slots=True)
class Fresh:
    """From when on an offer stands: of real time if its owner was seen since, by letter if made."""

    live: str
    letters: str


class LobbyStore:
    """All open seats, in the database of the games. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store
        make_tables(store.engine, _META, "open_seats", "closed_seats")

    def offer(self, seat: OpenSeat, place: str) -> None:
        """Offer a seat to anybody, from a place; `Conflict` if one of this game was offered."""
        values = {
            "game": seat.game,
            "player": seat.player,
            "holder": seat.holder,
            "rulebook": seat.rulebook,
            "pace": seat.pace,
            "told": json.dumps(seat.told),
            "at": seat.at,
        }
        try:
            with self._store.transaction() as db:
                db.execute(OPEN_SEATS.insert().values(values))
                db.execute(OFFER_PLACES.insert().values(game=seat.game, place=place))
        except IntegrityError:
            raise Conflict(f"the open seat of game {seat.game}") from None

    def find(self, game: str, fresh: Fresh) -> OpenSeat | None:
        """The open seat of a game, if it is still to be had."""
        with self._store.transaction() as db:
            query = _standing(fresh).where(OPEN_SEATS.c.game == game)
            row = db.execute(query).mappings().first()
        return _seat(row) if row is not None else None

    def standing(self, fresh: Fresh, skip: int, most: int) -> list[OpenSeat]:
        """The seats that are to be had, newest first."""
        newest = OPEN_SEATS.c.at.desc(), OPEN_SEATS.c.game
        query = _standing(fresh).order_by(*newest).offset(skip).limit(most)
        with self._store.transaction() as db:
            return [_seat(row) for row in db.execute(query).mappings()]

    def offered_by(self, holder: str, fresh: Fresh) -> int:
        """How many seats of a holder are to be had."""
        query = _standing(fresh).where(OPEN_SEATS.c.holder == holder).subquery()
        with self._store.transaction() as db:
            return int(db.execute(sa.select(sa.func.count()).select_from(query)).scalar_one())

    def offered_from(self, place: str, fresh: Fresh) -> int:
        """How many seats are to be had that were offered from one place."""
        here = sa.select(OFFER_PLACES.c.game).where(OFFER_PLACES.c.place == place)
        query = _standing(fresh).where(OPEN_SEATS.c.game.in_(here)).subquery()
        with self._store.transaction() as db:
            return int(db.execute(sa.select(sa.func.count()).select_from(query)).scalar_one())

    def take(self, game: str, player: str, holder: str) -> None:
        """Take an open seat for a holder; `Conflict` if somebody was quicker."""
        at = self._store.now()
        try:
            with self._store.transaction() as db:
                db.execute(CLOSED_SEATS.insert().values(game=game, how="taken", at=at))
                db.execute(CLAIMS.insert().values(game=game, player=player, at=at))
                taken = {"holder": holder, "game": game, "player": player, "at": at}
                db.execute(HOLDERS.insert().values(taken))
        except IntegrityError:
            raise Conflict(f"the open seat of game {game}") from None

    def close(self, game: str, how: str) -> None:
        """Offer a seat no longer; `Conflict` if somebody has taken it."""
        try:
            with self._store.transaction() as db:
                ended = {"game": game, "how": how, "at": self._store.now()}
                db.execute(CLOSED_SEATS.insert().values(ended))
        except IntegrityError:
            raise Conflict(f"the open seat of game {game}") from None

    # ------------------------------------------------------------------ who is there

    def now(self) -> str:
        """The time of everything that is stored."""
        return self._store.now()

    def see(self, seen: Mapping[tuple[str, str], str]) -> None:
        """Note when holders were at games."""
        values = [
            {"game": game, "holder": holder, "at": at}
            for (game, holder), at in sorted(seen.items())  # two servers lock in one order
        ]
        if not values:
            return
        insert = insert_into(self._store.engine, SEEN)
        put = insert.on_conflict_do_update(
            index_elements=[SEEN.c.game, SEEN.c.holder],
            set_={"at": insert.excluded.at},
            where=SEEN.c.at < insert.excluded.at,
        )
        with self._store.transaction() as db:
            db.execute(put, values)

    def last_seen(self, game: str, player: str) -> str | None:
        """When somebody who holds this seat was last seen at the game."""
        same = sa.and_(SEEN.c.game == HOLDERS.c.game, SEEN.c.holder == HOLDERS.c.holder)
        query = (
            sa.select(sa.func.max(SEEN.c.at))
            .join(HOLDERS, same)
            .where(HOLDERS.c.game == game, HOLDERS.c.player == player)
        )
        with self._store.transaction() as db:
            found: str | None = db.scalar(query)
        return found


def _standing(fresh: Fresh) -> Any:
    """Offers that nobody has taken, that were not withdrawn, and whose owner still waits."""
    seen = sa.and_(SEEN.c.game == OPEN_SEATS.c.game, SEEN.c.holder == OPEN_SEATS.c.holder)
    lately = sa.func.coalesce(sa.select(SEEN.c.at).where(seen).scalar_subquery(), OPEN_SEATS.c.at)
    claimed = sa.and_(CLAIMS.c.game == OPEN_SEATS.c.game, CLAIMS.c.player == OPEN_SEATS.c.player)
    return OPEN_SEATS.select().where(
        sa.exists().where(GAMES.c.id == OPEN_SEATS.c.game),
        ~sa.exists().where(CLOSED_SEATS.c.game == OPEN_SEATS.c.game),
        ~sa.exists().where(claimed),
        OPEN_SEATS.c.at >= fresh.letters,
        sa.or_(OPEN_SEATS.c.pace == LETTERS, lately >= fresh.live),
    )


def _seat(row: Any) -> OpenSeat:
    return OpenSeat(
        row["game"],
        row["player"],
        row["holder"],
        row["rulebook"],
        row["pace"],
        json.loads(row["told"]),
        row["at"],
    )


_OF_GAMES = (OPEN_SEATS, OFFER_PLACES, CLOSED_SEATS, SEEN, OPENED)


def games_with_rows() -> Sequence[tuple[sa.Table, Any]]:
    """The tables whose rows belong to a game, with the column that names it."""
    return [(table, table.c.game) for table in _OF_GAMES]
