"""Machine players by name; a name and a seed make the same player everywhere.

People choose among the levels. Two yardsticks stand beside them for measuring: `random`, and
`yardstick`, which looks one action ahead and never changes. Installed packages bring more, by the
entry points `GROUP`. Whoever may run code here anyway, at the command line and in the lab, also
names a player by where it is written, as `module:Class` (`checked_here`, `make_here`); names that
come over a network are never read so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from battlemat.installed import brought
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.game import Game
from battlemat.kernel.memo import Memo
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.questions import Answer
from battlemat.kernel.words import say
from battlemat.players.greedy import Budget, GreedyPlayer
from battlemat.players.levels import BY_NAME, LEVELS, Level
from battlemat.players.player import Player
from battlemat.players.random_player import RandomPlayer

YARDSTICKS: dict[str, Callable[[str], Player]] = {
    "yardstick": lambda seed: GreedyPlayer(seed, Budget(plain=True)),
    "random": RandomPlayer,
}
"""What levels are measured against."""

GROUP = "battlemat.players"
"""The entry points by which a package brings a player: a class or function that makes one from a
seed, or a `Level`, which also says how strong it is."""

_OLD_NAMES = {"greedy": "captain"}
"""What levels were called in games that were begun before they had their names."""


class UnknownPlayer(BattlematError):
    """A name that no player has."""


class PlayerFailed(BattlematError):
    """A player whom others wrote fell over; what it said and where it stood is told."""


def names() -> tuple[str, ...]:
    """The levels that people choose from, the weakest first."""
    return tuple(level.name for level in LEVELS)


def known_as(name: str) -> str:
    """What a player is called now; old games and saves may use an old name."""
    return _OLD_NAMES.get(name, name)


@Memo("what is installed when the program starts", bound=1)
def installed() -> Mapping[str, Level]:
    """The players of installed packages; one that is not sound is told in a line and left out."""
    return brought(GROUP, _taken)


def opponents() -> tuple[Level, ...]:
    """All that people can choose from: the levels, then what is installed."""
    return (*LEVELS, *installed().values())


def _taken(name: str, found: Any) -> Mapping[str, Level]:
    level = found if isinstance(found, Level) else _level(name, found)
    if level.name in BY_NAME or level.name in YARDSTICKS or level.name in _OLD_NAMES:
        raise ValueError(f"there is a player '{level.name}' already")
    return {level.name: level}


def _level(name: str, made: Any) -> Level:
    if not callable(made):
        raise TypeError(f"a class of players is wanted, not a {type(made).__name__}")
    about = next(iter((made.__doc__ or "").strip().splitlines()), "")
    return Level(name, "installed", about, lambda seed: _Theirs(name, made, seed))


class _Theirs:
    """A player whom others wrote: what goes wrong in it is told as theirs, not as a bug of ours."""

    def __init__(self, name: str, made: Callable[[str], Player], seed: str) -> None:
        self._name = name
        try:
            self._player = made(seed)
        except Exception as error:
            raise self._failed(error) from error

    def answer(self, game: Game[Any]) -> Answer:
        try:
            return self._player.answer(game)
        except BattlematError:
            raise
        except Exception as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> PlayerFailed:
        at = error.__traceback__
        while at is not None and at.tb_next is not None:
            at = at.tb_next
        where = f"{at.tb_frame.f_code.co_filename}, line {at.tb_lineno}" if at else "unknown"
        what = f"{type(error).__name__}: {error}"
        return PlayerFailed(
            say(
                "the player ''{name}'' failed: {what} ({where})",
                name=self._name,
                what=what,
                where=where,
            )
        )


def checked(name: str) -> str:
    """The name of a player as it is called now, or `UnknownPlayer` with the nearest name."""
    now = known_as(name)
    if now not in BY_NAME and now not in YARDSTICKS and now not in installed():
        hint = did_you_mean(name, [*names(), *YARDSTICKS, *installed()])
        raise UnknownPlayer(say("there is no player ''{name}''{hint}", name=name, hint=hint))
    return now


def make(name: str, seed: str) -> Player:
    """The player of that name, or `UnknownPlayer` with the nearest name."""
    now = checked(name)
    if now in YARDSTICKS:
        return YARDSTICKS[now](seed)
    level = BY_NAME.get(now) or installed()[now]
    return level.make(seed)


# ---------------------------------------------------------------------- module:Class


def checked_here(name: str) -> str:
    """As `checked`, and `module:Class` is loaded once, so that a wrong one is told at once."""
    if ":" not in name:
        return checked(name)
    _found(name)
    return name


def make_here(name: str, seed: str) -> Player:
    """As `make`, and `module:Class` makes such a player. Never for a name from a network."""
    return _found(name).make(seed) if ":" in name else make(name, seed)


@Memo("the entry point, which a running program does not change", bound=256)
def _found(name: str) -> Level:
    from importlib.metadata import EntryPoint  # the same words as in the metadata of a package

    try:
        found = EntryPoint(name, name, GROUP).load()
        return found if isinstance(found, Level) else _level(name, found)
    except Exception as error:  # it is the code of others: anything may be wrong with it
        told = next(iter(str(error).splitlines()), "")
        raise UnknownPlayer(
            say(
                "''{name}'' does not load as module:Class ({error}: {told})",
                name=name,
                error=type(error).__name__,
                told=told,
            )
        ) from error
