"""What an option would cover, before it is taken: blasts, scatter, cones, ways under fire, ghosts.

Its one rule: it takes the option on a copy with the rules' own functions and draws what came of
it; nothing here knows a number.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import cast

from battlemat.boards.dots.board import each
from battlemat.kernel.odds import flow_odds
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import Shape
from battlemat.rulebooks.skirmishers.chapters.acting import THROWS
from battlemat.rulebooks.skirmishers.chapters.aiming import Aim, aim_at, need
from battlemat.rulebooks.skirmishers.chapters.arcs import shots_of
from battlemat.rulebooks.skirmishers.chapters.bursts import (
    SMOKE_AT_FIRST,
    SMOKE_GROWN,
    TREE_TOUGHNESS,
    come_down,
    points_at,
    toughness,
    victims,
)
from battlemat.rulebooks.skirmishers.chapters.crew import CREW_ARC, carried, gun_of
from battlemat.rulebooks.skirmishers.chapters.fire import (
    ACTIVATE,
    MOVE,
    STAND,
    Chance,
    arc_aim,
    shooters,
)
from battlemat.rulebooks.skirmishers.chapters.jet import best_flight, drop_bomb, legs_of
from battlemat.rulebooks.skirmishers.chapters.melee import blow_aim
from battlemat.rulebooks.skirmishers.chapters.movement import (
    arcs_crossed,
    best_way,
    leave_dot,
    set_down,
)
from battlemat.rulebooks.skirmishers.chapters.vehicle_fire import best_aim, ride_aim
from battlemat.rulebooks.skirmishers.screen.numbers import chance_of, told, vehicle_under
from battlemat.rulebooks.skirmishers.screen.scene import above, cone, edge, point, tile
from battlemat.rulebooks.skirmishers.state.armory import UNLIMITED
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    NOTHING,
    OFF_MAP,
    Arc,
    Battle,
    Token,
    Unit,
)

GHOST = 0.36
"""The radius of a trooper's ghost, that of his piece."""

Preview = Callable[[Battle, Option], list[Shape]]


def preview(battle: Battle, _choice: Choice, option: Option) -> list[Shape]:
    """The shapes of an option, listed or open; none where there is nothing to show."""
    make = PREVIEWS.get(option[0])
    return make(battle.copy(), option) if make is not None else []


# ---------------------------------------------------------------------- what bursts


def _throw(battle: Battle, option: Option) -> list[Shape]:
    THROWS[option[0]](battle, battle.units[option[1]], option)
    return burst_shapes(battle, battle.tokens[-1])


def _bomb(battle: Battle, option: Option) -> list[Shape]:
    drop_bomb(battle, battle.units[option[1]], option[2])
    return burst_shapes(battle, battle.tokens[-1])


def burst_shapes(battle: Battle, token: Token) -> list[Shape]:
    """A token's rings, smoke and flames if it is on target, and every dot where it may fall."""
    weapon = battle.weapon(token.weapon)
    found = _smoke(battle, token.place) if weapon.smoke else _rings(battle, token)
    if weapon.incendiary:
        flames = battle.board.bursts.flames(token.place, len(weapon.rings) - 1)
        because = "skirmishers.incendiary.ignite"
        found += [tile("fire", battle.board, p, "burns", because) for p in each(flames)]
    if token.link is not None:
        found.append(_structure(battle, token.link, weapon.rings[0]))
    return found + _scatter(battle, token)


def _rings(battle: Battle, token: Token) -> list[Shape]:
    """The places that a burst reaches, ring by ring, and who would be harmed there."""
    board, weapon = battle.board, battle.weapon(token.weapon)
    radius = len(weapon.rings) - 1
    harmed: dict[int, list[str]] = {}
    for _, unit in victims(battle, token.place, radius):
        if not (weapon.incendiary and unit.is_vehicle):
            harmed.setdefault(unit.place, []).append(unit.id)
    found = []
    for distance, ring in enumerate(board.bursts.blast(token.place, radius)):
        kind = "blast-outer" if distance else "blast"
        for place in each(ring):
            label = f"{points_at(battle, weapon, place, distance)}X"
            if place in harmed:
                label += f" hits {', '.join(harmed[place])}"
            found.append(tile(kind, board, place, label, "skirmishers.weapon.ring-damage"))
    return found


def _smoke(battle: Battle, centre: int) -> list[Shape]:
    board = battle.board
    at_once = board.bursts.smoke(centre, SMOKE_AT_FIRST)
    later = board.bursts.smoke(centre, SMOKE_GROWN) & ~at_once
    found = [tile("smoke", board, p, "smoke", "skirmishers.smoke.fill") for p in each(at_once)]
    grown = "smoke from the next turn on"
    return found + [tile("smoke", board, p, grown, "skirmishers.smoke.grow") for p in each(later)]


def _structure(battle: Battle, link: tuple[int, int, int], points: int) -> Shape:
    """The wall or tree that is aimed at, and what it has to bear."""
    near, far, level = link
    board = battle.board
    wall = bool(board.terrain.feature(near, far, level))
    place = (min(near, far), max(near, far), level) if wall else (far, far, level)
    tough = toughness(battle, link) if wall else TREE_TOUGHNESS
    sofar = dict(battle.structures).get(place, 0)
    label = f"{'wall' if wall else 'tree'}: {sofar} of {tough} points, {points} more on target"
    because = "skirmishers.large.toughness"
    ground = max(board.heights[near], board.heights[far])
    storey = max(0, level - ground)
    return Shape("structure", "line", edge(board, near, far), 0.0, 0.0, storey, label, because)


def _scatter(battle: Battle, token: Token) -> list[Shape]:
    """Each dot where it may come down, with its exact chance."""
    chances: dict[int, Fraction] = {}
    for outcome, chance in flow_odds(lambda: come_down(battle, token)).outcomes.items():
        _, place = cast("tuple[bool, int]", outcome)
        chances[place] = chances.get(place, Fraction(0)) + chance
    found = []
    for place, chance in sorted(chances.items(), key=lambda item: (-item[1], item[0])):
        if place == NOTHING:
            because = "skirmishers.incendiary.no-scatter"
            label = f"comes to nothing {told(chance)}"
            found.append(tile("scatter", battle.board, token.place, label, because))
        else:
            because = "skirmishers.explosive.scatter"
            found.append(tile("scatter", battle.board, place, told(chance), because))
    return found


# ---------------------------------------------------------------------- arcs


def _arc(battle: Battle, option: Option) -> list[Shape]:
    _, who, degrees, heading, weapon = option
    shots = shots_of(battle.weapon(weapon), degrees)
    return arc_shapes(battle, battle.units[who], Arc(weapon, heading, degrees, shots))


def _crew_arc(battle: Battle, option: Option) -> list[Shape]:
    unit = battle.units[option[1]]
    gun = gun_of(battle, unit)
    weapon = gun.weapon if gun is not None else carried(battle, unit)
    return arc_shapes(battle, unit, Arc(weapon, option[2], CREW_ARC, UNLIMITED))


def _gun_arc(battle: Battle, option: Option) -> list[Shape]:
    vehicle = battle.units[battle.units[option[1]].mount]
    return mounted_cone(battle, vehicle, option[2])


def mounted_cone(battle: Battle, vehicle: Unit, slot: int) -> list[Shape]:
    """The cone of a mounted weapon, straight ahead."""
    arc = Arc(vehicle.carries[slot], 2 * vehicle.heading, 30, UNLIMITED)
    return arc_shapes(battle, vehicle, arc, "skirmishers.vehicle.mounted-arc")


def arc_shapes(
    battle: Battle, unit: Unit, arc: Arc, because: str = "skirmishers.arc.table"
) -> list[Shape]:
    """A cone, and a line to every enemy in it who could be fired at where he is now."""
    weapon = battle.weapon(arc.weapon)
    shots = "any number of" if arc.shots == UNLIMITED else str(arc.shots)
    outline = cone(battle.board, unit.place, arc.heading, arc.degrees, weapon.reach)
    label = f"{weapon.name}: {arc.degrees} degrees, {shots} shots"
    found = [Shape("cone", "polygon", outline, label=label, because=because)]
    mask = battle.board.arc(unit.place, arc.heading, arc.degrees)
    for foe in battle.units:
        if foe.side == unit.side or foe.state != ABLE or foe.place < 0:
            continue
        vehicle = vehicle_under(battle, foe)
        if vehicle is not None:
            aim = best_aim(battle, unit, arc, vehicle, foe)
        elif mask >> foe.place % battle.board.size & 1:
            aim = arc_aim(battle, unit, arc, Chance(foe, MOVE))
        else:
            aim = None
        if aim is not None:
            found.append(aim_line(aim))
    return found


def aim_line(aim: Aim) -> Shape:
    """A line of fire with the number that the attack needs."""
    battle, number = aim.battle, need(aim)
    ends = [point(battle.board, aim.start), point(battle.board, aim.place)]
    level = max(above(battle.board, aim.start), above(battle.board, aim.place))
    target = aim.target.id if aim.target is not None else battle.board.name(aim.place)
    label = f"{target}: target number {number}, {told(chance_of(battle, number))}"
    return Shape("line", "line", ends, level=level, label=label, because="skirmishers.fire.base")


# ---------------------------------------------------------------------- attacks on somebody


def _fire(battle: Battle, option: Option) -> list[Shape]:
    _, who, number, other = option
    shooter, target = battle.units[who], battle.units[other]
    arc, vehicle = shooter.arcs[number], vehicle_under(battle, target)
    if vehicle is not None:
        aim = best_aim(battle, shooter, arc, vehicle, target)
    else:
        place = target.shown_at if target.place < 0 else NOTHING
        aim = arc_aim(battle, shooter, arc, Chance(target, MOVE, place=place))
    return [aim_line(aim)] if aim is not None else []


def _shoot(battle: Battle, option: Option) -> list[Shape]:
    _, who, other, weapon = option
    unit, target = battle.units[who], battle.units[other]
    if unit.mount >= 0:
        aim = ride_aim(battle, unit, battle.units[unit.mount], target, weapon)
    else:
        aim = aim_at(battle, unit, battle.weapon(weapon), target, moving=True)
    return [aim_line(aim)] if aim is not None else []


def _gun(battle: Battle, option: Option) -> list[Shape]:
    _, who, other, slot = option
    vehicle = battle.units[battle.units[who].mount]
    aim = ride_aim(battle, vehicle, vehicle, battle.units[other], vehicle.carries[slot])
    return [aim_line(aim)] if aim is not None else []


def _blow(battle: Battle, option: Option) -> list[Shape]:
    _, who, other, weapon = option
    unit, target = battle.units[who], battle.units[other]
    return [aim_line(blow_aim(battle, unit, target, battle.weapon(weapon)))]


# ---------------------------------------------------------------------- ways under fire


def _way(battle: Battle, option: Option) -> list[Shape]:
    verb, who, to = option
    unit = battle.units[who]
    way = best_way(battle, unit, to) if verb == "move" else to if verb == "path" else (to,)
    return [_line(battle, (unit.place, *way)), *walk_shapes(battle, unit, way)]


def walk_shapes(battle: Battle, unit: Unit, way: tuple[int, ...]) -> list[Shape]:
    """Each dot of a way that lies in enemy arcs, and a ghost where it ends."""
    found = []
    for place in way:
        set_down(battle, unit, place)
        found += fire_here(battle, Chance(unit, MOVE))
    return [*found, ghost(battle, unit, way[-1])]


def _line(battle: Battle, way: tuple[int, ...]) -> Shape:
    board = battle.board
    many = len(way) - 1
    label = f"{many} {'dot' if many == 1 else 'dots'}"
    return Shape("line", "line", [point(board, p) for p in way], label=label)


def ghost(battle: Battle, unit: Unit, place: int) -> Shape:
    board = battle.board
    at, level = [point(board, place)], above(board, place)
    return Shape("ghost", "circle", at, GHOST, level=level, label=f"{unit.id} {board.name(place)}")


def fire_here(battle: Battle, chance: Chance) -> list[Shape]:
    """Who may fire on this occasion and what he needs; else whose arcs hold the dot in vain."""
    board = battle.board
    needs = []
    for _, index, number, _ in shooters(battle, chance):
        shooter = battle.units[index]
        aim = arc_aim(battle, shooter, shooter.arcs[number], chance)
        assert aim is not None, "an arc was offered that cannot fire"
        needs.append(f"{shooter.id} needs {need(aim)}")
    at = board.top(chance.place % board.size) if chance.flying else chance.place
    if needs:
        return [tile("arc", board, at, ", ".join(needs), chance.because)]
    idle = [unit.id for unit in arcs_crossed(battle, chance.target.side, [chance.place])]
    if not idle:
        return []
    label = f"in the arc of {', '.join(idle)}, without a shot"
    return [tile("arc-idle", board, at, label, "skirmishers.fire.arc-and-sight")]


def _fly(battle: Battle, option: Option) -> list[Shape]:
    verb, who, to = option
    unit, board = battle.units[who], battle.board
    way = best_flight(battle, unit, to) if verb == "fly" else to
    landing = to if verb == "fly" else board.top(way[-1])
    legs = legs_of(battle, unit, way, landing)
    found = [_line(battle, (unit.place % board.size, *way))]
    leave_dot(battle, unit)
    battle.put(unit, OFF_MAP)
    for leg in legs[:-1]:
        battle.fired = 0
        found += fire_here(battle, Chance(unit, "skirmishers.jet.fire", place=leg.place))
    return found + walk_shapes(battle, unit, (landing,))


def _stand(battle: Battle, option: Option) -> list[Shape]:
    unit = battle.units[option[1]]
    battle.lift(unit)
    unit.prone = False
    battle.lay(unit)
    return fire_here(battle, Chance(unit, STAND))


def _activate(battle: Battle, option: Option) -> list[Shape]:
    unit = battle.units[option[1]]
    battle.fired = 0
    return fire_here(battle, Chance(unit, ACTIVATE)) if unit.mount < 0 else []


PREVIEWS: dict[str, Preview] = {
    **dict.fromkeys(("throw", "lob", "toss", "shell", "throwat"), _throw),
    "bomb": _bomb,
    "arc": _arc,
    "setup": _crew_arc,
    "turn": _crew_arc,
    "gunarc": _gun_arc,
    "fire": _fire,
    "shoot": _shoot,
    "gun": _gun,
    "melee": _blow,
    "strike": _blow,
    "move": _way,
    "path": _way,
    "step": _way,
    "fly": _fly,
    "flight": _fly,
    "stand": _stand,
    "activate": _activate,
}
