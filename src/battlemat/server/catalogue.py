"""What can be played here: rulebooks, content and machine players, behind one small face.

The server knows them through a `Catalogue` alone, so tests bring a toy one. A catalogue is sent to
worker processes, so it must pickle: an object of a class at module level with plain attributes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.game import Game
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.players import registry
from battlemat.players.player import Player


class UnknownRulebook(BattlematError):
    """A rulebook that is not on the catalogue."""


class Catalogue(Protocol):
    """What a server can play."""

    def names(self) -> Sequence[str]:
        """The rulebooks' names; the first is the default."""

    def find(self, name: str) -> Rulebook[Any]:
        """The rulebook, or `UnknownRulebook`."""

    def about(self, name: str) -> str:
        """One line about a rulebook."""

    def choices(self, name: str) -> list[dict[str, Any]]:
        """What may be chosen for a game: key, label, default, and options (id, name, about)."""

    def build(self, name: str, choices: Mapping[str, str]) -> Setup:
        """The setup for these choices, or a `BattlematError` that says what is wrong.

        What was not chosen is the catalogue's to fill in.
        """

    def machines(self) -> list[dict[str, str]]:
        """The machine players: name and one line about each."""

    def machine(self, name: str, seed: str) -> Player:
        """A machine player."""

    def open_scenario(self, text: str) -> Game[Any]:
        """The game at the end of a scenario's plays, or a `BattlematError`."""


MACHINES = {
    "greedy": "Looks one action ahead and takes what is worth most on average.",
    "random": "Takes any legal option. A beginner's first victory.",
}


def machine_list() -> list[dict[str, str]]:
    """The machines of the registry, the best known first."""
    names = sorted(registry.names(), key=lambda name: (name == "random", name != "greedy"))
    return [{"name": name, "about": MACHINES.get(name, "")} for name in names]
