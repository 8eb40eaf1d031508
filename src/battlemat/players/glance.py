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
from battlemat.kernel.questions import Choice, Option, Roll, Tally
from battlemat.kernel.rolls import outcomes
from battlemat.kernel.tallies import Sent, Ways
from battlemat.kernel.walk import Walk
from battlemat.players.lookahead import advised

DEAREST = 1000
"""A part of a rule that takes more ways than this to count is walked instead."""
SURE = 1.5
"""So many standard errors a look is taken to be off at most."""
FINE = 256
"""Into so many parts chance is cut where shares are dealt."""


@dataclass(frozen=True, slots=True)
class Attention:
    """What one answer may cost: options looked at, and ways walked for each at first.

    Options that may still be the best are looked at again, each time with `closer` times as many
    ways; all that may cost `ways` more. Who is `practised` looks at nothing but what
    meets the eye.
    """

    options: int = 24
    shares: int = 4
    ways: int = 64
    closer: int = 3
    practised: bool = False


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
        rulebook, attention = game.rulebook, self.attention
        advice = rulebook.glimpse if attention.practised else rulebook.advise
        return advised(advice, game, choice, attention.options)

    def scores(
        self, game: Game[Any], choice: Choice, options: Sequence[Option]
    ) -> dict[Option, float]:
        """About what each option is worth to the player who chooses."""
        attention, player = self.attention, choice.player
        seed, shares = f"glance:{self._seed}:{len(game.answers)}", attention.shares
        looks = {one: Look(game, one, player, seed) for one in options}
        seen = {one: look.with_shares(shares) for one, look in looks.items()}
        left = attention.ways
        while doubted := _in_doubt(seen)[: left // (2 * shares)]:
            shares = min(attention.closer * shares, left // len(doubted))
            left -= shares * len(doubted)
            for one in doubted:
                seen[one] = looks[one].with_shares(shares)
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
    return Look(game, option, player, seed).with_shares(shares)


class _Place:
    """Where a way has come to: what may be sent next, or what the battle is worth there."""

    __slots__ = ("next", "ways", "worth")

    def __init__(self) -> None:
        self.ways: Ways[Sent] | None = None
        self.next: list[_Place] = []  # one for each of the ways
        self.worth: float | None = None


class Look:
    """Looks at one option. A closer look walks only the ways that no look before it has walked."""

    def __init__(self, game: Game[Any], option: Option, player: str, seed: str) -> None:
        self._rulebook = game.rulebook
        self._worth = game.rulebook.worth
        self._start = game.checkpoint
        self._given = [*game.since, option]
        self._player = player
        self._seed = seed
        self._dearest = DEAREST if game.rulebook.temper.parts_come_again else 0
        self._first = _Place()
        self._rough = False  # whether outcomes stand for others
        self._dice: Stream | None = None

    def with_shares(self, shares: int) -> Seen:
        """What at most so many ways say of the option."""
        self._rough, self._dice = False, None
        total = squares = covered = 0.0
        ways = 0
        for found, chance in self._ends(shares):
            total += chance * found
            squares += chance * found * found
            covered += chance
            ways += 1
        mean = total / covered
        if not self._rough:
            return Seen(mean, 0.0, True)
        spread = sqrt(max(0.0, squares / covered - mean * mean))
        return Seen(mean, SURE * spread / sqrt(ways), False)

    def _ends(self, shares: int) -> Iterator[tuple[float, float]]:
        """What battles at the end of the step are worth, and the chance that each stands for."""
        pending: list[tuple[list[Sent], _Place, float, int]] = [([], self._first, 1.0, shares)]
        while pending:
            path, place, chance, shares = pending.pop()
            walk: Walk[Any] | None = None
            while (worth := place.worth) is None:
                if place.ways is None:
                    walk = walk or self._walked(path)
                    self._explore(place, walk)
                    continue
                dealt = self._deal(place.ways, shares)
                values = place.ways[0]
                for index, part, left in dealt[1:]:
                    onward = [*path, values[index][0]]
                    pending.append((onward, place.next[index], chance * part, left))
                index, part, shares = dealt[0]
                chance *= part
                sent = values[index][0]
                path = [*path, sent]
                place = place.next[index]
                if walk is not None:
                    walk.send(sent)
            yield worth, chance

    def _walked(self, path: Sequence[Sent]) -> Walk[Any]:
        walk = Walk.step(self._rulebook, self._start.copy())
        walk.resume(self._given[:-1])
        walk.counts = True
        walk.send(self._given[-1])
        for sent in path:
            walk.send(sent)
        return walk

    def _explore(self, place: _Place, walk: Walk[Any]) -> None:
        """Find out what a place is that no way has come to before."""
        ways = None if walk.question is None else self._ways(walk)
        if ways is None:
            place.worth = self._worth(walk.battle, self._player)
        else:
            place.ways = ways
            place.next = [_Place() for _ in ways[0]]

    def _ways(self, walk: Walk[Any]) -> Ways[Sent] | None:
        """What may be sent now, each with its weight; None where the look ends."""
        question = walk.question
        if type(question) is Roll:
            ways = outcomes(question.count, question.sides, question.alike, question.total)
            return ways, question.sides**question.count
        assume = self._rulebook.assume
        if type(question) is Tally:
            counted = self._dearest and tally_ways(question, walk.battle, assume, self._dearest)
            return counted or (((None, 1),), 1)
        option = assume(walk.battle, question)  # type: ignore[arg-type]
        return None if option is None else (((option, 1),), 1)

    def _deal(self, ways: Ways[Sent], shares: int) -> list[tuple[int, float, int]]:
        """Deal shares out: who is sure of one counts by its chance, others by their shares.

        For each way that gets any: its number, its part of the chance, and its shares.
        """
        values, _ = ways
        if len(values) == 1:
            return [(0, 1.0, shares)]
        each = shares / sum(weight for _, weight in values)
        found, sofar, taken = [], self._offset(), 0
        for index, (_, weight) in enumerate(values):
            due = weight * each
            if due < 1:
                self._rough = True
            sofar += due
            got = int(sofar) - taken
            if got:
                taken += got
                found.append((index, (due if due >= 1 else got) / shares, got))
        return found

    def _offset(self) -> float:
        """Where dealing begins: drawn once for each roll, the same for every option."""
        if self._dice is None:
            self._dice = Stream(self._seed)
        return (self._dice.below(FINE) + 0.5) / FINE
