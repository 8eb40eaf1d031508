"""A position in mid-game, as typed values: what has become of units and objectives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple, TypeAlias

from battlemat.kernel.plain import Always, Length, Range
from battlemat.rulebooks.openfire.state.bounds import Change, Code, Id, Names, Player, Round, Spot

Stood: TypeAlias = Annotated[tuple[Annotated[int, Range(-14400, 14400)], ...], Length(3, 4)]
"""x, y, facing, and the hit points that are left."""


class StandingSetup(NamedTuple):
    """What has become of a unit."""

    place: Annotated[Id, Always()] = "table"
    models: Annotated[tuple[Stood | None, ...], Length(0, 60)] | None = None
    hp: Annotated[tuple[Annotated[int, Range(0, 1000)], ...], Length(0, 60)] | None = None
    stress: Annotated[int, Range(0, 100)] = 0
    activated: bool = False
    hurt: bool = False
    leader: Annotated[int, Range(1, 60)] | None = None
    left_in: Round | None = None
    used: Mapping[Id, Names] = {}
    abilities: Names = ()


class HeldSetup(NamedTuple):
    """What has become of an objective."""

    holder: Player | None = None
    since: Round = 0
    carrier: Id | None = None
    gone: bool = False


class LastingSetup(NamedTuple):
    """An effect that lasts."""

    unit: Id
    source: Id | None = None
    stat: Annotated[str, Length(0, 10)] | None = None
    special: Code | None = None
    by: Change = 0
    weapons: Annotated[str, Length(0, 80)] = ""
    until: Literal["activation", "round", "game"] = "round"


class ActiveSetup(NamedTuple):
    """The unit that acts, and what comes next."""

    unit: Id
    action: Literal["ability", "move", "attack", "secure"]
    moved: bool = False
    advanced: bool = False
    deployed: bool = False
    disembarked: bool = False


class PositionSetup(NamedTuple):
    """Where a battle stands that does not start at its start."""

    round: Annotated[int, Range(1, 100), Always()] = 1
    initiative: Annotated[Player, Always()] = "red"
    to_move: Annotated[Player, Always()] = "red"
    scores: Mapping[Player, Annotated[int, Range(-10_000, 10_000)]] = {}
    units: Mapping[Id, StandingSetup] = {}
    objectives: Mapping[Id, HeldSetup] = {}
    entry_points: Mapping[Player, Annotated[tuple[Spot, ...], Length(0, 26)]] = {}
    effects: Annotated[tuple[LastingSetup, ...], Length(0, 200)] = ()
    passed: Annotated[tuple[Player, ...], Length(0, 2)] = ()
    begin: Literal["position", "round"] = "position"
    active: ActiveSetup | None = None
