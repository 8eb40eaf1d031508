"""What a setup of Skirm may say: plain typed data, every number with its bounds.

`decode(SkirmSetup, plain)` is the one place where a wrong value is told to whoever wrote it; from
there on everything is whole. The words of effects, scoring and the like are the vocabulary of
content: what each of them does stands in the chapters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from battlemat.kernel.plain import Check, Key, Length, Range

Name: TypeAlias = Annotated[str, Length(0, 200)]
Text: TypeAlias = Annotated[str, Length(0, 4000)]
Word: TypeAlias = Annotated[str, Length(1, 80)]
Code: TypeAlias = Annotated[str, Length(1, 12)]
Stat: TypeAlias = Annotated[int, Range(0, 99)]
Change: TypeAlias = Annotated[int, Range(-99, 99)]
Points: TypeAlias = Annotated[int, Range(-100, 100)]
Cost: TypeAlias = Annotated[int, Range(0, 99)]
Price: TypeAlias = Annotated[int, Range(0, 10_000)]
Face: TypeAlias = Annotated[int, Range(1, 6)]
Until: TypeAlias = Literal["activation", "turn", "next-activation", "battle"]
Which: TypeAlias = Literal["own", "enemy", "neutral", "all"]
Player: TypeAlias = Literal["red", "blue"]


def _is_amount(value: Any) -> str | None:
    """A number, or a die and what is added to it."""
    if isinstance(value, int) or re.fullmatch(r"d[36](\+[0-9]{1,2})?", value):
        return None
    return f"a number, d3, d6 or d3+1 is wanted, not {value!r}"


Amount: TypeAlias = Annotated[Annotated[int, Range(0, 99)] | Word, Check(_is_amount)]


# ---------------------------------------------------------------------- effects


class Who(NamedTuple):
    """Whom an effect is on: one that a player picks, or all that fit."""

    pick: Literal["self", "squadmate", "enemy", "any", "squadmates", "squad", "enemies", "all"] = (
        "self"
    )
    within: Annotated[int, Range(0, 99)] | None = None
    adjacent: bool = False
    seen: bool = False
    state: Literal["standing", "downed", "any"] = "standing"
    tag: Word | None = None
    area: Word | None = None
    not_area: Word | None = None
    near: Literal["wall"] | None = None
    level_at_least: Annotated[int, Range(-99, 99)] | None = None


_ITSELF = Who()

Does: TypeAlias = (
    Literal["modify", "give", "restore", "revive", "damage", "orders", "move", "attack"]
    | Literal["doors", "range", "smoke", "score", "nothing", "stat", "reroll"]
)
NEEDED: Mapping[str, tuple[str, ...]] = {
    "modify": ("stat",),
    "give": ("special",),
    "restore": ("hit",),
    "move": ("squares",),
    "doors": ("set",),
    "range": ("most",),
    "stat": ("stat",),
    "reroll": ("roll",),
}
"""What an effect cannot do without, by what it does."""
PASSIVE = ("give", "stat", "reroll")
"""What gear and skills without a cost may do: it holds all battle long."""


class EffectSetup(NamedTuple):
    """One effect of a skill, a piece of equipment, an event or a mission action."""

    do: Does
    who: Who | Literal["self", "both", "enemy"] | None = None
    stat: Word = ""
    by: Change = 0
    least: Annotated[int, Range(-99, 99)] | None = None
    until: Until = "turn"
    special: Annotated[str, Length(0, 12)] = ""
    weapons: Word | None = None
    hit: Amount | None = None
    points: Points = 1
    dam: Stat = 0
    squares: Annotated[int, Range(0, 99)] = 0
    type: Literal["ranged", "melee", "any"] = "any"
    roa: Change = 0
    skill: Change = 0
    set: Literal["open", "closed"] | None = None
    most: Annotated[int, Range(0, 999)] | None = None
    within: Annotated[int, Range(0, 99)] = 3
    spread: bool = True
    roll: Literal["recover", "attack", "save"] | None = None
    dice: Annotated[int, Range(0, 99)] | Literal["all"] = "all"

    @property
    def whom(self) -> Who:
        """Whom it is on, where that is a matter of units."""
        return self.who if isinstance(self.who, Who) else _ITSELF


def _is_whole(effect: EffectSetup) -> str | None:
    missing = [name for name in NEEDED.get(effect.do, ()) if not getattr(effect, name)]
    return f"an effect '{effect.do}' needs '{missing[0]}'" if missing else None


Effects: TypeAlias = Annotated[tuple[Annotated[EffectSetup, Check(_is_whole)], ...], Length(0, 20)]


# ---------------------------------------------------------------------- cards


class Stats(NamedTuple):
    """The numbers on a card; each edition reads its own."""

    act: Stat
    arm: Stat
    mov: Stat | None = None
    hit: Stat | None = None
    msk: Stat | None = None
    rsk: Stat | None = None


class WeaponSetup(NamedTuple):
    """A weapon as a card prints it."""

    id: Word
    type: Literal["ranged", "melee"]
    roa: Stat
    dam: Stat
    name: Name = ""
    skl: Stat | None = None
    special: Annotated[tuple[Code, ...], Length(0, 20)] = ()
    ep: Price = 0
    text: Text = ""


class CostSetup(NamedTuple):
    """What a skill or a mission action costs."""

    act: Cost = 0
    to: Cost = 0


class SkillSetup(NamedTuple):
    """A skill as a card prints it."""

    id: Word
    name: Name = ""
    text: Text = ""
    cost: CostSetup | None = None
    limit: Literal["", "turn", "battle"] = ""
    effects: Effects = ()
    ep: Price = 0


class EquipmentSetup(NamedTuple):
    """A piece of gear that works all the time."""

    id: Name = ""
    name: Name = ""
    text: Text = ""
    ep: Price = 0
    effects: Effects = ()


def _is_id(value: str) -> str | None:
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", value):
        return None
    return "an id is a letter and then letters or digits"


class UnitSetup(NamedTuple):
    """A unit's card."""

    id: Annotated[str, Length(1, 20), Check(_is_id)]
    stats: Stats
    name: Name = ""
    type: Name = ""
    special: Annotated[tuple[Code, ...], Length(0, 30)] = ()
    tags: Annotated[tuple[Word, ...], Length(0, 30)] = ()
    weapons: Annotated[tuple[WeaponSetup, ...], Length(0, 20)] = ()
    skills: Annotated[tuple[SkillSetup, ...], Length(0, 20)] = ()
    equipment: Annotated[tuple[EquipmentSetup, ...], Length(0, 20)] = ()
    ep: Price = 0
    gear_ep: Price = 0
    options: Annotated[tuple[Code, ...], Length(0, 20)] = ()


class SquadSetup(NamedTuple):
    """A squad and its units."""

    units: Annotated[tuple[UnitSetup, ...], Length(0, 60)]
    id: Name = ""
    name: Name = ""
    faction: Name = ""
    cap: Price = 0


class Squads(NamedTuple):
    """The squads of both players."""

    red: SquadSetup
    blue: SquadSetup


# ---------------------------------------------------------------------- map and mission

SquareNames: TypeAlias = Annotated[tuple[Word, ...], Length(0, 4000)]


class MapSetup(NamedTuple):
    """A drawn map and the areas on it that have names."""

    drawing: str
    name: Name = "map"
    areas: Mapping[str, SquareNames] = {}


class ObjectiveSetup(NamedTuple):
    """A place that may be held; `side` is the zone that it belongs to."""

    id: Word
    square: Word
    name: Name = ""
    side: Name = ""


class MarkerSetup(NamedTuple):
    """A thing that lies on the map."""

    id: Word
    square: Word
    name: Name = ""
    carry: bool = True
    side: Name = ""


class ScoringSetup(NamedTuple):
    """What gives mission points, when, and how many."""

    score: Literal["objectives", "out", "standing-in", "carry"]
    when: Literal["turn", "end"] = "turn"
    points: Points = 1
    which: Which = "all"
    zone: Name = "anywhere"
    bonus: Mapping[str, Points] = {}


class RollSetup(NamedTuple):
    """What a mission action must roll: a number, or a stat of the unit."""

    need: Face | Literal["act", "arm", "mov", "hit", "msk", "rsk"] | None = None


class ActionCost(NamedTuple):
    """What a mission action costs: 1 ACT if nothing is said."""

    act: Cost = 1
    to: Cost = 0


class ActionSetup(NamedTuple):
    """An action that a mission adds."""

    id: Word
    name: Name = ""
    text: Text = ""
    cost: ActionCost = ActionCost()
    where: Word = "anywhere"
    which: Which = "all"
    next_to: bool = False
    clear: bool = False
    limit: Literal["", "objective", "turn", "unit"] = ""
    roll: RollSetup | None = None
    effects: Effects = ()


class EventSetup(NamedTuple):
    """One row of an environment's table."""

    faces: Annotated[tuple[Face, ...], Length(0, 6)]
    name: Name
    effects: Effects
    text: Text = ""


class EnvironmentSetup(NamedTuple):
    """What may happen around the battle."""

    id: Name = ""
    name: Name = ""
    events: Annotated[tuple[EventSetup, ...], Length(0, 6)] = ()


class GainSetup(NamedTuple):
    """EP that a mission gives of its own: so many for each thing that happened."""

    for_: Annotated[Literal["victory", "points", "out", "standing"], Key("for")]
    ep: Annotated[int, Range(0, 100)]
    name: Name = ""


class MissionSetup(NamedTuple):
    """Everything that a mission sets, laid on its map."""

    zones: Annotated[Mapping[str, SquareNames], Length(2, 2)]
    id: Name = "mission"
    name: Name = "Mission"
    briefing: Text = ""
    turns: Annotated[int, Range(1, 20)] = 4
    objectives: Annotated[tuple[ObjectiveSetup, ...], Length(0, 60)] = ()
    markers: Annotated[tuple[MarkerSetup, ...], Length(0, 60)] = ()
    scoring: Annotated[tuple[ScoringSetup, ...], Length(0, 30)] = ()
    actions: Annotated[tuple[ActionSetup, ...], Length(0, 30)] = ()
    gains: Annotated[tuple[GainSetup, ...], Length(0, 20)] = ()
    environment: EnvironmentSetup | None = None


# ---------------------------------------------------------------------- a position


class PlaceSetup(NamedTuple):
    """Where a unit is in a position, and in what state."""

    square: Word | None = None
    state: Literal["standing", "downed", "out"] = "standing"
    ready: bool = True
    hit: Stat | None = None
    stun: Stat = 0
    used: Annotated[tuple[Word, ...], Length(0, 20)] = ()
    carries: Annotated[tuple[Word, ...], Length(0, 60)] = ()


class ActiveSetup(NamedTuple):
    """The unit that is in its activation, what it has left and what it has done."""

    unit: Word
    act: Stat | None = None
    done: Annotated[tuple[Word, ...], Length(0, 40)] = ()


class OrdersSetup(NamedTuple):
    """The Tactical Orders of each side."""

    red: Stat = 0
    blue: Stat = 0


class ScoresSetup(NamedTuple):
    """The mission points of each side."""

    red: Annotated[int, Range(-999, 999)] = 0
    blue: Annotated[int, Range(-999, 999)] = 0


class ZonesSetup(NamedTuple):
    """The zone in which each side deployed."""

    red: Name | None = None
    blue: Name | None = None


class PositionSetup(NamedTuple):
    """A battle in mid-game."""

    units: Mapping[str, PlaceSetup] = {}
    turn: Annotated[int, Range(1, 20)] = 1
    initiative: Player = "red"
    to_move: Player | None = None
    orders: OrdersSetup = OrdersSetup()
    scores: ScoresSetup = ScoresSetup()
    zones: ZonesSetup = ZonesSetup()
    doors_open: Annotated[tuple[Word, ...], Length(0, 1000)] | None = None
    markers: Mapping[str, Word] = {}
    active: ActiveSetup | None = None


class SkirmSetup(NamedTuple):
    """A battle of Skirm: one map, one mission, two squads, and perhaps a position.

    Where the players choose the mission together, `missions` are those that they choose among.
    """

    map: MapSetup
    mission: MissionSetup
    squads: Squads
    edition: Name = ""
    position: PositionSetup | None = None
    readings: Mapping[str, Literal["print", "intent"]] | None = None
    missions: Annotated[tuple[MissionSetup, ...], Length(0, 40)] = ()
    cap: Price = 0
