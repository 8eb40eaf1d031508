"""What tests send into worker processes; it must stand in a module that those can import."""

from __future__ import annotations

import os
from typing import Any

from battlemat.kernel.game import Game
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.work.jobs import Place

HERE = Place("g", "toy", {"tokens": 1}, ())


def whose(_catalogue: Catalogue, _game: Game[Any]) -> int:
    """The process in which the work is done."""
    return os.getpid()


def has_dice(_catalogue: Catalogue, game: Game[Any]) -> bool:
    return game.dice is not None


def stands(_catalogue: Catalogue, game: Game[Any]) -> str:
    return game.digest


def overrun(_catalogue: Catalogue, _game: Game[Any]) -> None:
    """Drive a flow past its end."""
    next(iter(()))
