"""Parts of a scene that many scenes share are written once, and never one for another."""

from __future__ import annotations

from battlemat.kernel.scene import Shape, Spot
from battlemat.server.tables.parts import _drawn_once, drawn


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
