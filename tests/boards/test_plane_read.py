"""Reading the free table from plain values: what is taken, and how faults are named."""

import copy
from typing import Any

import pytest

from battlemat.boards.plane import (
    Base,
    Plane,
    PlaneError,
    base_fault,
    plane_values,
    read_base,
    read_plane,
)

BOARD: dict[str, Any] = {
    "table": [4800, 3600],
    "level_height": 120,
    "areas": [
        {"name": "hill", "level": 1, "climbable": "all", "box": [1000, 1000, 2000, 2000]},
        {"name": "keep", "level": 3, "climbable": [1], "box": [1200, 1200, 1800, 1800]},
    ],
    "parts": [
        {
            "name": "hedge",
            "keyword": "barrier",
            "height": 50,
            "sight": "solid",
            "box": [0, 0, 9, 9],
        },
        {"name": "ladder", "keyword": "climbable", "levels": 2, "box": [1050, 1050, 1100, 1100]},
        {
            "name": "wood",
            "keyword": "slow",
            "height": 300,
            "sight": "sparse",
            "outline": [[3000, 3000], [3500, 3100], [3200, 3500]],
        },
        {"name": "road", "keyword": "clear", "box": [2500, 0, 2600, 3600]},
    ],
}


def faults(**changes: Any) -> list[str]:
    board = copy.deepcopy(BOARD) | changes
    with pytest.raises(PlaneError) as error:
        read_plane(board)
    return [fault.text for fault in error.value.faults]


def part(**changes: Any) -> dict[str, Any]:
    return {"name": "rock", "keyword": "impassable", "box": [10, 10, 60, 60]} | changes


@pytest.mark.clause("openfire.module.terrain-data", "openfire.terrain.keyword-parts")
def test_a_board_is_read_with_its_levels_and_parts() -> None:
    plane = read_plane(BOARD)
    assert (plane.width, plane.height, plane.step) == (4800, 3600, 120)
    assert [p.keyword for p in plane.parts] == ["barrier", "climbable", "slow", "clear"]
    assert plane.parts[1].level == 1
    assert plane.areas[1].parent == 0
    assert plane.level_at(1500, 1500) == 3
    assert plane.areas[0].climbable == {0, 1, 2, 3}


def test_a_board_written_back_reads_to_the_same_board() -> None:
    values = plane_values(read_plane(BOARD))
    assert plane_values(read_plane(values)) == values


@pytest.mark.clause("openfire.module.load-check")
def test_every_fault_is_said_at_once_with_the_way_to_it() -> None:
    parts = [part(keyword="imapssable"), part(height=-1), part(box=[10, 10, 60])]
    with pytest.raises(PlaneError) as error:
        read_plane({"table": [4800, 4800], "parts": parts})
    assert [fault.where for fault in error.value.faults] == [
        ("parts", 0, "keyword"),
        ("parts", 1, "height"),
        ("parts", 2, "box"),
    ]
    assert "did you mean impassable?" in str(error.value)


@pytest.mark.clause("openfire.module.terrain-data", "openfire.module.load-check")
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (part(keyword="lava"), "use clear, climbable, impassable, barrier, slow"),
        (part(outline=[[0, 0], [90, 90], [90, 0], [0, 90]], box=None), "either an outline"),
        (part(box=[10, 10, 60, 3601]), "rock: corner (60, 3601) lies off the table of 4800 x 3600"),
        (part(box=[10, 10, 10, 60]), "has the corner (10, 10) twice in a row"),
        (part(box=[10.5, 10, 20, 20]), "whole hundredths"),
        (part(colour="red"), "no key 'colour'"),
        (part(sigth="solid"), "did you mean sight?"),
        (part(keyword="slow", sight="solid"), "a slow part cannot be solid"),
        (part(keyword="clear", height=10), "a clear part has height 0"),
        (part(keyword="climbable"), "levels must be a whole number, 1 or more, not None"),
        (part(levels=2), "only a climbable part has levels"),
        (part(height=True), "height must be a whole number"),
        (part(box=[900, 900, 1000, 1050]), "rock touches an edge of hill"),
        (7, "part 0 needs the keys"),
    ],
)
def test_a_wrong_part_is_refused_with_what_would_be_right(wrong: Any, said: str) -> None:
    assert any(said in text for text in faults(parts=[wrong]))


def test_a_self_crossing_outline_names_the_edges_that_meet() -> None:
    bow = {"name": "bow", "keyword": "slow", "outline": [[0, 0], [90, 90], [90, 0], [0, 90]]}
    pinched = [[0, 0], [90, 0], [45, 50], [90, 90], [0, 90], [45, 50]]
    assert faults(parts=[bow]) == [
        "bow: the outline crosses itself: edge 0 from (0, 0) meets edge 2 from (90, 0); "
        "list the corners in order around it"
    ]
    assert "crosses itself" in faults(parts=[bow | {"outline": pinched}])[0]
    folded = [[0, 0], [90, 0], [40, 0], [40, 50]]
    assert "folds back on itself at (90, 0)" in faults(parts=[bow | {"outline": folded}])[0]
    assert "at least 3 corners" in faults(parts=[bow | {"outline": pinched[:2]}])[0]


@pytest.mark.clause("openfire.module.terrain-data")
def test_level_areas_lie_apart_or_nest_upward() -> None:
    hill = {"name": "hill", "level": 2, "box": [100, 100, 500, 500]}
    beside = {"name": "ridge", "level": 1, "box": [500, 100, 900, 500]}
    within = {"name": "pit", "level": 2, "box": [200, 200, 300, 300]}
    assert "hill and ridge touch or cross" in faults(areas=[hill, beside])[0]
    assert "its level must be above 2, not 2" in faults(areas=[hill, within])[0]
    around = part(box=[50, 50, 600, 600])
    assert "rock lies around hill" in faults(areas=[hill], parts=[around])[0]


@pytest.mark.clause("openfire.module.terrain-data", "openfire.los.surface-height")
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"table": [0, 10]}, "has no room"),
        ({"table": "big"}, "two whole numbers"),
        ({"level_height": 99}, "100 to 200"),
        ({"parts": "none"}, "parts must be a list"),
        ({"tabel": 1}, "did you mean table?"),
        ({"areas": [{"level": 0, "box": [1, 1, 5, 5]}]}, "area 0: level must be a whole number"),
        (
            {"areas": [{"level": 1, "box": [1, 1, 5, 5], "climbable": [4]}]},
            "edges from 0 to 3",
        ),
    ],
)
def test_a_wrong_board_is_refused_with_what_would_be_right(
    changes: dict[str, Any], said: str
) -> None:
    assert any(said in text for text in faults(**changes))


@pytest.mark.clause("openfire.module.model-data")
def test_a_base_is_read_by_radius_millimetres_or_sides() -> None:
    assert read_base({"radius": 50, "height": 120}) == Base(50, 0, 0, 120, 108)
    assert read_base({"mm": 32, "height": 100, "eye": 95}) == Base(63, 0, 0, 100, 95)
    tank = read_base({"length": 400, "width": 200, "height": 200})
    assert tank == Base.rectangle(400, 200, 200)


@pytest.mark.clause("openfire.module.model-data")
@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"radius": 50}, "scout: height must be a whole number, 1 or more"),
        ({"height": 10}, "give a radius, or mm, or a length and a width"),
        ({"length": 40, "height": 10}, "give a radius, or mm, or a length and a width"),
        ({"length": 41, "width": 20, "height": 10}, "length must be even, not 41"),
        ({"radius": 0, "height": 10}, "radius must be a whole number, 1 or more"),
    ],
)
def test_a_wrong_base_is_refused_with_what_would_be_right(value: dict[str, Any], said: str) -> None:
    with pytest.raises(PlaneError, match=said):
        read_base(value, "scout")


def test_a_base_wider_than_the_board_fits_nowhere() -> None:
    plane = Plane(400, 200)
    assert base_fault(plane, Base.rectangle(400, 200)) is None
    assert base_fault(plane, Base.round(100)) is None
    assert base_fault(plane, Base.round(101)) == (
        "a base of 202 x 202 is wider than the board, which is 400 x 200"
    )
    assert base_fault(plane, Base.rectangle(402, 20)) is not None
