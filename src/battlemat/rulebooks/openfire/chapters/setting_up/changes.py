"""Chapter "Set Up Stage": what may be done to the terrain before the game, as answers."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from battlemat.rulebooks.openfire.chapters.setting_up.pieces import ADDED, REMOVED, SHIFTED, TURNED
from battlemat.rulebooks.openfire.state.battle import Edit


class Accept(NamedTuple):
    """Accept the board as it is."""

    verb: str = "accept"


class Shift(NamedTuple):
    """A piece, and how far it is moved east and north."""

    piece: int
    east: int
    north: int
    verb: str = SHIFTED


class Turn(NamedTuple):
    """A piece, and by how many degrees it is turned to the left."""

    piece: int
    degrees: int
    verb: str = TURNED


class Remove(NamedTuple):
    """A piece that is taken away."""

    piece: int
    verb: str = REMOVED


class Add(NamedTuple):
    """A piece from the box, and where its middle shall be."""

    kind: int
    x: int
    y: int
    verb: str = ADDED


Change: TypeAlias = Shift | Turn | Remove | Add


def edit_of(option: Change) -> Edit:
    """What an answer does to the table."""
    if isinstance(option, Shift):
        return Edit(SHIFTED, option.piece, option.east, option.north)
    if isinstance(option, Turn):
        return Edit(TURNED, option.piece, option.degrees)
    if isinstance(option, Remove):
        return Edit(REMOVED, option.piece)
    return Edit(ADDED, option.kind, option.x, option.y)
