"""Ladders: mirrored pairs, ratings with ranges, results that are kept and gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from battlemat.lab.ladder import Kept, Ladder, PairResult, Results, ResultsError, play_pair, run
from battlemat.lab.ratings import MEAN, rating_ranges, ratings
from example.standoff import find

LADDER = Ladder("toy", {"tokens": 1}, ("random", "recruit", "sergeant"), "1")


def test_pairs_are_the_same_whenever_they_are_played() -> None:
    first = play_pair(find, LADDER, "sergeant", "random", 3)
    assert play_pair(find, LADDER, "sergeant", "random", 3) == first
    assert 0 <= first.score <= 2


def test_everybody_meets_everybody_before_anybody_meets_twice() -> None:
    met = [(pair.one, pair.other, pair.number) for pair in run(find, LADDER, 2, Results())]
    assert len(met) == 6
    assert [number for *_, number in met] == [0, 0, 0, 1, 1, 1]
    assert len({(one, other) for one, other, _ in met}) == 3


def test_a_stronger_player_is_rated_higher_and_the_mean_stays() -> None:
    pairs = {("b", "a"): [2.0, 1.0, 2.0], ("c", "b"): [2.0, 2.0, 1.0], ("c", "a"): [2.0] * 3}
    found = ratings("abc", pairs)
    assert found["a"] < found["b"] < found["c"]
    assert sum(found.values()) / 3 == pytest.approx(MEAN)


def test_equals_are_rated_equal_and_ten_to_one_is_four_hundred_points() -> None:
    equal = ratings("ab", {("a", "b"): [1.0] * 10})
    assert equal["a"] == pytest.approx(equal["b"])
    far = ratings("ab", {("a", "b"): [20 / 11] * 5000})
    assert far["a"] - far["b"] == pytest.approx(400, abs=2)


def test_ranges_shrink_with_more_pairs() -> None:
    few = rating_ranges("ab", {("a", "b"): [2.0, 1.0, 0.0, 2.0]})["a"]
    many = rating_ranges("ab", {("a", "b"): [2.0, 1.0, 0.0, 2.0] * 25})["a"]
    assert few.low < many.low < many.value < many.high < few.high


def test_the_share_of_points_is_told_from_both_ends() -> None:
    results = Results()
    for number, score in enumerate((2.0, 1.0, 2.0, 1.0)):
        results.add(PairResult("a", "b", number, score, 10))
    one, other = results.share("a", "b"), results.share("b", "a")
    assert one is not None
    assert other is not None
    assert (one.value, other.value) == (0.75, 0.25)
    assert results.share("a", "c") is None
    assert results.games == 8


def test_results_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "toy.results", {"rulebook": "toy", "seed": "1"})
    pair = PairResult("sergeant", "random", 0, 2.0, 20)
    kept.write(pair)
    with kept.path.open("a") as file:
        file.write('{"one": "serg')  # killed in the middle of a line
    known = kept.read()
    assert known.by_meeting == {("sergeant", "random"): {0: pair}}
    played = list(run(find, LADDER, 1, known))
    assert ("sergeant", "random") not in {(one.one, one.other) for one in played}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("anything\n", "holds no results of a ladder"),
        (
            json.dumps({"format": "battlemat ladder 1", "rulebook": "toy", "seed": "2"}) + "\n",
            "seed '2' there, '1' here",
        ),
    ],
)
def test_results_of_another_ladder_are_left_as_they_are(
    tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "other"
    path.write_text(text)
    with pytest.raises(ResultsError, match=words):
        Kept(path, {"rulebook": "toy", "seed": "1"}).read()
    assert path.read_text() == text
