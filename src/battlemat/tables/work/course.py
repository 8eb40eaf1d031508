"""The course of a game, position by position: scores by turn, and the chance to win.

It plays the whole game once more and weighs every position, which may take seconds: work for a
process of its own.
"""

from __future__ import annotations

from typing import Any, TypedDict

from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.players.standing import standing
from battlemat.tables.catalogue import Catalogue

_POINTS = 240


class Course(TypedDict):
    """`turns` has the scores at the end of each turn, where the rulebook's facts tell both; `curve`
    the first player's chance to win after so many answers.
    """

    turns: list[dict[str, Any]]
    curve: list[tuple[int, float]]


class _Turns:
    """The score as each turn ended.

    What the end of a turn scores is told before the next one opens; when the next question comes,
    that has happened. So the score is looked at where a turn opens, and counts for the one before.
    """

    def __init__(self, game: Game[Any]) -> None:
        self._told: dict[int, dict[str, Any]] = {}
        self._game = game
        self._turn = 0
        self.note()
        game.battle.sink = self._hear

    def _hear(self, event: Event) -> None:
        if event.role == "opens" and self._turn:
            _, scores = self._now()
            self._put(self._turn, scores)

    def note(self) -> None:
        """A question stands, or the game is over."""
        turn, scores = self._now()
        if isinstance(turn, int) and turn > 0:
            self._turn = turn
            self._put(turn, scores)

    def _now(self) -> tuple[object, object]:
        facts = self._game.rulebook.facts(self._game.battle)
        return facts.get("round", facts.get("turn")), facts.get("scores", facts.get("points"))

    def _put(self, turn: int, scores: object) -> None:
        if isinstance(scores, dict):
            step = len(self._game.answers)
            self._told[turn] = {"turn": turn, "step": step, "scores": dict(scores)}

    def in_order(self) -> list[dict[str, Any]]:
        return [self._told[turn] for turn in sorted(self._told)]


def retell(_catalogue: Catalogue, game: Game[Any]) -> Course:
    """The course of a game up to where it stands."""
    rulebook = game.rulebook
    again: Game[Any] = Game(rulebook, game.setup)
    turns, curve = _Turns(again), _point(again)
    for answer in game.answers:
        again.answer(answer)
        if again.over or isinstance(again.question, Choice):
            turns.note()
        curve += _point(again)
    return {"turns": turns.in_order(), "curve": _thinned(curve)}


def _point(at: Game[Any]) -> list[tuple[int, float]]:
    """A point of the curve; none in the middle of an action, where a battle does not tell what is
    still due."""
    rulebook = at.rulebook
    if not isinstance(at.question, Choice) or rulebook.assume(at.battle, at.question) is not None:
        return []
    return [(len(at.answers), standing(at, rulebook.players[0]))]


def _thinned(points: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Every so-manieth point, and the last, so that a long game is told as quickly as a short."""
    every = max(1, len(points) // _POINTS)
    kept = [(step, round(chance, 4)) for step, chance in points[::every]]
    return kept if not points or points[-1][0] == kept[-1][0] else [*kept, points[-1]]
