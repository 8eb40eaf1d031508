"""Every clause of an edition is cited by code or content and shown by a test, or says why not."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from battlemat.lab.coverage import Coverage, coverage, texts
from rules.skirm.table import BOOKS, EDITIONS

TESTS = Path(__file__).parent.parent
MOST_EXEMPT = 4


def cover(edition: str) -> Coverage:
    package = files("battlemat")
    return coverage(
        BOOKS[edition].register,
        sources=texts(package, (".py", ".yaml", ".yml")),
        shared_sources=texts(package / "rulebooks" / "skirm", (".py",)),
        tests=texts(TESTS, (".py", ".yaml", ".yml")),
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_is_cited_and_shown(edition: str) -> None:
    found = cover(edition)
    assert (found.missing_in_code, found.missing_in_tests) == ((), ())
    assert len(found.exempt) <= MOST_EXEMPT
