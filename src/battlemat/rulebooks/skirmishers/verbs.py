"""Every verb of Skirmishers and every kind of question: what a player can answer, written down."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from battlemat.kernel.memo import Memo
from battlemat.kernel.verbs import Ask, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters import (
    activation,
    melee,
    power,
    special_actions,
)
from battlemat.rulebooks.skirmishers.chapters.acting import Acting, Action
from battlemat.rulebooks.skirmishers.chapters.crewed_weapons import crew
from battlemat.rulebooks.skirmishers.chapters.explosives import shelling, throwing
from battlemat.rulebooks.skirmishers.chapters.firing import arcs, movement_fire, reactions
from battlemat.rulebooks.skirmishers.chapters.moving import flying, jet, movement
from battlemat.rulebooks.skirmishers.chapters.together import together_ask
from battlemat.rulebooks.skirmishers.chapters.vehicles import (
    attacks,
    driving,
    engine,
    mounted,
    seats,
    turning,
)
from battlemat.rulebooks.skirmishers.quick import QUICK
from battlemat.rulebooks.skirmishers.screen.handles import called
from battlemat.rulebooks.skirmishers.state.battle import MOVING, Battle
from battlemat.rulebooks.skirmishers.state.switches import Switch

ACTION: Ask[Battle, Acting, Any] = Ask(
    "action",
    "What does {unit} do now?",
    "skirmishers.move.first",
    Verbs(
        movement.MOVE,
        movement.PATH,
        movement.STEP,
        movement.PRONE,
        movement.STAND_VERB,
        movement.LEAVE_VERB,
        seats.CRAWL_OUT,
        engine.MODE,
        engine.ENGINE_VERB,
        driving.DRIVE_VERB,
        driving.SLOW_VERB,
        driving.FORWARD,
        driving.CRASH,
        turning.VEER,
        turning.STOP,
        driving.LAY_DOWN,
        seats.DISMOUNT,
        seats.CONTROLS,
        driving.RIDE_OFF_VERB,
        attacks.RAM,
        attacks.STRIKE,
        movement_fire.SHOOT,
        mounted.GUN_VERB,
        movement_fire.LOB,
        mounted.LAUNCH,
        flying.FLY,
        flying.FLIGHT,
        special_actions.WEAPON_VERB,
        special_actions.TAKE,
        special_actions.PICK,
        special_actions.DROP,
        special_actions.JET,
        crew.SETUP,
        crew.BREAK,
        crew.HELP,
        crew.AID,
        crew.TAKEOVER,
        seats.MOUNT_VERB,
        seats.LIFT_VERB,
        movement.HALT,
        arcs.ARC,
        melee.MELEE_VERB,
        throwing.THROW_VERB,
        throwing.TOSS,
        shelling.SHELL,
        crew.TURN_VERB,
        mounted.GUN_ARC,
        activation.END,
        quick=QUICK,
    ),
    parts=lambda battle, asked: {"unit": called(battle, asked.unit)},
    left=lambda battle, asked: [say("{left} AP left", left=battle.units[asked.unit].ap_left)],
    own=True,
)
"""What the active unit may do: movement and special actions, combat actions, the end."""


def action_ask(battle: Battle) -> Ask[Battle, Acting, Any]:
    """The question for an action, of the active unit or of those who act together."""
    return _TOGETHER_ACTION if battle.together else _alone_ask(battle)


def _alone_ask(battle: Battle) -> Ask[Battle, Acting, Any]:
    """The question for one unit, which lists only verbs that may have something to offer now."""
    return _action_ask(
        battle.field.switches, battle.stage, guns=bool(battle.guns), fire=bool(battle.fire)
    )


@Memo("the optional rules that are on, and what is on the table at all", bound=1024)
def _action_ask(
    switches: frozenset[Switch], stage: int, *, guns: bool, fire: bool
) -> Ask[Battle, Acting, Any]:
    listed = [
        verb
        for verb in ACTION.verbs
        if isinstance(verb, Action)
        and (not verb.needs or switches.intersection(verb.needs))
        and (stage == MOVING or verb.fights)
        and (guns or not verb.at_guns)
        and (fire or not verb.in_fire)
    ]
    return replace(ACTION, verbs=ACTION.verbs.listing(listed))


_TOGETHER_ACTION = together_ask(ACTION, _alone_ask)

ASKS = (
    activation.ACTIVATION,
    ACTION,
    reactions.REACTION,
    movement_fire.DROP,
    jet.GRENADE,
    power.DISABLING,
)
"""All kinds of question."""

VERBS: Verbs[Battle] = Verbs(
    *dict.fromkeys(verb for ask in ASKS for verb in ask.verbs if verb.word != "pass"),
    reactions.HOLD,
)
"""All verbs; the one that declines is the same in every window."""
