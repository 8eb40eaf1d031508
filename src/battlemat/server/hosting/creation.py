"""How games come to be: made, opened from a file, branched off, or played again.

Nothing that a client says goes into a game unchecked: choices must be on the catalogue, and a
record is played through before it is believed.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.words import say
from battlemat.server.beside import beside
from battlemat.server.hosting.live import LiveTables
from battlemat.server.workers import uploads
from battlemat.server.workers.fair_queue import Standing
from battlemat.server.workers.pool import NotDone, TooBusy
from battlemat.tables.ledger.moves import Nonce
from battlemat.tables.ledger.rows import GameRow
from battlemat.tables.making import Wanted, branched_row, new_row, practice_row, rematch_row
from battlemat.tables.play.clocks import Terms
from battlemat.tables.problems import Problem, too_many
from battlemat.tables.table import Table
from battlemat.tables.view.board import Board

_OPENING = 10.0


def create_game(tables: LiveTables, wanted: Wanted, holder: str) -> Table:
    """Make the game that was asked for; whoever asked holds the seats that are "me".

    The caller shows it (and so the commitment to its dice) before it tells the tables of it.
    """
    row, mine = new_row(tables.fitting, wanted)
    table = _begin(tables, row, mine, holder)
    with table.lock:
        if wanted.terms is not None:
            table.agree(wanted.terms)
        if wanted.nonces:
            table.await_nonces(table.people())
    return table


def _begin(tables: LiveTables, row: GameRow, mine: Sequence[str], holder: str) -> Table:
    rulebook = tables.catalogue.find(row.rulebook)
    try:
        rulebook.start(row.setup)
    except BattlematError as error:
        raise Problem(422, "bad-setup", _one_line(error)) from None
    tables.store.add_game(row, mine, holder)
    return tables.seat(row, quietly=True)


def _one_line(error: Exception) -> str:
    return " / ".join(str(error).splitlines())[:1000]


# ---------------------------------------------------------------------- from files and games


async def open_file(tables: LiveTables, text: str, holder: str, address: str) -> Board:
    """A practice game at the end of a record or a scenario.

    It is read, and then played, by workers within narrow bounds before anyone else has it.
    """
    openers, standing = tables.pools.openers, Standing(party=address)
    try:
        opened = await openers.run(
            uploads.open_file, None, text, timeout=_OPENING, patience=_OPENING, standing=standing
        )
        if "problem" in opened:
            raise Problem(422, "bad-file", opened["problem"])
        rulebook = tables.catalogue.find(opened["rulebook"])
        row = practice_row(rulebook, opened["setup"], tuple(opened["texts"]), None)
        await beside(tables.store.add_game, row, rulebook.players, holder)
        return await tables.resting.played(row.id, openers, address)
    except TooBusy:
        raise too_many(say("too many files are being opened; try again"), 5) from None
    except NotDone:
        message = say("this file takes longer to open than a server has time for")
        raise Problem(422, "bad-file", message) from None


async def open_board(
    tables: LiveTables,
    row: GameRow,
    holder: str,
    address: str,
) -> Board:
    """A practice game from a shipped board, every person's seat held by whoever opens it."""
    players = [seat.player for seat in row.seats if seat.kind == "person"]
    await beside(tables.store.add_game, row, players, holder)
    try:
        return await tables.resting.played(row.id, tables.pools.openers, address)
    except NotDone:
        raise too_many(say("too many games are being opened; try again"), 5) from None


async def branch(tables: LiveTables, table: Table, step: int | None, holder: str) -> Board:
    """A practice copy of a game from a step on, played by a worker."""
    row = await beside(branched_row, table, step)
    taken = [seat.player for seat in row.seats if seat.kind == "person"]
    await beside(tables.store.add_game, row, taken, holder)
    try:
        return await tables.resting.played(row.id, party=holder)
    except NotDone:
        raise too_many(say("too many games are being opened; try again"), 5) from None


def play_again(tables: LiveTables, table: Table) -> Table:
    """The rematch: the same battle with new dice, everyone in the seat they had."""
    row = rematch_row(table)
    taken = [player for player in table.people() if player in table.claimed]
    tables.store.add_game(row, taken, None)
    for holder, players in table.held.items():
        for player in sorted(players):
            tables.store.hold(row.id, player, holder)
    again = tables.seat(row, quietly=True)
    mixed = {mix.player for mix in table.play.history.mixes if mix.kind == Nonce.kind}
    with again.lock:
        if table.play.terms != Terms():
            again.agree(table.play.terms)
        again.await_nonces([player for player in taken if player in mixed])
    tables.changed(again)
    return again
