"""Skirm content read and checked, ready for use; what was read is kept and never changed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from battlemat.boards.squares import Board, MapError, members
from battlemat.kernel.memo import Memo
from battlemat.packs.drawings import tell_drawing
from battlemat.packs.places import Known, Place, finish, go_on, place_of
from battlemat.packs.problems import ContentError, Problem, nearest
from battlemat.packs.random_boards import is_random
from battlemat.packs.schema import Check
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


def kind_checks(rulebook: str) -> Mapping[str, Check]:
    """The shape of each kind of file of an edition."""
    return {kind: check(words_of(rulebook)) for kind, check in KINDS.items()}


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
    return _found(rulebook, kind, name, library.home(kind, name))


@Memo("the file, which is read once", bound=4096)
def _found(rulebook: str, kind: str, name: str, folder: Path | None) -> Content:
    return check_source(rulebook, kind, SHIPPED[rulebook].load(kind, name), folder)


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


def gear_tables(faction: Mapping[str, Any]) -> Mapping[str, tuple[str, dict[str, Any]]]:
    """Everything that a faction's units can carry: its table and its card, by id."""
    return {name: (kind, card) for kind in GEAR for name, card in faction.get(kind, {}).items()}


def _check_faction(value: Mapping[str, Any], place: Place) -> None:
    seen: dict[str, str] = {}
    for kind in GEAR:
        for name in value.get(kind, {}):
            if name in seen:
                (place / kind / name).complain(f"'{name}' is already one of the {seen[name]}")
            seen[name] = kind
    for name, unit in value["units"].items():
        here = place / "units" / name
        for key in ("carries", "usual", "may_take"):
            go_on(place, partial(_check_listed, unit, key, seen, here / key))
        go_on(place, partial(_check_usual, unit, seen, here / "usual"))


def _check_listed(unit: Mapping[str, Any], key: str, gear: Mapping[str, str], place: Place) -> None:
    for n, item in enumerate(unit.get(key, ())):
        if item not in gear:
            (place / n).complain(f"'{item}' is not in this faction{nearest(item, gear)}")


def _check_usual(unit: Mapping[str, Any], gear: Mapping[str, str], place: Place) -> None:
    allowed = unit.get("may_take", gear)
    for n, item in enumerate(unit.get("usual", ())):
        if item in gear and item not in allowed:
            (place / n).complain(f"'{item}' is not in may_take")


# ------------------------------------------------------------------ maps


def board_of(drawing: str, place: Place) -> Board | None:
    """The board that a drawing shows; complaints in the drawing's own lines, and None if none."""
    board, faults = Board.look_at(drawing)
    tell_drawing(faults, place)
    return None if faults else board


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
    board, faults = Board.look_at(value["drawing"])
    tell_drawing(faults, place / "drawing")
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
    sites = places.get("sites", {})
    for name, text in sites.items():
        here = place / "places" / "sites" / name
        if squares_of(board, [text], here) and text in barred:
            here.complain(f"{text} is impassable")
    here, laid = place / "places" / "objectives", places.get("objectives", [])
    names = {board.name(square) for square in range(board.size)}
    for n, one in enumerate(laid):
        go_on(place, partial(on_site, one, sites, names, "the map", here / n))
    once_each(laid, "objective", here)


def on_site(
    one: Mapping[str, Any], sites: Mapping[str, str], squares: set[str], name: str, place: Place
) -> None:
    """Complain of a thing that lies neither at a site of the map nor in one of its squares."""
    at = one["at"]
    if at not in sites and at not in squares:
        (place / "at").complain(f"{name} has no site '{at}'{nearest(at, sites)}")


def once_each(rows: list[Known], what: str, place: Place) -> None:
    """Complain of an id that two rows have."""
    seen: set[str] = set()
    for n, row in enumerate(rows):
        name = row.known("id", "")
        if name in seen:
            (place / n / "id").complain(f"there is another {what} '{name}'; each has its own id")
        elif name:
            seen.add(name)
