"""What a battle of Skirmishers starts from, as typed values: every number has its bounds.

A setup holds all its content, so that a record is complete without the files it came from. Which
words mean something (weapons, skills, dots) is told by those who read them; here stand the shapes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from battlemat.kernel.plain import Always, Check, Key, Length, Range
from battlemat.rulebooks.skirmishers.state.position_setup import PositionSetup

Word: TypeAlias = Annotated[str, Length(0, 80)]
Title: TypeAlias = Annotated[str, Length(0, 300)]
Prose: TypeAlias = Annotated[str, Length(0, 4000)]
Dots: TypeAlias = Annotated[tuple[Word, ...], Length(0, 4000)]
Count: TypeAlias = Annotated[int, Range(0, 99)]
Points: TypeAlias = Annotated[int, Range(-1, 99)]
"""Damage, shots or rounds; -1 where there is no end of them."""

MOST_ROUNDS = 60
MOST_UNITS = 60
DEEPEST = 6
LARGEST = 10_000


def _tame(value: Any, depth: int = 0) -> str | None:
    """What is wrong with a test of a scenario: how deep it goes, how large its numbers are."""
    if depth > DEEPEST:
        return f"tests lie at most {DEEPEST} deep"
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, (list, tuple)):
        return next((why for part in value if (why := _tame(part, depth + 1))), None)
    if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        return f"a number from {-LARGEST} to {LARGEST} is wanted, not {value}"
    return None


Test: TypeAlias = Annotated[Mapping[str, Any], Check(_tame)]
"""A test or score of a scenario, read by the chapter on victory."""


class MapSetup(NamedTuple):
    """The map as it is drawn, its areas, and how tough its buildings are."""

    drawing: Annotated[str, Length(1, 20_000)]
    name: Title = ""
    areas: Annotated[Mapping[Word, Dots], Always()] = {}
    toughness: Annotated[Mapping[Word, Word], Always()] = {}


class GrenadesSetup(NamedTuple):
    """What is in a trooper's pouches."""

    hand: Count = 0
    smoke: Count = 0
    incendiary: Count = 0


class UnitSetup(NamedTuple):
    """A trooper, a suit or a vehicle: whichever of `suit` and `vehicle` is named says which."""

    id: Word
    name: Title = ""
    rank: Word = ""
    squad: Word = ""
    skill: Word | None = None
    leader: bool = False
    leadership: Annotated[int, Range(0, 6)] | None = None
    at: Word | None = None
    prone: bool | None = None
    armor: Word | Annotated[int, Range(0, 8)] | None = None
    armor_from: Annotated[int, Range(0, 12)] | None = None
    primary: Word | None = None
    secondary: Word | None = None
    primaries: Annotated[tuple[Word, ...], Length(0, 4)] = ()
    active: Word | None = None
    grenades: GrenadesSetup | None = None
    extra_ammo: Word | None = None
    jet_pack: Word | None = None
    sneak_suit: bool = False
    suit: Word | None = None
    rides: Word | None = None
    seat: Word | None = None
    text: Prose = ""
    vehicle: Word | None = None
    front: Word | None = None
    direction: Annotated[int, Range(1, 6)] | None = None
    engine: Literal["on", "off"] | None = None
    in_motion: Word | None = None
    weapons: Annotated[tuple[Word, ...], Length(0, 4)] | None = None
    mounts: Annotated[tuple[Word, ...], Length(0, 3)] = ()
    mount_ammo: Annotated[tuple[Points, ...], Length(0, 3)] = ()
    speed: Annotated[int, Range(1, 6)] | None = None
    handling: Annotated[int, Range(-6, 6)] | None = None
    signature: Annotated[int, Range(-6, 6)] | None = None


class SquadSetup(NamedTuple):
    """One side's units."""

    units: Annotated[tuple[UnitSetup, ...], Length(0, MOST_UNITS)]
    id: Word = ""
    name: Title = ""
    text: Prose = ""
    pv_limit: Annotated[int, Range(0, 100_000)] | None = None


class WinSetup(NamedTuple):
    """A side's aim: when its test holds the game is won."""

    side: Word
    if_: Annotated[Test, Key("if")]
    text: Prose = ""


class PointSetup(NamedTuple):
    """What a side is given points for."""

    side: Word
    for_: Annotated[Test, Key("for")]
    points: Annotated[int, Range(-100, 100), Always()] = 1
    text: Prose = ""


class ScenarioSetup(NamedTuple):
    """What a scenario supplies beside map and units."""

    rounds: Annotated[int, Range(1, MOST_ROUNDS)]
    id: Word = ""
    name: Title = ""
    briefing: Prose = ""
    first: Literal["red", "blue"] | None = None
    wins: Annotated[tuple[WinSetup, ...], Length(0, 20)] = ()
    points: Annotated[tuple[PointSetup, ...], Length(0, 20)] = ()
    exits: Mapping[Word, Dots] = {}
    texts: Annotated[tuple[Prose, ...], Length(0, 40)] = ()


class WeaponSetup(NamedTuple):
    """A weapon of one's own."""

    kind: Word
    name: Title = ""
    slot: Word = "primary"
    lethal: Points = 0
    bludgeon: Points = 0
    shots: Points = 1
    short: Annotated[int, Range(0, 1000)] = 1
    long: Annotated[int, Range(0, 1000)] | None = None
    rings: Annotated[tuple[Count, ...], Length(0, 8)] = ()
    ap: Count = 0
    per_dot: Count = 0
    ammo: Points | None = None
    pv: Annotated[int, Range(0, 10_000)] = 0
    crew: Annotated[int, Range(0, 6)] = 0
    incendiary: bool = False
    smoke: bool = False
    rifle: bool = False
    option: Word = ""


class SkirmishersSetup(NamedTuple):
    """Everything about the start of a battle."""

    map: MapSetup
    scenario: ScenarioSetup
    squads: Mapping[Word, SquadSetup]
    rulebook: Annotated[Word, Always()] = "skirmishers"
    switches: Annotated[tuple[Word, ...], Length(0, 40), Always()] = ()
    weapons: Mapping[Word, WeaponSetup] | None = None
    readings: Mapping[Word, Literal["print", "intent"]] | None = None
    position: PositionSetup | None = None
