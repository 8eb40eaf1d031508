"""The nearest legal change: what makes an illegal draft one that may be played.

No rule of building stands here. All single changes that the builder offers are tried and judged;
where none is enough, they are tried again from the best of those. The nearest is the one with the
fewest steps, and among those the one that changes least of what the player has chosen: dropping a
whole entry is more than taking one thing off it, and a small change of the price is less than a
large one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from battlemat.barracks.drafts import Change, apply
from battlemat.barracks.remaking import remade
from battlemat.barracks.steps import steps
from battlemat.kernel.errors import Misuse
from battlemat.packs.building.values import Building, Value, Verdict

SHORT = 3
"""Steps up to which another way of as many is looked for, that changes less."""
DEEPEST = 10
"""Steps that are tried one after another; more is no small change any more."""
WIDTH = 6
"""Drafts from which the next step is tried."""
NARROW = 3
"""The same where entries are added to those that stay."""
MOST_ADDED = 250
MOST_TRIED = 500
"""Drafts that are judged each way, so that the worst one costs what a person waits for."""
MOST_BETTER = 100
"""The same where a legal draft is known, and a nearer one is looked for."""


class Mended(NamedTuple):
    """Changes that make a draft legal, and what it then costs."""

    changes: tuple[Change, ...]
    value: Value
    verdict: Verdict


class _Tried(NamedTuple):
    """A draft on the way: how far it is from legal, how much was changed, and by what."""

    key: tuple[int, int, int]
    changes: tuple[Change, ...]
    value: Value
    verdict: Verdict


def nearest(building: Building, value: Value, cap: int | None = None) -> Mended | None:
    """The nearest legal draft; None where nothing that was tried is legal.

    One change of any kind is tried first. Then the draft is made anew of what may stay; where
    more than adding is needed, what needs fewer steps, or as few and less of a change, is looked
    for: entries less, entries more, changes of all kinds.
    """
    verdict = building.judge(value, cap)
    if verdict.legal:
        return Mended((), value, verdict)
    first = _Tried(_far(verdict, 0), (), value, verdict)
    one = _search(building, first, cap, 1, 1, _any)
    if one is not None:
        return Mended(one.changes, one.value, one.verdict)
    best = _anew(building, value, cap)
    if best is not None and all(_entries_more(one) for one in best.changes):
        return best  # nothing is wrong but that somebody is missing
    most = DEEPEST if best is None else len(best.changes)
    deepest = min(DEEPEST, most if most <= SHORT else most - 1)
    for kinds in (_entries_less, _entries_more, _any):
        tries = MOST_TRIED if best is None or most <= SHORT else MOST_BETTER
        found = _search(building, first, cap, deepest, WIDTH, kinds, tries)
        if found is not None:
            best = Mended(_shortened(found), found.value, found.verdict)
            deepest = len(best.changes) - 1
    return best


def _shortened(found: _Tried) -> tuple[Change, ...]:
    """Its changes without one that the next of them sets anew."""
    changes = found.changes
    pairs = zip(changes, (*changes[1:], None), strict=True)
    return tuple(
        one
        for one, other in pairs
        if other is None or not one.do == other.do == "set" or one.path != other.path
    )


def _anew(building: Building, value: Value, cap: int | None) -> Mended | None:
    """The draft made anew of what may stay of it."""

    def filled(made: Value) -> tuple[Change, ...] | None:
        verdict = building.judge(made, cap)
        first = _Tried(_far(verdict, 0), (), made, verdict)
        found = (
            first
            if verdict.legal
            else _search(building, first, cap, DEEPEST, NARROW, _entries_more, MOST_ADDED)
        )
        return None if found is None else found.changes

    changes = remade(building, value, cap, filled)
    if changes is None:
        return None
    for change in changes:
        value = apply(value, change)
    verdict = building.judge(value, cap)
    return Mended(changes, value, verdict) if verdict.legal else None


def _search(
    building: Building,
    first: _Tried,
    cap: int | None,
    deepest: int,
    width: int,
    kinds: _Kinds,
    left: int = MOST_TRIED,
) -> _Tried | None:
    """The first legal draft, step by step from the best of those before."""
    best, seen = [first], {_text(first.value)}
    for _ in range(deepest):
        found: list[_Tried] = []
        for one in best:
            for change, weight in steps(building.view(one.value), one.value, one.verdict):
                wanted = kinds(change) and left > 0
                made = _try(building, one, change, weight, cap, seen) if wanted else None
                if made is not None:
                    found.append(made)
                    left -= 1
        found.sort(key=lambda tried: tried.key)
        if found and found[0].verdict.legal:
            return found[0]
        best = _varied(found)[:width]
    return None


def _varied(found: Sequence[_Tried]) -> list[_Tried]:
    """The best for each set of faults first: what breaks another rule may be one step away."""
    first: dict[tuple[str, ...], _Tried] = {}
    others = []
    for one in found:
        broken = tuple(fault.what for fault in one.verdict.faults)
        if first.setdefault(broken, one) is not one:
            others.append(one)
    return [*first.values(), *others]


def _try(
    building: Building,
    one: _Tried,
    change: Change,
    weight: int,
    cap: int | None,
    seen: set[str],
) -> _Tried | None:
    try:
        made = apply(one.value, change)
    except Misuse:  # the draft has no place for it: its list of units is none, say
        return None
    text = _text(made)
    if text in seen:
        return None
    seen.add(text)
    verdict = building.judge(made, cap)
    moved = one.key[2] + weight + abs(verdict.total - one.verdict.total)
    return _Tried(_far(verdict, moved), (*one.changes, change), made, verdict)


def _far(verdict: Verdict, moved: int) -> tuple[int, int, int]:
    return len(verdict.faults), verdict.over, moved


def _text(value: Value) -> str:
    return json.dumps(value, sort_keys=True, default=str)


_Kinds: TypeAlias = Callable[[Change], bool]


def _any(change: Change) -> bool:
    del change
    return True


def _entries_less(change: Change) -> bool:
    return change.do == "drop" and len(change.path) == 2


def _entries_more(change: Change) -> bool:
    return change.do == "add"
