"""Readings: clauses whose print and whose likely intention part; a setup chooses between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from battlemat.kernel.errors import SetupError
from battlemat.kernel.near import did_you_mean


class Readings(NamedTuple):
    """How the clauses with two readings are read in a battle: True as printed."""

    attacker_minus: bool = True
    """skirm2.melee.attacker-minus: the attacker rolls a die less, and not the target."""
    saves_by_dice: bool = False
    """skirm2.combat.saves: a Save die for each attack die, and not for each hit."""
    heals_first: bool = True
    """skirm1.special.heal: at the start of the turn, and not at its end."""
    orders_for_all: bool = False
    """orders.reroll: an order re-rolls anybody's die, and not only one's own."""


PRINT, INTENT = "print", "intent"
CHOICES: Mapping[str, Mapping[str, str]] = {
    "skirm1": {"special.heal": "heals_first", "orders.reroll": "orders_for_all"},
    "skirm2": {
        "melee.attacker-minus": "attacker_minus",
        "combat.saves": "saves_by_dice",
        "orders.reroll": "orders_for_all",
    },
    "skirm3": {},
}
"""The clauses of each edition that have two readings, and the part of `Readings` for each."""


def chosen_readings(edition: str, chosen: Mapping[str, str]) -> Readings:
    """The readings that a setup chooses, by clause id, short or in full."""
    known = CHOICES[edition]
    found = {}
    for clause, reading in chosen.items():
        short = clause.removeprefix(f"{edition}.")
        if short not in known:
            full = [f"{edition}.{one}" for one in known]
            hint = did_you_mean(clause, full)
            raise SetupError(f"readings: '{clause}' has no two readings{hint}")
        found[known[short]] = reading == PRINT
    return Readings(**found)
