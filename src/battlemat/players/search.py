"""The player that searches: over its whole activation and the answer to it.

It is anytime: a larger budget searches the same tree further. The budget is counted in positions
played and never in seconds, so the same seed plays the same game on every computer.
"""

from __future__ import annotations

from typing import Any

from battlemat.kernel.dice import Stream
from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer, Choice, Roll
from battlemat.players.greedy import GreedyPlayer
from battlemat.players.positions import Position
from battlemat.players.random_player import fall
from battlemat.players.tree import Effort, Node, Tree

__all__ = ["Effort", "SearchPlayer"]

LATER = 3
"""Within an activation that has been searched, each further answer costs so much less."""


class SearchPlayer:
    """Searches for its answers. The same seed in the same game gives the same answers.

    Reaction windows are weighed by looking one action ahead.
    """

    def __init__(self, seed: str, effort: Effort | None = None) -> None:
        self.effort = effort or Effort()
        self._seed = seed
        self._stream = Stream(f"search player:{seed}")
        self._windows = GreedyPlayer(seed)
        self._tree: Tree | None = None

    def answer(self, game: Game[Any]) -> Answer:
        question = game.question
        if question is None:
            raise RuleBug("a player was asked although the game is over")
        if isinstance(question, Roll):
            return fall(question, self._stream)
        if question.optional:
            return self._windows.answer(game)
        return self.searched(game, question).best().option

    def searched(self, game: Game[Any], choice: Choice) -> Node:
        """The choice that stands, searched within the budget."""
        place = Position.of(game)
        tree = self._tree
        if tree is not None and tree.player == choice.player:
            known = tree.nodes.get(place.key())
            if known is not None and known.mine and known.visits:
                tree.grow(known, self.effort.nodes // LATER)
                return known
        dice = Stream(f"search:{self._seed}:{len(game.answers)}")
        tree = self._tree = Tree(game.rulebook, choice.player, self.effort, dice)
        node = tree.node(place)
        if len(node.edges) + len(node.rest) > 1:
            tree.grow(node, self.effort.nodes - tree.spent)
        return node
