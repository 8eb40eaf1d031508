"""PettingZoo's own tests of environments, for every rulebook."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test

from battlemat.env import BOOKS, Book, openfire, skirm3, skirmishers

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
SMALL: dict[str, dict[str, Any]] = {
    "skirm3": {"mission": "first-steps", "red": "recruits", "blue": "recruits"},
    "skirmishers": {"mission": "first-watch"},
    "openfire": {"mission": "first-exercise"},
}
"""Short games on small tables, where there are any."""


@every_book
def test_the_api_is_kept(book: Book, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(book.env(**SMALL.get(book.name, {})), num_cycles=12)
    assert "Passed API test" in capsys.readouterr().out


def test_a_whole_game_keeps_the_api() -> None:
    api_test(skirm3.env(**SMALL["skirm3"]), num_cycles=400)


@every_book
def test_the_same_seed_is_the_same_game(book: Book) -> None:
    seed_test(partial(book.env, **SMALL.get(book.name, {})), num_cycles=6)


@every_book
def test_games_are_cut_off_after_so_many_cycles(book: Book) -> None:
    small = SMALL.get(book.name, {})
    each = partial(book.env, turns="each", illegal="around", **small)
    both = partial(book.parallel_env, **small)
    max_cycles_test(SimpleNamespace(env=each, parallel_env=both))


@pytest.mark.parametrize("book", [skirm3, skirmishers, openfire], ids=lambda book: book.name)
def test_tables_are_rendered(book: Book, capsys: pytest.CaptureFixture[str]) -> None:
    made = partial(book.env, **SMALL[book.name])
    render_test(made, {"svg": lambda drawn: drawn.startswith("<svg")})
    assert capsys.readouterr().out
