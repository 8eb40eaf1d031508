"""Square maps that the program makes: houses, platforms, pillars, walls, hedges and rubble.

A map looks the same from either end: everything has a twin, half a turn around the middle. The rows
along the sides, where squads deploy, stay open, and from each square every other can be reached.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from battlemat.boards.squares import Board, members
from battlemat.packs.random_boards import seed_of, stream_of
from battlemat.packs.skirm.words import Words

Square = tuple[int, int]
Below = Callable[[int], int]
HIGH, LOW, STOREY = 2, 1, 3
PIECES = ("house", "platform", "house", "hedge", "wall", "pillar", "crates", "rubble", "hedge")
"""What is laid, in turn; where there is no room for one it is left out."""
TRIES = 40
OBJECTIVES = {"Western": "west", "Eastern": "east", "Inner": "centre-west", "Outer": "centre-east"}


@dataclass(slots=True)
class Sketch:
    """A map in the making; all that is put on it is put on its twin as well."""

    size: int
    margin: int
    levels: dict[Square, int] = field(default_factory=dict)
    walls: dict[tuple[Square, Square], int] = field(default_factory=dict)
    doors: dict[tuple[Square, Square], bool] = field(default_factory=dict)
    stairs: set[Square] = field(default_factory=set)
    rubble: set[Square] = field(default_factory=set)
    closed: set[Square] = field(default_factory=set)
    indoors: set[Square] = field(default_factory=set)
    taken: set[Square] = field(default_factory=set)

    def twin(self, square: Square) -> Square:
        """The square half a turn around the middle."""
        return self.size - 1 - square[0], self.size - 1 - square[1]

    def claim(self, squares: set[Square]) -> bool:
        """Take squares and their twins for a piece; False if they are not free or meet."""
        twins = {self.twin(square) for square in squares}
        around = {near for square in squares for near in _around(square)}
        inner = range(self.margin, self.size - self.margin)
        if (
            not all(x in inner and y in inner for x, y in squares)
            or around & (self.taken | twins)
            or squares & twins
        ):
            return False
        self.taken |= squares | twins
        return True

    def both(self, square: Square) -> tuple[Square, Square]:
        return square, self.twin(square)

    def raise_wall(self, one: Square, two: Square, height: int) -> None:
        """A wall on the side between two squares, and on its twin."""
        self.walls[one, two] = self.walls[self.twin(one), self.twin(two)] = height

    def hang_door(self, one: Square, two: Square, is_open: bool) -> None:
        """A door in the place of a wall."""
        for side in ((one, two), (self.twin(one), self.twin(two))):
            self.walls.pop(side, None)
            self.doors[side] = is_open

    def board(self) -> Board:
        """The board that it shows."""
        size = self.size

        def number(square: Square) -> int:
            return square[1] * size + square[0]

        def mask(squares: set[Square]) -> int:
            return sum(1 << number(square) for square in squares)

        def side(ends: tuple[Square, Square]) -> tuple[int, int]:
            one, two = sorted(map(number, ends))
            return one, two

        return Board.build(
            size,
            size,
            levels={number(square): level for square, level in self.levels.items()},
            walls={side(ends): height for ends, height in self.walls.items()},
            doors=[side(ends) for ends in self.doors],
            open_doors=[side(ends) for ends, is_open in self.doors.items() if is_open],
            stairs=mask(self.stairs),
            difficult=mask(self.rubble),
            impassable=mask(self.closed),
        )


def _around(square: Square) -> Iterator[Square]:
    x, y = square
    return ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def _block(x: int, y: int, wide: int, deep: int) -> set[Square]:
    return {(x + dx, y + dy) for dx in range(wide) for dy in range(deep)}


# ---------------------------------------------------------------------- pieces


def _house(sketch: Sketch, x: int, y: int, below: Below) -> None:
    """Walls as high as a storey around two by three squares, with a door on two sides."""
    wide, deep = ((2, 3), (3, 2), (3, 3))[below(3)]
    rooms = _block(x, y, wide, deep)
    if not sketch.claim(rooms):
        return
    sketch.indoors |= rooms | {sketch.twin(room) for room in rooms}
    for dx in range(wide):
        sketch.raise_wall((x + dx, y - 1), (x + dx, y), STOREY)
        sketch.raise_wall((x + dx, y + deep - 1), (x + dx, y + deep), STOREY)
    for dy in range(deep):
        sketch.raise_wall((x - 1, y + dy), (x, y + dy), STOREY)
        sketch.raise_wall((x + wide - 1, y + dy), (x + wide, y + dy), STOREY)
    dx, dy = below(wide), below(deep)
    sketch.hang_door((x + dx, y - 1), (x + dx, y), below(3) == 0)
    sketch.hang_door((x + wide - 1, y + dy), (x + wide, y + dy), below(3) == 0)


def _platform(sketch: Sketch, x: int, y: int, below: Below) -> None:
    """Two by two or three squares on level 2, with stairs beside them."""
    deep = 2 + below(2)
    top, step = _block(x + 1, y, 2, deep), (x, y + below(deep))
    if not sketch.claim(top | {step}):
        return
    for square in top:
        for one in sketch.both(square):
            sketch.levels[one] = 2
    for one in sketch.both(step):
        sketch.levels[one] = 1
        sketch.stairs.add(one)


def _pillar(sketch: Sketch, x: int, y: int, below: Below) -> None:
    if sketch.claim({(x, y)}):
        height = 3 + below(2)
        for one in sketch.both((x, y)):
            sketch.levels[one] = height
            sketch.closed.add(one)


def _crates(sketch: Sketch, x: int, y: int, below: Below) -> None:
    squares = _block(x, y, *((1, 1), (2, 1), (1, 2))[below(3)])
    if sketch.claim(squares):
        for square in squares:
            for one in sketch.both(square):
                sketch.levels[one] = 1


def _rubble(sketch: Sketch, x: int, y: int, below: Below) -> None:
    squares = _block(x, y, 2, 1 + below(2))
    if sketch.claim(squares):
        for square in squares:
            sketch.rubble |= {*sketch.both(square)}


def _line(sketch: Sketch, x: int, y: int, below: Below, height: int) -> None:
    """A straight wall along two or three squares."""
    long = 2 + below(2)
    if below(2):
        if sketch.claim(_block(x, y, long, 1)):
            for dx in range(long):
                sketch.raise_wall((x + dx, y), (x + dx, y + 1), height)
    elif sketch.claim(_block(x, y, 1, long)):
        for dy in range(long):
            sketch.raise_wall((x, y + dy), (x + 1, y + dy), height)


def _hedge(sketch: Sketch, x: int, y: int, below: Below) -> None:
    _line(sketch, x, y, below, LOW)


def _wall(sketch: Sketch, x: int, y: int, below: Below) -> None:
    _line(sketch, x, y, below, HIGH)


_LAYERS: dict[str, Callable[[Sketch, int, int, Below], None]] = {
    "house": _house,
    "platform": _platform,
    "pillar": _pillar,
    "crates": _crates,
    "rubble": _rubble,
    "hedge": _hedge,
    "wall": _wall,
}


# ---------------------------------------------------------------------- the map


def sketch_map(size: int, margin: int, below: Below) -> Sketch:
    """A map on which everything can be reached; the pieces are drawn until they make one."""
    inner = size - 2 * margin
    while True:
        sketch = Sketch(size, margin)
        for number in range(size + size // 2):
            lay = _LAYERS[PIECES[number % len(PIECES)]]
            for _ in range(TRIES):
                before = len(sketch.taken)
                lay(sketch, margin + below(inner), margin + below(inner), below)
                if len(sketch.taken) > before:
                    break
        if is_connected(sketch.board()):
            return sketch


def is_connected(board: Board) -> bool:
    """Whether a walker gets from any square to any other, with all doors open."""
    ground = board.terrain((1 << len(board.doors)) - 1)
    free = set(members(board.all_squares & ~board.impassable))
    start = min(free)
    seen, waiting = {start}, [start]
    while waiting:
        square = waiting.pop()
        for x, y in _around(board.xy(square)):
            if 0 <= x < board.width and 0 <= y < board.height:
                near = board.at(x, y)
                if near in seen or near not in free:
                    continue
                if ground.step_cost(square, near) and ground.step_cost(near, square):
                    seen.add(near)
                    waiting.append(near)
    return seen == free


def sites_of(sketch: Sketch) -> dict[str, Square]:
    """Six open squares for what missions put down, in pairs of twins."""
    half = sketch.size // 2
    wanted = {
        ("north", "south"): (half - 1, sketch.margin + 1),
        ("west", "east"): (sketch.margin - 1, half - 1),
        ("centre-west", "centre-east"): (half - 2, half - 1),
    }
    spoilt = sketch.taken | set()
    found: dict[str, Square] = {}
    for (one, two), (wx, wy) in wanted.items():
        squares = [(x, y) for y in range(sketch.size) for x in range(sketch.size)]
        free = [s for s in squares if s not in spoilt and sketch.twin(s) not in spoilt]
        at = min(free, key=lambda s: ((s[0] - wx) ** 2 + (s[1] - wy) ** 2, s))
        found[one], found[two] = at, sketch.twin(at)
        spoilt |= {*sketch.both(at)}
    return found


def random_map(words: Words, name: str) -> str:
    """The text of the map's file for `random:SEED`."""
    seed = seed_of(name)
    sketch = sketch_map(words.map_size, words.zone_depth, stream_of(words.name, seed).below)
    board = sketch.board()
    sites = {site: board.name(board.at(*at)) for site, at in sites_of(sketch).items()}
    indoors = sorted(board.name(board.at(*at)) for at in sketch.indoors)
    lines = [
        "kind: map",
        "id: random-board",
        f"rulebook: {words.name}",
        f"name: {json.dumps(f'Random board {seed}')}",
        f"text: {json.dumps(f'A board that the program made from the seed {seed}.')}",
        "drawing: |2",
        *("  " + line for line in board.draw().splitlines()),
        "places:",
        f"  sites: {json.dumps(sites)}",
        f"  areas: {json.dumps({'indoors': indoors})}",
    ]
    if words.name == "skirm3":
        rows = [
            {"id": str(n), "name": f"{which} objective", "at": site}
            for n, (which, site) in enumerate(OBJECTIVES.items(), 1)
        ]
        lines.append(f"  objectives: {json.dumps(rows)}")
    return "\n".join(lines) + "\n"
