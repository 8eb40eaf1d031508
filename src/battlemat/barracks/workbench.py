"""A builder for pages: plain values in, plain values out, and nothing kept between two calls.

What goes back and forth is the text of the file that would be saved, so a page can keep, share and
take back by keeping texts, and whatever is shown was read from such a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from battlemat.barracks.drafts import Change, apply, building, read, write
from battlemat.barracks.meetings import Met, meet
from battlemat.barracks.mending import nearest
from battlemat.barracks.versions import KEY, differences, stamped
from battlemat.barracks.words import changes_said
from battlemat.kernel.errors import Misuse
from battlemat.kernel.words import say
from battlemat.packs.building.values import Row, Shelf, Slot, Thing, Verdict

Plain = dict[str, Any]
MOST_CHANGES = 100
_DOINGS = ("set", "add", "drop")


def starts(rulebook: str) -> list[Plain]:
    """What a squad of a rulebook can be begun from, each with its text."""
    return [
        {
            "id": one.id,
            "name": one.name,
            "about": one.about,
            "kind": one.kind,
            "text": write(one.value),
        }
        for one in building(rulebook).starts()
    ]


def look(
    rulebook: str, text: str, changes: Sequence[Mapping[str, Any]] = (), cap: int | None = None
) -> Plain:
    """A draft as a builder shows it, after some changes."""
    _, value = read(text, rulebook)
    build = building(rulebook)
    told = differences(build, value).told
    value = {key: one for key, one in value.items() if key != KEY}
    for change in changes[:MOST_CHANGES]:
        value = apply(value, _change(change))
    view = build.view(value)
    return {
        "rulebook": rulebook,
        "text": write(value),
        "name": str(value.get("name", "")),
        "verdict": _verdict(build.judge(value, cap)),
        "head": [_slot(one) for one in view.head],
        "rows": [_row(one) for one in view.rows],
        "shelves": [_shelf(one, build.entries) for one in view.shelves],
        "differences": list(told),
    }


def mend(rulebook: str, text: str, cap: int | None = None) -> Plain:
    """The nearest legal change of a draft, told and made; nothing is told where there is none."""
    _, value = read(text, rulebook)
    build = building(rulebook)
    found = nearest(build, value, cap)
    if found is None:
        return {"told": [], "text": text, "total": 0}
    said = changes_said(build, value, found.changes)
    return {"told": list(said), "text": write(found.value), "total": found.verdict.total}


def odds(rulebook: str, text: str, entry: int, enemy: str, other: int) -> Plain:
    """Two entries, each against the other: every attack, what it may come to, in per cent."""
    _, value = read(text, rulebook)
    _, against = read(enemy, rulebook)
    return {
        "first": [_met(one) for one in meet(rulebook, value, entry, against, other)],
        "second": [_met(one) for one in meet(rulebook, against, other, value, entry)],
    }


def saved(rulebook: str, text: str) -> str:
    """The text as it is saved: with the mark and the prices of today's content."""
    _, value = read(text, rulebook)
    return write(stamped(building(rulebook), value))


def _change(said: Mapping[str, Any]) -> Change:
    do, path = said.get("do"), said.get("path")
    fits = isinstance(path, list) and path and all(isinstance(one, (str, int)) for one in path)
    if do not in _DOINGS or not fits or not isinstance(path, list):
        raise Misuse(say("a change says what it does (set, add, drop) and at which path"))
    return Change(do, tuple(path), said.get("value"))


# ------------------------------------------------------------------ plain values


def _met(met: Met) -> Plain:
    return {
        "says": met.says,
        "attacks": [
            {
                "says": one.says,
                "outcomes": [
                    {
                        "what": what,
                        "per_cent": round(100 * float(chance), 2),
                        "exactly": str(chance),
                    }
                    for what, chance in one.outcomes
                ],
            }
            for one in met.attacks
        ],
    }


def _verdict(verdict: Verdict) -> Plain:
    return {
        "total": verdict.total,
        "cap": verdict.cap,
        "unit": verdict.unit,
        "legal": verdict.legal,
        "faults": [
            {"path": list(one.path), "what": one.what, "clause": one.clause}
            for one in verdict.faults
        ],
        "warnings": list(verdict.warnings),
    }


def _thing(thing: Thing) -> Plain:
    return {"id": thing.id, "name": thing.name, "price": thing.price, "text": thing.text}


def _slot(slot: Slot) -> Plain:
    return {
        "path": list(slot.path),
        "label": slot.label,
        "kind": slot.kind,
        "value": slot.value,
        "things": [_thing(one) for one in slot.things],
        "least": slot.least,
        "most": slot.most,
        "optional": slot.optional,
    }


def _row(row: Row) -> Plain:
    return {
        "path": list(row.path),
        "name": row.name,
        "about": row.about,
        "price": row.price,
        "count": row.times,
        "facts": [{"name": name, "text": text} for name, text in row.facts],
        "slots": [_slot(one) for one in row.slots],
    }


def _shelf(shelf: Shelf, entries: str) -> Plain:
    things = [
        {**_thing(thing), "change": {"do": "add", "path": [entries], "value": entry}}
        for thing, entry in shelf.things
    ]
    return {"label": shelf.label, "things": things}
