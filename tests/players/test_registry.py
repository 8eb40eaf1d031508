"""Players by name: what a network may name, and what only those who run code here may."""

from __future__ import annotations

import pytest

from battlemat.kernel.game import Game
from battlemat.players import registry
from battlemat.players.levels import LEVELS
from example.standoff import TOY

BY_PLACE = "battlemat.players.random_player:RandomPlayer"


@pytest.mark.parametrize("ask", [registry.checked, lambda name: registry.make(name, "1")])
def test_a_name_from_a_network_never_loads_code(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(registry.UnknownPlayer, match="there is no player 'battlemat"):
        ask(BY_PLACE)


def test_whoever_runs_code_here_names_a_class_by_its_place() -> None:
    assert registry.checked_here(BY_PLACE) == BY_PLACE
    assert registry.checked_here("greedy") == "captain"
    game = Game(TOY, {"tokens": 1})
    by_place, by_name = (registry.make_here(name, "1") for name in (BY_PLACE, "random"))
    assert by_place.answer(game) == by_name.answer(game)


def test_a_class_that_cannot_be_made_is_told_with_its_place() -> None:
    with pytest.raises(registry.PlayerFailed, match="failed: TypeError"):
        registry.make_here("battlemat.players.levels:Level", "1")


def test_levels_come_first_among_the_opponents() -> None:
    assert registry.opponents()[: len(LEVELS)] == LEVELS
