"""A position in mid-game as typed values: what has become of units, ground and things."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple, TypeAlias

from battlemat.kernel.plain import Always, Check, Key, Length, Range

Word: TypeAlias = Annotated[str, Length(0, 80)]
Count: TypeAlias = Annotated[int, Range(0, 99)]
Rounds: TypeAlias = Annotated[int, Range(-1, 99)]
Heading: TypeAlias = Annotated[int, Range(0, 11)]
Cells: TypeAlias = Annotated[tuple[Word | Annotated[int, Range(0, 20)], ...], Length(0, 20)]
Words: TypeAlias = Annotated[tuple[Word, ...], Length(0, 4000)]
Slot: TypeAlias = Literal["primary", "secondary", "spare"]
Grenade: TypeAlias = Literal[
    "hand", "smoke", "incendiary", "hand-grenade", "smoke-grenade", "incendiary-grenade"
]


def _spot_fault(text: str) -> str | None:
    right = re.fullmatch(r"[^|@]+(@[0-9]{1,2})?(\|[^|@]+(@[0-9]{1,2})?)?", text)
    return None if right else f"a dot or two as in 'c3|d3' are wanted, not '{text}'"


def _cells_fault(cells: tuple[str | int, ...]) -> str | None:
    wrong = [cell for cell in cells if not str(cell).isdecimal() or int(cell) > 12]
    return f"cells of a vehicle go from 12 to 0, not {wrong[0]}" if wrong else None


Spot: TypeAlias = Annotated[str, Length(1, 80), Check(_spot_fault)]
VehicleCells: TypeAlias = Annotated[
    tuple[Word | Annotated[int, Range(0, 12)], ...], Length(0, 13), Check(_cells_fault)
]
Spent: TypeAlias = Annotated[int, Range(0, 40)]


class ArcSetup(NamedTuple):
    """A firing arc that stands."""

    degrees: Annotated[int, Range(0, 360)]
    heading: Annotated[int, Range(-99, 99)]
    shots: Rounds | None = None
    weapon: Word | None = None


class SetUpGun(NamedTuple):
    """A crew weapon that is set up on a unit's dot."""

    weapon: Word | None = None
    heading: Heading | None = None


class UnitPosition(NamedTuple):
    """What has become of a trooper or a suit."""

    at: Word | None = None
    full: Cells = ()
    part: Cells = ()
    armor: Count | None = None
    armor_gone: Cells = ()
    armor_part: Cells = ()
    prone: bool | None = None
    state: Word = ""
    activated: bool = False
    spent: Spent = 0
    entangled: bool = False
    pinned: bool = False
    arc: ArcSetup | None = None
    arcs: Annotated[tuple[ArcSetup, ...], Length(0, 6)] | None = None
    setup: SetUpGun | None = None
    lost: Annotated[tuple[Slot, ...], Length(0, 3)] = ()
    ammo: Mapping[Slot | Grenade, Rounds] = {}
    active: Word | None = None
    disabled: Annotated[tuple[Slot, ...], Length(0, 3)] = ()


class VehiclePosition(NamedTuple):
    """What has become of a vehicle."""

    front: Word | None = None
    direction: Annotated[int, Range(1, 6)] | None = None
    full: VehicleCells = ()
    armor: Count | None = None
    overturned: bool = False
    engine: Literal["on", "off"] | None = None
    in_motion: Literal["stopped", "minimum", "cruise", "max"] | None = None
    rider: Word | None = None
    passenger: Word | None = None
    trained: Annotated[tuple[Annotated[int, Range(1, 3)], ...], Length(0, 3)] = ()


class ActiveSetup(NamedTuple):
    """Who is being activated, and what he has done."""

    unit: Word
    spent: Spent | None = None
    walked: Spent = 0
    entered: bool = False
    combat: bool = False
    shot_by: Words = ()


class BlowSetup(NamedTuple):
    by: Word
    on: Word
    weapon: Word


class TokenSetup(NamedTuple):
    """An explosive that waits for the end of the turn."""

    by: Word
    weapon: Word
    at: Word
    tn: Annotated[int, Range(-50, 99)]
    from_: Annotated[Word | None, Key("from")] = None


class CloudSetup(NamedTuple):
    at: Word
    side: Word | None = None
    round: Annotated[int, Range(0, 60)] | None = None
    grown: bool = False


class ItemSetup(NamedTuple):
    """A thing on the ground: a weapon, grenades or a jet pack."""

    at: Word
    weapon: Word | None = None
    ammo: Rounds | None = None
    grenades: Mapping[Literal["hand", "smoke", "incendiary"], Count] | None = None
    jet_pack: bool = False


class GunSetup(NamedTuple):
    """A crew weapon that nobody controls."""

    at: Word
    weapon: Word
    heading: Heading | None = None


class PositionSetup(NamedTuple):
    """The whole position."""

    round: Annotated[int, Range(1, 60), Always()] = 1
    to_move: Annotated[Word, Always()] = "red"
    first: Word | None = None
    units: Annotated[Mapping[Word, UnitPosition], Always()] = {}
    vehicles: Mapping[Word, VehiclePosition] = {}
    active: ActiveSetup | None = None
    blows: Annotated[tuple[BlowSetup, ...], Length(0, 99)] = ()
    explosives: Annotated[tuple[TokenSetup, ...], Length(0, 99)] = ()
    smoke: Annotated[tuple[CloudSetup, ...], Length(0, 99)] = ()
    fire: Words = ()
    items: Annotated[tuple[ItemSetup, ...], Length(0, 200)] = ()
    guns: Annotated[tuple[GunSetup, ...], Length(0, 99)] = ()
    structures: Mapping[Spot, Annotated[int, Range(0, 999)]] = {}
    breaches: Annotated[tuple[Spot, ...], Length(0, 4000)] = ()
    felled: Words = ()
