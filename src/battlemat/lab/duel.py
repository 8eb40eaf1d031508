"""Many games between two players; game n is the same game wherever it is played.

Everything about a game follows from the seed of the duel and its number, so the results do not
depend on who plays them, in which order, or how often. Games come in mirrored pairs: the same dice
and the sides changed, so that luck at the start of a game helps both alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from battlemat.kernel.dice import Dice, SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, is_faces
from battlemat.kernel.rulebook import Result, Rulebook, Setup
from battlemat.lab.listening import HeardDice, Listener
from battlemat.players import registry
from battlemat.players.driver import Unfinished, play

Find = Callable[[str], Rulebook[Any]]

MOST_ANSWERS = 50_000
"""A game with more answers than this is left unfinished and counted as such."""
UNFINISHED = "unfinished"
"""The reason of an outcome that is none."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What is played: the rulebook, the setup, the two players by name, and the seed.

    In the second game of each pair the entrants change sides. Then `mirrored` is played, which
    should have their squads change sides with them; None plays the same setup, in which a side
    keeps its squad. Where the entrants keep their sides (`fixed`), every game has its own dice.
    With `others`, setups with their mirrored ones, pairs go through all settings in turn.
    """

    rulebook: str
    setup: Setup
    players: tuple[str, str]
    seed: str
    mirrored: Setup | None = None
    fixed: bool = False
    others: tuple[tuple[Setup, Setup | None], ...] = ()

    def setting(self, pair: int) -> tuple[Setup, Setup | None]:
        """What a pair plays: the setup of its first game, and of its second where it differs."""
        settings = ((self.setup, self.mirrored), *self.others)
        return settings[pair % len(settings)]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game. Entrants are 0 and 1, the players of the duel in their order.

    `sides` are the sides that the entrants played; `winner` is an entrant or None for a draw;
    `first` is the entrant who was asked the first choice. A game that did not end has no winner, no
    scores and the reason `UNFINISHED`.
    """

    number: int
    seed: str
    sides: tuple[str, str]
    winner: int | None
    scores: tuple[int, int]
    first: int
    decisions: int
    rolls: int
    reason: str
    digest: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Games `2 * number` and `2 * number + 1` of a duel.

    `heard` says of each clause in how many of the two games it was told of or asked by, and how
    often in both; it is empty where nobody listened.
    """

    number: int
    games: tuple[Outcome, Outcome]
    heard: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def points(self) -> float:
        """What the first entrant scored, from 0 to 2; a draw is half a point."""
        return sum(map(score, self.games))


def score(game: Outcome) -> float:
    """What the first entrant scored in a game; one that did not end counts as drawn."""
    return 0.5 if game.winner is None else float(game.winner == 0)


def play_one(
    find: Find,
    duel: Duel,
    number: int,
    most: int = MOST_ANSWERS,
    *,
    listener: Listener | None = None,
) -> Outcome:
    """Game `number` of a duel; a listener hears which clauses speak in it."""
    rulebook = find(duel.rulebook)
    one, two = rulebook.players
    swap = number % 2 == 1 and not duel.fixed
    sides = (two, one) if swap else (one, two)
    seed = f"{duel.seed}/{number if duel.fixed else number // 2}"
    setup, mirrored = duel.setting(number // 2)
    if swap and mirrored is not None:
        setup = mirrored
    dice: Dice = SeededDice(seed)
    if listener is None:
        game = Game(rulebook, setup, dice=dice)
    else:
        game = Game(rulebook, setup, dice=HeardDice(dice, listener), log=listener.event)
    players = {
        side: registry.make_here(name, f"{duel.seed}/{number}:{entrant}")
        for entrant, (side, name) in enumerate(zip(sides, duel.players, strict=True))
    }
    first = game.question.player if isinstance(game.question, Choice) else sides[0]
    try:
        result = play(game, players, most=most, on_answer=listener.asked if listener else None)
    except Unfinished:
        result = Result(None, dict.fromkeys(sides, 0), UNFINISHED)
    decisions = sum(not is_faces(answer) for answer in game.answers)
    return Outcome(
        number,
        seed,
        sides,
        None if result.winner is None else sides.index(result.winner),
        (result.scores[sides[0]], result.scores[sides[1]]),
        sides.index(first),
        decisions,
        len(game.answers) - decisions,
        result.reason,
        game.digest,
    )


def play_pair(find: Find, duel: Duel, number: int, *, listening: bool = False) -> Pair:
    """Pair `number` of a duel, the same wherever it is played."""
    games = 2 * number, 2 * number + 1
    if not listening:
        one, two = (play_one(find, duel, game) for game in games)
        return Pair(number, (one, two))
    first, second = Listener(find(duel.rulebook)), Listener(find(duel.rulebook))
    one, two = (
        play_one(find, duel, game, listener=listener)
        for game, listener in zip(games, (first, second), strict=True)
    )
    heard = {
        clause: (
            (clause in first.counts) + (clause in second.counts),
            first.counts[clause] + second.counts[clause],
        )
        for clause in sorted({*first.counts, *second.counts})
    }
    return Pair(number, (one, two), heard)


def play_pairs(
    find: Find, duel: Duel, numbers: Sequence[int], *, listening: bool = False
) -> list[Pair]:
    """Several pairs; what a worker is asked for at once."""
    return [play_pair(find, duel, number, listening=listening) for number in numbers]
