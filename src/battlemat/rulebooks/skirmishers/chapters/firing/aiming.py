"""Chapters "Line of Sight" and "Resolving Fire": who can be attacked, and the target number.

A target number is a base and modifiers, each with its clause. The number, the odds
and the explanation are the same list, added up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from battlemat.boards.dots import TUNNEL_LEVEL, Mark
from battlemat.kernel.modifiers import Modifier, total
from battlemat.kernel.questions import Alike, Flow, roll
from battlemat.rulebooks.skirmishers.chapters.reasons import Obstruction, obstructions
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import NOTHING, PLAYERS, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import VEHICLE
from battlemat.rulebooks.skirmishers.state.vehicles import rider_of
from battlemat.rulebooks.skirmishers.state.weapons import LAUNCHER, MELEE, THROW, Weapon

FIRE_BASE, MELEE_BASE, LAUNCH_BASE = 6, 4, 6
LONG_RANGE = 2


class View(NamedTuple):
    """An open line of sight: obstructions on it, smoke on it, and which of two ways it takes."""

    cover: int
    smoke: int
    side: int


class Aim(NamedTuple):
    """One attack before its dice. `target` is None for what is aimed at a dot."""

    battle: Battle
    attacker: Unit
    weapon: Weapon
    target: Unit | None
    start: int
    place: int
    view: View | None
    distance: int
    base: int = FIRE_BASE
    moving: bool = False
    flying: bool = False
    large: bool = False
    mounted: bool = False  # fired from a vehicle's own mounting
    passenger: bool = False


# ---------------------------------------------------------------------- sight


def lies(battle: Battle, unit: Unit) -> bool:
    """Prone for those who attack him; a man in a trench is (`skirmishers.terrain.trench-prone`)."""
    if unit.prone or unit.under:
        return True
    if unit.place < 0 or unit.is_vehicle:
        return False
    return battle.board.marked[Mark.TRENCH] >> unit.place & 1 == 1


def look(
    battle: Battle, a: int, b: int, *, prone: bool = False, target_prone: bool = False, own: int = 0
) -> View | None:
    """The better way from a to b, or None where there is no line of sight (`los.needed`).

    `own` is the mask of places that hold neither cover nor block: a vehicle's own other dot.
    """
    clutter = battle.clutter()
    if own:
        clutter = clutter._replace(standing=clutter.standing & ~own, lying=clutter.lying & ~own)
    sight = battle.board.sight
    best = sight.best(a, b, clutter, prone=prone, target_prone=target_prone)
    if best is None:
        return None
    cover, side = best
    if not battle.smoke:
        return View(cover, 0, side)
    line = next(line for line in sight.lines(a, b) if line.side == side)
    smoke = (line.after & battle.smoke).bit_count()
    return View(cover - smoke * clutter.smoke_counts, smoke, side)


def sees(battle: Battle, shooter: Unit, target: Unit) -> bool:
    """Whether there is line of sight between two units as they stand or lie."""
    return battle.board.sight.sees(
        shooter.place, target.place, prone=shooter.prone, target_prone=lies(battle, target)
    )


def in_reach(
    battle: Battle, shooter: Unit, weapon: Weapon, target: Unit, end: int, *, flying: bool
) -> bool:
    """Whether range and sight allow a shot at a unit that is at `end`, on foot or in the air.

    Who or what stands between gives cover and never closes the line (`skirmishers.los.needed`).
    """
    board = battle.board
    return 0 < board.distance(shooter.place, end) <= weapon.reach and board.sight.sees(
        shooter.place, end, prone=shooter.prone, target_prone=not flying and lies(battle, target)
    )


def aim_at(
    battle: Battle,
    shooter: Unit,
    weapon: Weapon,
    target: Unit,
    *,
    moving: bool = False,
    place: int = NOTHING,
    flying: bool = False,
    own: int = 0,
    mounted: bool = False,
    passenger: bool = False,
) -> Aim | None:
    """A shot at a unit, or None if range or sight forbid it (`skirmishers.fire.arc-and-sight`).

    Range is the distance in dots (`skirmishers.map.distance`); levels add nothing
    (`skirmishers.fire.range`).
    """
    end = place if place >= 0 else target.place
    if not in_reach(battle, shooter, weapon, target, end, flying=flying):
        return None
    view = look(
        battle,
        shooter.place,
        end,
        prone=shooter.prone,
        target_prone=lies(battle, target) and not flying,
        own=own,
    )
    return Aim(
        battle,
        shooter,
        weapon,
        target,
        shooter.place,
        end,
        view,
        battle.board.distance(shooter.place, end),
        moving=moving,
        flying=flying,
        mounted=mounted,
        passenger=passenger,
    )


# ---------------------------------------------------------------------- modifiers


def _range(aim: Aim) -> Modifier | None:
    far = aim.weapon.long and aim.distance > aim.weapon.short
    if far and aim.weapon.kind not in (MELEE, THROW):
        return Modifier("long range", LONG_RANGE, "skirmishers.fire.long-range")
    return None


def _wounds(aim: Aim) -> Modifier | None:
    by = aim.attacker.mod
    if aim.attacker.is_vehicle:
        return None  # its rider's count: see the chapter on vehicles
    return Modifier("wounds", by, "skirmishers.fire.wounds") if by else None


def _cover(aim: Aim) -> Modifier | None:
    if aim.view is None or not aim.view.cover:
        return None
    return Modifier("cover", aim.view.cover, "skirmishers.fire.cover")


def _smoke(aim: Aim) -> Modifier | None:
    if aim.view is None or not aim.view.smoke:
        return None
    return Modifier("smoke", 3 * aim.view.smoke, "skirmishers.smoke.cover")


def _attacker_prone(aim: Aim) -> Modifier | None:
    if not aim.attacker.prone:
        return None
    return Modifier("attacker prone", -1, "skirmishers.fire.attacker-prone")


def _target_prone(aim: Aim) -> Modifier | None:
    target = aim.target
    if target is None or aim.flying or not lies(aim.battle, target):
        return None
    near = aim.distance <= 1
    return Modifier("target prone", -1 if near else 1, "skirmishers.fire.target-prone")


def _moving(aim: Aim) -> Modifier | None:
    if not aim.moving:
        return None
    if aim.passenger:
        return Modifier("movement fire, passenger", 1, "skirmishers.vehicle.passenger")
    return Modifier("movement fire", 2, "skirmishers.mfire.modifier")


def _flying(aim: Aim) -> Modifier | None:
    return Modifier("target flying", 2, "skirmishers.jet.fire") if aim.flying else None


def _sneak(aim: Aim) -> Modifier | None:
    target = aim.target
    if target is None or not target.card.sneaks or _range(aim) is None:
        return None
    return Modifier("sneak suit", 1, "skirmishers.sneak.suit")


def _large(aim: Aim) -> Modifier | None:
    return Modifier("large target", -2, "skirmishers.large.modifier") if aim.large else None


def _entangled(aim: Aim) -> Modifier | None:
    if not aim.attacker.entangled:
        return None
    return Modifier("attacker entangled", 1, "skirmishers.terrain.modifiers")


def _tunnel(aim: Aim) -> Modifier | None:
    if aim.battle.board.level(aim.start) != TUNNEL_LEVEL:
        return None
    return Modifier("tunnel combat", 2, "skirmishers.terrain.tunnel-combat")


def _swimming(aim: Aim) -> Modifier | None:
    target = aim.target
    if target is None or not swims(aim.battle, target):
        return None
    return Modifier("defender swimming", 1, "skirmishers.terrain.modifiers")


def swims(battle: Battle, unit: Unit) -> bool:
    """Whether a unit is on deep water (`skirmishers.terrain.swim`)."""
    return unit.place >= 0 and battle.board.marked[Mark.DEEP] >> unit.place & 1 == 1


def _signature(aim: Aim) -> Modifier | None:
    """`skirmishers.vehicle.signature`: on the vehicle, not on its rider."""
    if aim.target is None or aim.target.card.kind != VEHICLE:
        return None
    by = aim.target.card.signature
    return Modifier("signature", by, "skirmishers.vehicle.signature") if by else None


def _crew_wounds(aim: Aim) -> Modifier | None:
    """A mounted weapon is fired with the rider's wounds, in standard fire and on the move."""
    if aim.attacker.card.kind != VEHICLE:
        return None
    rider = rider_of(aim.battle, aim.attacker)
    by = rider.mod if rider is not None else 0
    return Modifier("rider's wounds", by, "skirmishers.vehicle.mfire-modifiers") if by else None


def _vehicle_mod(aim: Aim) -> Modifier | None:
    """`skirmishers.vehicle.mod-scope`: only standard fire from the arcs of mounted weapons."""
    if aim.attacker.card.kind != VEHICLE or aim.moving or not aim.attacker.mod:
        return None
    return Modifier("vehicle damaged", aim.attacker.mod, "skirmishers.vehicle.mod-scope")


def _saddle(aim: Aim) -> Modifier | None:
    """`skirmishers.vehicle.melee`: a blow from the saddle."""
    if aim.weapon.kind != MELEE or aim.attacker.mount < 0:
        return None
    return Modifier("from the saddle", 2, "skirmishers.vehicle.melee")


Rule = Callable[[Aim], Modifier | None]

COMMON: tuple[Rule, ...] = (_wounds, _attacker_prone, _entangled, _tunnel)
SHOT: tuple[Rule, ...] = (
    _range,
    *COMMON,
    _cover,
    _smoke,
    _target_prone,
    _moving,
    _flying,
    _sneak,
    _swimming,
)
"""`skirmishers.fire.modifier-table` and what optional rules add to it."""
BLOW: tuple[Rule, ...] = (*COMMON, _target_prone, _swimming)
"""`skirmishers.melee.modifiers`: never cover."""
BURST: tuple[Rule, ...] = (_range, *COMMON, _cover, _smoke, _moving, _large)
"""`skirmishers.explosive.modifiers`: none for a prone target."""


MACHINES: tuple[Rule, ...] = (_signature, _crew_wounds, _vehicle_mod, _saddle)
"""What vehicles add to every kind of attack."""


def modifiers(aim: Aim) -> list[Modifier]:
    """The base and everything that applies, in the order of the tables."""
    kind = aim.weapon.kind
    if kind == MELEE:
        found = [Modifier("base", aim.base, "skirmishers.melee.base")]
        rules = BLOW
    elif kind == LAUNCHER:
        found = [Modifier("base", aim.base, "skirmishers.launcher.base")]
        rules = BURST
    elif kind == THROW:
        found = [Modifier("base", aim.base, "skirmishers.explosive.base")]
        rules = BURST
    else:
        found = [Modifier("base", aim.base, "skirmishers.fire.base")]
        rules = SHOT
    for rule in (*rules, *MACHINES):
        modifier = rule(aim)
        if modifier is not None:
            found.append(modifier)
    return found


def need(aim: Aim) -> int:
    """The target number: everything added up."""
    return total(modifiers(aim))


# ---------------------------------------------------------------------- checks


def _check_groups(target_number: int) -> Alike:
    fails = tuple(range(2, min(13, target_number)))
    wins = tuple(range(max(2, target_number), 13))
    return tuple(group for group in (fails, wins) if group)


_GROUPS = {number: _check_groups(number) for number in range(2, 14)}


def check(
    battle: Battle, side: int, target_number: int, what: str, about: str = "", *, because: str
) -> Flow[bool]:
    """2D6 that must reach the target number (`skirmishers.dice.check`); always rolled."""
    groups = _GROUPS[min(13, max(2, target_number))]
    faces = yield from roll(PLAYERS[side], 2, 6, because=because, alike=groups, total=True)
    passed = faces[0] + faces[1] >= target_number
    if battle.sink is not None:
        battle.tell(
            events.Check,
            (because, "skirmishers.dice.check"),
            player=PLAYERS[side],
            what=what,
            about=about,
            faces=list(faces),
            total=sum(faces),
            need=target_number,
            passed=passed,
        )
    return passed


def _covered_by(aim: Aim) -> list[Obstruction]:
    if aim.view is None or not aim.view.cover:
        return []
    side, prone = aim.view.side, aim.attacker.prone
    return obstructions(aim.battle, aim.start, aim.place, side, prone=prone)


def tell_aim(aim: Aim, found: list[Modifier], manner: str) -> None:
    """The attack and its target number, modifier by modifier."""
    battle = aim.battle
    if battle.sink is None:
        return
    at = aim.target.id if aim.target is not None else battle.board.name(aim.place)
    battle.tell(
        events.Attack,
        tuple(modifier.because for modifier in found),
        unit=aim.attacker.id,
        target=at,
        weapon=aim.weapon.name,
        manner=manner,
        distance=aim.distance,
        need=total(found),
        covered_by=[tuple(one) for one in _covered_by(aim)],
        modifiers=[tuple(modifier) for modifier in found],
    )
