"""Pictures of scenes: whole, well-formed, and legible without colour."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from battlemat.drawing.svg import draw_svg
from battlemat.kernel.game import Game
from battlemat.kernel.scene import Condition, Mark, Piece, Scene, Shape, Spot
from battlemat.players.terminal.beside import legend, roster
from battlemat.players.terminal.board import draw_board
from example.standoff import TOY

SVG = "{http://www.w3.org/2000/svg}"


def toy_scene() -> Scene:
    return TOY.scene(Game(TOY, {}).battle)


def test_a_picture_is_well_formed_and_names_itself() -> None:
    root = ElementTree.fromstring(draw_svg(toy_scene(), TOY.players))
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == "Standoff"


def test_sides_differ_by_shape_and_pattern() -> None:
    root = ElementTree.fromstring(draw_svg(toy_scene(), TOY.players))
    pieces = {group.findtext(f"{SVG}title"): group for group in root.iter(f"{SVG}g")}
    red, blue = pieces["Gunner R1, Red"], pieces["Gunner B1, Blue"]
    assert red.find(f"{SVG}circle") is not None
    square = blue.find(f"{SVG}rect")
    assert square is not None
    assert square.get("fill") == "url(#stripes1)"


def test_walls_doors_heights_and_marks_are_drawn() -> None:
    text = draw_svg(toy_scene(), TOY.players)
    for part in ('class="high"', 'class="door"', ">1</text>", "<title>The X</title>", ">Turn: 1"):
        assert part in text


def test_names_cannot_break_out_of_the_picture() -> None:
    scene = Scene(2, 2, "squares", '<script>"')
    scene.pieces.append(
        Piece("<b>", "A & <B>", "red", (0.5, 0.5), conditions=(Condition("other", "<out>"),))
    )
    root = ElementTree.fromstring(draw_svg(scene))
    assert root.get("aria-label") == '<script>"'


@pytest.mark.parametrize("grid", ["dots", "free"])
def test_dots_and_free_tables_are_drawn_by_the_same_code(grid: str) -> None:
    scene = Scene(10, 8, grid, columns="abc", rows="12")
    scene.shapes = [
        Shape("wood", "polygon", [(1, 1), (4, 1), (4, 4), (1, 4)], height=2),
        Shape("water", "circle", [(7, 6)], radius=1.5),
        Shape("low wall", "line", [(5, 0), (5, 5)], height=1),
        Shape("open door", "line", [(5, 5), (5, 6)]),
    ]
    scene.zones = [Shape("zone", "polygon", [(0, 0), (10, 0), (10, 1), (0, 1)], label="red")]
    scene.lines.append(Shape("sight", "line", [(0, 0), (9, 7)]))
    scene.spots = [Spot("a1", (0, 0))]
    scene.marks.append(Mark("m", "objective", (9, 7)))
    scene.pieces += [
        Piece("R1", "Tank", "red", (2, 2), size=(2, 1), facing=45, active=True),
        Piece("G1", "Third", "green", (8, 2), ready=False, gauge=(1, 3)),
    ]
    ElementTree.fromstring(draw_svg(scene, ("red", "blue")))
    text = draw_board(scene, ("red", "blue")).plain
    for sign in (">R1", "G1", "T", "≈", "│", "O", "*"):
        assert sign in text
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "low wall" in legend(scene)
    assert "G1  Third" in roster(scene, ()).plain
    assert "1/3 left" in roster(scene, ()).plain


def test_a_wide_table_still_fits_eighty_columns() -> None:
    scene = Scene(72, 48, "free")
    scene.pieces.append(Piece("B1", "Far", "blue", (71, 47)))
    text = draw_board(scene).plain
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "B1" in text


def test_a_plain_board_keeps_to_ascii() -> None:
    assert draw_board(toy_scene(), plain=True).plain.isascii()


def test_a_narrow_screen_still_has_a_line_for_each_edge_and_each_row() -> None:
    scene = toy_scene()
    wide, narrow = (draw_board(scene, width=width).plain.splitlines() for width in (80, 20))
    assert len(wide) == len(narrow)
    assert max(map(len, narrow)) <= 20


def test_high_walls_differ_from_low_ones_without_unicode() -> None:
    scene = Scene(3, 3, "squares")
    scene.shapes = [
        Shape("low-wall", "line", [(0, 1), (3, 1)], height=1),
        Shape("high-wall", "line", [(0, 2), (3, 2)], height=3),
    ]
    lines = draw_board(scene, plain=True).plain.splitlines()
    assert "---" in lines[3]
    assert "===" in lines[5]
    assert "high wall" in legend(scene, plain=True)
    assert legend(scene, plain=True).isascii()
