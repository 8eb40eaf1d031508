"""Campaigns that a page keeps: every ledger that comes from there is read in a worker.

Battles of a ledger are played through within the bounds of the worker, and what is refused is told
why in one line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from battlemat.campaigns import desk
from battlemat.server.workers.uploads import must_be_playable
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.unchecked import outcome


def campaign(catalogue: Catalogue, do: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the desk makes of a request: `made`, or the `problem` with it."""
    return outcome(
        lambda: _battle(catalogue, **asked) if do == "battle" else _DOES[do](**asked),
        too_large="this campaign is too large to be read here",
        senseless="this text makes no campaign",
    )


def _battle(catalogue: Catalogue, **asked: str) -> dict[str, Any]:
    found = desk.battle(**asked)
    must_be_playable(catalogue, found["rulebook"], found["setup"])
    return found


_DOES: Mapping[str, Callable[..., Any]] = {
    "brought": desk.brought,
    "begin": desk.begin,
    "look": desk.look,
    "decide": desk.decide,
    "merge": desk.merge,
}
