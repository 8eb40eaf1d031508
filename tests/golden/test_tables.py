"""Numbers, tables, cards and editions are what they were."""

from __future__ import annotations

import pytest

from battlemat.kernel.memo import Table
from golden.tables import HINT, ROOMS, kept, shown, written


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_module_writes_down_once_is_what_it_was(room: str) -> None:
    before, now = kept()[room], written(room)
    assert len(now) > 10
    changed = [one for one in {**before, **now} if before.get(one) != now.get(one)]
    told = [f"{one} = {now.get(one)}, and was {before.get(one)}" for one in changed]
    assert not changed, "\n".join([HINT, *told])


def test_what_is_kept_while_games_are_played_is_not_compared() -> None:
    table: Table[str, int] = Table(bound=16)
    before = shown(table)
    table.keep("played", 1)
    assert shown(table) == before == "Table(bound=16)"
