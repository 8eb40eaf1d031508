"""The clauses of Skirm whose print and likely intention part, and how a setup chooses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from battlemat.kernel.readings import Readings, TwoReadings

_ORDERS = (
    "A Tactical Order re-rolls any one die of any roll, the other player's dice included.",
    "A Tactical Order re-rolls only one's own dice.",
)
KNOWN: Mapping[str, tuple[TwoReadings, ...]] = {
    "skirm1": (
        TwoReadings(
            "skirm1.special.heal",
            "Heal is resolved at the start of the turn, before the roll-off for initiative.",
            "Heal is resolved at the end of the turn, before scoring.",
            "print",
            "The turn steps of this edition name it at the start.",
        ),
        TwoReadings(
            "skirm1.orders.reroll",
            *_ORDERS,
            "intent",
            "The example of a melee is about one's own dice.",
        ),
    ),
    "skirm2": (
        TwoReadings(
            "skirm2.melee.attacker-minus",
            "In every melee the attacker rolls one die less.",
            "In every melee the target rolls one die less.",
            "print",
        ),
        TwoReadings(
            "skirm2.combat.saves",
            "Against a shot the target rolls one Save die for each attack die, whatever hit, and "
            "loses 1 HIT for each that fails.",
            "The target rolls one Save die for each hit, as in melee.",
            "intent",
            "The book goes on about the damage from one hit, and melee counts hits.",
        ),
        TwoReadings(
            "skirm2.orders.reroll",
            *_ORDERS,
            "intent",
            "The example of a melee is about one's own dice.",
        ),
    ),
    "skirm3": (),
}
"""By edition; the first two readings of a clause are its print and its intention."""


def chosen_readings(
    edition: str, chosen: Mapping[str, Literal["print", "intent"]] | None
) -> Readings:
    """The readings of a battle. A setup from before they could be chosen follows the intention."""
    return Readings(KNOWN[edition], chosen, before="intent")
