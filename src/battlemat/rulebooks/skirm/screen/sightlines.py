"""Lines of sight as they are told and drawn: what is seen, what hides it, and what gives cover.

What is seen is settled by the board and in `sight`, cover in each edition's own chapter; here they
get their words and lines. The kinds of a line are sight-clear, sight-obstructed (the target is in
cover) and sight-blocked; a `cut` is what hides, a `cover` what shelters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from battlemat.boards.squares import Side
from battlemat.kernel.memo import Memo
from battlemat.kernel.scene import Fact, Shape
from battlemat.kernel.words import listed, say
from battlemat.rulebooks.skirm.chapters.combat.cover import in_cover
from battlemat.rulebooks.skirm.chapters.combat.numbers import Attack
from battlemat.rulebooks.skirm.chapters.combat.sight import in_the_way, smoke
from battlemat.rulebooks.skirm.screen.drawing import centre, cite, edge, tile
from battlemat.rulebooks.skirm.screen.pointing import Thing
from battlemat.rulebooks.skirm.state.battle import DOWNED, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Card, Weapon, read_card
from battlemat.rulebooks.skirm.state.masks import squares_in
from battlemat.rulebooks.skirm.state.setup import Stats, UnitSetup, WeaponSetup

CLEAR, COVERED, BLOCKED = "clear", "obstructed", "blocked"


class Look(NamedTuple):
    """What is seen of one square from another, and what is in the way.

    `squares` hold the units or the smoke that hide it, `sides` the terrain that does or, where it
    is seen, the terrain that shelters it.
    """

    start: int
    end: int
    downed: bool
    seen: bool
    covered: bool
    parts: tuple[bool, bool, bool]
    squares: list[int]
    sides: list[Side]

    @property
    def state(self) -> str:
        if not self.seen:
            return BLOCKED
        return COVERED if self.covered else CLEAR


def look(battle: Battle, one: Thing, two: Thing) -> Look:
    """The line of sight from one square to another, or to the unit in it (`los.corners`)."""
    terrain, a, b = battle.terrain, one.square, two.square
    way = in_the_way(battle)
    downed = two.unit is not None and two.unit.state == DOWNED
    parts = terrain.parts_seen(a, b, standing=way, downed=downed)
    if terrain.sees(a, b, standing=way, downed=downed):
        covered = is_covered(battle, one, two)
        squares, sides = _shelter(battle, a, b) if covered else ([], [])
        return Look(a, b, downed, True, covered, parts, squares, sides)
    if terrain.why_unseen(a, b, standing=way, downed=downed) == "unit":
        squares = _fewest(
            way & ~(1 << a | 1 << b),
            lambda standing: not terrain.sees(a, b, standing=standing, downed=downed),
        )
        return Look(a, b, downed, False, False, parts, squares, [])
    sides = _most_telling(hint.sides for hint in terrain.hindrances(a, b, downed=downed))
    return Look(a, b, downed, False, False, parts, [], sides)


def _fewest(mask: int, holds: Callable[[int], bool]) -> list[int]:
    """Squares of a mask that are enough for something to hold, and none too many."""
    for square in squares_in(mask):
        if holds(mask & ~(1 << square)):
            mask &= ~(1 << square)
    return squares_in(mask)


def _most_telling(hindrances: Iterable[tuple[Side, ...]]) -> list[Side]:
    """A few sides that between them interrupt every line, the one that stops most lines first."""
    left = [sides for sides in hindrances if sides]
    found: list[Side] = []
    while left:
        counts = Counter(side for sides in left for side in sides)
        best = min(counts, key=lambda side: (-counts[side], side))
        found.append(best)
        left = [sides for sides in left if best not in sides]
    return found


# ---------------------------------------------------------------------- cover


@Memo("the edition", bound=8)
def _anybody(edition: str) -> Card:
    """A card for a square that nobody stands in: a plain unit with a plain weapon."""
    weapon = WeaponSetup("ruler", "ranged", roa=1, dam=1, skl=1)
    return read_card(edition, UnitSetup("ruler", Stats(1, 1, 1, 1, 1, 1), weapons=(weapon,)))


def _stand_in(battle: Battle, thing: Thing) -> Unit:
    """The unit itself, or one that would stand in the square (`los.square`)."""
    if thing.unit is not None:
        return thing.unit
    unit = Unit(index=-1, side=0, card=_anybody(battle.edition.name))
    unit.square, unit.state = thing.square, STANDING
    return unit


def is_covered(battle: Battle, one: Thing, two: Thing, weapon: Weapon | None = None) -> bool:
    """Whether a target that is seen is in cover, as the edition's own chapter says.

    It is asked for a weapon, or for one without special rules.
    """
    if one.square == two.square:
        return False
    weapon = weapon or _anybody(battle.edition.name).weapons[0]
    target = _stand_in(battle, two)
    attack = Attack(battle, _stand_in(battle, one), weapon, target, ranged=True)
    return target.state == STANDING and in_cover(attack)


def _shelter(battle: Battle, a: int, b: int) -> tuple[list[int], list[Side]]:
    """What gives a target cover: units in the first edition, and terrain."""
    terrain = battle.terrain
    hindrances = [one.sides for one in terrain.hindrances(a, b, downed=True)]
    if not battle.edition.cover_adds:  # `cover.terrain-side`: it stands on the target's square
        return [], _most_telling(tuple(s for s in sides if b in s) for sides in hindrances)
    if terrain.base_hidden(a, b, standing=0):
        return [], _most_telling(hindrances)
    standing = sum(battle.standing) & ~(1 << a | 1 << b)
    return _fewest(standing, lambda mask: terrain.base_hidden(a, b, standing=mask)), []


# ---------------------------------------------------------------------- words


def sight_facts(battle: Battle, seen: Look, one: Thing, two: Thing) -> list[Fact]:
    """Sight, the parts of the body that are seen, and cover, each with what makes it so."""
    hiding = _in_words(battle, seen)
    if seen.seen:
        words = say("{one} sees {two}", one=one.name, two=two.name)
        sight = Fact("sight", CLEAR, words, cite(battle, "los.corners"))
    else:
        words = say("{one} does not see {two}: {what}", one=one.name, two=two.name, what=hiding)
        clause = "los.units" if seen.squares else "los.cross"
        sight = Fact("sight", BLOCKED, words, cite(battle, clause))
    names = [name for name, is_seen in zip(_PARTS, seen.parts, strict=True) if is_seen]
    value = "all" if len(names) == 3 else " and ".join(names) or "none"
    shown = say("{parts} of {thing} can be seen", parts=_parts_named(names), thing=two.name)
    parts = Fact("parts", value, shown, cite(battle, "los.parts"))
    return [sight, parts, *([_cover(battle, seen, two, hiding)] if seen.seen else [])]


_PARTS = ("legs", "torso", "head")


def _parts_named(names: Sequence[str]) -> str:
    """The parts of a body that are seen, in words."""
    named = {"legs": say("legs"), "torso": say("torso"), "head": say("head")}
    return listed([named[name] for name in names]) if names else say("nothing")


def _cover(battle: Battle, seen: Look, two: Thing, hiding: str) -> Fact:
    edition = battle.edition
    if edition.has_hit and not edition.cover_adds:
        words = say("there is no cover in this edition")
        return Fact("cover", "no", words, cite(battle, "cover.effect"))
    if not seen.covered:
        words = say("{thing} is not in cover", thing=two.name)
        return Fact("cover", "no", words, cite(battle, "cover.effect"))
    clause = "cover.terrain-side"
    if edition.cover_adds:
        clause = "cover.units" if seen.squares else "cover.definition"
    words = say("{thing} is in cover: {what}", thing=two.name, what=hiding)
    return Fact("cover", "yes", words, cite(battle, clause))


def _in_words(battle: Battle, seen: Look) -> str:
    """What hides or shelters, each thing with its place."""
    board = battle.field.board
    words = [
        say("{what} in {square}", what=_holder(battle, square), square=board.name(square))
        for square in seen.squares
    ]
    words += [side_in_words(battle, side) for side in seen.sides]
    return ", ".join(dict.fromkeys(words)) or say("the edge of the map")


def _holder(battle: Battle, square: int) -> str:
    """What hides from within a square: smoke, or the unit there."""
    unit = battle.at(square)
    return say("smoke") if smoke(battle) >> square & 1 or unit is None else unit.id


def side_in_words(battle: Battle, side: Side) -> str:
    """What stands on a side: a door, a wall, or the floor of the higher square."""
    board = battle.field.board
    a, b = side
    one, two = board.name(a), board.name(b)
    if side in board.doors:
        return say("the closed door between {one} and {two}", one=one, two=two)
    if side in board.walls:
        height = board.walls[side]
        return say(
            "the wall of height {height} between {one} and {two}", height=height, one=one, two=two
        )
    high = max(side, key=lambda square: board.levels[square])
    level, name = board.levels[high], board.name(high)
    return say("the high ground of {square} (level {level})", level=level, square=name)


# ---------------------------------------------------------------------- lines


def sight_shapes(battle: Battle, seen: Look) -> list[Shape]:
    """The two lines by which a square is seen, or the line that is cut; and what is in the way."""
    board = battle.field.board
    kind = "cover" if seen.seen else "cut"
    clause = cite(battle, "cover.effect" if seen.seen else "los.corners")
    found = _lines(battle, seen)
    for square in seen.squares:
        found.append(tile(kind, board, square, _holder(battle, square), clause))
    for side in seen.sides:
        label = side_in_words(battle, side)
        found.append(Shape(kind, "line", edge(board, side), label=label, because=clause))
    return found


def _lines(battle: Battle, seen: Look) -> list[Shape]:
    board, clause = battle.field.board, cite(battle, "los.corners")
    kind = f"sight-{seen.state}"
    if seen.seen:
        pairs = battle.terrain.sight_pairs(seen.start, seen.end, downed=seen.downed)
        way = in_the_way(battle)
        free = [pair for pair in pairs if not pair.crossed & way] or pairs
        if free:
            best = min(free, key=lambda pair: sum(_far(pair.frm, to) for to in pair.to))
            return [Shape(kind, "line", [best.frm, to], because=clause) for to in best.to]
    ends = [centre(board, square) for square in (seen.start, seen.end)]
    return [Shape(kind, "line", ends, because=clause)]


def _far(one: tuple[int, int], two: tuple[int, int]) -> int:
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2
