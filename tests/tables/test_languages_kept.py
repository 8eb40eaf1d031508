"""What is kept for the next who asks is kept in one language: another hears it in his own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from battlemat.kernel.words import MARKED, speaking
from battlemat.packs.registry import find
from battlemat.packs.solving.puzzles import load_puzzle
from battlemat.puzzles import desk as puzzles
from battlemat.reader.recording import recorded
from battlemat.reader.shelf import shelf


def a_board() -> Any:
    return recorded(find("skirm3"), next(iter(shelf("skirm3").values())))


def a_list_of_puzzles() -> Any:
    return puzzles.listed("skirm3")


def the_puzzle_of_a_day() -> Any:
    return puzzles.every("2026-11-19")["daily"]


def a_puzzle() -> Any:
    return puzzles.shown("skirm3", puzzles.listed("skirm3")[0]["id"])


@pytest.fixture(autouse=True)
def nameless(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Puzzles without a name of their own, whose lists tell their goals in words of the house."""
    monkeypatch.setattr(
        "battlemat.puzzles.desk.load_puzzle", lambda *which: replace(load_puzzle(*which), name="")
    )
    puzzles._kept_list.cache_clear()
    yield
    puzzles._kept_list.cache_clear()


@pytest.mark.parametrize("told", [a_board, a_list_of_puzzles, the_puzzle_of_a_day, a_puzzle])
def test_whoever_speaks_another_language_is_told_nothing_in_that_of_the_one_before(
    told: Callable[[], Any],
) -> None:
    before = str(told())
    with speaking(MARKED):
        now = str(told())
    assert "⟦" not in before
    assert "⟦" in now
    assert str(told()) == before
