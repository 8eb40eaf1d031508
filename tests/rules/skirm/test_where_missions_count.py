"""Wherever a mission may say that something counts, it counts there and nowhere else.

A mission names a place by whose zone it is, by an area of its map, or not at all. Each word is held
against plain sets of squares, for whoever scores there and for whatever may be done there.
"""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.rulebooks.skirm.chapters.mission import due
from rules.skirm.table import EDITIONS, Table, unit

DRAWN = """
    A . B
    . C .
    D . E
"""
SIDES = {"A": 0, "C": 0, "D": 0, "B": 1, "E": 1}
AT = {"A": "a1", "B": "c1", "C": "b2", "D": "a3", "E": "c3"}
NORTH, SOUTH = {"a1", "b1", "c1"}, {"a3", "b3", "c3"}
YARD = {"b2", "c3"}
EVERYWHERE = {f"{column}{row}" for column in "abc" for row in (1, 2, 3)}
PLACES = {
    "own": (NORTH, SOUTH),
    "enemy": (SOUTH, NORTH),
    "anywhere": (EVERYWHERE, EVERYWHERE),
    "yard": (YARD, YARD),
    "no such area": (set(), set()),
}
"""The squares that a word means for red, who deployed in the north, and for blue."""
every_edition = pytest.mark.parametrize("edition", EDITIONS)
every_place = pytest.mark.parametrize("word", PLACES)


def table(edition: str, **more: Any) -> Table:
    bears = {"C": ["red's", "blue's"], "E": ["nobody's"]}
    units = {
        name: unit(side="blue" if SIDES[name] else "red", carries=bears.get(name, []))
        for name in AT
    }
    markers = [
        {"id": "red's", "name": "Red's", "square": "b2", "carry": True, "side": "north"},
        {"id": "blue's", "name": "Blue's", "square": "b2", "carry": True, "side": "south"},
        {"id": "nobody's", "name": "Nobody's", "square": "c3", "carry": True},
    ]
    areas = {"yard": sorted(YARD)}
    return Table.parse(DRAWN, edition=edition, markers=markers, areas=areas, **units, **more)


def scored(edition: str, **rule: Any) -> dict[int, int]:
    """The points of each side at the end of the game."""
    battle = table(edition, scoring=[rule | {"when": "end", "points": 1}]).battle
    return {side: points for side, points, _ in due(battle, "end")}


@every_edition
@every_place
def test_whoever_stands_where_the_mission_says_scores(edition: str, word: str) -> None:
    there = PLACES[word]
    wanted = {
        side: sum(AT[name] in there[side] for name in AT if SIDES[name] == side) for side in (0, 1)
    }
    found = scored(edition, score="standing-in", zone=word)
    assert found == {side: points for side, points in wanted.items() if points}


@every_edition
@every_place
@pytest.mark.parametrize("which", ["own", "enemy", "neutral", "all"])
def test_whoever_carries_what_the_mission_says_scores_where_it_says(
    edition: str, word: str, which: str
) -> None:
    markers = {"C": {"own", "enemy"}, "E": {"neutral"}}  # what each is to its bearer
    wanted: dict[int, int] = {}
    for name, kinds in markers.items():
        count = len(kinds) if which == "all" else which in kinds
        if count and AT[name] in PLACES[word][SIDES[name]]:
            wanted[SIDES[name]] = int(count)
    assert scored(edition, score="carry", zone=word, which=which) == wanted


@every_edition
@every_place
@pytest.mark.parametrize("next_to", [False, True])
def test_a_mission_action_is_offered_where_the_mission_says(
    edition: str, word: str, next_to: bool
) -> None:
    where = f"{word}-zone" if word in ("own", "enemy") else word
    scan = {"id": "scan", "name": "Scan", "where": where, "next_to": next_to, "effects": []}
    for name in ("A", "C", "D"):
        here = AT[name]
        near = {here} | (beside(here) if next_to else set())
        found = table(edition, actions=[scan], active=name).options("do")
        assert bool(found) == bool(near & PLACES[word][0]), (name, found)


def beside(square: str) -> set[str]:
    column, row = "abc".index(square[0]), int(square[1])
    return {
        f"{'abc'[x]}{y}"
        for x in range(max(0, column - 1), min(3, column + 2))
        for y in range(max(1, row - 1), min(4, row + 2))
        if (x, y) != (column, row)
    }
