"""Parts of a scene that many scenes share are written once, and never one for another."""

from __future__ import annotations

from typing import Any

from battlemat.kernel.scene import Shape, Spot
from battlemat.server.quick_json import drawn
from battlemat.tables.view import json_text
from battlemat.tables.view.painting import drawn_once


def _drawn_once(value: Any) -> str:
    return drawn_once(drawn, value)


def test_shared_parts_of_one_length_are_told_apart() -> None:
    wood = (Shape("wood", "polygon", [(0, 0), (1, 0), (1, 1)]),)
    wall = (Shape("wall", "line", [(0, 0), (1, 0)]),)
    for part in (wood, wall, wood):
        assert _drawn_once(part) == drawn(part)


def test_a_part_that_comes_where_another_lay_in_memory_is_written_anew() -> None:
    for number in range(1_200):  # more than are kept, each gone once it is not
        part = (Spot(f"a{number}", (number, 0)),)
        assert _drawn_once(part) == drawn(part)


def test_lists_may_change_and_are_written_each_time() -> None:
    marks = [Spot("a1", (0, 0))]
    first = _drawn_once(marks)
    marks.append(Spot("a2", (1, 0)))
    assert _drawn_once(marks) == drawn(marks) != first


def test_what_two_writers_write_is_never_taken_for_the_other_s() -> None:
    part = (Spot("ä1", (0, 0)),)
    assert drawn_once(drawn, part) == drawn(part)
    assert drawn_once(str, part) == str(part)
    assert drawn_once(json_text.drawn, part) == json_text.drawn(part)
