"""Campaigns that a page keeps: every ledger that comes from there is read in a worker.

Battles of a ledger are played through within the bounds of the worker, and what is refused is told
why in one line.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from battlemat.campaigns import desk
from battlemat.kernel.errors import BattlematError
from battlemat.server.workers.uploads import must_be_playable
from battlemat.tables.catalogue import Catalogue

_LOG = logging.getLogger("battlemat.server")
_LONGEST = 1000


def campaign(catalogue: Catalogue, do: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the desk makes of a request: `made`, or the `problem` with it."""
    try:
        made = _battle(catalogue, **asked) if do == "battle" else _DOES[do](**asked)
    except BattlematError as error:
        return {"problem": " / ".join(str(error).splitlines())[:_LONGEST]}
    except (MemoryError, RecursionError):
        return {"problem": "this campaign is too large to be read here"}
    except Exception:  # a text that nobody checked: whatever trips over it, the text is at fault
        _LOG.warning("a campaign could not be read", exc_info=True)
        return {"problem": "this text makes no campaign"}
    return {"made": made}


def _battle(catalogue: Catalogue, **asked: str) -> dict[str, Any]:
    found = desk.battle(**asked)
    must_be_playable(catalogue, found["rulebook"], found["setup"])
    return found


_DOES: Mapping[str, Callable[..., Any]] = {
    "begin": desk.begin,
    "look": desk.look,
    "decide": desk.decide,
    "merge": desk.merge,
}
