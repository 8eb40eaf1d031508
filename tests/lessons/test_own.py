"""Learning from one's own games: what was given away, and the same choice made better."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlemat.keeping import saves
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.errors import Refused
from battlemat.kernel.game import Game
from battlemat.lessons.own import Cost, Mistake, by_kind, judge, mistakes
from battlemat.players.driver import play
from battlemat.players.registry import make
from cli.house import run
from example.standoff import TOY


def a_game() -> Game[Any]:
    game = Game(TOY, {"tokens": 2}, dice=SeededDice("9"))
    play(game, {side: make("random", side) for side in TOY.players})
    return game


@pytest.fixture(scope="module")
def found() -> list[Mistake]:
    game = a_game()
    return [
        one
        for player in TOY.players
        for one in mistakes(TOY, dict(game.setup), game.answers, player)
    ]


def test_the_dearest_choices_come_first_and_the_question_stands_again(found: list[Mistake]) -> None:
    assert found, "a random player gives something away"
    for one in found:
        assert len(one.game.answers) == one.move.number - 1
        assert one.move.lost >= 0.03


def test_the_best_answer_is_right_and_what_was_played_is_not(found: list[Mistake]) -> None:
    for one in found:
        cost = Cost.of(one.move)
        best = judge(one.game, cost, one.move.best.text)
        assert best.right
        assert best.gain == one.move.lost
        assert judge(one.game, cost, one.move.text) == (0.0, False)
    with pytest.raises(Refused):
        judge(found[0].game, Cost.of(found[0].move), "nonsense")


def test_what_was_given_away_is_added_up_by_kind_of_choice(found: list[Mistake]) -> None:
    told = by_kind(found)
    assert sum(one.times for one in told) == len(found)
    assert abs(sum(one.lost for one in told) - sum(one.move.lost for one in found)) < 1e-9
    assert [one.lost for one in told] == sorted((one.lost for one in told), reverse=True)


def test_mistakes_are_answered_anew_at_a_terminal(tmp_path: Path, found: list[Mistake]) -> None:
    file = tmp_path / "evening.battlemat"
    saves.save(a_game(), file)
    worst = max(found, key=lambda one: one.move.lost)
    side = worst.move.player
    typed = f"{worst.move.text}\n{worst.move.best.text}\n"
    done = run("mistakes", file, "--side", side, "--most", "1", typed=typed)
    assert done.exit_code == 0, done.output
    assert "points here" in done.output
    assert "there is better" in done.output
    assert "Yes:" in done.output
    listed = run("mistakes", file, file, "--side", side, "--list")
    assert "What you gave away in 2 games" in listed.output
    refused = run("mistakes", file, "--side", "green")
    assert refused.exit_code == 2
    assert "the sides are red and blue" in refused.stderr
