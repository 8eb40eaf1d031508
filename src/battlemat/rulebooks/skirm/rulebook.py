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
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.rulebooks.skirm.advice import advise as advice
from battlemat.rulebooks.skirm.advice import weights, worth
from battlemat.rulebooks.skirm.chapters import (
    activation,
    command,
    deploy,
    effects,
    missions_choice,
    smoke,
    turns,
)
from battlemat.rulebooks.skirm.chapters.combat import push, rerolls, weapon_use
from battlemat.rulebooks.skirm.screen import facts as telling
from battlemat.rulebooks.skirm.screen import ruler
from battlemat.rulebooks.skirm.screen import scene as painting
from battlemat.rulebooks.skirm.state.battle import PLAYERS, Battle
from battlemat.rulebooks.skirm.state.editions import FIRST, SECOND, THIRD, Edition
from battlemat.rulebooks.skirm.state.events import EVENTS
from battlemat.rulebooks.skirm.state.readings import KNOWN as READINGS
from battlemat.rulebooks.skirm.state.start import start

_COMMON: tuple[Ask[Battle, Any, Any], ...] = (
    missions_choice.MISSION_CHOICE,
    deploy.CHOOSE_ZONE,
    deploy.DEPLOY,
    activation.ACTIVATION,
    effects.PICK,
    effects.FREE_MOVE,
    effects.FREE_ATTACK,
    smoke.SMOKE,
    rerolls.FREE_REROLL,
)
_EARLY = (*_COMMON, activation.SENTRY, rerolls.ORDER_CHANGE)
_ASKS: Mapping[str, tuple[Ask[Battle, Any, Any], ...]] = {
    "skirm1": (*_EARLY, rerolls.FREE_OR_ORDER_CHANGE, activation.ACTIONS["skirm1"]),
    "skirm2": (
        *_EARLY,
        rerolls.FREE_OR_ORDER_CHAIN,
        activation.ACTIONS["skirm2"],
        weapon_use.FIGHT_WITH,
    ),
    "skirm3": (
        *_COMMON,
        activation.ACTIONS["skirm3"],
        activation.SKILL_WINDOW,
        command.FREE_ACTION,
        weapon_use.COUNTERING,
        push.PUSHING,
        rerolls.FREE_OR_ORDER_REROLL,
        rerolls.ORDER_REROLL,
        rerolls.PARRY,
    ),
}
"""Every kind of question that an edition asks."""


def _verbs_of(asks: Sequence[Ask[Battle, Any, Any]]) -> Verbs[Battle]:
    """The verbs of all questions together, each once."""
    found: dict[type, Verb[Battle, Any, Any]] = {}
    for ask in asks:
        for verb in ask.verbs:
            found.setdefault(verb.option, verb)
    return Verbs(*found.values())


class Skirm:
    """One edition of Skirm."""

    version = 4
    readings: Sequence[TwoReadings]
    players = PLAYERS
    events = EVENTS

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.name = edition.name
        self.title = edition.title
        self.readings = READINGS[edition.name]
        self.asks = _ASKS[edition.name]
        self.verbs = _verbs_of(self.asks)
        self.temper = advice.TEMPERS[edition.name]

    @cached_property
    def register(self) -> Register:
        return Register.shipped(__package__, f"registers/{self.name}.json")

    def start(self, setup: Setup) -> Battle:
        return start(self.edition, setup)

    def step(self, battle: Battle) -> Flow[None] | None:
        """`setup.order`: mission start, turns, mission end."""
        while True:
            phase = battle.phase
            if phase in ("activate", "acting") and turns.wiped_out(battle):
                turns.end_early(battle)
            elif phase == "end":
                turns.end_turn(battle)
            elif phase == "over":
                return None
            else:
                return _STEPS[phase](battle)

    def result(self, battle: Battle) -> Result | None:
        return turns.result(battle) if battle.phase == "over" else None

    def write(self, battle: Battle, option: Option) -> str:
        return self.verbs.write(battle, option)

    def misplaced(self, _battle: Battle, _choice: Choice, _text: str) -> Refusal | None:
        return None

    def handle(self, _battle: Battle, choice: Choice, option: Option) -> Handle:
        # Of two verbs for one type of option (those that decline), the question's own speaks.
        return choice.menu.handle(choice, option)

    def scene(self, battle: Battle) -> Scene:
        return painting.paint(battle)

    def overlays(self, battle: Battle, piece: str) -> list[Shape]:
        return painting.overlays(battle, piece)

    def preview(self, battle: Battle, choice: Choice, option: Option) -> Sequence[Shape]:
        return self.verbs.covers(battle, choice, option)

    def measure(self, battle: Battle, start: str, end: str) -> Reading:
        return ruler.measure(battle, start, end)

    def facts(self, battle: Battle) -> Mapping[str, Any]:
        return telling.facts(battle)

    def assume(self, battle: Battle, choice: Choice) -> Option | None:
        return advice.assume(battle, choice)

    def outcome(self, before: Battle, after: Battle) -> str:
        return telling.outcome(before, after)

    def worth(self, battle: Battle, player: str) -> float:
        return worth.worth(battle, player, weights.TUNED[self.name])

    def settled_worth(self, battle: Battle, player: str) -> float:
        return worth.worth(battle, player, weights.TUNED[self.name], worth.SETTLED)

    def plain_worth(self, battle: Battle, player: str) -> float:
        return worth.worth(battle, player, weights.PLAIN[self.name])

    def advise(self, battle: Battle, choice: Choice) -> Sequence[Option]:
        return advice.advise(battle, choice)

    def glimpse(self, battle: Battle, choice: Choice) -> Sequence[Option]:
        return self.advise(battle, choice)  # that is soon seen


_STEPS = {
    "mission": missions_choice.choose_mission,
    "muster": deploy.muster,
    "deploy": deploy.deploy_one,
    "turn": turns.start_turn,
    "activate": activation.next_activation,
    "acting": activation.next_action,
}

SKIRM1 = Skirm(FIRST)
SKIRM2 = Skirm(SECOND)
SKIRM3 = Skirm(THIRD)
