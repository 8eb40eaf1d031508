"""Stored games opened: by rules that lead them where they led, or not at all."""

from __future__ import annotations

import logging
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import say
from battlemat.tables.catalogue import Catalogue, UnknownRulebook
from battlemat.tables.ledger.keeper import Keeper
from battlemat.tables.ledger.proof import Unproved, is_proved
from battlemat.tables.ledger.rows import GameRow
from battlemat.tables.problems import Problem
from battlemat.tables.table import Table
from battlemat.tables.view.json_text import PLAIN, Writer

_LOG = logging.getLogger("battlemat.tables")


def is_game_id(id: str) -> bool:
    """Whether a game can have this id at all."""
    return len(id) <= 40 and id.isascii() and "\0" not in id


def unknown_game() -> Problem:
    """There is no game of this id."""
    return Problem(404, "unknown-game", say("there is no such game"))


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


def open_table(
    catalogue: Catalogue, keeper: Keeper, row: GameRow, *, writer: Writer = PLAIN
) -> Table:
    """A game played through its ledger; 409 if the rules of today lead it elsewhere.

    One that was begun under an older version must be proved to go where it went.
    """
    rulebook = rulebook_of(catalogue, row)
    try:
        table = Table(keeper, rulebook, row, writer=writer)
        play = table.play
        if row.version < rulebook.version and not is_proved(play.told):
            raise Unproved(play.number, len(play.line), _words(row, rulebook))
        return table
    except BattlematError as error:
        _LOG.error("game %s can not be played any more: %s", row.id, error)
        message = say("this game was begun under other rules, and cannot be played by this server")
        raise Problem(409, "other-version", message) from None
