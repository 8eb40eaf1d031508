"""A catalogue with the toy rulebook alone, for tests of the server; it pickles, for workers."""

from __future__ import annotations

# ruff: noqa: ARG002  (a catalogue and a machine take what the protocol hands them)
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import yaml

from battlemat.kernel.errors import SetupError
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.kernel.scenario import Play, Scenario, play
from battlemat.kernel.scene import Shape
from battlemat.packs.pack import Cover
from battlemat.packs.registry import book
from battlemat.players import registry
from battlemat.players.player import Player
from battlemat.tables.catalogue import About, Brought, SquadFaults, UnknownRulebook, machine_list
from example.standoff import Toy, ToyBattle


class Standoff(Toy):
    """The toy with overlays."""

    def overlays(self, battle: ToyBattle, piece: str) -> list[Shape]:
        x, y = battle.at[piece]
        return [Shape("reach", "circle", [(x + 0.5, y + 0.5)], radius=1.5)]


class Slow:
    """A machine that would think for a minute."""

    def answer(self, game: Game[Any]) -> Answer:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            game.fork()
        return registry.make("random", "0").answer(game)


class Broken:
    """A machine that cannot play."""

    def answer(self, game: Game[Any]) -> Answer:
        raise ZeroDivisionError("a machine with a bug")


def _spin() -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        pass


SQUADS = ("steady", "swift", "lonely")
MISCHIEF: dict[str, Callable[[], object]] = {
    "spin": _spin,
    "deaf": lambda: 10 ** (10**9),  # nothing in Python can interrupt this
    "gorge": lambda: list(range(10**10)),
    "dive": lambda: repr(_nested(100_000)),
}
"""Files that would take a server down; each names what it does."""


def _nested(depth: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


class ToyCatalogue:
    """Standoff, with one choice and three machines more than the registry has."""

    def names(self) -> Sequence[str]:
        return ("toy",)

    def find(self, name: str) -> Rulebook[Any]:
        if name != "toy":
            raise UnknownRulebook(f"there is no rulebook '{name}'; the choices are: toy")
        return Standoff()

    def about(self, name: str) -> About:
        cover = Cover(picture=book("skirm3").cover.picture)
        return About(f"{name}: two gunners a side.", cover, {"HP": "Hit points"})

    def choices(self, name: str) -> list[dict[str, Any]]:
        options = [{"id": str(n), "name": f"{n} tokens", "about": ""} for n in range(3)]
        gunners = [{"id": one, "name": one.capitalize(), "about": ""} for one in SQUADS]
        return [
            {"key": "tokens", "label": "Tokens", "default": "1", "options": options},
            {"key": "red", "label": "Red gunners", "default": "steady", "options": gunners},
            {"key": "blue", "label": "Blue gunners", "default": "steady", "options": gunners},
        ]

    def guides(self, name: str) -> list[dict[str, Any]]:
        return []

    def build(self, name: str, choices: Mapping[str, str]) -> Setup:
        return {"tokens": int(choices.get("tokens", "1"))}

    def muster(
        self, name: str, terms: Mapping[str, str], squads: Mapping[str, Brought]
    ) -> tuple[Setup, dict[str, str]]:
        for squad in squads.values():
            if squad.text in MISCHIEF:
                MISCHIEF[squad.text]()
            if not squad.text and squad.shipped not in SQUADS:
                raise SquadFaults([f"there are no gunners '{squad.shipped}'", "bring others"])
        called = {player: squad.text or squad.shipped for player, squad in squads.items()}
        if len(squads) > 1 and "lonely" in called.values():
            raise SquadFaults([f"the lonely do not meet {sorted(called.values())}"])
        return self.build(name, terms), called

    def machines(self) -> list[dict[str, Any]]:
        more = [
            {"name": name, "strength": "", "about": "", "default": False}
            for name in ("random", "slow", "broken")
        ]
        return [*machine_list(), *more]

    def machine(self, name: str, seed: str) -> Player:
        own: dict[str, Player] = {"slow": Slow(), "broken": Broken()}
        return own.get(name) or registry.make(name, seed)

    def open_scenario(self, text: str) -> Game[Any]:
        if text in MISCHIEF:
            MISCHIEF[text]()
        try:
            told = yaml.safe_load(text)
        except yaml.YAMLError:
            raise SetupError("this is not YAML") from None
        if not isinstance(told, dict):
            raise SetupError("a scenario is a mapping")
        plays = [Play(one["do"], tuple(one.get("dice", ()))) for one in told.get("play", [])]
        return play(Standoff(), Scenario("uploaded", "toy", told["setup"], plays))
