"""Chapter "Resolving Fire": who may fire at a unit in the middle of its move, and the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Draw, Misread
from battlemat.kernel.questions import Choice, Pass
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import (
    Aim,
    aim_at,
    in_reach,
    lies,
    need,
)
from battlemat.rulebooks.skirmishers.chapters.reasons import why_blind
from battlemat.rulebooks.skirmishers.chapters.vehicles.targets import (
    best_aim,
    places_of,
    targets_of,
)
from battlemat.rulebooks.skirmishers.screen.aims import aim_shapes
from battlemat.rulebooks.skirmishers.screen.drawing import point
from battlemat.rulebooks.skirmishers.screen.handles import called, decline, offer
from battlemat.rulebooks.skirmishers.screen.parts import find
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    DEAD,
    NOTHING,
    Arc,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import VEHICLE
from battlemat.rulebooks.skirmishers.state.vehicles import is_manned, own_places, vehicle_under
from battlemat.rulebooks.skirmishers.state.weapons import CREW

ACTIVATE = "skirmishers.fire.trigger-activate"
MOVE = "skirmishers.fire.trigger-move"
STAND = "skirmishers.fire.trigger-stand"


class Chance:
    """Where somebody gives the enemy a chance to fire: on his dot, over it, or in a vehicle."""

    __slots__ = ("ap", "because", "flying", "place", "target")

    def __init__(self, target: Unit, because: str, *, place: int = NOTHING) -> None:
        self.target = target
        self.because = because
        self.flying = place >= 0
        self.place = place if place >= 0 else target.place
        self.ap = target.ap


class Fire(NamedTuple):
    """One shot of one arc at one target."""

    unit: int
    arc: int
    target: int
    verb: str = "fire"


# ---------------------------------------------------------------------- who may fire


def bit_of(shooter: Unit, arc: Arc, number: int) -> int:
    """The mark of one arc in `battle.fired`."""
    slot = shooter.carries.index(arc.weapon) if arc.weapon in shooter.carries else 3
    if shooter.card.kind == VEHICLE:
        slot = number
    return 1 << 4 * shooter.index + slot


def is_live(battle: Battle, shooter: Unit, arc: Arc) -> bool:
    """Whether an arc can fire at all: a crew weapon that is not in hand is suspended, and so is a
    mounted one while nobody rides.
    """
    if shooter.card.kind == VEHICLE:
        return is_manned(battle, shooter)
    return battle.weapon(arc.weapon).kind != CREW or shooter.hand == arc.weapon


def shooters(battle: Battle, chance: Chance) -> list[Fire]:
    """Every enemy arc that may fire on this occasion, with each target it can choose."""
    if chance.target.is_vehicle:
        return _at_vehicle(battle, chance.target)
    board = battle.board
    target = chance.target
    dot = chance.place % board.size
    end = chance.place if chance.flying else target.place
    found: list[Fire] = []
    units = battle.units
    for index in battle.of_side(1 - target.side):
        shooter = units[index]
        if not shooter.arcs or shooter.state != ABLE:
            continue
        for number, arc in enumerate(shooter.arcs):
            if not board.arc(shooter.place, arc.heading, arc.degrees) >> dot & 1:
                continue
            fired = battle.fired & bit_of(shooter, arc, number)
            if fired or not is_live(battle, shooter, arc):
                continue
            weapon = battle.weapon(arc.weapon)
            if in_reach(battle, shooter, weapon, target, end, flying=chance.flying):
                found.append(Fire(shooter.index, number, target.index))
    return found


def _at_vehicle(battle: Battle, vehicle: Unit) -> list[Fire]:
    found: list[Fire] = []
    targets = [target for target in targets_of(battle, vehicle) if target.state != DEAD]
    for shooter in battle.units:
        if not shooter.arcs or shooter.side == vehicle.side or shooter.state != ABLE:
            continue
        for number, arc in enumerate(shooter.arcs):
            if battle.fired & bit_of(shooter, arc, number) or not is_live(battle, shooter, arc):
                continue
            for target in targets:
                if best_aim(battle, shooter, arc, vehicle, target) is not None:
                    found.append(Fire(shooter.index, number, target.index))
    return found


def arc_aim(battle: Battle, shooter: Unit, arc: Arc, chance: Chance) -> Aim | None:
    """The shot of an arc on this occasion, or None; whether the arc holds the dot is not asked."""
    weapon = battle.weapon(arc.weapon)
    return aim_at(
        battle,
        shooter,
        weapon,
        chance.target,
        place=chance.place if chance.flying else NOTHING,
        flying=chance.flying,
        own=own_places(battle, shooter) | own_places(battle, chance.target),
    )


def aim_of(battle: Battle, chance: Chance, option: Fire) -> Aim | None:
    """The shot of an option on this occasion."""
    shooter, target = battle.units[option.unit], battle.units[option.target]
    arc = shooter.arcs[option.arc]
    if chance.target.is_vehicle:
        return best_aim(battle, shooter, arc, chance.target, target)
    return arc_aim(battle, shooter, arc, chance)


def _fire_bar(battle: Battle, chance: Chance, option: Fire) -> Refusal | None:
    shooter, target = battle.units[option.unit], battle.units[option.target]
    if shooter.side == chance.target.side:
        return Refusal(say("only enemies may be fired at"), "skirmishers.fire.enemies-only")
    at_whom = targets_of(battle, chance.target) if chance.target.is_vehicle else [chance.target]
    if target not in at_whom or target.state == DEAD:
        why = say("{target} cannot be fired at now", target=target.id)
        return Refusal(why, "skirmishers.fire.no-other-trigger")
    barred = _arc_bar(battle, shooter, option)
    if barred is not None or aim_of(battle, chance, option) is not None:
        held = barred is not None or _holds(battle, shooter, chance, option)
        return barred if held else _outside_refusal()
    return _why_no_shot(battle, shooter, chance, option)


def _outside_refusal() -> Refusal:
    return Refusal(say("the target is not in that unit's arc"), "skirmishers.fire.arc-and-sight")


def _fired_refusal() -> Refusal:
    return Refusal(say("that unit has fired at him on this dot"), "skirmishers.fire.once")


def _fired_at_ride_refusal() -> Refusal:
    return Refusal(
        say("an arc fires only once in a segment, at the vehicle or at somebody on it"),
        "skirmishers.vehicle.fire-once",
    )


def _arc_bar(battle: Battle, shooter: Unit, option: Fire) -> Refusal | None:
    """What keeps a shooter from using an arc at all."""
    if shooter.state != ABLE:
        return Refusal(say("arcs go with the shooter"), "skirmishers.arc.lost")
    if not shooter.arcs:
        if shooter.aimed:
            return Refusal(say("the arc of that unit is used up"), "skirmishers.arc.spent")
        return Refusal(say("that unit has no firing arc"), "skirmishers.fire.arc-and-sight")
    if not 0 <= option.arc < len(shooter.arcs):
        return Refusal(say("he has several arcs: name the weapon"), "skirmishers.power.arcs")
    arc = shooter.arcs[option.arc]
    if battle.fired & bit_of(shooter, arc, option.arc):
        riding = vehicle_under(battle, battle.units[option.target]) is not None
        return _fired_at_ride_refusal() if riding else _fired_refusal()
    if not is_live(battle, shooter, arc):
        if shooter.is_vehicle:
            return Refusal(
                say("nobody rides {shooter}", shooter=shooter.id), "skirmishers.vehicle.passenger"
            )
        return Refusal(say("the weapon is not in his hand"), "skirmishers.crew.control")
    return None


def _holds(battle: Battle, shooter: Unit, chance: Chance, option: Fire) -> bool:
    """Whether the arc holds the target; a vehicle's best dot is looked for inside the arc."""
    if chance.target.is_vehicle:
        return True
    board, arc = battle.board, shooter.arcs[option.arc]
    mask = board.arc(shooter.place, arc.heading, arc.degrees)
    return mask >> chance.place % board.size & 1 == 1


def _why_no_shot(battle: Battle, shooter: Unit, chance: Chance, option: Fire) -> Refusal:
    """Outside the arc, out of range, or unseen: the first that holds for the nearest dot."""
    board, arc = battle.board, shooter.arcs[option.arc]
    target = battle.units[option.target]
    mask = board.arc(shooter.place, arc.heading, arc.degrees)
    dots = [chance.place]
    if chance.target.is_vehicle:
        dots = [dot for spot in places_of(battle, chance.target, target) for dot in spot]
    inside = [dot for dot in dots if mask >> dot % board.size & 1]
    if not inside:
        return _outside_refusal()
    near = min(inside, key=lambda dot: board.distance(shooter.place, dot))
    if board.distance(shooter.place, near) > battle.weapon(arc.weapon).reach:
        return Refusal(say("the target is out of range"), "skirmishers.weapon.range-bands")
    prone = lies(battle, target) and not chance.flying
    blind = why_blind(board, shooter.place, near, prone=shooter.prone, target_prone=prone)
    why, clause = blind or (say("it is on the shooter's own dot"), "skirmishers.fire.range")
    return Refusal(say("there is no line of sight: {why}", why=why), clause)


# ---------------------------------------------------------------------- the text


def _nobody(name: str, far: int) -> Misread:
    return Misread(say("''{name}'' is not a unit of this battle", name=name), far)


class _FireForm:
    """`fire B2`, with the weapon where he has several arcs, and the target where there are
    several.
    """

    word = "fire"
    pattern = "fire UNIT[ WEAPON][ NUMBER][ at TARGET]"
    parts: Mapping[str, str] = {
        "unit": "who fires",
        "weapon": "of which of his arcs, by its weapon",
        "number": "which of two arcs with the same weapon",
        "target": "at whom, where vehicles are played: the vehicle or somebody on it",
    }
    _regex = re.compile(
        r"fire (?P<unit>\S+)(?: (?!at )(?P<weapon>[a-z]\S*))?(?: (?P<number>\d))?"
        r"(?: at (?P<target>\S+))?",
        re.IGNORECASE,
    )

    def write(self, battle: Battle, option: Fire) -> str:
        unit = battle.units[option.unit]
        text = f"fire {unit.id}"
        if len(unit.arcs) > 1 and option.arc >= 0:
            weapon = unit.arcs[option.arc].weapon
            text += f" {battle.weapon(weapon).id}"
            if sum(arc.weapon == weapon for arc in unit.arcs) > 1:
                text += f" {option.arc + 1}"
        return f"{text} at {battle.units[option.target].id}" if battle.on("vehicles") else text

    def read(self, battle: Battle, text: str, asked: Any = None, /) -> Fire | Misread:
        match = self._regex.fullmatch(text)
        if match is None:
            return Misread(
                say(
                    "''{text}'' is not understood; write ''{pattern}''",
                    text=text,
                    pattern=self.pattern,
                )
            )
        shooter = find(battle, match["unit"])
        if shooter is None:
            return _nobody(match["unit"], 1)
        arc = self._read_arc(battle, shooter, match["weapon"], match["number"])
        if isinstance(arc, Misread):
            return arc
        if match["target"] is None:
            target: Unit | None = asked.target if asked is not None else None
        else:
            target = find(battle, match["target"])
        if target is None:
            return _nobody(match["target"], 3)
        return Fire(shooter.index, arc, target.index)

    def _read_arc(
        self, battle: Battle, shooter: Unit, name: str | None, number: str | None
    ) -> int | Misread:
        arcs = shooter.arcs
        if name is None:
            return 0 if len(arcs) == 1 else NOTHING
        ids = [battle.weapon(arc.weapon).id for arc in arcs]
        if name.casefold() not in ids:
            known = ", ".join(ids) or "none"
            return Misread(
                say(
                    "{shooter} has no arc with ''{name}''; his arcs are: {known}",
                    shooter=shooter.id,
                    name=name,
                    known=known,
                ),
                2,
            )
        if number is not None:
            chosen = int(number) - 1
            fits = 0 <= chosen < len(ids) and ids[chosen] == name.casefold()
            return (
                chosen
                if fits
                else Misread(
                    say("{shooter} has no such arc {number}", shooter=shooter.id, number=number), 2
                )
            )
        return ids.index(name.casefold())

    def sample(self, battle: Battle, draw: Draw, asked: Any = None, /) -> Fire | None:
        shooter = battle.units[draw(len(battle.units))]
        arc = draw(len(shooter.arcs)) if shooter.arcs else NOTHING
        if battle.on("vehicles") or asked is None:
            return Fire(shooter.index, arc, draw(len(battle.units)))
        return Fire(shooter.index, arc, asked.target.index)


# ---------------------------------------------------------------------- on screens


def _fire_words(battle: Battle, _chance: Chance, option: Fire) -> str:
    unit, target = called(battle, option.unit), called(battle, option.target)
    arcs = battle.units[option.unit].arcs
    if not 0 <= option.arc < len(arcs):
        return say("{unit} fires at {target}", unit=unit, target=target)
    weapon = battle.weapon(arcs[option.arc].weapon).name
    return say("{unit} fires {weapon} at {target}", unit=unit, weapon=weapon, target=target)


def _point_fire(battle: Battle, option: Fire, made: Handle) -> None:
    shooter, target = battle.units[option.unit], battle.units[option.target]
    made.target = target.id
    made.path = [point(battle.board, shooter.place), point(battle.board, target.shown_at)]


def _fire_covers(battle: Battle, choice: Choice, option: Fire) -> Sequence[Shape]:
    chance = _chance_on(battle, choice)
    return aim_shapes(aim_of(battle, chance, option))


def _chance_on(battle: Battle, choice: Choice) -> Chance:
    """The occasion of a question on a copy of its battle."""
    asked = choice.menu.asked
    assert isinstance(asked, Chance)
    there = NOTHING if not asked.flying else asked.place
    return Chance(battle.units[asked.target.index], asked.because, place=there)


def _numbers(battle: Battle, chance: Chance, option: Fire) -> Mapping[str, Any]:
    aim = aim_of(battle, chance, option)
    return {"dice": 2, "need": need(aim)} if aim is not None else {}


FIRE = Verb(
    Fire,
    _FireForm(),
    says="fire one shot of an arc at the unit that gives a chance",
    because="skirmishers.fire.choice",
    candidates=shooters,
    bar=_fire_bar,
    numbers=_numbers,
    tells=_fire_words,
    handle=offer("Fire", _point_fire, harms=True),
    covers=_fire_covers,
)
HOLD = decline("skirmishers.fire.choice", "Hold fire")
REACTION: Ask[Battle, Chance, Fire | Pass] = Ask(
    "reaction",
    "{target} moves through your fire. Does anybody shoot?",
    "skirmishers.fire.choice",
    Verbs(FIRE, HOLD),
    optional=True,
    parts=lambda battle, asked: {"target": called(battle, asked.target.index)},
)
