"""All that a process keeps, after games of every rulebook were played, drawn and thought about."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.memo import Memo
from battlemat.kernel.odds import TooMany, odds
from battlemat.kernel.questions import Choice
from battlemat.packs import registry, setups
from battlemat.players.registry import make


def play(name: str, answers: int = 40) -> None:
    game: Game[Any] = Game(registry.find(name), setups.build_setup(name), dice=SeededDice("memo"))
    player = make("captain", "memo")
    while isinstance(question := game.question, Choice) and len(game.answers) < answers:
        rulebook = game.rulebook
        rulebook.scene(game.battle)
        rulebook.handle(game.battle, question, question.listed[0])
        with suppress(TooMany):
            odds(game, question.listed[-1], most=200)
        game.answer(player.answer(game))


@pytest.mark.parametrize("name", registry.names())
def test_nothing_is_kept_beyond_its_bound(name: str) -> None:
    play(name)
    memos = Memo.all()
    assert len(memos) > 40
    assert [memo for memo in memos if any(size > memo.bound for size in memo.sizes)] == []
    assert [memo for memo in memos if not memo.depends or memo.bound < 1] == []
    mine = [m for m in memos if f".rulebooks.{name.rstrip('123')}." in m.module and any(m.sizes)]
    assert len(mine) >= 5, "the games of this rulebook have kept nothing"
