"""Every word that a player of Skirmishers reads is a sentence of the catalogue, or content.

Games that lean toward vehicles, suits, crews and explosives are played in a language without words.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.words import speaking
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.words import area_name
from rules.skirmishers.biases import BIASES
from rules.skirmishers.forces import ALL, motor_pool, skirmish
from rules.wording import (
    WORDLESS,
    Word,
    english,
    faults,
    longest_first,
    names_in,
    of_event,
    of_question,
    of_table,
    of_typed,
)
from sampling import by_time

CHOICES = 250
"""Choices of a game that are played; one in three is read."""
PLAYED = [
    (name, pool)
    for number, name in enumerate(BIASES)
    for pool in by_time((False, True), (bool(number % 2),))
]


def content_of(game: Game[Any]) -> list[str]:
    """The names of a game, the longest first."""
    field = game.battle.field
    found = {*names_in(game.setup), field.title, field.map_name, *field.squad_names, *field.areas}
    found |= {area_name(area) for area in field.areas}
    found |= {weapon.name for weapon in field.armory.weapons}
    found |= {unit.card.name for unit in game.battle.units}
    found |= {unit.card.rank for unit in game.battle.units}
    found |= {rule.text for rule in field.scenario.wins}
    return longest_first(["Skirmishers", *found])


def ends_of(game: Game[Any]) -> list[str]:
    board = game.battle.board
    marks = [mark.id for mark in SKIRMISHERS.scene(game.battle).marks]
    dots = [board.name(place) for place in board.terrain.surface_list]
    return [*(unit.id for unit in game.battle.units), *marks, dots[len(dots) // 3], dots[-1], "z99"]


@cache
def words_of(name: str, pool: bool) -> tuple[list[Word], list[str]]:
    """What is read in a game, and what of it is content."""
    read: list[Word] = []
    chance = Random(f"{name} {pool}")
    setup = motor_pool(rounds=4) if pool else skirmish(ALL, rounds=6)
    with speaking(WORDLESS):
        dice = SeededDice(f"words {name}")
        game = Game(SKIRMISHERS, setup, dice=dice, log=lambda event: read.extend(of_event(event)))
        content, before = content_of(game), game.battle.copy()
        for _ in range(CHOICES):
            choice = game.question
            if not isinstance(choice, Choice):
                break
            if chance.randrange(3) == 0:
                read += of_question(game, choice, chance)
                read += of_typed(game, choice, chance)
                read += of_table(game, ends_of(game), chance)
                read.append(("outcome", SKIRMISHERS.outcome(before, game.battle)))
                before = game.battle.copy()
            game.answer(BIASES[name].pick(choice.listed, chance.randrange))
    return read, content


@pytest.mark.longer
@pytest.mark.parametrize(("name", "pool"), PLAYED)
def test_all_that_is_read_in_a_game_is_a_sentence_or_content(name: str, pool: bool) -> None:
    read, content = words_of(name, pool)
    assert not faults(read, content)[:8]
    assert {"question", "label", "group", "status", "outlook", "ruler", "preview", "outcome"} <= {
        where for where, _ in read
    }


def test_the_check_finds_a_word_that_nobody_said() -> None:
    _, content = words_of("suits", False)
    assert english("·· Rifle ···: 60 ·······, A1 opens", content) == "opens"
    assert english("c4@1 A1 ·····: Rifle, 4 (58 %)", content) == ""
