"""What an option would cover: ways, blasts, lines of fire, and what a unit would see from there.

Everything is worked out by the chapter that would do it, so that what is shown is what happens.
A ghost is a unit where it would stand; `blast` squares are those that an attack covers; `affected`
are the units that it would touch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battlemat.boards.squares.way import Step
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import Shape
from battlemat.rulebooks.skirm.chapters.attacks import line_crossings, squares_in
from battlemat.rulebooks.skirm.chapters.combat import Use, ranged_weapons, victims
from battlemat.rulebooks.skirm.chapters.effects import filled_by
from battlemat.rulebooks.skirm.chapters.mission import controller
from battlemat.rulebooks.skirm.chapters.movement import steps
from battlemat.rulebooks.skirm.chapters.sight import cannot_shoot, shot_bar
from battlemat.rulebooks.skirm.screen.pointing import Thing
from battlemat.rulebooks.skirm.screen.scene import centre, edge, tile
from battlemat.rulebooks.skirm.screen.sightlines import cite, is_covered
from battlemat.rulebooks.skirm.state.battle import STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon

GHOST = 0.38
"""The radius of a unit, as pieces are drawn."""


def preview(battle: Battle, choice: Choice, option: Option) -> list[Shape]:
    """The shapes of one option; nothing where there is nothing to show."""
    maker = _MAKERS.get(option[0])
    return maker(battle, choice, option) if maker else []


def _ghost(battle: Battle, unit: Unit, square: int, clause: str) -> Shape:
    board = battle.field.board
    at, level = centre(board, square), board.levels[square]
    because = cite(battle, clause)
    return Shape("ghost", "circle", [at], GHOST, level=level, label=unit.id, because=because)


def _line(battle: Battle, kind: str, a: int, b: int, label: str, clause: str) -> Shape:
    ends = [centre(battle.field.board, square) for square in (a, b)]
    return Shape(kind, "line", ends, label=label, because=cite(battle, clause))


# ---------------------------------------------------------------------- moving


def _move(battle: Battle, _choice: Choice, option: Option) -> list[Shape]:
    """The way and its price, step by step where it costs more, and what comes of being there."""
    verb, index, square = option
    unit = battle.units[index]
    found = steps(battle, unit, square, battle.field.board.size)  # the cheapest is within reach
    clause = "move.allowance" if verb == "move" else "action.dash"
    return [
        *_way(battle, unit, found, clause),
        _ghost(battle, unit, square, clause),
        *_after(battle, unit, square),
    ]


def _way(battle: Battle, unit: Unit, found: tuple[Step, ...], clause: str) -> list[Shape]:
    board = battle.field.board
    cost = sum(step.cost for step in found)
    points = [centre(board, square) for square in (unit.square, *(step.square for step in found))]
    label = f"{cost} square{'' if cost == 1 else 's'}"
    shapes = [Shape("way", "line", points, label=label, because=cite(battle, clause))]
    here = unit.square
    for step in found:
        if step.cost > 1:
            word, why = _dear(battle, here, step.square)
            shapes.append(_line(battle, "toll", here, step.square, f"{word}: {step.cost}", why))
        here = step.square
    return shapes


def _dear(battle: Battle, here: int, there: int) -> tuple[str, str]:
    """What makes a step cost more than one: the climb, or else the ground that it leaves."""
    levels = battle.field.board.levels
    if levels[there] > levels[here]:
        return "climb", "move.climb-up"
    if levels[there] < levels[here]:
        return "climb down", "move.climb-down"
    if (min(here, there), max(here, there)) in battle.field.board.walls:
        return "over the wall", "move.vault"
    return "difficult", "move.difficult"


def _leap(battle: Battle, _choice: Choice, option: Option) -> list[Shape]:
    _, index, square = option
    unit = battle.units[index]
    return [
        _line(battle, "way", unit.square, square, "leap", "special.leap"),
        _ghost(battle, unit, square, "special.leap"),
        *_after(battle, unit, square),
    ]


def _place(battle: Battle, _choice: Choice, option: Option) -> list[Shape]:
    _, index, square = option
    unit = battle.units[index]
    found = [_ghost(battle, unit, square, "setup.deploy-squares")]
    return [*found, *_after(battle, unit, square)]


def _after(battle: Battle, unit: Unit, square: int) -> list[Shape]:
    """Whom a unit would stand beside, whom it could shoot at, and what it would control."""
    after = battle.copy()
    there = after.units[unit.index]
    if there.square < 0:
        there.state = STANDING
    after.place(there, square)
    found = []
    for foe in after.side(1 - unit.side):
        if foe.state == STANDING and after.terrain.adjacent[square] >> foe.square & 1:
            label, clause = f"{foe.id} is Adjacent", cite(battle, "move.zone-adjacency")
            found.append(tile("threat", battle.field.board, foe.square, label, clause))
    if there.state == STANDING:
        found += _shots(after, there)
    for objective in after.mission.objectives:
        if objective.square == square and controller(after, objective) == unit.side:
            label = f"controls {objective.name}"
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
            label = f"{foe.id}: {names}" + (", in cover" if covered else "")
            kind = "sight-obstructed" if covered else "sight-clear"
            clause = "combat.ranged-target"
            found.append(_line(after, kind, unit.square, foe.square, label, clause))
    return found


# ---------------------------------------------------------------------- attacking


def _attack(battle: Battle, _choice: Choice, option: Option) -> list[Shape]:
    """The line of fire, the squares that an attack covers, and everybody whom it would hit."""
    verb, me, with_, aim, *more = option
    unit = battle.units[me]
    weapon = unit.card.weapons[with_]
    target = None if verb == "blast" else battle.units[aim]
    square = aim if target is None else target.square
    found = []
    others = 0
    if verb == "line" and target is not None:
        others, corners = line_crossings(battle, unit, target)[more[0]]
        found += _fire_lines(battle, corners)
        found += _tiles(battle, others, "weapon.linear")
    else:
        kind, clause = "sight-clear", "combat.ranged-target"
        if verb == "melee":
            kind, clause = "melee", "combat.melee-target"
        elif target is not None and _covers(battle, unit, weapon, target):
            kind, clause = "sight-obstructed", "cover.effect"
        found.append(_line(battle, kind, unit.square, square, weapon.name, clause))
        for index in more:
            other = battle.units[index].square
            others |= 1 << other
            found.append(_line(battle, kind, square, other, weapon.name, "weapon.chain-reaction"))
    if weapon.explodes:
        area = battle.terrain.adjacent[square] | 1 << square
        found += _tiles(battle, area, "weapon.explode")
    use = Use(unit, target, square, ranged=verb != "melee", others=others)
    return found + [_touched(battle, victim) for victim in victims(battle, use, weapon)]


def _covers(battle: Battle, unit: Unit, weapon: Weapon, target: Unit) -> bool:
    here, there = Thing(unit.id, unit.square, unit), Thing(target.id, target.square, target)
    return is_covered(battle, here, there, weapon)


def _fire_lines(battle: Battle, corners: str) -> list[Shape]:
    """The line or the pair of lines that a Linear shot is fired along, from its corner points."""
    start, *ends = [
        (float(x), float(y)) for x, y in (point.split(",") for point in corners.split("-"))
    ]
    clause = cite(battle, "weapon.linear")
    return [Shape("sight-clear", "line", [start, end], because=clause) for end in ends]


def _tiles(battle: Battle, mask: int, clause: str) -> list[Shape]:
    board, because = battle.field.board, cite(battle, clause)
    return [tile("blast", board, square, "", because) for square in squares_in(mask)]


def _touched(battle: Battle, unit: Unit) -> Shape:
    at = centre(battle.field.board, unit.square)
    clause = cite(battle, "combat.several")
    return Shape("affected", "circle", [at], GHOST, label=unit.id, because=clause)


def _push(battle: Battle, choice: Choice, option: Option) -> list[Shape]:
    about = choice.about
    unit, path = battle.units[about["unit"]], about["path"][: option[1]]
    if not path:
        return []
    points = [centre(battle.field.board, square) for square in (unit.square, *path)]
    label, clause = f"pushed {len(path)}", cite(battle, "weapon.push")
    way = Shape("way", "line", points, label=label, because=clause)
    return [way, _ghost(battle, unit, path[-1], "weapon.push")]


# ---------------------------------------------------------------------- everything else


def _mate(battle: Battle, choice: Choice, option: Option) -> list[Shape]:
    """A line to whom an action goes, unless it goes to the unit itself."""
    one, two = battle.units[option[1]], battle.units[option[2]]
    found = [_touched_by(battle, choice, two)]
    if one is not two:
        found.append(_line(battle, "aid", one.square, two.square, two.id, choice.because))
    return found


def _target(battle: Battle, choice: Choice, option: Option) -> list[Shape]:
    return [_touched_by(battle, choice, battle.units[option[1]])]


def _touched_by(battle: Battle, choice: Choice, unit: Unit) -> Shape:
    at = centre(battle.field.board, unit.square)
    clause = cite(battle, choice.because)
    return Shape("affected", "circle", [at], GHOST, label=unit.id, because=clause)


def _door(battle: Battle, _choice: Choice, option: Option) -> list[Shape]:
    """The door as it would be then."""
    side = battle.field.board.doors[option[2]]
    state = "closed" if battle.doors_open >> option[2] & 1 else "open"
    points, clause = edge(battle.field.board, side), cite(battle, "action.door")
    return [Shape(f"door-{state}", "line", points, label=f"{state} then", because=clause)]


def _zone(battle: Battle, _choice: Choice, option: Option) -> list[Shape]:
    name, mask = battle.mission.zones[option[1]]
    board, clause = battle.field.board, cite(battle, "setup.deploy-squares")
    return [tile("zone", board, s, f"{name} zone", clause) for s in squares_in(mask)]


def _square(battle: Battle, choice: Choice, option: Option) -> list[Shape]:
    """The squares that smoke would fill."""
    board, clause = battle.field.board, cite(battle, choice.because)
    filled = filled_by(battle, option[1], choice.about["spread"])
    return [tile("smoke", board, square, "", clause) for square in squares_in(filled)]


def _spot(battle: Battle, _choice: Choice, option: Option) -> list[Shape]:
    """Where a mission action is done."""
    _, index, number, spot = option
    action = battle.mission.actions[number]
    square = battle.units[index].square
    if spot >= 0 and action.where == "objective":
        square = battle.mission.objectives[spot].square
    elif spot >= 0:
        square = battle.markers[spot]
    clause = cite(battle, "action.mission")
    return [tile("objective", battle.field.board, square, action.name, clause)]


_Maker = Callable[[Battle, Choice, Option], list[Shape]]
_MAKERS: Mapping[str, _Maker] = {
    **dict.fromkeys(("move", "dash", "crawl"), _move),
    **dict.fromkeys(("shoot", "line", "blast", "melee"), _attack),
    **dict.fromkeys(("command", "recover", "revive"), _mate),
    "leap": _leap,
    "place": _place,
    "push": _push,
    "target": _target,
    "door": _door,
    "zone": _zone,
    "square": _square,
    "do": _spot,
}
