"""A part of the suite again, with nothing behind the page; the whole of it: `--transport page`."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser import test_learn, test_puzzles
from browser.alone import Site
from browser.transports import FILES, FIXTURES, TESTS, PageStage, needs_server

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def skirm(site: Site) -> PageStage:
    return PageStage(site)


test_a_lesson_without_a_server = test_learn.test_the_first_lesson_is_walked_by_pointers_alone
test_a_puzzle_without_a_server = test_puzzles.test_a_puzzle_is_tried_wrongly_then_solved_and_kept


def test_what_needs_a_server_is_there_and_has_its_reason() -> None:
    fixtures = (HERE / "conftest.py").read_text() + (HERE / "test_marked.py").read_text()
    assert [one for one in FIXTURES if f"def {one}(" not in fixtures] == []
    assert [one for one in FILES if not (HERE / one).is_file()] == []
    for one in TESTS:
        file, _, test = one.partition("::")
        assert f"def {test}(" in (HERE / file).read_text()
    assert needs_server("test_lobby.py", "test_any", ("people", "skirm"))
    assert needs_server("test_any.py", "test_any", ("toy",))
    assert not needs_server("test_learn.py", "test_any", ("people", "skirm"))
