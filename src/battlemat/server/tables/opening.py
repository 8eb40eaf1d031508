"""Stored games opened: by rules that lead them where they led, or not at all."""

from __future__ import annotations

import logging
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.rulebook import Rulebook
from battlemat.server.catalogue import Catalogue, UnknownRulebook
from battlemat.server.problems import Problem
from battlemat.server.rows import GameRow
from battlemat.server.store import Store
from battlemat.server.tables.proof import Unproved, is_proved
from battlemat.server.tables.table import Table

_LOG = logging.getLogger("battlemat.server")


def is_game_id(id: str) -> bool:
    """Whether a game can have this id at all."""
    return len(id) <= 40 and id.isascii() and "\0" not in id


def unknown_game() -> Problem:
    """There is no game of this id."""
    return Problem(404, "unknown-game", "there is no such game")


def rulebook_of(catalogue: Catalogue, row: GameRow) -> Rulebook[Any]:
    """The rulebook of a game; 409 if it is not here, or older than the game."""
    try:
        rulebook = catalogue.find(row.rulebook)
    except UnknownRulebook as error:
        raise Problem(409, "other-version", str(error)) from None
    if rulebook.version < row.version:
        raise Problem(409, "other-version", _words(row, rulebook))
    return rulebook


def _words(row: GameRow, rulebook: Rulebook[Any]) -> str:
    return (
        f"this game was begun under version {row.version} of {row.rulebook}; "
        f"this server plays version {rulebook.version}"
    )


def open_table(catalogue: Catalogue, store: Store, row: GameRow) -> Table:
    """A game played through its ledger; 409 if the rules of today lead it elsewhere.

    One that was begun under an older version must be proved to go where it went.
    """
    rulebook = rulebook_of(catalogue, row)
    try:
        table = Table(store, rulebook, row)
        if row.version < rulebook.version and not is_proved(table.told):
            raise Unproved(table.number, len(table.line), _words(row, rulebook))
        return table
    except BattlematError as error:
        _LOG.error("game %s can not be played any more: %s", row.id, error)
        message = "this game was begun under other rules, and can not be played by this server"
        raise Problem(409, "other-version", message) from None
