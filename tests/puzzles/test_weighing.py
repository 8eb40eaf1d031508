"""Judgements: few games sieve, both judges confirm, and luck alone passes neither."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Option
from battlemat.packs import registry
from battlemat.packs.setups import build_setup
from battlemat.puzzles import weighing
from battlemat.puzzles.judging import LOOKS, Judge, Lead
from battlemat.puzzles.weighing import confirmed, sieve

GAMES = 400


class Told(Judge):
    """A judge who plays nothing: of each answer is told how often it wins."""

    def __init__(self, wins: dict[str, float], seed: str = "a") -> None:
        dice = Random(seed)
        self.played: dict[str, int] = {}
        self.results = {
            one: [float(dice.random() < part) for _ in range(GAMES)] for one, part in wins.items()
        }

    def score(self, option: Option, number: int) -> float:
        name = str(option[0])
        self.played[name] = max(self.played.get(name, 0), number + 1)
        return self.results[name][number]


def named(*names: str) -> list[Option]:
    return [(name,) for name in names]


@pytest.fixture
def game() -> Game[Any]:
    return Game(registry.find("skirm3"), build_setup("skirm3"))


def judges(monkeypatch: pytest.MonkeyPatch, *told: Told) -> None:
    answers = iter(told)
    monkeypatch.setattr(weighing, "Judge", lambda *_: next(answers))


def test_what_wins_far_more_passes_the_sieve_with_the_closest_other_first() -> None:
    judge = Told({"a": 0.0, "b": 1.0, "c": 0.5, "d": 0.0})
    assert sieve(judge, named("a", "b", "c", "d")) == (
        (("b",),),
        (("c",), ("a",), ("d",)),
    )


def test_two_answers_may_be_right_and_three_may_not() -> None:
    two, three = Told({"a": 1, "b": 1, "c": 0, "d": 0}), Told({"a": 1, "b": 1, "c": 1, "d": 0})
    sieved = sieve(two, named("a", "b", "c", "d"))
    assert sieved is not None
    assert set(sieved[0]) == {("a",), ("b",)}
    assert sieve(three, named("a", "b", "c", "d")) is None


def test_answers_that_are_alike_are_given_up_after_few_games() -> None:
    judge = Told({"a": 1.0, "b": 1.0, "c": 1.0})
    assert sieve(judge, named("a", "b", "c")) is None
    assert set(judge.played.values()) == {weighing.ROUNDS[0][0]}


def test_who_is_far_behind_is_not_asked_again() -> None:
    judge = Told({"a": 1.0, "b": 0.7, "c": 0.0})
    assert sieve(judge, named("a", "b", "c")) is not None
    assert judge.played["c"] < judge.played["a"]


def test_both_judges_must_agree(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    clear, even = {"a": 0.9, "b": 0.3}, {"a": 0.5, "b": 0.5}
    judges(monkeypatch, Told(clear), Told(clear, "b"))
    found = confirmed(game, named("a"), named("b"))
    assert found is not None
    assert (found.right[0][0], found.closest, found.lead.is_clear) == (("a",), ("b",), True)
    judges(monkeypatch, Told(clear), Told(even, "b"))
    assert confirmed(game, named("a"), named("b")) is None


def test_every_other_answer_must_be_beaten(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    wins = {"a": 0.9, "b": 0.3, "c": 0.9}
    judges(monkeypatch, Told(wins), Told(wins, "b"))
    assert confirmed(game, named("a"), named("b", "c")) is None


def test_what_each_other_answer_wins_is_told(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    wins = {"a": 1.0, "b": 0.0, "c": 0.4, "d": 0.2}
    judges(monkeypatch, Told(wins), Told(wins))
    found = confirmed(game, named("a"), named("c", "b", "d"))
    assert found is not None
    assert found.closest == ("c",)
    assert [one for one, _ in found.others] == [("d",), ("b",)]
    assert [round(won, 1) for _, won in found.others] == [0.2, 0.0]


def test_a_lead_is_taken_for_clear_only_where_it_is_looked_at() -> None:
    judge = Told({"a": 0.9, "b": 0.2})
    assert len(judge.lead(("a",), ("b",)).values) == LOOKS[0]


def test_even_answers_are_never_taken_for_a_lead() -> None:
    found = [
        Told({"a": 0.5, "b": 0.5}, str(seed)).lead(("a",), ("b",)).is_clear for seed in range(40)
    ]
    assert not any(found)


def test_a_lead_must_be_eight_points_and_surely_more_than_four() -> None:
    assert Lead([0.09] * 300).is_clear
    assert not Lead([0.07] * 300).is_clear
    assert not Lead([0.09] * 20).is_clear
