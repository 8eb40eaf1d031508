"""Skirm content read and checked, ready for use; what was read is kept and never changed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from battlemat.boards.squares import Board, MapError, members
from battlemat.packs.problems import ContentError, Problem, nearest
from battlemat.packs.random_boards import is_random
from battlemat.packs.schema import Place, finish, go_on, place_of
from battlemat.packs.shipped import folder_of, is_path
from battlemat.packs.skirm.random_maps import random_map
from battlemat.packs.skirm.schema import KINDS
from battlemat.packs.skirm.shipped import SHIPPED
from battlemat.packs.skirm.words import EDITIONS, Words
from battlemat.packs.yaml_source import Source, read_text

GEAR = ("weapons", "equipment", "skills")


class Content(NamedTuple):
    """A checked file: its value, its source, and the folder that its own paths start from."""

    value: dict[str, Any]
    source: Source
    folder: Path | None


def words_of(rulebook: str) -> Words:
    """The edition of a rulebook's name; `ContentError` names the nearest."""
    if rulebook not in EDITIONS:
        what = f"this is no edition of Skirm{nearest(rulebook, EDITIONS)}"
        raise ContentError([Problem(f"rulebook '{rulebook}'", 0, "", what)])
    return EDITIONS[rulebook]


def content(
    rulebook: str, kind: str, name: str, *, beside: Path | None = None, at: Place | None = None
) -> Content:
    """A content file by id or path, checked by itself; an unknown id is told at `at`."""
    library = SHIPPED[words_of(rulebook).name]
    if kind == "map" and is_random(name):
        text = random_map(words_of(rulebook), name)
        return check_source(rulebook, kind, read_text(text, f"map '{name}'"), None)
    if is_path(name):
        folder = folder_of(name, beside)
        return check_source(rulebook, kind, library.load(kind, name, beside=beside), folder)
    if at is not None and not library.holds(kind, name):
        raise ContentError([at.source.problem(at.path, library.unknown(kind, name))])
    return _shipped(rulebook, kind, name)


@cache
def _shipped(rulebook: str, kind: str, name: str) -> Content:
    return check_source(rulebook, kind, SHIPPED[rulebook].load(kind, name), None)


def check_source(rulebook: str, kind: str, source: Source, folder: Path | None) -> Content:
    """The checked value of a source, or `ContentError` with all that is wrong by itself."""
    found, place = look_at(rulebook, kind, source, folder)
    finish(place)
    return found


def look_at(rulebook: str, kind: str, source: Source, folder: Path | None) -> tuple[Content, Place]:
    """The value of a source, sound or not, and all that is wrong with it by itself."""
    place = place_of(source)
    value = KINDS[kind](words_of(rulebook))(source.value, place)
    if isinstance(source.value, dict) and rulebook not in value.get("rulebook", [rulebook]):
        (place / "rulebook").complain(f"this file is not for {rulebook}")
    after = {"faction": _check_faction, "map": _check_map}.get(kind)
    if after is not None:
        go_on(place, lambda: after(value, place))
    return Content(value, source, folder), place


def gear_tables(faction: dict[str, Any]) -> dict[str, tuple[str, dict[str, Any]]]:
    """Everything that a faction's units can carry: its table and its card, by id."""
    return {name: (kind, card) for kind in GEAR for name, card in faction.get(kind, {}).items()}


def _check_faction(value: dict[str, Any], place: Place) -> None:
    seen: dict[str, str] = {}
    for kind in GEAR:
        for name in value.get(kind, {}):
            if name in seen:
                (place / kind / name).complain(f"'{name}' is already one of the {seen[name]}")
            seen[name] = kind
    for name, unit in value["units"].items():
        for key in ("carries", "usual", "may_take"):
            for n, item in enumerate(unit.get(key, ())):
                if item not in seen:
                    here = place / "units" / name / key / n
                    here.complain(f"'{item}' is not in this faction{nearest(item, seen)}")
        allowed = unit.get("may_take", seen)
        for n, item in enumerate(unit.get("usual", ())):
            if item in seen and item not in allowed:
                (place / "units" / name / "usual" / n).complain(f"'{item}' is not in may_take")


# ------------------------------------------------------------------ maps


def board_of(drawing: str, place: Place) -> Board | None:
    """The board that a drawing shows; None and a complaint in the drawing's own line if none."""
    try:
        return Board.parse(drawing)
    except MapError as error:
        line, what = _drawing_line(str(error))
        place.problem_at(place.line + line, what)
        return None


def _drawing_line(message: str) -> tuple[int, str]:
    """A message of the map reader, as lines below the key and words."""
    if message.startswith("line "):
        number, _, rest = message.removeprefix("line ").partition(",")
        if number.isdecimal():
            return int(number), rest.strip()
    return 0, message


def squares_of(board: Board, texts: list[str], place: Place) -> list[str]:
    """The squares that a list of squares and blocks (`a1-l2`) names, each once, in order."""
    found: dict[str, None] = {}
    for n, text in enumerate(texts):
        try:
            ends = [board.xy(board.square(end)) for end in text.split("-")]
        except MapError as error:
            (place / n).complain(str(error))
            continue
        (x1, y1), (x2, y2) = ends[0], ends[-1]
        for y in range(min(y1, y2), max(y1, y2) + 1):
            for x in range(min(x1, x2), max(x1, x2) + 1):
                found[board.name(board.at(x, y))] = None
    return list(found)


def _check_map(value: dict[str, Any], place: Place) -> None:
    board = board_of(value["drawing"], place / "drawing")
    if board is None:
        return
    barred = {board.name(square) for square in members(board.impassable)}
    places = value.setdefault("places", {})
    for kind in ("zones", "areas"):
        here = place / "places" / kind
        for name, texts in places.get(kind, {}).items():
            places[kind][name] = squares_of(board, texts, here / name)
    for name, squares in places.get("zones", {}).items():
        for square in squares:
            if square in barred:
                (place / "places" / "zones" / name).complain(f"{square} is impassable")
    for name, text in places.get("sites", {}).items():
        here = place / "places" / "sites" / name
        if squares_of(board, [text], here) and text in barred:
            here.complain(f"{text} is impassable")
