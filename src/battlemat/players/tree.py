"""The tree of a search: positions where somebody must choose, and the dice between them.

A tree is grown by visits. Each walks from the root to the horizon, the end of the own run of
choices and of the other side's run after it, and brings back how likely the searcher is to win
there. Positions that come about in several ways are one node. Both kinds of branches are widened
little by little, options beyond the rulebook's advice and outcomes of dice alike, so that a
choice among thousands is searched as well as one among three. Dice come from the searcher's own
stream: nothing here has ever seen those of the game.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from battlemat.kernel.dice import Stream
from battlemat.kernel.questions import Option
from battlemat.kernel.rulebook import Rulebook
from battlemat.players.positions import Position, follow

LEAST_SPREAD = 0.02
"""Chances to win that lie nearer together than this are searched as if they lay so far apart."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search may cost and how far it looks; costs are counted in positions played.

    `nodes` positions are played for one answer. Of a choice that is seen for the first time,
    `width` advised options are looked at, and up to `beyond` more later. `own` and `reply` bound
    the choices that are followed on either side; with a reply of 0 a search ends with the own
    activation. An option with dice is tried `tries` times for its first look.
    """

    nodes: int = 300
    width: int = 10
    beyond: int = 6
    own: int = 6
    reply: int = 6
    tries: int = 2


class Edge:
    """An option: how it looked at first, what visits came to, and the positions it led to."""

    __slots__ = ("draws", "look", "option", "total", "visits")

    def __init__(self, option: Option) -> None:
        self.option = option
        self.look = 0.0
        self.visits = 0
        self.total = 0.0
        self.draws: list[Position] = []

    @property
    def settled(self) -> bool:
        """Whether no dice fall: it always leads to the same position."""
        return bool(self.draws) and not self.draws[0].luck

    @property
    def wants_dice(self) -> bool:
        """Whether the dice should fall anew, and not as in one of the visits before."""
        if self.settled:
            return False
        return len(self.draws) < 2 + int(sqrt(4 * self.visits))

    @property
    def mean(self) -> float:
        """What visits came to on average; the first look where there were none."""
        return self.total / self.visits if self.visits else self.look


class Node:
    """A position where a choice stands, as far as it has been searched."""

    __slots__ = ("edges", "mine", "place", "rest", "squares", "total", "visits")

    def __init__(self, place: Position, mine: bool) -> None:
        self.place = place
        self.mine = mine
        self.edges: list[Edge] = []  # the best look first
        self.rest: list[Option] = []  # not looked at so far
        self.visits = 0
        self.total = 0.0
        self.squares = 0.0

    @property
    def admitted(self) -> int:
        """How many options are searched by now."""
        return 2 + int(sqrt(2 * self.visits))

    def pick(self) -> Edge:
        """The option to try next: good so far, or tried too little.

        What was not tried yet is taken for as much worse than the node's mean as it looked worse
        than the best look.
        """
        sign = 1.0 if self.mine else -1.0
        best_look = sign * self.edges[0].look
        base = sign * self.total / self.visits if self.visits else best_look
        reach = self._spread() * sqrt(log(self.visits + 2))
        best, found = self.edges[0], float("-inf")
        for edge in self.edges[: self.admitted]:
            guess = base + sign * edge.look - best_look
            tried = edge.visits + 1
            value = (sign * edge.total + guess) / tried + reach / sqrt(tried)
            if value > found:
                best, found = edge, value
        return best

    def _spread(self) -> float:
        if self.visits < 2:
            return LEAST_SPREAD
        mean = self.total / self.visits
        return max(LEAST_SPREAD, sqrt(max(0.0, self.squares / self.visits - mean * mean)))

    def best(self) -> Edge:
        """The option that was searched most, and of those the one that came to most."""
        return max(self.edges, key=lambda edge: (edge.visits, edge.mean))


class Tree:
    """What one player knows of its run of choices. `spent` counts the positions played."""

    def __init__(self, rulebook: Rulebook[Any], player: str, effort: Effort, dice: Stream) -> None:
        self.rulebook = rulebook
        self.player = player
        self.effort = effort
        self.dice = dice
        self.spent = 0
        self.nodes: dict[Hashable, Node] = {}

    def grow(self, root: Node, nodes: int) -> None:
        """Visit until so many more positions were played."""
        end = self.spent + nodes
        for _ in range(nodes):  # a tree that is known whole plays none
            if self.spent >= end:
                return
            self._visit(root)

    def _visit(self, root: Node) -> None:
        path: list[tuple[Node, Edge]] = []
        node, own, reply = root, 0, 0
        while True:
            if node.rest and node.admitted > len(node.edges):
                self._widen(node)
            edge = node.pick()
            path.append((node, edge))
            place = self._after(node, edge)
            if place.choice is None:
                break
            mine = place.choice.player == self.player
            if mine:
                own += 1
            else:
                reply += 1
            if (mine and not node.mine) or own > self.effort.own or reply > self.effort.reply:
                break
            node = self.node(place)
        value = place.chance(self.rulebook, self.player)
        for node, edge in path:
            edge.visits += 1
            edge.total += value
            node.visits += 1
            node.total += value
            node.squares += value * value

    def _after(self, node: Node, edge: Edge) -> Position:
        """Where an option leads: with new dice, or as in one of the visits before."""
        if edge.wants_dice:
            return self._play(node.place, edge)
        if len(edge.draws) == 1:
            return edge.draws[0]
        return edge.draws[self.dice.below(len(edge.draws))]

    def _play(self, place: Position, edge: Edge) -> Position:
        self.spent += 1
        after = follow(self.rulebook, place, edge.option, self.dice)
        edge.draws.append(after)
        return after

    # ------------------------------------------------------------------ nodes

    def node(self, place: Position) -> Node:
        """The node of a position, made where there is none."""
        key = place.key()
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = self._seen_first(place)
        return node

    def _seen_first(self, place: Position) -> Node:
        choice, effort = place.choice, self.effort
        assert choice is not None, "a choice is searched"
        node = Node(place, choice.player == self.player)
        advised = list(self.rulebook.advise(place.battle, choice))
        others = [option for option in choice.listed if option not in set(advised)]
        apart = max(1, len(others) // effort.beyond) if effort.beyond else len(others) + 1
        node.rest = [*advised[effort.width :], *others[::apart]][: effort.beyond]
        node.edges = [Edge(option) for option in advised[: effort.width]]
        if len(node.edges) + len(node.rest) > 1:
            for edge in node.edges:
                self._look(place, edge)
            self._sort(node)
        return node

    def _look(self, place: Position, edge: Edge) -> None:
        tries = 1
        while tries and len(edge.draws) < self.effort.tries:
            tries = int(self._play(place, edge).luck)
        chances = [one.chance(self.rulebook, self.player) for one in edge.draws]
        edge.look = sum(chances) / len(chances)

    def _widen(self, node: Node) -> None:
        edge = Edge(node.rest.pop(0))
        self._look(node.place, edge)
        node.edges.append(edge)
        self._sort(node)

    def _sort(self, node: Node) -> None:
        node.edges.sort(key=lambda edge: edge.look, reverse=node.mine)
