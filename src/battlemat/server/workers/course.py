"""The course of a game, position by position: scores by turn, and the chance to win.

It plays the whole game once more and weighs every position, which may take seconds: work for a
process of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypedDict

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.players.chances import win_chance
from battlemat.server.catalogue import Catalogue

_POINTS = 240


class Course(TypedDict):
    """`turns` has the scores at the end of each turn, where the rulebook's facts tell both; `curve`
    the first player's chance to win after so many answers.
    """

    turns: list[dict[str, Any]]
    curve: list[tuple[int, float]]


def retell(_catalogue: Catalogue, game: Game[Any]) -> Course:
    """The course of a game up to where it stands."""
    turns: dict[int, dict[str, Any]] = {}
    curve: list[tuple[int, float]] = []
    rulebook = game.rulebook
    for step, at in _positions(game):
        facts = rulebook.facts(at.battle)
        turn, scores = facts.get("turn"), facts.get("scores")
        if isinstance(turn, int) and turn > 0 and isinstance(scores, dict):
            turns[turn] = {"turn": turn, "step": step, "scores": dict(scores)}
        # In the middle of an action a battle does not tell what is still due.
        if isinstance(at.question, Choice) and rulebook.assume(at.battle, at.question) is None:
            curve.append((step, win_chance(rulebook, at.battle, rulebook.players[0])))
    return {"turns": [turns[turn] for turn in sorted(turns)], "curve": _thinned(curve)}


def _positions(game: Game[Any]) -> Iterator[tuple[int, Game[Any]]]:
    """The game after so many answers; it is the same one that goes on."""
    again: Game[Any] = Game(game.rulebook, game.setup)
    yield 0, again
    for step, answer in enumerate(game.answers, 1):
        again.answer(answer)
        yield step, again


def _thinned(points: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Every so-manieth point, and the last, so that a long game is told as quickly as a short."""
    every = max(1, len(points) // _POINTS)
    kept = [(step, round(chance, 4)) for step, chance in points[::every]]
    return kept if not points or points[-1][0] == kept[-1][0] else [*kept, points[-1]]
