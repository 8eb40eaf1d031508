"""The lobby: seats that are open to anybody, and how strangers come to sit opposite each other.

An offer stands until somebody takes the seat, its owner withdraws it, or it is stale: one for real
time when its owner has not been at the game for two minutes, any when it is two weeks old.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from battlemat.kernel.words import say
from battlemat.server.hosting.live import LiveTables
from battlemat.server.store.lobby_store import Fresh, LobbyStore, OpenSeat
from battlemat.tables.catalogue import option_name
from battlemat.tables.ledger.keeper import Conflict
from battlemat.tables.ledger.talk import Join
from battlemat.tables.problems import Problem
from battlemat.tables.seats.viewers import must_not_pose
from battlemat.tables.table import Table

PAGE = 40
MOST_PAGES = 25
MOST_OFFERS = 5
"""So many seats one person may offer at a time."""
MOST_FROM_HERE = 15
"""So many all people together who come from one address: a company, a school, or somebody who
throws cookies away.
"""
UNSEEN = timedelta(minutes=2)
OLD = timedelta(days=14)
_KEPT = 1.0
"""Seconds for which a page of the lobby is read from memory."""
_FORM = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody tells of the opponent whom they look for."""

    pace: str
    level: str
    wish: str


class Lobby:
    """The open seats of all games, as one server sees them. From any thread."""

    def __init__(self, tables: LiveTables, store: LobbyStore) -> None:
        self._tables = tables
        self._store = store
        self._pages: dict[int, tuple[float, list[OpenSeat]]] = {}

    def _fresh(self) -> Fresh:
        now = datetime.strptime(self._tables.store.now(), _FORM)
        return Fresh((now - UNSEEN).strftime(_FORM), (now - OLD).strftime(_FORM))

    # ------------------------------------------------------------------ offering

    def may_offer(self, kinds: Sequence[str], holder: str, address: str) -> None:
        """422 unless one of these seats is for somebody else; 409 if too many offers stand."""
        if sorted(kinds).count("friend") != 1 or "me" not in kinds:
            message = say(
                "a game that is open to anybody has one seat of kind 'friend' and one 'me'"
            )
            raise Problem(422, "bad-setup", message)
        if self._store.offered_by(holder, self._fresh()) >= MOST_OFFERS:
            message = say(
                "you offer {count} seats already; withdraw one of them first", count=MOST_OFFERS
            )
            raise Problem(409, "enough-offers", message)
        if self._store.offered_from(self._place(address), self._fresh()) >= MOST_FROM_HERE:
            message = say(
                "too many seats are offered from where you are; withdraw one of them first"
            )
            raise Problem(409, "enough-offers", message)

    def _place(self, address: str) -> str:
        """What the store knows an address by, which tells nobody the address."""
        return self._tables.links.token("place", address, "")

    def offer(self, table: Table, wish: Wish, choices: Mapping[str, str], holder: str) -> None:
        """Offer the free seat of a new game to anybody; it is counted for where it was made."""
        with table.lock:
            (player,) = (one for one in table.people() if one not in table.claimed)
            names = table.play.names
            host = next((names[one] for one in table.people() if names[one]), "")
            scene = table.rulebook.scene(table.play.history.game.battle)
            told = {
                "host": host,
                "level": wish.level,
                "wish": wish.wish,
                "mission": scene.subtitle or scene.title,
                "terms": self._terms(table.row.rulebook, choices),
                "clock": asdict(table.play.terms.clock) if table.play.terms.clock else None,
                "dice": "server" if table.row.seed is not None else "typed",
            }
        at = self._tables.store.now()
        seat = OpenSeat(table.id, player, holder, table.row.rulebook, wish.pace, told, at)
        self._store.offer(seat, self._place(table.address))
        self._pages.clear()

    def _terms(self, rulebook: str, chosen: Mapping[str, str]) -> list[dict[str, str]]:
        """What will be played, in words; what was left open is what is usual."""
        offered = self._tables.catalogue.choices(rulebook)
        decided = chosen.get(offered[0]["key"], offered[0]["default"]) if offered else None
        if decided is not None:
            offered = self._tables.fitting.beside(rulebook, offered[0]["key"], decided)
        found = []
        for choice in offered:
            named = chosen.get(choice["key"], choice["default"])
            if named is not None:
                value = option_name(choice, named)
                found.append({"key": choice["key"], "label": choice["label"], "value": value})
        return found

    # ------------------------------------------------------------------ looking

    def page(self, number: int, holder: str | None) -> dict[str, Any]:
        """A page of the seats that are to be had, newest first, and whether there are more."""
        until, seats = self._pages.get(number, (0.0, []))
        if time.monotonic() >= until:
            seats = self._store.standing(self._fresh(), number * PAGE, PAGE + 1)
            self._pages[number] = (time.monotonic() + _KEPT, seats)
        return {
            "seats": [self._shown(seat, holder) for seat in seats[:PAGE]],
            "more": len(seats) > PAGE and number + 1 < MOST_PAGES,
        }

    def of_game(self, game: str, holder: str | None) -> dict[str, Any] | None:
        """The open seat of one game, if it is to be had."""
        found = self._store.find(game, self._fresh())
        return self._shown(found, holder) if found is not None else None

    def _shown(self, seat: OpenSeat, holder: str | None) -> dict[str, Any]:
        known = seat.rulebook in self._tables.catalogue.names()
        title = self._tables.catalogue.find(seat.rulebook).title if known else seat.rulebook
        return {
            "game": seat.game,
            "rulebook": seat.rulebook,
            "title": title,
            "player": seat.player,
            "pace": seat.pace,
            "created": seat.at,
            "yours": seat.holder == holder,
            "clock": None,
            **seat.told,
        }

    def owner(self, game: str) -> tuple[OpenSeat, str]:
        """An offer, and its words as everybody reads them; 409 if it does not stand any more."""
        seat = self._store.find(game, self._fresh())
        if seat is None:
            raise _gone()
        return seat, " / ".join(filter(None, (seat.told["host"], seat.told["wish"])))

    # ------------------------------------------------------------------ sitting down

    def sit(self, table: Table, holder: str, name: str, nonce: str | None) -> None:
        """Take the open seat of a game; 409 if it is not to be had any more."""
        seat = self._store.find(table.id, self._fresh())
        if seat is None:
            raise _gone()
        must_not_pose(name, table.rulebook.players)
        if seat.holder == holder:
            raise Problem(
                409,
                "own-seat",
                say("you are offering this seat yourself; somebody else has to take it"),
            )

        def take() -> None:
            if table.play.ending is not None:
                raise _gone()
            try:
                self._store.take(table.id, seat.player, holder)
            except Conflict:
                raise _gone() from None
            table.chairs.note(seat.player, holder)
            table.say(Join(seat.player, name))
            if nonce is not None and table.row.seed is not None:
                table.add_nonce(seat.player, nonce)

        try:
            self._tables.act(table, take)
        finally:
            self._pages.clear()

    def withdraw(self, game: str, holder: str) -> None:
        """Offer a seat no longer; it can still be given away by its link."""
        seat = self._store.find(game, self._fresh())
        if seat is None:
            raise _gone()
        if seat.holder != holder:
            raise Problem(403, "not-your-seat", say("somebody else offers this seat"))
        try:
            self._store.close(game, "withdrawn")
        except Conflict:
            raise _gone() from None
        finally:
            self._pages.clear()


def _gone() -> Problem:
    return Problem(409, "seat-taken", say("this seat is no longer free"))
