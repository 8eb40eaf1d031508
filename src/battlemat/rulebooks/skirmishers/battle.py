"""The state of a Skirmishers battle: plain data, copied by hand, equal by value.

What never changes (map as drawn, cards, scenario) is in its `Field`, shared by all copies. The
ground is in `Ground`, which is replaced as a whole when a wall is breached or a tree falls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from battlemat.boards.dots import Board, Clutter, Walk, each
from battlemat.kernel.events import Event, Sink
from battlemat.rulebooks.skirmishers.armory import Armory, Weapon
from battlemat.rulebooks.skirmishers.cards import JET_WORN, PERSON, VEHICLE, Card
from battlemat.rulebooks.skirmishers.tracks import Marks

if TYPE_CHECKING:
    from battlemat.rulebooks.skirmishers.victory import Scenario

PLAYERS = ("red", "blue")

ABLE, UNCONSCIOUS, DEAD, LEFT = range(4)
STATES = ("able", "unconscious", "dead", "left")

OFF_MAP = -1
NOTHING = -1
MOVING, FIGHTING = range(2)
"""The two parts of an activation: movement and special actions, then combat actions."""

SMOKE_COVER = 3
"""`skirmishers.smoke.cover`: each dot of smoke adds 3."""


class Arc(NamedTuple):
    """A firing arc: for which weapon, where it points, how wide, how many shots are left."""

    weapon: int
    heading: int
    degrees: int
    shots: int  # armory.UNLIMITED for any number


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


_FIELDS = (
    "place",
    "prone",
    "state",
    "marks",
    "carries",
    "ammo",
    "grenades",
    "hand",
    "before",
    "arcs",
    "spent",
    "walked",
    "activated",
    "halted",
    "exploded",
    "aimed",
    "shots",
    "jet",
    "flown",
    "entangled",
    "pinned",
    "disabled",
    "bruises",
    "mount",
    "under",
    "heading",
    "engine",
    "motion",
    "driven",
)
_values_of = attrgetter(*_FIELDS)


class Unit:
    """One trooper, suit or vehicle. The dead keep their place as bodies."""

    __slots__ = (*_FIELDS, "ap", "card", "hp", "index", "mod", "side")

    def __init__(self, index: int, card: Card) -> None:
        self.index = index
        self.card = card
        self.side = card.side
        self.place = OFF_MAP  # a vehicle's is its rear dot
        self.prone = False  # a vehicle's: overturned
        self.state = ABLE
        self.marks = Marks(0, 0, card.armor, card.plates, 0)
        self.carries = card.carries
        self.ammo = card.ammo
        self.grenades = card.grenades
        self.hand = card.hand
        self.before = NOTHING  # what was in hand before an explosive
        self.arcs: tuple[Arc, ...] = ()
        self.spent = 0  # AP of this turn
        self.walked = 0  # of those the ones that count as movement
        self.activated = False
        self.halted = False  # takes no further actions this turn
        self.exploded = 0  # explosives used this turn
        self.aimed = False  # has set or turned an arc this turn
        self.shots = 0  # attacks made on the move in this activation
        self.jet = card.jet
        self.flown = False
        self.entangled = False
        self.pinned = False
        self.disabled = 0  # suits: bit s for the weapon in slot s
        self.bruises = 0  # suits: bludgeoning points of this turn
        self.mount = NOTHING  # the vehicle he is on
        self.under = False  # lies under it
        self.heading = 0  # vehicles: direction 0 to 5 from rear to front
        self.engine = False
        self.motion = 0  # vehicles: 0 at a full stop, else the mode of their last turn
        self.driven: tuple[Any, ...] = ()  # vehicles: what the ride of this turn has come to
        self.refresh()

    def refresh(self) -> None:
        """Work out HP, maximum AP and modifier from the marks (`skirmishers.damage.new-values`).

        The current cell is right of the rightmost crossed out one on every kind of card
        (`skirmishers.power.current-hp`, `skirmishers.vehicle.current-hp`); past the last is dead
        (`skirmishers.power.dead`). A suit's column adds AP (`skirmishers.power.ap`) and gives its
        own modifier (`skirmishers.power.modifier`).
        """
        track = self.card.track
        full = self.marks.full
        self.hp = hp = (full & -full).bit_length() - 2 if full else track.top
        if hp < 0:
            self.ap = self.mod = 0
            return
        column = track.columns[hp]
        self.mod = column.mod
        if column.ap is None:
            self.ap = 0
            return
        weight = 2 if self.jet == 2 and self.card.kind == PERSON else 0  # skirmishers.jet.weight
        self.ap = max(0, self.card.base_ap + column.ap - weight)  # skirmishers.card.ap-floor

    def copy(self) -> Unit:
        twin = Unit.__new__(Unit)
        twin.place = self.place
        twin.prone = self.prone
        twin.state = self.state
        twin.marks = self.marks
        twin.carries = self.carries
        twin.ammo = self.ammo
        twin.grenades = self.grenades
        twin.hand = self.hand
        twin.before = self.before
        twin.arcs = self.arcs
        twin.spent = self.spent
        twin.walked = self.walked
        twin.activated = self.activated
        twin.halted = self.halted
        twin.exploded = self.exploded
        twin.aimed = self.aimed
        twin.shots = self.shots
        twin.jet = self.jet
        twin.flown = self.flown
        twin.entangled = self.entangled
        twin.pinned = self.pinned
        twin.disabled = self.disabled
        twin.bruises = self.bruises
        twin.mount = self.mount
        twin.under = self.under
        twin.heading = self.heading
        twin.engine = self.engine
        twin.motion = self.motion
        twin.driven = self.driven
        twin.ap = self.ap
        twin.card = self.card
        twin.hp = self.hp
        twin.index = self.index
        twin.mod = self.mod
        twin.side = self.side
        return twin

    def key(self) -> tuple[Any, ...]:
        """Everything that changes, in a fixed order; `take` puts it back."""
        return _values_of(self)

    def take(self, key: tuple[Any, ...]) -> None:
        """Become as `key` says."""
        for name, value in zip(_FIELDS, key, strict=True):
            setattr(self, name, value)
        self.refresh()

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def able(self) -> bool:
        """Alive, conscious and on the map."""
        return self.state == ABLE

    @property
    def ap_left(self) -> int:
        return max(0, self.ap - self.spent)

    @property
    def flies(self) -> bool:
        """Whether a jet pack is worn, or one fitted that works (`skirmishers.power.jet-broken`)."""
        if self.card.kind == PERSON:
            return self.jet == JET_WORN
        broken = (self.marks.full & self.card.track.significant).bit_count() >= 2
        return bool(self.card.more.get("jet")) and not broken

    @property
    def is_vehicle(self) -> bool:
        return self.card.kind == VEHICLE

    def __repr__(self) -> str:
        return (
            f"<{self.card.id} {self.card.name} {STATES[self.state]} HP {self.hp} at {self.place}>"
        )


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
    switches: frozenset[str]
    armory: Armory
    scenario: Scenario
    cards: tuple[Card, ...]
    squad_names: tuple[str, str]
    grounds: dict[Board, Ground]
    """Grounds met so far, so that their tables are worked out once."""


class Battle:
    """The whole state.

    `phase` says what comes next: "muster", "turn", "activate", "acting", "late", "explosives",
    "end", "over". `fired` remembers who has fired at the active unit on its dot: bit 4 * unit +
    slot. `counted` is what the sides have to show when it is over.
    """

    __slots__ = (
        "active",
        "blows",
        "clouds",
        "entered",
        "field",
        "fire",
        "fired",
        "first",
        "ground",
        "guns",
        "items",
        "lying",
        "paid",
        "phase",
        "ram",
        "reason",
        "shot_here",
        "sink",
        "smoke",
        "stage",
        "standing",
        "structures",
        "to_move",
        "tokens",
        "turn",
        "units",
        "winner",
    )

    def __init__(self, field: Field, ground: Ground, units: list[Unit]) -> None:
        self.field = field
        self.ground = ground
        self.units = units
        self.sink: Sink | None = None
        self.phase = "muster"
        self.turn = 0  # turns begun, of both sides together
        self.first = 0
        self.to_move = 0
        self.active = -1
        self.stage = MOVING
        self.entered = False  # the active unit has entered its dot in this activation
        self.shot_here = False  # and has made its attack from there
        self.fired = 0
        self.blows: tuple[Blow, ...] = ()
        self.tokens: tuple[Token, ...] = ()
        self.items: tuple[Item, ...] = ()
        self.guns: tuple[Gun, ...] = ()
        self.paid: tuple[tuple[int, int, str, int], ...] = ()  # crew work paid this turn
        self.clouds: tuple[Cloud, ...] = ()
        self.structures: tuple[tuple[tuple[int, ...], int], ...] = ()  # damage to walls and trees
        self.fire = 0  # mask of burning places
        self.smoke = 0
        self.standing = 0  # masks of places that units hold
        self.lying = 0
        self.ram: tuple[int, ...] = ()  # units rammed in this activation
        self.winner = -1
        self.reason = ""

    def copy(self) -> Battle:
        twin = Battle.__new__(Battle)
        twin.field = self.field
        twin.ground = self.ground
        twin.units = [unit.copy() for unit in self.units]
        twin.sink = None
        twin.phase = self.phase
        twin.turn = self.turn
        twin.first = self.first
        twin.to_move = self.to_move
        twin.active = self.active
        twin.stage = self.stage
        twin.entered = self.entered
        twin.shot_here = self.shot_here
        twin.fired = self.fired
        twin.blows = self.blows
        twin.tokens = self.tokens
        twin.items = self.items
        twin.guns = self.guns
        twin.paid = self.paid
        twin.clouds = self.clouds
        twin.structures = self.structures
        twin.fire = self.fire
        twin.smoke = self.smoke
        twin.standing = self.standing
        twin.lying = self.lying
        twin.ram = self.ram
        twin.winner = self.winner
        twin.reason = self.reason
        return twin

    def key(self) -> tuple[Any, ...]:
        return (
            self.phase,
            self.turn,
            self.first,
            self.to_move,
            self.active,
            self.stage,
            self.entered,
            self.shot_here,
            self.fired,
            tuple(map(tuple, self.blows)),
            tuple(map(tuple, self.tokens)),
            tuple(map(tuple, self.items)),
            tuple(map(tuple, self.guns)),
            self.paid,
            tuple(map(tuple, self.clouds)),
            self.structures,
            self.fire,
            self.ram,
            self.winner,
            self.reason,
            tuple(plain(unit.key()) for unit in self.units),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Battle) and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]

    # ------------------------------------------------------------------ looking

    @property
    def board(self) -> Board:
        return self.ground.board

    @property
    def round(self) -> int:
        """How many turns the side to move has begun."""
        return (self.turn + 1) // 2

    def on(self, switch: str) -> bool:
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
        machines: tuple[int, ...] = ()
        if "vehicles" in self.field.switches:
            machines = tuple(
                self.footprint(unit) for unit in self.units if unit.is_vehicle and unit.place >= 0
            )
        return Clutter(self.standing, self.lying, self.fire, self.smoke, SMOKE_COVER, machines)

    def tell(self, kind: str, because: str | tuple[str, ...], **facts: Any) -> None:
        """Report an event to whoever listens."""
        if self.sink is not None:
            clauses = (because,) if isinstance(because, str) else because
            self.sink(Event(kind, clauses, facts))

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
        """Work the masks out anew."""
        self.standing = self.lying = 0
        for unit in self.units:
            self.lay(unit)
        self.smoke = 0
        for cloud in self.clouds:
            self.smoke |= self.board.bursts.smoke(cloud.place, cloud.steps)


def plain(value: Any) -> Any:
    """A key without named tuples, so that its text is the same everywhere."""
    if isinstance(value, tuple):
        return tuple(plain(item) for item in value)
    return value


def in_reading_order(board: Board, units: list[Unit]) -> list[Unit]:
    """`skirmishers.map.reading-order`: row by row, west to east, lower level first."""

    def order(unit: Unit) -> tuple[int, int, bool]:
        return unit.place % board.size, board.level(unit.place), not unit.is_vehicle

    return sorted(units, key=order)


def places_of(mask: int) -> list[int]:
    return each(mask)
