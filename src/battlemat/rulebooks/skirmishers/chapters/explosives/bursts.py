"""Chapter "Explosives", their effect: on target or scattered, harm from the centre outwards.

A burst is applied to everybody before anyone asks who has won
(`skirmishers.victory.draw`).
"""

from __future__ import annotations

from battlemat.boards.dots import DIRECTION_NAMES, Feature, Mark
from battlemat.kernel.questions import Flow, roll
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import check, lies
from battlemat.rulebooks.skirmishers.chapters.firing.damage import hurt
from battlemat.rulebooks.skirmishers.chapters.vehicles.machine import settle_vehicles
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import (
    NOTHING,
    PLAYERS,
    UNCONSCIOUS,
    Battle,
    Cloud,
    Token,
    Unit,
    in_reading_order,
)
from battlemat.rulebooks.skirmishers.state.ground import change_board
from battlemat.rulebooks.skirmishers.state.readings import NO_SCATTER
from battlemat.rulebooks.skirmishers.state.weapons import Weapon

SMOKE_AT_FIRST, SMOKE_GROWN = 1, 2
SMOKE_LASTS = 12
"""`skirmishers.smoke.end`"""
WATER_BLAST = 2
"""`skirmishers.terrain.water-blast`"""

TREE_TOUGHNESS = 5
TOUGHNESS = {"wall": 10, "light": 15, "medium": 40, "heavy": 90, "hardened": 140}
"""`skirmishers.large.toughness`"""


def explode(battle: Battle, token: Token) -> Flow[None]:
    """Resolve one explosive: check, scatter if it missed, then its effect.

    Launchers scatter too (`skirmishers.launcher.scatter`).
    """
    weapon, side = battle.weapon(token.weapon), battle.units[token.thrower].side
    name = battle.board.name
    hit, centre = yield from come_down(battle, token)
    if centre == NOTHING:
        battle.tell(
            events.Fizzles,
            "skirmishers.incendiary.no-scatter",
            weapon=weapon.name,
            place=name(token.place),
        )
        return
    because = "skirmishers.explosive.success" if hit else "skirmishers.explosive.scatter"
    if not hit and not weapon.scatters:
        because = NO_SCATTER
    battle.tell(events.Burst, because, weapon=weapon.name, place=name(centre))
    if weapon.smoke:
        release_smoke(battle, side, centre)
        return
    yield from blast(battle, weapon, centre)
    if battle.on("vehicles"):
        yield from settle_vehicles(battle)  # skirmishers.vehicle.explosive: after the whole burst
    if weapon.incendiary:
        ignite(battle, weapon, centre)
    if hit and token.link is not None:
        batter(battle, token.link, weapon.rings[0])


def come_down(battle: Battle, token: Token) -> Flow[tuple[bool, int]]:
    """Whether an explosive is on target, and where it bursts: NOTHING if it comes to nothing."""
    weapon, side = battle.weapon(token.weapon), battle.units[token.thrower].side
    because = "skirmishers.explosive.timing"
    if (yield from check(battle, side, token.need, "burst", weapon.name, because=because)):
        return True, token.place
    if not weapon.scatters:
        printed = battle.field.readings.printed(NO_SCATTER)
        return False, token.place if printed else NOTHING
    return False, (yield from scatter(battle, side, token.stray))


def scatter(battle: Battle, side: int, start: int) -> Flow[int]:
    """One dot in the direction of a die, unless something stops it."""
    because = "skirmishers.explosive.scatter"
    faces = yield from roll(PLAYERS[side], 1, 6, because=because)
    place = battle.board.bursts.scatter(start, faces[0] - 1)
    clauses = (because, "skirmishers.map.directions")
    if place == start:
        clauses = (because, "skirmishers.explosive.scatter-wall")
    battle.tell(
        events.Scatter,
        clauses,
        face=faces[0],
        direction=DIRECTION_NAMES[faces[0] - 1],
        start=battle.board.name(start),
        place=battle.board.name(place),
    )
    return place


def reached(battle: Battle, unit: Unit, centre: int, radius: int) -> int:
    """At which distance a burst harms a unit, or -1.

    Levels count as dots (`skirmishers.explosive.levels`), floors let it through over stairs only
    (`skirmishers.explosive.floors`), walls and trunks stop it (`skirmishers.explosive.obstacles`,
    `skirmishers.incendiary.shelter`), and what is low and solid shelters the prone
    (`skirmishers.explosive.prone-shelter`).
    """
    rings = battle.board.bursts.blast(centre, radius, prone=lies(battle, unit))
    places = battle.footprint(unit) if unit.is_vehicle else 1 << unit.place
    return next((distance for distance, ring in enumerate(rings) if ring & places), -1)


def victims(battle: Battle, centre: int, radius: int) -> list[tuple[int, Unit]]:
    """Everybody harmed, with the distance: nearest first, then in reading order."""
    there = [unit for unit in battle.units if unit.state <= UNCONSCIOUS and unit.place >= 0]
    found = [
        (distance, unit)
        for unit in in_reading_order(battle.board, there)
        if (distance := reached(battle, unit, centre, radius)) >= 0
    ]
    return sorted(found, key=lambda pair: pair[0])


def blast(battle: Battle, weapon: Weapon, centre: int) -> Flow[None]:
    """`skirmishers.explosive.apply`: friend and foe alike (`skirmishers.explosive.friendly`), each
    with his own initial cell (`skirmishers.damage.each-trooper`).
    """
    because = "skirmishers.weapon.ring-damage"
    if weapon.incendiary:
        because = "skirmishers.incendiary.like-explosives"
    for distance, unit in victims(battle, centre, len(weapon.rings) - 1):
        if weapon.incendiary and unit.is_vehicle:
            continue  # skirmishers.vehicle.incendiary
        points = points_at(battle, weapon, unit.place, distance)
        yield from hurt(battle, unit, points, 0, because)


def points_at(battle: Battle, weapon: Weapon, place: int, distance: int) -> int:
    """Lethal points of a burst for somebody at a place, so far from its centre."""
    marked = battle.board.marked
    wet = (marked[Mark.SHALLOW] | marked[Mark.DEEP]) >> place & 1
    return weapon.rings[distance] + (WATER_BLAST if wet and not weapon.incendiary else 0)


def ignite(battle: Battle, weapon: Weapon, centre: int) -> None:
    """`skirmishers.incendiary.ignite`; fire lasts (`skirmishers.incendiary.lasts`)."""
    flames = battle.board.bursts.flames(centre, len(weapon.rings) - 1)
    battle.fire |= flames
    battle.tell(events.Ignites, "skirmishers.incendiary.ignite", dots=flames.bit_count())


# ---------------------------------------------------------------------- smoke


def release_smoke(battle: Battle, side: int, centre: int) -> None:
    """`skirmishers.smoke.fill`: the dot and its neighbours at once, as far as walls let it
    (`skirmishers.smoke.walls`).
    """
    battle.clouds = (*battle.clouds, Cloud(centre, SMOKE_AT_FIRST, side, battle.turn))
    battle.count_masks()
    battle.tell(events.Smoke, "skirmishers.smoke.fill", place=battle.board.name(centre))


def grow_smoke(battle: Battle) -> None:
    """`skirmishers.smoke.grow`: once, in the next turn of the side that threw it."""
    clouds = tuple(
        cloud._replace(steps=SMOKE_GROWN)
        if cloud.side == battle.to_move and cloud.turn < battle.turn and cloud.steps < SMOKE_GROWN
        else cloud
        for cloud in battle.clouds
    )
    if clouds != battle.clouds:
        battle.clouds = clouds
        battle.count_masks()
        battle.tell(events.SmokeGrows, "skirmishers.smoke.grow")


def clear_smoke(battle: Battle) -> None:
    """`skirmishers.smoke.end`: after twelve turns of that side; two turns make a round."""
    clouds = tuple(
        cloud
        for cloud in battle.clouds
        if cloud.side != battle.to_move or battle.turn < cloud.turn + 2 * SMOKE_LASTS
    )
    if clouds != battle.clouds:
        battle.clouds = clouds
        battle.count_masks()
        battle.tell(events.SmokeClears, "skirmishers.smoke.end")


# ---------------------------------------------------------------------- structures


def batter(battle: Battle, link: tuple[int, int, int], points: int) -> None:
    """Damage to a structure adds up, place by place (`skirmishers.large.damage`)."""
    near, far, level = link
    board = battle.board
    is_wall = board.terrain.feature(near, far, level) is Feature.HIGH_WALL
    if not is_wall and not board.marked[Mark.TREE] >> board.at(far, level) & 1:
        return  # it fell before: the dot behind it stays as it is
    place = (min(near, far), max(near, far), level) if is_wall else (far, far, level)
    damage = dict(battle.structures)
    total = damage.get(place, 0) + points
    damage[place] = total
    battle.structures = tuple(sorted(damage.items()))
    tough = toughness(battle, link) if is_wall else TREE_TOUGHNESS
    what = "wall" if is_wall else "tree"
    because = ("skirmishers.large.damage", "skirmishers.large.toughness")
    battle.tell(events.Battered, because, what=what, total=total, tough=tough)
    if total > tough:
        if is_wall:
            breach(battle, (place[0], place[1], place[2]))
        else:
            fell(battle, far, level)


def toughness(battle: Battle, link: tuple[int, int, int]) -> int:
    """By building, medium by default; a free-standing wall is a wall."""
    near, far, level = link
    board, tough = battle.board, battle.field.toughness
    for dot in (near, far):
        number = board.building_at[dot]
        if number and level in board.levels[dot]:
            return tough.get(board.buildings[number - 1].name, TOUGHNESS["medium"])
    return tough.get("walls", TOUGHNESS["wall"])


def breach(battle: Battle, link: tuple[int, int, int]) -> None:
    """`skirmishers.large.breach`: the wall is gone, the gap costs 3 AP from either side."""
    a, b, level = link
    change_board(battle, battle.board.with_link((a, b), level, Feature.BREACH))
    name = battle.board.name
    battle.tell(events.Breach, "skirmishers.large.breach", a=name(a), b=name(b))


def fell(battle: Battle, dot: int, level: int) -> None:
    """`skirmishers.large.tree`: the trunk is gone, its dot is rough ground."""
    add, drop = [(Mark.ROUGH, dot, level)], [(Mark.TREE, dot, level)]
    change_board(battle, battle.board.with_marks(add, drop))
    battle.tell(events.Felled, "skirmishers.large.tree", place=battle.board.name(dot))
