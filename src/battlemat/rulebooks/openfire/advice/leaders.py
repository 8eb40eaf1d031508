"""What leaders are to each other and to the objectives, kept while they stand where they stand.

A look ahead weighs hundreds of positions that differ by one unit. So what depends on two leaders is
kept for the two, and worked out anew only for a unit that stands elsewhere or has changed.
"""

from __future__ import annotations

from typing import NamedTuple

from battlemat.boards.plane import BLOCKED, CLEAR, Point, Stand, ahead, arc, look, root_up
from battlemat.kernel.memo import Memo, Owned, Table
from battlemat.rulebooks.openfire.advice.weights import Weights
from battlemat.rulebooks.openfire.chapters.moving.goals import can_secure, favoured_reach, size_of
from battlemat.rulebooks.openfire.chapters.moving.paths import allowance, can_advance
from battlemat.rulebooks.openfire.state.battle import ABOARD, TABLE, Battle, Field, Unit
from battlemat.rulebooks.openfire.state.cards import INCH

WATCHED = 3  # so many of the nearest enemies are feared


class Facts(NamedTuple):
    """What a unit is wherever it stands: all that follows from who is left, stress and effects."""

    size: int
    speed: int  # a whole move with an advance
    pace: int
    reach: int  # how near it wants its targets
    close: bool  # whether it lives on having enemies where it wants them
    guns: int  # so many of its models frighten from afar, six at most
    most: int  # and how far
    secures: bool
    flies_on: int  # so far an aircraft will have gone before it attacks again
    vulnerable: tuple[str, ...]


def _facts(battle: Battle, unit: Unit) -> Facts:
    power, reach = unit.power, favoured_reach(unit)
    cards = [unit.card.models[model] for model in unit.alive]
    ranges = [
        max((profile.most for weapon in card.weapons for profile in weapon.profiles), default=0)
        for card in cards
    ]
    guns = [most for most in ranges if most > 2 * INCH]
    return Facts(
        size_of(unit),
        max(INCH, allowance(battle, unit, can_advance(unit))),
        max(3 * INCH, unit.leader_card.most),
        reach,
        power.vehicle or reach <= 2 * INCH,
        min(len(guns), 6),
        max(guns, default=0),
        can_secure(battle, unit),
        unit.leader_card.least if power.aircraft else 0,
        power.vulnerable,
    )


_FACTS = Memo("the field and what `update` names of a unit", bound=4096)


class Leaders:
    """The leaders of one battle as they stood last, and what they were to each other."""

    def __init__(self, field: Field) -> None:
        units = range(len(field.cards))
        self._known: Table[tuple[object, ...], Facts] = _FACTS.table()
        self._goals: tuple[Point, ...] = ()
        self._leads: list[Stand | None] = [None for _ in units]
        self._stood = [False for _ in units]
        self._sides = [0 for _ in units]
        self.facts: list[Facts | None] = [None for _ in units]
        """Of everybody who is on the table or aboard."""
        self.far: list[list[int]] = [[] for _ in units]
        """From each leader, or its transport's, to each objective."""
        self._foes: tuple[list[int], list[int]] = ([], [])
        self._squares = [[0 for _ in units] for _ in units]
        self._hunts = [[0.0 for _ in units] for _ in units]
        self._fears: list[list[float | None]] = [[None for _ in units] for _ in units]
        self._hunting: list[tuple[float, float] | None] = [None for _ in units]
        self._risks: list[float | None] = [None for _ in units]

    # ------------------------------------------------------------------ who stands where

    def update(self, battle: Battle) -> None:
        """Take over where everybody stands now."""
        if battle.objectives_at is not self._goals:
            self._goals = battle.objectives_at
            self._leads = [None for _ in self._leads]
        changed = [unit for unit in battle.units if self._has_changed(battle, unit)]
        if not changed:
            return
        on_table = [unit for unit in battle.units if unit.place == TABLE]
        for side in (0, 1):
            self._foes[side][:] = [unit.index for unit in on_table if unit.side != side]
        for unit in changed:
            self._measure(unit)

    def _has_changed(self, battle: Battle, unit: Unit) -> bool:
        """Whether a unit is not what and where it was; from now on it is what and where it is."""
        index, place = unit.index, unit.place
        lead, facts = None, None
        if place == TABLE:
            lead = unit.stands[unit.leader]
        elif place == ABOARD:
            transport = battle.units[unit.transport[0]]
            lead = transport.lead if transport.place == TABLE else None
        if place in (TABLE, ABOARD):
            key = (index, unit.leader, unit.stress, battle.effects, *unit.hp)
            facts = self._known.get(key)
            if facts is None:
                facts = self._known.keep(key, _facts(battle, unit))
        stands = place == TABLE
        if (
            lead is self._leads[index]
            and facts is self.facts[index]
            and stands == self._stood[index]
        ):
            return False
        self._leads[index], self.facts[index], self._stood[index] = lead, facts, stands
        self._sides[index] = unit.side
        return True

    def _measure(self, unit: Unit) -> None:
        """Work out anew what a unit that has changed is to the objectives and to its enemies."""
        index, lead = unit.index, self._leads[unit.index]
        self._hunting[index] = self._risks[index] = None
        for other, side in enumerate(self._sides):
            if side == unit.side:
                continue
            self._hunting[other] = self._risks[other] = None
            self._fears[index][other] = self._fears[other][index] = None
            there = self._leads[other]
            if lead is not None and there is not None:
                dx, dy = lead.x - there.x, lead.y - there.y
                square = dx * dx + dy * dy
                self._squares[index][other] = self._squares[other][index] = square
                far = root_up(square)
                self._pair(index, other, far)
                self._pair(other, index, far)
        if lead is not None:
            self.far[index] = [
                root_up((lead.x - x) ** 2 + (lead.y - y) ** 2) for x, y in self._goals
            ]

    def _pair(self, hunter: int, prey: int, far: int) -> None:
        """How near one of two enemies is to having the other where its weapons want it."""
        facts, theirs = self.facts[hunter], self.facts[prey]
        here, there = self._leads[hunter], self._leads[prey]
        if facts is None or theirs is None or here is None or there is None:
            return
        if facts.flies_on:
            x, y = ahead(here.x, here.y, here.facing, facts.flies_on)
            far = root_up((there.x - x) ** 2 + (there.y - y) ** 2)
        short = far - facts.reach - facts.size - theirs.size
        self._hunts[hunter][prey] = 1.0 if short <= 0 else 1 / (1 + short / facts.pace)

    # ------------------------------------------------------------------ what it comes to

    def hunting(self, unit: Unit, carries: int, weights: Weights) -> float:
        """How near a unit is to having enemies where its weapons want them."""
        foes, facts = self._foes[unit.side], self.facts[unit.index]
        if not foes or facts is None:
            return 0.0
        known = self._hunting[unit.index]
        if known is None:
            best = total = 0.0
            row = self._hunts[unit.index]
            for foe in foes:
                found = row[foe]
                total += found
                if found > best:
                    best = found
            known = self._hunting[unit.index] = best, total
        best, total = known
        if carries:
            return 0.1 * best
        keen = weights.keen_close if facts.close else weights.keen
        return keen * best + weights.targets * total

    def risk(self, battle: Battle, unit: Unit) -> float:
        """What a unit risks where it stands: who sees it, from how near, and from which side."""
        index = unit.index
        known = self._risks[index]
        if known is None:
            squares, fears = self._squares[index], self._fears[index]
            known = 0.0
            near = sorted([(squares[foe], foe) for foe in self._foes[unit.side]])
            for square, foe in near[:WATCHED]:
                fear = fears[foe]
                if fear is None:
                    fear = fears[foe] = self._fear(battle, index, foe, square)
                known += fear
            self._risks[index] = known
        return known

    def _fear(self, battle: Battle, index: int, foe: int, square: int) -> float:
        """How much one enemy frightens a unit."""
        ours, theirs = self.facts[index], self.facts[foe]
        lead, there = self._leads[index], self._leads[foe]
        if ours is None or theirs is None or lead is None or there is None:
            return 0.0
        danger = float(theirs.guns)
        if not danger:
            return 0.0
        if square > (theirs.most + 6 * INCH) ** 2:
            danger *= 0.3
        state = look(battle.plane, there, lead).state
        danger *= 1.0 if state == CLEAR else 0.0 if state == BLOCKED else 0.4
        if ours.vulnerable and arc(lead, there) in ours.vulnerable:
            danger *= 2.0
        return danger


_IDLE: Owned[Field, list[Leaders]]
_IDLE = Memo("the field; leaders are brought up to date when asked", bound=8).owned(lambda _: [])
"""For each of the last few battles, leaders that nobody asks at the moment."""


def borrow(battle: Battle) -> Leaders:
    """The leaders of a battle as they stand now, for one asker alone: they change when asked."""
    try:
        found = _IDLE.of(battle.field).pop()
    except IndexError:
        found = Leaders(battle.field)
    found.update(battle)
    return found


def give_back(battle: Battle, leaders: Leaders) -> None:
    """Let the next asker begin with what is known."""
    _IDLE.of(battle.field).append(leaders)


def forget() -> None:
    """Work everything out anew from here on."""
    _IDLE.forget()
