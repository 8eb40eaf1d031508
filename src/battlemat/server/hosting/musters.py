"""Musters: players bring their squads to a game, unseen by each other, before there is a game.

What is brought stays in the store until everybody has brought theirs. Only then a game is made, so
no state, log, stream or record of a game could tell it earlier; and a muster itself tells
only who has brought something, and to each player what is their own. Every squad is read and
played with once in a worker, within its bounds, before it is kept.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import say
from battlemat.server.beside import for_request
from battlemat.server.hosting.live import LiveTables
from battlemat.server.hosting.squads import read_squads
from battlemat.server.store.muster_store import BroughtRow, MusterRow, MusterStore
from battlemat.tables.catalogue import Brought, option_name
from battlemat.tables.ledger.keeper import Conflict
from battlemat.tables.ledger.moves import Awaits
from battlemat.tables.ledger.rows import Entry, GameRow, Seat, now
from battlemat.tables.ledger.talk import Brings
from battlemat.tables.making import checked_choices, find_rulebook
from battlemat.tables.problems import Problem
from battlemat.tables.seats.links import new_game_id
from battlemat.tables.seats.viewers import must_not_pose

_PURPOSE = "muster"


@dataclass(frozen=True, slots=True)
class WantedMuster:
    """A game to which everybody shall bring what they want."""

    rulebook: str | None
    choices: Mapping[str, str]
    seat: str | None
    typed: bool


@dataclass(frozen=True, slots=True)
class Bringing:
    """What somebody wants to bring: by a link's `token`, or as whoever made the muster."""

    token: str
    name: str
    squad: Brought


@dataclass(frozen=True, slots=True)
class Muster:
    """A muster as it stands: what was agreed, what is in, whether the game has begun."""

    row: MusterRow
    rulebook: Rulebook[Any]
    brought: Mapping[str, BroughtRow]
    begun: bool

    @property
    def is_complete(self) -> bool:
        """Whether everybody has brought something."""
        return all(player in self.brought for player in self.rulebook.players)

    def seats_of(self, holder: str | None) -> list[str]:
        """The players whom a holder is here."""
        found = [one.player for one in self.brought.values() if one.holder == holder]
        if holder == self.row.holder and self.row.host not in found:
            found.append(self.row.host)
        return sorted(found)


class Musters:
    """The musters of one server."""

    def __init__(self, tables: LiveTables) -> None:
        self.tables = tables
        self.store = MusterStore(tables.store)

    # ------------------------------------------------------------------ making and finding

    def create(self, wanted: WantedMuster, holder: str) -> Muster:
        """A muster on these terms; what players bring is no part of the terms."""
        tables = self.tables
        rulebook = find_rulebook(tables.catalogue, wanted.rulebook)
        offered = tables.catalogue.choices(rulebook.name)
        keys = [choice["key"] for choice in offered]
        for player in rulebook.players:
            if player not in keys:
                raise Problem(
                    422,
                    "bad-setup",
                    say("squads cannot be brought to {title}", title=rulebook.title),
                )
        host = wanted.seat if wanted.seat is not None else rulebook.players[0]
        if host not in rulebook.players:
            raise Problem(422, "bad-setup", say("there is no player ''{host}''", host=host[:40]))
        chosen = {key: one for key, one in wanted.choices.items() if key not in rulebook.players}
        chosen = checked_choices(tables.catalogue, rulebook.name, chosen)
        lead = offered[0]  # what decides the rest is part of the terms, said or not
        if lead["default"] is not None:
            chosen.setdefault(lead["key"], lead["default"])
        self._must_fit(rulebook.name, chosen)
        seed = None if wanted.typed else secrets.token_hex(16)
        row = MusterRow(new_game_id(), rulebook.name, chosen, host, holder, seed, now())
        self.store.add(row)
        return Muster(row, rulebook, {}, begun=False)

    def _must_fit(self, rulebook: str, chosen: Mapping[str, str]) -> None:
        line = self.tables.fitting.why_not(rulebook, chosen)
        if line is not None:
            raise Problem(422, "bad-setup", line)

    def find(self, id: str) -> Muster:
        """A muster as it stands, or a 404."""
        row = self.store.find(id) if id.isascii() and "\0" not in id else None
        if row is None:
            raise Problem(404, "unknown-muster", say("there is no such muster"))
        rulebook = find_rulebook(self.tables.catalogue, row.rulebook)
        begun = self.tables.store.game(id) is not None
        return Muster(row, rulebook, self.store.brought(id), begun)

    # ------------------------------------------------------------------ telling

    def terms(self, muster: Muster) -> list[dict[str, str]]:
        """What was agreed, in words; what was left open is what is usual."""
        row, found = muster.row, []
        for choice in self._fitting(muster):
            named = row.terms.get(choice["key"], choice["default"])
            if choice["key"] not in muster.rulebook.players and named is not None:
                told = {"label": choice["label"], "value": option_name(choice, named)}
                found.append({"key": choice["key"], **told})
        return found

    def squads(self, muster: Muster) -> dict[str, list[dict[str, str]]]:
        """The shipped squads that fit the terms, for each player who has brought none."""
        players = [one for one in muster.rulebook.players if one not in muster.brought]
        return {
            choice["key"]: choice["options"]
            for choice in self._fitting(muster)
            if choice["key"] in players
        }

    def _fitting(self, muster: Muster) -> list[dict[str, Any]]:
        name = muster.rulebook.name
        lead = self.tables.catalogue.choices(name)[0]["key"]
        decided = muster.row.terms.get(lead)
        if decided is None:
            return self.tables.catalogue.choices(name)
        return self.tables.fitting.beside(name, lead, decided)

    # ------------------------------------------------------------------ links

    def invites(self, muster: Muster, holder: str | None) -> dict[str, str]:
        """The links that whoever made the muster may pass on: to seats that nobody has taken."""
        if holder != muster.row.holder:
            return {}
        prefix = self.tables.settings.prefix
        return {
            player: f"{prefix}/muster/{muster.row.id}#invite={self._token(muster, player)}"
            for player in muster.rulebook.players
            if player != muster.row.host and player not in muster.brought
        }

    def _token(self, muster: Muster, player: str) -> str:
        return self.tables.links.token(_PURPOSE, muster.row.id, player)

    def _seat(self, muster: Muster, token: str, holder: str) -> str:
        """The player for whom somebody brings something; 403 if for nobody."""
        if not token:
            if holder == muster.row.holder:
                return muster.row.host
            raise Problem(403, "not-your-seat", say("you have no seat here; open the invitation"))
        for player in muster.rulebook.players:
            wanted = self._token(muster, player).encode()
            right = hmac.compare_digest(wanted, token.encode("utf-8", "replace"))
            if right and player != muster.row.host:
                return player
        raise Problem(403, "bad-link", say("this link opens no seat of this muster"))

    # ------------------------------------------------------------------ bringing

    async def bring(self, id: str, given: Bringing, holder: str, address: str) -> Muster:
        """Bring a squad, legal in this game; with the last of them the game begins.

        A 422 tells everything that is wrong with it, a line each.
        """
        muster = await for_request(self.find, id)
        player = self._seat(muster, given.token, holder)
        if player in muster.brought:
            raise _taken(muster.brought[player].holder == holder)
        must_not_pose(given.name, muster.rulebook.players)
        read = await self._read(muster, {player: given.squad}, address)
        if "faults" in read:
            raise Problem(422, "bad-squad", "\n".join(read["faults"]))
        others = {other: _squad(one) for other, one in muster.brought.items()}
        if others and "faults" in await self._read(
            muster, {player: given.squad, **others}, address
        ):
            # Why is not told: it would speak of what the others bring.
            raise Problem(
                422, "bad-squad", say("this cannot be played with what another player brings")
            )
        squad, called = given.squad, read["called"][player]
        row = BroughtRow(player, holder, given.name, squad.shipped, squad.text, called, now())
        try:
            await for_request(self.store.bring, id, row)
        except Conflict:
            raise _taken(False) from None
        return await self.go_on(id, address)

    async def go_on(self, id: str, address: str) -> Muster:
        """The muster as it stands; its game begins if everything is in and it has not begun."""
        muster = await for_request(self.find, id)
        if muster.begun or not muster.is_complete:
            return muster
        squads = {player: _squad(one) for player, one in muster.brought.items()}
        read = await self._read(muster, squads, address)
        if "faults" in read:
            raise Problem(409, "cannot-meet", say("these squads cannot meet; make another muster"))
        await for_request(self._begin, muster, read["setup"], address)
        return replace(muster, begun=True)

    async def _read(
        self, muster: Muster, squads: Mapping[str, Brought], address: str
    ) -> dict[str, Any]:
        row = muster.row
        return await read_squads(self.tables, row.rulebook, row.terms, squads, address)

    def _begin(self, muster: Muster, setup: dict[str, Any], address: str) -> None:
        """Make the game; whoever else did so first has made the same one."""
        row, rulebook, tables = muster.row, muster.rulebook, self.tables
        game = GameRow(
            row.id,
            rulebook.name,
            rulebook.version,
            setup,
            row.seed,
            tuple(Seat(one, "person", muster.brought[one].name) for one in rulebook.players),
            now(),
        )
        guests = {one.player: one.holder for one in muster.brought.values()}
        try:
            tables.store.add_game(game, (), row.holder, guests, first=_waits_for(game))
        except Conflict:
            return
        table = tables.seat(game, quietly=True)
        table.address = address
        with table.lock:
            for one in muster.brought.values():
                table.say(Brings(one.player, one.called))
        tables.changed(table)


def _waits_for(game: GameRow) -> list[Entry]:
    """How a ledger begins: no die falls before every player has mixed something into the dice.

    It is stored with the game, so that no other server begins it sooner.
    """
    if game.seed is None:
        return []
    players = tuple(seat.player for seat in game.seats)
    return [Awaits("", players).as_entry(1, game.created, "server")]


def _squad(row: BroughtRow) -> Brought:
    return Brought(row.shipped, row.text)


def _taken(mine: bool) -> Problem:
    who = (
        say("you have brought your squad already") if mine else say("somebody has taken this seat")
    )
    return Problem(409, "seat-taken", who)
