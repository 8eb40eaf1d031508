"""What an option would cover: ways, blasts, lines of fire, and what a unit would see from there.

Everything is worked out by the chapter that would do it, so that what is shown is what happens.
A ghost is a unit where it would stand; `blast` squares are those that an attack covers; `affected`
are the units that it would touch.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.boards.squares import Step
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.combat.sight import cannot_shoot, shot_bar
from battlemat.rulebooks.skirm.chapters.combat.targets import Corners, Use, ranged_weapons, victims
from battlemat.rulebooks.skirm.chapters.mission import controller
from battlemat.rulebooks.skirm.chapters.movement import steps
from battlemat.rulebooks.skirm.screen.drawing import (
    cite,
    ghost,
    line,
    tile,
    tiles,
    touched,
    way_through,
)
from battlemat.rulebooks.skirm.screen.pointing import Thing
from battlemat.rulebooks.skirm.screen.sightlines import is_covered
from battlemat.rulebooks.skirm.state.battle import STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon
from battlemat.rulebooks.skirm.state.masks import squares_in

# ---------------------------------------------------------------------- moving


def movement(battle: Battle, unit: Unit, square: int, clause: str) -> list[Shape]:
    """The way and its price, step by step where it costs more, and what comes of being there."""
    found = steps(battle, unit, square, battle.field.board.size)  # the cheapest is within reach
    return [
        *_way(battle, unit, found, clause),
        ghost(battle, unit, square, clause),
        *standing_at(battle, unit, square),
    ]


def _way(battle: Battle, unit: Unit, found: tuple[Step, ...], clause: str) -> list[Shape]:
    cost = sum(step.cost for step in found)
    label = say("{cost, plural, one {# square} other {# squares}}", cost=cost)
    through = (unit.square, *(step.square for step in found))
    shapes = [way_through(battle, through, label, clause)]
    here = unit.square
    for step in found:
        if step.cost > 1:
            word, why = _dear(battle, here, step.square)
            toll = say("{what}: {cost}", what=word, cost=step.cost)
            shapes.append(line(battle, "toll", here, step.square, toll, why))
        here = step.square
    return shapes


def _dear(battle: Battle, here: int, there: int) -> tuple[str, str]:
    """What makes a step cost more than one: the climb, or else the ground that it leaves."""
    levels = battle.field.board.levels
    if levels[there] > levels[here]:
        return say("climb"), "move.climb-up"
    if levels[there] < levels[here]:
        return say("climb down"), "move.climb-down"
    if (min(here, there), max(here, there)) in battle.field.board.walls:
        return say("over the wall"), "move.vault"
    return say("difficult"), "move.difficult"


def leap(battle: Battle, unit: Unit, square: int) -> list[Shape]:
    """A leap goes straight to where it ends."""
    return [
        line(battle, "way", unit.square, square, say("leap"), "special.leap"),
        ghost(battle, unit, square, "special.leap"),
        *standing_at(battle, unit, square),
    ]


def placing(battle: Battle, unit: Unit, square: int) -> list[Shape]:
    """A unit in a square of its deployment."""
    found = [ghost(battle, unit, square, "setup.deploy-squares")]
    return [*found, *standing_at(battle, unit, square)]


def standing_at(battle: Battle, unit: Unit, square: int) -> list[Shape]:
    """Whom a unit would stand beside, whom it could shoot at, and what it would control."""
    after = battle.copy()
    there = after.units[unit.index]
    if there.square < 0:
        there.state = STANDING
    after.place(there, square)
    found = []
    for foe in after.side(1 - unit.side):
        if foe.state == STANDING and after.terrain.adjacent[square] >> foe.square & 1:
            label = say("{unit} is Adjacent", unit=foe.id)
            clause = cite(battle, "move.zone-adjacency")
            found.append(tile("threat", battle.field.board, foe.square, label, clause))
    if there.state == STANDING:
        found += _shots(after, there)
    for objective in after.mission.objectives:
        if objective.square == square and controller(after, objective) == unit.side:
            label = say("controls {held}", held=objective.name)
            clause = cite(battle, "objective.control")
            found.append(tile("objective", battle.field.board, square, label, clause))
    return found


def _shots(after: Battle, unit: Unit) -> list[Shape]:
    """A line to every enemy that some weapon could be fired at from there."""
    if cannot_shoot(after, unit) is not None:
        return []
    weapons = ranged_weapons(unit)
    found = []
    for foe in after.side(1 - unit.side):
        able = [weapon for weapon in weapons if shot_bar(after, unit, weapon, foe) is None]
        if able:
            covered = all(_covers(after, unit, weapon, foe) for weapon in able)
            names = ", ".join(weapon.name for weapon in able)
            label = say("{unit}: {weapons}", unit=foe.id, weapons=names)
            if covered:
                label = say("{unit}: {weapons}, in cover", unit=foe.id, weapons=names)
            kind = "sight-obstructed" if covered else "sight-clear"
            found.append(line(after, kind, unit.square, foe.square, label, "combat.ranged-target"))
    return found


# ---------------------------------------------------------------------- attacking


def attack(
    battle: Battle, use: Use, weapon: Weapon, others: Sequence[int] = (), corners: Corners = ()
) -> list[Shape]:
    """The line of fire, the squares that an attack covers, and everybody whom it would hit."""
    kind, clause = _manner(battle, use, weapon)
    start, square = use.attacker.square, use.square
    found: list[Shape] = []
    if corners:
        found += _fire_lines(battle, corners)
        found += tiles(battle, "blast", squares_in(use.others), "", "weapon.linear")
    else:
        found.append(line(battle, kind, start, square, weapon.name, clause))
    for index in others:
        other = battle.units[index].square
        found.append(line(battle, kind, square, other, weapon.name, "weapon.chain-reaction"))
    if weapon.explodes:
        area = battle.terrain.adjacent[square] | 1 << square
        found += tiles(battle, "blast", squares_in(area), "", "weapon.explode")
    return found + [
        touched(battle, victim, "combat.several") for victim in victims(battle, use, weapon)
    ]


def _manner(battle: Battle, use: Use, weapon: Weapon) -> tuple[str, str]:
    """How the line of an attack is drawn."""
    if not use.ranged:
        return "melee", "combat.melee-target"
    if use.target is not None and _covers(battle, use.attacker, weapon, use.target):
        return "sight-obstructed", "cover.effect"
    return "sight-clear", "combat.ranged-target"


def _covers(battle: Battle, unit: Unit, weapon: Weapon, target: Unit) -> bool:
    here, there = Thing(unit.id, unit.square, unit), Thing(target.id, target.square, target)
    return is_covered(battle, here, there, weapon)


def _fire_lines(battle: Battle, corners: Corners) -> list[Shape]:
    """The line or the pair of lines that a Linear shot is fired along, from its corner points."""
    start, *ends = [(float(x), float(y)) for x, y in corners]
    clause = cite(battle, "weapon.linear")
    return [Shape("sight-clear", "line", [start, end], because=clause) for end in ends]


# ---------------------------------------------------------------------- everything else


def aid(battle: Battle, unit: Unit, mate: Unit, clause: str) -> list[Shape]:
    """A line to whom an action goes, unless it goes to the unit itself."""
    found = [touched(battle, mate, clause)]
    if unit is not mate:
        found.append(line(battle, "aid", unit.square, mate.square, mate.id, clause))
    return found
