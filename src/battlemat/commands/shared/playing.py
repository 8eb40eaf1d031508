"""What all commands that play many games share: workers, results in a file, progress, Ctrl-C."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, TypeVar

import click

from battlemat.commands.shared.guard import Unreadable
from battlemat.commands.shared.house import House
from battlemat.lab.pool import ClusterError, pool
from battlemat.lab.results import Kept, ResultsError
from battlemat.lab.runner import Meeting, Run, WorkersDied
from battlemat.lab.standing import Standing

F = TypeVar("F", bound=Callable[..., Any])

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it; what was played until then is added up."""


class Crew(NamedTuple):
    """Who plays, and where results are kept."""

    workers: int
    cluster: str | None
    results: Path | None


def crew_options(function: F) -> F:
    """--workers, --cluster and --results."""
    for option in (
        click.option(
            "--results",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Keep the games in this file, and go on with those that are there.",
        ),
        click.option(
            "--cluster",
            metavar="ADDRESS",
            help="Play on a Dask cluster, such as tcp://10.0.0.1:8786 (needs battlemat[lab]).",
        ),
        click.option(
            "--workers",
            "--jobs",
            "workers",
            type=click.IntRange(1),
            default=os.cpu_count() or 1,
            help="Worker processes; by default one for each core.",
        ),
    ):
        function = option(function)
    return function


def play_on(
    house: House,
    meetings: list[Meeting],
    standings: Mapping[str, Standing],
    crew: Crew,
    about: Mapping[str, object],
    *,
    listening: bool = False,
) -> bool:
    """Play until everything is known; whether it came to that, and was not stopped by Ctrl-C.

    What cannot be used, be it a cluster or a file of results, is told in one line.
    """
    try:
        kept = Kept(crew.results, about) if crew.results else None
        run = Run(
            house.find,
            meetings,
            standings,
            played=kept.read() if kept else None,
            save=kept.write if kept else None,
            listening=listening,
        )
        bar = _Bar(run)
        with closing(run.play(pool(crew.workers, crew.cluster))) as playing:
            for _ in playing:
                bar.show()
        bar.end()
    except (ResultsError, ClusterError, WorkersDied) as error:
        raise Unreadable(str(error)) from error
    except KeyboardInterrupt:
        if not any(standing.pairs for standing in standings.values()):
            raise
        games = 2 * sum(len(standing.pairs) for standing in standings.values())
        click.echo(f"\nstopped after {games} games", err=True)
        return False
    return True


class _Bar:
    """How far it is, on stderr where somebody looks at it."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._begun = monotonic()
        self._before = self._played()
        self._is_seen = sys.stderr.isatty()

    def _played(self) -> int:
        return sum(len(standing.pairs) for standing in self._run.standings.values())

    def show(self) -> None:
        if not self._is_seen:
            return
        played, left = self._played(), self._run.left
        done = played - self._before
        words = "..."
        if done:
            words = f"about {told(left * (monotonic() - self._begun) / done)} left"
        width = 24
        full = width * played // max(1, played + left)
        bar = "█" * full + "░" * (width - full)
        click.echo(f"\r\033[K{bar} {2 * played} games, {words}", nl=False, err=True)

    def end(self) -> None:
        if self._is_seen:
            click.echo("\r\033[K", nl=False, err=True)


def told(seconds: float) -> str:
    """A time in words that one can wait by."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
