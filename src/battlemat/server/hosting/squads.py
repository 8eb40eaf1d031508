"""Squads that people bring to a game: each is read and played with once in a worker, within its
bounds, before anybody else has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from battlemat.server.beside import for_request
from battlemat.server.hosting.live import LiveTables
from battlemat.server.workers import uploads
from battlemat.server.workers.fair_queue import Standing
from battlemat.server.workers.pool import NotDone, TooBusy
from battlemat.tables.catalogue import Brought
from battlemat.tables.making import Wanted, checked_choices, find_rulebook
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
        raise too_many("too many files are being opened; try again", 5) from None
    except NotDone:
        message = "this squad takes longer to read than a server has time for"
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
    rulebook, terms, squads = await for_request(_sorted, tables, wanted, texts)
    read = await read_squads(tables, rulebook, terms, squads, address)
    if "faults" in read:
        raise Problem(422, "bad-squad", "\n".join(read["faults"]))
    return replace(wanted, setup=read["setup"])


def _sorted(
    tables: LiveTables, wanted: Wanted, texts: Mapping[str, str]
) -> tuple[str, dict[str, str], dict[str, Brought]]:
    """The rulebook, what is agreed beside the squads, and the squads."""
    rulebook = find_rulebook(tables.catalogue, wanted.rulebook)
    if any(seat.kind == "friend" for seat in (wanted.seats or {}).values()):
        message = "against another person squads are brought to a muster, unseen by each other"
        raise Problem(422, "bad-setup", message)
    offered = [choice["key"] for choice in tables.catalogue.choices(rulebook.name)]
    for player in texts:
        if player not in rulebook.players or player not in offered:
            raise Problem(422, "bad-setup", f"nobody brings a squad for '{player[:40]}'")
    chosen = checked_choices(tables.catalogue, rulebook.name, wanted.choices or {})
    terms = {key: one for key, one in chosen.items() if key not in rulebook.players}
    shipped = {one: Brought(shipped=chosen[one]) for one in rulebook.players if one in chosen}
    return rulebook.name, terms, shipped | {one: Brought(text=text) for one, text in texts.items()}
