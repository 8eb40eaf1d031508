"""The tree of a search: positions where somebody must choose, and the dice between them.

A tree is grown by visits. Each walks from the root to the horizon, past the own run of choices,
the other side's after it and the own after that, and brings back how likely the searcher is to
win there. Positions that come about in several ways are one node. Both kinds of branches are
widened little by little, options beyond the rulebook's advice and outcomes of dice alike, so that a
choice among thousands is searched as well as one among three. Dice come from the searcher's own
stream: nothing here has ever seen those of the game.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from battlemat.kernel.dice import Stream
from battlemat.kernel.questions import Option
from battlemat.kernel.rulebook import Rulebook
from battlemat.players.positions import Position, follow

MOST_DRAWS = 24
"""So often dice fall for an option before outcomes of earlier visits are taken again."""
TRUST = 3.0
"""The first look at an option counts as much as so many visits."""
LEAST_SPREAD = 0.02
"""Chances to win that lie nearer together than this are searched as if they lay so far apart."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search may cost and how far it looks; costs are counted in positions played.

    `nodes` positions are played for one answer. Of a choice that is seen for the first time,
    `width` advised options are looked at, `tries` times each where dice fall, and up to `beyond`
    more later. Where `nodes`, `width` or `tries` is 0, it is as suits the game (`Temper`). `turns`
    runs of choices are followed, at most `run` choices of each: with 1 the own, with 2 the
    other side's after it, with 3 the own after that.
    """

    nodes: int = 0
    width: int = 0
    tries: int = 0
    beyond: int = 6
    turns: int = 3
    run: int = 6


class Edge:
    """An option: how it looked at first, what visits came to, and the positions it led to."""

    __slots__ = ("advised", "draws", "look", "option", "total", "visits")

    def __init__(self, option: Option, *, advised: bool = True) -> None:
        self.option = option
        self.advised = advised
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
        return not self.settled and len(self.draws) < MOST_DRAWS

    def value(self, base: float) -> float:
        """What the option promises: visits and the first look together, where looks are `base`
        too low."""
        return (self.total + TRUST * (self.look + base)) / (self.visits + TRUST)


class Node:
    """A position where a choice stands, as far as it has been searched."""

    __slots__ = ("edges", "mine", "place", "rest", "squares", "total", "visits")

    def __init__(self, place: Position, mine: bool) -> None:
        self.place = place
        self.mine = mine
        self.edges: list[Edge] = []  # the best look first
        self.rest: list[Edge] = []  # not looked at so far
        self.visits = 0
        self.total = 0.0
        self.squares = 0.0

    def admit(self, options: Iterable[Option]) -> None:
        """Search these options too. Whoever admits them looks at them, and weighs the looks."""
        known = {edge.option for edge in self.edges}
        found = [option for option in options if option not in known]
        self.edges += [Edge(option) for option in found]
        self.rest = [edge for edge in self.rest if edge.option not in found]

    def weigh_looks(self) -> None:
        """Put the best look first, for the player who chooses.

        Advice knows what no look sees, such as who should act first. So what is not advised is
        taken to look no better than what is, and has to show by visits that it is.
        """
        least = min if self.mine else max
        bar = least((edge.look for edge in self.edges if edge.advised), default=0.0)
        for edge in self.edges:
            if not edge.advised:
                edge.look = least(edge.look, bar)
        self.edges.sort(key=lambda edge: edge.look, reverse=self.mine)

    @property
    def admitted(self) -> int:
        """How many options are searched by now."""
        return 2 + int(sqrt(2 * self.visits))

    def pick(self) -> Edge:
        """The option to try next: good so far, or tried too little."""
        sign = 1.0 if self.mine else -1.0
        base = self._base()
        reach = self._spread() * sqrt(log(self.visits + 2))
        best, found = self.edges[0], float("-inf")
        for edge in self.edges[: self.admitted]:
            value = sign * edge.value(base) + reach / sqrt(edge.visits + 1)
            if value > found:
                best, found = edge, value
        return best

    def _base(self) -> float:
        """What visits say of a look: how much more or less than its looks a choice came to."""
        visits = sum(edge.visits for edge in self.edges)
        if not visits:
            return 0.0
        return sum(edge.total - edge.visits * edge.look for edge in self.edges) / visits

    def _spread(self) -> float:
        if self.visits < 2:
            return LEAST_SPREAD
        mean = self.total / self.visits
        return max(LEAST_SPREAD, sqrt(max(0.0, self.squares / self.visits - mean * mean)))

    def best(self) -> Edge:
        """The option that promises most, of those that were visited at all."""
        return self.ranked()[0]

    def chosen(self, caution: float) -> Edge:
        """The option to take: what promises most, or what looked best while that is in doubt.

        What looked best is left only for more than `caution` times what luck may make of it.
        """
        best, looked = self.best(), self.edges[0]
        sign = 1.0 if self.mine else -1.0
        better = sign * (self.chance(best) - self.chance(looked))
        return best if better >= caution * self.doubt(best, looked) else looked

    def ranked(self) -> list[Edge]:
        """The options, the most promising first; those that were never visited come last."""
        sign, base = (1.0 if self.mine else -1.0), self._base()
        return sorted(self.edges, key=lambda e: (not e.visits, -sign * e.value(base)))

    def doubt(self, one: Edge, other: Edge) -> float:
        """How far apart two options may seem by the luck of the search alone."""
        parts = sum(1 / (edge.visits + TRUST) for edge in (one, other))
        return 2 * self._spread() * sqrt(parts)

    def chance(self, edge: Edge) -> float:
        """The searcher's chance to win after an option, as far as is known."""
        return min(1.0, max(0.0, edge.value(self._base())))


class Tree:
    """What one player knows of its run of choices. `spent` counts the positions played."""

    def __init__(self, rulebook: Rulebook[Any], player: str, effort: Effort, seed: str) -> None:
        self.rulebook = rulebook
        self.player = player
        self.effort = effort
        self._width = effort.width or rulebook.temper.width
        self._tries = effort.tries or rulebook.temper.tries
        self._seed = seed
        self._looking = Stream(f"{seed}:looks")
        self._falling = self._looking  # the dice of the visit that is on its way
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
        node, turns, run = root, 1, 0
        while True:
            if node.rest and node.admitted > len(node.edges):
                self._widen(node)
            edge = node.pick()
            if not path:  # the n-th visit of each option has the same dice, so luck cancels out
                self._falling = Stream(f"{self._seed}:{edge.visits}")
            path.append((node, edge))
            place = self._after(node, edge)
            if place.choice is None:
                break
            mine = place.choice.player == self.player
            if mine == node.mine:
                run += 1
            else:
                turns, run = turns + 1, 1
            if turns > self.effort.turns or run > self.effort.run:
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
        return edge.draws[self._falling.below(len(edge.draws))]

    def _play(self, place: Position, edge: Edge) -> Position:
        after = self._follow(place, edge.option, self._falling)
        edge.draws.append(after)
        return after

    def _follow(self, place: Position, option: Option, dice: Stream) -> Position:
        self.spent += 1
        return follow(self.rulebook, place, option, dice)

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
        advised = list(self.rulebook.glimpse(place.battle, choice))
        others = [option for option in choice.listed if option not in set(advised)]
        apart = max(1, len(others) // effort.beyond) if effort.beyond else len(others) + 1
        first = [Edge(option) for option in advised]
        beyond = [Edge(option, advised=False) for option in others[::apart]]
        node.edges = first[: self._width]
        node.rest = [*first[self._width :], *beyond][: effort.beyond]
        if len(node.edges) + len(node.rest) > 1:
            for edge in node.edges:
                self._look(place, edge)
            node.weigh_looks()
        return node

    def _look(self, place: Position, edge: Edge) -> None:
        """See what an option comes to. Its dice are forgotten: what looked best was lucky, too."""
        after = self._follow(place, edge.option, self._looking)
        total, tries = after.chance(self.rulebook, self.player), 1
        if not after.luck:
            edge.draws.append(after)
        else:
            while tries < self._tries:
                after = self._follow(place, edge.option, self._looking)
                total, tries = total + after.chance(self.rulebook, self.player), tries + 1
        edge.look = total / tries

    def _widen(self, node: Node) -> None:
        edge = node.rest.pop(0)
        self._look(node.place, edge)
        node.edges.append(edge)
        node.weigh_looks()
