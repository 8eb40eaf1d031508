"""What verbs and questions say of themselves in one word: of each flag, who has it and no other.

A flag that is lost or set too often breaks no game: an option is missing, a window cannot be
passed, an attack is offered like a walk. So each of them is held here for all verbs at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Pass
from battlemat.kernel.rulebook import Rulebook
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.skirm.chapters import asked
from battlemat.rulebooks.skirm.state.battle import DOWNED, STANDING
from battlemat.rulebooks.skirmishers.chapters.acting import Action
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from rules.openfire.test_openfire_contract import battle_of_everything
from rules.skirm.table import BOOKS, EDITIONS
from rules.skirm.test_bars_reached import fight
from rules.skirmishers.forces import ALL, skirmish

RULEBOOKS: dict[str, Rulebook[Any]] = {
    **{name: BOOKS[name] for name in EDITIONS},
    "skirmishers": SKIRMISHERS,
    "openfire": OPENFIRE,
}
NO_WINDOWS = {"command", "activate"}
"""Questions that may be declined though they are no window: a Command that nobody is given, and a
side of Open Fire that has nobody left to activate."""
OWN = {
    **dict.fromkeys(EDITIONS, "action activate deploy mission zone"),
    "skirmishers": "action activate",
    "openfire": "ability activate attack board deploy entry followers leading mission move secure "
    "terrain",
}
"""What a side does of its own accord, not in answer to something that happened."""
DRAWN = {
    "skirmishers": "move step lob launch fly throw",
    "openfire": "shift turn add marker entry deploy ambush disembark emerge followers move "
    "advance attack free reroll",
}
"""Verbs with more legal answers than can be listed: ways, places by number, groups of models."""
DOWN_TOO = {
    "skirm1": "order end",
    "skirm2": "order end",
    "skirm3": "order recover end",
}
"""What a unit does standing and Downed; only `crawl` needs somebody Downed."""
FIGHTS = {"arc", "melee", "throw", "toss", "shell", "turn", "gunarc", "end"}
"""`skirmishers.move.first`: what may still be done after the first combat action."""
AT_GUNS = {"break", "takeover", "turn"}
"""What takes a crew weapon that is set up."""
DRAWN_TOO = "FlightPath"
"""A flight drawn dot by dot is typed and never listed, whatever rules are on."""
NEEDS = {
    "vehicles": "crawlout mode engine drive slow forward crash veer stop laydown dismount controls "
    "rideoff ram strike shoot gun lob launch mount lift gunarc",
    "movement-fire": "shoot lob",
    "jet-packs": "fly jet",
    "power-armor": "fly",
    "crewed-weapons": "setup break help aid",
    "large-targets": "shell",
}
"""The optional rules of Skirmishers, and the verbs that only they bring."""
HARMS = {
    **{edition: {"shoot", "blast", "melee"} for edition in EDITIONS},
    "skirmishers": {
        *("arc", "melee", "throw", "toss", "fire", "shoot", "lob", "gun", "launch"),
        *("ram", "strike", "bomb"),
    },
    "openfire": {"attack"},
}
"""What is offered as harm."""
ANSWERED = "counter"
"""Where Skirm asks for a weapon to strike back with, the harm is under way already."""


@pytest.mark.parametrize("book", RULEBOOKS)
def test_what_can_be_declined_is_a_window(book: str) -> None:
    for ask in RULEBOOKS[book].asks:
        declines = any(verb.option is Pass for verb in ask.verbs)
        assert ask.optional == (declines and ask.kind not in NO_WINDOWS), ask.kind


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_side_is_at_its_own_work_where_it_begins_something(book: str) -> None:
    for ask in RULEBOOKS[book].asks:
        assert ask.own == (ask.kind in OWN[book].split()), ask.kind


@pytest.mark.parametrize("book", RULEBOOKS)
def test_ways_and_places_are_drawn_and_all_else_is_listed(book: str) -> None:
    drawn = {verb.word for verb in RULEBOOKS[book].verbs if verb.unlisted}
    assert drawn == set(DRAWN.get(book, "").split())


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_downed_do_what_is_theirs(edition: str) -> None:
    for verb in RULEBOOKS[edition].verbs:
        if isinstance(verb, asked.Action):
            states = [STANDING] if verb.word != "crawl" else []
            if verb.word in {"crawl", *DOWN_TOO[edition].split()}:
                states.append(DOWNED)
            assert list(verb.states) == states, verb.word


def test_verbs_of_skirmishers_name_the_rules_that_bring_them_and_when_they_stay() -> None:
    for verb in SKIRMISHERS.verbs:
        if isinstance(verb, Action) and verb.option.__name__ != DRAWN_TOO:
            needs = {rule for rule, words in NEEDS.items() if verb.word in words.split()}
            assert set(verb.needs) == needs, verb.word
            assert verb.fights == (verb.word in FIGHTS), verb.word
            assert verb.at_guns == (verb.word in AT_GUNS), verb.word
            assert verb.in_fire == (verb.word == "halt"), verb.word


def offered(book: str) -> Iterator[tuple[str, bool]]:
    """Of each verb that a question lists, whether it is offered as harm."""
    for seed in range(3):
        dice, luck = SeededDice(f"{book} {seed}"), Random(f"{book} {seed}")
        if book in EDITIONS:
            game: Game[Any] = fight(book).game.fork(dice)
        elif book == "skirmishers":
            game = Game(SKIRMISHERS, skirmish(ALL), dice=dice)
        else:
            game = Game(OPENFIRE, battle_of_everything(), dice=dice)
        for _ in range(60):
            choice = game.question
            if not isinstance(choice, Choice):
                break
            first = {type(option): option for option in reversed(choice.listed)}
            for option in first.values():
                if choice.kind != ANSWERED:
                    word = game.write(option).split()[0]
                    yield word, choice.menu.handle(choice, option).harms
            game.answer(luck.choice(list(choice.listed)))


@pytest.mark.parametrize("book", RULEBOOKS)
def test_what_does_harm_is_offered_as_harm_and_nothing_else(book: str) -> None:
    found = set(offered(book))
    assert len(found) > 10
    assert len({word for word, harms in found if harms}) >= min(3, len(HARMS[book]))
    for word, harms in found:
        assert harms == (word in HARMS[book]), word
