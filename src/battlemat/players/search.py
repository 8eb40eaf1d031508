"""The player that searches: over its whole activation and the answer to it.

A Monte-Carlo tree search whose dice are its own. A tree node is a position where somebody must
choose; positions that come about in several ways are one node. Each visit walks from the root
to the horizon: the end of the own run of choices and of the other side's that follows. Each new
node is widened from the rulebook's advice, best look first. The budget is counted in positions
played, never in seconds: the same seed plays the same game on every computer.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from battlemat.kernel.dice import Stream
from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer, Choice, Option, Roll
from battlemat.players.chances import win_chance
from battlemat.players.greedy import GreedyPlayer
from battlemat.players.positions import Position, follow
from battlemat.players.random_player import fall


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search may cost and how it looks.

    `nodes` positions are played for one answer. `width` options of a choice are looked at when it
    is first seen, `more` after so many further visits one by one. `own` and `reply` bound the
    choices that are followed on either side; a reply of 0 ends with the own activation.
    """

    nodes: int = 2000
    width: int = 10
    own: int = 6
    reply: int = 6
    tries: int = 2


class Edge:
    """An option in the tree: how it looked at first, and what visits came to."""

    __slots__ = ("after", "look", "option", "total", "visits")

    def __init__(self, option: Option) -> None:
        self.option = option
        self.look = 0.0
        self.visits = 0
        self.total = 0.0
        self.after: Position | None = None  # where no dice fall it always leads to the same place


class Node:
    """A position where a choice stands, as far as it has been searched."""

    __slots__ = ("edges", "mine", "place", "squares", "total", "visits")

    def __init__(self, place: Position, mine: bool) -> None:
        self.place = place
        self.mine = mine
        self.edges: list[Edge] = []
        self.visits = 0
        self.total = 0.0
        self.squares = 0.0

    def pick(self, explore: float) -> Edge:
        """The option to try next: good so far, or tried too little."""
        sign = 1.0 if self.mine else -1.0
        edges = self.edges
        best_look = sign * edges[0].look
        base = sign * self.total / self.visits if self.visits else best_look
        admitted = edges[: 2 + int(sqrt(2 * self.visits))]
        spread = 0.02
        if self.visits > 1:
            mean = self.total / self.visits
            spread = max(spread, sqrt(max(0.0, self.squares / self.visits - mean * mean)))
        reach = explore * spread * sqrt(log(self.visits + 2))
        best, found = edges[0], -1e9
        for edge in admitted:
            guess = base + sign * edge.look - best_look
            value = (sign * edge.total + guess) / (edge.visits + 1)
            value += reach / sqrt(edge.visits + 1)
            if value > found:
                best, found = edge, value
        return best


class Search:
    """One tree for one player's run of choices."""

    def __init__(self, game: Game[Any], player: str, effort: Effort, dice: Stream) -> None:
        self.rulebook = game.rulebook
        self.player = player
        self.effort = effort
        self.dice = dice
        self.spent = 0
        self.nodes: dict[Hashable, Node] = {}

    def root(self, place: Position) -> Node:
        return self._node(place, True)

    def run(self, root: Node, nodes: int) -> None:
        """Search on until so many positions were played."""
        self.spent = 0
        most = 4 * nodes
        while self.spent < nodes and most:
            self.visit(root)
            most -= 1

    def visit(self, root: Node) -> None:
        """Walk once from the root to the horizon, and bring back what was found there."""
        path: list[tuple[Node, Edge]] = []
        node, own, reply = root, 0, 0
        while True:
            edge = node.pick(1.0)
            path.append((node, edge))
            place = edge.after
            if place is None:
                place = follow(self.rulebook, node.place, edge.option, self.dice)
                self.spent += 1
            choice = place.choice
            if choice is None:
                break
            mine = choice.player == self.player
            if mine:
                if not node.mine or own >= self.effort.own:
                    break
                own += 1
            else:
                if reply >= self.effort.reply:
                    break
                reply += 1
            node = self._node(place, mine)
        value = win_chance(self.rulebook, place.battle, self.player)
        for node, edge in path:
            edge.visits += 1
            edge.total += value
            node.visits += 1
            node.total += value
            node.squares += value * value

    def _node(self, place: Position, mine: bool) -> Node:
        key = place.key()
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = Node(place, mine)
            node.edges = self._looked_at(place, mine)
        return node

    def _looked_at(self, place: Position, mine: bool) -> list[Edge]:
        choice = place.choice
        assert choice is not None
        options = list(self.rulebook.advise(place.battle, choice))[: self.effort.width]
        if choice.kind == "activate":
            options += [o for o in choice.listed if o not in options]
        edges = [Edge(option) for option in options]
        if len(edges) == 1:
            return edges
        for edge in edges:
            after = follow(self.rulebook, place, edge.option, self.dice)
            total = win_chance(self.rulebook, after.battle, self.player)
            self.spent += 1
            if after.luck:
                for _ in range(self.effort.tries - 1):
                    after = follow(self.rulebook, place, edge.option, self.dice)
                    total += win_chance(self.rulebook, after.battle, self.player)
                    self.spent += 1
                total /= self.effort.tries
            else:
                edge.after = after
            edge.look = total
        edges.sort(key=lambda edge: -edge.look if mine else edge.look)
        return edges


class SearchPlayer:
    """Searches for its answers. The same seed in the same game gives the same answers."""

    def __init__(self, seed: str, effort: Effort | None = None) -> None:
        self._seed = seed
        self.effort = effort or Effort()
        self._stream = Stream(f"search player:{seed}")
        self._windows = GreedyPlayer(seed)
        self.search: Search | None = None

    def answer(self, game: Game[Any]) -> Answer:
        question = game.question
        if question is None:
            raise RuleBug("a player was asked although the game is over")
        if isinstance(question, Roll):
            return fall(question, self._stream)
        if question.optional:
            return self._windows.answer(game)
        root = self.root(game, question)
        if len(root.edges) == 1:
            return root.edges[0].option
        assert self.search is not None
        self.search.run(root, self.effort.nodes)
        return max(root.edges, key=lambda e: (e.visits, e.total)).option

    def root(self, game: Game[Any], choice: Choice) -> Node:
        place = Position.of(game)
        kept = self.search
        if kept is not None and kept.player == choice.player:
            node = kept.nodes.get(place.key())
            if node is not None and node.mine:
                return node
        dice = Stream(f"search:{self._seed}:{len(game.answers)}")
        self.search = Search(game, choice.player, self.effort, dice)
        return self.search.root(place)
