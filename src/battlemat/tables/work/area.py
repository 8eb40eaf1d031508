"""Where an open answer would be legal, for screens that shade it.

No rule is known here: the rulebook judges the answer at points of a lattice, which is made finer
where two neighbours are judged differently, and the edge between them is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, TypeAlias

from battlemat.kernel.errors import Refused
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Point

GAP = "{here}"
"""Stands in an answer for the point that is looked for."""
STEP = 0.5
"""The finest lattice, in board units."""
COARSE = 4
"""So many steps lie between the points that are judged first."""
HALVES = 3
"""So often the stretch between a legal point and another is halved."""
MOST = 4_000
"""So many judgements are asked for at most; what is unknown then is taken for illegal."""

Node: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[int, int, bool]  # its first node, and whether it runs down
Loop: TypeAlias = list[Point]


def legal_area(game: Game[Any], text: str) -> list[Loop]:
    """The outlines of all places that may be put into the gap of `text`; holes are outlines too.

    Nothing where the question is no choice, or where the text cannot be read.
    """
    question = game.question
    if not isinstance(question, Choice) or text.count(GAP) != 1:
        return []
    if not _is_read(game, text):
        return []
    scene = game.rulebook.scene(game.battle)
    handles = (game.rulebook.handle(game.battle, question, one) for one in question.listed)
    near = [one.at for one in handles if one.at] + [piece.at for piece in scene.pieces]

    def judge(x: float, y: float) -> bool:
        try:
            game.read(_filled(text, x, y))
        except Refused:
            return False
        return True

    return _Lattice(judge, scene.width, scene.height).outlines(near)


def _filled(text: str, x: float, y: float) -> str:
    return text.replace(GAP, f"{x:.2f},{y:.2f}")


def _is_read(game: Game[Any], text: str) -> bool:
    """Whether the rulebook understands the text at all: what it does not has no clause."""
    try:
        game.read(_filled(text, STEP, STEP))
    except Refused as refused:
        return refused.refusal.because is not None
    return True


class _Lattice:
    """Points of a board, judged as they are wanted."""

    def __init__(self, judge: Callable[[float, float], bool], width: float, height: float) -> None:
        self._judge = judge
        self._size = (width, height)
        self._across, self._down = (int(side / STEP) for side in self._size)
        self._known: dict[Node, bool] = {}
        self._legal: set[Node] = set()
        self._left = MOST

    def outlines(self, near: Iterable[Point]) -> list[Loop]:
        """The edges of what is legal. Around points that are `near` it is looked for closely."""
        close = {(int(x / STEP), int(y / STEP)) for x, y in near}
        for i in range(0, self._across, COARSE):
            for j in range(0, self._down, COARSE):
                self._fill(i, j, COARSE, close)
        return list(_linked(dict(_crossed(self._legal)), self._at))

    def _fill(self, i: int, j: int, size: int, close: set[Node]) -> None:
        """Judge a cell by its corners, and its quarters where these differ."""
        corners = [self._holds(x, y) for x in (i, i + size) for y in (j, j + size)]
        wanted = any(i <= x <= i + size and j <= y <= j + size for x, y in close)
        if size > 1 and (len(set(corners)) > 1 or wanted):
            half = size // 2
            for x in (i, i + half):
                for y in (j, j + half):
                    self._fill(x, y, half, close)
        elif all(corners):
            nodes = ((x, y) for x in range(i, i + size + 1) for y in range(j, j + size + 1))
            self._legal.update(nodes)
        else:
            nodes = ((x, y) for x in (i, i + size) for y in (j, j + size))
            self._legal.update(node for node in nodes if self._holds(*node))

    def _holds(self, i: int, j: int) -> bool:
        node = (i, j)
        if node not in self._known:
            inside = 0 <= i <= self._across and 0 <= j <= self._down
            self._known[node] = inside and self._asked(i * STEP, j * STEP)
        return self._known[node]

    def _asked(self, x: float, y: float) -> bool:
        if self._left <= 0:
            return False
        self._left -= 1
        return self._judge(x, y)

    def _at(self, edge: Edge) -> Point:
        """Where the outline crosses between two nodes: as near as a few more judgements tell."""
        i, j, down = edge
        one, two = (i, j), (i, j + 1) if down else (i + 1, j)
        good, bad = (one, two) if one in self._legal else (two, one)
        if not (0 <= bad[0] <= self._across and 0 <= bad[1] <= self._down):
            return self._round(*good)
        low, high = 0.0, 1.0
        for _ in range(HALVES):
            part = (low + high) / 2
            x, y = (g + part * (b - g) for g, b in zip(good, bad, strict=True))
            if self._asked(x * STEP, y * STEP):
                low = part
            else:
                high = part
        return self._round(*(g + low * (b - g) for g, b in zip(good, bad, strict=True)))

    @staticmethod
    def _round(i: float, j: float) -> Point:
        return round(i * STEP, 2), round(j * STEP, 2)


_NORTH, _EAST, _SOUTH, _WEST = range(4)
_TURNS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((_WEST, _NORTH),),
    2: ((_NORTH, _EAST),),
    4: ((_EAST, _SOUTH),),
    8: ((_SOUTH, _WEST),),
    14: ((_NORTH, _WEST),),
    13: ((_EAST, _NORTH),),
    11: ((_SOUTH, _EAST),),
    7: ((_WEST, _SOUTH),),
    3: ((_WEST, _EAST),),
    6: ((_NORTH, _SOUTH),),
    12: ((_EAST, _WEST),),
    9: ((_SOUTH, _NORTH),),
    5: ((_WEST, _NORTH), (_EAST, _SOUTH)),
    10: ((_NORTH, _EAST), (_SOUTH, _WEST)),
}
"""From which side of a cell to which the outline runs, by the legal ones of its corners (1, 2, 4, 8
clockwise from the north-west), with what is legal on its left."""


def _crossed(legal: set[Node]) -> Iterator[tuple[Edge, Edge]]:
    """The outline, cell by cell: from which edge it runs to which."""
    cells = {(i - x, j - y) for i, j in legal for x in (0, 1) for y in (0, 1)}
    for i, j in cells:
        corners = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
        case = sum(1 << number for number, node in enumerate(corners) if node in legal)
        edges = ((i, j, False), (i + 1, j, True), (i, j + 1, False), (i, j, True))
        for start, end in _TURNS.get(case, ()):
            yield edges[start], edges[end]


def _linked(runs: dict[Edge, Edge], at: Callable[[Edge], Point]) -> Iterator[Loop]:
    """The closed outlines, without points that say nothing."""
    while runs:
        start, edge = runs.popitem()
        loop = [start]
        while edge != start:
            loop.append(edge)
            edge = runs.pop(edge)
        yield _bent([at(one) for one in loop])


def _bent(loop: Loop) -> Loop:
    """A loop without points that come twice or lie on straight stretches."""
    once = [point for before, point in pairwise([loop[-1], *loop]) if point != before]
    whole = [once[-1], *once, once[0]] if once else loop
    turns = zip(pairwise(whole), pairwise(whole[1:]), strict=False)
    kept = [b for (a, b), (_, c) in turns if abs(_cross(a, b, c)) > 1e-9]
    return kept if len(kept) > 2 else loop


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
