"""What a worker makes of a text that a page brings, within its bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fastapi import Request

from battlemat.server.guard import address_of
from battlemat.server.routes.dependencies import Services, while_present
from battlemat.server.workers.fair_queue import Standing
from battlemat.server.workers.pool import NotDone, TooBusy
from battlemat.tables.problems import Problem, too_many


class Refusals(NamedTuple):
    """How a text is refused that nothing can be made of."""

    code: str
    busy: str
    long: str


async def worked_out(
    services: Services,
    request: Request,
    work: Callable[..., dict[str, Any]],
    *asked: Any,
    seconds: float,
    refusals: Refusals,
) -> Any:
    """What comes of it; a 422 says in one line what is wrong."""
    running = services.tables.pools.openers.run(
        work,
        None,
        *asked,
        timeout=seconds,
        patience=seconds,
        standing=Standing(party=address_of(request.scope)),
    )
    try:
        found = await while_present(request, running)
    except TooBusy:
        raise too_many(refusals.busy, 5) from None
    except NotDone:
        raise Problem(422, refusals.code, refusals.long) from None
    if "problem" in found:
        raise Problem(422, refusals.code, found["problem"])
    return found["made"]
