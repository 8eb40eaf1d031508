"""What is offered, what is allowed and what is refused, on random positions of random games."""

from __future__ import annotations

import random

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.verbs import Menu
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.battle import Battle
from battlemat.testing.answers import check_listed, check_notation, check_typed
from rules.skirmishers.forces import ALL, skirmish

TRIES = 3


@pytest.mark.parametrize("seed", range(4))
def test_offered_options_and_the_rule_agree_on_random_positions(seed: int) -> None:
    luck = random.Random(seed)
    game: Game[Battle] = Game(SKIRMISHERS, skirmish(ALL, rounds=2), dice=SeededDice(f"t{seed}"))
    allowed = refused = 0
    while isinstance(question := game.question, Choice):
        menu = question.menu
        assert isinstance(menu, Menu)
        for option in luck.sample(list(question.listed), min(8, len(question.listed))):
            barred = menu.verbs.of(option).bar(menu.battle, menu.asked, option)
            assert barred is None, (game.write(option), barred)
        check_listed(game, question)
        check_notation(game, question, luck.randrange)
        for _ in range(TRIES):
            outcome = check_typed(game, question, luck.randrange)
            allowed += outcome == "allowed"
            refused += outcome == "refused"
        game.answer(luck.choice(list(question.listed)))
    assert allowed > 10
    assert refused > 100


def test_every_verb_says_what_it_does_by_a_clause_that_exists() -> None:
    for verb in SKIRMISHERS.verbs:
        assert verb.says
        assert verb.because in SKIRMISHERS.register.clauses, verb.word
    for ask in SKIRMISHERS.asks:
        assert ask.because in SKIRMISHERS.register.clauses, ask.kind
