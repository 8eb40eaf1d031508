"""What a pack knows of units that live on from battle to battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from battlemat.kernel.game import Game

Lines: TypeAlias = tuple[tuple[str, str, int], ...]
"""What a force gains: for what, by which clause, how much."""


class Living(NamedTuple):
    """How much of a unit is left, and what its book says that it carries over."""

    left: Callable[[Mapping[str, Any]], int]
    """How much of a unit is left, from its facts in a battle; 0 for one that is taken out."""
    growing: tuple[str, ...] = ()
    """The rulebooks that say what a force gains by a finished battle."""
    gained: Callable[[Game[Any]], Mapping[str, Lines]] | None = None
    """What the forces of a finished battle gain by their book, by side."""
    learned: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    """An entry of a force one step more experienced, where its book knows experience."""
