"""Dot maps that the program makes, for one mission: what it names is on the map.

A map looks the same from either end: everything has a twin, half a turn around the middle. Red
begins in the west and blue in the east; whoever may leave the map leaves it on the far side. What
only counts with advanced terrain (hills, water, wire) is there only where that is switched on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from battlemat.boards.dots import Board, Building, Feature, Mark, Plan, dot_name
from battlemat.packs.random_boards import seed_of, stream_of
from battlemat.packs.skirmishers.schema import SIDES
from battlemat.packs.skirmishers.shipped import RULEBOOK
from battlemat.rulebooks.skirmishers.state.ground import BASIC

Below = Callable[[int], int]
WIDE, DEEP = 22, 16
SIZE = WIDE * DEEP
EDGE = 3
"""So many columns on either side are open ground, on which the sides begin."""
TRIES = 40
ROAD = (DEEP // 2 - 1, DEEP // 2)
MIDDLE = (DEEP // 2 - 2, WIDE // 2 - 2, 4, 4)
"""The ground in the middle: its first row and column, its rows and columns."""


def _block(row: int, column: int, rows: int, columns: int) -> set[int]:
    return {WIDE * (row + r) + column + c for r in range(rows) for c in range(columns)}


def _twin(dot: int) -> int:
    """The dot half a turn around the middle."""
    return SIZE - 1 - dot


def _near(dot: int) -> Iterator[int]:
    """The neighbours of a dot that are on the map."""
    row, column = divmod(dot, WIDE)
    shift = row % 2
    for r, c in ((0, -1), (0, 1), (-1, shift - 1), (-1, shift), (1, shift - 1), (1, shift)):
        if 0 <= row + r < DEEP and 0 <= column + c < WIDE:
            yield WIDE * (row + r) + column + c


@dataclass(slots=True)
class Sketch:
    """A map in the making; all that is put on it is put on its twin as well."""

    taken: set[int] = field(default_factory=set)
    heights: dict[int, int] = field(default_factory=dict)
    buildings: list[Building] = field(default_factory=list)
    marks: set[tuple[Mark, int, int]] = field(default_factory=set)
    links: dict[tuple[int, int, int], Feature] = field(default_factory=dict)

    def claim(self, dots: set[int], gap: bool) -> bool:
        """Take dots and their twins for a piece, if they are free inside the edges and do not meet.

        With `gap` nothing else is beside them.
        """
        twins = {_twin(dot) for dot in dots}
        around = {near for dot in dots for near in _near(dot)} | dots if gap else dots
        inside = all(
            EDGE <= dot % WIDE < WIDE - EDGE and 0 < dot // WIDE < DEEP - 1 for dot in dots
        )
        if not inside or around & (self.taken | twins):
            return False
        self.taken |= dots | twins
        return True

    def mark(self, mark: Mark, dot: int, level: int = 0) -> None:
        """Put a mark on a dot and on its twin."""
        self.marks |= {(mark, dot, level), (mark, _twin(dot), level)}

    def link(self, one: int, two: int, level: int, feature: Feature) -> None:
        """Put something between two dots and between their twins."""
        a, b = sorted((one, two))
        self.links[a, b, level] = self.links[_twin(b), _twin(a), level] = feature

    def plan(self) -> Plan:
        """The plan that it shows."""
        marks, buildings = frozenset(self.marks), tuple(self.buildings)
        return Plan(WIDE, DEEP, self.heights, buildings, marks, self.links)


# ---------------------------------------------------------------------- pieces


def _house(sketch: Sketch, below: Below) -> None:
    """A house of one or two storeys and its twin."""
    rows, columns, storeys = 3 + below(2), 3 + below(2), 1 + below(2)
    dots = _block(1 + below(DEEP - 2), EDGE + below(WIDE - 2 * EDGE), rows, columns)
    if not sketch.claim(dots, gap=True):
        return
    letter = chr(ord("A") + len(sketch.buildings))
    sketch.buildings.append(Building(letter, storeys, frozenset(dots)))
    twins = frozenset(map(_twin, dots))
    sketch.buildings.append(Building(chr(ord(letter) + 1), storeys, twins))
    _furnish(sketch, dots, storeys, below)


def _hall(sketch: Sketch, below: Below) -> None:
    """A building in the middle, which is its own twin."""
    dots = _block(*MIDDLE)
    sketch.taken |= dots
    sketch.buildings.append(Building("A", 2, frozenset(dots)))
    _furnish(sketch, dots, 2, below)


def _furnish(sketch: Sketch, dots: set[int], storeys: int, below: Below) -> None:
    """Doors, windows, stairs to every floor and the roof, and some furniture."""
    outside = sorted((dot, near) for dot in dots for near in _near(dot) if near not in dots)
    for level in range(storeys):
        for _ in range(2 if level == 0 else 0):
            sketch.link(*outside[below(len(outside))], level, Feature.DOOR)
        for _ in range(4):
            dot, near = outside[below(len(outside))]
            if (*sorted((dot, near)), level) not in sketch.links:
                sketch.link(dot, near, level, Feature.WINDOW)
    stairs = sorted(dots)[below(len(dots))]
    for level in range(storeys):
        sketch.mark(Mark.STAIRS, stairs, level)
    inner = sorted((a, b) for a in dots for b in _near(a) if b in dots and a < b)
    for _ in range(3):
        sketch.link(*inner[below(len(inner))], 0, Feature.FURNITURE)


def _patch(sketch: Sketch, below: Below, most: int) -> set[int]:
    """A few free dots that lie together, taken; none if there is no room."""
    start = 1 + below(SIZE - 2)
    found = {start}
    for _ in range(most):
        edge = sorted({near for dot in found for near in _near(dot)} - found)
        found.add(edge[below(len(edge))])
    return found if sketch.claim(found, gap=False) else set()


def _strewn(sketch: Sketch, below: Below, mark: Mark, most: int) -> None:
    for dot in _patch(sketch, below, most):
        sketch.mark(mark, dot)


def _low_wall(sketch: Sketch, below: Below) -> None:
    """A low wall between two rows, some dots long."""
    row, column, long = 2 + below(DEEP - 4), EDGE + below(WIDE - 2 * EDGE), 3 + below(3)
    upper = _block(row, column, 1, long)
    lower = _block(row + 1, column, 1, long)
    if sketch.claim(upper | lower, gap=False):
        for dot in sorted(upper):
            for near in _near(dot):
                if near in lower:
                    sketch.link(dot, near, 0, Feature.LOW_WALL)


def _hill(sketch: Sketch, below: Below) -> None:
    for dot in _patch(sketch, below, 7):
        sketch.heights[dot] = sketch.heights[_twin(dot)] = 1


def _pond(sketch: Sketch, below: Below) -> None:
    for dot in _patch(sketch, below, 6):
        sketch.mark(Mark.SHALLOW, dot)


def _trench(sketch: Sketch, below: Below) -> None:
    row, column = 2 + below(DEEP - 5), EDGE + 1 + below(WIDE - 2 * EDGE - 2)
    dots = _block(row, column, 4, 1)
    if sketch.claim(dots, gap=False):
        for dot in dots:
            sketch.mark(Mark.TRENCH, dot)


def sketch_map(below: Below, *, advanced: bool, hall: bool, road: bool) -> Sketch:
    """A map on which every floor and all open ground can be reached by walking."""
    while True:
        sketch = Sketch()
        if road:
            sketch.taken |= {dot for dot in range(SIZE) if dot // WIDE in ROAD}
        if hall:
            _hall(sketch, below)
        else:
            sketch.taken |= _block(*MIDDLE)
        for _ in range(TRIES):
            if len(sketch.buildings) < (3 if advanced else 6):
                _house(sketch, below)
        if advanced:
            for _ in range(6):
                _hill(sketch, below)
                _pond(sketch, below)
                _trench(sketch, below)
                _strewn(sketch, below, Mark.WIRE, 2)
                _strewn(sketch, below, Mark.ROUGH, 5)
                _strewn(sketch, below, Mark.SWAMP, 4)
        for _ in range(8):
            _low_wall(sketch, below)
            _strewn(sketch, below, Mark.TREE, 0)
            _strewn(sketch, below, Mark.TREE, 0)
            _strewn(sketch, below, Mark.VEGETATION, 2)
        if len(sketch.buildings) > 1 and is_connected(Board.build(sketch.plan())):
            return sketch


def is_connected(board: Board) -> bool:
    """Whether a walker gets from any place above ground to any other; trees are in nobody's way."""
    places = board.surfaces & ~board.marked[Mark.TREE]
    free = {place for place in range(places.bit_length()) if places >> place & 1}
    steps = board.walk(BASIC).steps
    start = min(free)
    seen, waiting = {start}, [start]
    while waiting:
        for place, _ in steps[waiting.pop()]:
            if place in free and place not in seen:
                seen.add(place)
                waiting.append(place)
    return seen == free


# ---------------------------------------------------------------------- what a mission names


def _areas_of(rules: Any) -> Iterator[str]:
    """The areas of which victory speaks, in order."""
    if isinstance(rules, Mapping):
        for key, one in rules.items():
            if key == "area" and isinstance(one, str):
                yield one
            else:
                yield from _areas_of(one)
    elif isinstance(rules, list):
        for one in rules:
            yield from _areas_of(one)


def _areas(mission: Mapping[str, Any], sketch: Sketch, hall: bool) -> dict[str, list[str]]:
    """The first area in the middle, the others on houses in turn; one within another is on it."""
    named = dict.fromkeys(_areas_of([mission.get("wins", []), mission.get("points", [])]))
    middle = [dot_name(dot, WIDE) for dot in sorted(_block(*MIDDLE))]
    storeys = {one.name: one.storeys for one in sketch.buildings}
    houses = [name for name in storeys if not hall or name != "A"]
    grounds = ["A" if hall else "", *houses]
    found: dict[str, list[str]] = {}
    of: dict[str, str] = {}
    for name in named:
        if name.startswith("all-roof"):
            found[name] = [f"building {letter}@{high}" for letter, high in storeys.items()]
            continue
        whole = next((one for one in of if name.startswith(one) or one.startswith(name)), None)
        letter = grounds[len(set(of.values())) % len(grounds)] if whole is None else of[whole]
        of[name] = letter
        level = storeys.get(letter) if name.endswith("-roof") else 0
        within = f"@{level}" if name.endswith(("-roof", "-floor")) else ""
        found[name] = [f"building {letter}{within}"] if letter else middle
    column = {"red": WIDE - 1, "blue": 0}
    for side, name in mission.get("exits", {}).items():
        found[name] = [dot_name(WIDE * row + column[side], WIDE) for row in range(DEEP)]
    return found


def _zones(mission: Mapping[str, Any], road: bool) -> dict[str, list[str]]:
    """Where the sides begin: red in the west, blue on the twins of its dots."""
    rows = [*range(3, DEEP - 3, 2), *range(4, DEEP - 3, 2)]
    foot = [
        WIDE * row + column for column in (1, 0, 2) for row in rows if not road or row not in ROAD
    ]
    parked = [WIDE * row + 4 for row in ROAD]
    found = {}
    for side in SIDES:
        for key, dots in (("zone", foot), ("vehicles", parked)):
            name = mission["deploy"][side].get(key)
            if name is not None:
                own = dots if side == "red" else [_twin(dot) for dot in dots]
                found[name] = [dot_name(dot, WIDE) for dot in own]
    return found


def random_map(mission: Mapping[str, Any], name: str) -> str:
    """The text of the map's file for `random:SEED`, to play a mission on."""
    seed, switches = seed_of(name), mission["switches"]
    below = stream_of(RULEBOOK, seed).below
    inner = any(word in str(mission) for word in ("roof", "-floor", "burns"))
    road = "vehicles" in switches or any("vehicles" in mission["deploy"][s] for s in SIDES)
    hall = (inner or below(2) == 0) and not road
    sketch = sketch_map(below, advanced="advanced-terrain" in switches, hall=hall, road=road)
    board = Board.build(sketch.plan())
    places = {"zones": _zones(mission, road), "areas": _areas(mission, sketch, hall)}
    lines = [
        "kind: map",
        "id: random-board",
        f"rulebook: {RULEBOOK}",
        f"name: {json.dumps(f'Random board {seed}')}",
        f"text: {json.dumps(f'A board that the program made from the seed {seed}.')}",
        "drawing: |2",
        *("  " + line for line in board.draw().splitlines()),
        f"places: {json.dumps(places)}",
    ]
    if "large-targets" in switches:
        tough = {one.name: "medium" for one in sketch.buildings}
        lines.append(f"toughness: {json.dumps(tough)}")
    return "\n".join(lines) + "\n"
