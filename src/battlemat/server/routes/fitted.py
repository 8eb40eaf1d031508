"""What fits a choice, worked out in a process of its own: it takes a second or two, and whoever
asks for it keeps nobody waiting but those who ask for the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from battlemat.kernel.words import say
from battlemat.server.hosting.live import LiveTables
from battlemat.server.workers.fair_queue import Standing
from battlemat.server.workers.pool import NotDone, TooBusy
from battlemat.tables.problems import Problem, too_many

_FITTING = 30.0


async def fitted(
    tables: LiveTables, rulebook: str, key: str, option: str, party: str
) -> list[dict[str, Any]]:
    """The choices of a rulebook once one is decided; 404, or 429 where too many are asked for."""
    fitting = tables.fitting
    fitting.offered(rulebook, key, option)
    work = partial(
        tables.pools.fitters.run,
        timeout=_FITTING,
        patience=_FITTING,
        standing=Standing(party=party),
    )
    try:
        await fitting.prepare(rulebook, key, option, work)
    except TooBusy:
        raise too_many(say("too many people are asking what fits together; try again"), 5) from None
    except NotDone as error:
        raise Problem(
            503, "busy", say("what fits cannot be worked out now: {why}", why=error)
        ) from None
    return fitting.beside(rulebook, key, option)


async def fit_lead(
    tables: LiveTables, rulebook: str, chosen: Mapping[str, str], party: str
) -> None:
    """Have worked out what fits the choice that decides the others, before it is told in words."""
    offered = tables.catalogue.choices(rulebook)
    if not offered:
        return
    lead = offered[0]
    decided = chosen.get(lead["key"], lead["default"])
    if decided in [option["id"] for option in lead["options"]]:
        await fitted(tables, rulebook, lead["key"], decided, party)
