"""Machine players by name; a name and a seed make the same player everywhere.

People choose among the levels. Two yardsticks stand beside them for measuring: `random`, and
`yardstick`, which looks one action ahead and never changes.
"""

from __future__ import annotations

from collections.abc import Callable

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.near import did_you_mean
from battlemat.players.greedy import Budget, GreedyPlayer
from battlemat.players.levels import BY_NAME, LEVELS
from battlemat.players.player import Player
from battlemat.players.random_player import RandomPlayer

YARDSTICKS: dict[str, Callable[[str], Player]] = {
    "yardstick": lambda seed: GreedyPlayer(seed, Budget(plain=True)),
    "random": RandomPlayer,
}
"""What levels are measured against."""

_OLD_NAMES = {"greedy": "captain"}
"""What levels were called in games that were begun before they had their names."""


class UnknownPlayer(BattlematError):
    """A name that no player has."""


def names() -> tuple[str, ...]:
    """The levels that people choose from, the weakest first."""
    return tuple(level.name for level in LEVELS)


def known_as(name: str) -> str:
    """What a player is called now; old games and saves may use an old name."""
    return _OLD_NAMES.get(name, name)


def checked(name: str) -> str:
    """The name of a player as it is called now, or `UnknownPlayer` with the nearest name."""
    now = known_as(name)
    if now not in BY_NAME and now not in YARDSTICKS:
        hint = did_you_mean(name, [*names(), *YARDSTICKS])
        raise UnknownPlayer(f"there is no player '{name}'{hint}")
    return now


def make(name: str, seed: str) -> Player:
    """The player of that name, or `UnknownPlayer` with the nearest name."""
    now = checked(name)
    level = BY_NAME.get(now)
    return level.make(seed) if level else YARDSTICKS[now](seed)
