"""Whatever stands on a card under a key of its own is called by a name that the rulebook says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.words import GAP, leaving_open, say
from battlemat.packs.registry import find, names
from battlemat.packs.setups import build_setup
from battlemat.players import registry
from battlemat.rulebooks.skirmishers.state.switches import SWITCHES
from battlemat.rulebooks.skirmishers.state.words import switch_words

HEADS = {"id", "name", "text", "code", "title", "clause", "because"}
"""What every screen knows how to show."""


def keys(value: Any) -> Iterator[str]:
    """The keys of a card, however deep, that need a name."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            if len(key) > 3 and key not in HEADS and not key.endswith("_clause"):
                yield key
            yield from keys(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from keys(part)


@pytest.mark.parametrize("rulebook", names())
def test_every_part_of_every_card_has_a_name(rulebook: str) -> None:
    game: Game[Any] = Game(find(rulebook), build_setup(rulebook), dice=SeededDice("cards"))
    machine = registry.make("random", "cards")
    while not game.rulebook.scene(game.battle).pieces:
        game.answer(machine.answer(game))
    scene = game.rulebook.scene(game.battle)
    found = {key for piece in scene.pieces for key in keys(piece.card)}
    assert found
    assert found <= scene.card_words.keys()


def test_every_optional_rule_has_words_of_its_own_and_an_unknown_one_its_id() -> None:
    told = [switch_words(switch) for switch in SWITCHES]
    assert len(set(told)) == len(told)
    assert switch_words("hover-boards") == "hover-boards"


def test_a_part_that_is_left_open_is_a_gap_wherever_it_stands() -> None:
    with leaving_open("c4"):
        assert say("Move to {square}", square="c4") == f"Move to {GAP}"
        assert say("{square}: {unit}", square="c4", unit="R1") == f"{GAP}: R1"
    assert say("Move to {square}", square="c4") == "Move to c4"
