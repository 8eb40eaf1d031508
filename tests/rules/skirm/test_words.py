"""Every word that a player reads is a sentence of the catalogue, and no answer is told as a code.

Short games of all editions are played in a language without words. What is left of a text may only
be content: names, ids, squares, numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.words import speaking
from battlemat.packs import library
from battlemat.packs.skirm import setups as skirm
from rules.skirm.table import BOOKS, EDITIONS, Table, blade, foe, gun, unit
from rules.wording import (
    LOOKS,
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

GAMES, CHOICES = 4, 260
"""Games of an edition, and choices of a game."""


def content_of(game: Game[Any]) -> list[str]:
    """The names of a game, the longest first."""
    field = game.battle.field
    found = {*names_in(game.setup), field.map_name, *field.squad_names}
    for mission in (game.battle.mission, *field.missions):
        found |= {mission.name, mission.briefing, *(name for name, _ in mission.zones)}
    for one in game.battle.units:
        card = one.card
        found |= {card.name, *(thing.name for thing in (*card.weapons, *card.skills))}
        rules = (one.powers.rules, *(weapon.rules for weapon in card.weapons))
        found |= {rule.title for held in rules for rule in held}  # the names of clauses
    return longest_first([game.battle.edition.title, *found])


def ends_of(game: Game[Any], chance: Random) -> list[str]:
    """What a ruler is laid between: units, marks, a square, and what is nowhere."""
    board = game.battle.field.board
    units = [one.id for one in game.battle.units if one.square >= 0]
    marks = [mark.id for mark in game.rulebook.scene(game.battle).marks]
    return [*units, *marks, board.name(chance.randrange(board.size)), "Z99"]


# ---------------------------------------------------------------------- games


def a_game(edition: str, number: int, log: Any = None) -> Game[Any]:
    chance = Random(f"{edition} {number}")
    squads = [squad.id for squad in library.squads(edition)]
    setup = skirm.build_setup(
        edition,
        mission=chance.choice(library.missions(edition)).id,
        map=chance.choice(library.maps(edition)).id,
        red=chance.choice(squads),
        blue=chance.choice(squads),
    )
    return Game(BOOKS[edition], setup, dice=SeededDice(f"words {number}"), log=log)


def walked(game: Game[Any], chance: Random) -> Iterator[Choice]:
    """The choices of a game by chance; units are put where they meet, and leave to fight."""
    for _ in range(CHOICES):
        choice = game.question
        if not isinstance(choice, Choice):
            return
        yield choice
        game.answer(choice.menu.drawn(chance.randrange))


@cache
def words_of(edition: str, number: int) -> tuple[list[Word], list[str]]:
    """What is read in a game in the language of marks, and what of it is content."""
    read: list[Word] = []
    chance = Random(f"{edition} {number}")
    with speaking(WORDLESS):
        game = a_game(edition, number, lambda event: read.extend(of_event(event)))
        content, before = content_of(game), game.battle.copy()
        for choice in walked(game, chance):
            if chance.randrange(3) == 0:
                read += of_question(game, choice, chance)
                read += of_typed(game, choice, chance)
                read += of_table(game, ends_of(game, chance), chance)
                read.append(("outcome", game.rulebook.outcome(before, game.battle)))
                before = game.battle.copy()
    return read, content


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("edition", EDITIONS)
def test_all_that_is_read_in_a_game_is_a_sentence_or_content(edition: str, number: int) -> None:
    read, content = words_of(edition, number)
    assert not faults(read, content)[:8]
    assert {"question", "label", "group", "status", "ruler", "preview", "outcome"} <= {
        where for where, _ in read
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_check_finds_a_word_that_nobody_said(edition: str) -> None:
    _, content = words_of(edition, 0)
    assert english("R1 ·····, opens", content) == "opens"
    assert english("·· ···· 1 ····· ··· +1 (········ A), ARM +1", content) == ""


# ---------------------------------------------------------------------- no codes


def codes_in(game: Game[Any], option: Option, told: str) -> list[str]:
    """Words of an option's code that stand in what is told of it: ids, ways, doors, dice."""
    battle = game.battle
    ids = {one.id for one in battle.units}
    shown = {battle.field.board.name(square) for square in range(battle.field.board.size)}
    shown |= {name for name, _ in battle.mission.zones}
    words = told.split(":")[0].split()
    codes = [word for word in game.write(option).split()[1:] if word not in ids | shown]
    codes = [code for code in codes if not code.isdecimal()]
    bare = [one for one in ids if re.search(rf"\b{one}\b(?! \()", told)]
    return [*(code for code in codes if code in words), *bare, *re.findall("[@>|]", told)]


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_answer_is_told_as_its_code(edition: str, number: int) -> None:
    game, chance = a_game(edition, number), Random(f"codes {edition} {number}")
    for choice in walked(game, chance):
        listed = list(choice.listed)
        for option in chance.sample(listed, min(LOOKS, len(listed))):
            told, text = game.tell(option), game.write(option)
            assert told != text
            assert told[0].isupper(), told
            assert not codes_in(game, option, told), (text, told)


def test_answers_are_told_as_players_say_them() -> None:
    goals = [{"id": "relay", "name": "Western relay", "square": "b1"}]
    red = unit(act=3, weapons=[gun("rifle"), blade()])
    table = Table.parse("A . . B", A=red, B=foe(), objectives=goals, orders=(1, 0))
    question = table.game.question
    assert isinstance(question, Choice)
    told = {table.game.write(one): table.game.tell(one) for one in question.listed}
    assert told["move A a1-b1"] == "Move to b1 (Western relay)"
    assert told["dash A a1-b1"] == "Dash to b1 (Western relay)"
    assert told["shoot A B rifle"] == "Shoot at B with the Rifle"
    assert told["order A"] == "Spend 1 order for 1 more action"
    assert told["end A"] == "End the activation"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_unit_that_was_activated_says_so_once(edition: str) -> None:
    table = Table.parse("A . B", edition=edition, A=unit(), B=foe())
    table.battle.units[0].ready = False
    piece = table.book.scene(table.battle).pieces[0]
    assert ([one.label for one in piece.conditions], piece.ready) == (["Standing"], False)
