"""The levels: names that every rulebook shares, sentences, and old names that still open."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.rulebook import Temper
from battlemat.players import registry
from battlemat.players.driver import play
from battlemat.players.glance import Attention, Judge
from battlemat.players.levels import DEFAULT, LEVELS
from battlemat.players.looking import Habits, LookingPlayer
from example.standoff import TOY, Toy


def verb(option: Any) -> str:
    """The word of an option."""
    return str(option.verb)


def new_game(seed: str) -> Game[Any]:
    return Game(TOY, {"tokens": 1}, dice=SeededDice(seed))


def points(one: str, other: str, pairs: int) -> float:
    """What the first player makes of mirrored pairs: 1 for a win, a half for a draw."""
    total = 0.0
    for number in range(2 * pairs):
        sides = TOY.players if number % 2 == 0 else TOY.players[::-1]
        players = {
            sides[0]: registry.make(one, f"{number}a"),
            sides[1]: registry.make(other, f"{number}b"),
        }
        winner = play(new_game(f"{number // 2}"), players, most=1000).winner
        total += 0.5 if winner is None else float(winner == sides[0])
    return total / (2 * pairs)


def test_each_level_has_a_strength_and_one_sentence() -> None:
    assert len(LEVELS) >= 5
    assert DEFAULT in registry.names()
    for level in LEVELS:
        assert level.strength
        assert level.about.endswith(".")
        assert level.about.count(".") == 1
        assert "greedy" not in level.line


def test_a_game_of_old_goes_on_by_the_old_name() -> None:
    assert registry.checked("greedy") == "captain"
    old, new = registry.make("greedy", "1"), registry.make("captain", "1")
    game = new_game("1")
    while game.question is not None:
        answer = old.answer(game)
        assert answer == new.answer(game)
        game.answer(answer)


def test_an_old_name_is_never_suggested() -> None:
    with pytest.raises(registry.UnknownPlayer) as found:
        registry.make("gready", "1")
    assert "greedy" not in str(found.value)


def test_a_recruit_loses_to_a_captain() -> None:
    assert points("captain", "recruit", 30) > 0.6


def test_who_overlooks_nothing_and_looks_at_every_way_plays_like_the_yardstick() -> None:
    for seed in range(5):
        game = new_game(str(seed))
        plain = LookingPlayer("1", Habits(), Attention(shares=10_000))
        yardstick = registry.make("yardstick", "1")
        while game.question is not None:
            answer = plain.answer(game)
            assert answer == yardstick.answer(game)
            game.answer(answer)


def test_nobody_does_what_is_known_to_cost_too_much() -> None:
    blind = LookingPlayer("1", Habits(error=1.0, slack=0.1))
    for seed in range(20):
        answer = LookingPlayer(str(seed), blind.habits).answer(new_game("1"))
        assert verb(answer) == "fire"  # to walk gives the shot away


def test_mistakes_are_as_large_as_suits_the_game() -> None:
    """A judgement that is off by a thirtieth never gives a shot away; by thirty times as much, it
    does."""

    def taken(mistakes: float) -> set[str]:
        rulebook, habits = Toy(), Habits(error=0.03, slack=0.3)
        rulebook.temper = Temper(mistakes=mistakes)
        game: Game[Any] = Game(rulebook, {"tokens": 1}, dice=SeededDice("1"))
        return {verb(LookingPlayer(str(seed), habits).answer(game)) for seed in range(20)}

    assert taken(1.0) == {"fire"}
    assert taken(30.0) > {"fire"}


@pytest.mark.parametrize("habits", [Habits(overlooks=0.125), Habits(misses=0.125)])
def test_as_much_is_overlooked_as_suits_the_game(habits: Habits) -> None:
    """Of eight who could roll again one does not see it; where that costs less, every other."""

    def taken(oversight: float) -> int:
        rulebook = Toy()
        rulebook.temper = Temper(oversight=oversight)
        game: Game[Any] = Game(rulebook, {"tokens": 1})
        game.answer("fire R1 B1")
        game.answer("d6 6 6")
        players = [LookingPlayer(str(number), habits) for number in range(100)]
        return [verb(player.answer(game)) for player in players].count("again")

    assert 80 < taken(1.0) < 95
    assert 40 < taken(1 / 3) < 60  # an eighth to this power is a half


def test_a_window_is_missed_now_and_then() -> None:
    game = Game(TOY, {"tokens": 1})
    game.answer("fire R1 B1")
    game.answer("d6 6 6")
    habits = Habits(misses=0.5)
    verbs = {verb(LookingPlayer(str(n), habits).answer(game)) for n in range(20)}
    assert verbs == {"again", "pass"}


def test_dice_that_lie_on_the_table_are_looked_at_more_closely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To roll some of them again or others differs by less than a brief look can tell."""
    looked: dict[bool, Attention] = {}
    scores = Judge.scores

    def noted(judge: Judge, game: Game[Any], choice: Choice, options: Any) -> dict[Any, float]:
        looked[choice.optional] = judge.attention
        return scores(judge, game, choice, options)

    monkeypatch.setattr(Judge, "scores", noted)
    game = Game(TOY, {"tokens": 1})
    for answer in ("fire R1 B1", "d6 6 6"):
        LookingPlayer("1", Habits()).answer(game)
        game.answer(answer)
    LookingPlayer("1", Habits()).answer(game)
    shot, window = looked[False], looked[True]
    assert window.shares > shot.shares
