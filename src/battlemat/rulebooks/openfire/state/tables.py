"""What follows from where everybody stands, worked out once and shared by all copies of a battle.

What is kept here follows from the stands and the lasting effects alone, or from what its
own key says besides. A battle in which anything else stands or lasts gets tables of its own, so
nothing kept is ever out of date.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from battlemat.boards.plane import Stand


class Effect(NamedTuple):
    """Something that lasts: a changed stat, or a rule given to a unit or its weapons.

    `until` is "activation" (of the unit `source`), "round" or "game".
    """

    unit: int
    kind: str  # stat, rule or weapon
    name: str
    value: int
    weapons: str
    until: str
    source: int


class View(NamedTuple):
    """What one viewer sees of a unit: the result, and which of its models are visible at all."""

    state: str
    visible: tuple[int, ...]


class Tables:
    """The tables of one position. Units and models are named by their numbers."""

    __slots__ = (
        "advice",
        "assaults",
        "checks",
        "effects",
        "screens",
        "stands",
        "usable",
        "views",
        "volleys",
    )

    def __init__(
        self,
        stands: list[list[Stand | None]],
        effects: tuple[Effect, ...],
        before: Tables | None = None,
    ) -> None:
        self.stands = stands
        self.effects = effects
        self.views: dict[tuple[int, int, int], View] = {}
        """By attacker, its model and target: what the model sees of the target."""
        self.screens: dict[tuple[int, int, int], int] = {}
        """By attacker, its model and target: the unit that screens the target, or -1."""
        self.assaults: dict[int, tuple[int, ...]] = {}
        """By unit: the enemies within assault range."""
        self.volleys: dict[tuple[Any, ...], Any] = {}
        """By all that a declaration depends on besides: its volleys, or why it is refused."""
        self.usable: dict[tuple[Any, ...], dict[tuple[int, int], Any]] = {}
        """By unit and all that it did, then by model and target: the weapons that it could use."""
        self.checks: dict[tuple[Any, ...], Any] = {}
        """By all that a move depends on besides: its course and places, or why it is refused."""
        self.advice: dict[tuple[Any, ...], Any] = {} if before is None else before.advice
        """By all that it depends on, wherever anybody stands: what machines think of a unit."""
