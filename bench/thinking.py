"""Thinking, for every rulebook: games of the look one action ahead, and positions of a search.

Both are held against random games of python-chess in the same run, and against what the same came
to before thinking was made cheap (docs/decisions/0010-a-look-is-a-few-ways.md has how those were
measured).
"""

from __future__ import annotations

from typing import Any

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.packs.registry import find
from battlemat.packs.setups import build_setup
from battlemat.players.driver import play
from battlemat.players.positions import Position
from battlemat.players.registry import make
from battlemat.players.tree import Effort, Tree
from bench.measure import Row, in_turns
from bench.reference import random_plies

GAMES, SEARCHES = 4, 3
POSITIONS = 900
AFTER = 40
"""A search begins after so many answers: by then both sides stand on the table."""
PLIES = 10_000
"""Rates are for the time in which python-chess plays so many plies."""
BEFORE = {
    "skirm1": (0.348, 2575),
    "skirm2": (0.147, 2492),
    "skirm3": (0.543, 1887),
    "skirmishers": (0.084, 823),
    "openfire": (0.154, 317),
}
"""Games of the player that looked one action ahead (76f97e3), and positions of the first search
(7b03fcb). They were taken on a busy machine and may be off by a fifth."""


def rows() -> list[Row]:
    """Games of captains and positions of a search, for each rulebook."""
    return [row for name in BEFORE for row in _rows_of(name)]


def _rows_of(name: str) -> list[Row]:
    looked, searched = BEFORE[name]
    _game(name, "warm")  # tables fill
    games, plies = in_turns(lambda number: _game(name, f"bench {number}"), random_plies, GAMES)
    game = _begun(name)
    positions, again = in_turns(lambda _: _searched(game), random_plies, SEARCHES)
    return [
        _row(f"{name}, games of captains", games, plies, looked, "5 × before"),
        _row(f"{name}, positions of a search", positions, again, searched),
    ]


def _row(what: str, rate: float, plies: float, before: float, goal: str = "") -> Row:
    now = PLIES * rate / plies
    digits = 0 if before > 100 else 2
    return Row(
        what,
        f"{rate:,.{digits}f}/s",
        f"in {PLIES:,} chess plies: {now:,.{digits}f} now, {before:,.{digits}f} before",
        f"{now / before:.1f} ×",
        goal,
    )


def _game(name: str, seed: str) -> int:
    rulebook = find(name)
    game: Game[Any] = Game(rulebook, build_setup(name), dice=SeededDice(seed))
    play(game, {player: make("captain", player) for player in rulebook.players})
    return 1


def _begun(name: str) -> Game[Any]:
    """A game in which a choice stands that a search would be asked for."""
    game: Game[Any] = Game(find(name), build_setup(name), dice=SeededDice("bench"))
    while isinstance(question := game.question, Choice):
        advised = game.rulebook.advise(game.battle, question)
        if len(game.answers) >= AFTER and len(advised) > 3 and not question.optional:
            return game
        game.answer(advised[0])
    raise AssertionError("the game is over before it is searched")


def _searched(game: Game[Any]) -> int:
    question = game.question
    assert isinstance(question, Choice)
    tree = Tree(game.rulebook, question.player, Effort(), "bench")
    tree.grow(tree.node(Position.of(game)), POSITIONS)
    return tree.spent
