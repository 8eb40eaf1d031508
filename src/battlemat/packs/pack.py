"""What a pack is: one value that says all that is shipped for one rulebook, or for its editions.

Each pack's package exports one, `PACK` in its `pack.py`, and `packs/registry.py` lists them in one
line. Whoever wants setups, checks, scenarios, cards or the home page's
words asks the pack. Listing content and reading rules needs neither the rulebook nor its readers,
so a pack imports those when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from battlemat.kernel.clauses import Register
from battlemat.packs.shipped import Inside, Shipped

if TYPE_CHECKING:
    from battlemat.kernel.game import Game
    from battlemat.kernel.record import Record
    from battlemat.kernel.rulebook import Rulebook
    from battlemat.packs.building.values import Building
    from battlemat.packs.campaigns.living import Living
    from battlemat.packs.places import Place
    from battlemat.packs.prices import PriceList
    from battlemat.packs.schema import Check
    from battlemat.packs.yaml_source import Source


FREE_FORM = "whether squads may be brought that break the rules of building"
"""A term of every pack that has such rules: players may agree to do without them."""


class Report(Protocol):
    """What a squad or an army costs, as its text says, and whether it may be played."""

    @property
    def legal(self) -> bool: ...


UnitFacts: TypeAlias = "Callable[[Any, Place], Mapping[str, Any]]"
"""What is expected of a unit, from the short words that a scenario file may use."""


KindChecks: TypeAlias = "Callable[[str], Mapping[str, Check]]"
"""Checks by the names of kinds or keys, for a rulebook's name."""


def no_checks(rulebook: str) -> Mapping[str, Check]:
    """A pack that tells no shapes of its files: editors then know nothing of them."""
    del rulebook
    return {}


class Positions(NamedTuple):
    """How scenario files draw positions of a rulebook."""

    read: Callable[[str, Mapping[str, Any], Place, Path | None], dict[str, Any]]
    """The setup, from the rulebook's name, the file's value and place, and the file's folder."""
    keys: tuple[str, ...]
    """The keys that the position takes of the file."""
    facts: tuple[str, ...]
    """What may be expected of the battle, besides what all rulebooks have."""
    unit_facts: UnitFacts
    checks: KindChecks = no_checks
    """The checks of the shape of those keys, by the rulebook's name."""
    sides: int = 6
    """Of its dice; only six-sided dice may be written together."""


class Readers(NamedTuple):
    """What reads the files of a pack."""

    build: Callable[..., dict[str, Any]]
    """The setup of a battle, from the rulebook's name and what was chosen."""
    kind_of: Callable[[Source], str]
    """What kind of content a file is; `ContentError` if it does not tell."""
    check: Callable[[str, Source, Path | None], None]
    """Raises `ContentError` with all that is wrong with a file of a kind, other than a scenario.
    The file's own paths start from the folder."""
    report: Callable[[Path], Report]
    """What a file that a side brings costs."""
    sheet: Callable[[Register, str], str]
    """The printed cards of what a side brings, by id or path, as a page of HTML."""
    positions: Positions
    kinds: KindChecks = no_checks
    """The check of the shape of each kind of file, other than scenarios, by a rulebook's name."""
    prices: Callable[[str, str], PriceList] | None = None
    """What something of the kind `listed` offers, by the rulebook's name and its id or path."""
    inside: Callable[[], Iterable[Inside]] | None = None
    """What the host's own files hold besides what they are themselves, as a module its missions."""
    gains: Callable[[Game[Any]], Sequence[str]] | None = None
    """What the squads of a finished game gain for the next one, a line each."""
    building: Callable[[str, Path | None], Building] | None = None
    """What builds the files that a side brings, by the rulebook's name; paths in a draft start
    from the folder."""
    grow: Callable[[Path, Record, Game[Any], str | None], str] | None = None
    """The text of a squad's file after a finished game, for a side where its file does not tell."""
    living: Living | None = None
    """What is known of units that live on in campaigns."""


@dataclass(frozen=True, slots=True)
class Cover:
    """The card of a game on the home page; editions of one game share it."""

    family: str = ""
    """What the editions of a game have in common; "" for a rulebook that stands alone."""
    game: str = ""
    """The title of the game; "" where it is that of the rulebook."""
    edition: str = ""
    """Which edition of the game a rulebook is; "" where there is one."""
    picture: Path | None = None
    """A picture of real play, 480 by 300, as a JPEG."""
    length: str = ""
    """How long a game takes, in words."""
    difficulty: str = ""
    """How much there is to learn, in words."""


@dataclass(frozen=True, slots=True)
class Book:
    """One rulebook of a pack."""

    about: str
    """A sentence for the home page."""
    register: str
    """The file of its clauses, in the package of the rules; "" where only the rulebook has them."""
    shipped: Shipped
    usual: Mapping[str, str]
    """What is played where nothing is chosen; a mission brings what it names itself."""
    caps: tuple[int, ...] = ()
    """What players may agree that each squad spends, beside the usual cap."""
    cover: Cover = field(default_factory=Cover)
    glossary: Mapping[str, str] = field(default_factory=dict)
    """What the short words on its cards mean, by the words in capitals."""


@dataclass(frozen=True, slots=True)
class Pack:
    """All that is shipped for the rulebooks that share their readers."""

    books: Mapping[str, Book]
    """By the names of the rulebooks."""
    rules: str
    """The package of the rules."""
    choices: Mapping[str, str]
    """What may be chosen for a battle, and the kind of content that each choice is."""
    terms: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    """What else may be agreed for a battle, and what it is."""
    fielded: str
    """The kind of file that a side brings: a squad, a force, an army."""
    listed: str = field(default="faction", kw_only=True)
    """The kind of file that tells what a side may be made of, and what that costs."""
    rulebook: Callable[[str], Rulebook[Any]]
    """The rulebook of a name; imports the rules."""
    readers: Callable[[], Readers]
    """Imports what reads the files."""
    fills_in: bool = False
    """Whether what is left out depends on what is chosen; the builder then sees to it itself."""

    def register(self, name: str) -> Register:
        """The clauses of a rulebook, without its rules where they stand in a file."""
        file = self.books[name].register
        return Register.shipped(self.rules, file) if file else self.rulebook(name).register
