"""Chapter "Actions": choosing a unit, bringing it onto the table, and its actions in their order.

Recover, Abilities, Move, Attack, Secure: each once, in this order, each but Recover optional
(`openfire.activation.order`, `openfire.activation.optional`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow, Pass, no_question
from battlemat.kernel.scene import Handle
from battlemat.kernel.verbs import Ask, Verb, Verbs, passing
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.arriving.reserve import deploy, may_hold_back
from battlemat.rulebooks.openfire.chapters.arriving.transport import disembark
from battlemat.rulebooks.openfire.chapters.dice import SIDES, command_tests, passes
from battlemat.rulebooks.openfire.chapters.parts import UNIT
from battlemat.rulebooks.openfire.screen.handles import lead, offering, point_at_unit
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import (
    ABOARD,
    GONE,
    NOBODY,
    PLAYERS,
    RESERVE,
    TABLE,
    Battle,
    Unit,
)

# ---------------------------------------------------------------------- who is activated


def can_activate(battle: Battle, unit: Unit) -> bool:
    """On the table, in reserve and allowed in, or aboard a transport that is on the table.

    `openfire.activation.embarked`, `openfire.aircraft.return`.
    """
    if unit.activated:
        return False
    if unit.place == TABLE:
        return True
    if unit.place == RESERVE:
        return not unit.left_in or unit.left_in < battle.round
    return unit.place == ABOARD and battle.units[unit.transport[0]].place == TABLE


def may_activate(battle: Battle, side: int) -> list[Unit]:
    """The units that a side may activate now."""
    return [u for u in battle.units if u.side == side and can_activate(battle, u)]


class Activate(NamedTuple):
    """The unit whose turn it is."""

    unit: int
    verb: str = "activate"


def _activations(battle: Battle, asked: int) -> list[Activate]:
    return [Activate(unit.index) for unit in may_activate(battle, asked)]


def _activate_bar(battle: Battle, asked: int, option: Activate) -> Refusal | None:
    unit = battle.units[option.unit]
    if unit.place == GONE:
        return Refusal(say("{unit} has been destroyed", unit=unit.id), "openfire.unit.destroyed")
    if unit.activated:
        return Refusal(
            say("{unit} has been activated this round", unit=unit.id), "openfire.round.alternate"
        )
    if unit.side != asked:
        return Refusal(say("{unit} is not yours", unit=unit.id), "openfire.round.alternate")
    if not can_activate(battle, unit):
        clause = "openfire.aircraft.return" if unit.left_in else "openfire.activation.embarked"
        return Refusal(say("{unit} cannot be activated where it is", unit=unit.id), clause)
    return None


def _activate(battle: Battle, option: Activate) -> Flow[None]:
    yield from begin(battle, battle.units[option.unit])


def _fill(battle: Battle, _choice: Choice, option: Activate, made: Handle) -> None:
    unit = battle.units[option.unit]
    point_at_unit(unit, made)
    made.piece = lead(unit)  # also of a unit in reserve: its card is what a hand takes


def _hold_bar(battle: Battle, asked: int, _option: Pass) -> Refusal | None:
    """Only who has nothing left but units that may stay in reserve may pass."""
    units = may_activate(battle, asked)
    if all(unit.place == RESERVE and may_hold_back(battle, unit) for unit in units):
        return None
    return Refusal(say("a unit that can be activated must be activated"), "openfire.round.no-pass")


def _hold(battle: Battle, _option: Pass) -> Flow[None]:
    side = battle.to_move
    battle.passed[side] = True
    battle.to_move = 1 - side
    battle.tell(events.Holds, "openfire.round.reserve-pass", player=PLAYERS[side])
    return no_question()


_ACTIVATE = Template(Activate, "activate {unit}", unit=UNIT)
ACTIVATE: Verb[Battle, int, Activate] = Verb(
    Activate,
    _ACTIVATE,
    says="activate a unit",
    because="openfire.round.alternate",
    candidates=_activations,
    bar=_activate_bar,
    do=_activate,
    handle=offering(lambda: say("Activate"), _ACTIVATE, _fill),
    tells="Activate {unit}",
)
_PASSING = passing("openfire.round.reserve-pass")
HOLD_BACK: Verb[Battle, int, Pass] = replace(
    _PASSING,
    says="hold the last units back in reserve",
    bar=_hold_bar,
    do=_hold,
    handle=offering(lambda: say("Pass"), _PASSING.form),
    tells="Hold the rest back in reserve",
)


def _ready(battle: Battle, side: int) -> Mapping[str, object]:
    return {"ready": len(_activations(battle, side))}


ACTIVATION: Ask[Battle, int, Activate | Pass] = Ask(
    "activate",
    says="Which of your units acts now? {ready, plural, one {# is ready} other {# are ready}}.",
    because="openfire.round.alternate",
    verbs=Verbs(ACTIVATE, HOLD_BACK),
    parts=_ready,
    own=True,
)
"""Asked of a side, which is 0 or 1."""


def next_activation(battle: Battle) -> Flow[None]:
    """Let the side to move activate a unit (`openfire.round.alternate`)."""
    side = battle.to_move
    units = [] if battle.passed[side] else may_activate(battle, side)
    if not units:
        other = 1 - side
        if battle.passed[other] or not may_activate(battle, other):
            battle.phase = "end"
        else:
            battle.to_move = other  # openfire.round.unequal
        return
    option = yield from ACTIVATION(PLAYERS[side], battle, side)
    yield from ACTIVATION.verbs.do(battle, option)


# ---------------------------------------------------------------------- onto the table


def begin(battle: Battle, unit: Unit) -> Flow[None]:
    """Start an activation: come onto the table if need be, then recover."""
    battle.active = unit.index
    battle.moved = battle.advanced = battle.deployed = battle.disembarked = False
    battle.tell(
        events.Activate,
        "openfire.round.alternate",
        player=PLAYERS[unit.side],
        unit=unit.id,
        name=unit.card.name,
    )
    battle.phase = "ability"
    if unit.place == RESERVE:
        yield from deploy(battle, unit)
        if unit.place != TABLE:
            battle.phase = "finish"
            return
    elif unit.place == ABOARD:
        yield from disembark(battle, unit)
        if unit.place == ABOARD:
            battle.phase = "finish"
    yield from recover(battle, unit)


# ---------------------------------------------------------------------- recover


def recover(battle: Battle, unit: Unit) -> Flow[None]:
    """One command test for each stress token; a natural 12 removes them all.

    `openfire.activation.recover`, `openfire.activation.recover-critical`.
    """
    if not unit.stress:
        return
    faces = yield from command_tests(battle, unit, unit.stress, "openfire.activation.recover")
    if SIDES in faces:
        unit.stress = 0
    else:
        unit.stress -= passes(battle, unit, faces)
    battle.tell(events.Recover, "openfire.activation.recover", unit=unit.id, stress=unit.stress)


def finish(battle: Battle) -> None:
    """Mark the unit as activated; the other side goes on (`openfire.activation.marker`)."""
    unit = battle.units[battle.active]
    unit.activated = True
    battle.drop_effects("activation", unit.index)
    battle.active = NOBODY
    battle.moved = battle.advanced = battle.deployed = battle.disembarked = False
    battle.to_move = 1 - unit.side
    battle.phase = "activate"
    battle.tell(events.Activated, "openfire.activation.marker", unit=unit.id)
