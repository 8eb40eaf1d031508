"""Games by their seeds, told by their records; runs in every Python, so it knows no test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.record import record
from battlemat.packs.registry import find
from battlemat.packs.setups import build_setup
from battlemat.players.registry import make

_LAST = 12
_LEAD = 20
"""So many choices are random, so that levels that think have something to think about."""


def ends(answers: Mapping[str, int], rulebooks: Sequence[str]) -> dict[str, str]:
    """What games of some levels have come to after so many choices: the last lines of records."""
    found = {}
    for rulebook in rulebooks:
        for level, most in answers.items():
            name = f"{rulebook} {level}"
            game = Game(find(rulebook), build_setup(rulebook), dice=SeededDice(name))
            for player, times in ((make("random", "1"), _LEAD), (make(level, "7"), most)):
                for _ in range(times):
                    if isinstance(game.question, Choice):
                        game.answer(player.answer(game))
            found[name] = "\n".join(record(game).write().splitlines()[-_LAST:])
    return found
