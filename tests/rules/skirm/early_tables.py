"""Short tables for the rule tests of the first two editions. Its one rule: nobody falls by chance.

Units have HIT enough to stand unless a test says otherwise, and Saves are needed on 4 or less.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.skirm.table import Table, blade, foe, gun, unit

both = pytest.mark.parametrize("edition", ["skirm1", "skirm2"])
"""A rule that reads the same in both editions."""


def shot(
    edition: str,
    *,
    roa: int = 3,
    skl: int = 4,
    dam: int = 3,
    special: str = "",
    target: str = "",
    arm: int = 7,
    hit: int = 10,
    orders: tuple[int, int] = (0, 0),
) -> Table:
    """A may shoot at B, three squares away in the open, who saves on 4 or less."""
    return Table.parse(
        "A . . B",
        edition=edition,
        A=unit(weapons=[gun(special=special, roa=roa, skl=skl, dam=dam)]),
        B=foe(target, arm=arm, hit=hit),
        orders=orders,
    )


def fight(
    edition: str,
    *,
    roa: int = 3,
    skl: int = 4,
    dam: int = 3,
    special: str = "",
    attacker: str = "",
    target: str = "",
    back: dict[str, Any] | None = None,
    orders: tuple[int, int] = (0, 0),
    **more: Any,
) -> Table:
    """A stands beside B with a blade; B has a blade of its own only if `back` says so."""
    return Table.parse(
        "A B",
        edition=edition,
        A=unit(
            attacker, arm=7, hit=10, weapons=[blade(special=special, roa=roa, skl=skl, dam=dam)]
        ),
        B=foe(target, arm=7, hit=10, weapons=[] if back is None else [back]),
        orders=orders,
        **more,
    )


def hits(table: Table, purpose: str = "attack", player: str = "") -> int:
    """All successes of attack dice so far (or of Saves), chains included."""
    return sum(
        throw["successes"]
        for throw in table.told("throw")
        if throw["purpose"] == purpose and player in ("", throw["player"])
    )


def saves(table: Table) -> int:
    """All Saves so far, those beyond the number of hits included."""
    return hits(table, "save")


def need(table: Table, purpose: str = "save") -> int:
    """The number of the last roll of a kind."""
    found: int = [t["need"] for t in table.told("throw") if t["purpose"] == purpose][-1]
    return found


def dice_rolled(table: Table, because: str = "combat.strike", player: str = "red") -> list[int]:
    """How many dice were rolled for something in the last play, roll by roll."""
    asked = [roll.split() for roll in table.rolls]
    return [int(count) for who, count, why in asked if why == because and who == player]
