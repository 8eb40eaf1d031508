"""What changed in the content since a squad was saved: prices never change in silence.

A saved file holds the mark of the content that it was built from and what each of its things cost
then (`content`). Whoever opens it is told what is different today.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple

from battlemat.kernel.words import say
from battlemat.packs.building.values import Building, Value

KEY = "content"


class Differences(NamedTuple):
    """What is different today; empty sentences where the file is of today or does not say."""

    told: tuple[str, ...]
    then: int | None = None
    """What the squad cost when it was saved."""


def mark(building: Building, value: Value) -> str:
    """A short mark of all that the squad's prices and cards come from."""
    view = building.view(_without(value))
    cards = [(shelf.label, [thing for thing, _ in shelf.things]) for shelf in view.shelves]
    text = json.dumps([dict(building.prices(value)), cards], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def stamped(building: Building, value: Value) -> Value:
    """The draft as it is saved: with the mark of its content and what its things cost."""
    plain = _without(value)
    verdict = building.judge(plain)
    content = {
        "mark": mark(building, plain),
        "total": verdict.total,
        "prices": dict(building.prices(plain)),
    }
    return {**plain, KEY: content}


def differences(building: Building, value: Value) -> Differences:
    """What changed since the file was saved, a sentence each."""
    saved = value.get(KEY)
    if not isinstance(saved, dict) or saved.get("mark") == mark(building, value):
        return Differences(())
    before, now = saved.get("prices"), building.prices(_without(value))
    told = [
        _price_said(id, before[id], price)
        for id, price in now.items()
        if isinstance(before, dict) and id in before and before[id] != price
    ]
    gone = sorted(set(before) - set(now)) if isinstance(before, dict) else []
    told += [say("{thing} is not there any more", thing=id) for id in gone]
    then, total = saved.get("total"), building.judge(_without(value)).total
    if isinstance(then, int) and then != total:
        told.append(say("the whole cost {then} and costs {now} now", then=then, now=total))
    if not told:
        told = [say("the content has changed since this was saved; no price of it has")]
    return Differences(tuple(told), then if isinstance(then, int) else None)


def _price_said(id: str, then: Any, now: int) -> str:
    return say("{thing} cost {then} and costs {now} now", thing=id, then=str(then), now=now)


def _without(value: Value) -> Value:
    return {key: one for key, one in value.items() if key != KEY}
