"""A suggestion with its reason: what a strong level would do here, and the odds behind it.

Terminal and server tell people the same. The suggestion costs about as long as one answer of the
level it comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from battlemat.kernel.errors import BattlematError, RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.words import say
from battlemat.players.chances import chance_of_worth, win_chance
from battlemat.players.greedy import GreedyPlayer
from battlemat.players.lookahead import TooMany, bounded_odds
from battlemat.players.search import SearchPlayer
from battlemat.players.tree import Effort

EFFORT = Effort(nodes=200)
"""What a hint may cost."""
MOST_WAYS = 2_000
_SMALL = Fraction(1, 200)  # what odds in whole per cents may leave out
_SEED = "hint"


@dataclass(frozen=True, slots=True)
class Weighed:
    """An option and the chance to win after it, for the player who chooses, about."""

    option: Option
    text: str
    told: str
    """The option in words: what people are shown; `text` is what may be typed."""
    chance: float

    @classmethod
    def of(cls, game: Game[Any], option: Option, chance: float) -> Weighed:
        """An option of the question that stands."""
        return cls(option, game.write(option), game.tell(option), chance)


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do, what else was weighed (the best of the others), and what may come of it."""

    best: Weighed
    other: Weighed | None
    outcomes: tuple[tuple[str, float], ...]
    """What the suggestion may come to, likeliest first; empty where nothing is open."""
    begun: bool = True
    """Whether both sides are on the table: before that no chance to win means anything."""

    @property
    def reason(self) -> str:
        """Why, in a sentence or two."""
        told = [self._compared()]
        if self.outcomes:
            open_ = ", ".join(f"{what} {_per_cent(chance)}" for what, chance in self.outcomes[:3])
            told.append(say("What may come of it: {outcomes}.", outcomes=open_))
        return " ".join(told)

    def _compared(self) -> str:
        """The suggestion beside the best of the others."""
        if self.other is None:
            return say("There is nothing else to do.")
        other = self.other.told
        if not self.begun:
            return say("The next best: “{other}”. It is too early to tell who wins.", other=other)
        return say(
            "It leaves you a chance of about {chance} to win; the next best, “{other}”, {less}.",
            chance=_per_cent(self.best.chance),
            other=other,
            less=_per_cent(self.other.chance),
        )


def suggest(game: Game[Any], effort: Effort = EFFORT) -> Hint:
    """A hint for the choice that stands; the game is left as it is."""
    choice = game.question
    if not isinstance(choice, Choice):
        raise RuleBug("there is nothing to choose")
    best, *others = weigh(game, effort)
    outcomes = outcomes_of(game, best.option)
    return Hint(best, others[0] if others else None, outcomes, has_begun(game))


def has_begun(game: Game[Any]) -> bool:
    """Whether every side has somebody on the table and the set-up is over."""
    facts = game.rulebook.facts(game.battle)
    if not facts.get("turn", facts.get("round", 1)):
        return False
    sides = {piece.side for piece in game.rulebook.scene(game.battle).pieces}
    return sides >= set(game.rulebook.players)


def weigh(game: Game[Any], effort: Effort = EFFORT) -> list[Weighed]:
    """The options worth a look with the chances to win after them, the best first."""
    choice = game.question
    if not isinstance(choice, Choice):
        raise RuleBug("there is nothing to choose")
    if choice.optional:
        judge = GreedyPlayer(_SEED)
        scores = judge.scores(game, choice, judge.worth_a_look(game, choice))
        found = {one: chance_of_worth(game.rulebook, worth) for one, worth in scores.items()}
        ranked = sorted(found, key=found.__getitem__, reverse=True)
        return [Weighed.of(game, one, found[one]) for one in ranked]
    node = SearchPlayer(_SEED, effort).searched(game, choice)
    if len(node.edges) == 1:  # nothing was searched, so the look at the position has to do
        option = node.edges[0].option
        chance = win_chance(game.rulebook, game.battle, choice.player)
        return [Weighed.of(game, option, chance)]
    return [Weighed.of(game, edge.option, node.chance(edge)) for edge in node.ranked()]


def outcomes_of(game: Game[Any], option: Option) -> tuple[tuple[str, float], ...]:
    """What an option may come to, likeliest first; empty if that is one thing or too dear."""
    try:
        found = bounded_odds(game, option, MOST_WAYS, tail=_SMALL)
    except (TooMany, BattlematError):
        return ()
    if len(found.outcomes) < 2:
        return ()
    return tuple((str(what), float(chance)) for what, chance in found.ranked())


def _per_cent(chance: float) -> str:
    """Whole per cents, and never 0 or 100 for what is merely near it."""
    return f"{min(99, max(1, round(100 * chance)))} %"
