"""The three editions: one engine, and a value for each that says how it differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from battlemat.boards.squares import Board, distance, distance_with_height


@dataclass(frozen=True, slots=True)
class Edition:
    """How an edition differs: its numbers and switches; chapters ask for them."""

    name: str
    title: str
    low_wins: bool  # roll-offs
    distance: Callable[[Board, int, int], int]
    move_squares: int  # 0: the MOV stat
    dash_squares: int
    climb_discount: bool
    units_block_sight: bool
    engaged_bar: bool  # no shooting next to an enemy
    downed_targets: bool  # Downed units can be attacked
    downed_activate: bool  # Downed units are activated
    primary_only: bool  # Camouflage asks for the primary target
    linear_pairs: bool  # Linear uses a pair of lines
    repeats: bool  # an action may be repeated for 1 ACT more
    separate_drop: bool  # Pick Up and Drop are two actions
    recovers: bool
    revives: bool
    sentries: bool
    skills_any_time: bool
    orders_change: bool  # orders may change a die by 1
    chains: bool  # Criticals roll on
    cover_adds: int  # what cover adds to ARM
    has_hit: bool
    heals_at: str
    removes_downed: bool
    opposed_melee: bool  # both sides of a melee roll
    progresses: bool  # squads gain EP from mission to mission
    standing_controls: bool  # a Standing Agent holds its square, whatever enemies are near


SECOND = Edition(
    name="skirm2",
    title="Skirm, second edition",
    low_wins=True,
    distance=distance_with_height,
    move_squares=0,
    dash_squares=1,
    climb_discount=True,
    units_block_sight=True,
    engaged_bar=True,
    downed_targets=False,
    downed_activate=False,
    primary_only=False,
    linear_pairs=True,
    repeats=False,
    separate_drop=False,
    recovers=False,
    revives=False,
    sentries=True,
    skills_any_time=False,
    orders_change=True,
    chains=True,
    cover_adds=0,
    has_hit=True,
    heals_at="start",
    removes_downed=False,
    opposed_melee=True,
    progresses=False,
    standing_controls=False,
)

FIRST = Edition(
    name="skirm1",
    title="Skirm, first edition",
    low_wins=False,
    distance=distance_with_height,
    move_squares=0,
    dash_squares=2,
    climb_discount=False,
    units_block_sight=False,
    engaged_bar=False,
    downed_targets=False,
    downed_activate=False,
    primary_only=False,
    linear_pairs=True,
    repeats=False,
    separate_drop=True,
    recovers=False,
    revives=True,
    sentries=True,
    skills_any_time=False,
    orders_change=True,
    chains=False,
    cover_adds=1,
    has_hit=True,
    heals_at="end",
    removes_downed=True,
    opposed_melee=False,
    progresses=False,
    standing_controls=True,
)

THIRD = Edition(
    name="skirm3",
    title="Skirm, third edition",
    low_wins=True,
    distance=distance,
    move_squares=3,
    dash_squares=1,
    climb_discount=True,
    units_block_sight=True,
    engaged_bar=True,
    downed_targets=True,
    downed_activate=True,
    primary_only=True,
    linear_pairs=False,
    repeats=True,
    separate_drop=False,
    recovers=True,
    revives=False,
    sentries=False,
    skills_any_time=True,
    orders_change=False,
    chains=False,
    cover_adds=0,
    has_hit=False,
    heals_at="",
    removes_downed=False,
    opposed_melee=False,
    progresses=True,
    standing_controls=False,
)
