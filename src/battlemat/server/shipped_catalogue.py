"""The catalogue of what is shipped: the rulebooks, their content, the machine players.

No other module of the server knows where rulebooks and packs are registered. A file that came over
the network names shipped content alone: a path in it is refused, so nobody reads the server's own
files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from battlemat.kernel.errors import BattlematError, SetupError
from battlemat.kernel.game import Game
from battlemat.kernel.readings import TwoReadings
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.kernel.scenario import play
from battlemat.packs import registry as rulebooks
from battlemat.packs import setups as content
from battlemat.packs.problems import ContentError, Problem
from battlemat.packs.scenarios import read_scenario_source
from battlemat.packs.yaml_source import read_text
from battlemat.players import registry
from battlemat.players.player import Player
from battlemat.server.catalogue import UnknownRulebook, machine_list

_LABELS = {"red": "Red squad", "blue": "Blue squad"}
_NO_EVENTS = {"id": "none", "name": "No environment", "about": "Plays without events."}


class _NoFolder(PurePosixPath):
    """The folder that paths of an uploaded file start from: there is none."""

    def __truediv__(self, name: Any) -> Any:
        what = "a file that is sent to a server names shipped content, not other files"
        raise ContentError([Problem(f"'{name}'", 0, "", what)])


def _has_content(rulebook: str) -> bool:
    try:
        content.usual(rulebook)
    except ContentError:
        return False
    return True


def _reading(rulebook: Rulebook[Any], one: TwoReadings) -> dict[str, Any]:
    """The choice between what a clause says and what it was likely meant to say."""
    clause = rulebook.register.find(one.clause)
    label = f"Reading: {clause.title if clause else one.clause}"
    options = [
        {"id": "print", "name": "As printed", "about": one.print},
        {"id": "intent", "name": "As likely meant", "about": one.intent},
    ]
    return {"key": one.clause, "label": label, "default": one.default, "options": options}


class ShippedCatalogue:
    """Everything that Battlemat ships."""

    def names(self) -> Sequence[str]:
        return [name for name in rulebooks.names() if _has_content(name)]

    def find(self, name: str) -> Rulebook[Any]:
        try:
            return rulebooks.find(name)
        except BattlematError as error:
            raise UnknownRulebook(str(error)) from None

    def about(self, name: str) -> str:
        return rulebooks.book(name).about

    def choices(self, name: str) -> list[dict[str, Any]]:
        usual = content.usual(name)
        found = []
        for key, entries in content.choices(name).items():
            options = [{"id": one.id, "name": one.name, "about": one.text} for one in entries]
            if key == "environment":
                options.append(_NO_EVENTS)
            label = _LABELS.get(key, key.capitalize())
            default = usual.get(key)
            found.append({"key": key, "label": label, "default": default, "options": options})
        return [*found, *(_reading(self.find(name), one) for one in self.find(name).readings)]

    def build(self, name: str, choices: Mapping[str, str]) -> Setup:
        try:
            return content.build_setup(name, **choices)
        except ContentError as error:
            # Who plays over the network chose by name: files and lines would tell them nothing.
            raise SetupError(error.problems[0].what) from None

    def machines(self) -> list[dict[str, Any]]:
        return machine_list()

    def machine(self, name: str, seed: str) -> Player:
        return registry.make(name, seed)

    def open_scenario(self, text: str) -> Game[Any]:
        nowhere: Any = _NoFolder("nowhere")
        scenario = read_scenario_source(read_text(text, "the file"), nowhere)
        return play(self.find(scenario.rulebook), scenario)
