"""Ledgers that were written before entries had kinds of their own open as they stood."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from battlemat.tables.ledger.keeper import MemoryKeeper
from battlemat.tables.ledger.kinds import KINDS, kind_of
from battlemat.tables.ledger.rows import Entry, GameRow, Seat
from battlemat.tables.table import Table
from example.standoff import Toy

LEDGERS = sorted((Path(__file__).parent / "ledgers").glob("*.json"))


def opened(told: dict[str, Any]) -> Table:
    row, keeper = told["row"], MemoryKeeper()
    seats = tuple(Seat(**one) for one in row["seats"])
    made = GameRow(**{**row, "seats": seats, "prefix": tuple(row["prefix"])})
    keeper.open(made.id)
    for entry in told["entries"]:
        keeper.append(made.id, Entry(**entry))
    return Table(keeper, Toy(), made)


@pytest.mark.parametrize("file", LEDGERS, ids=lambda file: file.stem)
def test_a_ledger_of_before_opens_as_it_stood(file: Path) -> None:
    told = json.loads(file.read_text(encoding="utf-8"))
    play = opened(told).play
    assert play.history.game.digest == told["digest"]
    assert [line.text for line in play.history.log] == told["log"]
    for one in play.told:
        kept = one.entry.extra
        if kind_of(one.entry).moves:
            assert [line.text for line in one.lines] == [line["text"] for line in kept["lines"]]
            assert [list(roll.faces) for roll in one.fallen] == kept["dice"]


@pytest.mark.parametrize("file", LEDGERS, ids=lambda file: file.stem)
def test_its_entries_are_written_today_as_they_were_then(file: Path) -> None:
    proof = {"digest", "dice", "lines", "over"}
    for entry in json.loads(file.read_text(encoding="utf-8"))["entries"]:
        stored = Entry(**entry)
        deed = kind_of(stored).of(stored)
        again = deed.as_entry(stored.number, stored.at, stored.by, stored.question)
        said = {key: one for key, one in stored.extra.items() if key not in proof}
        assert (again.kind, again.player, again.text) == (entry["kind"], stored.player, stored.text)
        assert (again.question, again.extra) == (stored.question, said)


def test_the_ledgers_hold_nearly_every_kind_of_entry() -> None:
    held = {
        entry["kind"]
        for file in LEDGERS
        for entry in json.loads(file.read_text(encoding="utf-8"))["entries"]
    }
    assert held <= set(KINDS)
    assert len(held) >= 20
