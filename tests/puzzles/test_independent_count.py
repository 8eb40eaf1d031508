"""A draw of the plans that are shipped, counted again by means that share nothing with the counting
of puzzles: face by face where that is short enough, played with real dice where it is not."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple

import pytest

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.packs.solving.puzzles import PLAN, Puzzle, Rated, load_puzzle, shipped_puzzles
from battlemat.puzzles.desk import books
from battlemat.puzzles.position import position
from puzzles.by_dice import ByDice
from puzzles.by_hand import ByHand, Plan, TooLong
from sampling import by_time

NEAR = 0.0002
"""Odds are written to a hundredth of a per cent."""
WIDEST = 0.01
"""What endless dice may leave open where a plan counts as counted face by face."""
ERRORS = 4.0
"""How many standard errors, at their largest, so many games may be off."""
SIEVED = 0.05
"""How much worse than the best the choices of the sieve may be."""
FEW = 60
"""Games of an answer that the file does not tell, before it is looked at closely."""


class Means(NamedTuple):
    """How many forks a count may take, face by face and by dice, and games of an answer."""

    faces: int
    dice: int
    games: int

    @property
    def luck(self) -> float:
        return ERRORS * 0.5 / math.sqrt(self.games)


LONG, SHORT = Means(1_500, 150_000, 1_000), Means(600, 4_000, 250)


def refuted(puzzle: Puzzle, means: Means) -> tuple[str, list[str]]:
    """By what means the best and the next best answer of a plan were counted, and where that, or a
    few games of the other answers, says otherwise than its file. `TooLong` if means are too few."""
    game = position(puzzle)
    choice = game.question
    assert isinstance(choice, Choice)
    plan = Plan(puzzle.goal, choice)
    by_dice = ByDice(plan, f"apart {puzzle.id}", means.dice)
    told = {one.answer: one.chance for one in (puzzle.best[0], puzzle.next)}
    right = {one.answer for one in puzzle.best}
    try:
        how, found = "faces", _by_faces(game, ByHand(plan, means.faces), told)
    except TooLong:
        how, found = "dice", _by_dice(game, by_dice, told, means)
    for option in choice.listed:
        text = game.write(option)
        if text not in right and text not in told:
            found += _better(game, by_dice, option, puzzle.next.chance, means)
    return how, found


def _by_faces(game: Game[Any], by_hand: ByHand, told: Mapping[str, float]) -> list[str]:
    found = []
    for text, chance in told.items():
        low, high = by_hand.after(game, game.read(text))
        if high - low > WIDEST:
            raise TooLong
        if not low - NEAR <= chance <= high + NEAR:
            found.append(f"{text}: {float(low):.4f} to {float(high):.4f}, not {chance:.4f}")
    return found


def _by_dice(
    game: Game[Any], by_dice: ByDice, told: Mapping[str, float], means: Means
) -> list[str]:
    found = []
    for text, chance in told.items():
        part = by_dice.after(game, game.read(text), means.games)
        if not chance - means.luck - SIEVED <= part <= chance + means.luck:
            found.append(f"{text}: {part:.3f} of {means.games} games, not {chance:.4f}")
    return found


def _better(
    game: Game[Any], by_dice: ByDice, option: Option, most: float, means: Means
) -> list[str]:
    """Whether an answer that the file does not tell is better than the next best."""
    if by_dice.after(game, option, FEW) < most - SIEVED:
        return []
    part = by_dice.after(game, option, means.games)
    if part <= most + means.luck:
        return []
    return [f"{game.write(option)}: {part:.3f} of {means.games} games, above {most:.4f}"]


PLANS = [
    puzzle
    for book in books()
    for puzzle in (load_puzzle(book, id) for id in shipped_puzzles(book))
    if puzzle.type == PLAN
]


@pytest.mark.longer
def test_an_independent_count_refutes_no_plan_of_a_draw() -> None:
    """Another draw each day; whatever is too long for the day is left for `make fuzz`."""
    wanted, means = by_time((50, LONG), (1, SHORT))
    draw = Random(datetime.now(UTC).toordinal()).sample(PLANS, len(PLANS))
    counted: dict[str, list[str]] = {}
    for puzzle in draw:
        if len(counted) == wanted:
            break
        try:
            how, found = refuted(puzzle, means)
        except TooLong:
            continue
        counted[f"{puzzle.rulebook} {puzzle.id} by {how}"] = found
    assert {one: found for one, found in counted.items() if found} == {}
    assert len(counted) == wanted


SMALL = ("skirm3", "plan-1e886a")


@pytest.fixture(scope="module")
def sound() -> Puzzle:
    return load_puzzle(*SMALL)


def test_a_chance_that_was_altered_is_refuted_by_its_faces(sound: Puzzle) -> None:
    assert refuted(sound, SHORT) == ("faces", [])
    best = sound.best[0]
    altered = replace(sound, best=(Rated(best.answer, best.chance + 0.001),))
    (line,) = refuted(altered, SHORT)[1]
    assert line.startswith(f"{best.answer}: ")


def test_a_better_answer_than_the_file_knows_is_refuted(sound: Puzzle) -> None:
    forgotten = replace(sound, best=(sound.next,))
    found = refuted(forgotten, SHORT)[1]
    assert any(line.startswith(f"{sound.best[0].answer}: ") for line in found)


@pytest.mark.parametrize("more", [0.15, -0.15])
def test_a_chance_that_was_altered_much_is_refuted_by_dice(sound: Puzzle, more: float) -> None:
    best = sound.best[0]
    altered = replace(sound, best=(Rated(best.answer, best.chance + more),))
    by_dice = Means(0, 50_000, 1_000)
    assert [refuted(one, by_dice)[1] != [] for one in (sound, altered)] == [False, True]
