"""Different units of one squad look different on the board, in all that is shipped."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.scene import GLYPHS
from battlemat.rulebooks.openfire.screen import looks as openfire
from battlemat.rulebooks.skirm.screen import looks as skirm
from battlemat.tables.shipped_catalogue import ShippedCatalogue

ART = Path(__file__).parents[2] / "web" / "art" / "glyphs.json"
SHELF = ShippedCatalogue()


def squads(book: str) -> dict[str, Any]:
    """The battle of each shipped squad, when it is red's."""
    (choice,) = (one for one in SHELF.choices(book) if one["key"] == "red")
    found = {}
    for option in choice["options"]:
        setup = SHELF.build(book, {"red": option["id"]})
        found[option["id"]] = Game(SHELF.find(book), setup, dice=SeededDice("looks")).battle
    return found


@pytest.mark.parametrize("book", ["skirm1", "skirm2", "skirm3"])
def test_no_two_kinds_of_unit_in_a_squad_of_skirm_share_a_silhouette(book: str) -> None:
    twins = []
    for name, battle in squads(book).items():
        drawn = defaultdict(set)
        for unit in battle.units:
            if unit.side == 0:
                drawn[skirm.glyph(unit.card)].add(unit.card.name)
        twins += [f"{name}: {sorted(same)}" for same in drawn.values() if len(same) > 1]
    assert not twins


def test_who_stands_alone_in_open_fire_has_no_chevron_unless_it_is_called_a_leader() -> None:
    seen = 0
    for battle in squads("openfire").values():
        for unit in battle.units:
            if len(unit.card.models) > 1 or unit.powers[0].vehicle:
                continue
            name = " ".join((unit.card.models[0].name, *unit.card.tags))
            seen += 1
            leads = bool(openfire._said(openfire._CALLINGS, name) == "leader")
            assert (openfire.glyph(unit, 0) == "leader") == leads, name
    assert seen


def test_every_silhouette_that_a_rulebook_may_name_is_drawn() -> None:
    assert set(json.loads(ART.read_text("utf-8"))) == set(GLYPHS)
