"""The numbers that a module or a mission may change, and nothing else.

A mission's value beats a module's, and a module's beats the core's (`openfire.module.overrides`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from battlemat.kernel.near import near
from battlemat.kernel.plain import encode
from battlemat.rulebooks.openfire.state.setup import RulesSetup


@dataclass(frozen=True, slots=True)
class Policy:
    """What the core says, unless told otherwise. Lengths are in inches."""

    formation: int = 4  # openfire.formation.range
    skirmish_formation: int = 8  # openfire.special.skirmishers
    assault_range: int = 1  # openfire.assault.range
    advance: int = 6  # openfire.move.advance
    entry_reach: int = 6  # openfire.reserve.deploy
    secure_reach: int = 1  # openfire.objective.secure-who
    control_reach: int = 6  # openfire.objective.control
    most_stress: int = 3  # openfire.stress.max
    vehicles_secure: bool = False  # openfire.vehicle.no-secure
    support_from_round: int = 2  # openfire.special.support-test
    all_deploy_in_round: int = 1  # openfire.reserve.first-round
    control_scores: str = "end"  # openfire.objective.control-score
    tie_break: str = "none"  # openfire.round.tie
    start_aboard: tuple[tuple[str, str], ...] = ()  # openfire.reserve.start


WORDS = {"control_scores": ("end", "round"), "tie_break": ("none", "units", "models")}


def override(policy: Policy, changes: RulesSetup) -> Policy:
    """The policy with a module's or a mission's values in place of its own."""
    found: dict[str, Any] = encode(changes)
    if changes.start_aboard is not None:
        found["start_aboard"] = tuple(sorted(changes.start_aboard.items()))
    return replace(policy, **found) if found else policy


def policy_faults(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is wrong with some overrides: the key and a sentence."""
    core = Policy()
    known = [field.name for field in fields(Policy)]
    found = []
    for key, value in values.items():
        if key not in known:
            close = near(str(key), known, cutoff=0.5)
            hint = f"did you mean '{close[0]}'?" if close else "the choices are " + ", ".join(known)
            found.append((str(key), f"no rule '{key}' can be changed: {hint}"))
        elif key in WORDS:
            if value not in WORDS[key]:
                found.append((key, f"'{key}' must be one of {', '.join(WORDS[key])}"))
        elif key == "start_aboard":
            if not isinstance(value, Mapping):
                found.append((key, f"'{key}' must name units and their transports"))
        elif type(value) is not type(getattr(core, key)):
            found.append((key, f"'{key}' must be like {getattr(core, key)!r}, not {value!r}"))
        elif isinstance(value, int) and value < 0:
            found.append((key, f"'{key}' must be 0 or more, not {value}"))
    return found
