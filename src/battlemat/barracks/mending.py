"""The nearest legal change: what makes an illegal draft one that may be played.

No rule of building stands here. All single changes that the builder offers are tried and judged;
where none is enough, they are tried again from the best of those. The nearest is the one with the
fewest steps, and among those the one that changes least of what the player has chosen: dropping a
whole entry is more than taking one thing off it, and a small change of the price is less than a
large one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from battlemat.barracks.drafts import Change, apply
from battlemat.kernel.errors import Misuse
from battlemat.packs.building.values import Building, Fault, Slot, Value, Verdict, View

DEEPEST = 10
"""Steps that are tried one after another; more is no small change any more."""
WIDTH = 6
"""Drafts from which the next step is tried."""
MOST_TRIED = 500
"""Drafts that are judged each way, so that the worst one costs what a person waits for."""


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

    One change of any kind is tried first, then entries less, entries more, changes of all kinds.
    """
    verdict = building.judge(value, cap)
    if verdict.legal:
        return Mended((), value, verdict)
    first = _Tried(_far(verdict, 0), (), value, verdict)
    for deepest, width, kinds in _WAYS:
        found = _search(building, first, cap, deepest, width, kinds)
        if found is not None:
            return Mended(found.changes, found.value, found.verdict)
    return None


def _search(
    building: Building, first: _Tried, cap: int | None, deepest: int, width: int, kinds: _Kinds
) -> _Tried | None:
    """The first legal draft, step by step from the best of those before."""
    best, seen, left = [first], {_text(first.value)}, MOST_TRIED
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


_WAYS = (
    (1, 1, _any),
    (DEEPEST, WIDTH, _entries_less),
    (DEEPEST, WIDTH, _entries_more),
    (DEEPEST, WIDTH, _any),
)
"""How deep, how wide and with what is looked, one after another."""

# ------------------------------------------------------------------ what can be tried

_LIGHT, _MIDDLE, _HEAVY = 1, 3, 20


def steps(view: View, value: Value, verdict: Verdict) -> Iterator[tuple[Change, int]]:
    """The single changes that could make a draft better, each with how much it changes.

    What the players agreed on, such as the cap, is not the draft's to change.
    """
    for slot in view.head:
        if slot.kind == "text" and not isinstance(_at(value, slot.path), str | None):
            yield Change("set", slot.path, slot.label), _LIGHT
    for row in view.rows:
        for slot in row.slots:
            yield from _slot_steps(slot, _at(value, slot.path))
        yield Change("drop", row.path), _HEAVY
    yield from _dropped(value, verdict.faults, {row.path for row in view.rows})
    for shelf in view.shelves:
        for _, entry in shelf.things:
            yield Change("add", ("units",), entry), _HEAVY


def _dropped(
    value: Value, faults: Sequence[Fault], shown: set[tuple[str | int, ...]]
) -> Iterator[tuple[Change, int]]:
    """What is at fault itself, taken out: an entry nobody knows, a key that means nothing."""
    done = set(shown)
    for fault in faults:
        for length in range(len(fault.path), 0, -1):
            path = fault.path[:length]
            if path not in done and path != ("units",) and _at(value, path) is not None:
                done.add(path)
                yield Change("drop", path), _MIDDLE if length > 2 else _HEAVY


def _at(value: Any, path: Sequence[str | int]) -> Any:
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _slot_steps(slot: Slot, written: Any) -> Iterator[tuple[Change, int]]:
    if slot.kind == "many":
        if written is not None and written != slot.value:  # some of it is not known at all
            yield Change("set", slot.path, list(slot.value)), _LIGHT
        yield from _many_steps(slot)
    elif slot.kind == "one":
        for thing in slot.things:
            if thing.id != slot.value:
                yield Change("set", slot.path, thing.id), _MIDDLE
        if slot.optional and slot.value is not None:
            yield Change("drop", slot.path), _MIDDLE
    elif slot.kind == "number":
        yield from _number_steps(slot)
    elif slot.kind == "flag" and slot.value:
        yield Change("drop", slot.path), _MIDDLE


def _many_steps(slot: Slot) -> Iterator[tuple[Change, int]]:
    held = list(slot.value)
    for n in range(len(held)):
        yield Change("set", slot.path, held[:n] + held[n + 1 :]), _LIGHT
    for thing in slot.things:
        if thing.id not in held and (not slot.most or len(held) < slot.most):
            yield Change("set", slot.path, [*held, thing.id]), _MIDDLE
    if len(set(held)) < len(held):
        yield Change("set", slot.path, list(dict.fromkeys(held))), _LIGHT


def _number_steps(slot: Slot) -> Iterator[tuple[Change, int]]:
    number = slot.value
    if not isinstance(number, int) or isinstance(number, bool):
        if slot.optional and number is not None:
            yield Change("drop", slot.path), _MIDDLE
        return
    for other in (number - 1, number + 1, slot.least, slot.most):
        if other != number and slot.least <= other <= slot.most:
            yield Change("set", slot.path, other), _LIGHT if abs(other - number) == 1 else _MIDDLE
