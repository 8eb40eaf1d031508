"""Battles of every rulebook as random games leave them, for tests of their state."""

from __future__ import annotations

from functools import cache
from typing import Any

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.packs import library, registry, setups
from rules.openfire.test_openfire_contract import battle_of_everything
from rules.skirmishers.forces import ALL, skirmish


@cache
def battles(name: str) -> list[Any]:
    """Battles in which everything happens that a rulebook has, looked at every few answers."""
    return [
        battle
        for setup in _setups(name)
        for number in range(2)
        for battle in _play(name, setup, f"state {number}")
    ]


def _play(name: str, setup: Any, seed: str) -> list[Any]:
    game: Game[Any] = Game(registry.find(name), setup, dice=SeededDice(seed))
    stream, found = Stream(seed), [game.battle.copy()]
    while isinstance(question := game.question, Choice):
        game.answer(question.listed[stream.below(len(question.listed))])
        if len(game.answers) % 5 == 0:
            found.append(game.battle.copy())
    return [*found, game.battle.copy()]


def _setups(name: str) -> list[Any]:
    if name == "openfire":
        return [battle_of_everything()]
    if name == "skirmishers":
        return [skirmish(ALL, rounds=3)]
    missions = [mission.id for mission in library.missions(name)]
    chosen = [setups.build_setup(name, mission=mission) for mission in missions]
    return [*chosen, setups.build_setup(name, mission=missions[0], choose_mission="yes")]
