"""What a mission sets: zones, objectives, markers, scoring, actions of its own, events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from battlemat.boards.squares import Board, MapError
from battlemat.kernel.errors import SetupError
from battlemat.rulebooks.skirm.state.setup import (
    ActionSetup,
    EffectSetup,
    EventSetup,
    GainSetup,
    MissionSetup,
    ScoringSetup,
)


@dataclass(frozen=True, slots=True)
class Objective:
    """A place that may be held. `zone` is the deployment zone it belongs to, or ""."""

    id: str
    name: str
    square: int
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Marker:
    """A thing that may be carried, if `carry` says so."""

    id: str
    name: str
    square: int
    carry: bool = True
    zone: str = ""


@dataclass(frozen=True, slots=True)
class MissionAction:
    """An action that the mission adds."""

    id: str
    name: str
    text: str
    act: int
    where: str
    which: str = "all"
    next_to: bool = False
    clear: bool = False
    limit: str = ""
    need: str | int | None = None
    effects: tuple[EffectSetup, ...] = ()


@dataclass(frozen=True, slots=True)
class Mission:
    """Everything that a mission sets."""

    id: str
    name: str
    briefing: str
    turns: int
    zones: tuple[tuple[str, int], tuple[str, int]]
    objectives: tuple[Objective, ...]
    markers: tuple[Marker, ...]
    scoring: tuple[ScoringSetup, ...]
    actions: tuple[MissionAction, ...]
    gains: tuple[GainSetup, ...]
    environment: str
    events: tuple[EventSetup, ...]

    def event(self, face: int) -> EventSetup | None:
        return next((row for row in self.events if face in row.faces), None)


def squares(board: Board, names: Iterable[str], where: str) -> int:
    """The mask of named squares."""
    mask = 0
    for name in names:
        try:
            mask |= 1 << board.square(name)
        except MapError as error:
            raise SetupError(f"{where}: {error}") from None
    return mask


def square(board: Board, name: str, where: str) -> int:
    """The square of a name."""
    return squares(board, [name], where).bit_length() - 1


def read_mission(setup: MissionSetup, board: Board) -> Mission:
    """A mission from a setup, on its board."""
    one, two = (
        (name, squares(board, names, f"mission zone {name}"))
        for name, names in sorted(setup.zones.items())  # a record forgets their order
    )
    if one[1] & two[1]:
        raise SetupError("the two deployment zones overlap")
    environment = setup.environment
    return Mission(
        id=setup.id,
        name=setup.name,
        briefing=setup.briefing,
        turns=setup.turns,
        zones=(one, two),
        objectives=tuple(
            Objective(
                spot.id,
                spot.name or f"Objective {spot.id}",
                square(board, spot.square, f"objective {spot.id}"),
                spot.side,
            )
            for spot in setup.objectives
        ),
        markers=tuple(
            Marker(
                spot.id,
                spot.name or spot.id,
                square(board, spot.square, f"marker {spot.id}"),
                spot.carry,
                spot.side,
            )
            for spot in setup.markers
        ),
        scoring=setup.scoring,
        actions=tuple(_read_action(action) for action in setup.actions),
        gains=setup.gains,
        environment=environment.name if environment else "",
        events=environment.events if environment else (),
    )


def _read_action(setup: ActionSetup) -> MissionAction:
    return MissionAction(
        id=setup.id,
        name=setup.name or setup.id,
        text=setup.text,
        act=setup.cost.act,
        where=setup.where,
        which=setup.which,
        next_to=setup.next_to,
        clear=setup.clear,
        limit=setup.limit,
        need=setup.roll.need if setup.roll else None,
        effects=setup.effects,
    )
