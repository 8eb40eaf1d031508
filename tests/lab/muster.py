"""Muster: a game of one throw, so that the truth is known and thousands are played in a second.

Each unit throws as many dice as it is strong; the side with more pips wins. So a unit is worth its
strength, whatever its card says that it costs.
"""

# ruff: noqa: ARG002  (a house with one rulebook need not look at its name)

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, ClassVar

from battlemat.commands.shared.house import Find
from battlemat.kernel.errors import SetupError
from battlemat.kernel.events import Sink
from battlemat.kernel.questions import Flow, roll
from battlemat.kernel.rulebook import Result, Setup
from cli.house import ToyHouse
from example.standoff import SIDES

UNITS = {"scout": (1, 10), "guard": (2, 20), "heavy": (4, 40), "drummer": (3, 30)}
"""Strength and a fair cost."""


class MusterBattle:
    """How strong each side is, and what it threw."""

    __slots__ = ("pips", "sink", "strengths")
    derived: ClassVar[Mapping[str, str]] = {}

    def __init__(self, strengths: tuple[int, int]) -> None:
        self.strengths = strengths
        self.pips: list[int] = []
        self.sink: Sink | None = None

    def copy(self) -> MusterBattle:
        twin = MusterBattle(self.strengths)
        twin.pips = list(self.pips)
        return twin

    def key(self) -> Hashable:
        return self.strengths, tuple(self.pips)


class Muster:
    """As much of a rulebook as the lab asks for."""

    name = "muster"
    title = "Muster"
    version = 1
    players = SIDES
    readings = ()

    def start(self, setup: Setup) -> MusterBattle:
        units = [setup["squads"][side]["units"] for side in SIDES]
        if not all(units):
            raise SetupError("a side needs a unit")
        red, blue = (sum(unit["strength"] for unit in side) for side in units)
        return MusterBattle((red, blue))

    def step(self, battle: MusterBattle) -> Flow[None] | None:
        return None if battle.pips else throw(battle)

    def result(self, battle: MusterBattle) -> Result | None:
        if not battle.pips:
            return None
        red, blue = battle.pips
        winner = None if red == blue else SIDES[blue > red]
        return Result(winner, dict(zip(SIDES, battle.pips, strict=True)), "thrown")

    def facts(self, battle: MusterBattle) -> Mapping[str, Any]:
        return {}


def throw(battle: MusterBattle) -> Flow[None]:
    pips = []
    for side, strength in zip(SIDES, battle.strengths, strict=True):
        faces = yield from roll(side, strength, 6, because="muster.throw")
        pips.append(sum(faces))
    battle.pips = pips


MUSTER: Any = Muster()


def find(name: str) -> Any:
    """The rulebook, for worker processes."""
    return MUSTER


class MusterHouse(ToyHouse):
    """Squads are lists of kinds, split by +; a kind with a cost of its own is kind@cost."""

    @property
    def find(self) -> Find:
        return find

    def names(self) -> list[str]:
        return ["muster"]

    def setup(self, rulebook: str, **choices: str) -> Setup:
        squads = {side: choices.get(side, "guard+heavy") for side in SIDES}
        return {"squads": {side: _squad(side, text) for side, text in squads.items()}}


def _squad(side: str, text: str) -> dict[str, Any]:
    units = []
    for number, word in enumerate(text.split("+"), 1):
        kind, _, cost = word.partition("@")
        if kind not in UNITS:
            raise SetupError(f"there is no unit '{kind}'")
        strength, fair = UNITS[kind]
        id = f"{side[0].upper()}{number}"
        points = int(cost or fair)
        units.append({"id": id, "type": kind, "points": points, "strength": strength})
    return {"id": text, "name": text, "units": units}
