"""Every clause of a rulebook is shown by a test, or its register says why not.

That a test shows what it claims is checked while it runs (`tests/conftest.py`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from battlemat.commands.shared.coverage import cover
from battlemat.packs import registry

TESTS = Path(__file__).parents[1]
ALONE = Path(__file__).with_name("shown_by_tests_alone.txt")
MOST_EXEMPT = 4


@pytest.mark.parametrize("name", registry.names())
def test_every_clause_is_shown(name: str) -> None:
    found = cover(registry.find(name).register, TESTS)
    assert found.missing == ()
    assert len(found.exempt) <= MOST_EXEMPT


@pytest.mark.parametrize("name", registry.names())
def test_clauses_that_nothing_cites_are_on_a_list(name: str) -> None:
    """A clause that players can ask about has a `because`; the others are listed, so that a new one
    is not forgotten.
    """
    listed = set(ALONE.read_text(encoding="utf-8").split())
    assert set(cover(registry.find(name).register, TESTS).by_tests_alone) <= listed
