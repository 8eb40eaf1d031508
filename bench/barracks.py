"""The builder's answer to a change: a squad of the largest faction, judged, priced and shown anew.

The largest is the one for which the builder offers most changes. The squad has a unit of every kind
that may be added. One answer reads the text of the draft, makes the change, and gives verdict,
cards, choices and the text back, as a page gets it; beside it the same text is only read and
written as YAML.
"""

from __future__ import annotations

import json
from typing import Any

import yaml

from battlemat.barracks.drafts import apply, building, read, write
from battlemat.barracks.steps import steps
from battlemat.barracks.workbench import look, mend, starts
from battlemat.packs.building.values import Building, Value
from battlemat.packs.registry import names
from bench.measure import Row, seconds

GOAL = "100 ms"


def rows() -> list[Row]:
    """For each rulebook the answer to a change, and to the question for the nearest legal one."""
    return [row for rulebook in names() for row in _rows(rulebook)]


def _rows(rulebook: str) -> list[Row]:
    build = building(rulebook)
    drafts = [read(one["text"], rulebook)[1] for one in starts(rulebook)]
    largest = max(
        (_filled(build, one) for one in drafts), key=lambda one: len(_offered(build, one))
    )
    text, offered = write(largest), _offered(build, largest)
    change = next(one for one in offered if one.do == "add")
    said = {"do": change.do, "path": list(change.path), "value": change.value}
    units = len(largest[build.entries])
    what = f"{rulebook}: {units} entries, {len(offered)} changes offered"
    beside = seconds(lambda: yaml.safe_dump(yaml.safe_load(text)))
    answer = seconds(lambda: json.dumps(look(rulebook, text, [said])))
    mended = seconds(lambda: mend(rulebook, text), rounds=2)
    return [
        _row(f"{what}; one is made", answer, beside),
        _row(f"{rulebook}: the nearest legal change", mended, beside),
    ]


def _row(what: str, ours: float, beside: float) -> Row:
    reference = f"{1000 * beside:.1f} ms (read and written as YAML)"
    return Row(what, f"{1000 * ours:.1f} ms", reference, f"{ours / beside:.1f}", GOAL)


def _filled(build: Building, value: Value) -> Value:
    """A draft with a unit of every kind that the builder offers for it."""
    for change in _offered(build, value):
        if change.do == "add" and change.path == (build.entries,):
            value = apply(value, change)
    return value


def _offered(build: Building, value: Value) -> list[Any]:
    return [change for change, _ in steps(build.view(value), value, build.judge(value))]
