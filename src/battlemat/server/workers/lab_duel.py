"""A duel of the laboratory for a page: what is played, and its pairs, each a piece of work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.rulebook import Setup
from battlemat.lab.duel import Duel, Pair, play_pair
from battlemat.lab.squads import squad_id
from battlemat.players.levels import LEVELS
from battlemat.tables.catalogue import Catalogue


def lab_levels() -> list[str]:
    """The levels that play in the laboratory of a server: all that do not search."""
    return [level.name for level in LEVELS if not level.searches]


@dataclass(frozen=True, slots=True)
class LabDuel:
    """Two squads by their ids, as far as they have any, and the duel that they play."""

    one: str
    other: str
    duel: Duel


def lab_duel(
    catalogue: Catalogue, rulebook: str, choices: Mapping[str, str], level: str, seed: str
) -> LabDuel:
    """The duel for these choices; a `BattlematError` says what is wrong with them.

    The squads change sides in the second game of a pair. Where they cannot, every game has its own
    dice.
    """
    red, blue = catalogue.find(rulebook).players
    setup = _begun(catalogue, rulebook, choices)
    one, other = (choices.get(side) or squad_id(setup, side) or "" for side in (red, blue))
    mirrored: Setup | None = None
    fixed = False
    if one and other:
        try:
            mirrored = _begun(catalogue, rulebook, {**choices, red: other, blue: one})
        except BattlematError:
            fixed = True
    return LabDuel(one, other, Duel(rulebook, setup, (level, level), seed, mirrored, fixed))


def _begun(catalogue: Catalogue, rulebook: str, choices: Mapping[str, str]) -> Setup:
    """The setup for some choices, which a battle can begin with."""
    setup = dict(catalogue.build(rulebook, choices))
    catalogue.find(rulebook).start(setup)
    return setup


def play_lab_pair(catalogue: Catalogue, duel: Duel, number: int) -> Pair:
    """Pair `number` of a duel; runs in a worker."""
    return play_pair(catalogue.find, duel, number)
