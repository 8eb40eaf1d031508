"""Chapter "Movement Fire": attacks from dots entered in this activation, and from the saddle.

The enemy's fire on a dot comes before the mover's own, so these are actions between two steps.
"""

from __future__ import annotations

from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Found, Template
from battlemat.kernel.questions import PASS, Choice, Flow, Pass
from battlemat.kernel.scene import Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import (
    Acting,
    Action,
    afford_refusal,
    at_once,
    foot_bar,
    switched_off,
)
from battlemat.rulebooks.skirmishers.chapters.explosives.preparing import (
    aim_bar,
    burst_aim,
    hand_bar,
    usable,
    use_bar,
)
from battlemat.rulebooks.skirmishers.chapters.explosives.throwing import (
    VEHICLE_PART,
    named_bar,
    named_targets,
    numbers_of,
    throw,
    throw_aim,
    throw_places,
    throw_price,
    throw_words,
)
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import Aim, lies, swims
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import in_saddle, swims_refusal
from battlemat.rulebooks.skirmishers.chapters.firing.consequences import fall
from battlemat.rulebooks.skirmishers.chapters.firing.shots import is_decided, shoot
from battlemat.rulebooks.skirmishers.chapters.gear import ready_weapons
from battlemat.rulebooks.skirmishers.chapters.moving.steps import pay
from battlemat.rulebooks.skirmishers.chapters.reasons import why_blind
from battlemat.rulebooks.skirmishers.chapters.vehicles.machine import settle_vehicles
from battlemat.rulebooks.skirmishers.chapters.vehicles.saddle import (
    SHOT_PRICE,
    fire_riding,
    has_fired,
    note_shot,
    own_bit,
    ride_aim,
    ride_bar,
    saddle_weapons,
    shot_bar,
    spare_ap,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.targets import moving_aim
from battlemat.rulebooks.skirmishers.screen.aims import aim_shapes
from battlemat.rulebooks.skirmishers.screen.burst_shapes import burst_shapes
from battlemat.rulebooks.skirmishers.screen.handles import (
    at_place,
    at_target,
    called,
    decline,
    offer,
)
from battlemat.rulebooks.skirmishers.screen.parts import (
    NAMED_WEAPON,
    PLACE,
    UNIT,
    WEAPON,
    of_unit,
    with_default,
)
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    MOVING,
    NOTHING,
    PLAYERS,
    UNCONSCIOUS,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.weapons import GUN


class Shoot(NamedTuple):
    """A shot at an enemy in the middle of a movement."""

    unit: int
    target: int
    weapon: int
    verb: str = "shoot"


class Lob(NamedTuple):
    """An explosive in the middle of a movement."""

    unit: int
    place: int
    weapon: int
    vehicle: int = NOTHING
    verb: str = "lob"


class Duck(NamedTuple):
    """Dropping prone after having been fired at."""

    unit: int
    verb: str = "duck"


_HERE = "skirmishers.mfire.allowed"


def one_explosive_refusal() -> Refusal:
    return Refusal(
        say("only one explosive is allowed in one movement"), "skirmishers.mfire.explosive"
    )


# ---------------------------------------------------------------------- on foot


def _entered_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """Why a unit on foot makes no attack on the move from where it is."""
    barred = foot_bar(battle, asked, unit)
    if barred is not None:
        return barred
    if not battle.on("movement-fire"):
        return switched_off(say("nobody attacks on the move"), "movement-fire")
    if not battle.entered:
        return Refusal(say("he must have entered this dot in this activation"), _HERE)
    return swims_refusal() if swims(battle, battle.units[unit]) else None


def guns_in_hand(battle: Battle, unit: Unit) -> list[int]:
    """Ranged weapons that a unit can use without changing."""
    return [i for i in ready_weapons(battle, unit) if battle.weapon(i).kind == GUN]


def _walking_shot_bar(battle: Battle, asked: Acting, unit: int, weapon: int) -> Refusal | None:
    barred = _entered_bar(battle, asked, unit)
    if barred is not None:
        return barred
    man = battle.units[unit]
    if weapon not in guns_in_hand(battle, man):
        return Refusal(say("that is not a ranged weapon in hand"), "skirmishers.weapon.active")
    if battle.shot_here:
        return Refusal(say("only one attack is allowed from each dot"), _HERE)
    if has_fired(man, weapon) and not battle.weapon(weapon).burst:
        why = say("only burst weapons fire several times in one movement")
        return Refusal(why, "skirmishers.mfire.burst")
    return afford_refusal() if man.ap_left < SHOT_PRICE else None


def _may_list(battle: Battle, unit: Unit) -> bool:
    """Whether attacks on the move are worth looking for."""
    if battle.stage != MOVING:
        return False
    return unit.mount >= 0 or (battle.entered and battle.on("movement-fire"))


# ---------------------------------------------------------------------- shots


def shot_aim(battle: Battle, option: Shoot) -> Aim | None:
    """The shot of an option: on foot, or from a vehicle."""
    man, target = battle.units[option.unit], battle.units[option.target]
    if man.mount >= 0:
        return ride_aim(battle, man, target, option.weapon)
    weapon = battle.weapon(option.weapon)
    return moving_aim(battle, man, weapon, target, battle.board.all_dots)


def _gun_bar(battle: Battle, asked: Acting, unit: int, weapon: int) -> Refusal | None:
    rule = shot_bar if battle.units[unit].mount >= 0 else _walking_shot_bar
    return rule(battle, asked, unit, weapon)


def target_bar(unit: Unit, target: Unit) -> Refusal | None:
    """Why somebody is no target at all."""
    if target.side == unit.side:
        return Refusal(say("only enemies may be fired at"), "skirmishers.fire.enemies-only")
    if target.state > UNCONSCIOUS or target.place < 0:
        return Refusal(
            say("{target} is not there any more", target=target.id), "skirmishers.fire.after-fall"
        )
    return None


def unseen_bar(battle: Battle, unit: Unit, target: Unit, weapon: int) -> Refusal:
    """Why a shot at a target cannot be made: range, or sight."""
    far = battle.board.distance(unit.place, target.place)
    if far > battle.weapon(weapon).reach:
        return Refusal(say("the target is out of range"), "skirmishers.weapon.range-bands")
    prone = lies(battle, target)
    blind = why_blind(battle.board, unit.place, target.place, prone=unit.prone, target_prone=prone)
    why, clause = blind or (say("it is on the shooter's own dot"), "skirmishers.fire.range")
    return Refusal(say("there is no line of sight: {why}", why=why), clause)


def _shoot_bar(battle: Battle, asked: Acting, option: Shoot) -> Refusal | None:
    unit, target = battle.units[option.unit], battle.units[option.target]
    barred = _gun_bar(battle, asked, option.unit, option.weapon) or target_bar(unit, target)
    if barred is not None or shot_aim(battle, option) is not None:
        return barred
    return unseen_bar(battle, unit, target, option.weapon)


def _shoots(battle: Battle, asked: Acting) -> list[Shoot]:
    unit = battle.units[asked.unit]
    if not _may_list(battle, unit):
        return []
    return [
        Shoot(unit.index, other.index, weapon)
        for weapon in (saddle_weapons if unit.mount >= 0 else guns_in_hand)(battle, unit)
        for other in battle.units
        if other.side != unit.side
    ]


def _shoot(battle: Battle, option: Shoot) -> Flow[None]:
    man, target = battle.units[option.unit], battle.units[option.target]
    note_shot(man, option.weapon)
    if man.mount >= 0:
        yield from fire_riding(battle, man, shot_aim(battle, option), own_bit(man))
    else:
        yield from shoot_moving(battle, option)
    if not is_decided(battle):
        yield from may_duck(battle, target)


def shoot_moving(battle: Battle, option: Shoot) -> Flow[None]:
    """One attack on foot at once; then he may go on."""
    pay(battle.units[option.unit], SHOT_PRICE)
    battle.shot_here = True
    aim = shot_aim(battle, option)
    assert aim is not None, "a shot was offered that cannot be made"
    yield from shoot(aim, "moving")
    if battle.on("vehicles"):
        yield from settle_vehicles(battle)


# ---------------------------------------------------------------------- explosives


def _lob_open(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """Why a unit uses no explosive on the move at all."""
    man = battle.units[unit]
    rule = ride_bar if man.mount >= 0 else _entered_bar
    barred = rule(battle, asked, unit) or use_bar(battle, man)
    return one_explosive_refusal() if barred is None and man.exploded else barred


def _lob_left(battle: Battle, man: Unit) -> int:
    return spare_ap(battle, man) if man.mount >= 0 else man.ap_left


def _lob_bar(battle: Battle, asked: Acting, option: Lob) -> Refusal | None:
    man, weapon = battle.units[option.unit], battle.weapon(option.weapon)
    barred = _lob_open(battle, asked, option.unit) or hand_bar(battle, man, option.weapon)
    barred = barred or _saddle_bar(battle, man, option.weapon)
    barred = barred or named_bar(battle, man, weapon, option.place, option.vehicle)
    return barred or aim_bar(battle, man, weapon, option.place, _lob_left(battle, man))


def _saddle_bar(battle: Battle, man: Unit, weapon: int) -> Refusal | None:
    if man.mount >= 0 and not man.passenger and not in_saddle(battle, man, weapon):
        why = say("a rider uses grenades, satchel charges and what he carries as secondary weapon")
        return Refusal(why, "skirmishers.vehicle.mfire-weapons")
    return None


def _lobs(battle: Battle, asked: Acting) -> list[Lob]:
    unit = battle.units[asked.unit]
    return _lobs_of(battle, unit) if _may_list(battle, unit) else []


def _lobs_of(battle: Battle, man: Unit) -> list[Lob]:
    left = _lob_left(battle, man)
    weapons = usable(battle, man)
    found = [
        Lob(man.index, place, weapon.number)
        for weapon in weapons
        for place in throw_places(battle, man, weapon, left)
        if burst_aim(battle, man, weapon, place, left=left) is not None
    ]
    return found + [
        Lob(man.index, place, weapon.number, vehicle.index)
        for vehicle, weapon, place in named_targets(battle, man, weapons)
        if burst_aim(battle, man, weapon, place, left=left) is not None
    ]


def _lob_covers(battle: Battle, _choice: Choice, option: Lob) -> list[Shape]:
    throw(battle, option, moving=True)
    return burst_shapes(battle, battle.tokens[-1])


# ---------------------------------------------------------------------- dropping prone


def may_duck(battle: Battle, target: Unit) -> Flow[None]:
    """Hit or miss, the target may drop prone for 0 AP."""
    if target.state != ABLE or target.prone or target.mount >= 0 or swims(battle, target):
        return
    if target.is_vehicle:
        return
    option = yield from DROP(PLAYERS[target.side], battle, target.index, about=target.index)
    if option != PASS:
        fall(battle, target, DROP.because)


def _duck_bar(_battle: Battle, asked: int, option: Duck) -> Refusal | None:
    if option.unit == asked:
        return None
    return Refusal(say("only the one fired at may drop"), "skirmishers.mfire.drop")


DUCK = Verb(
    Duck,
    of_unit(Duck),
    says="drop prone after having been fired at on the move",
    because="skirmishers.mfire.drop",
    candidates=lambda _battle, asked: (Duck(asked),),
    bar=_duck_bar,
    tells="Drop prone",
    handle=offer("Drop prone"),
)
DROP: Ask[Battle, int, Duck | Pass] = Ask(
    "drop",
    "{unit} was fired at. Does it drop prone?",
    "skirmishers.mfire.drop",
    Verbs(DUCK, decline("skirmishers.mfire.drop", "Stay up")),
    optional=True,
    parts=lambda battle, asked: {"unit": called(battle, asked)},
)


# ---------------------------------------------------------------------- the verbs


def _only_gun(battle: Battle, found: Found) -> int:
    """The weapon that goes without saying: the only gun in hand."""
    guns = guns_in_hand(battle, battle.units[found["unit"]])
    return guns[0] if len(guns) == 1 else NOTHING


SHOOT = Action(
    Shoot,
    Template(
        Shoot,
        "shoot {unit} {target}[ {weapon}]",
        unit=UNIT,
        target=UNIT,
        weapon=with_default(NAMED_WEAPON, _only_gun),
    ),
    says="fire at an enemy in the middle of a movement",
    because="skirmishers.mfire.allowed",
    candidates=_shoots,
    bar=_shoot_bar,
    price=lambda _b, _a, _o: SHOT_PRICE,
    numbers=lambda battle, _asked, option: numbers_of(shot_aim(battle, option)),
    do=_shoot,
    tells="Fire {weapon} at {target} on the move",
    handle=offer("Movement fire", at_target, harms=True),
    covers=lambda battle, _choice, option: aim_shapes(shot_aim(battle, option)),
    needs=("movement-fire", "vehicles"),
)
LOB = Action(
    Lob,
    Template(
        Lob,
        "lob {unit} {place} {weapon}[ {vehicle}]",
        unit=UNIT,
        place=PLACE,
        weapon=WEAPON,
        vehicle=VEHICLE_PART,
    ),
    says="throw or fire an explosive in the middle of a movement",
    because="skirmishers.mfire.explosive",
    candidates=_lobs,
    bar=_lob_bar,
    price=throw_price,
    numbers=lambda battle, _asked, option: numbers_of(throw_aim(battle, option, moving=True)),
    do=at_once(lambda battle, option: throw(battle, option, moving=True)),
    tells=throw_words,
    handle=offer("Explosive on the move", at_place, harms=True),
    covers=_lob_covers,
    unlisted=True,
    needs=("movement-fire", "vehicles"),
)
