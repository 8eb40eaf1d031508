"""Play that leans toward some verbs: random games reach corners that even chances seldom do.

Among many moves and arcs a uniform draw hardly ever mounts, drives, changes weapons twice and then
finds that nothing can be paid any more. A bias first draws a verb by its weight, then one of its
options, so that what can be said in few ways comes up as often as what can be said in many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.errors import BattlematError, RuleBug
from battlemat.kernel.forms import Draw
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.rulebook import Rulebook, Setup


@dataclass(frozen=True, slots=True)
class Bias:
    """How often each verb is drawn, by its word, where it has something to offer."""

    weights: Mapping[str, int] = field(default_factory=dict)
    usual: int = 2
    """The weight of verbs that are not named."""

    def pick(self, options: Sequence[Option], below: Draw) -> Option:
        """One of the options."""
        by_verb: dict[str, list[Option]] = {}
        for option in options:
            by_verb.setdefault(_verb(option), []).append(option)
        weighed = [(self.weights.get(verb, self.usual), some) for verb, some in by_verb.items()]
        left = below(sum(weight for weight, _ in weighed))
        for weight, some in weighed:
            left -= weight
            if left < 0:
                return some[below(len(some))]
        raise AssertionError("the weights are positive")


def _verb(option: Any) -> str:
    """The word of an option's verb, which every option has as its last part."""
    word: str = option.verb
    return word


@dataclass(slots=True)
class Leaned:
    """What biased games came to. A dead end or an exception ends them with a `RuleBug` instead."""

    games: int = 0
    choices: int = 0
    verbs: Counter[str] = field(default_factory=Counter)
    """How often each verb was chosen."""


def play_biased(
    rulebook: Rulebook[Any],
    setup: Setup,
    seed: str,
    bias: Bias,
    *,
    most: int = 20_000,
    looked_at: Callable[[Game[Any], Choice], None] = lambda _game, _choice: None,
    into: Leaned | None = None,
) -> Leaned:
    """Play one game; every question must have a legal answer, and every answer must be carried out.

    `RuleBug` names the game and the answer after which it broke; `looked_at` may hold more against
    each question.
    """
    found = Leaned() if into is None else into
    game = Game(rulebook, setup, dice=SeededDice(seed))
    stream = Stream(f"bias {seed}")
    last = "the start"
    for _ in range(most):
        question = game.question
        if question is None:
            found.games += 1
            return found
        try:
            assert isinstance(question, Choice), "with dice given, only choices are asked"
            if not question.listed:
                raise RuleBug(f"{question!r} offers nothing")
            looked_at(game, question)
            option = bias.pick(question.listed, stream.below)
            last = game.write(option)
            game.answer(option)
        except (ArithmeticError, AssertionError, BattlematError, LookupError, ValueError) as error:
            where = f"game '{seed}', answer {len(game.answers) + 1}, at '{last}'"
            raise RuleBug(f"{where}: {error!r}") from error
        found.choices += 1
        found.verbs[_verb(option)] += 1
    raise RuleBug(f"the game '{seed}' did not end within {most} choices")
