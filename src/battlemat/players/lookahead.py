"""How good an option is: what comes of it, over the outcomes of its dice, the likeliest first.

Costs are counted in ways looked at and never in seconds, so that a machine plays the same game on
every computer. Within that count the odds are exact; a chain of dice that may go on without end is
followed until next to nothing is left. Samples take dice of their own, never the game's: nobody
peeks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeAlias

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.odds import Odds, TooMany, odds
from battlemat.kernel.questions import PASS, Answer, Choice, Option, Roll
from battlemat.kernel.rolls import outcomes
from battlemat.kernel.walk import Walk

__all__ = ["TooMany", "bounded_odds", "expected_worth", "likeliest", "sampled_worth"]

TAIL = Fraction(1, 10**6)
"""What may be left out of an endless chain where nothing else is said."""

_HALF = Fraction(1, 2)
Advice: TypeAlias = Callable[[Any, Choice], Sequence[Option]]
"""Which options of a choice deserve a look."""
Worth: TypeAlias = Callable[[Any, str], float]
"""Judges how well a player stands in a battle."""


def advised(advice: Advice, game: Game[Any], choice: Choice, most: int) -> Sequence[Option]:
    """The options that deserve a look, at most so many; a window can always be passed."""
    options = list(advice(game.battle, choice))[:most]
    if choice.optional and PASS not in options:
        options.append(PASS)
    return options


def bounded_odds(
    game: Game[Any],
    option: Option,
    most: int,
    measure: Callable[[Any], Hashable] | None = None,
    tail: Fraction = TAIL,
    whole: int | None = None,
) -> Odds:
    """The odds of an option, or `TooMany` if `most` ways leave more than `tail` out.

    `measure` says what of the battle counts; by default the rulebook's words for what changed.
    They are counted part by part; where that is too dear, way by way, the likeliest first, at most
    `whole` of them: to walk a way as a whole takes as long as some thirty parts.
    `Odds.missing` is what was left out.
    """
    try:
        return odds(game, option, measure=measure, most=most)
    except TooMany:
        return _by_likelihood(game, option, most if whole is None else whole, measure, tail)


def _by_likelihood(
    game: Game[Any],
    option: Option,
    most: int,
    measure: Callable[[Any], Hashable] | None,
    tail: Fraction,
) -> Odds:
    if measure is None:
        before, rulebook = game.fork().battle, game.rulebook

        def measure(after: Any) -> Hashable:
            return rulebook.outcome(before, after)

    chances: dict[Hashable, Fraction] = {}
    missing = Fraction(1)
    for battle, chance in likeliest(game, option, most):
        outcome = measure(battle)
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance
        missing -= chance
        if missing <= tail:
            break
    if missing > tail:
        raise TooMany
    return Odds(chances, missing)


def likeliest(game: Game[Any], option: Option, most: int) -> Iterator[tuple[Any, Fraction]]:
    """What an option can come to: battles at the end of its step and their chances.

    Likelier ways are walked first, `most` at most. Choices in mid-action are answered as the
    rulebook assumes; where it assumes nothing the walk ends there.
    """
    number = count()  # of equally likely ways the older goes first, the same on every machine
    ahead: list[tuple[Fraction, int, list[Answer], list[Walk[Any]]]] = []
    heappush(ahead, (Fraction(-1), next(number), [*game.since, option], []))
    for _ in range(most):
        if not ahead:
            return
        negative, _, path, before = heappop(ahead)
        if before:
            walk = before.pop()  # it stands where this way goes on
            walk.send(path[-1])
        else:
            walk = Walk.step(game.rulebook, game.checkpoint.copy()).resume(path)
        battle, roll = _to_dice(game, walk, path)
        if roll is None:
            yield battle, -negative
            continue
        every, here = roll.sides**roll.count, [walk]
        for faces, ways in outcomes(roll.count, roll.sides, roll.alike, roll.total):
            heappush(ahead, (negative * ways / every, next(number), [*path, faces], here))


def _to_dice(game: Game[Any], walk: Walk[Any], path: list[Answer]) -> tuple[Any, Roll | None]:
    """Where a walk comes to: its battle and the roll that is asked then; None where it ends.

    Answers that the rulebook assumes are added to `path`.
    """
    assume = game.rulebook.assume
    while isinstance(question := walk.question, Choice):
        assumed = assume(walk.battle, question)
        if assumed is None:
            break
        path.append(assumed)
        walk.send(assumed)
    return walk.battle, question if isinstance(question, Roll) else None


# ---------------------------------------------------------------------- worth


def expected_worth(
    game: Game[Any],
    option: Option,
    player: str,
    *,
    most: int,
    samples: int,
    seed: str,
    tail: Fraction = TAIL,
    worth: Worth | None = None,
) -> float:
    """What `player` may expect of an option, by default as the rulebook judges what is worth what.

    It is exact if `most` ways are enough to count it. Else it is counted over the likeliest `most`
    ways or until only `tail` is left out. If those ways are less than half of what may happen, it
    is sampled instead.
    """
    rulebook, judged = game.rulebook, worth or game.rulebook.worth
    walk = Walk.step(rulebook, game.checkpoint.copy()).resume([*game.since, option])
    if walk.ended:
        return judged(walk.battle, player)  # no die falls, and nobody is asked

    def measure(battle: Any) -> float:
        return judged(battle, player)

    try:
        exact = odds(game, option, measure=measure, most=most)
        return exact.mean() / float(1 - exact.missing)
    except TooMany:
        return _likely_worth(game, option, player, most, samples, seed, tail, judged)


def _likely_worth(
    game: Game[Any],
    option: Option,
    player: str,
    most: int,
    samples: int,
    seed: str,
    tail: Fraction,
    worth: Worth,
) -> float:
    ends: dict[Hashable, tuple[Any, Fraction]] = {}
    missing = Fraction(1)
    for battle, chance in likeliest(game, option, most):
        key = battle.key()
        ends[key] = (battle, ends[key][1] + chance if key in ends else chance)
        missing -= chance
        if missing <= tail:
            break
    if missing > _HALF:
        return sampled_worth(game, option, player, samples=samples, seed=seed, worth=worth)
    total = sum(float(chance) * worth(battle, player) for battle, chance in ends.values())
    return total / float(1 - missing)


def sampled_worth(
    game: Game[Any],
    option: Option,
    player: str,
    *,
    samples: int,
    seed: str,
    worth: Worth | None = None,
) -> float:
    """The mean worth after `samples` tries; the n-th try of each option has the same dice."""
    total, judged = 0.0, worth or game.rulebook.worth
    for number in range(samples):
        fork = game.fork(SeededDice(f"{seed}:{number}"))
        _play_out_step(fork, option)
        total += judged(fork.battle, player)
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
