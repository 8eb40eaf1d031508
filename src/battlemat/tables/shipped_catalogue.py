"""The catalogue of what is shipped: the rulebooks, their content, the machine players.

No other module of the server knows where rulebooks and packs are registered. A file that came over
the network names shipped content alone: a path in it is refused, so nobody reads the server's own
files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from battlemat.kernel.errors import BattlematError, SetupError
from battlemat.kernel.game import Game
from battlemat.kernel.readings import TwoReadings
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.kernel.scenario import play
from battlemat.kernel.words import say
from battlemat.packs import registry as rulebooks
from battlemat.packs import setups as content
from battlemat.packs.own_content import add_content, inside
from battlemat.packs.problems import ContentError, Problem, nearest
from battlemat.packs.scenarios import read_scenario_text
from battlemat.packs.shipped import NO_FOLDER, SENT, Entry, Sent
from battlemat.packs.teaching.guides import guides
from battlemat.packs.yaml_source import read_text
from battlemat.players import registry
from battlemat.players.player import Player
from battlemat.tables.catalogue import (
    OWN,
    About,
    Brought,
    SquadFaults,
    UnknownRulebook,
    machine_list,
    points_name,
)
from battlemat.tables.set_up_words import (
    any_cap,
    choice_name,
    no_events,
    option,
    random_board,
    term,
)

_LONGEST_NAME = 80
USUAL = "usual"


def _has_content(rulebook: str) -> bool:
    try:
        content.usual(rulebook)
    except ContentError:
        return False
    return True


def _reading(rulebook: Rulebook[Any], one: TwoReadings) -> dict[str, Any]:
    """The choice between what a clause says and what it was likely meant to say."""
    clause = rulebook.register.find(one.clause)
    label = say("Reading: {clause}", clause=clause.title if clause else one.clause)
    options = [
        option("print", say("As printed"), one.print),
        option("intent", say("As likely meant"), one.intent),
    ]
    return {"key": one.clause, "label": label, "default": one.default, "options": options}


def _cap(caps: Sequence[int]) -> dict[str, Any]:
    """The choice of what each squad may spend; the game says it, not a squad's file."""
    usual = option(USUAL, say("The usual"), say("As the book has it."))
    more = [option(str(cap), points_name(cap)) for cap in caps]
    options = [usual, *more, any_cap()]
    return {"key": "cap", "label": say("Squad points"), "default": USUAL, "options": options}


def _agreed(choices: Mapping[str, str]) -> dict[str, str]:
    """The choices without a cap that is the usual one, which depends on the faction.

    A number of one's own that nobody has named yet changes nothing either.
    """
    unsaid = (USUAL, OWN)
    return {key: one for key, one in choices.items() if key != "cap" or one not in unsaid}


def _fault(problem: Problem) -> str:
    """A fault in words; lines are told of the file that was sent alone."""
    return str(problem) if problem.file == SENT else problem.what


def _id(entries: Sequence[Entry], name: str) -> str:
    """The id of content that is here: what somebody names over the network is never a path."""
    known = [one.id for one in entries]
    if name not in known:
        raise SquadFaults([f"nothing shipped is called '{name[:40]}'{nearest(name[:80], known)}"])
    return name


def _called(entries: Sequence[Entry], squad: Brought) -> str:
    if not squad.text:
        known = {one.id: one.name for one in entries}
        return known.get(squad.shipped, squad.shipped)
    value = read_text(squad.text).value
    name = value.get("name") if isinstance(value, Mapping) else None
    return " ".join(str(name or say("a squad of their own")).split())[:_LONGEST_NAME]


class ShippedCatalogue:
    """Everything that Battlemat ships."""

    def _entries(self, name: str) -> Mapping[str, tuple[Entry, ...]]:
        """What may be chosen for each key."""
        return content.choices(name)

    def _paths(self, name: str, chosen: Mapping[str, str]) -> dict[str, str]:
        """The choices by the names that readers know."""
        del name
        return dict(chosen)

    def names(self) -> Sequence[str]:
        return [name for name in rulebooks.names() if _has_content(name)]

    def find(self, name: str) -> Rulebook[Any]:
        try:
            return rulebooks.find(name)
        except BattlematError as error:
            raise UnknownRulebook(str(error)) from None

    def about(self, name: str) -> About:
        book = rulebooks.book(name)
        return About(book.about, book.cover, book.glossary)

    def choices(self, name: str) -> list[dict[str, Any]]:
        usual = content.usual(name)
        found = []
        for key, entries in self._entries(name).items():
            options = [option(one.id, one.name, one.text) for one in entries]
            if key == "environment":
                options.append(no_events())
            if key == "map":
                options.append(random_board())
            label, default = choice_name(key), usual.get(key)
            found.append({"key": key, "label": label, "default": default, "options": options})
        if rulebooks.book(name).caps:
            found.append(_cap(rulebooks.book(name).caps))
        found += [made for key in content.terms(name) if (made := term(key)) is not None]
        return [*found, *(_reading(self.find(name), one) for one in self.find(name).readings)]

    def guides(self, name: str) -> list[dict[str, Any]]:
        return [asdict(guide) for guide in guides(name)]

    def build(self, name: str, choices: Mapping[str, str]) -> Setup:
        try:
            return content.build_setup(name, **self._paths(name, _agreed(choices)))
        except ContentError as error:
            # Who plays over the network chose by name: files and lines would tell them nothing.
            raise SetupError(error.problems[0].what) from None

    def muster(
        self, name: str, terms: Mapping[str, str], squads: Mapping[str, Brought]
    ) -> tuple[Setup, dict[str, str]]:
        here = self._entries(name)
        chosen: dict[str, str] = _agreed(terms)
        for player, squad in squads.items():
            if not squad.text:
                chosen[player] = _id(here[player], squad.shipped)
        chosen = self._paths(name, chosen)
        chosen |= {player: Sent.of(one.text) for player, one in squads.items() if one.text}
        try:
            setup = content.build_setup(name, **chosen)
        except ContentError as error:
            raise SquadFaults(list(dict.fromkeys(_fault(one) for one in error.problems))) from None
        return setup, {player: _called(here[player], one) for player, one in squads.items()}

    def machines(self) -> list[dict[str, Any]]:
        return machine_list()

    def machine(self, name: str, seed: str) -> Player:
        return registry.make(name, seed)

    def open_scenario(self, text: str) -> Game[Any]:
        scenario = read_scenario_text(text, "the file", NO_FOLDER)
        return play(self.find(scenario.rulebook), scenario)


class HostCatalogue(ShippedCatalogue):
    """What is shipped, and a folder of the host's own content (see `packs.own_content`).

    It goes to worker processes as the name of its folder, which each of them reads for itself.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        add_content(Path(folder))

    def __reduce__(self) -> tuple[type[HostCatalogue], tuple[str]]:
        return HostCatalogue, (self._folder,)

    def _entries(self, name: str) -> Mapping[str, tuple[Entry, ...]]:
        found = dict(super()._entries(name))
        for key, kind in rulebooks.pack_of(name).choices.items():
            found[key] += tuple(one.entry for one in inside(name) if one.kind == kind)
        return found

    def _paths(self, name: str, chosen: Mapping[str, str]) -> dict[str, str]:
        paths = {(one.kind, one.entry.id): one.path for one in inside(name)}
        kinds = rulebooks.pack_of(name).choices
        return {key: paths.get((kinds.get(key, ""), one), one) for key, one in chosen.items()}
