"""Every clause of Open Fire is cited by code or content and shown by a test; none is exempt."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from battlemat.lab.coverage import coverage, texts
from battlemat.rulebooks.openfire.rulebook import OPENFIRE

TESTS = Path(__file__).parent.parent.parent


def test_every_clause_is_cited_and_shown() -> None:
    found = coverage(
        OPENFIRE.register,
        sources=texts(files("battlemat"), (".py", ".yaml", ".yml")),
        tests=texts(TESTS, (".py", ".yaml", ".yml")),
    )
    assert (found.missing_in_code, found.missing_in_tests) == ((), ())
    assert not found.exempt
