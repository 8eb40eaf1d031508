"""The player that searches: over its whole activation, the answer to it, and its own to that.

It is anytime: a larger budget searches the same tree further. The budget is counted in positions
played and never in seconds, so the same seed plays the same game on every computer.
"""

from __future__ import annotations

from typing import Any

from battlemat.kernel.dice import Stream
from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer, Choice, Roll
from battlemat.players.chances import chance_of_worth
from battlemat.players.glance import Attention, Judge
from battlemat.players.looking import Habits, LookingPlayer
from battlemat.players.positions import Position
from battlemat.players.random_player import fall
from battlemat.players.tree import Effort, Node, Tree

__all__ = ["Effort", "SearchPlayer"]

CLOSE = Attention(shares=12, ways=256)
"""How closely the options of the choice at hand are looked at, and those of windows."""
LATER = 0.6
"""Within an activation that has been searched, each further answer costs so much of the first."""


class SearchPlayer:
    """Searches for its answers. The same seed in the same game gives the same answers.

    Reaction windows and choices in mid-action (who falls, who strikes back), which a search would
    answer as the rulebook assumes, are weighed by looking one action ahead.
    """

    def __init__(self, seed: str, effort: Effort | None = None) -> None:
        self.effort = effort or Effort()
        self._seed = seed
        self._stream = Stream(f"search player:{seed}")
        self._windows = LookingPlayer(seed, Habits(), CLOSE)
        self._judge = Judge(seed, CLOSE)
        self._tree: Tree | None = None

    def answer(self, game: Game[Any]) -> Answer:
        question = game.question
        if question is None:
            raise RuleBug("a player was asked although the game is over")
        if isinstance(question, Roll):
            return fall(question, self._stream)
        if question.optional or game.rulebook.assume(game.battle, question) is not None:
            return self._windows.answer(game)
        return self.searched(game, question).chosen(game.rulebook.temper.caution).option

    def searched(self, game: Game[Any], choice: Choice) -> Node:
        """The choice that stands, searched within the budget."""
        place = Position.of(game)
        nodes = self.effort.nodes or game.rulebook.temper.search
        tree = self._tree
        if tree is not None and tree.player == choice.player:
            known = tree.nodes.get(place.key())
            if known is not None and known.mine and known.visits:
                self._look_closely(game, choice, known)
                tree.grow(known, int(nodes * LATER))
                return known
        seed = f"search:{self._seed}:{len(game.answers)}"
        tree = self._tree = Tree(game.rulebook, choice.player, self.effort, seed)
        node = tree.node(place)
        self._look_closely(game, choice, node)
        if len(node.edges) + len(node.rest) > 1:
            tree.grow(node, nodes - tree.spent)
        return node

    def node_of(self, place: Position) -> Node | None:
        """A position as far as the last search came to it."""
        return self._tree.nodes.get(place.key()) if self._tree is not None else None

    def _look_closely(self, game: Game[Any], choice: Choice, node: Node) -> None:
        """Look closely at the options of the root: that decides where a search is in doubt.

        All that is advised is looked at, not only what a search tries first: what a captain would
        choose is never overlooked.
        """
        node.admit(self._judge.worth_a_look(game, choice))
        if len(node.edges) + len(node.rest) == 1:
            return  # nothing is to choose
        scores = self._judge.scores(game, choice, [edge.option for edge in node.edges])
        for edge in node.edges:
            edge.look = chance_of_worth(game.rulebook, scores[edge.option])
        node.weigh_looks()
