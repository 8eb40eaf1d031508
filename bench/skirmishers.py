"""Skirmishers: random games with reaction fire, forks, and the odds of a move through arcs."""

from __future__ import annotations

from itertools import count
from typing import Any

from battlemat.boards.dots import Board, Feature, Mark, Plan
from battlemat.kernel.game import Game
from battlemat.kernel.odds import forget, odds
from battlemat.kernel.questions import Choice
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from bench.games import decisions, looking_ahead_rows, random_game
from bench.measure import Row, best, seconds, side_by_side
from bench.reference import random_plies

WIDTH, HEIGHT = 24, 18
_seeds = count(1)


def _meadow() -> str:
    """Open ground with trees, bushes and a few low walls."""
    dots = range(WIDTH * HEIGHT)
    marks = {(Mark.TREE, dot, 0) for dot in dots if dot % 37 == 11 and WIDTH < dot < 400}
    marks |= {(Mark.VEGETATION, dot, 0) for dot in dots if dot % 29 == 7}
    walls = {(dot, dot + 1, 0): Feature.LOW_WALL for dot in dots if dot % 41 == 20}
    kept = {link: wall for link, wall in walls.items() if (link[0] + 1) % WIDTH}
    return Board.build(Plan(WIDTH, HEIGHT, marks=frozenset(marks), links=kept)).draw()


def _squad(letter: str, row: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{letter}{number + 1}",
            "at": f"{'cegikmoq'[number]}{row}",
            "primary": ("rifle", "smg")[number % 2],
            "secondary": "pistol",
            "armor": ("none", "basic")[number % 2],
            "grenades": {"hand": 4},
        }
        for number in range(8)
    ]


SETUP: dict[str, Any] = {
    "map": {"name": "Meadow", "drawing": _meadow()},
    "switches": [],
    "scenario": {"id": "meeting", "name": "Meeting", "briefing": "", "rounds": 10},
    "squads": {
        "red": {"name": "Red", "units": _squad("A", 2)},
        "blue": {"name": "Blue", "units": _squad("B", 17)},
    },
}


def random_games(games: int = 3) -> int:
    """Decisions in random games, basic, 8 against 8, all options listed."""
    return sum(decisions(random_game(SKIRMISHERS, SETUP, next(_seeds))) for _ in range(games))


def _under_fire() -> Game[Any]:
    """A1 is about to run six dots through the arcs of two riflemen and an SMG."""
    arc = {"degrees": 60, "heading": 6}
    units = {
        "B1": {"at": "t9", "arc": arc},
        "B2": {"at": "t10", "arc": arc},
        "B3": {"at": "t11", "arc": arc},
        "A1": {"at": "c9"},
    }
    position = {"to_move": "red", "units": units, "active": {"unit": "A1"}}
    return Game(SKIRMISHERS, SETUP | {"position": position})


def rows() -> list[Row]:
    """All rows of this page."""
    random_games(4)  # the map's tables fill while it is played on
    ours, chess = side_by_side(random_games, random_plies)
    game = _under_fire()
    fork = 1 / best(lambda: len([game.fork() for _ in range(500)]))
    question = game.question
    assert isinstance(question, Choice)

    def crossing() -> None:
        forget()
        odds(game, "move A1 c9-i9")

    return [
        Row(
            "skirmishers random games, decisions/s",
            f"{ours:,.0f}",
            f"python-chess {chess:,.0f} plies/s",
            f"{ours / chess:.2f}",
            "at least 1.00",
        ),
        Row("fork at a step boundary", f"{fork * 1e6:.0f} µs"),
        Row("exact odds of a run through three arcs", f"{seconds(crossing, 1) * 1e3:.0f} ms"),
        *looking_ahead_rows(SKIRMISHERS, SETUP, after=100),
    ]
