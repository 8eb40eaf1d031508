"""What a game of Open Fire starts from, as typed values: every number has its bounds.

A setup holds one module's content as far as this game needs it, so a record is complete without
the files it came from (`openfire.module.core-needs-module`). Lengths of boards, bases and places
are hundredths of an inch; those of cards and rules are inches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple, TypeAlias

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.plain import Always, Key, Length, Range
from battlemat.rulebooks.openfire.state.bounds import (
    MOST_DICE,
    Amount,
    Box,
    Change,
    Code,
    Codes,
    Dice,
    Edges,
    Id,
    Inches,
    Names,
    Outline,
    Player,
    Points,
    Round,
    Size,
    Spot,
    Stat,
    Text,
)
from battlemat.rulebooks.openfire.state.position_setup import PositionSetup


class ModuleSetup(NamedTuple):
    """What the module says of itself."""

    id: Id
    title: Text = ""
    version: Text = ""
    setting: Annotated[Text, Always()] = ""
    scale: Annotated[Text, Always()] = ""
    army_word: Text = ""
    credits: Text = ""
    licence: Text = ""


# ---------------------------------------------------------------------- weapons and special rules


class ProfileSetup(NamedTuple):
    """One way of using a weapon."""

    rng: Inches | tuple[Inches, Inches]
    att: Dice
    dmg: Amount
    prc: Annotated[int, Range(0, 100)]
    special: Codes
    id: Annotated[str, Length(0, 80)] = ""
    name: Text = ""


class WeaponSetup(NamedTuple):
    """A weapon: the values of its one profile, or several profiles."""

    name: Text = ""
    rng: Inches | tuple[Inches, Inches] | None = None
    att: Dice | None = None
    dmg: Amount | None = None
    prc: Annotated[int, Range(0, 100)] | None = None
    special: Codes | None = None
    profiles: Annotated[tuple[ProfileSetup, ...], Length(0, 20)] = ()

    def all_profiles(self, name: str) -> tuple[ProfileSetup, ...]:
        """Its profiles; the values of a weapon without any are its one profile of that name."""
        if self.profiles:
            return self.profiles
        values = (self.rng, self.att, self.dmg, self.prc, self.special)
        rng, att, dmg, prc, special = values
        if rng is None or att is None or dmg is None or prc is None or special is None:
            raise RuleBug(f"the weapon {name} lacks values and was not refused")
        return (ProfileSetup(rng, att, dmg, prc, special, name=name),)


class ChangeSetup(NamedTuple):
    """What a module's own rule does to a test."""

    test: Id
    by: Annotated[int, Range(-12, 12)] | Literal["X", "-X"]
    when: Id = "always"


class SpecialRuleSetup(NamedTuple):
    """A special rule of the module's own."""

    kind: Literal["unit", "weapon"]
    text: Text = ""
    param: Literal["none", "number"] = "none"
    grants: Codes = ()
    modify: Annotated[tuple[ChangeSetup, ...], Length(0, 40)] = ()


# ---------------------------------------------------------------------- units


class BaseSetup(NamedTuple):
    """A round base by its radius or its millimetres, or a footprint."""

    height: Size
    radius: Size | None = None
    mm: Size | None = None
    length: Size | None = None
    width: Size | None = None
    eye: Size | None = None


class ModelSetup(NamedTuple):
    """One model of a roster."""

    mov: Inches | tuple[Inches, Inches]
    skl: Stat
    defence: Annotated[Stat, Key("def")]
    cmd: Stat
    hp: Annotated[int, Range(1, 1000)]
    special: Codes
    weapons: Annotated[tuple[Id, ...], Length(0, 16)]
    base: BaseSetup
    name: Annotated[Text, Always()] = "Model"
    equipment: Names = ()
    alike: Annotated[Amount, Key("count")] = 1


class ConditionSetup(NamedTuple):
    """What must hold before an ability is used; each kind needs its own number or none.

    A number that some kind needs has no default: at a default it would not be written, and then be
    missed. The same holds for the numbers of an effect.
    """

    kind: Annotated[Id, Key("if")]
    within: Inches | None = None
    least: Amount | None = None


class WhoSetup(NamedTuple):
    """Whom an effect goes to, seen from the unit that uses the ability."""

    pick: Literal["self", "friend", "enemy", "friends", "enemies", "army"]
    within: Inches | None = None
    seen: bool = False
    special: Code | None = None
    not_special: Code | None = None


class EffectSetup(NamedTuple):
    """What an ability does; each kind has the parts that it needs, and no others."""

    do: Literal["modify", "give", "stress", "heal", "hits", "score"]
    who: WhoSetup | None = None
    stat: Annotated[str, Length(0, 10)] = ""
    by: Change | None = None
    special: Annotated[str, Length(0, 80)] = ""
    weapons: Annotated[str, Length(0, 80)] = ""
    hp: Annotated[int, Range(0, 1000)] | None = None
    hits: Annotated[int, Range(0, MOST_DICE)] | None = None
    dmg: Annotated[int, Range(0, 100)] | None = None
    prc: Annotated[int, Range(0, 100)] | None = None
    points: Annotated[int, Range(-1000, 1000)] | None = None
    until: Literal["activation", "round", "game"] = "activation"


class AbilitySetup(NamedTuple):
    """An extra action of a unit."""

    name: Text
    effects: Annotated[tuple[EffectSetup, ...], Length(0, 20)]
    id: Annotated[str, Length(0, 80)] = ""
    text: Text = ""
    limit: Literal["", "none", "game", "round"] = ""
    test: bool = False
    when: Annotated[tuple[ConditionSetup, ...], Length(0, 20)] = ()


class UnitSetup(NamedTuple):
    """A unit of an army, model by model."""

    id: Id
    models: Annotated[tuple[ModelSetup, ...], Length(0, 60)] = ()
    name: Text = ""
    profile: Annotated[str, Length(0, 80)] = ""
    points: Annotated[Points, Always()] = 0
    leader: Annotated[int, Range(0, 60), Always()] = 1
    faction: Text = ""
    tags: Annotated[Names, Always()] = ()
    abilities: Annotated[tuple[AbilitySetup, ...], Length(0, 40), Always()] = ()


class ArmySetup(NamedTuple):
    """What one player brings."""

    units: Annotated[tuple[UnitSetup, ...], Length(0, 100)] = ()
    id: Annotated[str, Length(0, 80)] = ""
    name: Text = ""
    faction: Annotated[Text, Always()] = ""


class ArmiesSetup(NamedTuple):
    """The two armies; one that is missing is told with all that is wrong."""

    red: ArmySetup = ArmySetup()
    blue: ArmySetup = ArmySetup()


class LimitSetup(NamedTuple):
    """How many units with a tag there may be."""

    tag: Id
    most: Annotated[int, Range(0, 1000)] | None = None
    least: Annotated[int, Range(0, 1000)] | None = None


class ArmyRulesSetup(NamedTuple):
    """What the module lets a player bring."""

    text: Text = ""
    points: Points | None = None
    units: tuple[Annotated[int, Range(0, 100)], Annotated[int, Range(0, 100)]] | None = None
    limits: Annotated[tuple[LimitSetup, ...], Length(0, 100)] = ()
    one_faction: bool = False
    unique: Names = ()


# ---------------------------------------------------------------------- missions and boards


class RulesSetup(NamedTuple):
    """The numbers of the core rules that a module or a mission changes."""

    formation: Inches | None = None
    skirmish_formation: Inches | None = None
    assault_range: Inches | None = None
    advance: Inches | None = None
    entry_reach: Inches | None = None
    secure_reach: Inches | None = None
    control_reach: Inches | None = None
    most_stress: Annotated[int, Range(0, 100)] | None = None
    vehicles_secure: bool | None = None
    support_from_round: Round | None = None
    all_deploy_in_round: Round | None = None
    control_scores: Literal["end", "round"] | None = None
    tie_break: Literal["none", "units", "models"] | None = None
    start_aboard: Mapping[Id, Id] | None = None


class EntrySetup(NamedTuple):
    """An entry point with its place."""

    id: Id
    at: Spot


class ZoneSetup(NamedTuple):
    """Where a player puts entry points, and how many."""

    points: Annotated[int, Range(1, 26), Key("count")]
    zone: Outline


Entries: TypeAlias = Annotated[tuple[EntrySetup, ...], Length(0, 26)] | ZoneSetup


class EntryPointsSetup(NamedTuple):
    """The entry points of both sides."""

    red: Entries = ()
    blue: Entries = ()


class ObjectiveSetup(NamedTuple):
    """One objective of a mission."""

    id: Id
    kind: Literal["control", "destroy", "access", "recover"]
    at: Spot
    points: Annotated[int, Range(0, 1000)]
    name: Text = ""
    who: Annotated[tuple[Player, ...], Length(0, 2)] = ("red", "blue")


class MissionSetup(NamedTuple):
    """What is played for."""

    name: Annotated[str, Length(1, 1000)]
    table: tuple[Annotated[Inches, Range(1, 144)], Annotated[Inches, Range(1, 144)]]
    entry_points: EntryPointsSetup
    objectives: Annotated[tuple[ObjectiveSetup, ...], Length(0, 100)]
    id: Annotated[str, Length(0, 80)] = ""
    briefing: Text = ""
    rounds: Annotated[int, Range(1, 100)] | None = None
    deployment: Text = ""
    terrain: Text = ""
    special: Annotated[tuple[Text, ...], Length(0, 100)] = ()
    rules: RulesSetup = RulesSetup()
    boards: Names = ()

    @property
    def last_round(self) -> int:
        """How many rounds are played; six where the mission does not say."""
        return 6 if self.rounds is None else self.rounds


class AreaSetup(NamedTuple):
    """A level area."""

    level: Annotated[int, Range(1, 40)]
    name: Text = ""
    climbable: Literal["all"] | Edges | None = None
    outline: Outline | None = None
    box: Box | None = None


class PartSetup(NamedTuple):
    """A piece of terrain."""

    keyword: Id
    name: Text = ""
    height: Size | None = None
    sight: Id | None = None
    levels: Annotated[int, Range(1, 40)] | None = None
    outline: Outline | None = None
    box: Box | None = None


class BoardSetup(NamedTuple):
    """The table with its terrain."""

    table: tuple[Size, Size]
    name: Text = ""
    level_height: Size | None = None
    areas: Annotated[tuple[AreaSetup, ...], Length(0, 200)] | None = None
    parts: Annotated[tuple[PartSetup, ...], Length(0, 500)] | None = None


class OpenFireSetup(NamedTuple):
    """Everything about the start of a battle."""

    module: ModuleSetup
    weapons: Mapping[Id, WeaponSetup]
    board: BoardSetup
    armies: ArmiesSetup
    mission: MissionSetup | None = None
    missions: Annotated[tuple[MissionSetup, ...], Length(0, 50)] = ()
    rules: Annotated[RulesSetup, Always()] = RulesSetup()
    special_rules: Annotated[Mapping[Id, SpecialRuleSetup], Always()] = {}
    army_rules: ArmyRulesSetup | None = None
    terrain_by: Player | None = None
    choose_leaders: bool = False
    readings: Mapping[Id, Literal["print", "intent"]] | None = None
    position: PositionSetup | None = None
