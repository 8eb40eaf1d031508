"""Open Fire as a rulebook: what the kernel and the screens ask of it.

`phase` in the battle says what comes next: mission, terrain, entry, round, activate, ability, move,
attack, secure, finish, end, over (`openfire.setup.stages`, `openfire.round.steps`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import Any

from battlemat.kernel.clauses import Register
from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Choice, Flow, Option
from battlemat.kernel.rulebook import Result, Setup
from battlemat.kernel.scene import Handle, Scene, Shape
from battlemat.rulebooks.openfire import (
    abilities,
    activation,
    advice,
    handles,
    movement,
    notation,
    overlays,
    rounds,
    stage,
)
from battlemat.rulebooks.openfire import facts as telling
from battlemat.rulebooks.openfire import scene as painting
from battlemat.rulebooks.openfire import setup as setting
from battlemat.rulebooks.openfire.battle import PLAYERS, Battle
from battlemat.rulebooks.openfire.words import WORDS


class OpenFire:
    """The core rules; a setup brings the module."""

    name = "openfire"
    title = "Open Fire"
    version = 1
    players = PLAYERS
    words: Mapping[str, str] = WORDS

    @cached_property
    def register(self) -> Register:
        return Register.load(files(__package__) / "register.json")

    def start(self, setup: Setup) -> Battle:
        return setting.start(setup)

    def step(self, battle: Battle) -> Flow[None] | None:
        while True:
            phase = battle.phase
            if phase == "over":
                return None
            if phase == "end":
                rounds.end_round(battle)
            elif phase == "finish":
                activation.finish(battle)
            elif phase in _IDLE and _IDLE[phase](battle):
                battle.phase = _AFTER[phase]
            else:
                return _STEPS[phase](battle)

    def result(self, battle: Battle) -> Result | None:
        return rounds.result(battle) if battle.phase == "over" else None

    def write(self, battle: Battle, option: Option) -> str:
        return notation.write(battle, option)

    def refusal(self, battle: Battle, choice: Choice, text: str) -> Refusal:
        return notation.refusal(battle, choice, text)

    def handle(self, battle: Battle, choice: Choice, option: Option) -> Handle:
        return handles.handle(battle, choice, option)

    def scene(self, battle: Battle) -> Scene:
        return painting.paint(battle)

    def overlays(self, battle: Battle, piece: str) -> Sequence[Shape]:
        return overlays.overlays(battle, piece)

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


def _no_ability(battle: Battle) -> bool:
    unit = battle.units[battle.active]
    return not unit.card.abilities or not abilities.usable(battle, unit)


def _no_attack(battle: Battle) -> bool:
    """Nobody is in sight and range: if one model alone cannot attack, none can."""
    unit = battle.units[battle.active]
    return not activation.could_attack(battle, unit)


def _no_secure(battle: Battle) -> bool:
    return not activation.securable(battle, battle.units[battle.active])


_IDLE = {"ability": _no_ability, "attack": _no_attack, "secure": _no_secure}
"""Actions that nobody need be asked about, because there is nothing to do."""

_AFTER = {"ability": "move", "attack": "secure", "secure": "finish"}

_STEPS = {
    "mission": stage.choose_mission,
    "terrain": stage.confirm_terrain,
    "entry": stage.place_entries,
    "round": rounds.start_round,
    "activate": activation.next_activation,
    "ability": abilities.ability_action,
    "move": movement.move_action,
    "attack": activation.attack_action,
    "secure": activation.secure_action,
}

OPENFIRE = OpenFire()
