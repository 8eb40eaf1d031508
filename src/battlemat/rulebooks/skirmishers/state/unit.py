"""One unit as it stands: everything about a trooper, suit or vehicle that changes in a battle.

HP, maximum AP and modifier follow from the marks on the track, and are worked out
anew whenever those change.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple

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


_SEATED = ("passenger",)


class Arc(NamedTuple):
    """A firing arc: for which weapon, where it points, how wide, how many shots are left."""

    weapon: int
    heading: int
    degrees: int
    shots: int  # armory.UNLIMITED for any number


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
)
_values_of = attrgetter(*_FIELDS)


class Unit:
    """One trooper, suit or vehicle. The dead keep their place as bodies."""

    __slots__ = (
        *_FIELDS,
        "ap",
        "card",
        "hp",
        "in_air",
        "index",
        "mod",
        "passenger",
        "ride",
        "side",
    )

    def __init__(self, index: int, card: Card) -> None:
        self.index = index
        self.card = card
        self.side = card.side  # a vehicle's: that of its last rider
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
        self.ride: Ride | None = None  # vehicles: this turn's, once a mode is picked
        self.passenger = False  # on a vehicle: in its second seat
        self.in_air = OFF_MAP  # fliers in mid-flight: where they are to be seen
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
        twin.ride = self.ride
        twin.passenger = self.passenger
        twin.in_air = self.in_air
        twin.ap = self.ap
        twin.card = self.card
        twin.hp = self.hp
        twin.index = self.index
        twin.mod = self.mod
        twin.side = self.side
        return twin

    def key(self) -> tuple[Any, ...]:
        """Everything that changes, in a fixed order; `take` puts it back."""
        if self.side != self.card.side:  # records digest it only where it is
            return (*_values_of(self), self._journey(), self.side)
        return (*_values_of(self), self._journey())

    def _journey(self) -> tuple[Any, ...]:
        """Ride, seat or flight as one value: nobody has two of them, and records digest it so."""
        if self.ride is not None:
            return tuple(self.ride)
        if self.passenger:
            return _SEATED
        return (self.in_air,) if self.in_air >= 0 else ()

    def take(self, key: tuple[Any, ...]) -> None:
        """Become as `key` says."""
        journey, *side = key[len(_FIELDS) :]
        for name, value in zip(_FIELDS, key, strict=False):
            setattr(self, name, value)
        self.side = side[0] if side else self.card.side
        self.passenger = journey == _SEATED
        self.ride = Ride(*journey) if journey and self.is_vehicle else None
        flies = journey and not self.is_vehicle and not self.passenger
        self.in_air = journey[0] if flies else OFF_MAP
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
