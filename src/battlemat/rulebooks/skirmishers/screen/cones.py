"""Firing arcs before they are set: the cone, and whom it would hold."""

from __future__ import annotations

from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.firing.reactions import MOVE, Chance, arc_aim
from battlemat.rulebooks.skirmishers.chapters.vehicles.targets import best_aim
from battlemat.rulebooks.skirmishers.screen.aims import aim_line
from battlemat.rulebooks.skirmishers.screen.drawing import cone
from battlemat.rulebooks.skirmishers.state.battle import ABLE, Arc, Battle, Unit
from battlemat.rulebooks.skirmishers.state.vehicles import mounted_arc, vehicle_under
from battlemat.rulebooks.skirmishers.state.words import arc_words


def arc_shapes(
    battle: Battle, unit: Unit, arc: Arc, because: str = "skirmishers.arc.table"
) -> list[Shape]:
    """A cone, and a line to every enemy in it who could be fired at where he is now."""
    weapon = battle.weapon(arc.weapon)
    outline = cone(battle.board, unit.place, arc.heading, arc.degrees, weapon.reach)
    label = say("{weapon}: {arc}", weapon=weapon.name, arc=arc_words(arc))
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


def mounted_cone(battle: Battle, vehicle: Unit, slot: int) -> list[Shape]:
    """The cone of a mounted weapon, along its mounting."""
    arc = mounted_arc(battle, vehicle, slot)
    return arc_shapes(battle, vehicle, arc, "skirmishers.vehicle.mounted-arc")
