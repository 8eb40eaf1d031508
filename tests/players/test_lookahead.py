"""Looking ahead within a budget: endless chains, and costs that do not depend on the past."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from battlemat.kernel.game import Game
from battlemat.kernel.odds import forget, odds
from battlemat.kernel.questions import Flow, roll, tally
from battlemat.players.lookahead import TooMany, bounded_odds, likeliest
from example.listing import choose
from example.standoff import SIDES, Toy, ToyBattle

GO = ("go",)


def chain(dice: int) -> Flow[int]:
    """Dice of which each 1 scores and is rolled on, without end."""
    faces = yield from roll("red", dice, 6, because="toy.fire.hit", alike=((1,), (2, 3, 4, 5, 6)))
    ones = faces.count(1)
    if ones:
        more = yield from tally(("test ones", ones), lambda: chain(ones))
        return ones + more
    return 0


class Chained(Toy):
    """One choice, then a chain of dice whose length is the score."""

    def step(self, battle: ToyBattle) -> Flow[None] | None:
        return None if battle.turn > 1 else self._only(battle)

    def _only(self, battle: ToyBattle) -> Flow[None]:
        yield from choose(SIDES[0], "action", [GO], because="toy.turn.act")
        battle.scores[0] = yield from tally(("test ones", 4), lambda: chain(4))
        battle.turn += 1

    def outcome(self, before: ToyBattle, after: ToyBattle) -> str:
        return str(after.scores[0] - before.scores[0])


@pytest.fixture
def game() -> Game[Any]:
    return Game(Chained(), {})


def test_a_count_is_too_dear_whatever_was_counted_before(game: Game[Any]) -> None:
    def measure(battle: ToyBattle) -> int:
        return battle.scores[0]

    for _ in range(2):  # with nothing known, then with every part known
        with pytest.raises(TooMany):
            odds(game, GO, measure=measure, most=50)
        odds(game, GO, measure=measure, most=5_000)
    forget()
    with pytest.raises(TooMany):
        odds(game, GO, measure=measure, most=50)


def test_a_chain_too_dear_to_count_is_followed_until_next_to_nothing_is_left(
    game: Game[Any],
) -> None:
    rough = bounded_odds(game, GO, 60, tail=Fraction(1, 100))
    assert 0 < rough.missing <= Fraction(1, 100)
    exact = odds(game, GO)
    for outcome, chance in rough.outcomes.items():
        assert 0 <= exact.outcomes[outcome] - chance <= rough.missing


def test_a_budget_that_leaves_too_much_out_is_told(game: Game[Any]) -> None:
    with pytest.raises(TooMany):
        bounded_odds(game, GO, 3, tail=Fraction(1, 100))


def test_the_likeliest_way_comes_first_and_the_walk_keeps_to_its_budget(game: Game[Any]) -> None:
    ways = list(likeliest(game, GO, 40))
    chances = [chance for _, chance in ways]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == Fraction(5, 6) ** 4
    assert len(ways) <= 40
    assert game.battle.scores == [0, 0]
