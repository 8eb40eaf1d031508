"""Ladders: mirrored pairs, ratings with ranges, results that are kept and gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from battlemat.lab.duel import Outcome, Pair
from battlemat.lab.ladder import FIRST, ROUND, Climb, Ladder, Results
from battlemat.lab.pool import pool
from battlemat.lab.ratings import MEAN, rating_ranges, ratings
from battlemat.lab.results import FORMAT, Kept, ResultsError
from battlemat.lab.runner import Meeting, Run
from battlemat.lab.standing import Counted
from example.standoff import find

LADDER = Ladder("toy", {"tokens": 1}, ("random", "recruit", "sergeant"), "1")


def test_everybody_meets_everybody_before_anybody_meets_twice() -> None:
    meetings = LADDER.meetings
    standings = {one.name: Counted(2) for one in meetings}
    met = [one.name for one in Run(find, meetings, standings).play(pool(1))]
    assert met[:3] == [one.name for one in meetings]
    assert met == met[:3] * 2
    assert all(len(one.pairs) == 2 for one in standings.values())


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


def pair(number: int, points: float) -> Pair:
    """A pair in which the first scored so many points."""
    won = [0, 0] if points == 2 else [0, 1] if points == 1 else [1, 1]
    one, two = (
        Outcome(number, "s", ("red", "blue"), winner, (0, 0), 0, 5, 5, "over", "d")
        for winner in won
    )
    return Pair(number, (one, two))


def test_the_share_of_points_is_told_from_both_ends() -> None:
    pairs = [pair(number, points) for number, points in enumerate((2.0, 1.0, 2.0, 1.0))]
    results = Results({("a", "b"): pairs})
    one, other = results.share("a", "b"), results.share("b", "a")
    assert one is not None
    assert other is not None
    assert (one.value, other.value) == (0.75, 0.25)
    assert results.share("a", "c") is None
    assert results.games == 8


# ---------------------------------------------------------------------- until it is clear

YARDSTICKS = ("yardstick", "random")


def ladder(*players: str) -> Ladder:
    return Ladder("toy", {"tokens": 1}, players, "1")


def climbed(climb: Climb, points: dict[str, tuple[float, ...]]) -> list[list[int]]:
    """Play a ladder whose pairs come to these points in turn; how many pairs after each round."""
    rounds = []
    while True:
        for name, standing in climb.standings.items():
            while not standing.done:
                number = len(standing.pairs)
                standing.add(pair(number, points[name][number % len(points[name])]))
        rounds.append([len(one.pairs) for one in climb.standings.values()])
        if not climb.go_on():
            return rounds


def test_a_climb_is_of_neighbours_and_of_the_two_best_with_the_yardstick() -> None:
    whole = ladder("recruit", "captain", "general", "yardstick")
    climb = Climb(whole, YARDSTICKS, 50)
    names = [one.name for one in climb.meetings]
    assert names == [
        "captain against recruit",
        "general against captain",
        "yardstick against general",
        "yardstick against captain",
    ]
    assert {*names} <= {one.name for one in whole.meetings}  # so kept results serve both ways
    assert climbed(climb, dict(zip(names, [(2.0,), (2.0,), (0.0,), (1.0,)], strict=True))) == [
        [FIRST] * 4
    ]


def test_a_climb_goes_on_while_ranges_overlap_and_no_further_than_asked() -> None:
    most = FIRST + 2 * ROUND - 1
    climb = Climb(ladder("recruit", "captain", "general"), YARDSTICKS, most)
    clear, even = (one.name for one in climb.meetings)
    assert climbed(climb, {clear: (2.0,), even: (2.0, 0.0)}) == [
        [FIRST, FIRST],
        [FIRST + ROUND, FIRST + ROUND],
        [most, most],
    ]


def test_what_is_clear_rests_while_others_climb_on() -> None:
    levels = ("recruit", "corporal", "sergeant", "captain", "general")
    climb = Climb(ladder(*levels), YARDSTICKS, FIRST + ROUND)
    names = [one.name for one in climb.meetings]
    points: dict[str, tuple[float, ...]] = dict.fromkeys(names, (2.0,))
    points["corporal against recruit"] = (2.0, 0.0)
    more = FIRST + ROUND
    assert names[:2] == ["corporal against recruit", "sergeant against corporal"]
    assert climbed(climb, points) == [[FIRST] * 4, [more, more, FIRST, FIRST]]


def test_yardsticks_alone_meet_one_another() -> None:
    climb = Climb(ladder("yardstick", "random"), YARDSTICKS, FIRST - 1)
    assert [one.name for one in climb.meetings] == ["random against yardstick"]
    assert climb.standings["random against yardstick"].most == FIRST - 1


def test_a_run_goes_on_behind_the_pairs_that_were_counted_before() -> None:
    meeting = LADDER.meeting("random", "recruit")
    standing = Counted(2)
    for most in (2, 3):
        standing.most = most
        found: list[Meeting] = list(Run(find, [meeting], {meeting.name: standing}).play(pool(1)))
    assert found == [meeting]
    assert [one.number for one in standing.pairs] == [0, 1, 2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("anything\n", "holds no results of games"),
        ("\udcff\udcfe\n", "holds no results of games"),
        (json.dumps({"format": "other 1"}) + "\n", "holds no results of games"),
        (
            json.dumps({"format": "battlemat ladder 1", "rulebook": "toy", "seed": "2"}) + "\n",
            "format 'battlemat ladder 1' there, 'battlemat lab 1' here",
        ),
        (
            json.dumps({"format": FORMAT, "rulebook": "toy", "seed": "2"}) + "\n",
            "seed '2' there, '1' here",
        ),
    ],
)
def test_results_of_another_question_are_left_as_they_are(
    tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "other"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ResultsError, match=words):
        Kept(path, {"rulebook": "toy", "seed": "1"}).read()
    assert path.read_bytes() == text.encode("utf-8", "surrogateescape")
