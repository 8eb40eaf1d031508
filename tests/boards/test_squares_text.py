"""Maps drawn as text: read back as drawn, and refused with line and column."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given

from battlemat.boards.squares import Board, MapError
from battlemat.boards.squares import text as squares_text
from boards.squares_boards import board, odd_boards


def drawing(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


@given(odd_boards(tallest=12))
def test_what_is_drawn_is_read_back(ground: Board) -> None:
    text = ground.draw()
    assert Board.parse(text) == ground
    assert Board.parse(text).draw() == text


@pytest.mark.clause("skirm1.map.climbable", "skirm2.map.climbable", "skirm3.map.climbable")
@pytest.mark.clause("skirm1.map.impassable", "skirm2.map.impassable", "skirm3.map.impassable")
def test_every_feature_has_its_place_in_the_drawing() -> None:
    text = drawing("""
            a   b   c
          +   +   +   +
        1   . | 2 H 1/
          +-D-+-O-+=9=+
        2   ~ ^ # 3 ~#
          +   +   +   +
    """)
    ground = Board.parse(text)
    assert (ground.width, ground.height) == (3, 2)
    assert ground.levels == (0, 2, 1, 0, 0, 0)
    assert dict(ground.walls) == {(0, 1): 1, (1, 2): 2, (4, 5): 3, (2, 5): 9}
    assert ground.doors == ((0, 3), (1, 4))
    assert ground.doors_open == 0b10
    assert ground.climbable == {(3, 4)}
    assert ground.stairs == 1 << 2
    assert ground.difficult == 1 << 3 | 1 << 5
    assert ground.impassable == 1 << 4 | 1 << 5
    assert ground.draw() == text


def test_what_no_glyph_shows_is_told_below() -> None:
    text = drawing("""
             a     b
          +     +     +
        1    .  *12/~#
          +--*--+     +
        2    .     .
          +     +     +

        a1-b1: wall 11, climbable
        a1-a2: closed door, climbable
    """)
    ground = Board.parse(text)
    assert ground.levels == (0, 12, 0, 0)
    assert dict(ground.walls) == {(0, 1): 11}
    assert ground.doors == ((0, 2),)
    assert ground.climbable == {(0, 1), (0, 2)}
    assert ground.draw() == text


def test_labels_may_be_left_out_and_columns_be_uneven() -> None:
    ground = Board.parse("+ +    +\n .|  2\n+ +    +\n # .\n+ +    +")
    assert ground == board(
        2, 2, levels={(1, 0): 2}, walls={((0, 0), (1, 0)): 1}, impassable=[(0, 1)]
    )


def test_the_example_of_the_format_is_a_canonical_drawing() -> None:
    assert squares_text.__doc__ is not None
    example = drawing(squares_text.__doc__.split("```")[1])
    assert Board.parse(example).draw() == example


GOOD = """
    a   b
  +   +   +
1   .   .
  +   +   +
2   .   .
  +   +   +
"""


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("1   .   .", "1   q   .", "line 4, column 4", "'q' is not a square; write a level"),
        ("1   .   .", "1       .", "line 4, column 4", "the square is empty; write a level"),
        ("1   .   .", "1   . ? .", "line 4, column 7", "'?' is not a side; write | or ---"),
        ("1   .   .", "1   .   .  x", "line 4, column 12", "text beyond the edge"),
        ("1   .   .", "1 | .   .", "line 4, column 3", "'|' on the edge of the map"),
        ("2   .   .", "2   . * .", "line 6, column 7", "no line below tells what this * is"),
        ("1   .   .\n  +   +   +", "1   .   .\n  +-=-+   +", "line 5, column 4", "is not a side"),
        (
            "1   .   .\n  +   +   +",
            "1   .   .\n  +  +    +",
            "line 5, column 1",
            "columns 3, 7,",
        ),
    ],
)
def test_a_wrong_drawing_is_refused_where_it_is_wrong(
    old: str, new: str, where: str, what: str
) -> None:
    assert old in GOOD
    with pytest.raises(MapError) as refused:
        Board.parse(GOOD.replace(old, new))
    assert str(refused.value).startswith(where + ": ")
    assert what in str(refused.value)


@pytest.mark.parametrize(
    ("line", "column", "what"),
    [
        ("a1-b1: wall", 8, "'wall' is not known; write like"),
        ("a1-b1: wall 2, open door", 8, "a wall or a door, not both"),
        ("a1-a2: wall 2", 1, "no * is drawn between"),
        ("a1-c1: wall 2", 4, "not on the map, which runs from a1 to b2"),
        ("wall at a1", 1, "not a line about a side"),
    ],
)
def test_a_wrong_line_below_is_refused_where_it_is_wrong(line: str, column: int, what: str) -> None:
    text = GOOD.replace("1   .   .", "1   . * .") + line
    with pytest.raises(MapError) as refused:
        Board.parse(text)
    assert str(refused.value).startswith(f"line 8, column {column}: ")
    assert what in str(refused.value)


@pytest.mark.parametrize("text", ["", "...\n...", "+", "+ +", "++\n.\n++"])
def test_a_text_without_squares_is_refused(text: str) -> None:
    with pytest.raises(MapError, match=r"line 1, column 1: .*\+"):
        Board.parse(text)
