"""Skirmishers as a rulebook: what the kernel and the screens ask of it."""

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
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.advice import advise as advice
from battlemat.rulebooks.skirmishers.advice import weights
from battlemat.rulebooks.skirmishers.chapters import turns, victory
from battlemat.rulebooks.skirmishers.chapters.start import start
from battlemat.rulebooks.skirmishers.chapters.together import turn_to
from battlemat.rulebooks.skirmishers.screen import facts as telling
from battlemat.rulebooks.skirmishers.screen import overlays as laying
from battlemat.rulebooks.skirmishers.screen import ruler
from battlemat.rulebooks.skirmishers.screen import scene as painting
from battlemat.rulebooks.skirmishers.state.battle import PLAYERS, Battle
from battlemat.rulebooks.skirmishers.state.events import EVENTS
from battlemat.rulebooks.skirmishers.state.readings import READINGS
from battlemat.rulebooks.skirmishers.verbs import ASKS, VERBS


class Skirmishers:
    """The one edition of Skirmishers, its optional rules switched by the setup."""

    name = "skirmishers"
    title = "Skirmishers"
    version = 3
    readings: tuple[TwoReadings, ...] = READINGS
    players = PLAYERS
    events = EVENTS
    verbs = VERBS
    asks = ASKS
    temper = advice.TEMPER

    @cached_property
    def register(self) -> Register:
        return Register.shipped(__package__, "register.json")

    def start(self, setup: Setup) -> Battle:
        return start(setup)

    def step(self, battle: Battle) -> Flow[None] | None:
        """`skirmishers.turn.alternate`: turn after turn until somebody has won."""
        while True:
            phase = battle.phase
            if phase == "over":
                return None
            if phase != "muster" and victory.decide(battle):
                continue
            if phase == "end":
                turns.end_turn(battle)
            else:
                return _STEPS[phase](battle)

    def result(self, battle: Battle) -> Result | None:
        return victory.result(battle) if battle.phase == "over" else None

    def write(self, battle: Battle, option: Option) -> str:
        return VERBS.write(battle, option)

    def misplaced(self, _battle: Battle, _choice: Choice, _text: str) -> Refusal | None:
        return None

    def handle(self, battle: Battle, choice: Choice, option: Option) -> Handle:
        menu = choice.menu
        made = menu.handle(choice, option)
        price = menu.price(option)
        made.text = made.answer = self.write(battle, option)
        made.cost = say("{price} AP", price=price) if price else ""
        return made

    def scene(self, battle: Battle) -> Scene:
        return painting.paint(battle)

    def overlays(self, battle: Battle, piece: str) -> list[Shape]:
        return laying.overlays(battle, piece)

    def preview(self, battle: Battle, choice: Choice, option: Option) -> Sequence[Shape]:
        twin = battle.copy()
        if choice.kind == "action":
            turn_to(twin, option.unit)  # type: ignore[attr-defined]
        return VERBS.covers(twin, choice, option)

    def measure(self, battle: Battle, start: str, end: str) -> Reading:
        return ruler.measure(battle, start, end)

    def facts(self, battle: Battle) -> Mapping[str, Any]:
        return telling.facts(battle)

    def assume(self, battle: Battle, choice: Choice) -> Option | None:
        return advice.assume(battle, choice)

    def outcome(self, before: Battle, after: Battle) -> str:
        return telling.outcome(before, after)

    def worth(self, battle: Battle, player: str) -> float:
        return advice.worth(battle, player, weights.TUNED)

    def settled_worth(self, battle: Battle, player: str) -> float:
        return self.worth(battle, player)  # it counts nothing that is still to be done

    def plain_worth(self, battle: Battle, player: str) -> float:
        return advice.worth(battle, player, weights.PLAIN)

    def advise(self, battle: Battle, choice: Choice) -> Sequence[Option]:
        return advice.advise(battle, choice)

    def glimpse(self, battle: Battle, choice: Choice) -> Sequence[Option]:
        return self.advise(battle, choice)  # that is soon seen


_STEPS = {
    "muster": turns.muster,
    "turn": turns.start_turn,
    "activate": turns.next_activation,
    "acting": turns.next_action,
    "late": turns.late,
    "explosives": turns.next_explosive,
}

SKIRMISHERS = Skirmishers()
