"""A free table at the terminal: its ruler, its units, and answers that a person can copy."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from battlemat.drawing.looks import troops
from battlemat.keeping.story import Log
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Scene, Shape
from battlemat.packs.registry import find
from battlemat.packs.setups import build_setup
from battlemat.players.greedy import GreedyPlayer
from battlemat.players.terminal import listing, look, menu
from battlemat.players.terminal.beside import legend, roster
from battlemat.players.terminal.board import draw_board
from battlemat.players.terminal.talk import Left, TerminalPlayer

BOOK = find("openfire")


def at_a(kind: str) -> Game[Any]:
    """A game of Open Fire at its first choice of a kind."""
    game = Game(BOOK, build_setup("openfire"), dice=SeededDice("ruler"))
    machine = GreedyPlayer("table")
    while isinstance(game.question, Choice) and game.question.kind != kind:
        game.answer(machine.answer(game))
    assert isinstance(game.question, Choice)
    return game


def typed(game: Game[Any], *lines: str) -> str:
    """All that is shown to somebody who types these lines and leaves."""
    screen, left = io.StringIO(), iter(lines)

    def ask(_prompt: str) -> str:
        line = next(left, None)
        if line is None:
            raise EOFError
        return line

    player = TerminalPlayer(
        BOOK.players,
        console=Console(file=screen, width=80, highlight=False),
        ask=ask,
        log=Log(BOOK),
        save_to=Path("/dev/null/nowhere"),
    )
    with pytest.raises(Left):
        player.answer(game)
    return screen.getvalue()


@pytest.mark.parametrize("kind", ["deploy", "move", "followers"])
def test_what_may_be_made_freely_comes_with_an_example_that_is_legal_now(kind: str) -> None:
    game = at_a(kind)
    choice = game.question
    assert isinstance(choice, Choice)
    entries = menu.entries(game, choice)
    examples = [entry.example for entry in entries if entry.handle.gesture]
    assert examples
    assert all(examples)
    for example in examples:
        game.fork().answer(game.read(example))
        assert "{" not in example
        assert "auto" not in example
    shown = listing.draw_menu(entries).plain
    assert "{" not in shown
    assert "such as: " + examples[0].split()[0] in shown


def test_the_rulers_count_as_places_are_written() -> None:
    game = at_a("move")
    scene = BOOK.scene(game.battle)
    for piece in scene.pieces:
        x, y = map(float, piece.place.split(","))
        assert (x, scene.height - y) == pytest.approx(piece.at)
    lines = draw_board(scene, BOOK.players).plain.splitlines()
    assert lines[0].split() == ["0", "6", "12", "18", "24", "30", "36", "42", "48"]
    assert [line[:2].strip() for line in lines[1:] if line[:2].strip()] == [
        *["48", "42", "36", "30", "24", "18", "12", "6", "0"]
    ]
    assert "south-west corner" in legend(scene)


def test_a_unit_is_drawn_by_its_id_and_told_in_one_line() -> None:
    scene = BOOK.scene(at_a("move").battle)
    board, told = draw_board(scene, BOOK.players).plain, roster(scene, BOOK.players).plain
    for troop in troops(scene):
        assert troop.id in board
        assert sum(troop.id in line.split() for line in told.splitlines()) == 1
        if troop.rest:
            assert f"{len(troop.rest)} more" in told


def test_what_an_option_covers_is_marked_on_the_board() -> None:
    scene = Scene(6, 6, "free")
    blast = Shape("blast", "circle", [(3.0, 3.0)], radius=1.0, label="Blast")
    ghost = Shape("ghost", "circle", [(5.1, 1.1)], radius=0.01)
    rows = [line for line in draw_board(scene, over=[blast]).plain.splitlines() if "x" in line]
    assert [row.count("x") for row in rows] == [1, 7, 9, 7, 1]
    lone = draw_board(scene, over=[ghost]).plain
    assert lone.count("x") == 1, "a shape smaller than a letter still gets one"
    ring = draw_board(scene, over=look.outlined([blast])).plain
    assert "x" not in ring
    assert "." in ring


def test_the_ruler_tells_facts_with_their_clauses() -> None:
    game = at_a("move")
    unit = troops(BOOK.scene(game.battle))[0].id
    shown = typed(game, f"measure {unit.lower()} *2", "measure", f"measure {unit} nowhere")
    assert f"From {unit}.1 to objective 2:" in shown
    assert "inches from" in shown
    assert "[openfire." in shown
    assert "Measure from where to where? For example 'measure" in shown
    assert "'nowhere'" in shown


def test_ground_and_preview_are_there_for_the_asking() -> None:
    game = at_a("move")
    choice = game.question
    assert isinstance(choice, Choice)
    number = next(e.number for e in menu.entries(game, choice) if e.text.startswith("move"))
    unit = next(t for t in troops(BOOK.scene(game.battle)) if t.head.active)
    shown = typed(game, "ground", f"preview {number}", f"preview {unit.id}", "preview 12 nothing")
    assert "Pipes: barrier" in shown
    assert f"would stand: {unit.head.id}" in shown
    assert "reach: move" in shown
    assert "Preview of which option or unit?" in shown
