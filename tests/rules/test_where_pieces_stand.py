"""Where a piece stands is told in words that people know; a point of a free table has none."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.players import registry
from battlemat.tables.shipped_catalogue import ShippedCatalogue

SHELF = ShippedCatalogue()
NAMED = {"skirm1": True, "skirm2": True, "skirm3": True, "skirmishers": True, "openfire": False}


@pytest.mark.parametrize("book", NAMED)
def test_where_a_piece_stands_has_a_name_where_places_have_names(book: str) -> None:
    game: Game[Any] = Game(SHELF.find(book), SHELF.build(book, {}), dice=SeededDice("00" * 16))
    player = registry.make("random", "00" * 16)
    for _ in range(30):
        game.answer(player.answer(game))
    pieces = game.rulebook.scene(game.battle).pieces
    assert any(piece.place for piece in pieces)
    for piece in pieces:
        assert piece.stands == (piece.place if NAMED[book] or "." not in piece.place else "")
