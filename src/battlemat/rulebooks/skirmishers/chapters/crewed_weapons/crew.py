"""Chapter "Crewed Weapons": set up by several, worked by one, left standing for anyone."""

from __future__ import annotations

from typing import NamedTuple

from battlemat.boards.dots import HEADINGS
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import (
    Acting,
    Action,
    afford_refusal,
    alone,
    at_once,
    combat_bar,
    foot_bar,
    switched_off,
)
from battlemat.rulebooks.skirmishers.chapters.crewed_weapons.work import (
    CREW_ARC,
    DOWN,
    TAKE_OVER,
    TURN,
    UP,
    WORK,
    carried,
    gun_of,
    take_over,
    turn_gun,
    work_on,
)
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import arc_bar
from battlemat.rulebooks.skirmishers.screen.cones import arc_shapes
from battlemat.rulebooks.skirmishers.screen.handles import at_target, offer
from battlemat.rulebooks.skirmishers.screen.parts import HEADING, UNIT, of_unit
from battlemat.rulebooks.skirmishers.state.battle import Arc, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import PRIMARY, SUIT
from battlemat.rulebooks.skirmishers.state.ground import MOVE_CAP
from battlemat.rulebooks.skirmishers.state.weapons import UNLIMITED

# ---------------------------------------------------------------------- legality


class SetUp(NamedTuple):
    """A crew weapon set up along a heading."""

    unit: int
    heading: int
    verb: str = "setup"


class Help(NamedTuple):
    """Helping somebody to set his weapon up."""

    unit: int
    target: int
    verb: str = "help"


class BreakDown(NamedTuple):
    unit: int
    verb: str = "break"


class Aid(NamedTuple):
    """Helping somebody to break his weapon down."""

    unit: int
    target: int
    verb: str = "aid"


class TakeOver(NamedTuple):
    unit: int
    verb: str = "takeover"


class Turn(NamedTuple):
    """A weapon that is set up turned to another heading."""

    unit: int
    heading: int
    verb: str = "turn"


def _headings_refusal() -> Refusal:
    return Refusal(say("headings go from 0 to 11"), "skirmishers.arc.headings")


def _crew_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """What bars all crew work, which is special actions of troopers on foot."""
    if not battle.on("crewed-weapons"):
        return switched_off(say("there are no crew served weapons"), "crewed-weapons")
    return foot_bar(battle, asked, unit)


def _work_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    barred = _crew_bar(battle, asked, unit)
    if barred is not None:
        return barred
    if any(payer == unit for payer, *_ in battle.paid):
        return Refusal(
            say("he has already paid for crew work this turn"), "skirmishers.crew.set-up"
        )
    return afford_refusal() if battle.units[unit].ap_left < WORK else None


def _set_up_bar(battle: Battle, asked: Acting, option: SetUp) -> Refusal | None:
    barred = _work_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    if carried(battle, unit) < 0:
        return Refusal(say("he carries no crew served weapon"), "skirmishers.crew.slot")
    if not 0 <= option.heading < HEADINGS:
        return _headings_refusal()
    return arc_bar(battle, unit)


def _break_bar(battle: Battle, asked: Acting, option: BreakDown) -> Refusal | None:
    barred = _work_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    if gun_of(battle, unit) is None:
        return Refusal(say("he controls no weapon that is set up"), "skirmishers.crew.control")
    return _carry_bar(unit)


def _carry_bar(controller: Unit) -> Refusal | None:
    """Why a controller could not carry his weapon once it is broken down."""
    if controller.card.kind == SUIT:
        return Refusal(say("a suit carries no crew served weapon"), "skirmishers.power.slots")
    if controller.carries[PRIMARY] >= 0:
        why = say("the primary slot of {controller} must be free", controller=controller.id)
        return Refusal(why, "skirmishers.crew.break-down")
    return None


def _help_bar(battle: Battle, asked: Acting, option: Help | Aid) -> Refusal | None:
    barred = _work_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    bearer = battle.units[option.target]
    if option.target == option.unit or bearer not in battle.able(asked_side(battle, asked)):
        return Refusal(say("only a friend can be helped"), "skirmishers.crew.set-up")
    work = _work_of(battle, bearer)
    if work != (UP if isinstance(option, Help) else DOWN):
        what = "up" if isinstance(option, Help) else "down"
        return Refusal(
            say(
                "{bearer} has no weapon to {what, select, up {set up} other {break down}} "
                "with helpers",
                bearer=bearer.id,
                what=what,
            ),
            "skirmishers.crew.table",
        )
    barred = _carry_bar(bearer) if work == DOWN else None
    return barred or _vain_bar(battle, battle.units[option.unit], bearer, work)


def _vain_bar(battle: Battle, helper: Unit, bearer: Unit, work: str) -> Refusal | None:
    """Why help could come to nothing, whatever the bearer does.

    Both may pay in any order, but a man who has paid stays where he is. So a bearer who has acted
    must have paid beside him, one who breaks down stands on his weapon's dot, and one who is still
    to act must have the AP to come beside him and pay.
    """
    because = "skirmishers.crew.set-up"
    has_paid = any(payer == bearer.index for payer, *_ in battle.paid)
    if bearer.activated and not has_paid:
        return Refusal(
            say("{bearer} has acted and has not paid his own share", bearer=bearer.id), because
        )
    if not has_paid and (bearer.pinned or bearer.ap_left < WORK):
        return Refusal(
            say("{bearer} cannot pay his own share this turn", bearer=bearer.id), because
        )
    if battle.board.terrain.beside(bearer.place) >> helper.place & 1:
        return None
    if has_paid or work == DOWN:
        return Refusal(say("a helper pays on a dot beside {bearer}", bearer=bearer.id), because)
    far = battle.board.distance(helper.place, bearer.place) - 1
    on_foot = bearer.mount < 0 and not bearer.flies
    if on_foot and far > min(MOVE_CAP, bearer.ap_left - WORK):
        return Refusal(
            say("{bearer} cannot come beside him and pay this turn", bearer=bearer.id), because
        )
    return None


def asked_side(battle: Battle, asked: Acting) -> int:
    return battle.units[asked.unit].side


def _work_of(battle: Battle, bearer: Unit) -> str:
    """What helpers may do for a bearer: set his weapon up, break it down, or nothing."""
    gun = gun_of(battle, bearer)
    index = gun.weapon if gun is not None else carried(battle, bearer)
    if index < 0 or not battle.weapon(index).crew:
        return ""
    return UP if gun is None else DOWN


def _take_over_bar(battle: Battle, asked: Acting, option: TakeOver) -> Refusal | None:
    barred = _crew_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    if gun_of(battle, unit) is not None:
        return Refusal(say("he controls a weapon already"), "skirmishers.crew.control")
    if not any(gun.place == unit.place and gun.controller < 0 for gun in battle.guns):
        return Refusal(say("no abandoned weapon stands on his dot"), "skirmishers.crew.take-over")
    return afford_refusal() if unit.ap_left < TAKE_OVER else None


def _turn_bar(battle: Battle, asked: Acting, option: Turn) -> Refusal | None:
    unit = battle.units[option.unit]
    barred = combat_bar(battle, asked, option.unit) or arc_bar(battle, unit)
    if barred is not None:
        return barred
    gun = gun_of(battle, unit)
    if gun is None or unit.hand != gun.weapon:
        return Refusal(say("he has no weapon in hand that is set up"), "skirmishers.crew.control")
    if not 0 <= option.heading < HEADINGS:
        return _headings_refusal()
    if option.heading == gun.heading:
        return Refusal(say("it points there already"), "skirmishers.crew.arc-move")
    return afford_refusal() if unit.ap_left < TURN else None


# ---------------------------------------------------------------------- listing


def _set_ups(battle: Battle, asked: Acting) -> list[SetUp]:
    if not battle.on("crewed-weapons") or carried(battle, battle.units[asked.unit]) < 0:
        return []
    return [SetUp(asked.unit, heading) for heading in range(HEADINGS)]


def _helps(battle: Battle, asked: Acting) -> list[Help]:
    if not battle.on("crewed-weapons"):
        return []
    return [Help(asked.unit, bearer.index) for bearer in battle.able(asked_side(battle, asked))]


def _aids(battle: Battle, asked: Acting) -> list[Aid]:
    if not battle.on("crewed-weapons"):
        return []
    return [Aid(asked.unit, bearer.index) for bearer in battle.able(asked_side(battle, asked))]


def _turns(battle: Battle, asked: Acting) -> list[Turn]:
    if not battle.guns:
        return []
    return [Turn(asked.unit, heading) for heading in range(HEADINGS)]


# ---------------------------------------------------------------------- the verbs


def _covers(battle: Battle, _choice: Choice, option: SetUp | Turn) -> list[Shape]:
    unit = battle.units[option.unit]
    return arc_shapes(battle, unit, crew_arc(battle, unit, option.heading))


def crew_arc(battle: Battle, unit: Unit, heading: int) -> Arc:
    """The arc of the weapon that a unit controls or carries, along a heading."""
    gun = gun_of(battle, unit)
    weapon = gun.weapon if gun is not None else carried(battle, unit)
    return Arc(weapon, heading, CREW_ARC, UNLIMITED)


GROUP = "Crew weapon"
SETUP = Action(
    SetUp,
    Template(SetUp, "setup {unit} {heading}", unit=UNIT, heading=HEADING),
    says="set up the carried crew weapon, facing a heading",
    because="skirmishers.crew.set-up",
    candidates=_set_ups,
    bar=_set_up_bar,
    price=lambda _b, _a, _o: WORK,
    do=at_once(lambda b, o: work_on(b, b.units[o.unit], b.units[o.unit], UP, o.heading)),
    tells="Set the weapon up, facing {heading}",
    handle=offer(GROUP),
    covers=_covers,
    needs=("crewed-weapons",),
)
BREAK = Action(
    BreakDown,
    of_unit(BreakDown),
    says="break the crew weapon down and carry it",
    because="skirmishers.crew.break-down",
    candidates=alone(BreakDown, when=lambda b, _u: b.guns),
    bar=_break_bar,
    price=lambda _b, _a, _o: WORK,
    do=at_once(lambda b, o: work_on(b, b.units[o.unit], b.units[o.unit], DOWN)),
    tells="Break the weapon down",
    handle=offer(GROUP),
    needs=("crewed-weapons",),
    at_guns=True,
)
HELP = Action(
    Help,
    Template(Help, "help {unit} {target}", unit=UNIT, target=UNIT),
    says="help somebody on an adjacent dot set up his crew weapon",
    because="skirmishers.crew.set-up",
    candidates=_helps,
    bar=_help_bar,
    price=lambda _b, _a, _o: WORK,
    do=at_once(lambda b, o: work_on(b, b.units[o.unit], b.units[o.target], UP)),
    tells="Help {target} set the weapon up",
    handle=offer(GROUP, at_target),
    needs=("crewed-weapons",),
)
AID = Action(
    Aid,
    Template(Aid, "aid {unit} {target}", unit=UNIT, target=UNIT),
    says="help somebody on an adjacent dot break down his crew weapon",
    because="skirmishers.crew.break-down",
    candidates=_aids,
    bar=_help_bar,
    price=lambda _b, _a, _o: WORK,
    do=at_once(lambda b, o: work_on(b, b.units[o.unit], b.units[o.target], DOWN)),
    tells="Help {target} break the weapon down",
    handle=offer(GROUP, at_target),
    needs=("crewed-weapons",),
)
TAKEOVER = Action(
    TakeOver,
    of_unit(TakeOver),
    says="take over a crew weapon that nobody controls",
    because="skirmishers.crew.take-over",
    candidates=alone(TakeOver, when=lambda b, _u: b.guns),
    bar=_take_over_bar,
    price=lambda _b, _a, _o: TAKE_OVER,
    do=at_once(lambda b, o: take_over(b, b.units[o.unit])),
    tells="Take over the weapon",
    handle=offer(GROUP),
    at_guns=True,
)
TURN_VERB = Action(
    Turn,
    Template(Turn, "turn {unit} {heading}", unit=UNIT, heading=HEADING),
    says="turn the crew weapon to another heading",
    because="skirmishers.crew.arc-move",
    candidates=_turns,
    bar=_turn_bar,
    price=lambda _b, _a, _o: TURN,
    do=at_once(lambda b, o: turn_gun(b, b.units[o.unit], o.heading), combat=True),
    tells="Turn the weapon to face {heading}",
    handle=offer(GROUP),
    covers=_covers,
    fights=True,
    at_guns=True,
)
