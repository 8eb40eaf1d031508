"""Maps of Skirmishers from files; every place that a map names can be stood on.

Zones are written in the order in which units take them; areas are what victory speaks of. Either
is a list of dots, blocks from corner to corner, and whole buildings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from battlemat.boards.dots import TUNNEL_LEVEL, Board, MapError, Mark, column_number, dot_name
from battlemat.packs.drawings import tell_drawing
from battlemat.packs.places import Place
from battlemat.packs.problems import nearest
from battlemat.rulebooks.skirmishers.state.setup import MapSetup

_BLOCK = re.compile(r"([a-z]+[0-9]+)-([a-z]+[0-9]+)(@t|@[0-9]+)?")
_BUILDING = re.compile(r"building ([A-Za-z])(?:@([0-9]+))?")


class Ground(NamedTuple):
    """A map that was read: its board, and its zones and areas as lists of dots."""

    name: str
    drawing: str
    board: Board
    zones: Mapping[str, list[str]]
    areas: Mapping[str, list[str]]
    toughness: Mapping[str, str]

    @property
    def setup(self) -> MapSetup:
        """The map as the engine takes it."""
        areas = {name: tuple(dots) for name, dots in self.areas.items()}
        return MapSetup(self.drawing, self.name, areas, dict(self.toughness))


def read_ground(value: Mapping[str, Any], place: Place) -> Ground | None:
    """The map of a checked file; None, and complaints in their own lines, if it has no board."""
    board, faults = Board.look_at(value["drawing"])
    tell_drawing(faults, place / "drawing")
    if board is None:
        return None
    places = value.get("places", {})
    zones, areas = (
        {
            name: dots_of(board, texts, place / "places" / kind / name)
            for name, texts in places.get(kind, {}).items()
        }
        for kind in ("zones", "areas")
    )
    for name, dots in zones.items() if not faults else ():  # a faulty board has names alone
        _check_stand(board, dots, place / "places" / "zones" / name)
    toughness = value.get("toughness", {})
    toughness_named(board, toughness, place / "toughness")
    return Ground(str(value["name"]), value["drawing"], board, zones, areas, toughness)


def toughness_named(board: Board, toughness: Iterable[str], place: Place) -> None:
    """Complain of buildings that are said to be tough and are not there."""
    known = [*(building.name for building in board.buildings), "walls"]
    for name in toughness:
        if name not in known:
            (place / name).complain(f"there is no building {name}" + nearest("", known))


def board_of(text: str, place: Place) -> Board | None:
    """The board that a drawing shows; complaints in the drawing's own lines, and None if none."""
    board, faults = Board.look_at(text)
    tell_drawing(faults, place)
    return None if faults else board


# ------------------------------------------------------------------ dots by name


def dots_of(board: Board, texts: Iterable[str], place: Place) -> list[str]:
    """The dots that a list names, each once, in the order written; blocks go row by row."""
    found: dict[str, None] = {}
    for n, text in enumerate(texts):
        try:
            found.update(dict.fromkeys(_dots(board, text)))
        except MapError as error:
            (place / n).complain(f"{error}{_near_text(board, text)}")
    return list(found)


def exit_dots(ground: Ground, named: Iterable[str], place: Place) -> tuple[str, ...]:
    """The dots of areas by name, of dots, blocks and buildings, each once."""
    found: dict[str, None] = {}
    for n, name in enumerate(named):
        if name in ground.areas:
            found.update(dict.fromkeys(ground.areas[name]))
            continue
        try:
            found.update(dict.fromkeys(_dots(ground.board, name)))
        except MapError as error:
            is_dot = re.match(r"[a-z]+[0-9]|building ", name)
            what = f"the map has no area '{name}'{nearest(name, ground.areas)}"
            (place / n).complain(f"{error}{_near_text(ground.board, name)}" if is_dot else what)
    return tuple(found)


def dot_of(board: Board, text: str, place: Place) -> int | None:
    """The place that a single dot's name means; None and a complaint if there is none."""
    try:
        return board.place(text)
    except MapError as error:
        place.complain(f"{error}{_near_text(board, text)}")
        return None


def _dots(board: Board, text: str) -> list[str]:
    building = _BUILDING.fullmatch(text)
    if building:
        return _inside(board, building[1], building[2])
    block = _BLOCK.fullmatch(text)
    if not block:
        return [board.name(board.place(text))]
    one, two = (divmod(board.place(end) % board.size, board.width) for end in block.groups()[:2])
    rows, columns = sorted((one[0], two[0])), sorted((one[1], two[1]))
    level = block[3] or ""
    found = []
    for row in range(rows[0], rows[1] + 1):
        for column in range(columns[0], columns[1] + 1):
            dot = row * board.width + column
            name = board.name(board.ground(dot)).partition("@")[0]
            found.append(board.name(board.place(name + level)))
    return found


def _inside(board: Board, letter: str, level: str | None) -> list[str]:
    """The floors of a building, its roof left out, or one level of it."""
    by_name = {building.name: building for building in board.buildings}
    if letter not in by_name:
        raise MapError(f"there is no building {letter}{nearest('', by_name)}")
    building = by_name[letter]
    found = []
    for dot in sorted(building.dots):
        name = board.name(board.ground(dot))
        if level is not None:
            found.append(board.name(board.place(f"{name}@{level}")))
        else:
            floors = board.levels[dot][:-1]
            found += [board.name(board.at(dot, floor)) for floor in floors]
    return found


# ------------------------------------------------------------------ where one can stand


def in_trunk(board: Board, place: int) -> str:
    """Why nobody can ever be at a place (`skirmishers.map.obstacles`); empty if somebody can."""
    return "a tree trunk fills it" if board.marked[Mark.TREE] >> place & 1 else ""


def why_not(board: Board, place: int) -> str:
    """Why nobody can begin at a place; empty if somebody can."""
    if board.marked[Mark.DEEP] >> place & 1:
        return "it is deep water"
    return in_trunk(board, place)


def near_place(board: Board, place: int, taken: Iterable[int] = ()) -> str:
    """The name of the free place nearest to one, on its own level where that is possible."""
    held = set(taken)
    level = board.level(place)
    free = [
        one
        for one in range(board.surfaces.bit_length())
        if board.surfaces >> one & 1
        and board.level(one) != TUNNEL_LEVEL
        and one not in held
        and not why_not(board, one)
    ]
    best = min(
        free,
        key=lambda one: (
            board.distance(one % board.size, place % board.size),
            abs(board.level(one) - level),
            one,
        ),
    )
    return board.name(best)


def _check_stand(board: Board, dots: Iterable[str], place: Place) -> None:
    for dot in dots:
        at = board.place(dot)
        why = why_not(board, at)
        if why:
            place.complain(
                f"nobody can begin at {dot}: {why}; the nearest is {near_place(board, at)}"
            )


def _near_text(board: Board, text: str) -> str:
    """The nearest dot to one that is off the map or in the air, as the end of a message."""
    dot = re.match(r"([a-z]+)([0-9]+)", text)
    if not dot or text.startswith("building"):
        return ""
    column = min(column_number(dot[1]), board.width - 1)
    row = min(max(int(dot[2]), 1), board.height) - 1
    name = dot_name(row * board.width + column, board.width)
    level = re.search(r"@([0-9]+)", text)
    if level:
        offered = board.levels[row * board.width + column]
        nearest_level = min(offered, key=lambda one: abs(one - int(level[1])))
        name = board.name(board.at(row * board.width + column, nearest_level))
    return f"; the nearest is {name}"
