"""A duel of the laboratory for a page: what is played, and its pairs, each a piece of work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.lab.duel import Duel, Outcome, Pair, play_pair
from battlemat.lab.squads import squad_id
from battlemat.lab.standing import Estimate
from battlemat.players.levels import LEVELS


class Shelf(Protocol):
    """What a duel is made of: rulebooks, and setups for what was chosen."""

    def find(self, name: str) -> Rulebook[Any]:
        """The rulebook of a name."""

    def build(self, name: str, choices: Mapping[str, str]) -> Setup:
        """The setup for some choices."""


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
    shelf: Shelf, rulebook: str, choices: Mapping[str, str], level: str, seed: str
) -> LabDuel:
    """The duel for these choices; a `BattlematError` says what is wrong with them.

    The squads change sides in the second game of a pair. Where they cannot, every game has its own
    dice.
    """
    red, blue = shelf.find(rulebook).players
    setup = _begun(shelf, rulebook, choices)
    one, other = (choices.get(side) or squad_id(setup, side) or "" for side in (red, blue))
    mirrored: Setup | None = None
    fixed = False
    if one and other:
        try:
            mirrored = _begun(shelf, rulebook, {**choices, red: other, blue: one})
        except BattlematError:
            fixed = True
    return LabDuel(one, other, Duel(rulebook, setup, (level, level), seed, mirrored, fixed))


def _begun(shelf: Shelf, rulebook: str, choices: Mapping[str, str]) -> Setup:
    """The setup for some choices, which a battle can begin with."""
    setup = dict(shelf.build(rulebook, choices))
    shelf.find(rulebook).start(setup)
    return setup


def play_lab_pair(shelf: Shelf, duel: Duel, number: int) -> Pair:
    """Pair `number` of a duel; runs in a worker."""
    return play_pair(shelf.find, duel, number)


def play_plain_pair(shelf: Shelf, duel: Mapping[str, Any], number: int) -> dict[str, Any]:
    """The same for an engine that is told everything as plain values."""
    played = {**duel, "players": tuple(duel["players"]), "others": tuple(duel["others"])}
    return asdict(play_lab_pair(shelf, Duel(**played), number))


def plain_pair(plain: Mapping[str, Any]) -> Pair:
    """A pair that was played, from its plain values."""
    one, two = (
        Outcome(**{**game, "sides": tuple(game["sides"]), "scores": tuple(game["scores"])})
        for game in plain["games"]
    )
    return Pair(plain["number"], (one, two))


def told_so_far(standing: Estimate) -> dict[str, Any]:
    """What is known after some pairs, as a page is told it."""
    games = [game for pair in standing.pairs for game in pair.games]
    won, lost = (sum(game.winner == entrant for game in games) for entrant in (0, 1))
    return {
        "games": len(games),
        "won": won,
        "lost": lost,
        "drawn": len(games) - won - lost,
        "share": asdict(standing.range),
    }
