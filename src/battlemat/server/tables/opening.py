"""Stored games opened: by the rules they were begun under, or not at all."""

from __future__ import annotations

import logging
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.rulebook import Rulebook
from battlemat.server.catalogue import Catalogue, UnknownRulebook
from battlemat.server.problems import Problem
from battlemat.server.store import GameRow, Store
from battlemat.server.tables.table import Table

_LOG = logging.getLogger("battlemat.server")


def is_game_id(id: str) -> bool:
    """Whether a game can have this id at all."""
    return len(id) <= 40 and id.isascii() and "\0" not in id


def unknown_game() -> Problem:
    """There is no game of this id."""
    return Problem(404, "unknown-game", "there is no such game")


def rulebook_of(catalogue: Catalogue, row: GameRow) -> Rulebook[Any]:
    """The rulebook of a game; 409 if it is not here, or of another version."""
    try:
        rulebook = catalogue.find(row.rulebook)
    except UnknownRulebook as error:
        raise Problem(409, "other-version", str(error)) from None
    if rulebook.version != row.version:
        message = (
            f"this game was begun under version {row.version} of {row.rulebook}; "
            f"this server plays version {rulebook.version}"
        )
        raise Problem(409, "other-version", message)
    return rulebook


def open_table(catalogue: Catalogue, store: Store, row: GameRow) -> Table:
    """A game played through its ledger; 409 if the rules of today lead it elsewhere."""
    rulebook = rulebook_of(catalogue, row)
    try:
        return Table(store, rulebook, row)
    except BattlematError as error:
        _LOG.error("game %s can not be played any more: %s", row.id, error)
        message = "this game was begun under other rules, and can not be played by this server"
        raise Problem(409, "other-version", message) from None
