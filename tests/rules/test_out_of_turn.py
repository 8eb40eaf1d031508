"""What a unit may do in its own activation it may not do in another's: bars that verbs share.

Each verb asks the bars that it shares with others: whose turn it is, whether he can act. A verb
that forgot one would let whoever waits act. So everything that is offered to one unit is given as
an answer while another acts, and must be refused with a clause.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.verbs import Menu
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from rules.openfire.test_openfire_contract import battle_of_everything
from rules.skirm.table import EDITIONS
from rules.skirm.test_bars_reached import fight
from rules.skirmishers.forces import ALL, skirmish

MOST = 400
"""So many options of a unit are tried, evenly from all that it has."""


def begun(book: str) -> Game[Any]:
    """A game in which several units may be activated, with all of them on the table."""
    if book in EDITIONS:
        game: Game[Any] = fight(book).game
    elif book == "skirmishers":
        game = Game(SKIRMISHERS, skirmish(ALL), dice=SeededDice("turns"))
    else:
        game = Game(OPENFIRE, battle_of_everything(), dice=SeededDice("turns"))
    game.dice, luck = SeededDice("turns"), Random("turns")
    for _ in range(500):
        choice = game.question
        assert isinstance(choice, Choice)
        if choice.kind == "activate" and len(choice.listed) > 1:
            return game
        game.answer(luck.choice(list(choice.listed)))
    raise AssertionError("nobody could choose among units")


def activated(game: Game[Any]) -> Iterator[tuple[int, Choice]]:
    """For each unit that may act now: what it is asked first when it does."""
    assert isinstance(game.question, Choice)
    listed: list[Any] = list(game.question.listed)
    for option in listed:
        fork = game.fork(SeededDice("fork"))
        fork.answer(option)
        if isinstance(fork.question, Choice) and isinstance(fork.question.menu, Menu):
            yield option.unit, fork.question


@pytest.mark.parametrize("book", [*EDITIONS, "skirmishers", "openfire"])
def test_what_one_may_do_nobody_may_do_while_another_acts(book: str) -> None:
    asked = dict(activated(begun(book)))
    tried = 0
    for unit, own in asked.items():
        mine = [one for one in own.listed if getattr(one, "unit", None) == unit]
        for other, choice in asked.items():
            menu = choice.menu
            assert isinstance(menu, Menu)
            for option in mine[:: 1 + len(mine) // MOST] if other != unit else ():
                refusal = menu.refusal(option)
                assert refusal is not None, (unit, other, option)
                assert refusal.because, option
                tried += 1
    assert tried > 10
