"""What boards answer is what they answered before."""

from __future__ import annotations

import pytest

from golden.measured import BOARDS, HINT, kept, measured


@pytest.mark.parametrize("name", BOARDS)
def test_to_whatever_rules_ask_of_a_board_it_answers_the_same(name: str) -> None:
    before, now = kept(name), measured(name)
    changed = [one for one in {**before, **now} if before.get(one) != now.get(one)]
    assert not changed, f"{HINT}: {', '.join(changed)}"
