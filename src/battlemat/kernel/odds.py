"""Exact odds of a choice: the same rule code, run over every outcome of its dice.

Odds are `Fraction`s. A flow that may go on without end (a chain of criticals) is counted until
what is left is smaller than the stated error; `Odds.missing` says how much that was. Choices in
mid-action are answered as the rulebook assumes, unless the caller brings an `assume` of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Generic, TypeAlias

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.memo import Memo, Table
from battlemat.kernel.questions import (
    Answer,
    Choice,
    Counted,
    Flow,
    Option,
    Roll,
    T,
    Tally,
)
from battlemat.kernel.rolls import outcomes
from battlemat.kernel.rulebook import B
from battlemat.kernel.tallies import FINEST, Known, Place, Sent, Shelf, Ways, added
from battlemat.kernel.walk import W, Walk

ERROR = Fraction(1, 10**13)
"""What odds may leave out of an endless chain."""

Assume: TypeAlias = Callable[[W, Choice], Option | None]
_Begin: TypeAlias = Callable[[], Walk[W]]


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of every outcome; they and `missing` add up to exactly 1."""

    outcomes: Mapping[Hashable, Fraction]
    missing: Fraction = Fraction(0)

    def chance(self, wanted: Callable[[Any], bool]) -> Fraction:
        """The chance of all outcomes that `wanted` picks."""
        return sum((p for what, p in self.outcomes.items() if wanted(what)), Fraction(0))

    def mean(self, value: Callable[[Any], float] = float) -> float:
        """The average of `value` over the outcomes."""
        return float(sum(p * Fraction(value(what)) for what, p in self.outcomes.items()))

    def ranked(self) -> list[tuple[Hashable, Fraction]]:
        """Outcomes, likeliest first."""
        return sorted(self.outcomes.items(), key=lambda item: (-item[1], str(item[0])))


# ---------------------------------------------------------------------- counting flows


class TooMany(Exception):
    """There are more ways than the caller wants to pay for."""


class _Purse:
    """What a count has cost, in ways walked. A count pays for each tally once, known or not.

    So whether a count is too dear never depends on what was counted before.
    """

    __slots__ = ("most", "paid", "spent")

    def __init__(self, most: int | None) -> None:
        self.most = most
        self.spent = 0
        self.paid: set[Place] = set()

    def spend(self, ways: int) -> None:
        self.spent += ways
        if self.most is not None and self.spent > self.most:
            raise TooMany

    def pay(self, costs: Mapping[Place, int]) -> None:
        """Pay for a known tally and for those inside it, as far as they are not paid for."""
        for place, ways in costs.items():
            if place not in self.paid:
                self.paid.add(place)
                self.spend(ways)


class _Sum:
    """Chances added up as integers over few denominators; the `Fraction` is made at the end."""

    __slots__ = ("_parts",)

    def __init__(self) -> None:
        self._parts: dict[int, int] = {}

    def add(self, ways: int, of: int) -> None:
        self._parts[of] = self._parts.get(of, 0) + ways

    def fraction(self) -> Fraction:
        of = lcm(*self._parts)
        return Fraction(sum(ways * (of // part) for part, ways in self._parts.items()), of)


class _Counting(Generic[W]):
    """Runs one flow over every outcome of its dice."""

    def __init__(
        self,
        begin: _Begin[W],
        assume: Assume[W],
        deep: int,
        purse: _Purse,
        inside: frozenset[Hashable] = frozenset(),
    ) -> None:
        self.begin = begin
        self.purse = purse
        self.walked = 0
        self.costs: dict[Place, int] = {}  # of the tallies inside, in ways walked
        self.assume = assume
        self.deep = deep  # how often tallies may still stand inside themselves
        self.inside = inside  # the tallies that this walk stands inside of

    def ends(self) -> Iterator[tuple[Walk[W], int, int]]:
        """Each way to the end: the walk as it stands there, and its chance `ways`, `of`."""
        pending: list[tuple[list[Sent], int, int]] = [([], 1, 1)]
        while pending:
            self.purse.spend(1)
            self.walked += 1
            path, ways, of = pending.pop()
            walk = self.begin()
            for sent in path:
                walk.send(sent)
            while walk.question is not None:
                branches = self._branches(walk.battle, walk.question)
                if branches is None:
                    break
                answers, every = branches
                of *= every
                for sent, weight in answers[1:]:
                    if ways * weight * FINEST >= of:
                        pending.append(([*path, sent], ways * weight, of))
                if not answers:
                    ways = 0
                    break
                sent, weight = answers[0]
                ways *= weight
                if ways * FINEST < of:
                    ways = 0  # dice that are thrown again without end are left here
                    break
                path = [*path, sent]
                walk.send(sent)
            if ways:
                yield walk, ways, of

    def _branches(self, battle: W, question: Choice | Roll | Tally) -> Ways[Sent] | None:
        """What may be sent now, with the ways of each, and how many there are in all."""
        if type(question) is Roll:
            ways = outcomes(question.count, question.sides, question.alike, question.total)
            return ways, question.sides**question.count
        if type(question) is Tally:
            return _tally(question, self, battle)
        assert isinstance(question, Choice)
        option = self.assume(battle, question)
        return None if option is None else (((option, 1),), 1)


_COUNTED = Memo("the key of a tally, and how deep it is", bound=Shelf.MOST, unit="bytes")
_shelf = _COUNTED.watch(Shelf(), lambda shelf: shelf.weight)
_PAIRS = 16  # so many pairs of values are added in the time that one way is walked


def _tally(question: Tally, around: _Counting[W], battle: W) -> Ways[Counted]:
    """The distribution of a tally that is asked inside the count `around`.

    A chain is a tally that calls itself; it is cut off where `deep` runs out, and what is cut off
    is missing. Choices inside are answered as assumed, and must leave the battle alone.
    """
    again = question.key in around.inside
    deep = around.deep - 1 if again else around.deep
    place = ((question.key, question.times), deep)
    purse = around.purse
    known = _shelf.get(place)
    if known is not None:
        purse.pay(known.costs)
        around.costs.update(known.costs)
        return known.ways
    if deep < 0:
        return (), 1
    if question.times > 1:
        return _sum_of(question, place, around, battle)
    if place in purse.paid:
        purse = _Purse(None)  # it was known and has been dropped since
    inside = around.inside if again else around.inside | {question.key}

    def begin() -> Walk[W]:
        return Walk(battle, question.flow(), counts=True)

    count = _Counting(begin, around.assume, deep, purse, inside)
    sums: dict[Hashable, _Sum] = {}
    for walk, ways, of in count.ends():
        sums.setdefault(walk.value, _Sum()).add(ways, of)
    found = _over_one_denominator({value: sum_.fraction() for value, sum_ in sums.items()})
    _keep(place, Known(found, {**count.costs, place: count.walked}), around)
    return found


def tally_ways(question: Tally, battle: W, assume: Assume[W], most: int) -> Ways[Counted] | None:
    """The distribution of a tally; None if it takes more than `most` ways to count it.

    Chains are followed as deep as odds follow them at first. Whether a tally is too dear does not
    depend on what was counted before.
    """
    place = ((question.key, question.times), _DEPTHS[0])
    if (place, most) in _dear:
        return None
    around = _Counting(_nowhere, assume, _DEPTHS[0], _Purse(most))
    try:
        return _tally(question, around, battle)
    except TooMany:
        _dear.keep((place, most), None)
        return None


_dear: Table[tuple[Place, int], None]
_dear = Memo("the key of a tally, and what may be paid", bound=5_000).table()
"""Tallies that are too dear for so many ways."""


def _nowhere() -> Walk[W]:
    raise RuleBug("a count was begun that stands around a tally alone")


def _sum_of(question: Tally, place: Place, around: _Counting[W], battle: W) -> Ways[Counted]:
    """The distribution of several equal parts, from that of one less and that of one."""
    one = _tally(Tally(question.key, question.flow), around, battle)
    less = _tally(Tally(question.key, question.flow, question.times - 1), around, battle)
    cost = 1 + len(one[0]) * len(less[0]) // _PAIRS
    if place not in around.purse.paid:
        around.purse.spend(cost)
    found = added(less, one)
    costs = {place: cost}
    for times in (1, question.times - 1):
        inner = _shelf.get(((question.key, times), place[1]))
        costs |= inner.costs if inner else {}
    _keep(place, Known(found, costs), around)
    return found


def _keep(place: Place, known: Known, around: _Counting[W]) -> None:
    """Keep what was counted, and note that the count around it has paid."""
    _shelf.put(place, known)
    around.purse.paid.update(known.costs)
    around.costs.update(known.costs)


def _over_one_denominator(chances: dict[Hashable, Fraction]) -> Ways[Counted]:
    of = lcm(*(chance.denominator for chance in chances.values()))
    values = tuple(
        (Counted(value), chance.numerator * (of // chance.denominator))
        for value, chance in chances.items()
    )
    return values, of


def _no_assumption(_battle: object, choice: Choice) -> Option | None:
    raise RuleBug(f"a flow of dice alone asked {choice!r}")


# ---------------------------------------------------------------------- odds of a choice


def odds(
    game: Game[B],
    answer: Answer | str,
    *,
    measure: Callable[[B], Hashable] | None = None,
    assume: Assume[B] | None = None,
    error: Fraction = ERROR,
    most: int | None = None,
) -> Odds:
    """The odds of every outcome of answering the standing choice with `answer`.

    The count ends with the step that the answer belongs to. `measure` says what of the battle
    counts as outcome (default: the rulebook's words for what changed). Odds in words are kept with
    the question, so asking again costs nothing. `TooMany` if the count takes more than `most` ways,
    kept or not.
    """
    if isinstance(answer, str):
        answer = game.read(answer)
    question = game.question
    plain = measure is None and assume is None and error is ERROR
    purse = _Purse(most)
    if not plain or not isinstance(question, Choice):
        return _odds(game, answer, measure, assume, error, purse)
    if question.kept is None:
        question.kept = {}
    known: tuple[Odds, int] | None = question.kept.get(answer)
    if known is None:
        found = _odds(game, answer, None, None, error, purse)
        known = question.kept[answer] = (found, purse.spent)
    else:
        purse.spend(known[1])
    return known[0]


def _odds(
    game: Game[B],
    answer: Answer,
    measure: Callable[[B], Hashable] | None,
    assume: Assume[B] | None,
    error: Fraction,
    purse: _Purse,
) -> Odds:
    rulebook = game.rulebook
    if measure is None:
        before = game.fork().battle

        def measure(after: B) -> Hashable:
            return rulebook.outcome(before, after)

    told = measure
    begin = _from_here(game, [answer], assume is None)
    return _count(begin, lambda walk: told(walk.battle), assume or rulebook.assume, error, purse)


def _from_here(game: Game[B], answers: Sequence[Answer], counts: bool) -> _Begin[B]:
    """How each way begins: the step that the game is in, with `answers` after those given."""
    rulebook, start, given = game.rulebook, game.checkpoint, [*game.since, *answers]

    def begin() -> Walk[B]:
        walk = Walk.step(rulebook, start.copy(), counts=counts and not given)
        if given:
            walk.resume(given[:-1])
            walk.counts = counts  # what was answered before is not counted again
            walk.send(given[-1])
        return walk

    return begin


def step_odds(
    game: Game[B],
    answers: Sequence[Answer],
    measure: Callable[[B, bool], Hashable],
    *,
    error: Fraction = ERROR,
    most: int | None = None,
) -> Odds:
    """The odds of what stands at the end of the step, with `answers` given from here on.

    `measure` is handed the battle and whether the step came to its end: it stops earlier at a
    choice for which the rulebook assumes nothing.
    """
    begin = _from_here(game, answers, counts=True)
    return _count(
        begin,
        lambda walk: measure(walk.battle, walk.ended),
        game.rulebook.assume,
        error,
        _Purse(most),
    )


def forget() -> None:
    """Drop every distribution that has been counted, as a fresh process would have it."""
    _shelf.clear()
    _dear.clear()
    outcomes.cache_clear()


def flow_odds(
    flow: Callable[[], Flow[T]], *, error: Fraction = ERROR, most: int | None = None
) -> Odds:
    """The odds of every value that a flow of dice alone returns; `TooMany` as in `odds`."""

    def begin() -> Walk[None]:
        return Walk(None, flow(), counts=True)

    return _count(begin, lambda walk: walk.value, _no_assumption, error, _Purse(most))


def _count(
    begin: _Begin[W],
    measure: Callable[[Walk[W]], Hashable],
    assume: Assume[W],
    error: Fraction,
    purse: _Purse,
) -> Odds:
    """Count, letting chains run deeper until what is missing is within the error."""
    for deep in _DEPTHS:
        count = _Counting(begin, assume, deep, purse)
        sums: dict[Hashable, _Sum] = {}
        for walk, ways, of in count.ends():
            sums.setdefault(measure(walk), _Sum()).add(ways, of)
        chances = {outcome: sum_.fraction() for outcome, sum_ in sums.items()}
        missing = 1 - sum(chances.values(), Fraction(0))
        if missing <= error:
            return Odds(chances, missing)
    raise RuleBug(f"a chain of dice does not end: {float(missing):.2g} is missing")


_DEPTHS = (18, 36, 72, 144, 400)
