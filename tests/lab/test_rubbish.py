"""Python's search for rubbish is rarer while the laboratory plays, and only then."""

import gc
from contextlib import suppress

import pytest

from battlemat.lab import runner
from battlemat.lab.rubbish import YOUNG, seldom_searched


def test_rubbish_is_searched_for_seldom_within_the_block_and_as_before_after_it() -> None:
    before = gc.get_threshold()
    with suppress(ValueError), seldom_searched():
        assert gc.get_threshold() == (max(before[0], YOUNG), *before[1:])
        raise ValueError("in the block")
    assert gc.get_threshold() == before


def test_who_never_searches_is_left_alone() -> None:
    before = gc.get_threshold()
    gc.set_threshold(0)
    try:
        with seldom_searched():
            assert gc.get_threshold()[0] == 0
    finally:
        gc.set_threshold(*before)


def test_a_worker_plays_its_games_so(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[int] = []

    def play_pairs(*_: object, **__: object) -> list[object]:
        found.append(gc.get_threshold()[0])
        return []

    monkeypatch.setattr(runner, "play_pairs", play_pairs)
    runner._play(None, None, [], listening=False)  # type: ignore[arg-type]
    assert found == [max(gc.get_threshold()[0], YOUNG)]
