"""Absence: a game without a clock waits for somebody who has gone.

Somebody is gone while no page of theirs is open at the game and they answer nothing. After the time
that was agreed, whoever waits for them may claim the game, or let a machine take the seat; or go on
waiting. Where there is a clock, the clock decides.
"""

from __future__ import annotations

from dataclasses import dataclass

from battlemat.kernel.words import say
from battlemat.server.hosting.presence import Presence
from battlemat.server.store.lobby_store import LobbyStore
from battlemat.tables.ledger.agreements import Gone, StandIn
from battlemat.tables.ledger.kinds import kind_of
from battlemat.tables.ledger.told import Told
from battlemat.tables.play.clocks import seconds_between
from battlemat.tables.problems import Problem
from battlemat.tables.seats.viewers import Viewer
from battlemat.tables.table import Table


@dataclass(frozen=True, slots=True)
class Absence:
    """For whom a game waits, for how many seconds they have been gone, and how many are borne."""

    player: str | None
    gone: int
    patience: int

    @property
    def may_claim(self) -> bool:
        """Whether whoever waits need not wait any longer."""
        return self.player is not None and self.gone >= self.patience


class Absences:
    """Who is gone from which game."""

    def __init__(self, store: LobbyStore, presence: Presence) -> None:
        self._store = store
        self._presence = presence

    def of(self, table: Table, who: Viewer) -> Absence:
        """For whom a viewer's game waits; the table's lock is held."""
        patience, question = table.play.terms.patience, table.play.question
        nobody = Absence(None, 0, patience)
        silent = sorted(table.play.awaited - who.seats)  # who keep the dice waiting for their nonce
        if not who.seats or (not silent and (question is None or table.play.clock is not None)):
            return nobody
        player = silent[0] if question is None else question.player
        waits = player in table.people() and player not in who.seats
        if not waits or any(one not in table.claimed for one in table.people()):
            return nobody
        holders = [holder for holder, seats in table.held.items() if player in seats]
        if any(self._presence.is_here(table.id, holder) for holder in holders):
            return Absence(player, 0, patience)
        times = [
            told.entry.at
            for told in table.play.told
            if told.entry.question is not None
            or kind_of(told.entry).stirs
            or told.entry.player == player
        ]
        seen = self._store.last_seen(table.id, player)
        since = max([table.row.created, seen or "", *times])
        return Absence(player, seconds_between(since, table.keeper.now()), patience)

    def claim(self, table: Table, who: Viewer, machine: str | None) -> Told:
        """Claim a game from somebody who is gone, or give their seat to a machine; 409 if not."""
        who.acting(next(iter(who.seats), None))
        table.play.must_be_on()
        absence = self.of(table, who)
        if absence.player is None or not absence.may_claim:
            raise not_yet()
        if machine is None:
            return table.end(Gone(absence.player))
        return table.end(StandIn(absence.player, machine))


def not_yet() -> Problem:
    """There is nothing to claim."""
    return Problem(
        409, "not-yet", say("there is nothing to claim: nobody has lost by time or absence")
    )
