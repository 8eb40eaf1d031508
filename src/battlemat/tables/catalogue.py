"""What can be played here: rulebooks, content and machine players, behind one small face.

The server knows them through a `Catalogue` alone, so tests bring a toy one. A catalogue is sent to
worker processes, so it must pickle: an object of a class at module level with plain attributes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.game import Game
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.kernel.words import say, say_with
from battlemat.packs.pack import Cover
from battlemat.players.levels import DEFAULT
from battlemat.players.player import Player
from battlemat.players.registry import opponents

OWN = "own"
"""The option in whose place a number of one's own may be chosen."""
_DIGITS = 4


def is_own_number(options: Sequence[str], chosen: str) -> bool:
    """Whether something chosen is a number, where the ids of the options let players name one."""
    return OWN in options and chosen.isascii() and chosen.isdecimal() and len(chosen) <= _DIGITS


def option_name(choice: Mapping[str, Any], chosen: str) -> str:
    """What was chosen, in words."""
    names = {option["id"]: option["name"] for option in choice["options"]}
    own = points_name(int(chosen)) if is_own_number(list(names), chosen) else chosen
    return str(names.get(chosen, own))


def points_name(cap: int) -> str:
    """What each squad may spend, in words."""
    return say("{cap, plural, one {# point} other {# points}}", cap=cap)


def _said(words: str) -> str:
    """The words of a pack or a level in the language that is spoken."""
    return say_with(words, {}) if words else ""


class UnknownRulebook(BattlematError):
    """A rulebook that is not on the catalogue."""


class SquadFaults(BattlematError):
    """A squad that cannot be brought: everything that is wrong with it, a line each."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


class Brought(NamedTuple):
    """What a player brings to a battle: shipped content by its id, or the `text` of a file."""

    shipped: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class About:
    """What a screen tells of a rulebook before it is played."""

    about: str
    """One line."""
    cover: Cover = field(default_factory=Cover)
    glossary: Mapping[str, str] = field(default_factory=dict)

    def told(self, name: str, title: str) -> dict[str, Any]:
        """As plain values, for the rulebook of this name and title."""
        cover = self.cover
        return {
            "about": _said(self.about),
            "family": cover.family or name,
            "game": cover.game or title,
            "edition": _said(cover.edition),
            "picture": cover.picture is not None,
            "length": _said(cover.length),
            "difficulty": _said(cover.difficulty),
            "glossary": {word: _said(means) for word, means in self.glossary.items()},
        }


class Catalogue(Protocol):
    """What a server can play."""

    def names(self) -> Sequence[str]:
        """The rulebooks' names; the first is the default."""

    def find(self, name: str) -> Rulebook[Any]:
        """The rulebook, or `UnknownRulebook`."""

    def about(self, name: str) -> About:
        """What the home page tells of a rulebook, and what the short words on its cards mean."""

    def choices(self, name: str) -> list[dict[str, Any]]:
        """What may be chosen for a game: key, label, default, and options (id, name, about)."""

    def guides(self, name: str) -> list[dict[str, Any]]:
        """The guided games of a rulebook, with all that a screen says in them."""

    def build(self, name: str, choices: Mapping[str, str]) -> Setup:
        """The setup for these choices, or a `BattlematError` that says what is wrong.

        What was not chosen is the catalogue's to fill in.
        """

    def muster(
        self, name: str, terms: Mapping[str, str], squads: Mapping[str, Brought]
    ) -> tuple[Setup, dict[str, str]]:
        """The setup for what players bring on these terms, and what each of it is called.

        A choice whose key is a player is what that player brings. `SquadFaults` tells
        everything that is wrong with it.
        """

    def machines(self) -> list[dict[str, Any]]:
        """The machine players: name, strength, one line about each, and which is the default."""

    def machine(self, name: str, seed: str) -> Player:
        """A machine player."""

    def open_scenario(self, text: str) -> Game[Any]:
        """The game at the end of a scenario's plays, or a `BattlematError`."""


def machine_list() -> list[dict[str, Any]]:
    """The levels of the ladder, the weakest first, then what installed packages bring; one of the
    levels is the default.
    """
    return [
        {
            "name": level.name,
            "strength": _said(level.strength),
            "about": _said(level.about),
            "default": level.name == DEFAULT,
        }
        for level in opponents()
    ]


def told_of(catalogue: Catalogue) -> dict[str, Any]:
    """A catalogue in plain values: rulebooks with what may be chosen, and machine players."""
    rulebooks = []
    for name in catalogue.names():
        rulebook = catalogue.find(name)
        about = catalogue.about(name).told(name, rulebook.title)
        rulebooks.append(
            {
                "name": name,
                "title": rulebook.title,
                **about,
                "version": rulebook.version,
                "players": list(rulebook.players),
                "choices": catalogue.choices(name),
                "guides": catalogue.guides(name),
            }
        )
    return {"rulebooks": rulebooks, "machines": catalogue.machines()}
