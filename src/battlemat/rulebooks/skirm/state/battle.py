"""The state of a Skirm battle: plain data, declared once, equal by value.

What never changes in a battle (map, mission, cards) is in its `Field`, shared by all copies.
Masks of occupied squares are kept beside the units because sight and reach read them often.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from battlemat.boards.squares import Board, Terrain
from battlemat.kernel.events import Event, Sink, tell
from battlemat.kernel.readings import Readings
from battlemat.kernel.state import State, apart, derived, held, plain_rows, shared
from battlemat.rulebooks.skirm.state.cards import Card, Powers, Skill, powers
from battlemat.rulebooks.skirm.state.editions import Edition
from battlemat.rulebooks.skirm.state.mission import Mission
from battlemat.rulebooks.skirm.state.specials import FAR

PLAYERS = ("red", "blue")

WAITING, STANDING, DOWNED, OUT = range(4)
STATES = ("waiting", "standing", "downed", "out")

OFF_MAP = -1
CARRIED = -2
"""A marker at CARRIED - i is carried by unit i."""
DORMANT = "next-activation"
"""An effect that lasts so long does nothing before its unit is activated again."""


class Unit(State, part=True):
    """One model (`squad.members`). `square` is OFF_MAP before deployment and after it went Out."""

    index: int = shared()
    side: int = shared()
    card: Card = shared()
    square: int = OFF_MAP
    state: int = WAITING
    ready: bool = True
    hit: int = held(init=False)
    used: int = 0  # bit i: Limited Ammo weapon i is spent
    stun: int = 0  # ACT lost in the next activation
    sentry: bool = False  # has been Sentry this turn
    skills_turn: int = 0  # bit i: skill i was used this turn
    skills_battle: int = 0  # bit i: skill i was used in this battle
    powers: Powers = derived("the card's rules and those that effects give", init=False)

    def __post_init__(self) -> None:
        self.hit = self.card.hit
        self.powers = self.card.powers

    @property
    def id(self) -> str:
        return self.card.id

    def __repr__(self) -> str:
        return f"<{self.card.id} {self.card.name} {STATES[self.state]} at {self.square}>"


class Effect(NamedTuple):
    """Something that lasts: a changed stat, a rule given, a limit, smoke.

    `unit` is the index of whom it is on (-1: the whole battle); `until` is "activation", "turn",
    "next-activation" or "battle"; `name` and `value` belong to the kind.
    """

    unit: int
    kind: str
    name: str
    value: int
    until: str


class Lasting(NamedTuple):
    """What the effects of a battle come to, as far as it is asked often. Copies share it."""

    bonuses: Mapping[tuple[int, str], int]
    """What is added to stats, by unit and stat."""
    smoke: int
    """The squares filled with smoke."""
    reach: int
    """No weapon reaches further."""

    def joined(self, effect: Effect) -> Lasting:
        """The same when there is one effect more."""
        if effect.kind == "smoke":
            return self._replace(smoke=self.smoke | 1 << effect.value)
        if effect.kind == "range":
            return self._replace(reach=min(self.reach, effect.value))
        if effect.kind != "stat" or effect.until == DORMANT:
            return self
        whose = effect.unit, effect.name
        added = self.bonuses.get(whose, 0) + effect.value
        return self._replace(bonuses={**self.bonuses, whose: added})


NOTHING_LASTS = Lasting({}, 0, FAR)


class Field(NamedTuple):
    """What never changes in a battle."""

    edition: Edition
    board: Board
    map_name: str
    areas: Mapping[str, int]
    mission: Mission
    cards: tuple[Card, ...]
    red: int
    """How many of the cards are red's; they come first."""
    squad_names: tuple[str, str]
    order_skills: tuple[tuple[tuple[int, Skill], ...], tuple[tuple[int, Skill], ...]]
    """For each side the units that have skills with a TO cost, and those skills."""
    doors_at: Mapping[int, tuple[int, ...]]
    """The doors on the sides of a square, by number."""
    readings: Readings
    """Whether the setup chose them; then the log begins with them."""
    missions: tuple[Mission, ...] = ()
    """Those among which the players choose, if they do; `mission` is played otherwise."""


def _chosen_mission(battle: Battle) -> tuple[str, ...]:
    """The mission, where the players choose it; otherwise it never changes."""
    return (battle.mission.id,) if battle.field.missions else ()


def _in_order(limits: frozenset[tuple[Any, ...]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(sorted(limits, key=repr))


class Battle(State):
    """The whole state.

    `phase` says what comes next: "mission" (where it is chosen), "muster", "deploy", "turn",
    "activate", "acting", "end", "over".
    """

    field: Field = shared()
    edition: Edition = shared(init=False)
    sink: Sink | None = apart("the log of this battle and of no copy", default=None)
    mission: Mission = held(init=False, told=_chosen_mission)
    phase: str = held(init=False)
    turn: int = 0
    first: int = 0  # who won the deployment roll-off
    initiative: int = 0
    to_move: int = 0
    orders: list[int] = held(factory=lambda: [0, 0])
    scores: list[int] = held(factory=lambda: [0, 0])
    zones: list[int] = held(factory=lambda: [0, 1])  # which zone each side deployed in
    active: int = -1
    act_left: int = 0
    done: dict[str, int] = held(factory=dict)  # how often the active unit took each action
    effects: tuple[Effect, ...] = held(default=(), key=plain_rows)
    limits: frozenset[tuple[Any, ...]] = held(default=frozenset(), key=_in_order)
    """Mission actions that are used up."""
    markers: list[int] = held(factory=list)  # square of a marker, or -2 - index of its bearer
    doors_open: int = held(init=False)
    units: list[Unit] = held()
    scores_by_turn: tuple[tuple[int, int], ...] = derived(
        "a history that no rule reads", default=()
    )
    lasting: Lasting = derived("what the effects come to", default=NOTHING_LASTS)
    standing: list[int] = derived("where the units are", factory=lambda: [0, 0])
    """Masks of squares, by side."""
    downed: list[int] = derived("where the units are", factory=lambda: [0, 0])
    terrain: Terrain = derived("what the doors make of the board", init=False)

    def __post_init__(self) -> None:
        field = self.field
        self.edition = field.edition
        self.mission = field.mission
        self.phase = "mission" if field.missions else "muster"
        self.set_doors(field.board.doors_open)

    def take_mission(self, mission: Mission) -> None:
        """Play this mission; nobody has been placed yet."""
        self.mission = mission
        self.markers = [marker.square for marker in mission.markers]

    # ------------------------------------------------------------------ looking

    def side(self, side: int) -> Iterator[Unit]:
        """The units of one squad that are on the map."""
        return (unit for unit in self.units if unit.side == side and unit.square >= 0)

    def on_map(self) -> Iterator[Unit]:
        return (unit for unit in self.units if unit.square >= 0)

    def at(self, square: int) -> Unit | None:
        for unit in self.units:
            if unit.square == square:
                return unit
        return None

    def in_squares(self, squares: int) -> list[Unit]:
        """The units in a set of squares, row by row from north to south, west to east."""
        found = [u for u in self.units if u.square >= 0 and squares >> u.square & 1]
        return sorted(found, key=lambda unit: unit.square)

    @property
    def occupied(self) -> int:
        standing, downed = self.standing, self.downed
        return standing[0] | standing[1] | downed[0] | downed[1]

    # ------------------------------------------------------------------ changing

    def place(self, unit: Unit, square: int) -> None:
        """Move a unit to a square (or OFF_MAP), keeping the masks."""
        masks = self._masks(unit)
        if masks is not None and unit.square >= 0:
            masks[unit.side] &= ~(1 << unit.square)
        unit.square = square
        if masks is not None and square >= 0:
            masks[unit.side] |= 1 << square

    def set_state(self, unit: Unit, state: int) -> None:
        square = unit.square
        self.place(unit, OFF_MAP)
        unit.state = state
        if state != OUT:
            self.place(unit, square)

    def _masks(self, unit: Unit) -> list[int] | None:
        if unit.state == STANDING:
            return self.standing
        return self.downed if unit.state == DOWNED else None

    def begin(self, unit: Unit) -> bool:
        """Start an activation with its ACT; returns whether Stun took some, never below 2."""
        self._wake_effects(unit)
        act_points = unit.card.act + self.bonus(unit, "act")
        stunned = bool(unit.stun)
        if stunned:
            act_points = max(min(act_points, 2), act_points - unit.stun)
            unit.stun = 0
        self.active = unit.index
        self.act_left = max(0, act_points)
        self.done = {}
        self.phase = "acting"
        return stunned

    def _wake_effects(self, unit: Unit) -> None:
        """What was laid on a unit for its next activation works from now until that is over."""
        waiting = [e for e in self.effects if e.until == DORMANT and e.unit == unit.index]
        if waiting:
            self._change_effects(
                tuple(e._replace(until="activation") if e in waiting else e for e in self.effects)
            )

    def set_doors(self, doors_open: int) -> None:
        self.doors_open = doors_open
        self.terrain = self.field.board.terrain(doors_open)

    def add_effect(self, effect: Effect) -> None:
        self.effects = (*self.effects, effect)
        if effect.kind == "give":
            self._refresh_powers()
        self.lasting = self.lasting.joined(effect)

    def drop_effects(self, *until: str, unit: int | None = None) -> None:
        """End the effects that last `until` then (of one unit, or of all)."""
        if not self.effects:
            return
        kept = tuple(
            e for e in self.effects if e.until not in until or (unit is not None and e.unit != unit)
        )
        if len(kept) != len(self.effects):
            self._change_effects(kept)

    def _change_effects(self, effects: tuple[Effect, ...]) -> None:
        self.effects = effects
        self._refresh_powers()
        self.lasting = NOTHING_LASTS
        for effect in effects:
            self.lasting = self.lasting.joined(effect)

    def _refresh_powers(self) -> None:
        for unit in self.units:
            given = [
                e.name
                for e in self.effects
                if e.kind == "give" and e.unit == unit.index and e.until != DORMANT
            ]
            unit.powers = (
                powers(self.edition.name, (*unit.card.special, *given))
                if given
                else unit.card.powers
            )

    def bonus(self, unit: Unit, stat: str) -> int:
        """What lasting effects add to a stat of a unit."""
        bonuses = self.lasting.bonuses
        return bonuses.get((unit.index, stat), 0) if bonuses else 0

    # ------------------------------------------------------------------ telling

    tell = tell

    def cite(self, event: Event, because: tuple[str, ...]) -> Event:
        """The event with its clauses, as the edition names them, and how they are read."""
        name = self.edition.name
        return self.field.readings.cite(event, tuple(f"{name}.{clause}" for clause in because))
