"""Putting a battle into a position in mid-game; what cannot be is told."""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.boards.squares import MapError
from battlemat.kernel.errors import SetupError
from battlemat.kernel.near import did_you_mean
from battlemat.rulebooks.skirm.state.battle import (
    CARRIED,
    DOWNED,
    OUT,
    PLAYERS,
    STANDING,
    STATES,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirm.state.mission import square
from battlemat.rulebooks.skirm.state.setup import ActiveSetup, PlaceSetup, PositionSetup


def take_position(battle: Battle, setup: PositionSetup) -> None:
    """Set everything that a position says."""
    battle.turn = setup.turn
    if setup.turn > battle.mission.turns:
        raise SetupError(f"position: turn {setup.turn} is beyond the last, {battle.mission.turns}")
    battle.initiative = battle.first = PLAYERS.index(setup.initiative)
    battle.to_move = PLAYERS.index(setup.to_move or setup.initiative)
    _share_out(battle, setup)
    if setup.doors_open is not None:
        battle.set_doors(_doors(battle, setup.doors_open))
    battle.phase = "activate"
    _place_units(battle, setup)
    for name, where in setup.markers.items():
        place = square(battle.field.board, where, f"position, marker {name}")
        battle.markers[_marker(battle, name)] = place
    if setup.active is not None:
        _activate(battle, setup.active)


def _share_out(battle: Battle, setup: PositionSetup) -> None:
    """What each side has, and where it deployed."""
    battle.orders = [setup.orders.red, setup.orders.blue]
    battle.scores = [setup.scores.red, setup.scores.blue]
    names = [zone for zone, _ in battle.mission.zones]
    for side, zone in enumerate((setup.zones.red, setup.zones.blue)):
        if zone is not None:
            if zone not in names:
                raise SetupError(f"position: there is no zone {zone!r}{did_you_mean(zone, names)}")
            battle.zones[side] = names.index(zone)


def _doors(battle: Battle, names: Sequence[str]) -> int:
    board, mask = battle.field.board, 0
    for name in names:
        a, _, b = name.partition("|")
        try:
            side = board.side(board.square(a), board.square(b))
        except MapError as error:
            raise SetupError(f"position, door {name}: {error}") from None
        if side not in board.doors:
            raise SetupError(f"position: there is no door between {a} and {b}")
        mask |= 1 << board.doors.index(side)
    return mask


def _place_units(battle: Battle, setup: PositionSetup) -> None:
    ids = [unit.id for unit in battle.units]
    for name in setup.units:
        if name not in ids:
            raise SetupError(f"position: there is no unit {name!r}{did_you_mean(name, ids)}")
    for unit in battle.units:
        if unit.id not in setup.units:
            raise SetupError(f"position: unit {unit.id} is in a squad but has no place")
        _place(battle, unit, setup.units[unit.id])


def _place(battle: Battle, unit: Unit, setup: PlaceSetup) -> None:
    board, where = battle.field.board, f"position, unit {unit.id}"
    unit.state = STATES.index(setup.state)
    unit.ready = setup.ready and unit.state != OUT
    unit.hit = _hit(battle, unit, setup, where)
    unit.stun = setup.stun
    for name in setup.used:
        weapon = unit.card.weapon(name)
        if weapon is None:
            raise SetupError(f"{where}: it carries no {name!r}")
        unit.used |= 1 << weapon.index
    if unit.state == OUT:
        return
    if setup.square is None:
        raise SetupError(f"{where}: its square is missing")
    place = square(board, setup.square, where)
    if board.impassable >> place & 1:
        raise SetupError(f"{where}: {setup.square} is impassable")
    other = battle.at(place)
    if other is not None:
        raise SetupError(f"{where}: {setup.square} is taken by {other.id}")
    battle.place(unit, place)
    for name in setup.carries:
        battle.markers[_marker(battle, name)] = CARRIED - unit.index


def _hit(battle: Battle, unit: Unit, setup: PlaceSetup, where: str) -> int:
    """The HIT left: all of them for a Standing Agent if nothing is said, else none."""
    edition, most = battle.edition, unit.card.hit
    if not edition.has_hit:
        return most
    if unit.state == DOWNED and not edition.removes_downed:
        raise SetupError(f"{where}: nobody is Downed in {edition.name}; say standing or out")
    if unit.state != STANDING:
        return 0
    hit = most if setup.hit is None else setup.hit
    if not 1 <= hit <= most:
        raise SetupError(f"{where}: its HIT are 1 to {most}, not {hit}")
    return hit


def _marker(battle: Battle, name: str) -> int:
    ids = [marker.id for marker in battle.mission.markers]
    if name not in ids:
        raise SetupError(f"position: there is no marker {name!r}{did_you_mean(name, ids)}")
    return ids.index(name)


def _activate(battle: Battle, setup: ActiveSetup) -> None:
    unit = next((u for u in battle.units if u.id == setup.unit), None)
    if unit is None or unit.square < 0:
        raise SetupError(f"position: {setup.unit!r} is not on the map and cannot be active")
    battle.to_move = unit.side
    battle.begin(unit)
    if setup.act is not None:
        battle.act_left = setup.act
    for kind in setup.done:
        battle.done[kind] = battle.done.get(kind, 0) + 1
