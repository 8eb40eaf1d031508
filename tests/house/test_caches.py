"""House rules for what is kept between calls; each is tried on a source that it must refuse."""

from __future__ import annotations

import pytest

from house import caches
from house.sources import project, snippet

HERE = "battlemat.rulebooks.skirm.chapters.moves"


def test_nothing_is_kept_but_through_a_memo() -> None:
    assert [fault for one in project() for fault in caches.bare_caches(one)] == []


def test_no_table_is_bounded_by_hand() -> None:
    assert [fault for one in project() for fault in caches.bounded_by_hand(one)] == []


def test_memos_stand_at_the_top_of_their_modules() -> None:
    assert [fault for one in project() for fault in caches.passing_memos(one)] == []


@pytest.mark.parametrize(
    "text",
    [
        "from functools import lru_cache",
        "from functools import cache, partial",
        "import functools\n@functools.cache\ndef f(x): ...",
        "import functools\nf = functools.lru_cache(maxsize=8)(g)",
    ],
)
def test_a_bare_cache_is_noticed(text: str) -> None:
    assert caches.bare_caches(snippet(HERE, text))
    assert caches.bare_caches(snippet("battlemat.kernel.memo", text)) == []


def test_what_belongs_to_one_object_is_no_such_cache() -> None:
    assert caches.bare_caches(snippet(HERE, "from functools import cached_property")) == []


@pytest.mark.parametrize(
    "text",
    [
        "if len(kept) >= MOST:\n    kept.clear()",
        "def f(self):\n    if len(self._known) > 100:\n        self._known.clear()",
    ],
)
def test_a_table_that_is_bounded_by_hand_is_noticed(text: str) -> None:
    assert caches.bounded_by_hand(snippet(HERE, text))


def test_emptying_for_another_reason_is_not_meant() -> None:
    assert caches.bounded_by_hand(snippet(HERE, "if len(kept) >= MOST:\n    others.clear()")) == []


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    return Memo('x', bound=1)(g)",
        "make = lambda: Memo('x', bound=1)",
        "class A:\n    def f(self):\n        @Memo('x', bound=1)\n        def g(): ...",
    ],
)
def test_a_memo_in_a_function_is_noticed(text: str) -> None:
    assert caches.passing_memos(snippet(HERE, text))


def test_a_memo_around_a_function_is_as_it_should_be() -> None:
    assert caches.passing_memos(snippet(HERE, "@Memo('x', bound=1)\ndef f(): ...")) == []
