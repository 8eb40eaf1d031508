"""What can be shown of a game as it stands, whoever looks: taken from a live table, or stored.

A `Snapshot` is plain data that follows from the ledger. It is stored beside the ledger with a
digest that binds it to the newest entry and to the rules, so that a game can be shown before it is
played again. One that is damaged, or of other rules, is not believed; one that is older than the
ledger tells what was before its tail (see `resuming`).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from itertools import combinations
from typing import Any

from battlemat.kernel.rulebook import Rulebook
from battlemat.tables.ledger.rows import Asleep, Entry, GameRow, SnapshotRow
from battlemat.tables.play.clocks import kept
from battlemat.tables.table import Table
from battlemat.tables.view import pages
from battlemat.tables.view.json_text import Writer
from battlemat.tables.view.rules_mark import rules_mark

_FORMAT = 6
_QUICK = 1
_TEXTS = ("log", "chat", "scene", "handles")
"""Parts of a snapshot that are JSON text already."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game after entry `number`. `undo` tells what taking back would be, by the seats that ask;
    `driven` whether the server itself must do something next; `waits` whether it has not begun;
    `awaited` are those who have yet to mix something into the dice, `mixes` what was mixed in.
    `allowing` are the players who let watchers write, `spoke` the holders of those who wrote,
    `hinting` the players who agreed to hints, `showing` those who opened the game to watchers.
    `act` is the step of the last choice that was no window.
    """

    number: int
    step: int
    act: int
    names: dict[str, str]
    policies: dict[str, str]
    offer: dict[str, Any] | None
    undo: dict[str, str]
    result: dict[str, Any] | None
    rematch: str | None
    question: dict[str, Any] | None
    answerers: list[str]
    undecided: bool
    driven: bool
    waits: bool
    relinked: dict[str, int]
    awaited: list[str]
    mixes: list[dict[str, Any]]
    allowing: list[str]
    spoke: dict[str, str]
    hinting: list[str]
    showing: list[str]
    clock: dict[str, Any] | None
    stand_ins: dict[str, str | None]
    earlier: int
    log: str
    chat: str
    scene: str
    handles: str


@dataclass(frozen=True, slots=True)
class Board:
    """A game that can be shown: how it began, who sits at it, and how it stands."""

    writer: Writer
    row: GameRow
    title: str
    claimed: set[str]
    held: Mapping[str, set[str]]
    snapshot: Snapshot

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.row.id

    @property
    def relinked(self) -> Mapping[str, int]:
        """How often the links to a seat were made anew."""
        return self.snapshot.relinked

    def people(self) -> list[str]:
        """The players whose seats are for people."""
        return [seat.player for seat in self.row.seats if seat.kind == "person"]

    @property
    def driven(self) -> bool:
        """Whether the game goes on by itself once it is awake."""
        seated = all(player in self.claimed for player in self.people())
        return self.snapshot.driven or (self.snapshot.waits and seated)

    def without_log(self) -> Board:
        """The same board for a page that has the log already."""
        return replace(self, snapshot=replace(self.snapshot, log="null", chat="null", earlier=0))


def board_of(table: Table, viewers: Iterable[frozenset[str]], *, log: bool) -> Board:
    """A live table as it stands, for viewers with these seats; its lock is held."""
    stands = take(table, viewers, log=log)
    title = table.rulebook.title
    return Board(table.writer, table.row, title, table.claimed, table.held, stands)


def all_viewers(table: Table) -> list[frozenset[str]]:
    """Every set of seats that somebody may hold at a table."""
    people = table.people()
    return [frozenset(some) for n in range(len(people) + 1) for some in combinations(people, n)]


def take(table: Table, viewers: Iterable[frozenset[str]], *, log: bool) -> Snapshot:
    """How a table stands; its lock is held. The log is left out unless it is asked for."""
    viewers, play, view, write = list(viewers), table.play, table.view, table.writer.plain
    history, gallery, answerers = play.history, play.gallery, play.answerers()
    asked = any(player in seats for seats in viewers for player in answerers)
    page = pages.newest_lines(history.log, len(history.log), table.writer) if log else []
    return Snapshot(
        number=play.number,
        step=history.step,
        act=history.act,
        names=dict(play.names),
        policies=dict(play.policies),
        offer=asdict(play.offer) if play.offer else None,
        undo={key_of(seats): play.undo_for(set(seats))[0] for seats in viewers if seats},
        result=asdict(ending) if (ending := play.ending) else None,
        rematch=play.rematch,
        question=view.asked,
        answerers=answerers,
        undecided=play.undecided,
        driven=table.is_driven,
        waits=play.waits,
        relinked=dict(play.relinked),
        awaited=sorted(play.awaited),
        mixes=[mix._asdict() for mix in history.mixes],
        allowing=sorted(gallery.allowing),
        spoke=dict(gallery.spoke),
        hinting=sorted(gallery.hinting),
        showing=sorted(gallery.showing),
        clock=kept(play.clock),
        stand_ins={
            seat.player: seat.machine for seat in play.row.seats if seat not in play.made.seats
        },
        earlier=len(history.log) - len(page) if log else 0,
        log=write(page) if log else "null",
        chat=write(pages.chat(play)) if log else "null",
        scene=view.scene,
        handles=view.handles if asked else "[]",
    )


def key_of(seats: Iterable[str]) -> str:
    """The seats of somebody, as a snapshot names them."""
    return " ".join(sorted(seats))


# ---------------------------------------------------------------------- stored


def pack(table: Table, snapshot: Snapshot) -> SnapshotRow:
    """A snapshot of a table, whose lock is held since it was taken, as it is stored."""
    told = table.play.told
    newest = told[-1].entry if told else None
    head = {
        one.name: getattr(snapshot, one.name) for one in fields(Snapshot) if one.name not in _TEXTS
    }
    texts = [table.writer.plain(head), *(getattr(snapshot, name) for name in _TEXTS)]
    body = zlib.compress("\n".join(texts).encode(), _QUICK)
    digest = binding(table.row, table.rulebook, newest, body)
    return SnapshotRow(table.id, snapshot.number, digest, body)


def unpack(asleep: Asleep, rulebook: Rulebook[Any]) -> Snapshot | None:
    """The snapshot of a game; None if there is none, or if it is not of the ledger as it stands."""
    kept, newest = asleep.snapshot, asleep.newest
    if kept is None or kept.number != (newest.number if newest else 0):
        return None
    return unpack_at(kept, asleep.row, rulebook, newest)


def unpack_at(
    kept: SnapshotRow, row: GameRow, rulebook: Rulebook[Any], entry: Entry | None
) -> Snapshot | None:
    """What was kept after an entry; None if it is damaged, of another entry, or of other rules."""
    if kept.digest != binding(row, rulebook, entry, kept.body):
        return None
    head, *texts = zlib.decompress(kept.body).decode().split("\n")
    told: dict[str, Any] = json.loads(head) | dict(zip(_TEXTS, texts, strict=True))
    return Snapshot(**told)


def binding(row: GameRow, rulebook: Rulebook[Any], newest: Entry | None, body: bytes) -> str:
    """Binds a snapshot to its game, the rules of today and the newest entry."""
    bound = [_FORMAT, rules_mark(rulebook), row.id, row.rulebook, row.version]
    entry = asdict(newest) if newest else None
    text = json.dumps([*bound, entry], sort_keys=True)
    return sha256(text.encode() + b"\n" + body).hexdigest()
