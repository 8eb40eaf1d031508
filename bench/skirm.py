"""Skirm, third edition: random games, forks, odds, sight tables, memory."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import count
from typing import Any

from battlemat.boards.squares import Board
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.odds import forget, odds
from battlemat.kernel.questions import Choice
from battlemat.packs.registry import find
from battlemat.packs.skirm.setups import build_setup
from battlemat.rulebooks.skirm.chapters.combat.attacks import Shoot
from bench.games import decisions, looking_ahead_rows, random_game
from bench.measure import Row, best, seconds, side_by_side
from bench.reference import random_plies

SETUP = build_setup(
    "skirm3", mission="secure", map="relay-yard", red="tolands-line", blue="breach-team"
)
RULES = find("skirm3")
_seeds = count(1)


def random_games(games: int = 8) -> int:
    """Decisions in random games, 6 against 6 on 12 by 12, all options listed."""
    return sum(decisions(random_game(RULES, SETUP, next(_seeds))) for _ in range(games))


def _at_an_action(seed: str) -> Game[Any]:
    """A game at an action choice with shots among its options."""
    for number in count():
        game = Game(RULES, SETUP, dice=SeededDice(f"{seed}:{number}"))
        dice = random.Random(number)
        while isinstance(question := game.question, Choice):
            options = question.listed
            shots = [option for option in options if isinstance(option, Shoot)]
            if question.kind == "action" and len(options) > 30 and shots:
                return game
            game.answer(options[dice.randrange(len(options))])
    raise AssertionError("no game has a shot")


def rows() -> list[Row]:
    """All rows of this page."""
    random_games(150)  # the map's tables fill while it is played on
    ours, chess = side_by_side(random_games, random_plies)
    game = _at_an_action("bench")
    fork = 1 / best(lambda: _forks(game, 4000))
    return [
        Row(
            "skirm3 random games, decisions/s",
            f"{ours:,.0f}",
            f"python-chess {chess:,.0f} plies/s",
            f"{ours / chess:.2f}",
            "at least 1.00",
        ),
        Row("fork at a step boundary", f"{fork * 1e6:.1f} µs", goal="at most 25 µs"),
        *_odds_rows(game),
        *looking_ahead_rows(RULES, SETUP, after=60),
        *_board_rows(),
        Row("headless engine, memory", f"{_memory():.0f} MB", goal="at most 40 MB"),
    ]


def _forks(game: Game[Any], times: int) -> int:
    for _ in range(times):
        game.fork()
    return times


def _odds_rows(game: Game[Any]) -> list[Row]:
    question = game.question
    assert isinstance(question, Choice)
    shot = next(option for option in question.listed if isinstance(option, Shoot))

    def cold() -> None:
        forget()
        question.kept = None
        odds(game, shot)

    odds(game, shot)
    cached = 1 / best(lambda: len([odds(game, shot) for _ in range(20_000)]))
    return [
        Row("exact odds of a shot, cold", f"{seconds(cold, 20) * 1e3:.2f} ms", goal="at most 1 ms"),
        Row("exact odds of a shot, kept", f"{cached * 1e6:.2f} µs", goal="at most 1 µs"),
    ]


def _board_rows() -> list[Row]:
    """Tables of a map when other maps of its size have been played on in this process."""
    drawing = SETUP["map"]["drawing"]

    def prepare(cover: bool) -> float:
        board = Board.parse(drawing)
        return seconds(lambda: board.terrain(board.doors_open).prepare(cover=cover), 1)

    sight = min(prepare(cover=False) for _ in range(4))
    both = min(prepare(cover=True) for _ in range(4))
    return [
        Row("sight table of a map", f"{sight * 1e3:.0f} ms", goal="at most 300 ms"),
        Row("sight and cover tables of a map", f"{both * 1e3:.0f} ms"),
    ]


def _memory() -> float:
    """The most memory that a fresh process needs for a whole game of the engine alone."""
    code = (
        "import json, random, sys\n"
        "from battlemat.rulebooks.skirm.rulebook import SKIRM3\n"
        "from battlemat.kernel.game import Game\n"
        "from battlemat.kernel.dice import SeededDice\n"
        "setup = json.load(sys.stdin)\n"
        "for seed in range(20):\n"
        "    game = Game(SKIRM3, setup, dice=SeededDice(str(seed)))\n"
        "    dice = random.Random(seed)\n"
        "    while game.question is not None:\n"
        "        options = game.question.listed\n"
        "        game.answer(options[dice.randrange(len(options))])\n"
        "high = [line for line in open('/proc/self/status') if line.startswith('VmHWM')]\n"
        "print(high[0].split()[1])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(SETUP),
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout) / 1024
