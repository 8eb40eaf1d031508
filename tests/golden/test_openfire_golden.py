"""A golden game of Open Fire: a change of any rule, word or question shows as a difference."""

from __future__ import annotations

import difflib

from golden.write_openfire import FILE, tale


def test_a_whole_game_reads_as_it_did() -> None:
    kept = FILE.read_text(encoding="utf-8").splitlines()
    found = tale().splitlines()
    changes = list(difflib.unified_diff(kept, found, "kept", "found", lineterm="", n=2))[:40]
    hint = "read this; if it is meant, run python tests/golden/write_openfire.py"
    assert not changes, "\n".join([hint, *changes])
