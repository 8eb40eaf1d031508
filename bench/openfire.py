"""Open Fire: legality of moves, sight between units, whole games, odds of an attack.

The references are shapely answering the same geometric question, roughly (no costs, no levels, no
heights), and python-chess playing random games.
"""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import shapely  # type: ignore[import-untyped]

from battlemat.boards.plane import look
from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.game import Game
from battlemat.kernel.odds import forget, odds
from battlemat.kernel.plain import encode
from battlemat.kernel.questions import Choice
from battlemat.rulebooks.openfire.chapters.moving.paths import Move, check, survey
from battlemat.rulebooks.openfire.chapters.terrain import make_board
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.battle import Battle
from bench.games import decisions, looking_ahead_rows, random_game
from bench.measure import Row, best, seconds, side_by_side
from bench.reference import random_plies

_seeds = count(1)
_TROOPER: dict[str, Any] = {
    "mov": 5,
    "skl": 6,
    "def": 7,
    "cmd": 7,
    "hp": 1,
    "special": [],
    "weapons": ["rifle", "knife"],
    "base": {"mm": 25, "height": 120},
}
_TANK = {
    **_TROOPER,
    "mov": 9,
    "hp": 8,
    "special": ["Vehicle"],
    "weapons": ["rifle"],
    "base": {"length": 400, "width": 200, "height": 200},
}


def _army(letter: str) -> dict[str, Any]:
    squads = [{"id": f"{letter}{n}", "models": [_TROOPER] * 5, "points": 40} for n in (1, 2, 3)]
    tank = {"id": f"{letter}4", "models": [_TANK], "points": 60}
    return {"id": letter, "name": letter, "units": [*squads, tank]}


def make_setup() -> dict[str, Any]:
    """Sixteen models a side on a table of 48 by 48 inches with sixteen pieces of terrain."""
    rifle = {"rng": 24, "att": 2, "dmg": 1, "prc": 1, "special": ["Rapid Fire"]}
    knife = {"rng": 1, "att": 1, "dmg": 1, "prc": 0, "special": ["Assault"]}
    objectives = [
        {"id": str(n), "kind": kind, "at": [2400, 1200 * n], "points": 2}
        for n, kind in enumerate(("control", "access", "recover"), 1)
    ]
    return {
        "module": {"id": "bench", "title": "Bench"},
        "weapons": {"rifle": rifle, "knife": knife},
        "board": encode(make_board(4800, 4800, Stream("bench").below)),
        "armies": {"red": _army("R"), "blue": _army("B")},
        "mission": {
            "id": "bench",
            "name": "Bench",
            "table": [48, 48],
            "entry_points": {
                "red": [{"id": "w", "at": [0, 2400]}, {"id": "v", "at": [0, 1200]}],
                "blue": [{"id": "e", "at": [4800, 2400]}, {"id": "f", "at": [4800, 3600]}],
            },
            "objectives": objectives,
        },
    }


SETUP = make_setup()


def _game() -> Game[Battle]:
    """One random game; moves, attacks and places to come in are drawn and not listed."""
    seed = next(_seeds)
    game: Game[Battle] = Game(OPENFIRE, SETUP, dice=SeededDice(str(seed)))
    dice = random.Random(seed)
    while isinstance(question := game.question, Choice):
        game.answer(question.menu.drawn(dice.randrange))
    return game


def _listed_game() -> Game[Battle]:
    """One random game over the options that machines are offered."""
    return random_game(OPENFIRE, SETUP, next(_seeds))


def _in_the_middle() -> Game[Battle]:
    """A game in its third round with a unit about to attack."""
    for seed in count():
        game: Game[Battle] = Game(OPENFIRE, SETUP, dice=SeededDice(f"middle {seed}"))
        while isinstance(question := game.question, Choice):
            if question.kind == "attack" and game.battle.round == 3 and len(question.listed) > 1:
                return game
            game.answer(OPENFIRE.advise(game.battle, question)[0])
    raise AssertionError("no game has an attack")


def rows() -> list[Row]:
    """All rows of this page."""
    game = _in_the_middle()
    return [
        *_geometry(game.battle),
        *_games(),
        *_odds(game),
        *looking_ahead_rows(OPENFIRE, SETUP, after=50),
    ]


def _geometry(battle: Battle) -> list[Row]:
    unit = next(u for u in battle.on_table() if not u.has_vehicle)
    plane, lead = battle.plane, unit.lead
    dice = random.Random(1)
    goals = [
        (lead.x + dice.randint(-350, 350), lead.y + dice.randint(-350, 350)) for _ in range(200)
    ]
    shapes = [shapely.Polygon(part.outline.corners) for part in plane.parts]
    bases = [shapely.Point(s.x, s.y).buffer(s.base.radius or 200) for s in battle.bases(but=unit)]
    for shape in (*shapes, *bases):
        shapely.prepare(shape)

    def moves() -> int:
        battle.tables.checks.clear()  # what has been looked at is kept: look afresh
        for goal in goals:
            check(battle, unit, Move(unit.index, (goal,)))
        return len(goals)

    def leaders() -> int:
        for goal in goals:
            survey(battle, unit, Move(unit.index, (goal,)))
        return len(goals)

    def swept() -> int:
        for goal in goals:
            area = shapely.LineString([(lead.x, lead.y), goal]).buffer(lead.base.radius)
            any(shape.intersects(area) for shape in (*shapes, *bases))
        return len(goals)

    ours, theirs = side_by_side(leaders, swept)
    whole = best(moves)
    sights, lines = side_by_side(*_sights(battle, shapes))
    return [
        Row(
            "legality and price of a leader's way",
            f"{ours:,.0f}/s",
            f"shapely, one swept base: {theirs:,.0f}/s",
            f"{ours / theirs:.2f}",
        ),
        Row("the same with places for four followers", f"{whole:,.0f}/s"),
        Row(
            "sight between two models, first look",
            f"{sights:,.0f}/s",
            f"shapely, three lines on the flat: {lines:,.0f}/s",
            f"{sights / lines:.2f}",
        ),
    ]


def _sights(battle: Battle, shapes: list[Any]) -> tuple[Any, Any]:
    plane, bases = battle.plane, battle.bases()

    def ours() -> int:
        plane.sights.clear()
        for one in bases:
            for two in bases:
                look(plane, one, two)
        return len(bases) ** 2

    def theirs() -> int:
        for one in bases:
            for two in bases:
                for shift in (-50, 0, 50):
                    line = shapely.LineString([(one.x, one.y), (two.x, two.y + shift)])
                    any(shape.intersects(line) for shape in shapes)
        return len(bases) ** 2

    return ours, theirs


def _games() -> list[Row]:
    ours, theirs = side_by_side(lambda: decisions(_game()), lambda: random_plies(games=1), rounds=3)
    games, listed = side_by_side(lambda: bool(_game()), lambda: bool(_listed_game()), rounds=3)
    return [
        Row(
            "decisions in random games",
            f"{ours:,.0f}/s",
            f"python-chess plies: {theirs:,.0f}/s",
            f"{ours / theirs:.3f}",
        ),
        Row(
            "random games, 16 models a side, 6 rounds",
            f"{games:.2f}/s",
            f"every option listed: {listed:.2f}/s",
            f"{games / listed:.1f}",
        ),
    ]


def _odds(game: Game[Battle]) -> list[Row]:
    question = game.question
    assert isinstance(question, Choice)
    option = question.listed[0]

    def count_afresh() -> None:
        forget()
        odds(game.fork(), option)  # a fork's question has not been asked before

    spent = seconds(count_afresh, rounds=3)
    return [Row("exact odds of an attack action", f"{1000 * spent:.1f} ms")]
