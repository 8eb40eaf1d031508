"""Many games between two players. Its one rule: game n is the same game wherever it is played.

Everything about a game follows from the seed of the duel and its number, so the results do not
depend on how many workers share them. Any `concurrent.futures.Executor` will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Any

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.players import registry
from battlemat.players.driver import play

Find = Callable[[str], Rulebook[Any]]

MOST_ANSWERS = 50_000
"""A game with more answers than this does not end; that is a bug in its rules."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What is played: the rulebook, the setup, the two players by name, and the seed."""

    rulebook: str
    setup: Setup
    players: tuple[str, str]
    seed: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """One finished game. Entrants are 0 and 1, the players of the duel in their order.

    `sides` are the sides that the entrants played; `winner` is an entrant or None for a draw;
    `first` is the entrant who was asked the first choice.
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


def play_one(find: Find, duel: Duel, number: int) -> Outcome:
    """Game `number` of a duel. The entrants change sides from game to game."""
    rulebook = find(duel.rulebook)
    one, two = rulebook.players
    sides = (one, two) if number % 2 == 0 else (two, one)
    seed = f"{duel.seed}/{number}"
    game = Game(rulebook, duel.setup, dice=SeededDice(seed))
    players = {
        side: registry.make(name, f"{seed}:{entrant}")
        for entrant, (side, name) in enumerate(zip(sides, duel.players, strict=True))
    }
    first = game.question.player if isinstance(game.question, Choice) else sides[0]
    result = play(game, players, most=MOST_ANSWERS)
    decisions = sum(isinstance(answer[0], str) for answer in game.answers)
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


def run(
    find: Find, duel: Duel, games: int, *, executor: Executor | None = None, chunk: int = 1
) -> Iterator[Outcome]:
    """Play games 0 to `games` - 1, in order; without an executor in this process.

    `find` must be a function that worker processes can import.
    """
    one = partial(play_one, find, duel)
    if executor is None:
        yield from map(one, range(games))
    else:
        yield from executor.map(one, range(games), chunksize=chunk)


def workers(jobs: int) -> ProcessPoolExecutor:
    """A pool of fresh processes, which is safe whatever threads the caller runs."""
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
