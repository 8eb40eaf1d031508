"""Verbs: what is offered, what is allowed and what is written agree, on random positions."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.errors import Refusal, Refused
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.verbs import Menu
from battlemat.rulebooks.openfire.chapters.attacks.attack import Attack
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.battle import Battle
from rules.openfire.table import Table, model, setup, unit
from rules.openfire.test_openfire_contract import battle_of_everything, small_battle

SETUPS = (battle_of_everything, small_battle)

DRAWN = 6
"""So many random typed answers to each question."""


def _held_together(battle: Battle, menu: Menu[Battle, Any], chance: Random) -> Counter[str]:
    """Look at one question: what is offered is legal, and what is legal can be said."""
    seen: Counter[str] = Counter()
    offered = menu.candidates()
    for option in offered:
        assert menu.verbs.of(option).bar(battle, menu.asked, option) is None, option
        text = menu.verbs.write(battle, option)
        assert menu.read(text) == option, text
        assert OPENFIRE.verbs.write(battle, option) == text
        menu.price(option)
        menu.numbers(option)
    for _ in range(DRAWN):
        drawn = menu.sample(chance.randrange)
        if drawn is None:
            continue
        verb = menu.verbs.of(drawn)
        text = menu.verbs.write(battle, drawn)
        refusal = verb.bar(battle, menu.asked, drawn)
        read = menu.read(text)
        if refusal is None:
            assert read == drawn, text
            assert verb.unlisted or menu.same(drawn) in offered, text
            seen["legal"] += 1
        else:
            assert refusal.reason
            assert isinstance(read, Refusal) or menu.refusal(read) is not None, text
            if refusal.because is not None:
                assert refusal.because in OPENFIRE.register.clauses
            seen["refused"] += 1
    return seen


@pytest.mark.parametrize("setup", SETUPS)
def test_what_is_offered_allowed_and_written_agree(setup: Any) -> None:
    seen: Counter[str] = Counter()
    for seed in range(3):
        chance = Random(seed)
        game = Game(OPENFIRE, setup(), dice=SeededDice(f"verbs {seed}"))
        while isinstance(question := game.question, Choice):
            menu = question.menu
            assert isinstance(menu, Menu), question.kind
            seen += _held_together(game.battle, menu, chance)
            seen[question.kind] += 1
            game.answer(chance.choice(menu.candidates()))
    assert seen["legal"] > 50
    assert seen["refused"] > 50


def test_every_kind_of_question_and_every_verb_is_written_down() -> None:
    asked = {verb.option for ask in OPENFIRE.asks for verb in ask.verbs}
    assert asked == {verb.option for verb in OPENFIRE.verbs}
    assert len({ask.kind for ask in OPENFIRE.asks}) == len(OPENFIRE.asks)
    for verb in OPENFIRE.verbs:
        assert verb.because in OPENFIRE.register.clauses
        assert verb.says
        assert verb.form.pattern.split()[0] == verb.word
        assert verb.option._field_defaults["verb"] == verb.word


def test_typed_attacks_are_drawn_with_one_group_and_with_two() -> None:
    table = Table(
        [unit("R1", model(), model())],
        at={"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000)},
        active=("R1", "attack"),
    )
    form = OPENFIRE.verbs.of(table.game.read("attack R1 B1")).form
    chance = Random("groups")
    drawn = [form.sample(table.battle, chance.randrange) for _ in range(40)]
    assert {len(option.groups) for option in drawn if isinstance(option, Attack)} == {1, 2}


@pytest.mark.clause("openfire.activation.order", "openfire.setup.stages")
def test_every_verb_at_the_wrong_moment_is_refused_with_the_clause_of_the_order() -> None:
    """Each listed answer of a game is typed again at every other kind of question."""
    game = Game(OPENFIRE, setup([unit("R1")], [unit("B1")]), dice=SeededDice("moments"))
    written: dict[str, str] = {}
    actions = {"ability", "move", "attack", "secure"}
    seen = set()
    while isinstance(choice := game.question, Choice) and len(game.answers) < 120:
        words = {game.write(option).split()[0] for option in choice.listed}
        for word, text in written.items():
            if word in words or word in choice.menu.words:
                continue
            with pytest.raises(Refused) as refused:
                game.read(text)
            assert refused.value.refusal.because, (choice.kind, text)
            if choice.kind in actions:
                assert refused.value.refusal.because == "openfire.activation.order"
                seen.add(word)
            if choice.kind == "board":
                assert refused.value.refusal.because == "openfire.setup.stages"
        for option in choice.listed:
            text = game.write(option)
            written.setdefault(text.split()[0], text)
        game.answer(choice.listed[len(game.answers) % len(choice.listed)])
    assert {"activate", "accept"} <= seen
    fresh = Game(OPENFIRE, setup([unit("R1")], [unit("B1")]), dice=SeededDice("moments"))
    with pytest.raises(Refused) as early:
        fresh.read(written["activate"])
    assert early.value.refusal.because == "openfire.setup.stages"
