"""What is kept for the next who asks is kept in one language: another hears it in his own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from battlemat.kernel.words import MARKED, speaking
from battlemat.packs.registry import find
from battlemat.puzzles import desk as puzzles
from battlemat.reader.recording import recorded
from battlemat.reader.shelf import shelf


def a_board() -> Any:
    return recorded(find("skirm3"), next(iter(shelf("skirm3").values())))


def a_list_of_puzzles() -> Any:
    return puzzles.every("2026-11-19")


def a_puzzle() -> Any:
    return puzzles.shown("skirm3", puzzles.listed("skirm3")[0]["id"])


@pytest.mark.parametrize("told", [a_board, a_list_of_puzzles, a_puzzle])
def test_whoever_speaks_another_language_is_told_nothing_in_that_of_the_one_before(
    told: Callable[[], Any],
) -> None:
    before = str(told())
    with speaking(MARKED):
        now = str(told())
    assert "⟦" not in before
    assert "⟦" in now
    assert str(told()) == before
