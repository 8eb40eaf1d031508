"""Environments are made by name, and their opponent may be a player of one's own."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from battlemat.env import SeatEnv, skirm3
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer
from battlemat.packs import registry
from battlemat.players.random_player import RandomPlayer
from battlemat.players.registry import UnknownPlayer

SMALL: dict[str, Any] = {
    "mission": "first-steps",
    "map": "drill-yard",
    "red": "recruits",
    "blue": "recruits",
    "max_cycles": 40,
}


class Counting:
    """A player of one's own, which counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self._by_chance = RandomPlayer("counting")

    def answer(self, game: Game[Any]) -> Answer:
        self.asked += 1
        return self._by_chance.answer(game)


def played(env: gymnasium.Env[Any, Any]) -> int:
    """A game by the first action that is allowed; how many steps it took."""
    env.reset(seed=3)
    seat = env.unwrapped
    assert isinstance(seat, SeatEnv)
    for steps in range(1, 200):
        *_, over, cut, _ = env.step(int(np.flatnonzero(seat.action_masks())[0]))
        if over or cut:
            return steps
    raise AssertionError("it does not end")


def test_every_rulebook_is_made_by_its_name() -> None:
    for name in registry.names():
        assert f"battlemat/{name}" in gymnasium.registry


def test_an_environment_that_is_made_by_name_is_the_seat_of_its_rulebook() -> None:
    env = gymnasium.make("battlemat.env:battlemat/skirm3", against="random", **SMALL)
    assert played(env) == played(skirm3.seat_env(against="random", **SMALL))


def test_a_player_of_ones_own_has_the_other_seat() -> None:
    player = Counting()
    played(skirm3.seat_env(against=player, **SMALL))
    assert player.asked > 0


def test_what_makes_a_player_is_asked_for_one_in_each_game() -> None:
    seeds: list[str] = []

    def make(seed: str) -> RandomPlayer:
        seeds.append(seed)
        return RandomPlayer(seed)

    env = skirm3.seat_env(against=make, **SMALL)
    env.reset(seed=3)
    env.reset()
    assert seeds == ["env:3/0", "env:3/1"]


def test_a_name_of_module_and_class_is_loaded() -> None:
    env = skirm3.seat_env(against="battlemat.players.random_player:RandomPlayer", **SMALL)
    assert played(env) == played(skirm3.seat_env(against="random", **SMALL))


def test_an_unknown_opponent_is_told_before_any_game() -> None:
    with pytest.raises(UnknownPlayer, match="did you mean 'sergeant'"):
        skirm3.seat_env(against="sergent", **SMALL)
