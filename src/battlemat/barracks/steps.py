"""The single changes that could make a draft better, each with how much it changes.

No rule of building stands here: what can be changed is what the pack's view of the draft offers,
and what is at fault can be left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from battlemat.barracks.drafts import Change
from battlemat.packs.building.values import Fault, Slot, Value, Verdict, View

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
