"""Chapter "Select target": who is hit by one use of a weapon, and which weapons serve for what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from battlemat.kernel.forms import Found, Part
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import DOWNED, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon
from battlemat.rulebooks.skirm.state.specials import WEAPON_RULES

Corners: TypeAlias = tuple[tuple[int, int], ...]
"""A line by its corner points: where it starts, and one or two where it ends."""


class Use:
    """One use of a weapon: at a unit or at a square, with what the attacker picked."""

    __slots__ = ("attacker", "extra_dice", "extra_skill", "others", "ranged", "square", "target")

    def __init__(
        self,
        attacker: Unit,
        target: Unit | None,
        square: int,
        *,
        ranged: bool,
        others: int = 0,
        extra_dice: int = 0,
        extra_skill: int = 0,
    ) -> None:
        self.attacker = attacker
        self.target = target
        self.square = square
        self.ranged = ranged
        self.others = others  # squares whose units are hit too (Chain Reaction, Linear)
        self.extra_dice = extra_dice
        self.extra_skill = extra_skill


def victims(battle: Battle, use: Use, weapon: Weapon) -> list[Unit]:
    """Everyone whom one use attacks: the chosen target first, then row by row.

    All but the chosen target are secondary; the attacker is never among them.
    """
    squares = use.others
    if weapon.explodes:
        squares |= battle.terrain.adjacent[use.square]
    others = [
        unit
        for unit in battle.in_squares(squares)
        if unit is not use.attacker and unit is not use.target and can_be_hit(battle, unit)
    ]
    return [use.target, *others] if use.target is not None else others


def can_be_hit(battle: Battle, unit: Unit) -> bool:
    """Whether attacks are rolled against a unit that is on the map."""
    return unit.state == STANDING or (unit.state == DOWNED and battle.edition.downed_targets)


def foes(battle: Battle, unit: Unit) -> list[Unit]:
    """Enemies on the map that may be chosen as targets."""
    side, downed = unit.side, battle.edition.downed_targets
    return [
        other
        for other in battle.units
        if other.side != side and (other.state == STANDING or (downed and other.state == DOWNED))
    ]


# ---------------------------------------------------------------------- weapons


def usable(unit: Unit, weapon: Weapon) -> bool:
    """Whether a Limited Ammo weapon is not spent."""
    return not unit.used >> weapon.index & 1


def melee_weapons(unit: Unit) -> Sequence[Weapon]:
    """The weapons that a unit can strike with now."""
    return _usable(unit, unit.card.melee_weapons)


def ranged_weapons(unit: Unit) -> Sequence[Weapon]:
    """The weapons that a unit can fire now."""
    return _usable(unit, unit.card.ranged_weapons)


def _usable(unit: Unit, weapons: Sequence[Weapon]) -> Sequence[Weapon]:
    return [weapon for weapon in weapons if usable(unit, weapon)] if unit.used else weapons


def spend_ammo(battle: Battle, unit: Unit, weapon: Weapon) -> None:
    """A Limited Ammo weapon is used up by its use."""
    if weapon.limited:
        unit.used |= 1 << weapon.index
        battle.tell(events.Ammo, "weapon.limited-ammo", unit=unit.id, weapon=weapon.name)


# ---------------------------------------------------------------------- Chain Reaction


def beside_target(battle: Battle, unit: Unit, target: Unit) -> list[int]:
    """The enemies Adjacent to a target, to whom Chain Reaction may go on."""
    beside = battle.terrain.adjacent[target.square]
    return [f.index for f in foes(battle, unit) if f is not target and beside >> f.square & 1]


def chains(battle: Battle, unit: Unit, weapon: Weapon, target: Unit) -> Iterator[tuple[int, ...]]:
    """The sets of further targets that may be named: nobody, and up to two of a Chain Reaction."""
    yield ()
    if weapon.chain:
        others = beside_target(battle, unit, target)
        for count in (1, 2):
            yield from combinations(others, count)


def chain_bar(
    battle: Battle, unit: Unit, weapon: Weapon, target: Unit, others: tuple[int, ...]
) -> str | None:
    """The clause by which these further targets may not be named; None if they may."""
    if not others:
        return None
    beside = beside_target(battle, unit, target)
    if weapon.chain and len(others) <= 2 and all(other in beside for other in others):
        return None
    chains = "CHN" in WEAPON_RULES[battle.edition.name]
    return "weapon.chain-reaction" if chains else "combat.several"


def squares_of(battle: Battle, units: tuple[int, ...]) -> int:
    """The squares that some units stand in."""
    mask = 0
    for index in units:
        mask |= 1 << battle.units[index].square
    return mask


# ---------------------------------------------------------------------- Linear


def fire_lines(battle: Battle, start: int, end: int, *, downed: bool) -> dict[Corners, int]:
    """The lines that a Linear weapon may be fired along, by their corners: what each crosses."""
    terrain = battle.terrain
    if battle.edition.linear_pairs:
        pairs = terrain.sight_pairs(start, end, downed=downed)
        return {(pair.frm, *sorted(pair.to)): pair.crossed for pair in pairs}
    return {(line.frm, line.to): line.crossed for line in terrain.lines(start, end, downed=downed)}


def telling_lines(battle: Battle, lines: dict[Corners, int], start: int, end: int) -> list[Corners]:
    """Of lines that hit the same, the first: they differ in whom they hit."""
    seen: dict[int, Corners] = {}
    mine = (1 << start) | (1 << end)
    held = battle.occupied if battle.edition.downed_targets else sum(battle.standing)
    for corners, crossed in lines.items():
        seen.setdefault(crossed & held & ~mine, corners)
    return list(seen.values())


def same_line(battle: Battle, start: int, end: int, line: Corners, downed: bool) -> Corners:
    """Of the lines that hit the same, the one that is listed."""
    lines = fire_lines(battle, start, end, downed=downed)
    held = battle.occupied if battle.edition.downed_targets else sum(battle.standing)
    hit = lines[line] & held
    for other in telling_lines(battle, lines, start, end):
        if lines[other] & held == hit:
            return other
    return line


def write_corners(corners: Corners) -> str:
    return "-".join(f"{x},{y}" for x, y in corners)


def _read_corners(_battle: Battle, word: str, _found: Found) -> Corners | None:
    """Corner points; the order of the two ends of a pair of lines means nothing."""
    points = []
    for text in word.split("-"):
        x, _, y = text.partition(",")
        if not (x.isdecimal() and y.isdecimal() and len(x) < 4 and len(y) < 4):
            return None
        points.append((int(x), int(y)))
    return (points[0], *sorted(points[1:])) if len(points) in (2, 3) else None


def _some_corners(battle: Battle, found: Found) -> list[Corners]:
    """Corners of the unit's square and the target's, whether or not a line may run there."""
    board = battle.field.board
    start = battle.units[found["unit"]].square
    end = battle.units[found["target"]].square if "target" in found else found["square"]
    if start < 0 or end < 0:
        return []
    (ax, ay), (bx, by) = board.xy(start), board.xy(end)
    ends = [(bx + x, by + y) for x in (0, 1) for y in (0, 1)]
    starts = [(ax + x, ay + y) for x in (0, 1) for y in (0, 1)]
    if not battle.edition.linear_pairs:
        return [(one, two) for one in starts for two in ends]
    return [(one, two, three) for one in starts for two in ends for three in ends if two < three]


LINE = Part(
    "a line by its corner points, as in 1,1-4,2",
    write=lambda _battle, corners, _found: write_corners(corners),
    read=_read_corners,
    values=_some_corners,
)
