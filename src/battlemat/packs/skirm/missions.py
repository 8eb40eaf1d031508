"""Missions laid on maps; a mission names places, a map says where they are.

Deployment zones that a map does not name are the usual ones: two rows (three on the larger maps of
the early editions) along a side, or a triangle in a corner, without impassable squares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from battlemat.boards.squares import Board
from battlemat.packs.places import Place, finish, go_on, place_of
from battlemat.packs.problems import nearest
from battlemat.packs.skirm.files import Content, on_site, once_each, squares_of
from battlemat.packs.skirm.scoring_words import briefing
from battlemat.packs.skirm.words import Words
from battlemat.packs.typed import all_typed
from battlemat.rulebooks.skirm.state.setup import (
    ActionSetup,
    EnvironmentSetup,
    EventSetup,
    GainSetup,
    MapSetup,
    MarkerSetup,
    MissionSetup,
    ObjectiveSetup,
    ScoringSetup,
)

_THINGS = {"objectives": "objective", "markers": "marker"}
_ANYWHERE = ("own", "enemy", "anywhere", "objective", "enemy-zone", "own-zone", "marker")


def usual_zones(board: Board, depth: int) -> dict[str, list[str]]:
    """The deployment zones of any map, by the side or corner they lie on."""
    right, bottom = board.width - 1, board.height - 1
    reach = depth + 3

    def where(x: int, y: int) -> Iterator[str]:
        sides = {"north": y, "south": bottom - y, "west": x, "east": right - x}
        yield from (side for side, far in sides.items() if far < depth)
        for first in ("north", "south"):
            for second in ("west", "east"):
                if sides[first] + sides[second] <= reach:
                    yield f"{first}-{second}"

    zones: dict[str, list[str]] = {}
    for square in range(board.size):
        if not board.impassable >> square & 1:
            for zone in where(*board.xy(square)):
                zones.setdefault(zone, []).append(board.name(square))
    return zones


def map_setup(content: Content) -> MapSetup:
    """The map as the engine takes it."""
    value = content.value
    areas = value.get("places", {}).get("areas", {})
    named = {name: tuple(squares) for name, squares in areas.items()}
    return MapSetup(value["drawing"], value["name"], {"indoors": (), **named})


def environment_setup(content: Content) -> EnvironmentSetup:
    """The environment as the engine takes it."""
    value, place = content.value, place_of(content.source)
    events = all_typed(EventSetup, value["events"], place / "events")
    return EnvironmentSetup(value["id"], value["name"], events)


class _Laid(NamedTuple):
    """Where a mission's zones, objectives and markers lie on a map."""

    zones: dict[str, tuple[str, ...]]
    objectives: list[dict[str, Any]]
    markers: list[dict[str, Any]]


def mission_setup(words: Words, mission: Content, on: Content) -> MissionSetup:
    """The mission laid on a map, without an environment; `ContentError` where they do not fit."""
    value, laid = mission.value, lay_mission(words, mission, on)
    place = place_of(mission.source)
    return MissionSetup(
        laid.zones,
        value["id"],
        value["name"],
        briefing(words.name, value),
        turns=value.get("turns", 4),
        objectives=all_typed(ObjectiveSetup, laid.objectives, place / "objectives"),
        markers=all_typed(MarkerSetup, laid.markers, place / "markers"),
        scoring=all_typed(ScoringSetup, value["scoring"], place / "scoring"),
        actions=all_typed(ActionSetup, value.get("actions", ()), place / "actions"),
        gains=all_typed(GainSetup, value.get("gains", ()), place / "gains"),
    )


def lay_mission(words: Words, mission: Content, on: Content) -> _Laid:
    """Lay a mission on a map; `ContentError` where they do not fit, whatever else is wrong."""
    value, places = mission.value, on.value.get("places", {})
    board = Board.parse(on.value["drawing"])
    zones = {**usual_zones(board, words.zone_depth), **places.get("zones", {})}
    place = place_of(mission.source)
    spots = _Spots(board, places.get("sites", {}), on.value["name"])
    areas = [*places.get("areas", {}), "indoors"]
    held = go_on(place, lambda: _zones(value["zones"], zones, place, on.value["name"]))
    lain = {key: go_on(place, partial(spots.lay, value, places, key, place)) for key in _THINGS}
    for key, what in {**_THINGS, "actions": "action"}.items():
        go_on(place, partial(_once_each, value, key, what, place))
    for key in _THINGS:
        go_on(place, partial(_check_sides, value, key, place))
    for key, word in (("scoring", "zone"), ("actions", "where")):
        go_on(place, partial(_check_areas, value, key, word, areas, place))
    finish(place)
    return _Laid(held or {}, lain["objectives"] or [], lain["markers"] or [])


def _once_each(value: Mapping[str, Any], key: str, what: str, place: Place) -> None:
    once_each(value.get(key, []), what, place / key)


def _zones(
    names: list[str], zones: dict[str, list[str]], place: Place, map_name: str
) -> dict[str, tuple[str, ...]]:
    found = {}
    for n, name in enumerate(names):
        if name in zones:
            found[name] = tuple(zones[name])
        else:
            (place / "zones" / n).complain(
                f"the map {map_name} has no zone '{name}'{nearest(name, zones)}"
            )
    if len(found) == 2:
        first, second = found.values()
        for square in sorted(set(first) & set(second))[:1]:
            (place / "zones").complain(f"on {map_name} both zones hold {square}")
    elif len(names) == 2 and names[0] == names[1]:
        (place / "zones").complain("the two zones are the same")
    return found


class _Spots:
    """Puts objectives and markers on the squares that the map names."""

    def __init__(self, board: Board, sites: dict[str, str], map_name: str) -> None:
        self.squares = {board.name(square) for square in range(board.size)}
        self.sites = sites
        self.map_name = map_name

    def lay(
        self, mission: Mapping[str, Any], places: Mapping[str, Any], kind: str, place: Place
    ) -> list[dict[str, Any]]:
        """The mission's own things, or else those that lie on the map and count for nothing."""
        laid: list[dict[str, Any]] = []
        rows, here = mission.get(kind) or places.get(kind, []), place / kind
        for n, row in enumerate(rows):
            name = f"the map {self.map_name}"
            go_on(place, partial(on_site, row, self.sites, self.squares, name, here / n))
            if "at" not in row.wrong:
                rest = {key: one for key, one in row.items() if key != "at"}
                laid.append({**rest, "square": self.sites.get(row["at"], row["at"])})
        return laid


def _check_sides(value: Mapping[str, Any], key: str, place: Place) -> None:
    zones = value["zones"]
    for n, item in enumerate(value.get(key, [])):
        side = None if "side" in item.wrong else item.get("side")
        if side is not None and side not in zones:
            what = f"'{side}' is not one of the zones{nearest(side, zones)}"
            (place / key / n / "side").complain(what)


def _check_areas(
    value: Mapping[str, Any], key: str, word: str, areas: list[str], place: Place
) -> None:
    known = (*_ANYWHERE, *areas)
    for n, item in enumerate(value.get(key, [])):
        name = None if word in item.wrong else item.get(word)
        if name is not None and name not in known:
            what = f"'{name}' is no place here{nearest(name, known)}"
            (place / key / n / word).complain(what)


def plain_mission(name: str, board: Board, depth: int) -> MissionSetup:
    """A mission without aims, for a position that needs none."""
    if board.height > 1:
        zones = usual_zones(board, min(depth, board.height // 2))
        named = {side: tuple(zones.get(side, ())) for side in ("north", "south")}
    else:
        zones = usual_zones(board, 1)
        named = {side: tuple(zones.get(side, ())) for side in ("west", "east")}
    return MissionSetup(named, "scenario", name)


def own_zones(
    board: Board, mission: MissionSetup, zones: Mapping[str, Any], place: Place
) -> tuple[MissionSetup, dict[str, str]]:
    """Put zones that are given by their squares into the mission of a drawn map.

    Gives back the mission and which zone is now whose; a zone's name is left to whoever reads the
    position.
    """
    found, laid = {}, dict(mission.zones)
    usual = dict(zip(("red", "blue"), mission.zones, strict=False))
    for side, squares in zones.items():
        if isinstance(squares, str) and squares in mission.zones:
            continue
        texts = [squares] if isinstance(squares, str) else squares
        laid[usual[side]] = tuple(squares_of(board, texts, place / side))
        found[side] = usual[side]
    return mission._replace(zones=laid), found
