"""What a manoeuvre of a vehicle would come to: ghosts with their facing, fire, checks, wipe-outs.

Its one rule: a manoeuvre is driven on a copy by the ride's own flow, with all fire held, up to the
first dice; what the dice may do is shown beside it with its chance.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import hypot
from typing import Any

from battlemat.boards.dots.board import Board, Vehicle
from battlemat.kernel.odds import flow_odds
from battlemat.kernel.questions import PASS, Choice, Flow, Option, Roll
from battlemat.kernel.scene import Point, Shape
from battlemat.rulebooks.skirmishers.chapters.acting import perform
from battlemat.rulebooks.skirmishers.chapters.aiming import need
from battlemat.rulebooks.skirmishers.chapters.fire import Chance, arc_aim
from battlemat.rulebooks.skirmishers.chapters.vehicle import (
    MODES,
    RAM_DAMAGE,
    control_check,
    ride_of,
    skid_of,
    where,
)
from battlemat.rulebooks.skirmishers.chapters.vehicle_fire import KEEP_BASE, best_aim
from battlemat.rulebooks.skirmishers.chapters.vehicle_reach import rides
from battlemat.rulebooks.skirmishers.chapters.vehicle_ride import STOP_BASE, TURN_BASE
from battlemat.rulebooks.skirmishers.screen.numbers import told, vehicle_under
from battlemat.rulebooks.skirmishers.screen.preview import PREVIEWS, ghost
from battlemat.rulebooks.skirmishers.screen.scene import point, tile
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit

LENGTH, WIDTH, NOSE = 0.9, 0.35, 0.3
"""Half the length and width of a vehicle's piece, and how far its nose tapers."""


# ---------------------------------------------------------------------- drawing


def hull(board: Board, at: Vehicle) -> list[Point]:
    """The outline of a vehicle, its nose to the front."""
    (ax, ay), (bx, by) = point(board, board.roads.rear(at)), point(board, at.front)
    x, y, length = (ax + bx) / 2, (ay + by) / 2, hypot(bx - ax, by - ay)
    dx, dy = (bx - ax) / length, (by - ay) / length
    corners = (
        (-LENGTH, -WIDTH),
        (LENGTH - NOSE, -WIDTH),
        (LENGTH, 0.0),
        (LENGTH - NOSE, WIDTH),
        (-LENGTH, WIDTH),
    )
    return [
        (round(x + dx * along - dy * off, 3), round(y + dy * along + dx * off, 3))
        for along, off in corners
    ]


def machine(
    battle: Battle, vehicle: Unit, at: Vehicle, *, kind: str = "ghost", note: str = ""
) -> Shape:
    """A vehicle where it would be."""
    board = battle.board
    rear, front = (board.name(board.ground(dot)) for dot in (board.roads.rear(at), at.front))
    label = f"{vehicle.id} {rear}-{front} {note}".strip()
    because = "skirmishers.vehicle.wipe-causes" if kind == "wipe-out" else ""
    return Shape(kind, "polygon", hull(board, at), label=label, because=because)


def wreck(
    battle: Battle,
    vehicle: Unit,
    chance: Fraction,
    *,
    mode: int,
    turned: int = 0,
    dots: int | None = None,
) -> list[Shape]:
    """Where the vehicle would lie if it wiped out, with the chance of that."""
    if not chance:
        return []
    skid = skid_of(battle, vehicle, mode=mode, turned=turned, dots=dots)
    note = f"wipes out {told(chance)}" if chance < 1 else "wipes out"
    return [machine(battle, vehicle, skid.vehicle, kind="wipe-out", note=note)]


def fails(battle: Battle, vehicle: Unit, base: int) -> Fraction:
    """The chance that a control check fails; none is asked for a base of 0."""
    if not base:
        return Fraction(0)
    because = "skirmishers.vehicle.control-check"
    odds = flow_odds(lambda: control_check(battle, vehicle, base, because))
    return odds.chance(lambda passed: not passed)


# ---------------------------------------------------------------------- trying


def held(battle: Battle, make: Callable[[], Flow[Any]]) -> list[Shape]:
    """Run a flow on this copy up to its first dice, nobody firing; who might have is shown."""
    flow, found, sent = make(), list[Shape](), None
    try:
        while True:
            question = flow.send(sent)
            if isinstance(question, Roll):
                return found
            sent = None
            if isinstance(question, Choice):
                if question.kind != "reaction":
                    return found
                found += _chances(battle, question)
                sent = PASS
    except StopIteration:
        return found


def _chances(battle: Battle, choice: Choice) -> list[Shape]:
    """Everybody who may fire now, target by target."""
    needs: dict[int, list[str]] = {}
    for option in choice.listed:
        if option == PASS:
            continue
        shooter, target = battle.units[option[1]], battle.units[option[3]]
        arc, vehicle = shooter.arcs[option[2]], vehicle_under(battle, target)
        if vehicle is not None:
            aim = best_aim(battle, shooter, arc, vehicle, target)
        else:
            aim = arc_aim(battle, shooter, arc, Chance(target, choice.because))
        assert aim is not None, "an arc was offered that cannot fire"
        needs.setdefault(aim.place, []).append(f"{shooter.id} at {target.id} needs {need(aim)}")
    return [
        tile("arc", battle.board, place, ", ".join(lines), choice.because)
        for place, lines in needs.items()
    ]


def _do(battle: Battle, option: Option) -> list[Shape]:
    return held(battle, lambda: perform(battle, battle.units[option[1]], option))


# ---------------------------------------------------------------------- manoeuvres


def _mode(battle: Battle, option: Option) -> list[Shape]:
    """Every dot that the front may reach in this mode, with its AP."""
    _, who, mode = option
    rider = battle.units[who]
    vehicle = battle.units[rider.mount]
    fronts: dict[int, int] = {}
    for at, spent in rides(battle, vehicle, rider, mode).items():
        fronts[at.front] = min(spent, fronts.get(at.front, spent))
    because = "skirmishers.vehicle.mode-table"
    board = battle.board
    return [
        tile("range", board, board.ground(dot), f"{MODES[mode]}, {spent} AP", because)
        for dot, spent in sorted(fronts.items())
    ]


def _segment(battle: Battle, option: Option) -> list[Shape]:
    """The whole segment straight on, its fire, its check; or the crash that it ends in."""
    rider = battle.units[option[1]]
    vehicle = battle.units[rider.mount]
    if option[0] != "forward":
        _do(battle, option)
    found: list[Shape] = []
    while vehicle.ride is not None and vehicle.ride.left:
        roads = battle.board.roads
        if roads.forward(where(battle, vehicle), battle.occupied) is None:
            ride = vehicle.ride
            crash = wreck(battle, vehicle, Fraction(1), mode=ride.mode, dots=ride.left)
            return [*found, machine(battle, vehicle, where(battle, vehicle)), *crash]
        found += _do(battle, ("forward", rider.index))
        if option[0] == "forward":
            break
    found.append(machine(battle, vehicle, where(battle, vehicle)))
    if option[0] == "slow" and vehicle.ride is not None:
        chance = fails(battle, vehicle, STOP_BASE[0])
        found += wreck(battle, vehicle, chance, mode=vehicle.ride.mode)
    return found


def _turn(battle: Battle, option: Option) -> list[Shape]:
    """A turn, in the ride or built into the stop."""
    verb, who, sixths = option
    vehicle = battle.units[battle.units[who].mount]
    base = STOP_BASE[abs(sixths)] if verb == "stop" else TURN_BASE[abs(sixths)]
    chance = fails(battle, vehicle, base)
    turned = battle.board.roads.swung(where(battle, vehicle), sixths)
    note = told(1 - chance) if chance else ""
    found = [machine(battle, vehicle, turned, note=note)]
    return found + wreck(battle, vehicle, chance, mode=ride_of(vehicle).mode, turned=sixths)


def _crash(battle: Battle, option: Option) -> list[Shape]:
    vehicle = battle.units[battle.units[option[1]].mount]
    ride = ride_of(vehicle)
    dots = ride.left if option[0] == "crash" else None
    return wreck(battle, vehicle, Fraction(1), mode=ride.mode, dots=dots)


def _ram(battle: Battle, option: Option) -> list[Shape]:
    """What both take, and the check that follows."""
    _, who, other = option
    vehicle, target = battle.units[battle.units[who].mount], battle.units[other]
    mode = ride_of(vehicle).mode
    harm = f"{RAM_DAMAGE[mode]}X"
    found = [
        tile("ram", battle.board, target.place, f"{target.id} {harm}", "skirmishers.vehicle.ram")
    ]
    if not vehicle.marks.armor:
        label, because = f"{vehicle.id} {harm}", "skirmishers.vehicle.ram-self"
        found.append(tile("ram", battle.board, vehicle.place, label, because))
    return found + wreck(battle, vehicle, fails(battle, vehicle, KEEP_BASE), mode=mode)


def _seat(battle: Battle, option: Option) -> list[Shape]:
    """Getting on or off draws fire."""
    unit = battle.units[option[1]]
    found = _do(battle, option)
    return [*found, ghost(battle, unit, unit.place)]


PREVIEWS |= {
    "mode": _mode,
    "drive": _segment,
    "slow": _segment,
    "forward": _segment,
    "veer": _turn,
    "stop": _turn,
    "crash": _crash,
    "laydown": _crash,
    "ram": _ram,
    "mount": _seat,
    "dismount": _seat,
    "crawlout": _seat,
}
