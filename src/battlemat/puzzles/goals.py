"""Whether a goal is reached, and its sentence.

A goal asks the facts that every rulebook tells of its battles (`Rulebook.facts`), so no rule is
known here. Once reached it stays reached: what comes after does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import named, say
from battlemat.packs.solving.puzzles import Goal

_OUT = frozenset({"out", "dead", "unconscious", "destroyed"})
_DOWN = _OUT | {"downed"}


def are_met(
    goals: Sequence[Goal], rulebook: Rulebook[Any], battle: Any, side: str
) -> Iterator[bool]:
    """Whether goals are reached in a battle, for the side that is to reach them. Its facts are
    told once for all of them: that takes longer than the rest of a count."""
    result = rulebook.result(battle)
    winner = None if result is None else result.winner
    facts = rulebook.facts(battle) if any(one.kind != "win" for one in goals) else {}
    for goal in goals:
        yield winner == side if goal.kind == "win" else _is_met(goal, facts, side)


def _is_met(goal: Goal, facts: Mapping[str, Any], side: str) -> bool:
    if goal.kind == "points":
        return points_of(facts, side) >= goal.number
    units = [facts["units"][one] for one in goal.units if one in facts["units"]]
    if goal.kind == "left":
        return all(is_out(unit) or left_of(unit) <= goal.number for unit in units)
    if goal.kind == "there":
        return all(is_there(unit, goal) for unit in units)
    words = _OUT if goal.kind == "out" else _DOWN
    return sum(condition(unit) in words for unit in units) >= goal.number


def condition(unit: Mapping[str, Any]) -> str:
    """How a unit is, in the word that its rulebook's facts have for it."""
    return str(unit.get("state", unit.get("place")))


def is_out(unit: Mapping[str, Any]) -> bool:
    """Whether a unit is out of action."""
    return condition(unit) in _OUT


def is_down(unit: Mapping[str, Any]) -> bool:
    """Whether a unit is down or out of action."""
    return condition(unit) in _DOWN


def is_there(unit: Mapping[str, Any], goal: Goal) -> bool:
    """Whether a unit stands where it should, with as much left as it should have."""
    return not is_out(unit) and unit.get("at") == goal.place and left_of(unit) >= goal.number


def points_of(facts: Mapping[str, Any], side: str) -> int:
    """What a side has scored."""
    scores = facts.get("scores", facts.get("points")) or {}
    return int(scores.get(side, 0))


def left_of(unit: Mapping[str, Any]) -> int:
    """What is left of a unit: models, hit points, or what its track has uncrossed."""
    if "left" in unit:
        return int(unit["left"])
    if "full" in unit:
        name = str(unit["hp"])
        return int(name) if name.isdecimal() else 0
    return int(unit.get("hit", 0))


# ---------------------------------------------------------------------- in words


def told(goal: Goal, rulebook: Rulebook[Any], battle: Any) -> str:
    """A goal as a sentence. In a window an activation is that of the one who moves."""
    if goal.kind == "win":
        return say("Find the answer with the best chance to win.")
    if goal.kind == "points":
        return say(
            "Have {points, plural, one {# point} other {# points}} when this turn ends.",
            points=goal.number,
        )
    units = rulebook.facts(battle)["units"]
    names = [named(one, str(units.get(one, {}).get("name", ""))) for one in goal.units]
    if goal.kind == "there":
        return say(
            "Bring {unit} to {place} in this activation, unhurt.", unit=names[0], place=goal.place
        )
    if goal.kind == "left":
        return _left(goal, names[0], units.get(goal.units[0], {}))
    return _felled(goal, names)


def _felled(goal: Goal, names: list[str]) -> str:
    if len(names) == 1:
        return _one_felled(goal, names[0])
    if goal.kind == "out":
        return say(
            "Put {count, plural, one {an enemy} other {# enemies}} out of action "
            "{until, select, reply {before an enemy acts} other {in this activation}}, "
            "whichever you like.",
            count=goal.number,
            until=goal.until,
        )
    return say(
        "Bring {count, plural, one {a Standing enemy} other {# Standing enemies}} down "
        "{until, select, reply {before an enemy acts} other {in this activation}}, "
        "whichever you like.",
        count=goal.number,
        until=goal.until,
    )


def _one_felled(goal: Goal, name: str) -> str:
    if goal.kind == "out":
        return say(
            "Put {unit} out of action "
            "{until, select, reply {before an enemy acts} other {in this activation}}.",
            unit=name,
            until=goal.until,
        )
    return say(
        "Bring {unit} down "
        "{until, select, reply {before an enemy acts} other {in this activation}}, "
        "or out of action.",
        unit=name,
        until=goal.until,
    )


def _left(goal: Goal, name: str, unit: Mapping[str, Any]) -> str:
    if "models" in unit:
        return say(
            "Leave {unit} with {number, plural, one {# model} other {# models}} at most, "
            "{until, select, reply {before an enemy acts} other {in this activation}}.",
            unit=name,
            number=goal.number,
            until=goal.until,
        )
    return say(
        "Leave {unit} with {number, plural, one {# hit point} other {# hit points}} at most, "
        "{until, select, reply {before an enemy acts} other {in this activation}}.",
        unit=name,
        number=goal.number,
        until=goal.until,
    )
