"""Judgement puzzles: choices of which one answer wins clearly more often than all the others.

In games the late choices are looked at, in a position that was drawn the question that stands. Few
games of a judge of its own sieve them: he says which answers may be right, and most choices do not
pass. What he says counts for nothing afterwards: whoever picks the best of many by few games has
picked their luck, too. Every other answer is then played out in full, the closest first, by one
judge and by the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.packs.solving.puzzles import JUDGEMENT, Goal, Interval, Puzzle, Rated
from battlemat.players.standing import standing
from battlemat.puzzles.counting import ACTIVATE
from battlemat.puzzles.judging import JUDGES, Judge, Lead
from battlemat.puzzles.making import Played, made

ASKED = (ACTIVATE, "action", "attack", "move", "reaction")
_LATE = 0.6
"""Of a game has been played: games from there on are short, and one answer matters more."""
_OPEN = (0.1, 0.9)
"""Whoever is nearly sure to win or to lose has nothing to find."""
_APART = 6
_PER_GAME = 2
FEWEST_LISTED, MOST_LISTED = 3, 24
"""Answers that a position may offer: each of them is played."""
_MOST_RIGHT = 2
SIEVE = ("sieve", "corporal")
ROUNDS = ((5, 0.16), (12, 0.12), (24, 0.12))
"""So many games for each answer, and by how much the right ones must be ahead in them."""
_FAR = 0.4
"""Whoever is so far behind is not asked again by the sieve."""


def judgements_of(played: Played, per_game: int = _PER_GAME) -> Iterator[Puzzle]:
    """The judgement puzzles of a game, or the one of a position that was drawn."""
    game: Game[Any] = Game(played.rulebook, played.setup)
    if played.drawn is not None:
        for text in played.answers:
            game.answer(text)
        yield from _weighed(played, game)
        return
    last, made = -_APART, 0
    for number, text in enumerate(played.answers):
        if number >= _LATE * len(played.answers) and number - last >= _APART and is_open(game):
            last = number
            for puzzle in _weighed(played, game):
                made += 1
                yield puzzle
            if made == per_game:
                return
        game.answer(text)


def is_open(game: Game[Any]) -> bool:
    """Whether the question that stands has several answers, and the game no winner yet."""
    choice = game.question
    if not isinstance(choice, Choice) or choice.kind not in ASKED or not choice.menu.lists_all:
        return False
    if not FEWEST_LISTED <= len(choice.listed) <= MOST_LISTED:
        return False
    return _OPEN[0] <= standing(game, choice.player) <= _OPEN[1]


def _weighed(played: Played, game: Game[Any]) -> Iterator[Puzzle]:
    choice = game.question
    if not isinstance(choice, Choice) or not 2 <= len(choice.listed) <= MOST_LISTED:
        return
    sieved = sieve(Judge(game, *SIEVE), choice.listed)
    found = None if sieved is None else confirmed(game, *sieved)
    if found is not None:
        yield _puzzle(played, game, found)


def sieve(
    judge: Judge, options: Sequence[Option]
) -> tuple[tuple[Option, ...], tuple[Option, ...]] | None:
    """The answers that few games take for right, and the others, the closest first; None where no
    answer is ahead."""
    won = dict.fromkeys(options, 1.0)
    ranked = list(options)
    right = 0
    for games, ahead in ROUNDS:
        best = won[ranked[0]]
        for one in options:
            if won[one] >= best - _FAR:
                won[one] = judge.won(one, games)
        ranked.sort(key=lambda one: -won[one])
        gaps = [won[one] - won[other] for one, other in pairwise(ranked[: _MOST_RIGHT + 1])]
        if max(gaps) < ahead:
            return None
        right = gaps.index(max(gaps)) + 1
    return tuple(ranked[:right]), tuple(ranked[right:])


class Confirmed(NamedTuple):
    """What both judges found: the right answers with what they win, the closest other, the lead,
    and what the others win, by the first judge."""

    right: tuple[tuple[Option, float], ...]
    closest: Option
    lead: Lead
    others: tuple[tuple[Option, float], ...]


def confirmed(
    game: Game[Any], right: Sequence[Option], others: Sequence[Option]
) -> Confirmed | None:
    """What the judges say of right answers: None unless each beats each other one, by both."""
    leads: dict[tuple[Option, Option], Lead] = {}
    judges = [Judge(game, seed, level) for seed, level in JUDGES]
    for number, judge in enumerate(judges):
        for other in others:
            for one in right:
                lead = judge.lead(one, other)
                if not lead.is_clear:
                    return None
                if not number:
                    leads[one, other] = lead
    first, closest = min(leads, key=lambda pair: leads[pair].mean)
    lead = leads[first, closest]
    won = [(one, judges[0].won(one, len(lead.values))) for one in right]
    won.sort(key=lambda pair: pair[0] != first)  # the lead that is told is the first one's
    below = [(one, max(0.0, won[0][1] - leads[first, one].mean)) for one in others]
    below.sort(key=lambda pair: -pair[1])
    others_won = tuple(pair for pair in below if pair[0] != closest)
    return Confirmed(tuple(won), closest, lead, others_won)


def _puzzle(played: Played, game: Game[Any], found: Confirmed) -> Puzzle:
    choice = game.question
    assert isinstance(choice, Choice), "a judgement stands at a choice"
    themes = ("judgement", "who-acts") if choice.kind == ACTIVATE else ("judgement",)
    best = tuple(Rated(game.write(one), min(0.99, max(0.01, won))) for one, won in found.right)
    lead: Interval = found.lead.interval()
    following = Rated(game.write(found.closest), max(0.0, best[0].chance - lead.lead))
    puzzle = made(played, game, JUDGEMENT, Goal("win"), themes, best, following, lead)
    return replace(puzzle, others=tuple(Rated(game.write(one), won) for one, won in found.others))
