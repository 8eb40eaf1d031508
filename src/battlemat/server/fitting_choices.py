"""Choices narrowed beside the loop: each answer is worked out once, by a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from battlemat.tables.catalogue import Catalogue
from battlemat.tables.fitting_choices import FittingChoices

Work: TypeAlias = Callable[..., Awaitable[Any]]
"""Does a function of a catalogue and more in another process: see `WorkerPool.run`."""


class PreparedChoices(FittingChoices):
    """Narrows the choices of a catalogue; an answer may be worked out before it is asked."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue)
        self._under_way: dict[tuple[str, str, str], asyncio.Future[Any]] = {}

    async def prepare(self, rulebook: str, key: str, option: str, work: Work) -> None:
        """Have an answer worked out by `work`, in a process of its own, once for all who ask.

        Where nobody has time for it, `TooBusy` or `NotDone` is raised; nothing is worked out here.
        """
        wanted = (rulebook, key, option)
        if wanted in self.known:
            return
        under_way = self._under_way.get(wanted)
        if under_way is None:
            under_way = asyncio.ensure_future(work(fit, None, rulebook, key, option))
            self._under_way[wanted] = under_way
            under_way.add_done_callback(lambda done: self._found(wanted, done))
        await asyncio.shield(under_way)

    def _found(self, wanted: tuple[str, str, str], done: asyncio.Future[Any]) -> None:
        del self._under_way[wanted]
        if not done.cancelled() and done.exception() is None:
            self.known[wanted] = done.result()


def fit(catalogue: Catalogue, rulebook: str, key: str, option: str) -> list[dict[str, Any]]:
    """The work itself, in whatever process; a catalogue keeps what it has read."""
    return FittingChoices(catalogue).beside(rulebook, key, option)
