"""Whatever a person points at, what is not possible is refused by a clause, in every rulebook."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Roll
from battlemat.kernel.scene import Scene
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from battlemat.tables.view import why

RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
_GAMES, _CHOICES, _EVERY = 2, 120, 7


def positions(name: str, seed: int) -> Iterator[Game[Any]]:
    """Positions of a random game, some choices apart."""
    catalogue = ShippedCatalogue()
    game: Game[Any] = Game(catalogue.find(name), catalogue.build(name, {}))
    source, choices = random.Random(seed), 0
    while game.question is not None and choices < _CHOICES:
        question = game.question
        if isinstance(question, Roll):
            game.answer(tuple(source.randint(1, question.sides) for _ in range(question.count)))
            continue
        choices += 1
        if choices % _EVERY == 0:
            yield game
        game.answer(source.choice(list(question.listed)))


def pointed_at(scene: Scene, source: random.Random) -> Iterator[why.Pointed]:
    """Any piece with any other, its place, and a place where nobody stands."""
    pieces = source.sample(scene.pieces, min(4, len(scene.pieces)))
    for piece in pieces:
        for other in pieces:
            yield why.Pointed(piece.id, target=other.id)
            yield why.Pointed(piece.id, place=other.place)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_what_is_pointed_at_in_vain_is_refused_by_a_clause(name: str) -> None:
    refused = 0
    for seed in range(_GAMES):
        source = random.Random(seed)
        for game in positions(name, seed):
            assert isinstance(game.question, Choice)
            for pointed in pointed_at(game.rulebook.scene(game.battle), source):
                texts = why.attempts(game, game.question, pointed)
                for told in why.explain(game, texts):
                    assert told["legal"] or told["clause"], told
                    refused += not told["legal"]
    assert refused > 20
