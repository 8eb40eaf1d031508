"""Good moves for machines: ways to objectives, to targets and into cover.

No rule is here: every way that is proposed is checked by the rules like anybody's. All numbers are
integers and all orders fixed, so a machine looks at the same ways everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice
from typing import NamedTuple

from battlemat.boards.plane import Point, Stand, ahead, facing_along
from battlemat.kernel.errors import Refusal
from battlemat.rulebooks.openfire.chapters.measure import gap
from battlemat.rulebooks.openfire.chapters.moving.goals import (
    Goal,
    exposure,
    far,
    goals,
    nearest_foes,
    nearness,
)
from battlemat.rulebooks.openfire.chapters.moving.paths import (
    SHARPEST,
    Advance,
    Course,
    Going,
    Move,
    Step,
    allowance,
    blockers,
    can_advance,
    check,
    survey,
)
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.passengers import room

DETOURS = (25, -25, 50, -50, 80, -80)
SHARES = (100, 65, 35)
TURNS = (0, 20, -20, 45, -45)
RUNS = (100, 50)
HEADINGS = 8
MOST = 7


# ---------------------------------------------------------------------- on foot


class Way(NamedTuple):
    """A way that may be worth going: where it ends, and what it comes to if that is known."""

    move: Going
    end: Point
    course: Course | None = None


def moves(battle: Battle, unit: Unit, *, most: int = MOST, screen: bool = True) -> list[Going]:
    """The moves that look best, best first, `most` of them at most, then what is always offered.

    For a `screen` that is every way to draw on; else only what somebody may want: to stand still.
    """
    wanted = goals(battle, unit)
    paths = Paths(battle, unit)
    ways = _drives(paths, wanted) if unit.power.vehicle else _walks(paths, wanted)
    near: dict[Going, tuple[float, Way]] = {}
    for way in ways:
        score = nearness(way.end, wanted)
        if isinstance(way.move, Advance):
            score -= 0.25  # it spoils shooting
        near.setdefault(way.move, (score, way))
    best = _best_first({move: score for move, (score, _) in near.items()})
    spread = dict(islice(_spread(paths, [near[move][1] for move in best]), 2 * most))
    foes = nearest_foes(battle, unit, 3)
    cover = {o: near[o][0] + exposure(battle, spread[o].end, foes) for o in spread}
    found: list[Going] = []
    for move in _best_first(cover):
        if not isinstance(check(battle, unit, move, spread[move], proposing=True), Refusal):
            found.append(move)
            if len(found) == most:
                break
    return [*found, *_boardings(battle, unit), *_standing_still(battle, unit, found, screen)]


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


def _standing_still(
    battle: Battle, unit: Unit, found: list[Going], screen: bool
) -> Iterator[Going]:
    """Empty paths, by either way of moving: what a screen draws on starts from them."""
    for kind in (Move, Advance) if screen else (Move,):
        move = kind(unit.index, ())
        if move not in found and not isinstance(check(battle, unit, move, proposing=True), Refusal):
            yield move
    turn = Move(unit.index, (Step("turn", 45),))
    if not screen or not unit.power.vehicle or turn in found:
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
    best = best_goals(lead, wanted)
    for kind in kinds(unit):
        limit = allowance(battle, unit, kind is Advance)
        if limit:
            for goal in best:
                yield from _toward(paths, kind, goal, limit)
    limit = allowance(battle, unit, False)
    for number in range(HEADINGS):
        point = off_at(lead, number, limit)
        yield Way(Move(index, (point,)), point)


def off_at(lead: Stand, number: int, limit: int) -> Point:
    """Where a leader gets that goes off by one of the headings, by turns half as far."""
    return ahead(lead.x, lead.y, 45 * number, limit if number % 2 else limit // 2)


def kinds(unit: Unit) -> tuple[type[Going], ...]:
    return (Move, Advance) if can_advance(unit) else (Move,)


def best_goals(lead: Stand, wanted: Iterable[Goal]) -> list[Goal]:
    """The few goals that draw most."""
    return sorted(wanted, key=lambda goal: (-_pull(lead, goal), goal.at))[:3]


def _pull(lead: Stand, goal: Goal) -> float:
    return goal.weight / (1 + max(0, far((lead.x, lead.y), goal.at) - goal.near) / (6 * INCH))


def _toward(paths: Paths, kind: type[Going], goal: Goal, limit: int) -> Iterator[Way]:
    """Straight to the goal as far as it goes, or around what is in the way."""
    unit = paths.unit
    if goal.at == (unit.lead.x, unit.lead.y):
        return
    for share in SHARES:
        move, point = straight(unit, kind, goal, limit, share)
        if share < SHARES[0]:
            yield Way(move, point)
            continue
        course = paths.course(move)
        if course is not None:
            yield Way(move, point, course)
            return
    for off in DETOURS:
        yield Way(*around(unit, kind, goal, limit, off))


def straight(
    unit: Unit, kind: type[Going], goal: Goal, limit: int, share: int
) -> tuple[Going, Point]:
    """So many hundredths of the way to a goal, and where that ends."""
    lead = unit.lead
    heading = facing_along(goal.at[0] - lead.x, goal.at[1] - lead.y)
    point = ahead(lead.x, lead.y, heading, _whole(lead, goal, limit) * share // 100)
    return kind(unit.index, (point,)), point


def around(unit: Unit, kind: type[Going], goal: Goal, limit: int, off: int) -> tuple[Going, Point]:
    """Off by so many degrees at first, then to the goal; and where that ends."""
    lead = unit.lead
    heading = facing_along(goal.at[0] - lead.x, goal.at[1] - lead.y)
    whole = _whole(lead, goal, limit)
    point = ahead(lead.x, lead.y, (heading + off) % 360, whole * 60 // 100)
    rest = min(limit * 38 // 100, far(point, goal.at) - goal.stop)
    legs: tuple[Point, ...] = (point,)
    if rest > 0:
        onward = facing_along(goal.at[0] - point[0], goal.at[1] - point[1])
        legs = (point, ahead(*point, onward, rest))
    return kind(unit.index, legs), legs[-1]


def _whole(lead: Stand, goal: Goal, limit: int) -> int:
    """How far a leader would go toward a goal."""
    return max(1, min(limit, far((lead.x, lead.y), goal.at) - goal.stop))


def _boardings(battle: Battle, unit: Unit) -> Iterator[Going]:
    """Getting into a transport that stands within reach."""
    for move in boardings(battle, unit):
        if not isinstance(check(battle, unit, move, proposing=True), Refusal):
            yield move


def boardings(battle: Battle, unit: Unit) -> Iterator[Going]:
    """Straight to each transport that has room, if it can be reached or not."""
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
        way: tuple[Point, ...] = ()
        if distance > INCH:
            heading = facing_along(there.x - lead.x, there.y - lead.y)
            way = (ahead(lead.x, lead.y, heading, distance - INCH // 2),)
        yield Move(unit.index, way, board=other.index)


# ---------------------------------------------------------------------- vehicles


def _drives(paths: Paths, wanted: list[Goal]) -> Iterator[Way]:
    battle, unit = paths.battle, paths.unit
    index, lead = unit.index, unit.lead
    here = (lead.x, lead.y)
    yield Way(Move(index, ()), here)
    for kind in kinds(unit):
        most = allowance(battle, unit, kind is Advance)
        for turn in _turns(unit.lead, wanted):
            steps = (Step("turn", turn),) if turn else ()
            for share in RUNS:
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
    found = (turn_to(lead, goal.at) for goal in best_goals(lead, wanted))
    return list(dict.fromkeys((*TURNS, *found)))


def turn_to(lead: Stand, at: Point) -> int:
    """The manoeuvre that points a vehicle at a place, as far as one does."""
    dx, dy = at[0] - lead.x, at[1] - lead.y
    turn = (facing_along(dx, dy) - lead.facing + 180) % 360 - 180 if dx or dy else 0
    return max(-SHARPEST, min(SHARPEST, turn))


def driven(lead: Stand, move: Going) -> tuple[int, int, int]:
    """Where a vehicle comes to and how it faces there, if nothing is in its way."""
    x, y, facing = lead.x, lead.y, lead.facing
    for step in move.path:
        if isinstance(step, Step) and step.kind == "turn":
            facing = (facing + step.amount) % 360
        elif isinstance(step, Step):
            x, y = ahead(x, y, facing, step.amount)
    return x, y, facing


# ---------------------------------------------------------------------- aircraft


def flights(battle: Battle, unit: Unit) -> Iterator[Going]:
    """Legal moves of an aircraft; none only if the whole search finds none.

    `openfire.aircraft.stall`: one manoeuvre, then a run from the minimum to the maximum, without
    and then with an advance. Coarse steps come first, because they usually suffice.
    """
    is_stuck = True
    for move in flight_grid(battle, unit):
        if _can_fly(battle, unit, move):
            is_stuck = False
            yield move
    if is_stuck:
        fine = (move for move in _flights(battle, unit, 1, 0) if _can_fly(battle, unit, move))
        yield from islice(fine, 1)


def _can_fly(battle: Battle, unit: Unit, move: Going) -> bool:
    return not isinstance(check(battle, unit, move, proposing=True), Refusal)


def flight_grid(battle: Battle, unit: Unit) -> list[Going]:
    """The flights that are looked at first, legal or not."""
    return list(_flights(battle, unit, 15, 4))


def _flights(battle: Battle, unit: Unit, degrees: int, lengths: int) -> Iterator[Going]:
    least = unit.leader_card.least
    for kind in kinds(unit):
        most = allowance(battle, unit, kind is Advance)
        step = max(25, (most - least) // lengths) if lengths else 25
        for turn in sorted(range(-45, 46, degrees), key=lambda turn: (abs(turn), turn)):
            for length in range(least, most + 1, step):
                steps = (Step("turn", turn),) if turn else ()
                yield kind(unit.index, (*steps, Step("go", length)))


def best_flights(battle: Battle, unit: Unit) -> list[Going]:
    """The flights that end where the targets are; those off the table come last."""
    wanted = goals(battle, unit)

    def score(move: Going) -> float:
        dearer = 0.3 if isinstance(move, Advance) else 0.0
        x, y, _ = driven(unit.lead, move)
        return nearness((x, y), wanted) - dearer

    found: list[Going] = []
    leaving: list[Going] = []
    grid = flight_grid(battle, unit)
    for move in _best_first({move: score(move) for move in grid}):
        flown = check(battle, unit, move, proposing=True)
        if not isinstance(flown, Refusal):
            (leaving if flown[0].leaves else found).append(move)
            if len(found) == MOST:
                return found
    return [*found, *sorted(leaving, key=_settled)][:MOST] or list(flights(battle, unit))
