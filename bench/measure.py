"""Rows of a bench, and how to take a time that other work on the machine spoils least."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One line: what was measured, what came out, what it is held against, and the goal."""

    what: str
    value: str
    beside: str = ""
    ratio: str = ""
    goal: str = ""


def best(job: Callable[[], int], rounds: int = 5) -> float:
    """Things done per second of processor time, in the best of some rounds."""
    found = 0.0
    for _ in range(rounds):
        start = time.process_time()
        done = job()
        found = max(found, done / max(1e-9, time.process_time() - start))
    return found


def side_by_side(
    ours: Callable[[], int], theirs: Callable[[], int], rounds: int = 6
) -> tuple[float, float]:
    """Both rates, measured in turns so that the machine is equally busy for each."""
    mine = other = 0.0
    for _ in range(rounds):
        mine = max(mine, best(ours, 1))
        other = max(other, best(theirs, 1))
    return mine, other


def in_turns(
    ours: Callable[[int], int], theirs: Callable[[], int], rounds: int
) -> tuple[float, float]:
    """Both rates over all rounds: where one round is too dear to take the best of many.

    Ours is told which round it is.
    """
    mine = other = 0
    my_time = their_time = 0.0
    for number in range(rounds):
        start = time.process_time()
        mine += ours(number)
        between = time.process_time()
        other += theirs()
        my_time += between - start
        their_time += time.process_time() - between
    return mine / my_time, other / their_time


def seconds(job: Callable[[], object], rounds: int = 5) -> float:
    """Processor time of one run, the least of some rounds."""
    least = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        job()
        least = min(least, time.process_time() - start)
    return least


def table(rows: list[Row]) -> str:
    """The rows as text in columns."""
    heads = Row("measure", "value", "beside", "ratio", "goal")
    lines = [(r.what, r.value, r.beside, r.ratio, r.goal) for r in (heads, *rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(5)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
