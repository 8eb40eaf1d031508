"""How good an option is: the worth of what comes of it, over every outcome of its dice.

Exact where that is cheap, else the mean of a few samples. Costs are counted in outcomes looked at
and never in seconds, so that a machine plays the same game on every computer. Samples take dice of
their own, never the game's: nobody peeks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.odds import Odds, odds
from battlemat.kernel.questions import Choice, Option


class TooMany(Exception):
    """There are more outcomes than the caller wants to pay for."""


def bounded_odds(
    game: Game[Any], option: Option, most: int, measure: Callable[[Any], Hashable] | None = None
) -> Odds:
    """The exact odds of an option, or `TooMany` if they have more than `most` ways to come about.

    `measure` says what of the battle counts; by default the rulebook's words for what changed.
    """
    seen = 0
    if measure is None:
        before, rulebook = game.fork().battle, game.rulebook

        def measure(after: Any) -> Hashable:
            return rulebook.outcome(before, after)

    inner = measure

    def counted(battle: Any) -> Hashable:
        nonlocal seen
        seen += 1
        if seen > most:
            raise TooMany
        return inner(battle)

    return odds(game, option, measure=counted)


def expected_worth(
    game: Game[Any], option: Option, player: str, *, most: int, samples: int, seed: str
) -> float:
    """What `player` may expect of an option: exact within `most` outcomes, else sampled."""
    worth, known = game.rulebook.worth, dict[Hashable, float]()

    def worth_once(battle: Any) -> float:
        """Many ways lead to few positions; each is valued once."""
        key = battle.key()
        if key not in known:
            known[key] = worth(battle, player)
        return known[key]

    try:
        found = bounded_odds(game, option, most, worth_once)
    except (TooMany, RuleBug):  # a chain that does not end soon is sampled like any long count
        return sampled_worth(game, option, player, samples=samples, seed=seed)
    return found.mean() / float(1 - found.missing)


def sampled_worth(
    game: Game[Any], option: Option, player: str, *, samples: int, seed: str
) -> float:
    """The mean worth after `samples` tries; the n-th try of each option has the same dice."""
    total = 0.0
    for number in range(samples):
        fork = game.fork(SeededDice(f"{seed}:{number}"))
        _play_out_step(fork, option)
        total += game.rulebook.worth(fork.battle, player)
    return total / samples


def _play_out_step(fork: Game[Any], option: Option) -> None:
    """Answer, then answer what is asked in mid-action as the rulebook assumes."""
    step = fork.checkpoint
    fork.answer(option)
    while fork.checkpoint is step and isinstance(question := fork.question, Choice):
        assumed = fork.rulebook.assume(fork.battle, question)
        if assumed is None:
            return
        fork.answer(assumed)
