"""Standoff, which ships as the example for authors, by the names under which tests use it."""

from __future__ import annotations

from battlemat.example.rulebook import TOY, Toy
from battlemat.example.rules import (
    ACTION,
    FIRE,
    SIDES,
    STEP,
    WAIT,
    Again,
    Fire,
    Step,
    Stepped,
    ToyBattle,
    Wait,
    WentOut,
)
from battlemat.kernel.errors import SetupError

__all__ = [
    "ACTION",
    "FIRE",
    "SIDES",
    "STEP",
    "TOY",
    "WAIT",
    "Again",
    "Fire",
    "Step",
    "Stepped",
    "Toy",
    "ToyBattle",
    "Wait",
    "WentOut",
    "find",
]


def find(name: str) -> Toy:
    """The rulebook by its name, for tests that need a function at module level."""
    if name != "toy":
        raise SetupError(f"there is no rulebook '{name}'; there is: toy")
    return TOY
