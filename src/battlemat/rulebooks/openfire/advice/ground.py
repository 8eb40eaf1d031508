"""What a side's ground is worth to a machine: the way to its objectives, targets and cover.

Advice is no rule. Distances count in rounds on the way, so that a fast unit and a transport with
room are near to what is far for others.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlemat.boards.plane import BLOCKED, CLEAR, Point, Stand, ahead, arc, look, root_up
from battlemat.rulebooks.openfire.chapters.moving.paths import allowance, can_advance
from battlemat.rulebooks.openfire.chapters.moving.goals import (
    can_secure,
    favoured_reach,
    size_of,
)
from battlemat.rulebooks.openfire.chapters.objectives import is_on_table
from battlemat.rulebooks.openfire.state.battle import ABOARD, NOBODY, TABLE, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.mission import CONTROL, DESTROY, MARKER, Objective

POINT = 3.0  # what a victory point is worth beside a unit
WATCHED = 3  # so many of the nearest enemies are feared
TO_COME = ("ability", "using", "move")  # phases in which the active unit has its move before it
GETTING_OUT = 0.35  # rounds
OWN_GOAL = 0.5  # how much each unit's own best objective counts beside those of the side


def ground(battle: Battle, side: int) -> float:
    """How well a side stands for what is still to be won."""
    total, pulls = 0.0, [0.0] * len(battle.units)
    for number, objective in enumerate(battle.mission.objectives):
        if is_on_table(battle, number):
            total += _objective(battle, side, number, objective, pulls)
    total += OWN_GOAL * sum(pulls)
    for unit in battle.units:
        if unit.side != side:
            continue
        if unit.place == TABLE:
            total += _hunting(battle, unit, unit.lead) - _exposure(battle, unit)
        elif unit.place == ABOARD and battle.units[unit.transport[0]].place == TABLE:
            total += 0.95 * _hunting(battle, unit, battle.units[unit.transport[0]].lead)
    return total


# ---------------------------------------------------------------------- objectives


def _objective(
    battle: Battle, side: int, number: int, objective: Objective, pulls: list[float]
) -> float:
    """What being near an objective promises; the nearest unit counts most, others hardly.

    `pulls` gathers for each unit what the objective that draws it most promises.
    """
    wish = _wish(battle, side, number, objective)
    if not wish:
        return 0.0
    holder = battle.markers[number].holder
    takes = side in objective.sides and holder != side
    near = INCH if takes else (battle.policy.control_reach - 1) * INCH
    best = second = 0.0
    for unit, found in _closeness(battle, side, battle.objectives_at[number], near, takes):
        if takes and wish * found > pulls[unit]:
            pulls[unit] = wish * found
        if found > best:
            best, second = found, best
        elif found > second:
            second = found
    return wish * (best + 0.2 * second)


def _wish(battle: Battle, side: int, number: int, objective: Objective) -> float:
    """What is at stake at an objective for a side that has somebody near it."""
    stake, holder = POINT * objective.points, battle.markers[number].holder
    left = battle.mission.rounds - battle.round
    if objective.kind == DESTROY and holder == NOBODY and left <= 0:
        return 0.0  # a charge laid now never goes off
    if holder == side:
        return 0.12 * stake if objective.kind in (CONTROL, DESTROY) else 0.0
    if side not in objective.sides:
        return 0.12 * stake  # to stand in the way
    if holder == 1 - side:
        return (0.7 if objective.kind == DESTROY else 0.5) * stake
    return 0.4 * stake


def _closeness(
    battle: Battle, side: int, at: Point, near: int, takes: bool
) -> Iterator[tuple[int, float]]:
    """For each unit of a side that could go there, 1 if it is there and less for every round.

    Who cannot get there before the game ends hardly counts.
    """
    left = battle.mission.rounds - battle.round
    for unit in battle.units:
        if unit.side != side or unit.place not in (TABLE, ABOARD):
            continue
        if takes and (not can_secure(battle, unit) or _carries(battle, unit)):
            continue  # who carries something home has done enough
        acts = left + (not unit.activated)
        if unit.place == TABLE:
            rounds = _short(unit.lead, at, near, unit) / _speed(battle, unit)
            if unit.index == battle.active:
                if battle.phase in TO_COME:
                    rounds = max(0.0, rounds - 1)
                else:
                    acts -= 1
        else:
            rounds = _ride(battle, unit, at, near)
        late = takes and (acts < 1 or rounds > acts)
        yield unit.index, (0.1 if late else 1.0) / (1 + rounds)


def _short(lead: Stand, at: Point, near: int, unit: Unit) -> int:
    """How far a leader is from being near enough to a marker."""
    dx, dy = lead.x - at[0], lead.y - at[1]
    return max(0, root_up(dx * dx + dy * dy) - near - MARKER.radius - size_of(unit))


def _speed(battle: Battle, unit: Unit) -> int:
    return max(INCH, allowance(battle, unit, can_advance(unit)))


def _ride(battle: Battle, unit: Unit, at: Point, near: int) -> float:
    """Rounds until passengers are there: the ride, getting out, and a last walk."""
    transport = battle.units[unit.transport[0]]
    if transport.place != TABLE:
        return 9.0
    walk = _speed(battle, unit)
    short = max(0, _short(transport.lead, at, near, unit) - walk)
    rounds = short / _speed(battle, transport) + GETTING_OUT
    if not transport.activated:
        return max(GETTING_OUT, rounds - 1)
    return rounds + (0.5 if battle.round >= battle.mission.rounds else 0.0)


# ---------------------------------------------------------------------- the enemy


def _hunting(battle: Battle, unit: Unit, lead: Stand) -> float:
    """How near a unit is to having enemies where its weapons want them."""
    foes = battle.foes(unit)
    if not foes:
        return 0.0
    reach = _kept_reach(battle, unit)
    x, y, power = lead.x, lead.y, unit.power
    if power.aircraft:  # it will have flown on before it attacks again
        x, y = ahead(x, y, lead.facing, unit.leader_card.least)
    speed = max(3 * INCH, unit.leader_card.most)
    best = total = 0.0
    for foe in foes:
        there = foe.lead
        dx, dy = there.x - x, there.y - y
        short = root_up(dx * dx + dy * dy) - reach - size_of(unit) - size_of(foe)
        found = 1.0 if short <= 0 else 1 / (1 + short / speed)
        total += found
        if found > best:
            best = found
    keen = 0.6 if power.vehicle or reach <= 2 * INCH else 0.35
    if _carries(battle, unit):
        return 0.1 * best
    return keen * best + 0.05 * total


def _exposure(battle: Battle, unit: Unit) -> float:
    """What a unit risks where it stands: who sees it, from how near, and from which side.

    Who carries an objective has more to lose.
    """
    lead = unit.lead
    rows = []
    for foe in battle.foes(unit):
        dx, dy = foe.lead.x - lead.x, foe.lead.y - lead.y
        rows.append((dx * dx + dy * dy, foe.index))
    rows.sort()
    risk = 0.0
    vulnerable = unit.power.vulnerable
    for square, index in rows[:WATCHED]:
        foe = battle.units[index]
        danger, reach = _danger(battle, foe)
        if not danger:
            continue
        if square > (reach + 6 * INCH) ** 2:
            danger *= 0.3
        state = look(battle.plane, foe.lead, lead).state
        danger *= 1.0 if state == CLEAR else 0.0 if state == BLOCKED else 0.4
        if vulnerable and arc(lead, foe.lead) in vulnerable:
            danger *= 2.0
        risk += danger
    return risk * (1 + 0.5 * POINT * _carries(battle, unit)) if risk else 0.0


def _carries(battle: Battle, unit: Unit) -> int:
    """The points that a unit has picked up and brings home if it lives."""
    return sum(
        objective.points
        for objective, marker in zip(battle.mission.objectives, battle.markers, strict=True)
        if marker.carrier == unit.index and not marker.gone
    )


def _danger(battle: Battle, unit: Unit) -> tuple[float, int]:
    """How much a unit frightens from afar, and how far: its guns, but not without end."""
    known, key = battle.tables.advice, ("danger", unit.index, *unit.hp)
    found: tuple[float, int] | None = known.get(key)
    if found is None:
        ranges = [
            max((p.most for weapon in model.weapons for p in weapon.profiles), default=0)
            for model in (unit.card.models[number] for number in unit.alive)
        ]
        guns = [most for most in ranges if most > 2 * INCH]
        found = known[key] = (0.06 * min(len(guns), 6), max(guns, default=0))
    return found


def _kept_reach(battle: Battle, unit: Unit) -> int:
    known, key = battle.tables.advice, ("reach", unit.index, *unit.hp)
    found: int | None = known.get(key)
    if found is None:
        found = known[key] = favoured_reach(unit)
    return found
