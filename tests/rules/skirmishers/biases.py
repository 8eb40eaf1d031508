"""What biased play leans toward: the chapters that a uniform draw hardly gets to."""

from __future__ import annotations

from battlemat.testing import Bias

_NOT_YET = {"end": 1, "leave": 1, "rideoff": 1, "crash": 1, "laydown": 1, "drop": 1}
"""What ends a ride or an activation, which would otherwise soon be over."""


def _toward(*verbs: str, weight: int = 12) -> Bias:
    return Bias(_NOT_YET | dict.fromkeys(verbs, weight))


_ROAD = ("mount", "engine", "mode", "drive", "slow", "forward", "veer", "stop", "lift", "crawlout")

BIASES = {
    "vehicles": _toward(*_ROAD, "weapon", "dismount"),
    "the saddle": _toward(*_ROAD, "ram", "strike", "shoot", "gun", "lob", "weapon", "gunarc"),
    "seats": _toward("mount", "dismount", "controls", "engine", "mode", "arc", "drive", "forward"),
    "weapons": _toward("weapon", "take", "pick", "jet", "mode", "engine"),
    "suits": _toward("arc", "fly", "melee", "throw", "shell", "shoot", "lob", "takeover"),
    "crews": _toward("setup", "break", "help", "aid", "takeover", "turn", "weapon", "take"),
    "explosives": _toward("throw", "toss", "lob", "shell", "grenade", "weapon", "gunarc", "arc"),
}
