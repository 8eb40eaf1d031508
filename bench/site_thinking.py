"""Positions to think about, by their seeds; runs in every Python, so it knows no bench."""

from __future__ import annotations

from typing import Any

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.packs.registry import find
from battlemat.packs.setups import build_setup
from battlemat.players.registry import make

LEAD = 40
"""So many choices are random: by then both sides stand on the table."""
_ready: list[tuple[Game[Any], Any]] = []


def prepare(rulebook: str, level: str) -> str:
    """Have a game and somebody who thinks about it; the first thought fills tables."""
    game = Game(find(rulebook), build_setup(rulebook), dice=SeededDice(f"bench {rulebook}"))
    chance = make("random", "1")
    for _ in range(LEAD):
        if isinstance(game.question, Choice):
            game.answer(chance.answer(game))
    player = make(level, "7")
    _ready[:] = [(game, player)]
    game.answer(player.answer(game))
    return game.question.player if isinstance(game.question, Choice) else ""


def think(answers: int) -> str:
    """Give so many answers; what they were, as texts."""
    game, player = _ready[0]
    given = []
    for _ in range(answers):
        if not isinstance(game.question, Choice):
            break
        answer = player.answer(game)
        given.append(game.write(answer))
        game.answer(answer)
    return "\n".join(given)
