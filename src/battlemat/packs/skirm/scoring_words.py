"""What scores in a mission of Skirm, in sentences that are made from its scoring.

A briefing tells the story; what counts is said here and nowhere else, so that words and points
cannot part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from battlemat.kernel.words import listed, say

_REMOVES_DOWNED = "skirm1"  # told here, since listing content loads no rules


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
    bonus = rule.get("bonus") or {}
    more = (
        say(
            ", one with {code} {points, plural, one {# point} other {# points}}",
            code=code,
            points=_points(rule) + int(extra),
        )
        for code, extra in bonus.items()
    )
    return say(
        "{what} {when, select, turn {at the end of every turn} other {when the battle ends}}"
        "{last, select, downed { (the Downed who are removed then as well)} other {}} "
        "gives you {points, plural, one {# point} other {# points}}{more}.",
        what=_SAY[str(rule["score"])](mission, rule),
        when=rule.get("when", "turn"),
        last="downed" if rule["score"] == "out" and rulebook == _REMOVES_DOWNED else "",
        points=_points(rule),
        more="".join(more),
    )


def _points(rule: Mapping[str, Any]) -> int:
    return int(rule.get("points", 1))


def _objectives(mission: Mapping[str, Any], rule: Mapping[str, Any]) -> str:
    which = str(rule.get("which", "all"))
    spots = mission.get("objectives") or ()
    if which in ("own", "enemy"):
        return say(
            "Each objective of {whose, select, own {your own} other {the enemy''s}} side "
            "that you control",
            whose=which,
        )
    counted = [spot for spot in spots if which == "all" or not spot.get("side")]
    names = [str(spot.get("name") or say("Objective {id}", id=spot["id"])) for spot in counted]
    if not names:
        return say("Each objective that you control")
    return say("Each of {names} that you control", names=listed(names))


def _carry(_mission: Mapping[str, Any], rule: Mapping[str, Any]) -> str:
    return say(
        "Each marker{whose, select, own { of your own side} enemy { of the enemy''s side} "
        "neutral { of neither side} other {}} that you carry in {where}",
        whose=rule.get("which", "all"),
        where=_place(rule),
    )


def _place(rule: Mapping[str, Any]) -> str:
    return say(
        "{zone, select, own {your own zone} enemy {the enemy''s zone} anywhere {any square} "
        "other {the area {zone}}}",
        zone=rule.get("zone", "anywhere"),
    )


def _standing(_mission: Mapping[str, Any], rule: Mapping[str, Any]) -> str:
    return say("Each of yours who is Standing in {where}", where=_place(rule))


_Say: TypeAlias = Callable[[Mapping[str, Any], Mapping[str, Any]], str]
_SAY: Mapping[str, _Say] = {
    "objectives": _objectives,
    "out": lambda _mission, _rule: say("Every enemy who is Out"),
    "standing-in": _standing,
    "carry": _carry,
}
