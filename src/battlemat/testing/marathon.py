"""Many typed answers: random games in which somebody types whatever can be said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.testing.answers import ALLOWED, check_typed


@dataclass(slots=True)
class Tried:
    """What a marathon came to. A disagreement ends it with a `RuleBug` instead."""

    typed: int = 0
    allowed: int = 0
    games: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """How many answers were typed at each kind of question."""


def typed_answers(
    rulebook: Rulebook[Any],
    setups: Sequence[Setup],
    count: int,
    *,
    seed: str = "typed",
    at_each: int = 20,
    progress: Callable[[Tried], None] = lambda _tried: None,
) -> Tried:
    """Try `count` typed answers, `at_each` question some, in random games of the setups in turn.

    Offered, allowed and refused must agree (`testing.answers`); `RuleBug` names the answer, the
    game and its number, so that it can be played again.
    """
    tried = Tried()
    while tried.typed < count:
        name = f"{seed} {tried.games}"
        game = Game(rulebook, setups[tried.games % len(setups)], dice=SeededDice(name))
        stream = Stream(f"answers {name}")
        while isinstance(question := game.question, Choice) and tried.typed < count:
            if not question.listed:
                raise RuleBug(f"game '{name}', answer {len(game.answers) + 1}: nothing is offered")
            _at_one(game, question, stream, at_each, tried, name)
            game.answer(question.listed[stream.below(len(question.listed))])
        tried.games += 1
        progress(tried)
    return tried


def _at_one(
    game: Game[Any], choice: Choice, stream: Stream, at_each: int, tried: Tried, name: str
) -> None:
    for _ in range(at_each):
        try:
            found = check_typed(game, choice, stream.below)
        except RuleBug as bug:
            number = len(game.answers) + 1
            raise RuleBug(f"game '{name}', answer {number}, {choice.kind}: {bug}") from None
        if found is not None:
            tried.typed += 1
            tried.allowed += found is ALLOWED
            tried.kinds[choice.kind] += 1
