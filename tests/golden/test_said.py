"""What is said to whatever is typed is what was said before."""

from __future__ import annotations

import pytest

from golden.said import GAMES, HINT, kept, said


@pytest.mark.parametrize("name", GAMES)
def test_to_whatever_is_typed_the_same_is_said(name: str) -> None:
    before, now = kept(name), said(name)
    changed = [verb for verb in {**before, **now} if before.get(verb) != now.get(verb)]
    assert not changed, f"{HINT}: {', '.join(changed)}"
