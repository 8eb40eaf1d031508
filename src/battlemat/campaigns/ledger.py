"""The ledger of a campaign: lines of JSON that are only ever added to.

The first line holds the campaign file itself and the seed of its dice, so that a ledger needs
nothing beside it. Each further line is one entry: a choice, a battle with its whole record, a force
that was changed. An entry has a number and a mark of what it says, so two ledgers of one campaign,
written to on two devices at once, are put together without losing a line, in the same order
whoever does it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.words import say

FORMAT = "battlemat campaign 1"
KINDS = ("choose", "battle", "agreed", "force")
MACHINE, FRIEND, GROUP = "machine", "friend", "group"
_MARK = 16
_PERSON = 2
"""Parts of what the head says of a player who is a person."""


class CampaignError(BattlematError):
    """A ledger that cannot be read or gone on with, in one line."""


class Entry(NamedTuple):
    """One thing that was decided or fought."""

    number: int
    do: str
    at: str
    """The point that it belongs to; "" where it belongs to none."""
    what: str
    """The option that was chosen, the record of the battle, the text of the force.

    A battle that players broke off says on a line before its record what they agreed on.
    """
    digest: str = ""
    """How the campaign stood after it, where it was written."""

    @property
    def mark(self) -> str:
        """A mark of what the entry says, by which it is told from any other."""
        said = json.dumps([self.number, self.do, self.at, self.what])
        return hashlib.sha256(said.encode()).hexdigest()[:_MARK]

    def line(self) -> str:
        """The entry as a line of the ledger."""
        said = {"n": self.number, "do": self.do, "at": self.at, "what": self.what}
        return json.dumps({**said, "digest": self.digest}, ensure_ascii=False) + "\n"


class Player(NamedTuple):
    """One of a group, his ready squad to begin with, and which machine he is, if he is one."""

    name: str
    squad: str
    machine: str = ""

    @property
    def row(self) -> list[str]:
        """What the head of a ledger says of him; that he is a person is not written."""
        return [*self[:_PERSON], *([self.machine] if self.machine else [])]


@dataclass(frozen=True, slots=True)
class Ledger:
    """The head of a ledger and its entries, in order."""

    campaign: str
    """The text of the campaign file."""
    seed: str
    entries: tuple[Entry, ...] = ()
    foe: str = MACHINE
    """Who leads the other force: the machine, or a friend; or whether a group plays."""
    players: tuple[Player, ...] = ()
    """Those who play it as a group, in the order of their seats."""

    def head(self) -> str:
        """The first line; what is usual is not written."""
        said: dict[str, Any] = {
            "format": FORMAT,
            "seed": self.seed,
            "campaign": self.campaign,
        }
        if self.foe != MACHINE:
            said["foe"] = self.foe
        if self.players:
            said["players"] = [one.row for one in self.players]
        return json.dumps(said, ensure_ascii=False) + "\n"

    @property
    def mark(self) -> str:
        """A mark of the campaign itself, the same however far its ledger has come."""
        return hashlib.sha256(self.head().encode()).hexdigest()[:_MARK]

    def text(self) -> str:
        """The whole file."""
        return self.head() + "".join(one.line() for one in self.entries)

    def with_entry(self, do: str, at: str, what: str, digest: str = "") -> Ledger:
        """The ledger with one more entry at its end."""
        number = max((one.number for one in self.entries), default=0) + 1
        entry = Entry(number, do, at, what, digest)
        return replace(self, entries=(*self.entries, entry))


def merged(one: Ledger, other: Ledger) -> Ledger:
    """Two ledgers of one campaign as one: every entry of both, once, in an order of its own.

    It does not matter which comes first, nor how often they are put together.
    """
    if one.head() != other.head():
        raise CampaignError(say("these are two campaigns, not two ledgers of one"))
    return replace(one, entries=_ordered((*one.entries, *other.entries)))


def _ordered(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Entries in the order that they count in, wherever they were written; each of them once."""
    found = {entry.mark: entry for entry in entries}
    return tuple(sorted(found.values(), key=lambda entry: (entry.number, entry.mark)))


# ------------------------------------------------------------------ files


def read(text: str, file: str = "the ledger") -> Ledger:
    """The ledger in a text; `CampaignError` says in one line what is wrong and where."""
    lines = text.splitlines()
    head = _object(lines[0], file, 1) if lines else {}
    if head.get("format") != FORMAT:
        raise CampaignError(
            say("{file}: this is not the beginning of a campaign's ledger", file=file)
        )
    if not text.endswith("\n"):
        raise _cut(file, len(lines))
    entries = [_entry(_object(line, file, n), file, n) for n, line in enumerate(lines[1:], 2)]
    campaign, seed, foe = (str(head.get(key, "")) for key in ("campaign", "seed", "foe"))
    leads = foe if foe in (FRIEND, GROUP) else MACHINE
    players = _players(head.get("players", []), file)
    return Ledger(campaign, seed, _ordered(entries), leads, players)


def _players(said: Any, file: str) -> tuple[Player, ...]:
    rows: list[Any] = said if isinstance(said, list) else [said]
    texts = [row for row in rows if isinstance(row, list) and all(isinstance(t, str) for t in row)]
    if len(texts) < len(rows) or any(len(row) not in (_PERSON, _PERSON + 1) for row in texts):
        raise CampaignError(say("{file}, line 1: its players cannot be read", file=file))
    return tuple(Player(*row) for row in texts)


def _object(line: str, file: str, number: int) -> Mapping[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        raise _cut(file, number) from None
    if not isinstance(found, dict):
        raise _cut(file, number)
    return found


def _entry(said: Mapping[str, Any], file: str, line: int) -> Entry:
    number, do, at, what = (said.get(key) for key in ("n", "do", "at", "what"))
    fits = isinstance(number, int) and isinstance(at, str) and isinstance(what, str)
    if not fits or do not in KINDS:
        told = say("{file}, line {line}: this is no entry of a campaign", file=file, line=line)
        raise CampaignError(told)
    return Entry(int(number or 0), str(do), str(at), str(what), str(said.get("digest", "")))


def _cut(file: str, line: int) -> CampaignError:
    return CampaignError(
        say(
            "{file}, line {line}: the ledger is cut off or damaged here; what stands before "
            "is whole. Merge it with another copy, or delete this line and what follows",
            file=file,
            line=line,
        )
    )


def load(path: Path) -> Ledger:
    """The ledger in a file."""
    return read(path.read_text(encoding="utf-8"), str(path))


def create(path: Path, ledger: Ledger) -> None:
    """Write a new ledger; a file that is there already is left alone."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(ledger.text())
    except FileExistsError:
        raise CampaignError(say("{file} is there already", file=str(path))) from None


def append(path: Path, entries: Iterable[Entry]) -> None:
    """Add entries to a ledger's file, each as one write at its end, and see them on the disk."""
    with path.open("ab", buffering=0) as file:
        for entry in entries:
            file.write(entry.line().encode())
        os.fsync(file.fileno())
