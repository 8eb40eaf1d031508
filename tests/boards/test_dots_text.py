"""Maps of dots as text: what is drawn is read, what is read is drawn, and what cannot be is told
so.
"""

import pytest
from hypothesis import given, settings

from battlemat.boards.dots import Board, Building, Feature, MapError, Mark, Plan
from battlemat.boards.dots import text as dots_text
from boards.test_dots_oracle import plans

FARM = """\
ground:
.   "   .   ~   =

  .   T   . + S   .
     - -   f o
.   * # _   .   ,

buildings: A=2
.   .   .   .   .

  .   .   .   A   .

.   .   .   .   .

level 1:
.   .   .   .   .

  .   .   .   S o .

.   .   .   .   .

tunnel:
.   .   .   .   .

  .   .   .   .   .

M   o   M   .   .

also:
b1 rough
"""


def test_a_canonical_drawing_comes_back_letter_by_letter() -> None:
    assert Board.parse(FARM).draw() == FARM


@pytest.mark.clause(
    "skirmishers.map.link-features", "skirmishers.map.dot-features", "skirmishers.map.levels"
)
def test_a_drawing_says_what_stands_where() -> None:
    board = Board.parse(FARM)
    dot = board.place
    assert (board.width, board.height) == (5, 3)
    assert board.terrain.feature(dot("b2"), dot("b3"), 0) is Feature.LOW_WALL
    assert board.terrain.feature(dot("b2"), dot("c3"), 0) is Feature.LOW_WALL
    assert board.terrain.feature(dot("b3"), dot("c3"), 0) is Feature.HIGH_WALL
    assert board.terrain.feature(dot("c2"), dot("d2"), 0) is Feature.DOOR
    assert board.terrain.feature(dot("d2"), dot("d3"), 0) is Feature.WINDOW
    assert board.terrain.feature(dot("d2"), dot("e2"), 1) is Feature.WINDOW
    assert board.terrain.feature(dot("d2"), dot("e2"), 0) is Feature.HIGH_WALL
    assert board.buildings == (Building("A", 2, frozenset({dot("d2")})),)
    assert list(board.levels[dot("d2")]) == [0, 1, 2]
    assert board.marked[Mark.STAIRS] == 1 << dot("d2") | 1 << dot("d2@1")
    assert board.marked[Mark.ROUGH] == 1 << dot("b1") | 1 << dot("e3")
    assert board.marked[Mark.MOUTH] == 1 << dot("a3@t") | 1 << dot("c3@t")
    assert board.name(dot("c3@t")) == "c3@t"


@pytest.mark.clause("skirmishers.map.building-shell")
def test_an_outer_wall_takes_a_door_a_window_or_a_breach_and_nothing_else() -> None:
    with pytest.raises(MapError) as caught:
        Board.parse(FARM.replace(". + S", ". f S"))
    assert str(caught.value) == (
        "line 4, column 13: the outer wall between c2 and d2 is there anyway: "
        "only a door, a window or a breach may take its place"
    )


def test_a_map_may_be_indented_carry_remarks_and_lack_the_first_header() -> None:
    text = """
        // a copse
        .   T   .
           #
          .   .   .
    """
    board = Board.parse(text)
    assert board.marks == {(Mark.TREE, 1, 0)}
    assert board.terrain.feature(1, 3, 0) is Feature.HIGH_WALL


@settings(max_examples=150, deadline=None)
@given(plans())
def test_any_board_can_be_drawn_and_read_back(plan: Plan) -> None:
    board = Board.build(plan)
    drawn = board.draw()
    again = Board.parse(drawn)
    assert again == board
    assert hash(again) == hash(board)
    assert again.draw() == drawn


@pytest.mark.clause("skirmishers.terrain.contour")
def test_a_feature_on_a_slope_stands_on_every_level_from_foot_to_top() -> None:
    board = Board.parse("ground:\n. - .\n\nheights:\n.   2\n")
    assert [board.terrain.feature(0, 1, level) for level in (0, 1, 2)] == [Feature.LOW_WALL] * 3


PAIR = "ground:\n.   .\n\n"
WRONG = [
    ("ground:\n.   ?", "line 2, column 5: '?' is no dot: . open, T tree, S stairs, H ladder,"),
    ("ground:\n. ? .", "line 2, column 3: '?' cannot lie between dots: # high-wall, + door,"),
    ("ground:\n.   .\n\n  .", "line 4, column 7: b2 is missing: '.' is an open dot"),
    ("ground:\n.#  .", "line 2, column 2: '#' lies on no dot and half way between none"),
    ("ground:\n.   . #", "line 2, column 7: '#' lies on no dot and half way between none"),
    ("ground:\n.   .\n#\n  .   .", "line 3, column 1: '#' lies half way between no two dots"),
    ("ground:\n.   .\n #", "line 1, column 1: a drawing of 1 rows has 1 lines, not 2"),
    ("ground:\n", "line 1, column 1: the ground is empty: draw at least one dot"),
    ("", "line 1, column 1: no drawing of the ground: a map starts with a section 'ground:'"),
    ("ground:\n.\t.", "line 2, column 2: a tab: use blanks"),
    (PAIR + PAIR, "line 4, column 1: a second section 'ground': draw it once"),
    (PAIR + "heights:\n.   ?", "line 5, column 5: '?' is no height: . for 0, then 1 to 9"),
    (PAIR + "buildings: A\n.   A", "line 4, column 1: 'A' names no building: write each letter"),
    (PAIR + "buildings: A=1\n.   B", "line 5, column 5: 'B' is no building: the line 'buildings:'"),
    (PAIR + "buildings: A=1\n.   .", "line 4, column 1: building A needs at least one storey"),
    (PAIR + "tunnel:\n.   x", "line 5, column 5: 'x' is nothing underground: . nothing, o tunnel"),
    (PAIR + "tunnel:\n. ? .", "line 5, column 3: '?' cannot lie between dots"),
    (PAIR + "tunnel:\n. # o", "line 5, column 3: underground a high-wall stands between two"),
    (PAIR + "level 1:\n.   T", "line 5, column 5: b1 has no floor on level 1: it offers 0"),
    (PAIR + "level 3:\n. # .", "line 5, column 3: nothing stands on level 3 between a1 and b1"),
    (
        "ground:\n. # .\n\nlevel 0:\n. - .",
        "line 5, column 3: the ground already shows what lies here",
    ),
    ("ground:\nS   .", "line 2, column 1: no level above a1@0 for stairs to lead to"),
    ("ground:\nT   .\n\nalso:\na1 rough", "line 5, column 4: a1 has a tree and something else"),
    ("ground:\n~   .\n\nalso:\na1 deep", "line 5, column 4: a1 has shallow and deep water"),
    (PAIR + "also:\nz9 rough", "line 5, column 1: 'z9' is no place: a1 to b1"),
    (PAIR + "also:\na1 mud", "line 5, column 4: 'mud' is no mark: tree, stairs,"),
    ("ground:\n,   .\n\nalso:\na1 rough", "line 5, column 4: a1 is already marked as rough"),
    (
        PAIR + "heights:\n1   .\n\nbuildings: A=1\nA   A",
        "line 7, column 1: building A stands on uneven ground: give its dots one height",
    ),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_wrong_drawing_is_told_where_and_what_is_right(text: str, message: str) -> None:
    with pytest.raises(MapError) as caught:
        Board.parse(text)
    assert str(caught.value).startswith(message)


def test_the_example_of_the_format_can_be_read() -> None:
    doc = dots_text.__doc__ or ""
    example = doc[doc.index("    ground:") : doc.index("`ground` shows")]
    board = Board.parse(example)
    assert Board.parse(board.draw()) == board


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan(0, 3), "a map needs at least one row and one column of dots"),
        (Plan(2, 2, heights={0: 99}), "a1 has height 99: 0 to 35"),
        (
            Plan(2, 2, links={(0, 3, 0): Feature.DOOR}),
            "dots 0 and 3 are no link: two adjacent dots",
        ),
        (
            Plan(2, 2, links={(1, 0, 0): Feature.DOOR}),
            "dots 1 and 0 are no link: two adjacent dots",
        ),
        (
            Plan(2, 2, marks=frozenset({(Mark.TREE, 0, -1)})),
            "underground a1 can be a tunnel or a mouth",
        ),
        (
            Plan(2, 2, marks=frozenset({(Mark.MOUTH, 0, -1)})),
            "underground a1 can be a tunnel or a mouth",
        ),
        (
            Plan(2, 2, marks=frozenset({(Mark.TUNNEL, 0, 0)})),
            "a1 has a tunnel on level 0: tunnels lie on",
        ),
        (
            Plan(2, 2, buildings=(Building("AB", 1, frozenset({0})),)),
            "a building is named by one letter",
        ),
        (
            Plan(
                2, 2, buildings=(Building("A", 1, frozenset({0})), Building("A", 1, frozenset({1})))
            ),
            "two buildings are named A: use another letter",
        ),
        (
            Plan(
                2, 2, buildings=(Building("A", 1, frozenset({0})), Building("B", 1, frozenset({0})))
            ),
            "a1 lies in A and in B: a dot belongs to one building",
        ),
    ],
)
def test_a_plan_that_contradicts_itself_is_refused(plan: Plan, message: str) -> None:
    with pytest.raises(MapError) as caught:
        Board.build(plan)
    assert str(caught.value).startswith(message)
