"""Chapter "Vehicles", getting on and off: mounting, dismounting, crawling out, lifting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from battlemat.boards.dots import each
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import (
    Acting,
    Action,
    afford_refusal,
    alone,
    at_once,
    foot_bar,
    special_bar,
    switched_off,
)
from battlemat.rulebooks.skirmishers.chapters.moving.movement import feet_bar, unpaid
from battlemat.rulebooks.skirmishers.chapters.vehicles.ride import (
    CRAWL,
    LIFT,
    MOUNT,
    crawl_out,
    dismount,
    dismount_places,
    lift,
    mount,
    take_controls,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.saddle import crew_bar
from battlemat.rulebooks.skirmishers.screen.handles import at_place, at_target, offer
from battlemat.rulebooks.skirmishers.screen.manoeuvres import held
from battlemat.rulebooks.skirmishers.screen.parts import PLACE, UNIT, of_unit, word_of
from battlemat.rulebooks.skirmishers.screen.ways import ghost
from battlemat.rulebooks.skirmishers.state.battle import ABLE, MOVING, Battle, Unit
from battlemat.rulebooks.skirmishers.state.ground import move_budget
from battlemat.rulebooks.skirmishers.state.vehicles import front_of, needed, rider_of, riders


class Mount(NamedTuple):
    unit: int
    target: int
    verb: str = "mount"


class Lift(NamedTuple):
    """Setting an overturned vehicle upright."""

    unit: int
    target: int
    verb: str = "lift"


class CrawlOut(NamedTuple):
    """Out from under a vehicle, to stand or to lie."""

    unit: int
    standing: bool
    verb: str = "crawlout"


class Controls(NamedTuple):
    """From the passenger's seat to the rider's."""

    unit: int
    verb: str = "controls"


class Dismount(NamedTuple):
    unit: int
    place: int
    verb: str = "dismount"


_MOUNT = "skirmishers.vehicle.mount"
_SEAT = "skirmishers.vehicle.passenger"


def _machine_bar(battle: Battle, target: Unit) -> Refusal | None:
    if not battle.on("vehicles"):
        return switched_off(say("there are no vehicles"), "vehicles")
    if not target.is_vehicle or target.place < 0:
        return Refusal(say("{target} is no vehicle", target=target.id), _MOUNT)
    if target.state != ABLE:
        return Refusal(
            say("{target} is a wreck", target=target.id), "skirmishers.vehicle.destroyed"
        )
    return None


def _mount_bar(battle: Battle, asked: Acting, option: Mount) -> Refusal | None:
    unit, vehicle = battle.units[option.unit], battle.units[option.target]
    barred = feet_bar(battle, asked, option.unit) or _machine_bar(battle, vehicle)
    if barred is not None:
        return barred
    if unit.prone:
        return Refusal(say("he must stand to mount"), _MOUNT)
    if vehicle.side != unit.side and riders(battle, vehicle):
        return Refusal(
            say("somebody of the other side rides {vehicle}", vehicle=vehicle.id), _MOUNT
        )
    if vehicle.prone or vehicle.motion:
        return Refusal(
            say("{vehicle} must be upright and at a full stop", vehicle=vehicle.id), _MOUNT
        )
    if len(riders(battle, vehicle)) >= vehicle.card.seats:
        return Refusal(
            say("{vehicle} has no seat left", vehicle=vehicle.id), "skirmishers.vehicle.passenger"
        )
    near = battle.board.terrain.beside(vehicle.place) | 1 << vehicle.place
    if not near >> unit.place & 1:
        return Refusal(say("one mounts from beside the rear dot"), _MOUNT)
    return unpaid(unit) if move_budget(unit) < MOUNT else None


def _lift_bar(battle: Battle, asked: Acting, option: Lift) -> Refusal | None:
    unit, vehicle = battle.units[option.unit], battle.units[option.target]
    barred = foot_bar(battle, asked, option.unit) or _machine_bar(battle, vehicle)
    if barred is not None:
        return barred
    because = "skirmishers.vehicle.lift"
    if unit.prone:
        return Refusal(say("he must stand to lift a vehicle"), because)
    if not vehicle.prone:
        return Refusal(say("{vehicle} is upright", vehicle=vehicle.id), because)
    if riders(battle, vehicle):
        return Refusal(say("somebody lies under {vehicle}", vehicle=vehicle.id), because)
    board, terrain = battle.board, battle.board.terrain
    near = 1 << vehicle.place | terrain.beside(vehicle.place)
    near |= terrain.beside(board.ground(front_of(battle, vehicle)))
    if not near >> unit.place & 1:
        return Refusal(say("a vehicle is lifted by somebody beside it"), because)
    return afford_refusal() if unit.ap_left < LIFT else None


def _crawl_bar(battle: Battle, asked: Acting, option: CrawlOut) -> Refusal | None:
    barred = special_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    because = "skirmishers.vehicle.under"
    if not unit.under:
        return Refusal(say("he does not lie under a vehicle"), because)
    if move_budget(unit) < CRAWL:
        return Refusal(say("crawling out costs {ap} AP", ap=CRAWL), because)
    return None


def _dismount_open(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """Why somebody cannot get off now, wherever to: only at a full stop."""
    barred = crew_bar(battle, asked, unit)
    if barred is not None:
        return barred
    man = battle.units[unit]
    if man.mount < 0:
        return Refusal(say("he is not on a vehicle"), _MOUNT)
    vehicle = battle.units[man.mount]
    ride = vehicle.ride
    if vehicle.motion or (ride is not None and (ride.left or ride.slowing)):
        return Refusal(say("one can get off only at a full stop"), _MOUNT)
    if not man.passenger and needed(vehicle):
        why = say("the AP of the mode must be spent first")
        return Refusal(why, "skirmishers.vehicle.mode-choose")
    return unpaid(man) if move_budget(man) < MOUNT else None


def _dismount_bar(battle: Battle, asked: Acting, option: Dismount) -> Refusal | None:
    barred = _dismount_open(battle, asked, option.unit)
    if barred is not None:
        return barred
    vehicle = battle.units[battle.units[option.unit].mount]
    if dismount_places(battle, vehicle) >> option.place & 1:
        return None
    return Refusal(say("one gets off to a free dot beside the rear one"), _MOUNT)


def _controls_bar(battle: Battle, asked: Acting, option: Controls) -> Refusal | None:
    barred = crew_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    man = battle.units[option.unit]
    if man.mount < 0:
        return Refusal(say("he is not on a vehicle"), _MOUNT)
    if not man.passenger:
        return Refusal(say("he has the controls"), _SEAT)
    vehicle = battle.units[man.mount]
    if rider_of(battle, vehicle) is not None:
        return Refusal(say("the rider has the controls"), _SEAT)
    return Refusal(say("it must be at a full stop"), _SEAT) if vehicle.motion else None


# ---------------------------------------------------------------------- listing


def _by_vehicles(battle: Battle, asked: Acting) -> list[Unit]:
    """The vehicles that a unit on foot has to do with."""
    if battle.stage != MOVING or battle.units[asked.unit].mount >= 0:
        return []
    return [unit for unit in battle.units if unit.is_vehicle] if battle.on("vehicles") else []


def _mounts(battle: Battle, asked: Acting) -> list[Mount]:
    return [Mount(asked.unit, vehicle.index) for vehicle in _by_vehicles(battle, asked)]


def _lifts(battle: Battle, asked: Acting) -> list[Lift]:
    return [Lift(asked.unit, vehicle.index) for vehicle in _by_vehicles(battle, asked)]


def _crawls(battle: Battle, asked: Acting) -> Sequence[CrawlOut]:
    if not battle.units[asked.unit].under:
        return ()
    return (CrawlOut(asked.unit, False), CrawlOut(asked.unit, True))


def _dismounts(battle: Battle, asked: Acting) -> list[Dismount]:
    unit = battle.units[asked.unit]
    if unit.mount < 0 or battle.stage != MOVING:
        return []
    places = each(dismount_places(battle, battle.units[unit.mount]))
    return [Dismount(asked.unit, place) for place in places]


def _seated(battle: Battle, unit: Unit) -> bool:
    return unit.passenger and battle.stage == MOVING


# ---------------------------------------------------------------------- doing


def _mount(battle: Battle, option: Mount) -> Flow[None]:
    return mount(battle, battle.units[option.unit], battle.units[option.target])


def _crawl(battle: Battle, option: CrawlOut) -> Flow[None]:
    return crawl_out(battle, battle.units[option.unit], option.standing)


def _dismount(battle: Battle, option: Dismount) -> Flow[None]:
    return dismount(battle, battle.units[option.unit], option.place)


def _seats(do: Callable[[Battle, Any], Flow[None]]) -> Callable[..., list[Shape]]:
    """What getting on or off comes to: it draws fire."""

    def covers(battle: Battle, _choice: Choice, option: Any) -> list[Shape]:
        unit = battle.units[option.unit]
        found = held(battle, lambda: do(battle, option))
        return [*found, ghost(battle, unit, unit.place)]

    return covers


MOUNT_VERB = Action(
    Mount,
    Template(Mount, "mount {unit} {target}", unit=UNIT, target=UNIT),
    says="get on a vehicle that stands still, an abandoned one of the enemy too",
    because="skirmishers.vehicle.mount",
    candidates=_mounts,
    bar=_mount_bar,
    price=lambda _b, _a, _o: MOUNT,
    do=_mount,
    tells="Mount {target}",
    handle=offer("Vehicle", at_target),
    covers=_seats(_mount),
    needs=("vehicles",),
)
LIFT_VERB = Action(
    Lift,
    Template(Lift, "lift {unit} {target}", unit=UNIT, target=UNIT),
    says="lift an overturned vehicle upright",
    because="skirmishers.vehicle.lift",
    candidates=_lifts,
    bar=_lift_bar,
    price=lambda _b, _a, _o: LIFT,
    do=at_once(lambda b, o: lift(b, b.units[o.unit], b.units[o.target])),
    tells="Lift {target} upright",
    handle=offer("Vehicle", at_target),
    needs=("vehicles",),
)
CRAWL_OUT = Action(
    CrawlOut,
    Template(
        CrawlOut,
        "crawlout {unit} {standing}",
        unit=UNIT,
        standing=word_of("standing or prone", {"standing": True, "prone": False}),
    ),
    says="crawl out from under a vehicle",
    because="skirmishers.vehicle.under",
    candidates=_crawls,
    bar=_crawl_bar,
    price=lambda _b, _a, _o: CRAWL,
    do=_crawl,
    tells="Crawl out and {standing, select, standing {stand up} other {stay prone}}",
    handle=offer("Vehicle"),
    covers=_seats(_crawl),
    needs=("vehicles",),
)
DISMOUNT = Action(
    Dismount,
    Template(Dismount, "dismount {unit} {place}", unit=UNIT, place=PLACE),
    says="get off a vehicle that stands still",
    because="skirmishers.vehicle.mount",
    candidates=_dismounts,
    bar=_dismount_bar,
    price=lambda _b, _a, _o: MOUNT,
    do=_dismount,
    tells="Dismount to {place}",
    handle=offer("Dismount", at_place),
    covers=_seats(_dismount),
    needs=("vehicles",),
)
CONTROLS = Action(
    Controls,
    of_unit(Controls),
    says="move over to the rider's seat of a vehicle that nobody drives",
    because=_SEAT,
    candidates=alone(Controls, when=_seated),
    bar=_controls_bar,
    do=at_once(lambda b, o: take_controls(b, b.units[o.unit])),
    tells="Take the controls",
    handle=offer("Vehicle"),
    needs=("vehicles",),
)
