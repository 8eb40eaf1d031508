"""Many games between two players; game n is the same game wherever it is played.

Everything about a game follows from the seed of the duel and its number, so the results do not
depend on how many workers share them. Any `concurrent.futures.Executor` will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from signal import SIG_IGN, SIGINT, signal
from threading import current_thread, main_thread
from typing import Any

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, is_faces
from battlemat.kernel.rulebook import Result, Rulebook, Setup
from battlemat.players import registry
from battlemat.players.driver import Unfinished, play

Find = Callable[[str], Rulebook[Any]]

MOST_ANSWERS = 50_000
"""A game with more answers than this is left unfinished and counted as such."""
UNFINISHED = "unfinished"
"""The reason of an outcome that is none."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What is played: the rulebook, the setup, the two players by name, and the seed."""

    rulebook: str
    setup: Setup
    players: tuple[str, str]
    seed: str


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


def play_one(find: Find, duel: Duel, number: int, most: int = MOST_ANSWERS) -> Outcome:
    """Game `number` of a duel. Two games each share their dice, and the entrants change sides.

    So luck at the start of a game, such as who may choose first, helps both alike.
    """
    rulebook = find(duel.rulebook)
    one, two = rulebook.players
    sides = (one, two) if number % 2 == 0 else (two, one)
    seed = f"{duel.seed}/{number // 2}"
    game = Game(rulebook, duel.setup, dice=SeededDice(seed))
    players = {
        side: registry.make(name, f"{duel.seed}/{number}:{entrant}")
        for entrant, (side, name) in enumerate(zip(sides, duel.players, strict=True))
    }
    first = game.question.player if isinstance(game.question, Choice) else sides[0]
    try:
        result = play(game, players, most=most)
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


def run(
    find: Find, duel: Duel, games: int, *, executor: Executor | None = None, chunk: int = 1
) -> Iterator[Outcome]:
    """Play games 0 to `games` - 1, in order; without an executor in this process.

    `find` must be a function that worker processes can import. Whoever owns the executor ends what
    still runs when nobody takes the rest.
    """
    if executor is None:
        yield from (play_one(find, duel, number) for number in range(games))
        return
    parts = [range(start, min(start + chunk, games)) for start in range(0, games, chunk)]
    for future in [executor.submit(_play_some, find, duel, part) for part in parts]:
        yield from future.result()


def _play_some(find: Find, duel: Duel, numbers: Sequence[int]) -> list[Outcome]:
    return [play_one(find, duel, number) for number in numbers]


@contextmanager
def workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of fresh processes, which is safe whatever threads the caller runs.

    They are deaf to Ctrl-C: it is for the caller, and ends them at once when it leaves the block.
    """
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    with _deaf():
        for _ in range(jobs):
            pool.submit(int)  # a process starts with the first call, and hears what we hear now
    try:
        yield pool
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown()


@contextmanager
def _deaf() -> Iterator[None]:
    """No interrupt is heard here, nor by processes that begin here."""
    if current_thread() is not main_thread():
        yield  # only the main thread may say what is heard
        return
    before = signal(SIGINT, SIG_IGN)
    try:
        yield
    finally:
        signal(SIGINT, before)
