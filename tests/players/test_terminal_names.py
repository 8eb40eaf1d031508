"""A name at the terminal is the unit of that name; small letters are the square that has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlemat.drawing.looks import troops
from battlemat.kernel.game import Game
from battlemat.packs.problems import ContentError
from battlemat.packs.setups import build_setup, choices
from battlemat.players.terminal.look import meant, measured
from players.evening import BOOKS, Evening

FORCES = [(book, entry.id) for book in BOOKS for entry in choices(book)["red"]]
ABSENT = ("is not on the map (", "is not on the table (")


def a_game_for(book: str, force: str) -> dict[str, str]:
    """A mission and a side by which a force may be played."""
    for mission in choices(book)["mission"]:
        for side in ("red", "blue"):
            chosen = {"mission": mission.id, side: force}
            try:
                build_setup(book, **chosen)
            except ContentError:
                continue
            return chosen
    raise AssertionError(f"{force} fits no mission")


def begun(book: str, force: str, folder: Path) -> Game[Any]:
    """A game with that force once both sides have come onto the table."""
    evening = Evening(book, folder, **a_game_for(book, force))
    evening.play_until(lambda choice: choice.kind in ("activate", "action"))

    def both_are_here(_choice: object) -> bool:
        pieces = evening.rulebook.scene(evening.game.battle).pieces
        return {piece.side for piece in pieces} >= set(evening.rulebook.players)

    evening.play_until(both_are_here)
    return evening.game


@pytest.mark.parametrize(("book", "force"), FORCES)
def test_every_unit_of_every_force_is_measured_by_its_id_and_its_small_letters_are_a_square(
    book: str, force: str, tmp_path: Path
) -> None:
    game = begun(book, force, tmp_path)
    scene = game.rulebook.scene(game.battle)
    here = {troop.id: troop.head.id for troop in troops(scene)}
    first = next(iter(here))
    places = {spot.name for spot in scene.spots}
    for unit in game.battle.units:
        told = measured(game, f"{first} {unit.id}").plain.splitlines()[0]
        if unit.id in here:
            assert told == f"From {here[first]} to {here[unit.id]}:"
            small = unit.id.casefold()
            assert meant(scene, small) == (small if small in places else here[unit.id])
        else:
            assert any(words in told for words in ABSENT), told


@pytest.mark.parametrize("book", ["skirm3", "skirmishers"])
def test_a_place_is_understood_in_capitals_where_no_unit_has_its_name(
    book: str, tmp_path: Path
) -> None:
    game = begun(book, choices(book)["red"][1].id, tmp_path)
    assert measured(game, "C4 f6").plain.startswith("From c4 to f6:")


@pytest.mark.parametrize("book", BOOKS)
def test_every_unit_is_previewed_and_its_card_shown_by_its_id(book: str, tmp_path: Path) -> None:
    evening = Evening(book, tmp_path)
    evening.play_until(lambda choice: choice.kind in ("action", "move"))
    units = troops(evening.rulebook.scene(evening.game.battle))
    previews = evening.replies(*[f"preview {troop.id}" for troop in units])
    assert not [told for told in previews if "Preview of which" in told]
    cards = evening.replies(*[f"card {troop.id}" for troop in units])
    assert [card.split()[0] for card in cards] == [troop.head.id for troop in units]


@pytest.mark.parametrize("book", ["skirm3", "openfire"])
def test_who_has_not_come_onto_the_table_is_said_to_be_away(book: str, tmp_path: Path) -> None:
    evening = Evening(book, tmp_path)
    assert not troops(evening.rulebook.scene(evening.game.battle))
    for told in evening.replies("preview B1", "measure B1 R1"):
        assert any(absent in " ".join(told.split()) for absent in ABSENT)


@pytest.mark.parametrize("book", BOOKS)
def test_every_objective_is_measured_by_its_sign(book: str, tmp_path: Path) -> None:
    evening = Evening(book, tmp_path)
    evening.play_until(lambda choice: choice.kind in ("action", "move"))
    scene = evening.rulebook.scene(evening.game.battle)
    unit = troops(scene)[0]
    for mark in scene.marks:
        told = measured(evening.game, f"{unit.id} {mark.id}").plain
        assert told.startswith(f"From {unit.head.id} to {mark.id}:")
