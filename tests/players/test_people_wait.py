"""What people ask for in passing is counted in a moment, in parts where that is quicker."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.packs.registry import names
from battlemat.players.terminal import menu
from players.evening import Evening

POSITIONS = 6


def attacks(game: Game[Any]) -> list[Option]:
    choice = game.question
    if not isinstance(choice, Choice):
        return []
    sides = {piece.id: piece.side for piece in game.rulebook.scene(game.battle).pieces}
    handles = [(one, game.rulebook.handle(game.battle, choice, one)) for one in choice.listed]
    return [one for one, handle in handles if menu.is_attack(handle, sides)]


@pytest.mark.parametrize("rulebook", names())
def test_every_attack_that_is_met_in_play_has_odds_that_are_counted_in_a_moment(
    rulebook: str, tmp_path: Path
) -> None:
    evening, seen, dear = Evening(rulebook, tmp_path), 0, []
    while seen < POSITIONS and evening.game.question is not None:
        for option in attacks(evening.game)[:1]:
            seen += 1
            if menu.option_odds(evening.game, option) is None:
                dear.append(evening.game.write(option))
        evening.game.answer(evening.machine.answer(evening.game))
    assert seen, "nobody ever came to attack"
    assert dear == []
