"""Every verb of Skirmishers and every kind of question: what a player can answer, written down."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from battlemat.kernel.verbs import Ask, Verbs
from battlemat.rulebooks.skirmishers.chapters import activation, melee, power, special_actions
from battlemat.rulebooks.skirmishers.chapters.acting import Acting
from battlemat.rulebooks.skirmishers.chapters.crewed_weapons import crew
from battlemat.rulebooks.skirmishers.chapters.explosives import shelling, throwing
from battlemat.rulebooks.skirmishers.chapters.firing import arcs, movement_fire, reactions
from battlemat.rulebooks.skirmishers.chapters.moving import flying, jet, movement
from battlemat.rulebooks.skirmishers.chapters.vehicles import (
    attacks,
    driving,
    engine,
    seats,
    turning,
)
from battlemat.rulebooks.skirmishers.state.battle import MOVING, Battle

ACTION: Ask[Battle, Acting] = Ask(
    "action",
    "what the active unit does next",
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
        driving.RIDE_OFF_VERB,
        attacks.RAM,
        attacks.STRIKE,
        movement_fire.SHOOT,
        attacks.GUN_VERB,
        movement_fire.LOB,
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
        attacks.GUN_ARC,
        activation.END,
    ),
)
"""What the active unit may do: movement and special actions, combat actions, the end."""

_NEED: dict[Any, tuple[str, ...]] = {
    **dict.fromkeys((crew.SETUP, crew.BREAK, crew.HELP, crew.AID), ("crewed-weapons",)),
    shelling.SHELL: ("large-targets",),
    flying.FLY: ("jet-packs", "power-armor"),
    special_actions.JET: ("jet-packs",),
    movement_fire.SHOOT: ("movement-fire", "vehicles"),
    movement_fire.LOB: ("movement-fire", "vehicles"),
    **dict.fromkeys(
        (
            *(seats.CRAWL_OUT, seats.DISMOUNT, seats.MOUNT_VERB),
            *(seats.LIFT_VERB, engine.MODE, engine.ENGINE_VERB),
            *(driving.DRIVE_VERB, driving.SLOW_VERB, driving.FORWARD),
            *(driving.CRASH, turning.VEER, turning.STOP),
            *(driving.LAY_DOWN, driving.RIDE_OFF_VERB, attacks.RAM),
            *(attacks.STRIKE, attacks.GUN_VERB, attacks.GUN_ARC),
        ),
        ("vehicles",),
    ),
}
"""The optional rules without any of which a verb has nothing to offer."""


_COMBAT = (
    *(arcs.ARC, melee.MELEE_VERB, throwing.THROW_VERB, throwing.TOSS, shelling.SHELL),
    *(crew.TURN_VERB, attacks.GUN_ARC, activation.END),
)
"""What is still offered after a combat action (`skirmishers.move.first`)."""


@cache
def action_ask(switches: frozenset[str], stage: int) -> Ask[Battle, Acting]:
    """The question for an action as it is asked in battles with these optional rules, in the moving
    or the fighting part of an activation.
    """
    listed = [
        verb
        for verb in ACTION.verbs
        if (verb not in _NEED or switches.intersection(_NEED[verb]))
        and (stage == MOVING or verb in _COMBAT)
    ]
    return replace(ACTION, verbs=ACTION.verbs.listing(listed))


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
