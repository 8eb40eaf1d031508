"""What a side's ground is worth to a machine: the way to its objectives, targets and cover.

Advice is no rule. Distances count in rounds on the way, so that a fast unit and a transport with
room are near to what is far for others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from battlemat.rulebooks.openfire.advice.leaders import Facts, Leaders, borrow, give_back
from battlemat.rulebooks.openfire.advice.weights import Weights
from battlemat.rulebooks.openfire.chapters.objectives import is_on_table
from battlemat.rulebooks.openfire.state.battle import ABOARD, NOBODY, TABLE, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.mission import CONTROL, DESTROY, MARKER, Objective

TO_COME = ("ability", "using", "move")  # phases in which the active unit has its move before it
GETTING_OUT = 0.35  # rounds


def ground(battle: Battle, weights: Weights) -> tuple[float, float]:
    """How well each side stands for what is still to be won."""
    leaders = borrow(battle)
    found = Ground(battle, leaders, weights)
    both = found.of(0), found.of(1)
    give_back(battle, leaders)
    return both


class Row(NamedTuple):
    """A unit on its way: what it is, how far it is from each objective, how often it acts yet.

    `ahead` is 1 if its move of this activation is still before it. Who carries something home has
    done enough and does not take more.
    """

    unit: Unit
    facts: Facts
    far: list[int]
    acts: int
    ahead: int
    takes: bool


class Ground:
    """Weighs where the units of a battle stand."""

    def __init__(self, battle: Battle, leaders: Leaders, weights: Weights) -> None:
        self.battle = battle
        self.weights = weights
        self.leaders = leaders
        self.left = battle.mission.rounds - battle.round
        self.carried = _carried(battle)
        self._rows = ([*self._near(0)], [*self._near(1)])

    def of(self, side: int) -> float:
        """How well a side stands."""
        battle, leaders, weights = self.battle, self.leaders, self.weights
        total, pulls = 0.0, [0.0] * len(battle.units)
        for number, objective in enumerate(battle.mission.objectives):
            if is_on_table(battle, number):
                total += self._objective(side, number, objective, pulls)
        total += weights.own_goal * sum(pulls)
        for unit in battle.units:
            if unit.side != side:
                continue
            carries = self.carried.get(unit.index, 0)
            if unit.place == TABLE:
                risk = weights.danger * leaders.risk(battle, unit)
                if risk:  # who carries an objective has more to lose
                    risk *= 1 + weights.precious * carries
                total += leaders.hunting(unit, carries, weights) - risk
            elif unit.place == ABOARD and battle.units[unit.transport[0]].place == TABLE:
                total += 0.95 * leaders.hunting(unit, carries, weights)
        return total

    # ------------------------------------------------------------------ objectives

    def _objective(self, side: int, number: int, objective: Objective, pulls: list[float]) -> float:
        """What being near an objective promises; the nearest unit counts most, others hardly.

        `pulls` gathers for each unit what the objective that draws it most promises.
        """
        battle = self.battle
        wish = _wish(battle, side, number, objective, self.weights)
        if not wish:
            return 0.0
        takes = side in objective.sides and battle.markers[number].holder != side
        near = MARKER.radius + (INCH if takes else (battle.policy.control_reach - 1) * INCH)
        best = second = 0.0
        for row in self._rows[side]:
            if takes and not row.takes:
                continue
            found = self._closeness(row, number, near, takes)
            if takes and wish * found > pulls[row.unit.index]:
                pulls[row.unit.index] = wish * found
            if found > best:
                best, second = found, best
            elif found > second:
                second = found
        return wish * (best + self.weights.second * second)

    def _near(self, side: int) -> Iterator[Row]:
        """The units of a side that could go anywhere."""
        battle = self.battle
        for unit in battle.units:
            index = unit.index
            facts = self.leaders.facts[index] if unit.side == side else None
            if facts is not None:
                acts, ahead = self.left + (not unit.activated), 0
                if index == battle.active and unit.place == TABLE:
                    ahead = int(battle.phase in TO_COME)
                    acts -= 1 - ahead
                takes = facts.secures and index not in self.carried
                yield Row(unit, facts, self.leaders.far[index], acts, ahead, takes)

    def _closeness(self, row: Row, number: int, near: int, takes: bool) -> float:
        """1 for a unit that is there, less for every round.

        Who cannot get there before the game ends hardly counts.
        """
        unit, facts, far, acts, ahead, _ = row
        if unit.place == TABLE:
            short = far[number] - near - facts.size
            rounds = short / facts.speed if short > 0 else 0.0
            if ahead:
                rounds = max(0.0, rounds - 1)
        else:
            rounds = self._ride(unit, facts, number, near)
        late = takes and (acts < 1 or rounds > acts)
        return (0.1 if late else 1.0) / (1 + rounds)

    def _ride(self, unit: Unit, facts: Facts, number: int, near: int) -> float:
        """Rounds until passengers are there: the ride, getting out, and a last walk."""
        battle = self.battle
        transport = battle.units[unit.transport[0]]
        theirs = self.leaders.facts[transport.index]
        if transport.place != TABLE or theirs is None:
            return 9.0
        short = max(0, self.leaders.far[unit.index][number] - near - facts.size)
        rounds = max(0, short - facts.speed) / theirs.speed + GETTING_OUT
        if not transport.activated:
            return max(GETTING_OUT, rounds - 1)
        return rounds + (0.5 if battle.round >= battle.mission.rounds else 0.0)


def _wish(battle: Battle, side: int, number: int, objective: Objective, weights: Weights) -> float:
    """What is at stake at an objective for a side that has somebody near it."""
    points: float = objective.points
    holder, rounds = battle.markers[number].holder, battle.mission.rounds
    left = rounds - battle.round
    if objective.kind == CONTROL:
        points *= weights.of_control(rounds, left)
    if objective.kind == DESTROY and holder == NOBODY and left <= 0:
        return 0.0  # a charge laid now never goes off
    if holder == side:
        return weights.stands_by * points if objective.kind in (CONTROL, DESTROY) else 0.0
    if side not in objective.sides:
        return weights.stands_by * points  # to stand in the way
    if holder == 1 - side:
        return (weights.their_charge if objective.kind == DESTROY else weights.their_goal) * points
    return weights.open_goal * points


def _carried(battle: Battle) -> dict[int, int]:
    """By unit: the points that it has picked up and brings home if it lives."""
    found: dict[int, int] = {}
    for objective, marker in zip(battle.mission.objectives, battle.markers, strict=True):
        if marker.carrier != NOBODY and not marker.gone and objective.points:
            found[marker.carrier] = found.get(marker.carrier, 0) + objective.points
    return found
