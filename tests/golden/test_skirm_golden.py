"""Golden games of Skirm: a change of any rule, word or question shows as a difference to read."""

from __future__ import annotations

import difflib

import pytest

from golden.write_skirm import BOOKS, file_of, tale


@pytest.mark.parametrize("edition", list(BOOKS))
def test_a_whole_game_reads_as_it_did(edition: str) -> None:
    kept = file_of(edition).read_text(encoding="utf-8").splitlines()
    found = tale(edition).splitlines()
    changes = list(difflib.unified_diff(kept, found, "kept", "found", lineterm="", n=2))[:40]
    hint = "read this; if it is meant, run python tests/golden/write_skirm.py"
    assert not changes, "\n".join([hint, *changes])
