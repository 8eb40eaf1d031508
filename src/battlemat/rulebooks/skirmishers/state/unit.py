"""One unit as it stands: everything about a trooper, suit or vehicle that changes in a battle.

HP, maximum AP and modifier follow from the marks on the track, and are worked out
anew whenever those change.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from battlemat.kernel.state import State, derived, held, plain_rows, shared
from battlemat.rulebooks.skirmishers.state.cards import JET_WORN, PERSON, VEHICLE, Card
from battlemat.rulebooks.skirmishers.state.tracks import Marks

ABLE, UNCONSCIOUS, DEAD, LEFT = range(4)
STATES = ("able", "unconscious", "dead", "left")

OFF_MAP = -1
NOTHING = -1


class Ride(NamedTuple):
    """What a vehicle's ride of this turn has come to."""

    mode: int
    spent: int = 0  # AP that count towards the mode
    left: int = 0  # dots of the segment still to drive
    since: int = 0  # dots driven since the last turn
    dots: int = 0  # dots driven this turn
    slowing: bool = False
    front: int = -1  # where the segment began
    heading: int = -1
    fired: int = 0  # weapons fired since the segment ended: bits of slots, 8 for the rider's own


class Arc(NamedTuple):
    """A firing arc: for which weapon, where it points, how wide, how many shots are left."""

    weapon: int
    heading: int
    degrees: int
    shots: int  # armory.UNLIMITED for any number


def _journey(unit: Unit) -> tuple[object, ...]:
    """Ride, seat or flight as one value: nobody has two of them, and records digest it so."""
    if unit.ride is not None:
        return (tuple(unit.ride),)
    if unit.passenger:
        return (("passenger",),)
    return ((unit.in_air,),) if unit.in_air >= 0 else ((),)


def _changed_side(unit: Unit) -> tuple[int, ...]:
    """Records digest it only where it is another than at first."""
    return (unit.side,) if unit.side != unit.card.side else ()


class Unit(State, part=True):
    """One trooper, suit or vehicle. The dead keep their place as bodies."""

    index: int = shared()
    card: Card = shared()
    place: int = OFF_MAP  # a vehicle's is its rear dot
    prone: bool = False  # a vehicle's: overturned
    state: int = ABLE
    marks: Marks = held(init=False, key=tuple)
    carries: tuple[int, int, int] = held(init=False)
    ammo: tuple[int, int, int] = held(init=False)
    grenades: tuple[int, int, int] = held(init=False)
    hand: int = held(init=False)
    before: int = NOTHING  # what was in hand before an explosive
    arcs: tuple[Arc, ...] = held(default=(), key=plain_rows)
    spent: int = 0  # AP of this turn
    walked: int = 0  # of those the ones that count as movement
    activated: bool = False
    halted: bool = False  # takes no further actions this turn
    exploded: int = 0  # explosives used this turn
    aimed: bool = False  # has set or turned an arc this turn
    shots: int = 0  # attacks made on the move in this activation
    jet: int = held(init=False)
    flown: bool = False
    entangled: bool = False
    pinned: bool = False
    disabled: int = 0  # suits: bit s for the weapon in slot s
    bruises: int = 0  # suits: bludgeoning points of this turn
    mount: int = NOTHING  # the vehicle he is on
    under: bool = False  # lies under it
    heading: int = 0  # vehicles: direction 0 to 5 from rear to front
    engine: bool = False
    motion: int = 0  # vehicles: 0 at a full stop, else the mode of their last turn
    ride: Ride | None = held(default=None, told=_journey)
    """Vehicles: this turn's, once a mode is picked."""
    passenger: bool = held(default=False, told_with="ride")  # in the second seat of a vehicle
    in_air: int = held(default=OFF_MAP, told_with="ride")
    """Fliers in mid-flight: where they are to be seen."""
    side: int = held(init=False, told=_changed_side)  # a vehicle's: that of its last rider
    ap: int = derived("the track and what is carried", init=False)
    hp: int = derived("the track", init=False)
    mod: int = derived("the track", init=False)

    def __post_init__(self) -> None:
        card = self.card
        self.side = card.side
        self.marks = Marks(0, 0, card.armor, card.plates, 0)
        self.carries = card.carries
        self.ammo = card.ammo
        self.grenades = card.grenades
        self.hand = card.hand
        self.jet = card.jet
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

    def become(self, value: tuple[Any, ...]) -> None:
        """Be as `value` says."""
        self.take(value)
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
        left = self.ap - self.spent
        return left if left > 0 else 0

    @property
    def flies(self) -> bool:
        """Whether a jet pack is worn, or one fitted that works (`skirmishers.power.jet-broken`)."""
        if self.card.kind == PERSON:
            return self.jet == JET_WORN
        broken = (self.marks.full & self.card.track.significant).bit_count() >= 2
        return self.card.built_in_jet and not broken

    @property
    def shown_at(self) -> int:
        """Where a screen draws it: its place, or in the air over a dot; -1 for nowhere."""
        return self.in_air if self.place < 0 else self.place

    @property
    def is_vehicle(self) -> bool:
        return self.card.kind == VEHICLE

    def __repr__(self) -> str:
        return (
            f"<{self.card.id} {self.card.name} {STATES[self.state]} HP {self.hp} at {self.place}>"
        )
