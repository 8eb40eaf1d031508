"""Squads that people bring to a game: each is read and played with once in a worker, within its
bounds, before anybody else has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from battlemat.kernel.words import say
from battlemat.server.beside import for_request
from battlemat.server.hosting.live import LiveTables
from battlemat.server.workers import uploads
from battlemat.server.workers.fair_queue import Standing
from battlemat.server.workers.pool import NotDone, TooBusy
from battlemat.tables.catalogue import Brought
from battlemat.tables.making import Wanted, brought_squads
from battlemat.tables.problems import Problem, too_many

_READING = 10.0


async def read_squads(
    tables: LiveTables,
    rulebook: str,
    terms: Mapping[str, str],
    squads: Mapping[str, Brought],
    address: str,
) -> dict[str, Any]:
    """What a worker makes of squads: the setup and what they are called, or the faults."""
    try:
        found: dict[str, Any] = await tables.pools.openers.run(
            uploads.read_squads,
            None,
            rulebook,
            dict(terms),
            dict(squads),
            timeout=_READING,
            patience=_READING,
            standing=Standing(party=address),
        )
    except TooBusy:
        raise too_many(say("too many files are being opened; try again"), 5) from None
    except NotDone:
        message = say("this squad takes longer to read than a server has time for")
        raise Problem(422, "bad-squad", message) from None
    return found


async def with_squads(
    tables: LiveTables, wanted: Wanted, texts: Mapping[str, str], address: str
) -> Wanted:
    """A game with the squads that whoever wants it brings along, as texts; a 422 tells everything
    that is wrong with them, a line each. Against other people there are musters.
    """
    if not texts:
        return wanted
    rulebook, terms, squads = await for_request(brought_squads, tables.catalogue, wanted, texts)
    read = await read_squads(tables, rulebook, terms, squads, address)
    if "faults" in read:
        raise Problem(422, "bad-squad", "\n".join(read["faults"]))
    return replace(wanted, setup=read["setup"])
