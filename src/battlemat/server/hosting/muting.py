"""What the server keeps from those who do not want to hear it: words of people whom they muted.

The entry of a muted person still comes, since every entry comes once and in order; but it is empty,
as words are that were taken back.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import orjson

from battlemat.server.quick_json import dumps
from battlemat.server.store.conduct_store import ConductStore
from battlemat.tables.table import Table
from battlemat.tables.view.board import Board
from battlemat.tables.view.shown import Shown

_NOTHING_SAID = ("null", "[]")


def muted_players(conduct: ConductStore, sight: Table | Board, asker: str | None) -> list[str]:
    """The players and watchers of a game whom somebody does not want to hear. Asks the store."""
    if asker is None:
        return []
    people = set(sight.people())
    held = {holder: seats & people for holder, seats in dict(sight.held).items()}
    spoke = sight.snapshot.spoke if isinstance(sight, Board) else dict(sight.play.gallery.spoke)
    for player, holder in spoke.items():
        held.setdefault(holder, set()).add(player)
    found = conduct.muted(asker, list(held))
    return sorted({player for holder in found for player in held[holder]})


def holds_words(shown: Shown) -> bool:
    """Whether anything that somebody said is shown."""
    return shown.texts["chat"] not in _NOTHING_SAID


def without_words(shown: Shown, players: Collection[str]) -> Shown:
    """The same without what these said."""
    if not players:
        return shown
    said = [line for line in orjson.loads(shown.texts["chat"]) if line["player"] not in players]
    return replace(shown, texts={**shown.texts, "chat": dumps(said)})
