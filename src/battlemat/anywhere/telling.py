"""What this edition tells of itself before anything is played."""

from __future__ import annotations

from typing import Any

from battlemat.players.levels import LEVELS
from battlemat.tables.catalogue import Catalogue, told_of

LAB_GAMES = 200
"""So many games a run in the laboratory has at most."""


def told_catalogue(catalogue: Catalogue) -> dict[str, Any]:
    """Rulebooks with what may be chosen, machine players, and what the laboratory plays."""
    levels = [level.name for level in LEVELS if not level.searches]
    return {**told_of(catalogue), "lab": {"games": LAB_GAMES, "levels": levels}}
