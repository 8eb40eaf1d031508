"""A mission as it is printed (`openfire.module.mission-data`)."""

from __future__ import annotations

from dataclasses import dataclass

from battlemat.boards.plane import Base, Outline, Plane, Point, Stand, lattice
from battlemat.rulebooks.openfire.state.setup import Entries, MissionSetup, RulesSetup, ZoneSetup

CONTROL, DESTROY, ACCESS, RECOVER = "control", "destroy", "access", "recover"
KINDS = (CONTROL, DESTROY, ACCESS, RECOVER)
"""Control points are Control objectives by another name (`openfire.setup.control-points`)."""

MARKER = Base.round(79)
"""An objective marker: a 40 mm token that stands in nobody's way (`openfire.objective.marker`)."""

SOLID = frozenset({"impassable", "barrier", "climbable"})
"""Parts that nothing may stand on (`openfire.formation.legal-place`)."""

KEYWORD_CLAUSES = {
    "clear": "openfire.terrain.clear",
    "climbable": "openfire.terrain.climb-over",
    "impassable": "openfire.terrain.impassable",
    "barrier": "openfire.terrain.barrier",
    "slow": "openfire.terrain.slow",
}
"""The clause that says what a part's keyword does."""


@dataclass(frozen=True, slots=True)
class Objective:
    """One objective of a mission; `sides` may secure it."""

    id: str
    name: str
    kind: str
    at: Point
    points: int
    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """The entry points of one side: fixed ones, or how many it may place in a zone."""

    fixed: tuple[tuple[str, int, int], ...]
    count: int
    zone: Outline | None


@dataclass(frozen=True, slots=True)
class Mission:
    """What is played for. Texts are for the players."""

    id: str
    name: str
    briefing: str
    rounds: int
    entries: tuple[Entry, Entry]
    objectives: tuple[Objective, ...]
    rules: RulesSetup
    notes: tuple[tuple[str, str], ...]


def read_mission(values: MissionSetup, players: tuple[str, ...]) -> Mission:
    """The mission that a setup gives."""
    objectives = tuple(
        Objective(
            row.id,
            row.name or row.id,
            row.kind,
            row.at,
            row.points,
            tuple(players.index(player) for player in row.who),
        )
        for row in values.objectives
    )
    notes = [
        (key, text)
        for key, text in (("deployment", values.deployment), ("terrain", values.terrain))
        if text
    ]
    notes += [("special", text) for text in values.special]
    return Mission(
        values.id or values.name,
        values.name,
        values.briefing,
        values.last_round,  # openfire.round.count
        (_entry(values.entry_points.red), _entry(values.entry_points.blue)),
        objectives,
        values.rules,
        tuple(notes),
    )


def _entry(value: Entries) -> Entry:
    if isinstance(value, ZoneSetup):
        return Entry((), value.points, Outline(list(value.zone)))
    return Entry(tuple((row.id, *row.at) for row in value), len(value), None)


def usable(plane: Plane, at: Point) -> bool:
    """True if a marker may lie there: on the table, and not inside a solid part."""
    x, y = at
    return 0 <= x <= plane.width and 0 <= y <= plane.height and not plane.part_over(x, y, SOLID)


def nearest_usable(plane: Plane, at: Point) -> Point:
    """The place itself, or the nearest usable one (`openfire.setup.markers`)."""
    if usable(plane, at):
        return at
    limit = max(plane.width, plane.height)
    return next(point for point in lattice(at, at, 25, limit) if usable(plane, point))


def marker_stand(plane: Plane, at: Point) -> Stand:
    """An objective marker lying there, to measure from."""
    return plane.put(MARKER, *at)


def entry_stand(plane: Plane, at: Point) -> Stand:
    """An entry point, which is a single point (`openfire.geometry.point-objects`)."""
    return plane.put(Base(), *at)
