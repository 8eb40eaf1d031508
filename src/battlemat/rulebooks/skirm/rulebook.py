"""Skirm as a rulebook: what the kernel and the screens ask of it, edition by edition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from battlemat.kernel.clauses import Register
from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Choice, Flow, Option
from battlemat.kernel.readings import TwoReadings
from battlemat.kernel.rulebook import Result, Setup
from battlemat.kernel.scene import Handle, Reading, Scene, Shape
from battlemat.rulebooks.skirm.advice import advising as advice
from battlemat.rulebooks.skirm.chapters import activation, deploy, turns
from battlemat.rulebooks.skirm.screen import facts as telling
from battlemat.rulebooks.skirm.screen import notation, ruler
from battlemat.rulebooks.skirm.screen import scene as painting
from battlemat.rulebooks.skirm.screen.words import WORDS
from battlemat.rulebooks.skirm.state import setup as setting
from battlemat.rulebooks.skirm.state.battle import PLAYERS, Battle
from battlemat.rulebooks.skirm.state.editions import FIRST, SECOND, THIRD, Edition


class Skirm:
    """One edition of Skirm."""

    version = 1
    readings: tuple[TwoReadings, ...] = ()
    players = PLAYERS
    words: Mapping[str, str] = WORDS

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.name = edition.name
        self.title = edition.title

    @cached_property
    def register(self) -> Register:
        return Register.shipped(__package__, f"registers/{self.name}.json")

    def start(self, setup: Setup) -> Battle:
        return setting.start(self.edition, setup)

    def step(self, battle: Battle) -> Flow[None] | None:
        """`setup.order`: mission start, turns, mission end."""
        while True:
            phase = battle.phase
            if phase in ("activate", "acting") and turns.wiped_out(battle):
                battle.phase = "over"
            elif phase == "end":
                turns.end_turn(battle)
            elif phase == "over":
                return None
            else:
                return _STEPS[phase](battle)

    def result(self, battle: Battle) -> Result | None:
        return turns.result(battle) if battle.phase == "over" else None

    def write(self, battle: Battle, option: Option) -> str:
        return notation.write(battle, option)

    def refusal(self, battle: Battle, choice: Choice, text: str) -> Refusal:
        return notation.refusal(battle, choice, text)

    def handle(self, battle: Battle, choice: Choice, option: Option) -> Handle:
        return painting.handle(battle, choice, option)

    def scene(self, battle: Battle) -> Scene:
        return painting.paint(battle)

    def overlays(self, battle: Battle, piece: str) -> list[Shape]:
        return painting.overlays(battle, piece)

    def preview(self, battle: Battle, choice: Choice, option: Option) -> list[Shape]:
        return ruler.preview(battle, choice, option)

    def measure(self, battle: Battle, start: str, end: str) -> Reading:
        return ruler.measure(battle, start, end)

    def facts(self, battle: Battle) -> Mapping[str, Any]:
        return telling.facts(battle)

    def assume(self, battle: Battle, choice: Choice) -> Option | None:
        return advice.assume(battle, choice)

    def outcome(self, before: Battle, after: Battle) -> str:
        return telling.outcome(before, after)

    def worth(self, battle: Battle, player: str) -> float:
        return advice.worth(battle, player)

    def advise(self, battle: Battle, choice: Choice) -> Sequence[Option]:
        return advice.advise(battle, choice)


_STEPS = {
    "muster": deploy.muster,
    "deploy": deploy.deploy_one,
    "turn": turns.start_turn,
    "activate": activation.next_activation,
    "acting": activation.next_action,
}

SKIRM1 = Skirm(FIRST)
SKIRM2 = Skirm(SECOND)
SKIRM3 = Skirm(THIRD)
