"""Every clause of a rulebook is cited by code or content and shown by a test, or says why not."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from battlemat.lab.coverage import Coverage, coverage, texts
from battlemat.packs import registry

TESTS = Path(__file__).parent.parent
MOST_EXEMPT = 4


def cover(name: str) -> Coverage:
    """What is cited; the editions of Skirm share an engine that cites clauses without a name."""
    package = files("battlemat")
    engine = package / "rulebooks" / "skirm"
    return coverage(
        registry.find(name).register,
        sources=texts(package, (".py", ".yaml", ".yml")),
        shared_sources=texts(engine, (".py",)) if name[:-1] == "skirm" else (),
        tests=texts(TESTS, (".py", ".yaml", ".yml")),
    )


@pytest.mark.parametrize("name", registry.names())
def test_every_clause_is_cited_and_shown(name: str) -> None:
    found = cover(name)
    assert (found.missing_in_code, found.missing_in_tests) == ((), ())
    assert len(found.exempt) <= MOST_EXEMPT
