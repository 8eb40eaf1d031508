"""A quick look at what comes of an option: a few ways that stand for all, and no fractions.

A look has a small number of shares to give away. Where dice fall, the shares are dealt out among
the outcomes in proportion to their chances; an outcome that gets a share is walked. Likely
outcomes count by their exact chance, rare ones stand for each other, so that on average nothing
is over- or undervalued. Parts of rules that can be counted (`Tally`) are counted and not walked.
Costs are counted in shares and never in seconds; dice are the looker's own, never the game's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from battlemat.kernel.dice import Stream
from battlemat.kernel.game import Game
from battlemat.kernel.odds import tally_ways
from battlemat.kernel.questions import Answer, Counted, Option, Roll, Tally
from battlemat.kernel.rolls import outcomes
from battlemat.kernel.tallies import Ways
from battlemat.kernel.walk import Walk

DEAREST = 300
"""A part that takes more ways than this to count is walked instead."""
FINE = 256
"""Into so many parts chance is cut where shares are dealt."""


def glance(game: Game[Any], option: Option, player: str, *, shares: int, seed: str) -> float:
    """About what `player` may expect of an option, from at most `shares` ways."""
    look = _Look(game, option, shares, seed)
    total = covered = 0.0
    worth = game.rulebook.worth
    for battle, chance in look.ends():
        total += chance * worth(battle, player)
        covered += chance
    return total / covered


class _Look:
    """One look at one option."""

    def __init__(self, game: Game[Any], option: Option, shares: int, seed: str) -> None:
        self.rulebook = game.rulebook
        self.start = game.checkpoint
        self.given = [*game.since, option]
        self.shares = shares
        self.seed = seed
        self._dice: Stream | None = None

    def ends(self) -> Iterator[tuple[Any, float]]:
        """Battles at the end of the step, and the chance that each stands for."""
        pending: list[tuple[list[Any], float, int]] = [([], 1.0, self.shares)]
        while pending:
            path, chance, shares = pending.pop()
            walk = self._begin()
            for sent in path:
                walk.send(sent)
            while walk.question is not None:
                dealt = self._dealt(walk, shares)
                if dealt is None:
                    break
                for sent, part, left in dealt[1:]:
                    pending.append(([*path, sent], chance * part, left))
                sent, part, shares = dealt[0]
                chance *= part
                path = [*path, sent]
                walk.send(sent)
            yield walk.battle, chance

    def _begin(self) -> Walk:
        walk = Walk.step(self.rulebook, self.start.copy())
        walk.resume(self.given[:-1])
        walk.counts = True
        walk.send(self.given[-1])
        return walk

    def _dealt(
        self, walk: Walk, shares: int
    ) -> Sequence[tuple[Answer | Counted | None, float, int]] | None:
        """What is sent now: each with its part of the chance and its shares; None at the end."""
        question = walk.question
        if type(question) is Roll:
            ways = outcomes(question.count, question.sides, question.alike, question.total)
            return self._deal((ways, question.sides**question.count), shares)
        assume = self.rulebook.assume
        if type(question) is Tally:
            counted = tally_ways(question, walk.battle, assume, DEAREST)
            return [(None, 1.0, shares)] if counted is None else self._deal(counted, shares)
        option = assume(walk.battle, question)  # type: ignore[arg-type]
        return None if option is None else [(option, 1.0, shares)]

    def _deal(self, ways: Ways, shares: int) -> list[tuple[Any, float, int]]:
        """Deal shares out: who is sure of one counts by its chance, others by their shares."""
        values, _ = ways
        if len(values) == 1:
            return [(values[0][0], 1.0, shares)]
        each = shares / sum(weight for _, weight in values)
        found, sofar, taken = [], self._offset(), 0
        for value, weight in values:
            due = weight * each
            sofar += due
            got = int(sofar) - taken
            if got:
                taken += got
                found.append((value, (due if due >= 1 else got) / shares, got))
        return found

    def _offset(self) -> float:
        """Where dealing begins: drawn once for each roll, the same for every option."""
        if self._dice is None:
            self._dice = Stream(self.seed)
        return (self._dice.below(FINE) + 0.5) / FINE
