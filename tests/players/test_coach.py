"""The coach and hints: the best option beside the one taken, luck apart from choice."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.packs import registry as rulebooks
from battlemat.packs import setups
from battlemat.players.coach import review
from battlemat.players.hint import suggest
from battlemat.players.tree import Effort
from example.standoff import TOY

SMALL = Effort(nodes=60)


def played(*texts: str, tokens: int = 0) -> Game[Any]:
    game = Game(TOY, {"tokens": tokens})
    for text in texts:
        game.answer(text)
    return game


def test_a_wasted_turn_is_choice_and_not_luck() -> None:
    game = played("wait", "fire B1 R1", "d6 6 6")
    found = review(TOY, game.setup, game.answers, effort=SMALL)
    wait, fire = found.moves
    assert (wait.player, wait.text) == ("red", "wait")
    assert wait.best.text.startswith("fire")
    assert wait.lost > 0.1
    assert abs(wait.luck) < 0.001
    assert fire.lost == 0
    assert found.lost("red") > found.lost("blue") == 0


def test_a_game_without_answers_has_nothing_to_weigh() -> None:
    found = review(TOY, {"tokens": 0}, [])
    assert (found.moves, found.turning_points) == ((), ())
    assert found.lost("red") == found.luck("red") == 0


def test_a_missed_shot_is_luck_and_not_choice() -> None:
    game = played("fire R1 B1", "d6 6 6")
    (fire,) = review(TOY, game.setup, game.answers, effort=SMALL).moves
    assert fire.lost == 0
    assert fire.luck < -0.1
    assert dict(fire.outcomes)["B1 out"] == pytest.approx(5 / 9)


def test_luck_of_one_side_is_bad_luck_of_the_other() -> None:
    game = played("fire R1 B1", "d6 1 1", "d6 6 6", "fire B2 R1", "d6 6 6")
    found = review(TOY, game.setup, game.answers, effort=SMALL)
    assert found.luck("red") > 0
    assert found.luck("red") == pytest.approx(-found.luck("blue"))


def test_the_curve_goes_from_the_start_to_the_result() -> None:
    game = Game(TOY, {"tokens": 1}, dice=SeededDice("4"))
    while game.question is not None:
        game.answer(game.question.listed[0])  # type: ignore[union-attr]
    found = review(TOY, game.setup, game.answers, effort=SMALL)
    assert found.curve[0] == (0, 0.5)
    assert game.result is not None
    assert found.curve[-1] == (len(game.answers), float(game.result.winner == "red"))
    assert len(found.turning_points) == 3
    swings = [move.swing for move in found.turning_points]
    assert swings == sorted(swings, reverse=True)
    assert {move.number for move in found.turning_points} <= {move.number for move in found.moves}


def test_a_review_repeats_itself_and_a_game_that_is_not_over_can_be_reviewed() -> None:
    book = rulebooks.find("skirm3")
    game = Game(book, setups.build_setup("skirm3"), dice=SeededDice("r"))
    for _ in range(40):
        game.answer(book.advise(game.battle, game.question)[0])  # type: ignore[arg-type]
    one, two = (review(book, game.setup, game.answers, effort=SMALL) for _ in range(2))
    assert one == two
    for move in one.moves:
        assert 0 <= move.made <= 1
        assert move.best.chance >= move.made


def test_a_hint_gives_a_reason_and_the_odds_behind_it() -> None:
    game = played(tokens=1)
    before = game.digest
    found = suggest(game, SMALL)
    assert found.best.text.startswith("fire R")
    assert found.other is not None
    assert dict(found.outcomes)["no effect"] == pytest.approx(1 / 4)
    assert found.alike
    assert f"“{found.other.told}” is about as good." in found.reason
    assert "no effect 25 %" in found.reason
    assert game.digest == before


def test_a_hint_weighs_a_window_too() -> None:
    game = played("fire R1 B1", "d6 6 6", tokens=1)
    assert suggest(game).best.text == "again"
