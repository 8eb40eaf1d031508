"""Exact odds of a plan: several answers, one after another, over all the dice between them.

A plan is what a player means to do with a unit: go there, then attack, then secure. In it
each answer is given where its question comes up, on every way the dice may have fallen. A question
that nobody planned for is answered as the rulebook assumes; an answer that has become illegal is
left out; and where nothing of the plan can be done any more, what stands is the outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple

from battlemat.kernel.errors import Refused
from battlemat.kernel.game import Game
from battlemat.kernel.odds import ERROR, Odds, step_odds
from battlemat.kernel.questions import Answer, Choice
from battlemat.kernel.rulebook import B


class _Stand(Generic[B]):
    """Where the plan has come to on one way: two ways that came to the same are one."""

    __slots__ = ("_key", "battle", "finished", "left")

    def __init__(self, battle: B, left: tuple[int, ...], finished: bool) -> None:
        self.battle = battle
        self.left = left  # of the plan
        self.finished = finished  # the step: only then the battle alone says what comes next
        self._key = (battle.key(), left, finished)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Stand) and self._key == other._key


class Planned(NamedTuple):
    """The odds of a plan, and those of its answers that could be given on no way at all."""

    odds: Odds
    unused: tuple[str, ...]


class _Move(NamedTuple):
    """The next thing to do where a game stands: an answer (None: the dice), and what is left."""

    answer: Answer | None
    left: tuple[int, ...]


def plan_odds(
    game: Game[B],
    plan: Sequence[str],
    *,
    measure: Callable[[B], Hashable] | None = None,
    error: Fraction = ERROR,
    most: int | None = None,
) -> Planned:
    """The odds of every outcome of a plan, whose first answer must be legal now.

    `measure` as in `odds`. `TooMany` if any one step takes more than `most` ways.
    """
    if measure is None:
        before = game.fork().battle

        def measure(after: B) -> Hashable:
            return game.rulebook.outcome(before, after)

    chances: dict[Hashable, Fraction] = {}
    missing = Fraction(0)
    first = _Move(game.read(plan[0]), tuple(range(1, len(plan))))
    used = {0}
    waiting = [(game, first, Fraction(1))]
    while waiting:
        grown: dict[_Stand[B], Fraction] = {}
        for one, move, chance in waiting:
            found = _done(one, move, error, most)
            missing += chance * found.missing
            for stand, part in found.outcomes.items():
                if isinstance(stand, _Stand):
                    grown[stand] = grown.get(stand, Fraction(0)) + chance * part
        waiting = []
        for stand, chance in grown.items():
            next_one = game.at(stand.battle) if stand.finished and stand.left else None
            next_move = _next(next_one, plan, stand.left, used) if next_one is not None else None
            if next_one is None or next_move is None:
                what = measure(stand.battle)
                chances[what] = chances.get(what, Fraction(0)) + chance
            else:
                waiting.append((next_one, next_move, chance))
    unused = tuple(text for index, text in enumerate(plan) if index not in used)
    return Planned(Odds(chances, missing), unused)


def _done(game: Game[B], move: _Move, error: Fraction, most: int | None) -> Odds:
    """Where one move leads to by the end of its step, as `_Stand`s."""
    return step_odds(
        game,
        () if move.answer is None else (move.answer,),
        lambda battle, finished: _Stand(battle, move.left, finished),
        error=error,
        most=most,
    )


def _next(
    game: Game[B], plan: Sequence[str], left: tuple[int, ...], used: set[int]
) -> _Move | None:
    """What a plan does next where a game stands; None where it can do nothing more."""
    question = game.question
    if question is None:
        return None
    if not isinstance(question, Choice):
        return _Move(None, left)
    for place, index in enumerate(left):
        try:
            answer = game.read(plan[index])
        except Refused:
            continue
        used.add(index)
        return _Move(answer, left[place + 1 :])
    option = game.rulebook.assume(game.battle, question)
    return None if option is None else _Move(option, left)
