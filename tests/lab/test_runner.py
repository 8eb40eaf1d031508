"""Meetings are played by whatever crew there is, with the same results."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from battlemat.lab.duel import Duel, Find, Pair
from battlemat.lab.pool import ClusterError, Crew, pool
from battlemat.lab.results import Kept, Played
from battlemat.lab.runner import Meeting, Run, WorkersDied
from battlemat.lab.standing import Aim, Counted, Ended, Estimate, Until, points_share
from example.standoff import find
from lab.crews import find_and_die_once

DUEL = Duel("toy", {"tokens": 1}, ("sergeant", "random"), "7")
EVEN = Duel("toy", {"tokens": 1}, ("random", "random"), "7")
MEETINGS = [Meeting("uneven", DUEL), Meeting("even", EVEN)]
AIM = Aim(most=30)


def played(finding: Find, crew: int, cluster: str | None = None) -> dict[str, list[Pair]]:
    standings = {meeting.name: Estimate(points_share, AIM) for meeting in MEETINGS}
    run = Run(finding, MEETINGS, standings)
    list(run.play(pool(crew, cluster)))
    assert run.done
    return {name: standing.pairs for name, standing in standings.items()}


@pytest.fixture(scope="module")
def alone() -> dict[str, list[Pair]]:
    """What one process comes to."""
    return played(find, 1)


def test_a_clear_case_is_known_early_and_an_even_one_takes_what_it_may(
    alone: dict[str, list[Pair]],
) -> None:
    assert 5 <= len(alone["uneven"]) < 20
    assert len(alone["even"]) == AIM.most
    assert [pair.number for pair in alone["even"]] == list(range(AIM.most))


def test_processes_come_to_the_same_also_when_one_is_killed(
    tmp_path: Path, alone: dict[str, list[Pair]]
) -> None:
    dying = partial(find_and_die_once, str(tmp_path / "died"), os.getpid())
    assert played(dying, 2) == alone
    assert (tmp_path / "died").exists()


def test_workers_that_always_die_are_told_of_and_not_replaced_for_ever() -> None:
    crews = []

    @contextmanager
    def dying() -> Iterator[Crew]:
        crews.append("another")
        yield Crew(DeadOnArrival(), 2)

    run = Run(find, MEETINGS, {meeting.name: Counted(2) for meeting in MEETINGS})
    with pytest.raises(WorkersDied, match="again and again"):
        list(run.play(dying))
    assert len(crews) == 3


class DeadOnArrival(Executor):
    """Takes any task and dies of it."""

    def submit(self, _fn: Any, /, *_args: Any, **_kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor("a worker was killed"))
        return future


class Timed(Executor):
    """Plays at once, and says that each pair took so many seconds."""

    def __init__(self, each: float) -> None:
        self.each = each
        self.sizes: list[int] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        done = fn(*args, **kwargs)
        self.sizes.append(len(done.pairs))
        future.set_result(done._replace(seconds=self.each * len(done.pairs)))
        return future


@pytest.mark.parametrize(("each", "sizes"), [(3.0, [1] * 24), (0.7, [1, 2, 2]), (0.01, [1, 2, 4])])
def test_short_pairs_are_handed_out_together_and_long_ones_alone(
    each: float, sizes: list[int]
) -> None:
    executor = Timed(each)
    run = Run(find, MEETINGS[:1], {MEETINGS[0].name: Counted(24)})
    list(run.play(lambda: nullcontext(Crew(executor, 1))))
    assert executor.sizes[: len(sizes)] == sizes
    assert sum(executor.sizes) == 24


# ---------------------------------------------------------------------- results that are kept


def test_a_run_goes_on_where_another_was_stopped(
    tmp_path: Path, alone: dict[str, list[Pair]]
) -> None:
    kept = Kept(tmp_path / "results", {"question": "test"})

    def run() -> tuple[Run, dict[str, Estimate]]:
        standings = {meeting.name: Estimate(points_share, AIM) for meeting in MEETINGS}
        before = kept.read()
        return Run(find, MEETINGS, standings, played=before, save=kept.write), standings

    first, _ = run()
    tasks = first.play(pool(1))
    assert len(list(islice(tasks, 5))) == 5
    tasks.close()
    with kept.path.open("a", encoding="utf-8") as file:
        file.write('{"meeting": "even", "num')  # killed in the middle of a line
    before = kept.read()
    assert 5 <= sum(map(len, before.values())) < 40
    second, standings = run()
    list(second.play(pool(1)))
    assert {name: one.pairs for name, one in standings.items()} == alone
    everything = kept.read()
    for name, pairs in before.items():
        assert pairs.items() <= everything[name].items()
    third, standings = run()
    assert third.done
    assert {name: one.pairs for name, one in standings.items()} == alone


def test_what_was_played_is_counted_in_the_order_of_numbers(
    alone: dict[str, list[Pair]],
) -> None:
    backwards: Played = {"even": {pair.number: pair for pair in reversed(alone["even"])}}
    del backwards["even"][3]
    standing = Counted(AIM.most)
    run = Run(find, MEETINGS[1:], {"even": standing}, played=backwards)
    assert [pair.number for pair in standing.pairs] == [0, 1, 2]
    list(run.play(pool(1)))
    assert standing.pairs == alone["even"]


# ---------------------------------------------------------------------- when it is enough


def test_playing_ends_at_the_width_or_at_the_side_as_asked(alone: dict[str, list[Pair]]) -> None:
    def ended(until: Until, width: float) -> tuple[Ended, int]:
        estimate = Estimate(points_share, Aim(width=width, until=until, most=30))
        for pair in alone["uneven"] * 6:
            if not estimate.done:
                estimate.add(pair)
        return estimate.ended, len(estimate.pairs)

    assert ended(Until.SIDE, 0.9)[0] is Ended.DECIDED
    assert ended(Until.WIDTH, 0.8)[0] is Ended.NARROW
    assert ended(Until.WIDTH, 0.8)[1] < ended(Until.WIDTH, 0.6)[1]
    assert ended(Until.WIDTH, 0.01)[0] is Ended.MOST


# ---------------------------------------------------------------------- a Dask cluster


# Sockets that Dask drops for the garbage collector to close are none of ours.
of_dask = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A real cluster on this machine: a scheduler and two worker processes."""
    import dask
    from distributed import LocalCluster

    patient = {f"distributed.comm.timeouts.{name}": "120s" for name in ("connect", "tcp")}
    with dask.config.set(patient):
        for tries in range(3):
            try:
                found = LocalCluster(
                    n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
                )
                break
            except (OSError, RuntimeError):  # a machine that is busy with others
                if tries == 2:
                    raise
        with found:
            yield str(found.scheduler_address)
        gc.collect()


@of_dask
def test_a_cluster_comes_to_the_same_also_when_a_worker_is_killed(
    cluster: str, tmp_path: Path, alone: dict[str, list[Pair]]
) -> None:
    dying = partial(find_and_die_once, str(tmp_path / "died"), os.getpid())
    assert played(dying, 1, cluster) == alone
    assert (tmp_path / "died").exists()


@of_dask
def test_an_address_without_a_cluster_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battlemat.lab.pool.PATIENCE", 0.2)
    for address in ("tcp://127.0.0.1:1", "bogus://here"):
        with pytest.raises(ClusterError, match=f"no Dask cluster answers at {address}"):
            played(find, 1, address)
    gc.collect()
