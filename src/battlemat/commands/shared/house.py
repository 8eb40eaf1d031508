"""What commands find in the house: rulebooks, content, and the game that is being played.

Commands reach rulebooks and packs through this object alone, so that tests can bring another.
Modules are imported when they are first needed; `battlemat --help` needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from battlemat.kernel.words import say

if TYPE_CHECKING:  # a command that asks for none of these need not load them
    from battlemat.kernel.clauses import Register
    from battlemat.kernel.game import Game
    from battlemat.kernel.record import Record
    from battlemat.kernel.rulebook import Rulebook, Setup
    from battlemat.kernel.scenario import Scenario
    from battlemat.packs.prices import PriceList
    from battlemat.packs.problems import Problem

Find: TypeAlias = "Callable[[str], Rulebook[Any]]"


class Entry(Protocol):
    """Something that a list shows."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...


class SquadReport(Protocol):
    """What a squad costs and whether it may be played; its `str` is the report."""

    @property
    def legal(self) -> bool: ...


class House:
    """The rulebooks and the content that are shipped."""

    def __init__(self) -> None:
        self.game: Game[Any] | None = None
        """The game being played, so that it can be saved when something breaks."""

    @property
    def find(self) -> Find:
        """Finds a rulebook by name; a plain function, so that worker processes can take it."""
        from battlemat.packs import registry

        return registry.find

    def names(self) -> Sequence[str]:
        """The rulebooks that can be played."""
        from battlemat.packs import registry

        return registry.names()

    def has(self, rulebook: str) -> bool:
        """Whether there is such a rulebook; for shipped ones no installed package is loaded."""
        from battlemat.packs import registry

        return rulebook in registry.BY_NAME

    def about(self, rulebook: str) -> str:
        """A sentence on a rulebook."""
        from battlemat.packs import registry

        return registry.book(rulebook).about

    def register(self, rulebook: str) -> Register:
        """The clauses of a rulebook; its rules need not be loaded for them."""
        from battlemat.packs import registry

        return registry.register(rulebook)

    def setup(self, rulebook: str, **choices: str) -> Setup:
        """The setup of a battle by ids or files; what is not chosen has a sensible default."""
        from battlemat.packs import setups

        return setups.build_setup(rulebook, **choices)

    def listed(self, rulebook: str, kind: str) -> Sequence[Entry]:
        """What is shipped of a kind: "squad", "map", "mission", "environment", "faction"."""
        from battlemat.packs import library

        return library.entries(rulebook, kind)

    def check(self, path: Path) -> Sequence[str]:
        """Everything that is wrong with a content file, one line each."""
        return list(dict.fromkeys(map(str, self.problems(path))))

    def problems(self, path: Path) -> Sequence[Problem]:
        """Everything that is wrong with a content file, as values for tools."""
        from battlemat.lessons import files

        return files.file_problems(path)

    def schema(self, rulebook: str, kind: str) -> dict[str, Any]:
        """The JSON Schema of a kind of file."""
        from battlemat.packs import json_schemas

        return json_schemas.json_schema(rulebook, kind)

    def new_file(self, rulebook: str, kind: str) -> str:
        """A sound file of a kind, with remarks, to begin with."""
        from battlemat.packs import new_files

        return new_files.new_file(rulebook, kind)

    def new_rulebook(self, folder: Path) -> None:
        """A whole small game in a new folder, as a package that brings it."""
        from battlemat.example import new_project

        new_project.write_project(folder, self.names())

    def price_lists(self, rulebook: str, name: str | None) -> Sequence[PriceList]:
        """What factions, forces or modules offer, with prices: one of them, or all."""
        from battlemat.packs import price_lists

        if name is not None:
            return [price_lists.price_list(rulebook, name)]
        return price_lists.price_lists(rulebook)

    def squad_report(self, path: Path) -> SquadReport:
        """What a squad file costs and whether it is legal."""
        from battlemat.packs import checks

        return checks.squad_report(path)

    def gains(self, game: Game[Any]) -> Sequence[str]:
        """What the squads of a finished game gain, a line each; empty where nobody does."""
        from battlemat.packs import registry

        if game.rulebook.name not in registry.BY_NAME:
            return []
        found = registry.pack_of(game.rulebook.name).readers().gains
        return found(game) if found is not None else []

    def grown(self, path: Path, record: Record, game: Game[Any], side: str | None) -> str:
        """The text of a squad's file after a finished game."""
        from battlemat.kernel.errors import BattlematError
        from battlemat.packs import registry

        grow = registry.pack_of(record.rulebook).readers().grow
        if grow is None:
            raise BattlematError(say("squads of {rulebook} do not grow", rulebook=record.rulebook))
        return grow(path, record, game, side)

    def scenario(self, path: Path) -> Scenario:
        """A scenario file, read but not yet played."""
        from battlemat.packs import scenarios

        return scenarios.read_scenario(path)
