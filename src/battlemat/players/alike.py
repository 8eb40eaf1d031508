"""Whether the options of a window come to the same: a proof by running the rule, never a guess.

From the window on the step is played out over every outcome of its dice and every later choice. A
die or a choice that makes no difference drops out of the picture; what is left of two options must
be equal, the battle at each end by its whole key. What an option itself costs is given back before
ends are compared, since whoever pays for nothing is only poorer. Where the picture would become
too large, nothing is proved.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from battlemat.kernel.game import Game
from battlemat.kernel.odds import TooMany
from battlemat.kernel.questions import PASS, Choice, Offers, Option, Roll
from battlemat.kernel.rolls import outcomes
from battlemat.kernel.walk import Walk

_DEEPEST = 24
"""Answers after which nothing is proved any more: dice that are thrown on without end."""


def come_to_the_same(game: Game[Any], choice: Choice, most: int) -> bool:
    """Whether every option of the window that stands is proved to come to what passing does.

    `most` is how many ways may be walked for it; where that is too few the answer is no.
    """
    try:
        return _PlayedOut(game, most).is_alike(choice)
    except TooMany:
        return False


class _PlayedOut:
    """The step that a game stands in, from its question on."""

    def __init__(self, game: Game[Any], most: int) -> None:
        self._rulebook = game.rulebook
        self._start = game.checkpoint
        self._since = game.since
        self._left = most

    def is_alike(self, choice: Choice) -> bool:
        passed = self._picture((PASS,))
        others = (option for option in _all_options(choice) if option != PASS)
        return all(self._picture((option,)) == passed for option in others)

    def _picture(self, answers: tuple[Any, ...]) -> Hashable:
        """What may come after these answers, without what makes no difference."""
        self._left -= 1
        if self._left < 0 or len(answers) > _DEEPEST:
            raise TooMany
        walk = Walk.step(self._rulebook, self._start.copy()).resume(self._since)
        paid: list[tuple[Offers, Option]] = []
        for answer in answers:
            question = walk.question
            if isinstance(question, Choice):
                paid.append((question.menu, answer))
            walk.send(answer)
        question = walk.question
        if question is None:
            for menu, option in paid:
                menu.refund(walk.battle, option)
            return ("end", walk.battle.key())
        if isinstance(question, Roll):
            return self._rolled(question, answers)
        assert isinstance(question, Choice), "a walk that counts nothing asks no tally"
        return self._chosen(question, answers)

    def _rolled(self, roll: Roll, answers: tuple[Any, ...]) -> Hashable:
        found: dict[Hashable, Fraction] = {}
        every = roll.sides**roll.count
        for faces, ways in outcomes(roll.count, roll.sides, roll.alike, roll.total):
            after = self._picture((*answers, faces))
            found[after] = found.get(after, Fraction(0)) + Fraction(ways, every)
        if len(found) == 1:
            return next(iter(found))
        return ("roll", frozenset(found.items()))

    def _chosen(self, choice: Choice, answers: tuple[Any, ...]) -> Hashable:
        found = {option: self._picture((*answers, option)) for option in _all_options(choice)}
        if len(set(found.values())) == 1:
            return next(iter(found.values()))
        return ("choice", choice.player, choice.kind, frozenset(found.items()))


def _all_options(choice: Choice) -> list[Option]:
    """Every legal option; `TooMany` where not all of them can be listed."""
    if not choice.menu.lists_all:
        raise TooMany
    return list(choice.listed)
