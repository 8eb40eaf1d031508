"""At every question of a whole game it is in sight with its first answers, and the frame stands.

Each rulebook is walked once, by the guide or in haste, at one size; where new cases are looked
for (`make fuzz`), both of them, hints, a machine and chance walk it at every size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import settings

from browser.conftest import People
from browser.stage import Stage
from browser.walks import (
    BOOKS,
    SIZES,
    Chooser,
    Size,
    Walk,
    by_hints,
    by_the_guide,
    choices,
    in_haste,
    machine,
    same_dice,
)

NEWCOMER = {"notes": True, "names": True}
WALKERS: dict[str, Callable[[str], Chooser]] = {
    "guide": by_the_guide,
    "hints": by_hints,
    "machine": lambda _book: machine("sergeant"),
    "haste": lambda _book: in_haste(),
    "chance": lambda _book: machine("random"),
}
DAILY = {"skirm1": "guide"}
"""Who walks a game every day; the others are walked in haste."""


def walks() -> Iterator[Any]:
    """Who walks through which game at which size."""
    if settings.get_current_profile_name() != "default":
        for turn, book in enumerate(BOOKS):
            walker = DAILY.get(book, "haste")
            yield pytest.param(book, SIZES[turn % len(SIZES)], walker, id=f"{book} {walker}")
        return
    for book in BOOKS:
        for size in SIZES:
            for walker in WALKERS:
                yield pytest.param(book, size, walker, id=f"{book} {size.wide} {walker}")


@pytest.mark.longer
@pytest.mark.parametrize(("book", "size", "walker"), list(walks()))
def test_every_question_of_a_whole_game_is_in_sight_and_nothing_moves(
    skirm: Stage,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    book: str,
    size: Size,
    walker: str,
) -> None:
    same_dice(monkeypatch)
    walk = Walk(people(skirm, NEWCOMER, **size.how), book, size, choices(book, walker))
    walk.to_the_end(WALKERS[walker](book))
    assert walk.found == []
