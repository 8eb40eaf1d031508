"""Whoever can be played against: the levels, and the players that installed packages bring."""

from __future__ import annotations

import pytest

from battlemat.players import registry
from battlemat.players.levels import DEFAULT, LEVELS, Level
from battlemat.players.random_player import RandomPlayer
from battlemat.tables.shipped_catalogue import ShippedCatalogue


def test_a_player_of_an_installed_package_is_offered_after_the_levels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shy = Level("shy", "installed", "Waits.", RandomPlayer)
    monkeypatch.setattr(registry, "installed", lambda: {"shy": shy})
    catalogue = ShippedCatalogue()
    offered = catalogue.machines()
    assert [one["name"] for one in offered] == [*(level.name for level in LEVELS), "shy"]
    assert offered[-1] == {
        "name": "shy",
        "strength": "installed",
        "about": "Waits.",
        "default": False,
    }
    assert [one["name"] for one in offered if one["default"]] == [DEFAULT]
    assert isinstance(catalogue.machine("shy", "1"), RandomPlayer)
