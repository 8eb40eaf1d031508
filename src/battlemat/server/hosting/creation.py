"""How games come to be: made, opened from a file, branched off, or played again.

Nothing that a client says goes into a game unchecked: choices must be on the catalogue, and a
record is played through before it is believed.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.rulebook import Rulebook
from battlemat.players.registry import known_as
from battlemat.server.beside import beside
from battlemat.server.hosting.live import LiveTables
from battlemat.server.workers import uploads
from battlemat.server.workers.fair_queue import Standing
from battlemat.server.workers.pool import NotDone, TooBusy
from battlemat.tables.catalogue import UnknownRulebook, is_own_number
from battlemat.tables.ledger.moves import Nonce
from battlemat.tables.ledger.rows import GameRow, Seat, now
from battlemat.tables.play.clocks import Terms
from battlemat.tables.problems import Problem, too_many
from battlemat.tables.seats.links import new_game_id
from battlemat.tables.seats.viewers import must_not_pose
from battlemat.tables.table import Table
from battlemat.tables.view.board import Board

_BETWEEN_MACHINES = 700
_OPENING = 10.0


@dataclass(frozen=True, slots=True)
class WantedSeat:
    """Who shall sit in a seat: "me", a "friend" or a "machine"."""

    kind: str
    name: str = ""
    machine: str | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game that somebody wants to play."""

    rulebook: str | None = None
    choices: Mapping[str, str] | None = None
    seats: Mapping[str, WantedSeat] | None = None
    typed: bool = False
    pace: int | None = None
    nonces: bool = False
    terms: Terms | None = None


def find_rulebook(tables: LiveTables, name: str | None) -> Rulebook[Any]:
    """A rulebook of the catalogue, or a 404."""
    try:
        return tables.catalogue.find(tables.catalogue.names()[0] if name is None else name)
    except UnknownRulebook as error:
        raise Problem(404, "unknown-rulebook", str(error)) from None


def create_game(tables: LiveTables, wanted: Wanted, holder: str) -> Table:
    """Make the game that was asked for; whoever asked holds the seats that are "me".

    The caller shows it (and so the commitment to its dice) before it tells the tables of it.
    """
    rulebook = find_rulebook(tables, wanted.rulebook)
    choices = checked_choices(tables, rulebook.name, wanted.choices or {})
    seats = _seats(tables, rulebook, wanted.seats or {})
    try:
        setup = dict(tables.catalogue.build(rulebook.name, choices))
        rulebook.start(setup)
    except BattlematError as error:
        line = tables.fitting.misfit(rulebook.name, choices, error)
        raise Problem(422, "bad-setup", line) from None
    persons = any(seat.kind != "machine" for seat in seats.values())
    pace = wanted.pace if wanted.pace is not None else (0 if persons else _BETWEEN_MACHINES)
    row = GameRow(
        new_game_id(),
        rulebook.name,
        rulebook.version,
        setup,
        None if wanted.typed else secrets.token_hex(16),
        tuple(_stored(player, seats[player]) for player in rulebook.players),
        now(),
        pace=pace,
    )
    mine = [player for player in rulebook.players if seats[player].kind == "me"]
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


def checked_choices(
    tables: LiveTables, rulebook: str, choices: Mapping[str, str]
) -> dict[str, str]:
    """The choices, each of them one that is offered, or all of them those of a guided game; the
    catalogue fills in the others. Where `random` is offered, `random:SEED` may be chosen, too, and
    any number where `own` is."""
    if any(dict(choices) == guide["choices"] for guide in tables.catalogue.guides(rulebook)):
        return dict(choices)
    offered = {choice["key"]: choice for choice in tables.catalogue.choices(rulebook)}
    for key, value in choices.items():
        if key not in offered:
            raise Problem(422, "bad-setup", f"there is no choice '{key[:40]}'{_near(key, offered)}")
        ids = [option["id"] for option in offered[key]["options"]]
        seeded = "random" in ids and value.startswith("random:")
        if value not in ids and not seeded and not is_own_number(ids, value):
            near = _near(value, ids)
            raise Problem(422, "bad-setup", f"there is no {key} '{value[:40]}'{near}")
    return dict(choices)


def _near(word: str, known: Any) -> str:
    return did_you_mean(word[:80], known)


def _seats(
    tables: LiveTables, rulebook: Rulebook[Any], wanted: Mapping[str, WantedSeat]
) -> dict[str, WantedSeat]:
    for player in wanted:
        if player not in rulebook.players:
            near = _near(player, rulebook.players)
            raise Problem(422, "bad-setup", f"there is no player '{player[:40]}'{near}")
    known = tables.catalogue.machines()
    machines = [machine["name"] for machine in known]
    usual = next((machine["name"] for machine in known if machine["default"]), machines[0])
    seats: dict[str, WantedSeat] = {}
    for player in rulebook.players:
        default = WantedSeat("me") if not wanted and not seats else WantedSeat("machine")
        seat = wanted.get(player, default)
        if seat.kind == "machine":
            seat = replace(seat, machine=known_as(seat.machine or usual))
            if seat.machine not in machines:
                near = _near(seat.machine or "", machines)
                raise Problem(422, "bad-setup", f"there is no machine '{seat.machine}'{near}")
        else:
            must_not_pose(seat.name, rulebook.players)
            seat = replace(seat, machine=None)
        seats[player] = seat
    return seats


def _stored(player: str, seat: WantedSeat) -> Seat:
    kind = "machine" if seat.kind == "machine" else "person"
    name = seat.name if seat.kind != "friend" else ""
    return Seat(player, kind, name, seat.machine)


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
        row = _practice(rulebook, opened["setup"], tuple(opened["texts"]), None)
        await beside(tables.store.add_game, row, rulebook.players, holder)
        return await tables.resting.played(row.id, openers, address)
    except TooBusy:
        raise too_many("too many files are being opened; try again", 5) from None
    except NotDone:
        message = "this file takes longer to open than a server has time for"
        raise Problem(422, "bad-file", message) from None


async def branch(tables: LiveTables, table: Table, step: int | None, holder: str) -> Board:
    """A practice copy of a game from a step on, played by a worker."""
    row = await beside(_branched, table, step)
    taken = [seat.player for seat in row.seats if seat.kind == "person"]
    await beside(tables.store.add_game, row, taken, holder)
    try:
        return await tables.resting.played(row.id, party=holder)
    except NotDone:
        raise too_many("too many games are being opened; try again", 5) from None


def _branched(table: Table, step: int | None) -> GameRow:
    with table.lock:
        history = table.play.history
        at = history.step if step is None else step
        if not 0 <= at <= history.step:
            raise Problem(404, "unknown-step", f"the game has steps 0 to {history.step}")
        texts = tuple(text for _, text in history.texts[:at])
    row = _practice(table.rulebook, dict(table.row.setup), texts, {"game": table.id, "step": at})
    return replace(row, seats=_who_plays(table.row.seats))


def _who_plays(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Machines play on in a practice copy as they did; whoever tries it out has every other seat,
    and all where machines played each other."""
    if all(seat.kind == "machine" for seat in seats):
        return tuple(Seat(seat.player, "person") for seat in seats)
    return tuple(seat if seat.kind == "machine" else Seat(seat.player, "person") for seat in seats)


def _practice(
    rulebook: Rulebook[Any],
    setup: dict[str, Any],
    texts: tuple[str, ...],
    parent: dict[str, Any] | None,
) -> GameRow:
    return GameRow(
        new_game_id(),
        rulebook.name,
        rulebook.version,
        setup,
        secrets.token_hex(16),
        tuple(Seat(player, "person") for player in rulebook.players),
        now(),
        prefix=texts,
        practice=True,
        parent=parent,
    )


def play_again(tables: LiveTables, table: Table) -> Table:
    """The rematch: the same battle with new dice, everyone in the seat they had."""
    old = table.row
    row = replace(
        old,
        id=new_game_id(),
        seed=secrets.token_hex(16) if old.seed is not None else None,
        seats=tuple(replace(seat, name=table.play.names[seat.player]) for seat in old.seats),
        created=now(),
        prefix=(),
        parent={"game": old.id, "step": table.play.history.step},
    )
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
