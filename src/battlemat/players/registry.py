"""Machine players by name; a name and a seed make the same player everywhere."""

from __future__ import annotations

from collections.abc import Callable

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.near import did_you_mean
from battlemat.players.greedy import GreedyPlayer
from battlemat.players.player import Player
from battlemat.players.random_player import RandomPlayer

_MAKERS: dict[str, Callable[[str], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


class UnknownPlayer(BattlematError):
    """A name that no player has."""


def names() -> tuple[str, ...]:
    """The names that `make` knows."""
    return tuple(_MAKERS)


def make(name: str, seed: str) -> Player:
    """The player of that name, or `UnknownPlayer` with the nearest name."""
    maker = _MAKERS.get(name)
    if maker is None:
        raise UnknownPlayer(f"there is no player '{name}'{did_you_mean(name, _MAKERS)}")
    return maker(seed)
