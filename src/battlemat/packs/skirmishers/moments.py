"""Positions of Skirmishers that cannot be: each is told at the key that says it.

What the cards and the map know by themselves was checked before; here is what only the whole
position tells, with the battle that the engine has made of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from battlemat.boards.dots import Board, Feature, Mark
from battlemat.kernel.plain import encode
from battlemat.packs.places import Place
from battlemat.packs.skirmishers.features import link_of
from battlemat.packs.skirmishers.maps import dot_of
from battlemat.packs.skirmishers.schema import SIDES
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.ground import ADVANCED_MARKS
from battlemat.rulebooks.skirmishers.state.position_setup import BlowSetup, PositionSetup
from battlemat.rulebooks.skirmishers.state.setup import SkirmishersSetup
from battlemat.rulebooks.skirmishers.state.weapons import MELEE

WALLS = frozenset({Feature.HIGH_WALL, Feature.DOOR, Feature.WINDOW, Feature.LOW_WALL})


def check_terrain(board: Board, switches: Collection[str], place: Place) -> None:
    """Complain of ground on a map of one's own that only advanced terrain knows."""
    if "advanced-terrain" in switches:
        return
    words = {mark.value for mark, _, _ in board.plan.marks if mark in ADVANCED_MARKS}
    if board.plan.heights:
        words.add("heights")
    for word in sorted(words):
        place.complain(f"{word}: name the switch 'advanced-terrain' in 'switches'")


def check_things(
    fields: Mapping[str, Any], on: Collection[str], armory: Armory, place: Place
) -> None:
    """Complain of what burns, smokes or lies about without the switch that it belongs to."""
    for switch, what, at in _things(fields, armory, place):
        if switch and switch not in on:
            at.complain(f"{what}: name the switch '{switch}' in 'switches'")


def _things(
    fields: Mapping[str, Any], armory: Armory, place: Place
) -> Iterator[tuple[str, str, Place]]:
    if fields.get("fire"):
        yield "incendiary", "fire", place / "fire"
    if fields.get("smoke"):
        yield "smoke", "smoke", place / "smoke"
    if fields.get("structures") or fields.get("breaches") or fields.get("felled"):
        key = next(key for key in ("structures", "breaches", "felled") if fields.get(key))
        yield "large-targets", "damage to structures", place / key
    for key in ("explosives", "items", "guns", "blows"):
        for n, row in enumerate(fields.get(key, ())):
            here = place / key / n
            weapon = armory.by_id.get(row.get("weapon", ""))
            if weapon is not None:
                yield weapon.option, weapon.id, here / "weapon"
            for kind in row.get("grenades", {}):
                yield "" if kind == "hand" else kind, f"{kind} grenades", here / "grenades"
            if row.get("jet_pack"):
                yield "jet-packs", "a jet pack", here / "jet_pack"


def check_ground(fields: Mapping[str, Any], board: Board, place: Place) -> None:
    """Complain of breaches without a wall, and of felled trees that never stood."""
    links = {(a, b, level): feature for a, b, level, feature in board.links}
    for key in ("breaches", "structures"):
        named = fields.get(key, ())
        for n, where in enumerate(named):
            here = place / key / (where if isinstance(named, Mapping) else n)
            if "|" in where:
                found = link_of(board, where, here)
                if found is not None and links.get(found) not in WALLS:
                    here.complain(f"there is no wall at {where}")
            else:
                _tree(board, where, here)
    for n, where in enumerate(fields.get("felled", ())):
        _tree(board, where, place / "felled" / n)


def _tree(board: Board, where: str, place: Place) -> None:
    at = dot_of(board, where, place)
    if at is not None and not board.marked[Mark.TREE] >> at & 1:
        place.complain(f"there is no tree at {where}")


def check_moment(setup: SkirmishersSetup, position: PositionSetup, place: Place) -> None:
    """Complain of a round beyond the last, of AP that nobody has, of blows that nobody strikes."""
    rounds = setup.scenario.rounds
    if position.round > rounds:
        what = f"round {position.round} is beyond the last; there are {rounds}"
        (place / "round").complain(what)
    battle = SKIRMISHERS.start(encode(setup))
    told = SKIRMISHERS.facts(battle)["units"]
    _check_spent(position, told, place)
    for n, blow in enumerate(position.blows):
        here = place / "blows" / n
        why = _no_blow(blow, told, battle.field.armory)
        if why:
            here.complain(f"{blow.by} cannot strike {blow.on}: {why}")


def _check_spent(position: PositionSetup, told: Mapping[str, Any], place: Place) -> None:
    for name, state in position.units.items():
        here = _row(place, name)
        if state.spent > told[name]["max_ap"]:
            what = f"{state.spent} AP are spent, and {name} has {told[name]['max_ap']}"
            (here / "spent").complain(what)
    active = position.active
    if active is None:
        return
    here, name = place / "active", active.unit
    most = told[name]["max_ap"]
    spent = told[name]["spent"] if active.spent is None else active.spent
    if active.spent is not None and active.spent > most:
        (here / "spent").complain(f"{spent} AP are spent, and {name} has {most}")
    if active.walked > spent:
        (here / "walked").complain(f"{active.walked} AP are walked, and {spent} are spent")
    if name in position.units and position.units[name].activated:
        here.complain(f"{name} is not ready: it has been activated this turn")


def _row(place: Place, name: str) -> Place:
    """Where a unit is written: in its side, or under `units`."""
    value = place.source.value
    for key in (*SIDES, "units"):
        rows = value.get(key)
        if isinstance(rows, Mapping) and name in rows:
            return place / key / name
    return place


def _no_blow(blow: BlowSetup, told: Mapping[str, Any], armory: Armory) -> str:
    """Why one unit can never have struck at another; empty if it can.

    Whoever fell or went away after he had struck is no mistake (`skirmishers.melee.cancelled`).
    """
    by, on = told[blow.by], told[blow.on]
    if by["side"] == on["side"]:
        return "they are on one side"
    if "motion" in by:
        return f"{blow.by} is a vehicle"
    weapon = armory.by_id.get(blow.weapon)
    if weapon is not None and weapon.kind != MELEE:
        return f"{weapon.id} is no melee weapon"
    return ""
