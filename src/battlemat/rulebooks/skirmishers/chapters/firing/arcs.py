"""Chapter "Firing Arcs": setting them and lifting them.

An arc belongs to a unit, opens from its dot, and goes when the unit goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlemat.boards.dots import HEADINGS
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Found, Template
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import (
    Acting,
    Action,
    afford_refusal,
    at_once,
    combat_bar,
)
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import swims
from battlemat.rulebooks.skirmishers.chapters.gear import ready_weapons
from battlemat.rulebooks.skirmishers.chapters.moving.steps import pay
from battlemat.rulebooks.skirmishers.screen.cones import arc_shapes
from battlemat.rulebooks.skirmishers.screen.handles import offer
from battlemat.rulebooks.skirmishers.screen.parts import (
    DEGREES,
    HEADING,
    NAMED_WEAPON,
    UNIT,
    with_default,
)
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import NOTHING, Arc, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import SECONDARY, SUIT, VEHICLE
from battlemat.rulebooks.skirmishers.state.weapons import (
    CREW,
    GUN,
    THROW,
    UNLIMITED,
    Weapon,
    shots_in_words,
)
from battlemat.rulebooks.skirmishers.state.words import heading_words

ARC_PRICES = {30: 2, 60: 4, 150: 6}
ARC_SHOTS = {30: 1, 60: 2, 150: 4}


def _exploded_refusal() -> Refusal:
    return Refusal(
        say("arcs and explosives exclude each other in a turn"),
        "skirmishers.arc.not-after-explosive",
    )


def swims_refusal() -> Refusal:
    return Refusal(
        say("a swimmer fires nothing and throws nothing"), "skirmishers.terrain.swim-no-fire"
    )


class SetArc(NamedTuple):
    """An arc so wide, along a heading, with a weapon."""

    unit: int
    degrees: int
    heading: int
    weapon: int
    verb: str = "arc"


def may_aim(battle: Battle, unit: Unit) -> bool:
    """Whether a unit may set or turn an arc at all this turn."""
    return arc_bar(battle, unit) is None


def arc_bar(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may set no arc; suits may also use explosives."""
    if unit.exploded and unit.card.kind != SUIT:
        return _exploded_refusal()
    return swims_refusal() if swims(battle, unit) else None


def arc_weapons(battle: Battle, unit: Unit) -> list[int]:
    """Weapons in hand that can have an arc and have none."""
    if unit.under:
        return []
    taken = {arc.weapon for arc in unit.arcs} if unit.arcs else set()
    if unit.mount >= 0 and not unit.passenger:
        taken |= {i for i in unit.carries if i >= 0 and not in_saddle(battle, unit, i)}
    return [
        index
        for index in ready_weapons(battle, unit)
        if battle.weapon(index).kind == GUN and index not in taken
    ]


def in_saddle(battle: Battle, unit: Unit, index: int) -> bool:
    """Whether a rider may use a weapon: what he carries as secondary, SMGs, and what is thrown."""
    weapon = battle.weapon(index)
    secondary = weapon.slot == "secondary" or index == unit.carries[SECONDARY]
    return secondary or "smg" in weapon.id or weapon.kind == THROW


def shots_of(weapon: Weapon, degrees: int) -> int:
    """Base number of shots times the weapon's multiplier."""
    return UNLIMITED if weapon.shots == UNLIMITED else ARC_SHOTS[degrees] * weapon.shots


def set_arc(battle: Battle, option: SetArc) -> None:
    """Pay for an arc; it stays through the enemy's turn."""
    unit, weapon = battle.units[option.unit], battle.weapon(option.weapon)
    pay(unit, ARC_PRICES[option.degrees])
    shots = shots_of(weapon, option.degrees)
    unit.arcs = (*unit.arcs, Arc(option.weapon, option.heading, option.degrees, shots))
    unit.aimed = True
    battle.tell(
        events.Arc,
        ("skirmishers.arc.table", "skirmishers.arc.shots", "skirmishers.arc.lasts"),
        unit=unit.id,
        degrees=option.degrees,
        heading=option.heading,
        weapon=weapon.name,
        shots=shots,
    )


def lift_arcs(battle: Battle, side: int) -> None:
    """At the start of a side's turn; crew weapons keep theirs."""
    for unit in battle.units:
        if unit.side == side and unit.arcs:
            unit.arcs = tuple(arc for arc in unit.arcs if _stays(battle, unit, arc))


def _stays(battle: Battle, unit: Unit, arc: Arc) -> bool:
    return battle.weapon(arc.weapon).kind == CREW and unit.card.kind != VEHICLE


# ---------------------------------------------------------------------- the verb


def _arcs(battle: Battle, asked: Acting) -> Sequence[SetArc]:
    """Twelve headings of every size, with every weapon that could have an arc."""
    man = battle.units[asked.unit]
    return [one for weapon in arc_weapons(battle, man) for one in arcs_with(man.index, weapon, 99)]


@Memo("the parts of the options; the same are listed again and again", bound=4096)
def arcs_with(unit: int, weapon: int, ap: int) -> tuple[SetArc, ...]:
    """Twelve headings of every size that so many AP pay for."""
    return tuple(
        SetArc(unit, degrees, heading, weapon)
        for degrees, price in ARC_PRICES.items()
        if price <= ap
        for heading in range(HEADINGS)
    )


def _set_bar(battle: Battle, asked: Acting, option: SetArc) -> Refusal | None:
    man = battle.units[option.unit]
    barred = combat_bar(battle, asked, option.unit)
    barred = barred or arc_bar(battle, man) or _weapon_bar(battle, man, option.weapon)
    if barred is not None:
        return barred
    if option.degrees not in ARC_PRICES:
        return Refusal(say("an arc is 30, 60 or 150 degrees wide"), "skirmishers.arc.table")
    if not 0 <= option.heading < HEADINGS:
        return Refusal(say("headings go from 0 to 11"), "skirmishers.arc.headings")
    return afford_refusal() if ARC_PRICES[option.degrees] > man.ap_left else None


def _weapon_bar(battle: Battle, man: Unit, weapon: int) -> Refusal | None:
    fit = arc_weapons(battle, man)
    if weapon in fit:
        return None
    if weapon == NOTHING and len(fit) > 1:
        names = ", ".join(battle.weapon(index).id for index in fit)
        return Refusal(say("name the weapon: {names}", names=names), "skirmishers.power.arcs")
    ready = ready_weapons(battle, man)
    if weapon == NOTHING and ready:
        weapon = next((index for index in ready if battle.weapon(index).has_arc), ready[0])
    barred = _crew_weapon_bar(battle, man, weapon) or _taken_bar(man, weapon)
    if barred is not None:
        return barred
    if man.mount >= 0 and not man.passenger and weapon in ready and battle.weapon(weapon).has_arc:
        return Refusal(
            say("a rider may use only secondary weapons and SMGs"),
            "skirmishers.vehicle.mfire-weapons",
        )
    return _shot_off_refusal() if is_shot_off(man, weapon) else _no_gun_refusal()


def _shot_off_refusal() -> Refusal:
    return Refusal(
        say("that weapon of the suit is out for the rest of the game"),
        "skirmishers.power.significant",
    )


def _no_gun_refusal() -> Refusal:
    return Refusal(
        say("there is no ranged weapon in hand that could have an arc"), "skirmishers.arc.weapon"
    )


def is_shot_off(man: Unit, weapon: int) -> bool:
    """Whether a weapon of a suit has been disabled."""
    return weapon in man.carries and bool(man.disabled >> man.carries.index(weapon) & 1)


def _crew_weapon_bar(battle: Battle, man: Unit, weapon: int) -> Refusal | None:
    """Why a crew served weapon gets no arc by aiming it: it is set up, and turned."""
    if weapon < 0 or battle.weapon(weapon).kind != CREW or weapon != man.hand:
        return None
    if weapon in man.carries:
        return Refusal(say("it fires only once it is set up"), "skirmishers.crew.must-be-set-up")
    return Refusal(
        say("its one arc of 60 degrees is turned, with 'turn'"), "skirmishers.crew.arc-sixty"
    )


def _taken_bar(man: Unit, weapon: int) -> Refusal | None:
    """Why no second arc is set."""
    if man.card.kind == SUIT:
        if not any(arc.weapon == weapon for arc in man.arcs):
            return None
        return Refusal(say("each weapon of a suit has one arc"), "skirmishers.power.arcs")
    return Refusal(say("a trooper has one arc"), "skirmishers.arc.one") if man.arcs else None


def _only_weapon(battle: Battle, found: Found) -> int:
    """The weapon that goes without saying: the only one that could have an arc."""
    fit = arc_weapons(battle, battle.units[found["unit"]])
    return fit[0] if len(fit) == 1 else NOTHING


def _arc_words(battle: Battle, _asked: Acting, option: SetArc) -> str:
    weapon = battle.weapon(option.weapon)
    return say(
        "Cover {degrees} degrees to the {heading} with {weapon}: {shots}",
        degrees=option.degrees,
        heading=heading_words(option.heading),
        weapon=weapon.name,
        shots=shots_in_words(shots_of(weapon, option.degrees)),
    )


def _aim(_battle: Battle, option: SetArc, made: Handle) -> None:
    """The width and the heading, which is counted in twelfths of a turn."""
    made.arc = (option.degrees, 30 * option.heading)


def _covers(battle: Battle, _choice: Choice, option: SetArc) -> list[Shape]:
    shots = shots_of(battle.weapon(option.weapon), option.degrees)
    arc = Arc(option.weapon, option.heading, option.degrees, shots)
    return arc_shapes(battle, battle.units[option.unit], arc)


ARC = Action(
    SetArc,
    Template(
        SetArc,
        "arc {unit} {degrees} {heading}[ {weapon}]",
        unit=UNIT,
        degrees=DEGREES,
        heading=HEADING,
        weapon=with_default(NAMED_WEAPON, _only_weapon),
    ),
    says="set a firing arc that waits for the enemy's turn",
    because="skirmishers.arc.table",
    candidates=_arcs,
    bar=_set_bar,
    price=lambda _b, _a, option: ARC_PRICES.get(option.degrees),
    do=at_once(set_arc, combat=True),
    tells=_arc_words,
    handle=offer("Firing arc", _aim, harms=True),
    covers=_covers,
    fights=True,
)
