"""What is kept says what it depends on and stays within its bound, in every way of keeping."""

from __future__ import annotations

import gc

from battlemat.kernel.memo import Memo, Owned, Table

SQUARES = Memo("the number", bound=3)
TABLES = Memo("whatever a test puts in", bound=3)
OWNED = Memo("the owner", bound=2)
asked: list[int] = []


@SQUARES
def square(number: int) -> int:
    """A number times itself."""
    asked.append(number)
    return number * number


def test_a_function_is_asked_once_for_what_is_kept_and_again_for_what_was_dropped() -> None:
    asked.clear()
    square.cache_clear()
    assert [square(n) for n in (2, 2, 3, 4, 5, 2)] == [4, 4, 9, 16, 25, 4]
    assert asked == [2, 3, 4, 5, 2]
    assert SQUARES.sizes == [3]
    assert SQUARES.name == "square"
    assert square.__doc__ == "A number times itself."


def test_a_full_table_is_emptied() -> None:
    table: Table[str, int] = TABLES.table()
    for number, key in enumerate("abc"):
        assert table.keep(key, number) == number
    assert TABLES.sizes == [3]
    table.keep("d", 3)
    assert table == {"d": 3}


def test_a_holder_that_nobody_holds_is_counted_no_more() -> None:
    gc.collect()
    before = len(TABLES.sizes)
    one: Table[str, int] = TABLES.table()
    two: Table[str, int] = TABLES.table()
    assert len(TABLES.sizes) == before + 2
    del one
    gc.collect()
    assert len(TABLES.sizes) == before + 1
    assert two == {}


def test_owners_are_told_apart_by_identity_and_the_last_few_are_kept() -> None:
    made: list[list[int]] = []

    def make(owner: list[int]) -> int:
        made.append(owner)
        return len(made)

    kept: Owned[list[int], int] = OWNED.owned(make)
    first, second, third = [1], [1], [1]
    assert [kept.of(one) for one in (first, second, first, third, first)] == [1, 2, 1, 3, 1]
    assert kept.of(second) == 4  # who has not been asked about for longest was dropped
    assert OWNED.sizes == [2]
    assert kept.of(second) == 4
    assert kept.of(first) == 1  # the other one of the last two, by its own value
    assert kept.of(first) == 1
    assert kept.of(second) == 4
    kept.forget()
    assert OWNED.sizes == [0]


def test_all_memos_are_listed_with_what_they_depend_on() -> None:
    mine = [memo for memo in Memo.all() if memo.module == __name__]
    assert [memo.depends for memo in mine] == ["the number", "whatever a test puts in", "the owner"]
    assert repr(SQUARES).startswith(f"<Memo of {__name__}.square: the number; [")


def test_holders_that_are_gone_do_not_pile_up() -> None:
    kept: list[Table[str, int]] = [TABLES.table() for _ in range(20)]
    for _ in range(500):
        TABLES.table()
    assert len(kept) <= len(TABLES._holders) <= 100
