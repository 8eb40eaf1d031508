"""What counted walks under fire weigh: by the shelf's own scales, and by the process's memory."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from battlemat.kernel import odds as counting
from battlemat.kernel.odds import forget, odds
from battlemat.kernel.questions import Choice
from battlemat.kernel.tallies import Shelf
from battlemat.rulebooks.skirmishers.chapters.moving.movement import Move
from battlemat.rulebooks.skirmishers.state.battle import Unit
from rules.skirmishers.table import Table, foe, trooper

NARROW = {"degrees": 30, "heading": 6}


@pytest.fixture
def table() -> Iterator[Table]:
    """Somebody who walks through the arcs of three, and many who look on."""
    forget()
    onlookers: dict[str, Any] = {f"C{n}": trooper((n, 6)) for n in range(6)}
    foes: dict[str, Any] = {f"B{n}": foe((9 - n, 2 * n), arc=NARROW) for n in range(3)}
    yield Table.on(A=trooper((0, 2)), **onlookers, **foes)
    forget()


def count_walks(table: Table, most: int) -> int:
    """Count the odds of so many walks; how many there were."""
    question: Any = table.game.question
    assert isinstance(question, Choice)
    walks = [one for one in question.listed if isinstance(one, Move)][20 : 20 + most]
    for walk in walks:
        odds(table.game, walk, measure=lambda battle: battle.units[0].hp)
    return len(walks)


def test_a_shelf_weighs_about_what_the_process_holds_for_it(table: Table) -> None:
    count_walks(table, 2)  # the tables of the board are worked out
    forget()
    gc.collect()
    tracemalloc.start()
    try:
        count_walks(table, 12)
        gc.collect()
        full = tracemalloc.get_traced_memory()[0]
        weight, tallies = counting._shelf.weight, len(counting._shelf._known)
        forget()
        gc.collect()
        held = full - tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert tallies > 50
    assert held <= 1.2 * weight, "a shelf holds more than it says, and its bound is no bound"
    assert weight <= 4 * held, "a shelf holds less than it says, and forgets too early"
    assert Shelf.MOST <= 24_000_000


def test_a_key_that_is_kept_holds_no_battle(table: Table) -> None:
    gc.collect()
    before = _battles()
    count_walks(table, 6)
    question: Any = table.game.question
    question.kept = None
    gc.collect()
    assert len(counting._shelf._known) > 20
    assert _battles() == before


def _battles() -> int:
    return sum(type(one) is Unit for one in gc.get_objects())
