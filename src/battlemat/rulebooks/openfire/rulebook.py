"""Open Fire as a rulebook: what the kernel and the screens ask of it.

`phase` in the battle says what comes next: mission, leaders, terrain, entry, round, activate,
ability, move, attack, secure, finish, end, over (`openfire.setup.stages`,
`openfire.round.steps`). Of ability, attack and secure it is found out once whether there is
anything to do; then the phase is using, aiming or securing, and a fork need not find it out again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from battlemat.kernel.clauses import Register
from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Choice, Flow, Option
from battlemat.kernel.readings import TwoReadings
from battlemat.kernel.rulebook import Result, Setup
from battlemat.kernel.scene import Handle, Reading, Scene, Shape
from battlemat.kernel.verbs import Ask, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.advice import advise as advice
from battlemat.rulebooks.openfire.advice import weights
from battlemat.rulebooks.openfire.chapters import (
    abilities,
    activation,
    dice,
    rounds,
    secure,
    skipping,
    stage,
)
from battlemat.rulebooks.openfire.chapters.arriving import reserve, transport, wreck
from battlemat.rulebooks.openfire.chapters.attacks import attack, damage
from battlemat.rulebooks.openfire.chapters.moving import assault, move, placing
from battlemat.rulebooks.openfire.chapters.setting_up import edits, leaders, markers
from battlemat.rulebooks.openfire.screen import facts as telling
from battlemat.rulebooks.openfire.screen import overlays, ruler
from battlemat.rulebooks.openfire.screen import scene as painting
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle
from battlemat.rulebooks.openfire.state.events import EVENTS
from battlemat.rulebooks.openfire.state.readings import READINGS
from battlemat.rulebooks.openfire.state.start import start

VERBS: Verbs[Battle] = Verbs(
    stage.MISSION_VERB,
    edits.ACCEPT,
    edits.SHIFT,
    edits.TURN,
    edits.REMOVE,
    edits.ADD,
    markers.PUT,
    markers.AGREE,
    markers.NEAREST,
    stage.ENTRY,
    activation.ACTIVATE,
    activation.HOLD_BACK,
    reserve.DEPLOY,
    reserve.AMBUSH,
    reserve.NO_ROOM,
    transport.DISEMBARK,
    transport.ABOARD,
    wreck.OUT,
    wreck.EMERGE,
    wreck.CRUSHED,
    placing.FOLLOWERS,
    placing.BACK,
    abilities.ABILITY_VERB,
    move.MOVE,
    move.ADVANCE,
    move.STALL,
    attack.ATTACK,
    attack.FREE,
    secure.SECURE,
    skipping.SKIP,
    dice.REROLL,
    damage.LOSE,
    damage.DEFEND,
    damage.LEADER,
)
"""All that can be answered. To decline stands for the pass of every kind of question."""

ASKS: tuple[Ask[Battle, Any, Any], ...] = (
    stage.MISSION_CHOICE,
    leaders.CHOOSING,
    edits.TERRAIN,
    markers.IN_THE_WAY,
    markers.AGREEMENT,
    stage.BOARD,
    stage.ENTRY_POINTS,
    activation.ACTIVATION,
    reserve.DEPLOYING,
    transport.DISEMBARKING,
    placing.FORMATION,
    abilities.USING,
    move.MOVING,
    attack.ATTACKING,
    secure.SECURING,
    assault.FREE_ATTACK,
    dice.RE_ROLL,
    damage.CASUALTY,
    damage.DEFENDER,
    damage.NEW_LEADER,
    wreck.PASSENGERS,
    wreck.WRECK,
)
"""All kinds of question."""


class OpenFire:
    """The core rules; a setup brings the module."""

    name = "openfire"
    title = "Open Fire"
    version = 3
    temper = advice.TEMPER
    readings: tuple[TwoReadings, ...] = READINGS
    players = PLAYERS
    events = EVENTS
    verbs = VERBS
    asks = ASKS

    @cached_property
    def register(self) -> Register:
        return Register.shipped(__package__, "register.json")

    def start(self, setup: Setup) -> Battle:
        return start(setup)

    def step(self, battle: Battle) -> Flow[None] | None:
        while True:
            phase = battle.phase
            if phase == "over":
                return None
            if phase == "end":
                rounds.end_round(battle)
            elif phase == "finish":
                activation.finish(battle)
            elif phase in _ACTIONS:
                possible, asked, after = _ACTIONS[phase]
                battle.phase = asked if possible(battle) else after
            else:
                return _STEPS[phase](battle)

    def result(self, battle: Battle) -> Result | None:
        return rounds.result(battle) if battle.phase == "over" else None

    def write(self, battle: Battle, option: Option) -> str:
        return VERBS.write(battle, option)

    def misplaced(self, battle: Battle, choice: Choice, text: str) -> Refusal | None:
        if isinstance(VERBS.read(battle, text), Refusal):
            return None
        for kinds, why, clause in _ORDERS:
            if choice.kind in kinds:
                word = text.split()[0]
                return Refusal(
                    say("''{word}'' comes at another time: {why}", word=word, why=why()), clause
                )
        return None

    def handle(self, _battle: Battle, choice: Choice, option: Option) -> Handle:
        return choice.menu.handle(choice, option)

    def scene(self, battle: Battle) -> Scene:
        return painting.paint(battle)

    def overlays(self, battle: Battle, piece: str) -> Sequence[Shape]:
        return overlays.overlays(battle, piece)

    def preview(self, battle: Battle, choice: Choice, option: Option) -> Sequence[Shape]:
        return VERBS.covers(battle, choice, option)

    def measure(self, battle: Battle, start: str, end: str) -> Reading:
        return ruler.measure(battle, start, end)

    def facts(self, battle: Battle) -> Mapping[str, Any]:
        return telling.facts(battle)

    def assume(self, _battle: Battle, choice: Choice) -> Option | None:
        return advice.assume(choice)

    def outcome(self, before: Battle, after: Battle) -> str:
        return telling.outcome(before, after)

    def worth(self, battle: Battle, player: str) -> float:
        return advice.worth(battle, player, weights.TUNED)

    def settled_worth(self, battle: Battle, player: str) -> float:
        return advice.settled_worth(battle, player, weights.TUNED)

    def plain_worth(self, battle: Battle, player: str) -> float:
        return advice.worth(battle, player, weights.PLAIN)

    def advise(self, battle: Battle, choice: Choice) -> Sequence[Option]:
        return advice.advise(battle, choice)

    def glimpse(self, battle: Battle, choice: Choice) -> Sequence[Option]:
        return advice.glimpse(battle, choice)


_ORDERS: tuple[tuple[frozenset[str], Callable[[], str], str], ...] = (
    (
        frozenset({"ability", "move", "attack", "secure"}),
        lambda: say("a unit recovers, uses an ability, moves, attacks and secures, in this order"),
        "openfire.activation.order",
    ),
    (
        frozenset({"mission", "leading", "terrain", "marker", "agreement", "board", "entry"}),
        lambda: say("the table is set up first"),
        "openfire.setup.stages",
    ),
)
"""Kinds of question in which an answer to another kind comes at the wrong time, and the clause."""


def _can_use(battle: Battle) -> bool:
    unit = battle.units[battle.active]
    return bool(unit.card.abilities) and bool(abilities.usable(battle, unit))


def _can_attack(battle: Battle) -> bool:
    return attack.could_attack(battle, battle.units[battle.active])


def _can_secure(battle: Battle) -> bool:
    return bool(secure.securable(battle, battle.units[battle.active]))


_ACTIONS: Mapping[str, tuple[Callable[[Battle], bool], str, str]] = {
    "ability": (_can_use, "using", "move"),
    "attack": (_can_attack, "aiming", "secure"),
    "secure": (_can_secure, "securing", "finish"),
}
"""Actions that nobody is asked about if there is nothing to do, and what comes then."""

_STEPS = {
    "mission": stage.choose_mission,
    "leaders": leaders.choose_leaders,
    "terrain": stage.confirm_terrain,
    "entry": stage.place_entries,
    "round": rounds.start_round,
    "activate": activation.next_activation,
    "using": abilities.ability_action,
    "move": move.move_action,
    "aiming": attack.attack_action,
    "securing": secure.secure_action,
}

OPENFIRE = OpenFire()
