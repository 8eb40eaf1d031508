"""Boards from seeds: legal for every rulebook, the same again, fair from both ends, played to an
end."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from battlemat.boards.dots import Board as Dots
from battlemat.boards.plane import read_plane
from battlemat.boards.squares import Board as Squares
from battlemat.boards.squares import members
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.record import read, record, resume
from battlemat.packs import library, registry, setups
from battlemat.packs.problems import ContentError
from battlemat.packs.skirm.random_maps import is_connected as squares_connected
from battlemat.packs.skirmishers.random_maps import is_connected as dots_connected
from battlemat.players.random_player import RandomPlayer

SKIRM = ("skirm1", "skirm2", "skirm3")
SEEDS = 64


def missions(rulebook: str) -> list[str]:
    return [entry.id for entry in library.entries(rulebook, "mission")]


def setup(rulebook: str, seed: object, mission: str | None = None) -> dict[str, Any]:
    """What is played on a random board; building it runs the checks of the pack's maps."""
    return setups.build_setup(rulebook, map=f"random:{seed}", mission=mission)


@pytest.mark.parametrize("rulebook", SKIRM)
def test_many_square_boards_are_legal_connected_and_fair(rulebook: str) -> None:
    named = missions(rulebook)
    for seed in range(SEEDS):
        made = setup(rulebook, seed, named[seed % len(named)])
        board = Squares.parse(made["map"]["drawing"])
        last = board.size - 1
        assert seed % 8 or squares_connected(board)
        assert board.levels == board.levels[::-1]
        assert {(last - b, last - a): wall for (a, b), wall in board.walls.items()} == board.walls
        assert {last - square for square in members(board.impassable)} == set(
            members(board.impassable)
        )
        places = [one["square"] for one in made["mission"].get("objectives", ())]
        assert len(set(places)) == len(places)
        wanted = rulebook == "skirm3" or made["mission"]["id"] in ("secure", "recon")
        assert bool(places) == wanted


def test_many_dot_boards_are_legal_connected_and_fair() -> None:
    named = missions("skirmishers")
    for seed in range(SEEDS):
        made = setup("skirmishers", seed, named[seed % len(named)])
        board = Dots.parse(made["map"]["drawing"])
        assert seed % 8 or dots_connected(board)
        assert board.heights == board.heights[::-1]
        last = board.size - 1
        assert {(mark, last - dot, level) for mark, dot, level in board.marks} == board.marks
        if "advanced-terrain" not in made["switches"]:
            assert not any(board.heights)


def test_many_free_tables_are_legal_and_fair() -> None:
    named = missions("openfire")
    for seed in range(SEEDS):
        board = setup("openfire", seed, named[seed % len(named)])["board"]
        plane = read_plane({key: value for key, value in board.items() if key != "name"})
        solid = [part.height for part in plane.parts if part.sight == "solid"]
        assert max(solid) >= 200, "something tall that blocks sight"
        assert min(solid) <= 100, "something low that gives cover"
        boxes = {part.outline.box for part in plane.parts}
        wide, deep = plane.width, plane.height
        assert {(wide - e, deep - n, wide - w, deep - s) for w, s, e, n in boxes} == boxes


FIRST = {
    "skirm3": "61abbd635f41",
    "skirm2": "122f66f058ff",
    "skirm1": "9ffecc816158",
    "skirmishers": "234d5b00c65c",
    "openfire": "f33e63160084",
}
"""What the board of the seed 1 comes to, on every machine."""


@pytest.mark.parametrize("rulebook", FIRST)
def test_the_same_seed_makes_the_same_board_on_every_machine(rulebook: str) -> None:
    one, two, other = (setup(rulebook, seed) for seed in (1, 1, 2))
    key = "board" if rulebook == "openfire" else "map"
    assert one[key] == two[key] != other[key]
    told = json.dumps(one[key], sort_keys=True).encode()
    assert hashlib.sha256(told).hexdigest()[:12] == FIRST[rulebook]


@pytest.mark.parametrize(
    ("rulebook", "mission"), [(book, m) for book in SKIRM for m in ("secure", "kill")]
)
def test_a_game_on_a_random_square_board_ends_and_replays(rulebook: str, mission: str) -> None:
    _play(rulebook, "end", mission)


@pytest.mark.parametrize("mission", ["chance-meeting", "convoy", "up-the-ridge", "above-the-roofs"])
def test_a_game_on_a_random_dot_board_ends_and_replays(mission: str) -> None:
    _play("skirmishers", "end", mission)


def test_a_game_on_a_random_free_table_ends_and_replays() -> None:
    _play("openfire", "end", "crossroads")


def _play(rulebook: str, seed: str, mission: str) -> None:
    book = registry.find(rulebook)
    game = Game(book, setup(rulebook, seed, mission), dice=SeededDice(seed))
    players = {player: RandomPlayer(f"{seed} {player}") for player in book.players}
    while isinstance(question := game.question, Choice):
        game.answer(players[question.player].answer(game))
    assert game.result is not None
    again = resume(book, read(record(game).write()))
    assert again.digest == game.digest


@pytest.mark.parametrize("name", ["random:", "random:a b", "random:../x", "random:" + "9" * 41])
def test_a_seed_is_a_short_word(name: str) -> None:
    with pytest.raises(ContentError, match="a seed of up to 40 letters and digits"):
        setups.build_setup("skirm3", map=name)
