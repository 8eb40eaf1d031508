"""What scores in a mission of Skirm, in sentences that are made from its scoring.

A briefing tells the story; what counts is said here and nowhere else, so that words and points
cannot part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

_REMOVES_DOWNED = "skirm1"  # told here, since listing content loads no rules
_WHEN = {"turn": "at the end of every turn", "end": "when the battle ends"}
_ZONES = {"own": "your own zone", "enemy": "the enemy's zone", "anywhere": "any square"}
_WHOSE = {"own": "of your own side", "enemy": "of the enemy's side", "neutral": "of neither side"}


def briefing(rulebook: str, mission: Mapping[str, Any]) -> str:
    """The story of a mission, then what scores in it."""
    return " ".join([*str(mission.get("briefing", "")).split(), *scoring_words(rulebook, mission)])


def scoring_words(rulebook: str, mission: Mapping[str, Any]) -> list[str]:
    """One sentence for each way to score; none of a mission that cannot be read."""
    rules = mission.get("scoring")
    if not isinstance(rules, list):
        return []
    return [_sentence(rulebook, mission, rule) for rule in rules if _is_known(rule)]


def _is_known(rule: object) -> bool:
    return isinstance(rule, Mapping) and rule.get("score") in _SAY


def _sentence(rulebook: str, mission: Mapping[str, Any], rule: Mapping[str, Any]) -> str:
    when = _WHEN.get(str(rule.get("when", "turn")), "")
    what = _SAY[str(rule["score"])](mission, rule)
    bonus = rule.get("bonus") or {}
    more = "".join(f", one with {code} {_points(rule, extra)}" for code, extra in bonus.items())
    last = ""
    if rule["score"] == "out" and rulebook == _REMOVES_DOWNED:
        last = " (the Downed who are removed then as well)"
    return f"{what} {when}{last} gives you {_points(rule)}{more}."


def _points(rule: Mapping[str, Any], extra: int = 0) -> str:
    points = int(rule.get("points", 1)) + int(extra)
    return f"{points} point" if points == 1 else f"{points} points"


def _objectives(mission: Mapping[str, Any], rule: Mapping[str, Any]) -> str:
    which = str(rule.get("which", "all"))
    spots = mission.get("objectives") or ()
    if which in ("own", "enemy"):
        return f"Each objective {_WHOSE[which]} that you control"
    counted = [spot for spot in spots if which == "all" or not spot.get("side")]
    names = [str(spot.get("name") or f"Objective {spot['id']}") for spot in counted]
    if not names:
        return "Each objective that you control"
    return f"Each of {_listed(names)} that you control"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def _carry(_mission: Mapping[str, Any], rule: Mapping[str, Any]) -> str:
    whose = _WHOSE.get(str(rule.get("which", "all")), "")
    where = _place(rule)
    return " ".join(f"Each marker {whose} that you carry in {where}".split())


def _place(rule: Mapping[str, Any]) -> str:
    zone = str(rule.get("zone", "anywhere"))
    return _ZONES.get(zone, f"the area {zone}")


_Say: TypeAlias = Callable[[Mapping[str, Any], Mapping[str, Any]], str]
_SAY: Mapping[str, _Say] = {
    "objectives": _objectives,
    "out": lambda _mission, _rule: "Every enemy who is Out",
    "standing-in": lambda _mission, rule: f"Each of yours who is Standing in {_place(rule)}",
    "carry": _carry,
}
