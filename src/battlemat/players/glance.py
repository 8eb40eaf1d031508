"""A quick look at what comes of an option: a few ways that stand for all, and no fractions.

A look has a small number of shares to give away. Where dice fall, the shares are dealt out among
the outcomes in proportion to their chances; an outcome that gets a share is walked. Likely
outcomes count by their exact chance, rare ones stand for each other, so that on average nothing
is over- or undervalued. Parts of rules that can be counted (`Tally`) are counted and not walked.
Costs are counted in shares and never in seconds; dice are the looker's own, never the game's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

from battlemat.kernel.dice import Stream
from battlemat.kernel.game import Game
from battlemat.kernel.odds import tally_ways
from battlemat.kernel.questions import Answer, Choice, Counted, Option, Roll, Tally
from battlemat.kernel.rolls import outcomes
from battlemat.kernel.tallies import Ways
from battlemat.kernel.walk import Walk
from battlemat.players.lookahead import advised

DEAREST = 1000
"""A part of a rule that takes more ways than this to count is walked instead."""
NEVER_COUNTED = frozenset(["skirmishers"])
"""Rulebooks whose parts belong to one position each: a count is never of use again."""
SURE = 1.5
"""So many standard errors a look is taken to be off at most."""
FINE = 256
"""Into so many parts chance is cut where shares are dealt."""


@dataclass(frozen=True, slots=True)
class Attention:
    """What one answer may cost: options looked at, and ways walked for each at first.

    Options that may still be the best are looked at again, each time with `closer` times as many
    ways; all that may cost `ways` more.
    """

    options: int = 24
    shares: int = 8
    ways: int = 96
    closer: int = 3


class Seen(NamedTuple):
    """What a look found: what may be expected, and how far that may be off (0 if it is exact)."""

    worth: float
    doubt: float
    exact: bool


class Judge:
    """Picks the options that deserve a look, glances at each, and again where it is in doubt.

    It knows nothing of the game's dice; the same seed in the same game gives the same scores.
    """

    def __init__(self, seed: str, attention: Attention | None = None) -> None:
        self.attention = attention or Attention()
        self._seed = seed

    def worth_a_look(self, game: Game[Any], choice: Choice) -> Sequence[Option]:
        """The advised options within the budget; a window can always be passed."""
        return advised(game, choice, self.attention.options)

    def scores(
        self, game: Game[Any], choice: Choice, options: Sequence[Option]
    ) -> dict[Option, float]:
        """About what each option is worth to the player who chooses."""
        attention, player = self.attention, choice.player
        seed, shares = f"glance:{self._seed}:{len(game.answers)}", attention.shares
        seen = {one: glance(game, one, player, shares=shares, seed=seed) for one in options}
        left = attention.ways
        while doubted := _in_doubt(seen)[: left // (2 * shares)]:
            shares = min(attention.closer * shares, left // len(doubted))
            left -= shares * len(doubted)
            for one in doubted:
                seen[one] = glance(game, one, player, shares=shares, seed=seed)
        return {one: found.worth for one, found in seen.items()}


def _in_doubt(seen: Mapping[Option, Seen]) -> list[Option]:
    """The options that must be looked at again to tell the best from the others, best first."""
    bar = max(found.worth - found.doubt for found in seen.values())
    rivals = [one for one, found in seen.items() if found.worth + found.doubt >= bar]
    if len(rivals) < 2:
        return []
    rough = [one for one in rivals if not seen[one].exact]
    return sorted(rough, key=lambda one: -seen[one].worth)


def glance(game: Game[Any], option: Option, player: str, *, shares: int, seed: str) -> Seen:
    """About what `player` may expect of an option, from at most `shares` ways."""
    look = _Look(game, option, shares, seed)
    total = squares = covered = 0.0
    ways = 0
    worth = game.rulebook.worth
    for battle, chance in look.ends():
        found = worth(battle, player)
        total += chance * found
        squares += chance * found * found
        covered += chance
        ways += 1
    mean = total / covered
    if not look.rough:
        return Seen(mean, 0.0, True)
    spread = sqrt(max(0.0, squares / covered - mean * mean))
    return Seen(mean, SURE * spread / sqrt(ways), False)


class _Look:
    """One look at one option."""

    def __init__(self, game: Game[Any], option: Option, shares: int, seed: str) -> None:
        self.rulebook = game.rulebook
        self.start = game.checkpoint
        self.given = [*game.since, option]
        self.shares = shares
        self.dearest = 0 if game.rulebook.name in NEVER_COUNTED else DEAREST
        self.seed = seed
        self.rough = False  # whether outcomes stand for others
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
            counted = self.dearest and tally_ways(question, walk.battle, assume, self.dearest)
            return [(None, 1.0, shares)] if not counted else self._deal(counted, shares)
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
            if due < 1:
                self.rough = True
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
