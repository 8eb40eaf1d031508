"""A quick look: with shares for every way it is exact, with few it is fair, and it never peeks."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.odds import forget, odds, tally_ways
from battlemat.kernel.questions import Choice, Flow, Tally, roll
from battlemat.packs.skirm.setups import build_setup
from battlemat.players.glance import Attention, Judge, glance
from battlemat.players.looking import Habits, LookingPlayer
from battlemat.rulebooks.skirm.advice import worth as skirm_worth
from battlemat.rulebooks.skirm.chapters.attacks import Shoot
from battlemat.rulebooks.skirm.rulebook import SKIRM3
from example.standoff import TOY

SETUP = build_setup(
    "skirm3", mission="secure", map="relay-yard", red="tolands-line", blue="breach-team"
)


def at_a_shot() -> tuple[Game[Any], Choice, Shoot]:
    """A game of Skirm in which a shot may be fired."""
    game: Game[Any] = Game(SKIRM3, SETUP, dice=SeededDice("shot"))
    player = LookingPlayer("x", Habits(), Attention(options=6, shares=1))
    while isinstance(question := game.question, Choice):
        shots = [one for one in question.listed if isinstance(one, Shoot)]
        if question.kind == "action" and shots:
            return game, question, shots[0]
        game.answer(player.answer(game))
    raise AssertionError("nobody shoots in this game")


def test_a_look_with_shares_for_every_way_is_exact() -> None:
    game, choice, shot = at_a_shot()
    exact = odds(game, shot, measure=lambda battle: SKIRM3.worth(battle, choice.player))
    many = glance(game, shot, choice.player, shares=100_000, seed="1")
    assert many.exact
    assert many.worth == pytest.approx(exact.mean() / float(1 - exact.missing))


def test_few_shares_are_fair_on_the_average() -> None:
    game, choice, shot = at_a_shot()
    exact = odds(game, shot, measure=lambda battle: SKIRM3.worth(battle, choice.player))
    looks = [glance(game, shot, choice.player, shares=3, seed=str(n)).worth for n in range(100)]
    spread = max(looks) - min(looks)
    assert spread > 0
    assert sum(looks) / len(looks) == pytest.approx(exact.mean(), abs=0.1 * spread)


def test_a_look_leaves_the_game_as_it_was_and_knows_nothing_of_its_dice() -> None:
    scores = []
    for seed in ("one", "other"):
        game: Game[Any] = Game(TOY, {"tokens": 1}, dice=SeededDice(seed))
        before = game.digest
        choice = game.question
        assert isinstance(choice, Choice)
        judge = Judge("1")
        scores.append(judge.scores(game, choice, judge.worth_a_look(game, choice)))
        assert (game.digest, game.answers) == (before, [])
    assert scores[0] == scores[1]


def test_whether_a_part_is_too_dear_does_not_depend_on_what_was_counted_before() -> None:
    def three() -> Flow[int]:
        return sum((yield from roll("red", 3, 6, because="x")))

    part = Tally("three dice", three)
    forget()
    assert tally_ways(part, None, TOY.assume, 55) is None
    enough = tally_ways(part, None, TOY.assume, 56)  # 3 dice fall in 56 ways
    assert enough is not None
    assert enough[1] == 216
    assert tally_ways(part, None, TOY.assume, 55) is None
    forget()
    assert tally_ways(part, None, TOY.assume, 55) is None


def test_what_is_kept_of_a_layout_is_what_it_is_worth() -> None:
    for mission in ("secure", "infiltrate"):
        setup = build_setup("skirm3", mission=mission, red="tolands-line", blue="breach-team")
        game: Game[Any] = Game(SKIRM3, setup, dice=SeededDice(mission))
        player = LookingPlayer(mission, Habits(overlooks=0.8), Attention(options=6, shares=1))
        answers = 0
        while isinstance(game.question, Choice) and answers < 80:
            kept = SKIRM3.worth(game.battle, "red")
            skirm_worth._kept.clear()
            assert SKIRM3.worth(game.battle, "red") == kept
            game.answer(player.answer(game))
            answers += 1
