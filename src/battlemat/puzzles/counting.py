"""Exact odds of a goal for every answer, with the best that may follow it.

The rules themselves are run over every outcome of their dice. Choices in mid-action are answered as
the rulebook assumes, as in all odds; what it assumes nothing for is the solver's to choose, who
then chooses best, or the enemy's, who then chooses worst for the solver. The count ends where the
next unit would be activated, or with the battle; for goals that have time until the enemy replies,
where an enemy has been activated and what that brought upon him is over. Several goals are counted
in one walk: what may be chosen is then chosen for each of them by itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Generic, TypeAlias

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.odds import TooMany, tally_ways
from battlemat.kernel.questions import Answer, Choice, Counted, Option, Roll, Tally
from battlemat.kernel.rolls import outcomes
from battlemat.kernel.rulebook import B
from battlemat.kernel.walk import Walk
from battlemat.packs.solving.puzzles import REPLY, Goal
from battlemat.puzzles.goals import are_met

MOST = 60_000
"""Ways that a count may take, where nothing else is said."""
_FINEST = Fraction(1, 10**9)
"""Dice that are thrown on without end are left where less than this remains."""
_TALLY = 20_000
_NONE, _ALL = Fraction(0), Fraction(1)

Sent: TypeAlias = Answer | Counted
Chances: TypeAlias = tuple[Fraction, ...]
"""The odds of each goal that is counted."""


class PlanCount(Generic[B]):
    """Counts the answers of one question, for one goal or for several."""

    def __init__(self, game: Game[B], *goals: Goal, most: int = MOST, once: bool = False) -> None:
        choice = game.question
        if not isinstance(choice, Choice):
            raise RuleBug("a plan begins with a choice")
        self._rulebook = game.rulebook
        self._goals = goals
        if len({goal.until for goal in goals}) > 1:
            raise RuleBug("goals that are counted together have the same time")
        self._waits = any(goal.until == REPLY for goal in goals)
        self._never, self._surely = (_NONE,) * len(goals), (_ALL,) * len(goals)
        self._side = choice.player
        self._start = game.checkpoint
        self._given = list(game.since)
        self._left = most
        # in a window, and where nothing may follow, the goal is reached by the end of the step
        self._once = once or choice.optional
        self._window = choice.kind if choice.optional else ""
        self._known: dict[Hashable, Chances] = {}

    def of(self, option: Option) -> Fraction:
        """The odds that the goal is reached after an answer; `TooMany` if that is too dear."""
        return self.of_all(option)[0]

    def of_all(self, option: Option) -> Chances:
        """The odds of each goal after an answer."""
        return self._answered(self._start, self._given, (option,), _ALL)

    # ------------------------------------------------------------------ inside a step

    def _walk(self, start: B, given: Sequence[Answer], sent: Sequence[Sent]) -> Walk[B] | None:
        self._left -= 1
        if self._left < 0:
            raise TooMany
        battle = start.copy()
        flow = self._rulebook.step(battle)
        if flow is None:
            return None
        counts = not self._window  # windows inside what is counted as one would be nobody's choice
        walk = Walk(battle, flow, counts=counts and not given)
        if given:
            walk.resume(given[:-1])
            walk.counts = counts  # what was answered before is not counted again
            walk.send(given[-1])
        for one in sent:
            walk.send(one)
        return walk

    def _answered(
        self, start: B, given: Sequence[Answer], sent: tuple[Sent, ...], reach: Fraction
    ) -> Chances:
        """The odds from a place inside a step, which is come to with the chance `reach`."""
        if reach < _FINEST:
            return self._never
        walk = self._walk(start, given, sent)
        if walk is None:
            return self._never  # the battle is over
        while True:
            question = walk.question
            if question is None:
                return self._after_step(walk.battle)
            if isinstance(question, Choice):
                if self._ends(question):
                    return self._judged(walk.battle)
                assumed = self._assumed(walk.battle, question)
                if assumed is None:
                    return self._chosen(question, start, given, sent, reach)
                sent = (*sent, assumed)
                walk.send(assumed)
                continue
            return self._fallen(self._ways(question, walk.battle), start, given, sent, reach)

    def _ends(self, choice: Choice) -> bool:
        if not self._waits:
            return choice.kind == ACTIVATE
        return choice.kind in ACTS and choice.player != self._side

    def _assumed(self, battle: B, choice: Choice) -> Option | None:
        """What is taken for the answer; None where it is chosen: windows like the first one are the
        solver's own."""
        if choice.kind == self._window and choice.player == self._side:
            return None
        return self._rulebook.assume(battle, choice)

    def _ways(self, question: Roll | Tally, battle: B) -> tuple[Sequence[tuple[Sent, int]], int]:
        if isinstance(question, Roll):
            found = outcomes(question.count, question.sides, question.alike, question.total)
            return found, question.sides**question.count
        ways = tally_ways(question, battle, self._rulebook.assume, _TALLY)
        if ways is None:
            raise TooMany
        return ways

    def _fallen(
        self,
        ways: tuple[Sequence[tuple[Sent, int]], int],
        start: B,
        given: Sequence[Answer],
        sent: tuple[Sent, ...],
        reach: Fraction,
    ) -> Chances:
        answers, every = ways
        found = list(self._never)
        for one, weight in answers:
            part = Fraction(weight, every)
            values = self._answered(start, given, (*sent, one), reach * part)
            for number, value in enumerate(values):
                if value:
                    found[number] += part * value
        return tuple(found)

    def _chosen(
        self,
        choice: Choice,
        start: B,
        given: Sequence[Answer],
        sent: tuple[Sent, ...],
        reach: Fraction,
    ) -> Chances:
        own = choice.player == self._side
        better, end = (max, self._surely) if own else (min, self._never)
        found = self._never if own else self._surely
        for option in choice.listed:
            found = tuple(map(better, found, self._answered(start, given, (*sent, option), reach)))
            if found == end:
                break
        return found

    # ------------------------------------------------------------------ between steps

    def _after_step(self, battle: B) -> Chances:
        """The odds from where a step has ended; the battle alone says what comes next."""
        if self._once:
            return self._judged(battle)
        key = battle.key()
        known = self._known.get(key)
        if known is None:
            known = self._judged(battle)
            if known != self._surely:
                known = tuple(map(max, known, self._answered(battle, (), (), _ALL)))
            self._known[key] = known
        return known

    def _judged(self, battle: B) -> Chances:
        met = are_met(self._goals, self._rulebook, battle, self._side)
        return tuple(_ALL if one else _NONE for one in met)


ACTIVATE = "activate"
"""The kind of question that ends a plan: another unit is about to act."""
ACTS = ("action", "attack", "move")
"""The kinds of question of a unit that acts."""
