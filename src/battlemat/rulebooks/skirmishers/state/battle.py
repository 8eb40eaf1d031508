"""The state of a Skirmishers battle: plain data, declared once, equal by value.

What never changes (map as drawn, cards, scenario) is in its `Field`, shared by all copies. The
ground is in `Ground`, which is replaced as a whole when a wall is breached or a tree falls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from battlemat.boards.dots import Board, Clutter, Walk
from battlemat.kernel.events import Event, Sink, tell
from battlemat.kernel.readings import Readings
from battlemat.kernel.state import State, apart, derived, held, plain_rows, shared
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.cards import VEHICLE, Card
from battlemat.rulebooks.skirmishers.state.scenario import Scenario
from battlemat.rulebooks.skirmishers.state.switches import Switch
from battlemat.rulebooks.skirmishers.state.unit import (
    ABLE,
    DEAD,
    LEFT,
    NOTHING,
    OFF_MAP,
    STATES,
    UNCONSCIOUS,
    Arc,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.weapons import Weapon

__all__ = [
    "ABLE",
    "DEAD",
    "FIGHTING",
    "LEFT",
    "MOVING",
    "NOTHING",
    "OFF_MAP",
    "PLAYERS",
    "STATES",
    "UNCONSCIOUS",
    "Arc",
    "Battle",
    "Blow",
    "Cloud",
    "Companion",
    "Field",
    "Ground",
    "Gun",
    "Item",
    "Token",
    "Unit",
    "in_reading_order",
]


PLAYERS = ("red", "blue")

MOVING, FIGHTING = range(2)
"""The two parts of an activation: movement and special actions, then combat actions."""

SMOKE_COVER = 3
"""`skirmishers.smoke.cover`: each dot of smoke adds 3."""


class Blow(NamedTuple):
    """A melee attack that waits for its target's activation."""

    attacker: int
    target: int
    weapon: int


class Token(NamedTuple):
    """An explosive that waits for the end of the turn."""

    weapon: int
    thrower: int
    place: int
    need: int
    stray: int  # where a miss scatters from
    link: tuple[int, int, int] | None = None  # large targets: dot, dot, level; a tree: dot, dot
    target: int = NOTHING  # a vehicle that was named as target


class Item(NamedTuple):
    """A thing on the ground: a weapon, grenades of one kind (`weapon` names it), or a jet pack."""

    place: int
    weapon: int  # NOTHING for a jet pack
    rounds: int


class Gun(NamedTuple):
    """A crew served weapon that is set up."""

    weapon: int
    place: int
    heading: int
    controller: int


class Cloud(NamedTuple):
    """Smoke: its middle, how far it has spread, who threw it and in which of his turns."""

    place: int
    steps: int
    side: int
    turn: int


class Companion(NamedTuple):
    """Who is activated together with the active unit, and how far his own activation has come."""

    unit: int
    stage: int = 0
    entered: bool = False
    shot_here: bool = False
    fired: int = 0


class Ground(NamedTuple):
    """The board as it is now, and its tables of steps by how somebody walks."""

    board: Board
    walks: dict[tuple[str, bool], Walk]
    """By way of walking ("trooper", "swimmer", "suit", "diver") and whether he crawls."""


class Field(NamedTuple):
    """What never changes in a battle."""

    title: str
    map_name: str
    board: Board
    areas: Mapping[str, int]
    toughness: Mapping[str, int]
    switches: frozenset[Switch]
    readings: Readings
    armory: Armory
    scenario: Scenario
    cards: tuple[Card, ...]
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    """The numbers of the units of each side at the start, vehicles included."""
    squad_names: tuple[str, str]
    grounds: dict[Board, Ground]
    """Grounds met so far, so that their tables are worked out once."""
    serial: int
    """Which field of this process it is, so that what is kept for it need not hold it."""


def _together(battle: Battle) -> tuple[object, ...]:
    """Records digest it only where there is somebody."""
    return (plain_rows(battle.together),) if battle.together else ()


class Battle(State):
    """The whole state.

    `phase` says what comes next: "muster", "turn", "activate", "acting", "late", "explosives",
    "end", "over". `fired` remembers who has fired at the active unit on its dot: bit 4 * unit +
    slot.
    """

    field: Field = shared()
    ground: Ground = derived("what the damage to structures makes of the board")
    sink: Sink | None = apart("the log of this battle and of no copy", default=None)
    phase: str = "muster"
    turn: int = 0  # turns begun, of both sides together
    first: int = 0
    to_move: int = 0
    active: int = -1
    stage: int = MOVING
    entered: bool = False  # the active unit has entered its dot in this activation
    shot_here: bool = False  # and has made its attack from there
    fired: int = 0
    blows: tuple[Blow, ...] = held(default=(), key=plain_rows)
    tokens: tuple[Token, ...] = held(default=(), key=plain_rows)
    items: tuple[Item, ...] = held(default=(), key=plain_rows)
    guns: tuple[Gun, ...] = held(default=(), key=plain_rows)
    paid: tuple[tuple[int, int, str, int], ...] = ()  # crew work paid this turn
    clouds: tuple[Cloud, ...] = held(default=(), key=plain_rows)
    structures: tuple[tuple[tuple[int, ...], int], ...] = ()  # damage to walls and trees
    fire: int = 0  # mask of burning places
    ram: tuple[int, ...] = ()  # units rammed in this activation
    winner: int = -1
    reason: str = ""
    units: list[Unit] = held()
    together: tuple[Companion, ...] = held(default=(), told=_together)
    """Who is activated with the active unit."""
    smoke: int = derived("where the clouds are", default=0)
    standing: int = derived("where the units are", default=0)  # masks of places that they hold
    lying: int = derived("where the units are", default=0)
    machines: tuple[int, ...] = derived("where the vehicles are", default=())
    """The mask of each vehicle's two places."""

    # ------------------------------------------------------------------ looking

    @property
    def board(self) -> Board:
        return self.ground.board

    @property
    def round(self) -> int:
        """How many turns the side to move has begun."""
        return (self.turn + 1) // 2

    def on(self, switch: Switch) -> bool:
        """Whether an optional rule is on (`skirmishers.option.switches`)."""
        return switch in self.field.switches

    def weapon(self, index: int) -> Weapon:
        return self.field.armory.weapons[index]

    def able(self, side: int) -> Iterator[Unit]:
        """A side's troopers that are alive, conscious and on the map; vehicles left out."""
        return (
            unit
            for unit in self.units
            if unit.side == side and unit.state == ABLE and unit.card.kind != VEHICLE
        )

    @property
    def acting(self) -> tuple[int, ...]:
        """The numbers of those whose activation is going on, the active one first."""
        if self.active < 0:
            return ()
        return (self.active, *[one.unit for one in self.together])

    def of_side(self, side: int) -> Sequence[int]:
        """The numbers of a side's units; vehicles belong to who rode them last."""
        if "vehicles" not in self.field.switches:
            return self.field.sides[side]
        return [unit.index for unit in self.units if unit.side == side]

    @property
    def occupied(self) -> int:
        return self.standing | self.lying

    def at(self, place: int) -> Unit | None:
        """Who holds a place (`skirmishers.map.occupancy`); the dead hold none."""
        for unit in self.units:
            if unit.place == place and unit.state <= UNCONSCIOUS and unit.mount < 0:
                return unit
        return None

    def clutter(self) -> Clutter:
        """What is in the way of sight today."""
        return Clutter(self.standing, self.lying, self.fire, self.smoke, SMOKE_COVER, self.machines)

    tell = tell

    def cite(self, event: Event, because: tuple[str, ...]) -> Event:
        """The event with its clauses and how they are read."""
        return self.field.readings.cite(event, because)

    # ------------------------------------------------------------------ changing

    def put(self, unit: Unit, place: int) -> None:
        """Set a unit on a place, or off the map, and keep the masks true."""
        self.lift(unit)
        unit.place = place
        self.lay(unit)

    def lift(self, unit: Unit) -> None:
        """Take a unit out of the masks, before anything about it changes."""
        if unit.place >= 0:
            away = ~self.footprint(unit)
            self.standing &= away
            self.lying &= away
            if "vehicles" in self.field.switches:
                self._share(unit)

    def _share(self, gone: Unit) -> None:
        """Keep the masks true where somebody stands on the dot of an overturned vehicle."""
        for other in self.units:
            if other is not gone:
                self.lay(other)

    def lay(self, unit: Unit) -> None:
        """Put it back into the mask where it belongs."""
        if unit.place < 0 or unit.mount >= 0 or unit.under or not self.holds_place(unit):
            return
        if unit.prone or unit.state == UNCONSCIOUS:
            self.lying |= self.footprint(unit)
        else:
            self.standing |= self.footprint(unit)

    def holds_place(self, unit: Unit) -> bool:
        """Whether a unit keeps others off its dot: the dead do not, wrecks do."""
        return unit.state <= UNCONSCIOUS or (unit.state == DEAD and unit.is_vehicle)

    def footprint(self, unit: Unit) -> int:
        """The mask of the places a unit holds: one, or a vehicle's two."""
        if unit.card.kind == VEHICLE:
            board = self.board
            front = board.neighbours[unit.place % board.size][unit.heading]
            return 1 << unit.place | 1 << board.ground(front)
        return 1 << unit.place

    def count_masks(self) -> None:
        """Work the masks out anew: after anything that moves a vehicle, or fills smoke."""
        self.machines = tuple(
            self.footprint(unit)
            for unit in self.units
            if unit.card.kind == VEHICLE and unit.place >= 0
        )
        self.standing = self.lying = 0
        for unit in self.units:
            self.lay(unit)
        self.smoke = 0
        for cloud in self.clouds:
            self.smoke |= self.board.bursts.smoke(cloud.place, cloud.steps)


def in_reading_order(board: Board, units: list[Unit]) -> list[Unit]:
    """`skirmishers.map.reading-order`: row by row, west to east, lower level first."""

    def order(unit: Unit) -> tuple[int, int, bool]:
        return unit.place % board.size, board.level(unit.place), not unit.is_vehicle

    return sorted(units, key=order)
