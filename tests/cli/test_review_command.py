"""`battlemat review`: a saved game looked over."""

from __future__ import annotations

import json
from pathlib import Path

from battlemat.keeping import saves
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.players.driver import play
from battlemat.players.registry import make
from cli.house import run
from example.standoff import TOY


def saved(path: Path, answers: int | None = None) -> str:
    game = Game(TOY, {"tokens": 1}, dice=SeededDice("9"))
    if answers is None:
        play(game, {side: make("random", side) for side in TOY.players})
    file = path / "game.battlemat"
    saves.save(game, file)
    return str(file)


def test_a_review_tells_luck_choice_and_turning_points(tmp_path: Path) -> None:
    done = run("review", saved(tmp_path))
    assert done.exit_code == 0
    assert "Red's chance to win" in done.output
    assert "points of chance given away by choices, luck" in done.output
    assert done.output.count("By choice") == 3


def test_a_review_as_json_has_the_curve_for_a_page(tmp_path: Path) -> None:
    told = json.loads(run("review", saved(tmp_path), "--json").stdout)
    assert told["curve"][0] == [0, 0.5]
    assert len(told["turning_points"]) == 3
    assert {"number", "player", "text", "made", "best", "lost", "luck"} <= set(told["moves"][0])


def test_a_game_in_which_nothing_happened_is_refused_in_one_line(tmp_path: Path) -> None:
    done = run("review", saved(tmp_path, 0))
    assert done.exit_code == 2
    assert "nobody has answered anything" in done.stderr
