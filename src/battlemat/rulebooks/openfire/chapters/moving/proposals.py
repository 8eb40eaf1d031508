"""Good moves for machines: ways to objectives, to targets and into cover.

No rule is here: every way that is proposed is checked by the rules like anybody's. All numbers are
integers and all orders fixed, so a machine looks at the same ways everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice
from typing import NamedTuple

from battlemat.boards.plane import BLOCKED, CLEAR, Point, Stand, ahead, facing_along, look, root_up
from battlemat.kernel.errors import Refusal
from battlemat.rulebooks.openfire.chapters.measure import gap
from battlemat.rulebooks.openfire.chapters.moving.paths import (
    Advance,
    Course,
    Going,
    Move,
    Step,
    allowance,
    blockers,
    can_advance,
    check,
    room,
    survey,
)
from battlemat.rulebooks.openfire.chapters.objectives import is_on_table
from battlemat.rulebooks.openfire.state.battle import NOBODY, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.mission import CONTROL, MARKER

DETOURS = (25, -25, 50, -50, 80, -80)
SHARES = (100, 65, 35)
MOST = 7


class Goal(NamedTuple):
    """A place worth being within `near` hundredths of, and how much; `stop` is near enough."""

    at: Point
    near: int
    weight: float
    stop: int = 0


class Threat(NamedTuple):
    """A leader who may look at us, and how much his unit can do about it."""

    stand: Stand
    danger: float


# ---------------------------------------------------------------------- where to


def can_secure(battle: Battle, unit: Unit) -> bool:
    """True if the unit may use Secure at all."""
    return battle.policy.vehicles_secure or not unit.has_vehicle


def goals(battle: Battle, unit: Unit) -> list[Goal]:
    """Objectives that the unit could take or should hold, and enemies within its kind of reach."""
    found = []
    for number, objective in enumerate(battle.mission.objectives):
        if not is_on_table(battle, number) or unit.side not in objective.sides:
            continue
        holder = battle.markers[number].holder
        at, worth = battle.objectives_at[number], float(objective.points)
        if holder == unit.side:
            if objective.kind == CONTROL:
                found.append(Goal(at, 5 * INCH, 0.4 * worth))
        elif can_secure(battle, unit):
            near = MARKER.radius + INCH + size_of(unit)
            found.append(Goal(at, near, worth, near // 2))
        else:
            found.append(Goal(at, 4 * INCH, 0.3 * worth))
    reach = favoured_reach(unit)
    for foe in battle.foes(unit):
        at = (foe.lead.x, foe.lead.y)
        near = reach + size_of(unit) + size_of(foe)
        found.append(Goal(at, near, 0.8 if reach > 2 * INCH else 1.2, near - INCH // 2))
    return found


def size_of(unit: Unit) -> int:
    """About how far a leader's base reaches from its centre."""
    base = unit.leader_card.base
    return base.radius or max(base.length, base.width) // 2


def favoured_reach(unit: Unit) -> int:
    """How near a unit wants to be to its targets: its best weapons decide."""
    best, reach = 0.0, INCH
    for model in unit.alive:
        for weapon in unit.card.models[model].weapons:
            for profile in weapon.profiles:
                worth = profile.att * profile.dmg * (1 + profile.prc / 4)
                if profile.one_use or profile.grenade:
                    worth /= 4
                if worth > best:
                    best, reach = worth, profile.most
    return max(INCH, reach * 3 // 4)


def far(one: Point, two: Point) -> int:
    """The distance between two points, rounded up."""
    dx, dy = one[0] - two[0], one[1] - two[1]
    return root_up(dx * dx + dy * dy)


def standing(battle: Battle, at: Stand, wanted: list[Goal], foes: list[Threat]) -> float:
    """How well a leader would stand there: near goals, in cover from those who could shoot."""
    return _nearness((at.x, at.y), wanted) + _exposure(battle, at, foes)


def _nearness(at: Point, wanted: list[Goal]) -> float:
    """How near a place is to all that is wanted."""
    total, (x, y) = 0.0, at
    for (gx, gy), near, weight, _ in wanted:
        gx -= x
        gy -= y
        short = root_up(gx * gx + gy * gy) - near
        total += weight * (1.2 if short <= 0 else 1 - short / (short + 12 * INCH))
    return total


def _exposure(battle: Battle, at: Stand, foes: list[Threat]) -> float:
    """What is lost by being seen there, never above 0."""
    total = 0.0
    for foe, danger in foes:
        state = look(battle.plane, foe, at).state
        total -= danger * (1.0 if state == CLEAR else 0.0 if state == BLOCKED else 0.4)
    return total


def nearest_foes(battle: Battle, unit: Unit, most: int) -> list[Threat]:
    """The leaders of the nearest enemy units, and what they could do from afar."""
    here = unit.lead
    foes = sorted(
        battle.foes(unit),
        key=lambda foe: (far((foe.lead.x, foe.lead.y), (here.x, here.y)), foe.index),
    )
    return [Threat(foe.lead, _danger(foe)) for foe in foes[:most]]


def _danger(unit: Unit) -> float:
    """More for every model that can shoot, and no end of guns frightens without end."""
    guns = sum(
        any(p.most > 2 * INCH for weapon in unit.card.models[m].weapons for p in weapon.profiles)
        for m in unit.alive
    )
    return 0.05 * min(guns, 6)


# ---------------------------------------------------------------------- on foot


class Way(NamedTuple):
    """A way that may be worth going: where it ends, and what it comes to if that is known."""

    move: Going
    end: Point
    course: Course | None = None


def moves(battle: Battle, unit: Unit) -> list[Going]:
    """The moves that look best, best first; standing still is always among them."""
    wanted = goals(battle, unit)
    paths = Paths(battle, unit)
    ways = _drives(paths, wanted) if unit.power.vehicle else _walks(paths, wanted)
    near: dict[Going, tuple[float, Way]] = {}
    for way in ways:
        score = _nearness(way.end, wanted)
        if isinstance(way.move, Advance):
            score -= 0.25  # it spoils shooting
        near.setdefault(way.move, (score, way))
    best = _best_first({move: score for move, (score, _) in near.items()})
    spread = dict(islice(_spread(paths, [near[move][1] for move in best]), 2 * MOST))
    foes = nearest_foes(battle, unit, 3)
    cover = {o: near[o][0] + _exposure(battle, spread[o].end, foes) for o in spread}
    found: list[Going] = []
    for move in _best_first(cover):
        if not isinstance(check(battle, unit, move, spread[move], proposing=True), Refusal):
            found.append(move)
            if len(found) == MOST:
                break
    return [*found, *_boardings(battle, unit), *_standing_still(battle, unit, found)]


def _best_first(scores: Mapping[Going, float]) -> list[Going]:
    """Moves by their score; who comes first of equals is asked only where there are any."""
    ranked = sorted(scores, key=lambda move: -scores[move])
    found: list[Going] = []
    for _, equals in groupby(ranked, scores.__getitem__):
        several = list(equals)
        found += sorted(several, key=_settled) if len(several) > 1 else several
    return found


def _settled(move: Going) -> str:
    """Which of two moves that look equally good comes first; the same on every machine."""
    path = tuple(tuple(step) for step in move.path)
    return str((move.verb, move.unit, path, move.facing, move.board))


def _standing_still(battle: Battle, unit: Unit, found: list[Going]) -> Iterator[Going]:
    """Empty paths, by either way of moving: what a screen draws on starts from them."""
    for kind in (Move, Advance):
        move = kind(unit.index, ())
        if move not in found and not isinstance(check(battle, unit, move, proposing=True), Refusal):
            yield move
    turn = Move(unit.index, (Step("turn", 45),))
    if not unit.power.vehicle or turn in found:
        return
    if not isinstance(check(battle, unit, turn, proposing=True), Refusal):
        yield turn


def _spread(paths: Paths, ranked: list[Way]) -> Iterator[tuple[Going, Course]]:
    """Best first, but of ends less than an inch apart only one for each way of moving.

    Only ways that would be taken are looked at closely; those that cannot be gone are left out.
    """
    taken: list[tuple[str, int, int]] = []
    for move, (x, y), course in ranked:
        for verb, tx, ty in taken:
            if verb == move.verb and (x - tx) ** 2 + (y - ty) ** 2 <= INCH * INCH:
                break
        else:
            course = course or paths.course(move)
            if course is not None:
                taken.append((move.verb, x, y))
                yield move, course


class Paths:
    """Looks at the ways of one unit; the bases too far off to be in any way are left out once."""

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self.battle, self.unit = battle, unit
        west, south, east, north = unit.lead.box
        base = unit.lead.base
        most = allowance(battle, unit, True) + base.length + base.width + INCH
        self.blocked = [
            stand
            for stand in blockers(battle, unit)
            if stand.box[0] < east + most
            and stand.box[2] > west - most
            and stand.box[1] < north + most
            and stand.box[3] > south - most
        ]

    def course(self, move: Going) -> Course | None:
        """What a move comes to, if it is legal as far as the leader goes."""
        course = survey(self.battle, self.unit, move, self.blocked)
        return None if isinstance(course, Refusal) else course


def _walks(paths: Paths, wanted: list[Goal]) -> Iterator[Way]:
    battle, unit = paths.battle, paths.unit
    index, lead = unit.index, unit.lead
    yield Way(Move(index, ()), (lead.x, lead.y))
    best = sorted(wanted, key=lambda goal: (-_pull(lead, goal), goal.at))[:3]
    for kind in _kinds(unit):
        limit = allowance(battle, unit, kind is Advance)
        if limit:
            for goal in best:
                yield from _toward(paths, kind, goal, limit)
    limit = allowance(battle, unit, False)
    for number, heading in enumerate(range(0, 360, 45)):
        point = ahead(lead.x, lead.y, heading, limit if number % 2 else limit // 2)
        yield Way(Move(index, (point,)), point)


def _kinds(unit: Unit) -> tuple[type[Going], ...]:
    return (Move, Advance) if can_advance(unit) else (Move,)


def _pull(lead: Stand, goal: Goal) -> float:
    return goal.weight / (1 + max(0, far((lead.x, lead.y), goal.at) - goal.near) / (6 * INCH))


def _toward(paths: Paths, kind: type[Going], goal: Goal, limit: int) -> Iterator[Way]:
    """Straight to the goal as far as it goes, or around what is in the way."""
    unit = paths.unit
    lead = unit.lead
    dx, dy = goal.at[0] - lead.x, goal.at[1] - lead.y
    if not dx and not dy:
        return
    heading = facing_along(dx, dy)
    whole = max(1, min(limit, far((lead.x, lead.y), goal.at) - goal.stop))
    for share in SHARES:
        point = ahead(lead.x, lead.y, heading, whole * share // 100)
        move = kind(unit.index, (point,))
        if share < SHARES[0]:
            yield Way(move, point)
            continue
        straight = paths.course(move)
        if straight is not None:
            yield Way(move, point, straight)
            return
    for off in DETOURS:
        point = ahead(lead.x, lead.y, (heading + off) % 360, whole * 60 // 100)
        rest = min(limit * 38 // 100, far(point, goal.at) - goal.stop)
        legs: tuple[Point, ...] = (point,)
        if rest > 0:
            onward = facing_along(goal.at[0] - point[0], goal.at[1] - point[1])
            legs = (point, ahead(*point, onward, rest))
        yield Way(kind(unit.index, legs), legs[-1])


def _boardings(battle: Battle, unit: Unit) -> Iterator[Going]:
    """Getting into a transport that stands within reach."""
    if battle.disembarked:
        return
    for other in battle.friends(unit):
        if not any(
            other.powers[m].carries and room(battle, other, m) >= len(unit.alive)
            for m in other.alive
        ):
            continue
        lead, there = unit.lead, other.lead
        distance = gap(battle, lead, there)
        ways: list[tuple[Point, ...]] = [()] if distance <= INCH else []
        if distance > INCH:
            heading = facing_along(there.x - lead.x, there.y - lead.y)
            ways.append((ahead(lead.x, lead.y, heading, distance - INCH // 2),))
        for way in ways:
            move = Move(unit.index, way, board=other.index)
            if not isinstance(check(battle, unit, move, proposing=True), Refusal):
                yield move


# ---------------------------------------------------------------------- vehicles


def _drives(paths: Paths, wanted: list[Goal]) -> Iterator[Way]:
    battle, unit = paths.battle, paths.unit
    index, lead = unit.index, unit.lead
    here = (lead.x, lead.y)
    yield Way(Move(index, ()), here)
    for kind in _kinds(unit):
        most = allowance(battle, unit, kind is Advance)
        for turn in _turns(unit.lead, wanted):
            steps = (Step("turn", turn),) if turn else ()
            for share in (100, 50):
                length = most * share // 100
                if length:
                    end = ahead(*here, (lead.facing + turn) % 360, length)
                    yield Way(kind(index, (*steps, Step("go", length))), end)
    back = allowance(battle, unit, False, backward=True)
    if back:
        yield Way(Move(index, (Step("go", -back),)), ahead(*here, lead.facing, -back))
    for turn in (45, -45):
        yield Way(Move(index, (Step("turn", turn),)), here)


def _turns(lead: Stand, wanted: Iterable[Goal]) -> list[int]:
    """Some turns, and those that point at goals."""
    turns = [0, 20, -20, 45, -45]
    for goal in sorted(wanted, key=lambda goal: (-_pull(lead, goal), goal.at))[:3]:
        dx, dy = goal.at[0] - lead.x, goal.at[1] - lead.y
        turn = (facing_along(dx, dy) - lead.facing + 180) % 360 - 180 if dx or dy else 0
        turns.append(max(-45, min(45, turn)))
    return list(dict.fromkeys(turns))


# ---------------------------------------------------------------------- aircraft


def flights(battle: Battle, unit: Unit) -> list[Going]:
    """Legal moves of an aircraft; empty only if the whole search finds none.

    `openfire.aircraft.stall`: one manoeuvre, then a run from the minimum to the maximum, without
    and then with an advance. Coarse steps come first, because they usually suffice.
    """
    found = list(_flights(battle, unit, 15, 4))
    if found:
        return found
    first = next(_flights(battle, unit, 1, 0), None)
    return [first] if first else []


def _flights(battle: Battle, unit: Unit, degrees: int, lengths: int) -> Iterator[Going]:
    least = unit.leader_card.least
    for kind in _kinds(unit):
        most = allowance(battle, unit, kind is Advance)
        step = max(25, (most - least) // lengths) if lengths else 25
        for turn in sorted(range(-45, 46, degrees), key=lambda turn: (abs(turn), turn)):
            for length in range(least, most + 1, step):
                steps = (Step("turn", turn),) if turn else ()
                move = kind(unit.index, (*steps, Step("go", length)))
                if not isinstance(check(battle, unit, move, proposing=True), Refusal):
                    yield move


def best_flights(battle: Battle, unit: Unit, found: list[Going]) -> list[Going]:
    """The flights that end where the targets are; those off the table come last."""
    wanted = goals(battle, unit)

    def score(move: Going) -> float:
        course = survey(battle, unit, move)
        if isinstance(course, Refusal) or course.leaves:
            return -99.0
        dearer = 0.3 if isinstance(move, Advance) else 0.0
        return standing(battle, course.end, wanted, []) - dearer

    return sorted(found, key=lambda move: (-score(move), _settled(move)))[:MOST]


def entry_rank(battle: Battle, unit: Unit, at: Point) -> float:
    """How good a place to come in is: near what the mission is about."""
    total = 0.0
    for number, objective in enumerate(battle.mission.objectives):
        if battle.markers[number].holder == NOBODY and unit.side in objective.sides:
            total += objective.points / (6 + far(at, battle.objectives_at[number]) / INCH)
    for foe in battle.foes(unit):
        total += 0.4 / (6 + far(at, (foe.lead.x, foe.lead.y)) / INCH)
    return total
