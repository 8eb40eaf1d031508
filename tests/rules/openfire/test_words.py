"""Every word that a player of Open Fire reads is a sentence of the catalogue, or content.

Games that lean toward attacks and re-rolls, abilities, transports and reserves are played in a
language without words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.rulebook import Setup
from battlemat.kernel.words import speaking
from battlemat.rulebooks.openfire.chapters.terrain import PIECES
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.screen.scene import LICENCE
from battlemat.rulebooks.openfire.state.specials import UNIT_RULES, WEAPON_RULES
from battlemat.testing import Bias
from rules.openfire.test_openfire_contract import battle_of_everything, small_battle
from rules.wording import (
    WORDLESS,
    Word,
    faults,
    longest_first,
    names_in,
    of_event,
    of_question,
    of_table,
    of_typed,
)

CHOICES = 120
"""Choices of a game that are played; one in four is read."""


def _toward(*verbs: str) -> Bias:
    return Bias(dict.fromkeys(verbs, 12) | {"skip": 1, "pass": 1})


BIASES = {
    "fire": _toward("attack", "reroll", "advance", "move"),
    "abilities": _toward("ability", "free", "attack", "reroll", "secure"),
    "transports": _toward("aboard", "disembark", "out", "deploy", "ambush", "move"),
}


STARTS: dict[str, Callable[[], Setup]] = {
    "everything": battle_of_everything,
    "small": small_battle,
}


def content_of(game: Game[Any]) -> list[str]:
    """The names of a game, the longest first."""
    battle = game.battle
    found = {*names_in(game.setup), *battle.field.armies, LICENCE, "Open Fire", "CC BY"}
    found |= {*UNIT_RULES, *WEAPON_RULES}
    found |= {name for name, *_ in PIECES}  # what lies in every box of terrain, as it is typed
    return longest_first(found)


def ends_of(game: Game[Any]) -> list[str]:
    """What a ruler is laid between."""
    scene = OPENFIRE.scene(game.battle)
    things = [*(piece.id for piece in scene.pieces), *(mark.id for mark in scene.marks)]
    return [*things, *(unit.id for unit in game.battle.units), "12.50,8.00", "ZZZ"]


@cache
def words_of(start: str, name: str) -> tuple[list[Word], list[str]]:
    """What is read in a game, and what of it is content."""
    read: list[Word] = []
    chance = Random(f"{start} {name}")
    with speaking(WORDLESS):
        dice = SeededDice(f"words {name}")
        setup = STARTS[start]()
        game = Game(OPENFIRE, setup, dice=dice, log=lambda event: read.extend(of_event(event)))
        content, before = content_of(game), game.battle.copy()
        for _ in range(CHOICES):
            choice = game.question
            if not isinstance(choice, Choice):
                break
            if chance.randrange(4) == 0:
                read += of_question(game, choice, chance)
                read += of_typed(game, choice, chance)
                read += of_table(game, ends_of(game), chance)
                read.append(("outcome", OPENFIRE.outcome(before, game.battle)))
                before = game.battle.copy()
            game.answer(BIASES[name].pick(choice.listed, chance.randrange))
    return read, content


@pytest.mark.parametrize("name", BIASES)
@pytest.mark.parametrize("start", STARTS)
def test_all_that_is_read_in_a_game_is_a_sentence_or_content(start: str, name: str) -> None:
    read, content = words_of(start, name)
    assert not faults(read, content)[:8]
