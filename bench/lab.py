"""The laboratory: what a second core brings, and what a Dask cluster costs beside processes.

Others may use the machine meanwhile, so this is processor time, as it would pass on two quiet
cores: the time of the busiest process, or half of what all took together, whichever is more. That
holds what handing out costs, uneven shares, and caches that each process must fill for itself; it
does not hold waiting for each other.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, nullcontext

import psutil

from battlemat.lab.duel import Duel
from battlemat.lab.pool import Crew, pool
from battlemat.lab.runner import Meeting, Run
from battlemat.lab.standing import Counted
from battlemat.packs.registry import find
from battlemat.packs.setups import build_setup
from bench.measure import Row

PAIRS = int(os.environ.get("BENCH_PAIRS", "16"))
TURNS = int(os.environ.get("BENCH_TURNS", "2"))
LEVEL = os.environ.get("BENCH_LEVEL", "sergeant")  # who plays in the laboratory by default
QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
}
"""For a cluster whose insides nobody watches."""


def rows() -> list[Row]:
    """Speed-up of two processes, and overhead of a local cluster of two workers."""
    from dask import config
    from distributed import LocalCluster

    setup = build_setup("skirm3")
    with ExitStack() as stack:
        stack.enter_context(config.set(QUIET))
        cluster = stack.enter_context(
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        )
        crews = {
            "one process": stack.enter_context(pool(1)()),
            "two processes": stack.enter_context(pool(2)()),
            "two Dask workers": stack.enter_context(pool(1, cluster.scheduler_address)()),
        }
        best = dict.fromkeys(crews, float("inf"))
        for turn in range(TURNS + 1):
            # other games in every turn: a process is quicker at games that it has played before
            duel = Duel("skirm3", setup, (LEVEL, LEVEL), f"bench {turn}")
            for name, crew in crews.items():
                seconds = _seconds(crew, duel)
                if turn:  # the first warms up
                    best[name] = min(best[name], seconds)
    alone, two, dask = best.values()
    games = 2 * PAIRS
    return [
        Row(f"{games} games by {LEVEL}s, one process", f"{games / alone:.1f}/s"),
        Row(
            f"{games} games by {LEVEL}s, two processes",
            f"{games / two:.1f}/s",
            "one process",
            f"{alone / two:.2f} ×",
            "1.8 ×",
        ),
        Row(
            f"{games} games by {LEVEL}s, two Dask workers",
            f"{games / dask:.1f}/s",
            "two processes",
            f"{100 * (dask / two - 1):+.0f} % time",
            "under +15 %",
        ),
    ]


def _seconds(crew: Crew, duel: Duel) -> float:
    """How long some games would take on two quiet cores."""
    run = Run(find, [Meeting("bench", duel)], {"bench": Counted(PAIRS)})
    before = _times()
    for _ in run.play(lambda: nullcontext(crew)):
        pass
    took = [now - before.get(pid, 0.0) for pid, now in _times().items()]
    return max(*took, sum(took) / min(2, crew.hands))


def _times() -> dict[int, float]:
    """The processor time of this process and of all that it began."""
    me = psutil.Process()
    found = {}
    for process in (me, *me.children(recursive=True)):
        spent = process.cpu_times()
        found[process.pid] = spent.user + spent.system
    return found
