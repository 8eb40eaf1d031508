"""Chapter "Move": allowance, paths, manoeuvres, and why a path is refused.

The leader moves along a path that is measured; the rest of the unit is then put in formation and
pays nothing (`openfire.terrain.followers-ignore`). What stops it and what it pays is the plane's
arithmetic with the prices of this page: the whole base decides what it may not overlap
(`openfire.move.sweep`, `openfire.terrain.around`, `openfire.terrain.too-small`), its centre alone
what it pays for (`openfire.terrain.climb-crossing`), and each part that it crosses counts by its
own keyword (`openfire.terrain.keyword-parts`, `openfire.terrain.overlaps`). Ground without a part
or an area is clear and level (`openfire.terrain.clear`, `openfire.terrain.small-steps`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from battlemat.boards.plane import (
    Gait,
    Go,
    Path,
    Point,
    Stand,
    Turn,
    drive,
    facing_along,
    walk,
)
from battlemat.kernel.errors import Refusal
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.measure import is_within
from battlemat.rulebooks.openfire.chapters.moving.formation import Placing, place_refusal, spot
from battlemat.rulebooks.openfire.chapters.moving.stops import stop_refusal
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import inches
from battlemat.rulebooks.openfire.state.passengers import carried_refusal, full_refusal, room

NONE: frozenset[str] = frozenset()
CHARGES = {
    "distance": "openfire.move.leg-cost",
    "slow": "openfire.terrain.slow",
    "toll": "openfire.terrain.barrier",
    "over": "openfire.terrain.climb-over",
    "up": "openfire.terrain.climb-up",
    "down": "openfire.terrain.climb-down",
}
"""Why a path costs what it costs, by the kinds of charge that the plane knows."""

SLOW = frozenset({"slow"})
WALKING = Gait()
RUGGED = Gait(slowed_by=NONE)
# openfire.vehicle.sweep: parts that others climb stop a vehicle; openfire.vehicle.barrier: hedges
# and mud only cost it.
DRIVING = Gait(stopped_by=frozenset({"impassable", "climbable"}), climbed_over=NONE, climbs=False)
ROUGH_DRIVING = Gait(
    stopped_by=frozenset({"impassable", "climbable"}),
    climbed_over=NONE,
    climbs=False,
    slowed_by=NONE,
)
# openfire.special.flying-height: changes of height cost a flyer nothing, and terrain nothing else.
FLYING = Gait(stopped_by=NONE, slowed_by=NONE, tolls=(), climbed_over=NONE, flies=True)
SOARING = Gait(
    stopped_by=NONE, slowed_by=NONE, tolls=(), climbed_over=NONE, flies=True, leaves_table=True
)
MANOEUVRE = 2 * INCH
SHARPEST = 45


class Step(NamedTuple):
    """A step of a vehicle: a turn by degrees (left is positive) or a run by hundredths."""

    kind: str  # turn or go
    amount: int


class Move(NamedTuple):
    """A declared move: how the leader goes, how it faces at the end, what it boards.

    `path` holds points for a model on foot and steps for a vehicle. `facing` and `board` are -1
    where the player says nothing.
    """

    unit: int
    path: tuple[Point | Step, ...]
    facing: int = -1
    board: int = -1
    verb: str = "move"


class Advance(NamedTuple):
    """A move that goes further and spoils shooting; its parts are those of a move."""

    unit: int
    path: tuple[Point | Step, ...]
    facing: int = -1
    board: int = -1
    verb: str = "advance"


Going: TypeAlias = Move | Advance


@dataclass(slots=True)
class Course:
    """A move that has been looked at: the way, where it ends, what it costs."""

    path: Path
    end: Stand
    cost: int
    allowance: int
    manoeuvres: int = 0
    gone: int = 0  # hundredths run forward or backward
    leaves: bool = False  # off the table

    @property
    def moved(self) -> bool:
        """True if the leader went anywhere, though it be out and back, or made a manoeuvre."""
        return self.manoeuvres > 0 or any(
            (leg.start.x, leg.start.y) != (leg.end.x, leg.end.y) for leg in self.path.legs
        )


# ---------------------------------------------------------------------- how far


def rate(battle: Battle, unit: Unit) -> int:
    """The leader's movement rate with all modifiers, never below 0 (`openfire.move.allowance`).

    It is the leader's MOV that counts (`openfire.unit.mixed-values`); of an aircraft this is the
    maximum, and nothing touches its minimum (`openfire.aircraft.modified-max`).
    """
    found = unit.leader_card.most + battle.bonus(unit, "mov") * INCH
    found -= unit.stress * INCH  # openfire.stress.effect
    if unit.is_crippled(unit.leader):
        found -= 2 * INCH  # openfire.vehicle.damaged
    return max(0, found)


def advance_bonus(battle: Battle, unit: Unit) -> int:
    """What an advance adds (`openfire.move.advance`, `openfire.special.fast`)."""
    return (unit.power.advance or battle.policy.advance) * INCH


def allowance(battle: Battle, unit: Unit, advances: bool, backward: bool = False) -> int:
    """How far the leader may go; a vehicle's rate is halved backward, its advance is not.

    `openfire.vehicle.reverse-half`.
    """
    found = rate(battle, unit)
    if backward:
        found //= 2
    return found + (advance_bonus(battle, unit) if advances else 0)


def can_advance(unit: Unit) -> bool:
    """`openfire.special.slow`: never, even if also Fast."""
    return not unit.power.never_advances


def free_manoeuvres(unit: Unit) -> int:
    """One, and those of Manoeuvrable (`openfire.vehicle.free-manoeuvre`)."""
    return 1 + unit.power.manoeuvres


def gait_of(unit: Unit) -> Gait:
    """How a leader moves; its rules are the ones that count (`openfire.unit.rule-scope`)."""
    power = unit.power
    if power.aircraft:
        return SOARING
    if power.flies:
        return FLYING
    if power.vehicle:
        return ROUGH_DRIVING if power.ignores_slow else DRIVING
    return RUGGED if power.ignores_slow else WALKING


def blockers(battle: Battle, unit: Unit) -> list[Stand]:
    """The bases that a moving leader may not cross: the enemy's, unless it flies.

    `openfire.move.enemy-bases`, `openfire.move.friendly-bases`, `openfire.special.flying`.
    """
    if unit.power.flies:
        return []
    return [stand for foe in battle.foes(unit) for stand in foe.bases]


# ---------------------------------------------------------------------- looking at a path


def survey(
    battle: Battle, unit: Unit, move: Going, blocked: Sequence[Stand] | None = None
) -> Course | Refusal:
    """Follow a declared path; what it comes to, or where and by which clause it is refused.

    `blocked` are the blockers, for a caller who looks at many paths and has found them already.
    """
    if blocked is None:
        blocked = blockers(battle, unit)
    if isinstance(move, Advance) and not can_advance(unit):
        return Refusal(
            say("{unit} is Slow and cannot advance", unit=unit.id), "openfire.special.slow"
        )
    if unit.power.vehicle:
        return _survey_drive(battle, unit, move, blocked)
    points = []
    for step in move.path:
        if isinstance(step, Step):
            text = say("{unit} is no vehicle: give the points of its way", unit=unit.id)
            return Refusal(text, "openfire.move.polyline")
        points.append(step)
    path = walk(battle.plane, unit.lead, points, gait_of(unit), blocked)
    if path.stop:
        return stop_refusal(unit, path.stop, vehicle=False)
    limit = allowance(battle, unit, isinstance(move, Advance))
    if path.cost > limit:
        return _too_far(path.cost, limit, "openfire.move.polyline")
    facing = move.facing if move.facing >= 0 else _last_facing(unit.lead, path)
    end = path.end.turned(facing - path.end.facing)
    return Course(path, end, path.cost, limit)


def _last_facing(start: Stand, path: Path) -> int:
    """Along the last leg that went anywhere (`openfire.move.final-facing`)."""
    for leg in reversed(path.legs):
        dx, dy = leg.end.x - leg.start.x, leg.end.y - leg.start.y
        if dx or dy:
            return facing_along(dx, dy)
    return start.facing


def _too_far(cost: int, limit: int, clause: str) -> Refusal:
    return Refusal(
        say(
            "the way costs {cost} inches, but only {limit} are allowed",
            cost=inches(cost),
            limit=inches(limit),
        ),
        clause,
    )


def _survey_drive(
    battle: Battle, unit: Unit, move: Going, blocked: Sequence[Stand]
) -> Course | Refusal:
    steps = _steps(unit, move)
    if isinstance(steps, Refusal):
        return steps
    refusal = _direction_refusal(unit, steps)
    if refusal:
        return refusal
    backward = any(isinstance(step, Go) and step.length < 0 for step in steps)
    path = drive(battle.plane, unit.lead, steps, gait_of(unit), blocked)
    if path.stop:
        return stop_refusal(unit, path.stop, vehicle=True)
    leaves = False
    for number, leg in enumerate(path.legs):
        if not battle.plane.holds(leg.end.box):
            leaves = True
            if number < len(path.legs) - 1:
                text = say(
                    "{unit} has left the table after step {number}: stop there",
                    unit=unit.id,
                    number=number + 1,
                )
                return Refusal(text, "openfire.aircraft.leave")
    free = free_manoeuvres(unit)
    if isinstance(move, Advance) and path.turns > free:
        text = say(
            "{turns} manoeuvres, but only {free} are allowed in an advance",
            turns=path.turns,
            free=free,
        )
        return Refusal(text, "openfire.vehicle.advance-manoeuvre")
    cost = path.cost + max(0, path.turns - free) * MANOEUVRE
    limit = allowance(battle, unit, isinstance(move, Advance), backward)
    if cost > limit:
        clause = (
            "openfire.vehicle.extra-manoeuvre" if path.turns > free else "openfire.vehicle.steps"
        )
        return _too_far(cost, limit, clause)
    gone = sum(abs(step.length) for step in steps if isinstance(step, Go))
    course = Course(path, path.end, cost, limit, path.turns, gone, leaves)
    return _minimum_refusal(unit, course) or course


def _steps(unit: Unit, move: Going) -> list[Turn | Go] | Refusal:
    found: list[Turn | Go] = []
    if move.facing >= 0:
        return Refusal(
            say("{unit} is a vehicle and turns by manoeuvres", unit=unit.id),
            "openfire.vehicle.manoeuvre",
        )
    for step in move.path:
        if not isinstance(step, Step):
            text = say("{unit} is a vehicle: write its way as in 'left 45 go 4.00'", unit=unit.id)
            return Refusal(text, "openfire.vehicle.steps")
        if step.kind == "go":
            found.append(Go(step.amount))
        elif 1 <= abs(step.amount) <= SHARPEST:
            found.append(Turn(step.amount))
        else:
            text = say(
                "a manoeuvre turns 1 to {most} degrees, not {degrees}",
                most=SHARPEST,
                degrees=abs(step.amount),
            )
            return Refusal(text, "openfire.vehicle.manoeuvre")
    return found


def _direction_refusal(unit: Unit, steps: list[Turn | Go]) -> Refusal | None:
    lengths = [step.length for step in steps if isinstance(step, Go)]
    if any(length < 0 for length in lengths):
        if unit.power.aircraft:
            return Refusal(say("aircraft cannot move backward"), "openfire.aircraft.forward-only")
        if any(length > 0 for length in lengths):
            text = say("a vehicle moves only forward or only backward in one activation")
            return Refusal(text, "openfire.vehicle.one-direction")
    return None


def _minimum_refusal(unit: Unit, course: Course) -> Refusal | None:
    """An aircraft must go its minimum unless it leaves (`openfire.aircraft.min-max`)."""
    least = unit.leader_card.least
    if not unit.power.aircraft or course.leaves or course.gone >= least:
        return None
    text = say(
        "{unit} goes {gone} inches and must go at least {least}",
        unit=unit.id,
        gone=inches(course.gone),
        least=inches(least),
    )
    return Refusal(text, "openfire.aircraft.min-max")


# ---------------------------------------------------------------------- the whole move


def check(
    battle: Battle,
    unit: Unit,
    move: Going,
    course: Course | Refusal | None = None,
    *,
    proposing: bool = False,
) -> tuple[Course, Placing | None] | Refusal:
    """A move with its end and its followers' places looked at, or why it is refused.

    There is no placing where nobody is put down: the unit boards a transport or leaves the table.
    The path may be empty (`openfire.move.stay`), may lead into assault range freely
    (`openfire.move.into-assault`), and must end at a legal place (`openfire.move.end-legal`), for
    aircraft too (`openfire.aircraft.standing`). `course` is what `survey` says of the move, for a
    caller who has asked it. With `proposing` all must find places at once, on the lattice; else it
    is enough that the player may.
    """
    if move.board >= 0:
        return _check(battle, unit, move, course)
    able = (unit.leader, unit.stress, *unit.hp)
    known, place = battle.tables.checks, (move, unit.index, able)
    found: tuple[Course, Placing | None] | Refusal | None = known.get(place)
    if found is None:
        found = known[place] = _check(battle, unit, move, course)
    if isinstance(found, Refusal):
        return found
    course, placing = found
    if placing is None:
        return course, None
    if not placing.is_easy() and (proposing or placing.is_hopeless()):
        text = say(
            "with its leader at {place} there is no room for every model of {unit}",
            place=spot(course.end),
            unit=unit.id,
        )
        return Refusal(text, "openfire.formation.cannot-place")
    return course, placing.of(battle)


def _check(
    battle: Battle, unit: Unit, move: Going, course: Course | Refusal | None
) -> tuple[Course, Placing | None] | Refusal:
    if course is None:
        course = survey(battle, unit, move)
    if isinstance(course, Refusal):
        return course
    if course.leaves:
        return course, None
    if move.board >= 0:
        refusal = board_refusal(battle, unit, battle.units[move.board], course)
        return refusal or (course, None)
    others = battle.bases(but=unit)
    refusal = place_refusal(battle, unit.name_of(unit.leader), course.end, others)
    return refusal or (course, Placing(battle, unit, course.end, unit.lead, others=others))


def board_refusal(battle: Battle, unit: Unit, transport: Unit, course: Course) -> Refusal | None:
    """Why a unit may not embark there (`openfire.transport.embark`)."""
    if transport.side != unit.side or transport is unit or not transport.on_table:
        text = say("{transport} is no friendly transport on the table", transport=transport.id)
        return Refusal(text, "openfire.transport.who")
    refusal = carried_refusal(unit.id, (unit.powers[m] for m in unit.alive))
    if refusal is not None:
        return refusal
    if battle.disembarked and battle.active == unit.index:
        return Refusal(say("{unit} has just come out", unit=unit.id), "openfire.transport.not-both")
    carriers = [m for m in transport.alive if transport.powers[m].carries]
    near = [m for m in carriers if _is_beside(battle, course.end, transport, m)]
    if not near:
        text = say(
            "{unit} does not end within 1 inch of a transport of {transport}",
            unit=unit.id,
            transport=transport.id,
        )
        return Refusal(text, "openfire.transport.embark")
    if all(room(battle, transport, m) < len(unit.alive) for m in near):
        return full_refusal(transport.id, unit.id)
    return place_refusal(battle, unit.id, course.end, battle.bases(but=unit))


def _is_beside(battle: Battle, end: Stand, transport: Unit, model: int) -> bool:
    stand = transport.stands[model]
    return stand is not None and is_within(battle, end, stand, INCH)


def boarded(battle: Battle, unit: Unit, transport: Unit, end: Stand) -> int:
    """The model that takes the unit aboard: the first beside the leader with room."""
    return next(
        m
        for m in transport.alive
        if transport.powers[m].carries
        and _is_beside(battle, end, transport, m)
        and room(battle, transport, m) >= len(unit.alive)
    )
