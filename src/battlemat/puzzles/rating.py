"""How hard a puzzle is: the weakest level of machine opponents that finds the answer."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from battlemat.kernel.game import Game
from battlemat.packs.solving.puzzles import DIFFICULTIES
from battlemat.players import registry

_SEEDS = 3


def difficulty(game: Game[Any], right: Collection[str]) -> str:
    """The first level that gives a right answer more often than not; "beyond" where none does."""
    for level in DIFFICULTIES[:-1]:
        seeds = 1 if level == DIFFICULTIES[-2] else _SEEDS  # the last one searches, and is steady
        hits = sum(_answer(game, level, f"puzzle {n}") in right for n in range(seeds))
        if 2 * hits > seeds:
            return level
    return DIFFICULTIES[-1]


def _answer(game: Game[Any], level: str, seed: str) -> str:
    fork = game.fork()
    return fork.write(registry.make(level, seed).answer(fork))
