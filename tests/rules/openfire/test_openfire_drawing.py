"""Options drawn by chance: all that is listed may come, and nothing that is not legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

import pytest

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Question
from battlemat.kernel.verbs import Menu
from battlemat.players.random_player import RandomPlayer
from battlemat.rulebooks.openfire.chapters.arriving import arrivals
from battlemat.rulebooks.openfire.chapters.attacks.attack import Attack
from battlemat.rulebooks.openfire.chapters.moving import drawing
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from rules.openfire.test_openfire_contract import battle_of_everything

T = TypeVar("T")
DRAWN = ("deploy", "move", "attack")


def every(draw: Callable[[Callable[[int], int]], T]) -> Iterator[T]:
    """What a draw comes to, for all numbers that it may be given."""
    path: list[tuple[int, int]] = []  # the numbers given, each below what

    while True:
        given = 0

        def below(most: int) -> int:
            nonlocal given
            if given == len(path):
                path.append((0, most))
            given += 1
            return path[given - 1][0]

        yield draw(below)
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return
        path[-1] = (path[-1][0] + 1, path[-1][1])


def positions(seed: str, kinds: tuple[str, ...]) -> Iterator[tuple[Game[Any], Choice]]:
    """The first question of each unit for each of some kinds, in a game played by chance."""
    game: Game[Any] = Game(OPENFIRE, battle_of_everything(), dice=SeededDice(seed))
    player, seen = RandomPlayer(seed), set()
    while isinstance(choice := game.question, Choice):
        place = (choice.kind, game.battle.active)
        if choice.kind in kinds and place not in seen:
            seen.add(place)
            yield game, choice
        game.answer(player.answer(game))


def menu(choice: Question | None) -> Menu[Any, Any]:
    assert isinstance(choice, Choice)
    assert isinstance(choice.menu, Menu)
    return choice.menu


@pytest.mark.parametrize("kind", DRAWN)
def test_whatever_is_listed_may_be_drawn(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Few tries, so that all draws can be gone through.
    monkeypatch.setattr(drawing, "TRIES", 2)
    monkeypatch.setattr(arrivals, "TRIES", 1)
    looked_at = 0
    for _, choice in positions("all", (kind,)):
        asked = menu(choice)
        draws, listed = asked.ask.draws, asked.candidates()
        assert draws is not None
        found = set(every(partial(draws, asked.battle, asked.asked)))
        if found == {None}:
            continue  # nothing but the whole list
        looked_at += len(listed) > 1
        for option in set(listed) - found:
            # An attack on several comes with the whole list, which is drawn now and then.
            assert isinstance(option, Attack)
            assert len({group.target for group in option.groups}) > 1
            assert None in found
    assert looked_at > 2


def test_what_is_drawn_is_legal_and_does_not_ask_who_has_looked_at_the_list() -> None:
    looked_at = 0
    for game, choice in positions("legal", DRAWN):
        looked_at += 1
        unseen = game.fork().question
        assert isinstance(unseen, Choice)
        options = [unseen.menu.drawn(Stream(f"{n}").below) for n in range(6)]
        asked = menu(game.fork().question)
        assert [asked.verbs.of(one).bar(asked.battle, asked.asked, one) for one in options] == (
            [None] * 6
        )
        assert choice.listed
        assert [choice.menu.drawn(Stream(f"{n}").below) for n in range(6)] == options
    assert looked_at > 10
