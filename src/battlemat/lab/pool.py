"""Who plays the games: this process, processes of this machine, or the workers of a Dask cluster.

All are `concurrent.futures.Executor`s, so whoever hands out games knows no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from multiprocessing import active_children, get_context
from signal import SIG_IGN, SIGINT, signal
from threading import current_thread, main_thread
from typing import Any, NamedTuple, ParamSpec, TypeAlias, TypeVar

from battlemat import __version__
from battlemat.kernel.errors import BattlematError

P = ParamSpec("P")
T = TypeVar("T")


class ClusterError(BattlematError):
    """A cluster that cannot be used, or that is gone."""


class Crew(NamedTuple):
    """An executor, and how many games it plays at once."""

    executor: Executor
    hands: int


Pool: TypeAlias = Callable[[], AbstractContextManager[Crew]]
"""Makes a crew that ends with its block; called again when a crew has died."""


def pool(workers: int, cluster: str | None = None) -> Pool:
    """The crew that was asked for: a cluster by its address, or so many processes."""
    if cluster is not None:
        return partial(_cluster, cluster)
    return _here if workers == 1 else partial(_processes, workers)


# ---------------------------------------------------------------------- this process


class _Here(Executor):
    """Plays at once, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def _here() -> Iterator[Crew]:
    yield Crew(_Here(), 1)


# ---------------------------------------------------------------------- this machine


@contextmanager
def _processes(workers: int) -> Iterator[Crew]:
    """Fresh processes, which is safe whatever threads the caller runs.

    They are deaf to Ctrl-C: it is for the caller. What still runs at the end is ended at once.
    """
    others = set(active_children())
    executor = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    with _deaf():
        for _ in range(workers):
            executor.submit(int)  # a process starts with the first call, and hears what we hear now
    try:
        yield Crew(executor, workers)
    finally:
        for child in set(active_children()) - others:
            child.terminate()
        executor.shutdown(cancel_futures=True)


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


# ---------------------------------------------------------------------- a cluster

PATIENCE = 5.0
"""Seconds in which a cluster must answer."""


@contextmanager
def _cluster(address: str) -> Iterator[Crew]:
    """The workers of a Dask cluster; they must have the same version of Battlemat.

    When a worker dies its games are played by others. When that happens again and again to one of
    them, the crew is broken as a pool of processes would be.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        need = "pip install 'battlemat[lab]'"
        raise ClusterError(f"a cluster needs Dask, which is not installed: {need}") from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no Dask cluster answers at {address}: {_first_line(error)}") from None
    try:
        hands = _checked_hands(client, address)
        executor = client.get_executor(pure=False)
        try:
            yield Crew(executor, hands)
        finally:
            executor.shutdown(wait=False)
    except KilledWorker as error:
        raise BrokenExecutor(_first_line(error)) from None
    except CancelledError:
        raise ClusterError(f"the cluster at {address} is gone; go on when it is back") from None
    finally:
        client.close(timeout=PATIENCE)


def _checked_hands(client: Any, address: str) -> int:
    """How many games the cluster plays at once, if it can play ours at all."""
    hands: int = sum(client.ncores().values())
    if not hands:
        raise ClusterError(f"the cluster at {address} has no workers")
    try:
        versions = set(client.run(version).values())
    except ImportError:
        raise ClusterError(f"the workers at {address} have no Battlemat") from None
    if versions != {__version__}:
        others = ", ".join(sorted(versions - {__version__}))
        raise ClusterError(f"the workers at {address} have Battlemat {others}, not {__version__}")
    return hands


def version() -> str:
    """The version of Battlemat, where this is called."""
    return __version__


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
