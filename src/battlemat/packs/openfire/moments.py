"""Moments of a battle of Open Fire that cannot be: each is told at the key that says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.packs.openfire.schema import SIDES
from battlemat.packs.places import Place
from battlemat.rulebooks.openfire.state.setup import MissionSetup


def check_moment(fields: Mapping[str, Any], mission: MissionSetup, place: Place) -> None:
    """Complain of a round beyond the last, of what happened after now, of who cannot be active."""
    now, rounds = fields.get("round", 1), mission.last_round
    if now > rounds:
        (place / "round").complain(f"round {now} is beyond the last; there are {rounds}")
    for id, row in fields.get("holders", {}).items():
        if row.get("since", 0) > now:
            what = f"held since round {row['since']}, and this is round {now}"
            (place / "holders" / id / "since").complain(what)
    active = fields.get("active", {}).get("unit")
    for side in SIDES:
        for name, row in fields[side].items():
            here = place / side / name
            if row.get("left_in", 0) > now:
                what = f"it left in round {row['left_in']}, and this is round {now}"
                (here / "left_in").complain(what)
            if name == active and row.get("activated"):
                what = f"{name} is not ready: it has been activated this round"
                (place / "active").complain(what)
