"""The optional rules, by the names that setups and rules know them by.

The names are a type: a rule that asks for a switch that there is not is found by the type checker.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeGuard, get_args

Switch: TypeAlias = Literal[
    "crewed-weapons",
    "advanced-armor",
    "advanced-explosives",
    "incendiary",
    "smoke",
    "advanced-terrain",
    "movement-fire",
    "sneak-suits",
    "large-targets",
    "experience",
    "morale",
    "jet-packs",
    "vehicles",
    "power-armor",
]
SWITCHES: tuple[Switch, ...] = get_args(Switch)
"""`skirmishers.option.switches`: no option needs another."""


def is_switch(name: str) -> TypeGuard[Switch]:
    """Whether there is such a switch."""
    return name in SWITCHES
