"""What an agent sees of a game, and what it can do, as arrays of fixed size.

Options are numbered as the engine lists them. Where there are more than fit, the last number turns
the page to the rest; so a mask over pages is exactly what the engine offers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.rulebook import Rulebook

ACTIONS = 512
"""Numbers of actions; no rulebook offers as many options in an ordinary game."""
UNITS = 64
"""Pieces that are seen, in the order of the scene; more would be left out."""
HEAD = 6
OF_UNIT = 6

Seen: TypeAlias = dict[str, np.ndarray[Any, Any]]


def space(rulebook: Rulebook[Any]) -> spaces.Dict:
    """The space of what is seen; the same for both agents."""
    kinds = len(rulebook.verbs.all) + 1
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (HEAD + OF_UNIT * UNITS,), np.float32),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            "kinds": spaces.Box(0, kinds, (ACTIONS,), np.int16),
        }
    )


class Pages:
    """The options of the question that stands, as numbers; where there are many, page by page."""

    def __init__(self, rulebook: Rulebook[Any]) -> None:
        self._kinds = {verb.option: n for n, verb in enumerate(rulebook.verbs.all, 1)}
        self._options: Sequence[Option] = ()
        self._from = 0

    def ask(self, question: Choice | None) -> None:
        """Take the options of a question; None where nothing is asked."""
        self._options = question.listed if question is not None else ()
        self._from = 0

    @property
    def has_more(self) -> bool:
        """Whether the last number turns the page."""
        return len(self._options) - self._from > ACTIONS

    @property
    def shown(self) -> Sequence[Option]:
        """The options that are numbered now."""
        count = ACTIONS - 1 if self.has_more else ACTIONS
        return self._options[self._from : self._from + count]

    @property
    def count(self) -> int:
        """How many numbers mean something now; they are the first ones."""
        return len(self.shown) + self.has_more

    def turn(self) -> None:
        """Show the rest; after the last page comes the first."""
        self._from += ACTIONS - 1

    def mask(self) -> np.ndarray[Any, Any]:
        mask = np.zeros(ACTIONS, np.int8)
        mask[: self.count] = 1
        return mask

    def kinds(self) -> np.ndarray[Any, Any]:
        """For each number the verb that it is, by its place in `rulebook.verbs`, counted from 1."""
        kinds = np.zeros(ACTIONS, np.int16)
        for n, option in enumerate(self.shown):
            kinds[n] = self._kinds.get(type(option), 0)
        if self.has_more:
            kinds[ACTIONS - 1] = len(self._kinds) + 1
        return kinds


def sight(game: Game[Any], player: str, asked: bool) -> np.ndarray[Any, Any]:
    """The table as `player` sees it: a head of six numbers, then six for each piece."""
    rulebook, battle = game.rulebook, game.battle
    seen = np.zeros(HEAD + OF_UNIT * UNITS, np.float32)
    mine, theirs = _scores(rulebook, battle, player)
    worth = tanh(rulebook.worth(battle, player) / 10) if not game.over else 0.0
    seen[:HEAD] = (
        1.0 if asked else 0.0,
        1.0 if player == rulebook.players[0] else -1.0,
        worth,
        tanh(mine / 10),
        tanh(theirs / 10),
        min(1.0, len(game.answers) / 1000),
    )
    scene = rulebook.scene(battle)
    for n, piece in enumerate(scene.pieces[:UNITS]):
        at = HEAD + OF_UNIT * n
        left, of = piece.gauge or (1, 1)
        seen[at : at + OF_UNIT] = (
            1.0 if piece.side == player else -1.0,
            _part(piece.at[0], scene.width),
            _part(piece.at[1], scene.height),
            1.0 if piece.ready else 0.0,
            1.0 if piece.active else 0.0,
            _part(left, of),
        )
    return seen


def _scores(rulebook: Rulebook[Any], battle: Any, player: str) -> tuple[float, float]:
    facts = rulebook.facts(battle)
    scores = facts.get("scores") or facts.get("points") or {}
    other = next(one for one in rulebook.players if one != player)
    return float(scores.get(player, 0)), float(scores.get(other, 0))


def _part(value: float, whole: float) -> float:
    return min(1.0, max(0.0, value / whole)) if whole else 0.0
