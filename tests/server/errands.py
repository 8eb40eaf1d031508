"""What tests send into worker processes; it must stand in a module that those can import."""

from __future__ import annotations

import os
from typing import Any

from battlemat.kernel.game import Game
from battlemat.server.shelf import Shelf
from battlemat.server.work import Place

HERE = Place("g", "toy", {"tokens": 1}, ())


def whose(_shelf: Shelf, _game: Game[Any]) -> int:
    """The process in which the work is done."""
    return os.getpid()


def has_dice(_shelf: Shelf, game: Game[Any]) -> bool:
    return game.dice is not None


def stands(_shelf: Shelf, game: Game[Any]) -> str:
    return game.digest
