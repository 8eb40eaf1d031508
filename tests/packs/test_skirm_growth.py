"""A squad grows by a finished game, and the cap of a game belongs to the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlemat.commands.shared.house import House
from battlemat.keeping import saves
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.packs import setups
from battlemat.packs.problems import ContentError
from battlemat.packs.registry import find
from battlemat.packs.skirm.checks import squad_report
from battlemat.packs.skirm.growth import gains, gains_in_words
from battlemat.packs.yaml_source import read_file
from battlemat.players.driver import play
from battlemat.players.random_player import RandomPlayer
from cli.house import run

SQUAD = """\
kind: squad
id: own
rulebook: skirm3
name: Our Own
faction: shock-troops
units:
  - assault-sergeant
  - {unit: strike-trooper, count: 2}
"""


def finished(red: Path, seed: str = "growth") -> Game[Any]:
    """A whole game between two players who know nothing."""
    setup = setups.build_setup("skirm3", red=str(red))
    game = Game(find("skirm3"), setup, dice=SeededDice(seed))
    play(game, {side: RandomPlayer(f"{seed}:{side}") for side in ("red", "blue")})
    assert game.result is not None
    return game


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.yaml"
    file.write_text(SQUAD, encoding="utf-8")
    return file


@pytest.mark.clause("skirm3.progress.table", "skirm3.progress.total")
def test_a_finished_game_tells_the_gains_of_both_squads_and_writes_the_grown_one(
    own: Path, tmp_path: Path
) -> None:
    game = finished(own)
    units = game.rulebook.facts(game.battle)["units"]
    states = {
        side: [units[u["id"]]["state"] for u in game.setup["squads"][side]["units"]]
        for side in ("red", "blue")
    }
    won = game.result is not None and game.result.winner == "red"
    wanted = 2 + 2 * won + states["blue"].count("out") + states["red"].count("standing")
    assert gains(game)["red"].gained == wanted
    lines = gains_in_words(game)
    assert f"Red gains {wanted} EP:" in lines
    assert "  2 for: a finished mission (skirm3.progress.finished)" in lines
    record = tmp_path / "game.battlemat"
    saves.save(game, record)
    done = run("squad", "gain", own, record, house=House())
    assert done.exit_code == 0, done.output
    assert f"Red gains {wanted} EP:" in done.stdout
    assert read_file(own).value["cap"] == 100 + wanted
    assert squad_report(own).cap == 100 + wanted
    again = run("squad", "gain", own, record, house=House())
    assert again.exit_code == 1
    assert "this game was counted before" in again.stderr


def test_a_stranger_and_an_unfinished_game_give_nothing(own: Path, tmp_path: Path) -> None:
    setup = setups.build_setup("skirm3")
    game = Game(find("skirm3"), setup, dice=SeededDice("young"))
    assert gains_in_words(game) == []
    record = tmp_path / "young.battlemat"
    saves.save(game, record)
    done = run("squad", "gain", own, record, house=House())
    assert "nobody gains anything by this game: it is not over" in done.stderr


@pytest.mark.clause("skirm3.squad.cap")
def test_the_cap_belongs_to_the_game_and_not_to_the_squads_file(tmp_path: Path) -> None:
    file = tmp_path / "horde.yaml"
    text = SQUAD.replace("count: 2", "count: 10") + "cap: 1000\n"
    file.write_text(text, encoding="utf-8")
    report = squad_report(file)
    assert report.legal
    assert any("players must agree on" in line for line in report.warnings)
    with pytest.raises(ContentError, match="the cap of this game is 100"):
        setups.build_setup("skirm3", red=str(file))
    setup = setups.build_setup("skirm3", red=str(file), cap="500")
    assert {squad["cap"] for squad in setup["squads"].values()} == {500}
    for wrong in ("many", "-3", "0", "9999"):
        with pytest.raises(ContentError, match="a number of points up to 1000 is wanted"):
            setups.build_setup("skirm3", cap=wrong)
    with pytest.raises(ContentError, match="openfire has no such choice"):
        setups.build_setup("openfire", cap="500")
