"""A suggestion with its reason: what a strong level would do here, and why.

Terminal and server tell people the same. The reason is never a rule of its own: it is what the
rulebook shows of the suggestion (what would be scored, what it would cover, the odds) and what the
search found to come next in the same activation. The suggestion costs about as long as one answer
of the level it comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from battlemat.kernel.errors import BattlematError, RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.odds import Odds
from battlemat.kernel.questions import PASS, Choice, Option, Roll, is_faces
from battlemat.kernel.words import listed, say
from battlemat.players.aimed import counted
from battlemat.players.asked import piece_name
from battlemat.players.lookahead import TooMany, bounded_odds
from battlemat.players.search import SearchPlayer
from battlemat.players.standing import has_begun, promised, standing
from battlemat.players.tree import Effort, Node

EFFORT = Effort(nodes=200)
"""What a hint may cost."""
MOST_WAYS = 2_000
ALIKE = 0.01
"""Answers that differ by less in the chance to win are as good as each other."""
_SMALL = Fraction(1, 200)  # what odds in whole per cents may leave out
_SEED = "hint"
MOST_NAMED = 3
"""So many who see a place are named; of more it is said how many they are."""
WASTED = 0.03
"""What must at least be gained by doing something before an answer that could be given at once."""


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
    """Its chance is that of the position: whoever answers well keeps it."""
    other: Weighed | None
    outcomes: tuple[tuple[str, float], ...]
    """What the suggestion may come to, likeliest first; empty where nothing is open."""
    begun: bool = True
    """Whether both sides are on the table: before that no chance to win means anything."""
    because: tuple[str, ...] = ()
    """Why, a sentence each."""

    @property
    def alike(self) -> bool:
        """Whether another answer is as good."""
        return self.other is not None and self.best.chance - self.other.chance < ALIKE

    @property
    def argument(self) -> str:
        """Why, where what it may come to is told beside it."""
        return " ".join([*self.because, self._compared()] if self.other else [self._compared()])

    @property
    def reason(self) -> str:
        """Why, in a few sentences; what cannot be chosen otherwise needs none."""
        if self.other is None:
            return self._compared()
        told = [*self.because]
        if self.outcomes:
            open_ = ", ".join(f"{what} {_per_cent(chance)}" for what, chance in self.outcomes[:3])
            told.append(say("Possible outcomes: {outcomes}.", outcomes=open_))
        return " ".join([*told, self._compared()])

    def _compared(self) -> str:
        """The suggestion beside the best of the others."""
        if self.other is None:
            return say("There is nothing else to do.")
        if self.alike:
            return say("“{other}” is about as good.", other=self.other.told)
        if not self.begun:
            return say("The next best: “{other}”.", other=self.other.told)
        return say(
            "You have a chance of about {chance} to win; the next best, “{other}”, costs "
            "{points, plural, one {# point} other {# points}} of it.",
            chance=_per_cent(self.best.chance),
            other=self.other.told,
            points=max(1, round(100 * (self.best.chance - self.other.chance))),
        )


def suggest(game: Game[Any], effort: Effort = EFFORT) -> Hint:
    """A hint for the choice that stands; the game is left as it is."""
    choice = game.question
    if not isinstance(choice, Choice):
        raise RuleBug("there is nothing to choose")
    found, plan = _searched(game, choice, effort)
    best, other = found[0], found[1] if len(found) > 1 else None
    because = _because(game, choice, best.option, plan)
    outcomes = outcomes_of(game, best.option, counted)
    return Hint(best, other, outcomes, has_begun(game), because)


def weigh(game: Game[Any], effort: Effort = EFFORT) -> list[Weighed]:
    """The options worth a look with the chances to win after them, the best first."""
    choice = game.question
    if not isinstance(choice, Choice):
        raise RuleBug("there is nothing to choose")
    return _searched(game, choice, effort)[0]


def _searched(game: Game[Any], choice: Choice, effort: Effort) -> tuple[list[Weighed], str]:
    """The options, the best first, and what comes after the best in the same activation.

    Windows are searched like any other choice, to the end of the activation: what is bought for
    nothing is not worth buying. The best option has the number of the position, the others that
    and what they cost.
    """
    now = standing(game, choice.player)
    player = SearchPlayer(_SEED, effort)
    node = player.searched(game, choice)
    if len(node.edges) == 1:  # nothing was searched
        return [Weighed.of(game, node.edges[0].option, now)], ""
    ranked = [(edge.option, node.chance(edge)) for edge in node.ranked()]
    if choice.optional:
        ranked = _of_window(game, choice, ranked)
    else:
        ranked = _not_in_vain(player, node, ranked)
    most = ranked[0][1]
    found = [
        Weighed.of(game, option, max(0.0, now - max(0.0, most - chance)))
        for option, chance in ranked
    ]
    return found, _next_of(player, node, ranked[0][0], choice.player)


def _of_window(
    game: Game[Any], choice: Choice, ranked: list[tuple[Option, float]]
) -> list[tuple[Option, float]]:
    """The options of a window, the best first; where nothing is gained it is passed.

    Where dice lie on the table their odds say it all. Else what an option promises at once and what
    the search made of it count the same.
    """
    looks = {one: promised(game, one, choice.player) for one, _ in ranked}
    if not any(map(is_faces, game.since)):
        looks = {one: (looks[one] + chance) / 2 for one, chance in ranked}
    bar = looks.get(PASS, 0.0) + ALIKE / 2
    free = game.rulebook.assume(game.battle, choice)  # what costs nothing is always worth it

    def rank(one: tuple[Option, float]) -> tuple[bool, float, bool]:
        option, chance = one
        return option not in (PASS, free) and chance <= bar, -chance, option == PASS

    return sorted(looks.items(), key=rank)


def _not_in_vain(
    player: SearchPlayer, node: Node, ranked: list[tuple[Option, float]]
) -> list[tuple[Option, float]]:
    """Nothing is done or paid for before an answer that may as well be given at once."""
    chances, first = dict(ranked), ranked[0]
    following = _follower(player, node, first[0])
    if following is None or following not in chances or first[1] - chances[following] >= WASTED:
        return ranked
    rest = [one for one in ranked if one[0] != following]
    return [(following, first[1]), *rest]


def _follower(player: SearchPlayer, node: Node, option: Option) -> Option | None:
    """What the search found best to do after an option, where no die falls in between."""
    after = _after(player, node, option)
    return after.best().option if after is not None and after.visits else None


def _after(player: SearchPlayer, node: Node, option: Option) -> Node | None:
    edge = next((one for one in node.edges if one.option == option), None)
    return player.node_of(edge.draws[0]) if edge is not None and edge.settled else None


def _next_of(player: SearchPlayer, node: Node, option: Option, whose: str) -> str:
    """What comes next in the same activation, in words; "" where dice fall or the turn passes."""
    after, following = _after(player, node, option), _follower(player, node, option)
    choice = after.place.choice if after is not None else None
    if choice is None or following is None or choice.player != whose or choice.optional:
        return ""
    return choice.menu.tell(following) if after is not None and len(after.edges) > 1 else ""


# ---------------------------------------------------------------------- why


def _because(game: Game[Any], choice: Choice, option: Option, plan: str) -> tuple[str, ...]:
    """Why an option is good, as the rulebook shows it."""
    told = [_scored(game, choice.player, option), _seen(game, choice, option)]
    if plan:
        told.append(say("Then: {plan}.", plan=plan))
    return tuple(one for one in told if one)


def _scored(game: Game[Any], player: str, option: Option) -> str:
    """What would be scored after the option, where that is more than now and no die decides it."""
    before = _prospect(game, player)
    fork = game.fork()
    fork.answer(option)
    if isinstance(fork.question, Roll):
        return ""
    after = _prospect(fork, player)
    if after is None or after == before:
        return ""
    return say("{when}, that would be: {told}.", when=after[0], told=after[1])


def _prospect(game: Game[Any], player: str) -> tuple[str, str] | None:
    outlook = game.rulebook.scene(game.battle).outlook
    if outlook is None:
        return None
    return next(((outlook.when, one.told) for one in outlook.sides if one.player == player), None)


def _seen(game: Game[Any], choice: Choice, option: Option) -> str:
    """Who sees the unit where the option brings it, as the rulebook's ruler tells."""
    handle = game.rulebook.handle(game.battle, choice, option)
    if handle.at is None or not handle.piece or handle.target or handle.harms:
        return ""
    fork = game.fork()
    fork.answer(option)
    if isinstance(fork.question, Roll):
        return ""
    pieces = {piece.id: piece for piece in fork.rulebook.scene(fork.battle).pieces}
    moved = pieces.get(handle.piece)
    if moved is None:
        return ""
    foes = [one for one in pieces.values() if one.side != moved.side]
    seers = {one.id.partition(".")[0]: one.id for one in foes if _sees(fork, one.id, moved.id)}
    names = listed([piece_name(id, pieces) for id in seers.values()][:MOST_NAMED])
    if not seers:
        return say("No enemy sees it there.") if foes else ""
    if len(seers) > MOST_NAMED:
        return say("{count} enemies see it there.", count=len(seers))
    return say(
        "{count, plural, one {Only {names} sees} other {{names} see}} it there.",
        count=len(seers),
        names=names,
    )


def _sees(game: Game[Any], one: str, other: str) -> bool:
    try:
        facts = game.rulebook.measure(game.battle, one, other).facts
    except BattlematError:
        return False
    return any(fact.name == "sight" and fact.value != "blocked" for fact in facts)


def roughly(game: Game[Any], option: Option) -> Odds:
    """The odds of an option to whole per cents, where many are wanted."""
    return bounded_odds(game, option, MOST_WAYS, tail=_SMALL)


def outcomes_of(
    game: Game[Any], option: Option, count: Callable[[Game[Any], Option], Odds] = roughly
) -> tuple[tuple[str, float], ...]:
    """What an option may come to, likeliest first; empty if that is one thing or too dear."""
    try:
        found = count(game, option)
    except (TooMany, BattlematError):
        return ()
    if len(found.outcomes) < 2:
        return ()
    return tuple((str(what), float(chance)) for what, chance in found.ranked())


def _per_cent(chance: float) -> str:
    """Whole per cents, and never 0 or 100 for what is merely near it."""
    return f"{min(99, max(1, round(100 * chance)))} %"
