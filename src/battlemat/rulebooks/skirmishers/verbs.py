"""Every verb of Skirmishers and every kind of question: what a player can answer, written down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from battlemat.kernel.memo import Memo
from battlemat.kernel.verbs import Ask, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters import (
    activation,
    fighting,
    melee,
    power,
    special_actions,
)
from battlemat.rulebooks.skirmishers.chapters.acting import Acting
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
from battlemat.rulebooks.skirmishers.screen.handles import called
from battlemat.rulebooks.skirmishers.state.battle import MOVING, Battle

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
    ),
    parts=lambda battle, asked: {"unit": called(battle, asked.unit)},
    left=lambda battle, asked: [say("{left} AP left", left=battle.units[asked.unit].ap_left)],
    own=True,
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
            *(seats.CRAWL_OUT, seats.DISMOUNT, seats.CONTROLS, seats.MOUNT_VERB),
            *(seats.LIFT_VERB, engine.MODE, engine.ENGINE_VERB),
            *(driving.DRIVE_VERB, driving.SLOW_VERB, driving.FORWARD),
            *(driving.CRASH, turning.VEER, turning.STOP),
            *(driving.LAY_DOWN, driving.RIDE_OFF_VERB, attacks.RAM),
            *(attacks.STRIKE, mounted.GUN_VERB, mounted.LAUNCH, mounted.GUN_ARC),
        ),
        ("vehicles",),
    ),
}
"""The optional rules without any of which a verb has nothing to offer."""


_AT_GUNS = (crew.BREAK, crew.TAKEOVER, crew.TURN_VERB)
"""What takes a crew weapon that is set up, anybody's."""

_COMBAT = (
    *(arcs.ARC, melee.MELEE_VERB, throwing.THROW_VERB, throwing.TOSS, shelling.SHELL),
    *(crew.TURN_VERB, mounted.GUN_ARC, activation.END),
)
"""What is still offered after a combat action (`skirmishers.move.first`)."""


_TOGETHER: dict[Any, Callable[[Battle, Acting], Sequence[Any]]] = {
    **dict.fromkeys(
        (
            *(movement.MOVE, movement.STEP, movement.PRONE),
            *(movement.STAND_VERB, movement.LEAVE_VERB),
        ),
        movement.movements,
    ),
    **dict.fromkeys(
        (
            *(special_actions.WEAPON_VERB, special_actions.TAKE),
            *(special_actions.PICK, special_actions.DROP),
        ),
        special_actions.handlings,
    ),
    **dict.fromkeys(
        (arcs.ARC, melee.MELEE_VERB, throwing.THROW_VERB, throwing.TOSS), fighting.fights
    ),
}
"""Verbs that follow each other and are listed faster together, with what lists them."""


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
    switches: frozenset[str], stage: int, *, guns: bool, fire: bool
) -> Ask[Battle, Acting, Any]:
    listed = [
        _TOGETHER.get(verb, verb.offered)
        for verb in ACTION.verbs
        if (verb not in _NEED or switches.intersection(_NEED[verb]))
        and (stage == MOVING or verb in _COMBAT)
        and (guns or verb not in _AT_GUNS)
        and (fire or verb is not movement.HALT)
    ]
    return replace(ACTION, verbs=ACTION.verbs.listed_by(dict.fromkeys(listed)))


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
