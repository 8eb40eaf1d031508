"""A draft made anew: what may stay of it stays, and what is then missing is added.

Of a draft that is far from legal no single change takes a fault away: five captains are as many
faults as four. So its entries are taken up again one after another, each as it is, or fewer of it,
or a little changed, as long as nothing becomes wrong that was not wrong before.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from battlemat.barracks.drafts import Change, apply
from battlemat.barracks.steps import steps
from battlemat.kernel.errors import Misuse
from battlemat.packs.building.values import Building, Value, Verdict

MOST_JUDGED = 400
"""Drafts that are judged to find out what may stay."""
LONG = 6
"""Changes from which on it is also tried whether more stays if the cheapest are taken up first."""
_HEADS = 4
_TURNS = 6
"""Changes that are made to one entry, so that it may stay."""

Filled: TypeAlias = Callable[[Value], "tuple[Change, ...] | None"]
"""What is added to a draft until it is legal; None where nothing was found."""


class _Entry(NamedTuple):
    """An entry that stays, as it then is, and what was changed in it."""

    row: Any
    changes: tuple[Change, ...] = ()


def remade(
    building: Building, value: Value, cap: int | None, filled: Filled
) -> tuple[Change, ...] | None:
    """Changes that lead to a legal draft; None where not even a new one was found.

    What all entries belong to is changed only where more of them may stay by it.
    """
    changes = _headed(building, value, cap)
    for change in changes:
        value = apply(value, change)
    listed = range(len(value[building.entries]))
    found = None
    if not _strange(building, value, cap):
        found = _Remaking(building, value, cap, changes, listed).completed(filled)
    if found is not None and len(found) > LONG:
        cheapest = _Remaking(building, value, cap, changes, _cheapest(building, value))
        found = min(found, cheapest.completed(filled) or found, key=len)
    if found is not None:
        return found
    belonging = [(*changes, change) for change in _belonging(building, value)]
    others = (_Remaking(building, apply(value, one[-1]), cap, one, listed) for one in belonging)
    own = _Remaking(building, value, cap, changes, listed)
    ways = sorted((own, *others), key=lambda one: -len(one.kept))  # the own one first of equals
    return next((found for one in ways if (found := one.completed(filled)) is not None), None)


def _strange(building: Building, value: Value, cap: int | None) -> bool:
    """Whether something is wrong with most of the entries themselves, as of another faction."""
    entries = building.entries
    faults = building.judge(value, cap).faults
    wrong = {one.path[1] for one in faults if one.path[:1] == (entries,) and len(one.path) > 1}
    return 2 * len(wrong) > len(value[entries])


def _cheapest(building: Building, value: Value) -> list[int]:
    """The numbers of the entries, the cheapest first."""
    prices = {row.path[-1]: row.price for row in building.view(value).rows}
    return sorted(range(len(value[building.entries])), key=lambda n: prices.get(n, 0))


def _headed(building: Building, value: Value, cap: int | None) -> tuple[Change, ...]:
    """What is changed beside the entries, as long as less is wrong after it."""
    made: list[Change] = []
    if not isinstance(value.get(building.entries), list):
        made.append(Change("set", (building.entries,), []))
        value = apply(value, made[-1])
    verdict = building.judge(value, cap)
    for _ in range(_HEADS):
        tried = []
        for change, _ in steps(building.view(value), value, verdict):
            if change.path[0] != building.entries:
                other = apply(value, change)
                tried.append((building.judge(other, cap), change, other))
        best = min(tried, key=lambda one: len(one[0].faults), default=None)
        if best is None or len(best[0].faults) >= len(verdict.faults):
            break
        verdict, change, value = best
        made.append(change)
    return tuple(made)


def _belonging(building: Building, value: Value) -> Iterator[Change]:
    """What all entries belong to, such as their faction, each other one that there is."""
    for slot in building.view(value).head:
        if slot.kind == "one":
            for thing in slot.things:
                if thing.id != slot.value:
                    yield Change("set", slot.path, thing.id)


class _Remaking:
    """The entries of a draft, of which some stay."""

    def __init__(
        self,
        building: Building,
        value: Value,
        cap: int | None,
        before: tuple[Change, ...],
        order: Sequence[int],
    ) -> None:
        self.building, self.value, self.cap, self.before = building, value, cap, before
        self.rows: Sequence[Any] = value[building.entries]
        self.kept: dict[int, _Entry] = {}
        self.verdict: Verdict | None = None
        """Of what stays; of nobody nothing can be said."""
        self.left = MOST_JUDGED
        self._take_up(order)

    def _take_up(self, order: Sequence[int]) -> None:
        """Take up every entry as it is, then those that were in the way, a little changed."""
        for way in (self._as_it_is, self._as_it_is, self._changed):
            done: set[tuple[int, str]] = set()
            for n in order:
                row = self.rows[n]
                alike = (len(self.kept), json.dumps(row, sort_keys=True, default=str))
                if n not in self.kept and alike not in done:
                    way(n, row)
                    done.add(alike)

    def completed(self, filled: Filled) -> tuple[Change, ...] | None:
        """All changes; of what stays the dearest goes where there is no room for the others."""
        goes = 1
        while (added := filled(self._draft(self.kept))) is None and self.kept:
            prices = {row.path[-1]: row.price for row in self._view_of(self.kept).rows}
            order = sorted(self.kept)
            dearest = sorted(order, key=lambda n: -prices.get(order.index(n), 0))
            for n in dearest[:goes]:
                del self.kept[n]
            goes *= 2
        if added is None:
            return None
        changed = [change for n in sorted(self.kept) for change in self.kept[n].changes]
        gone = [n for n in reversed(range(len(self.rows))) if n not in self.kept]
        dropped = [Change("drop", (self.building.entries, n)) for n in gone]
        if not self.kept:  # each is still known by its name before what they belong to changes
            return (*dropped, *self.before, *added)
        return (*self.before, *changed, *dropped, *added)

    def _draft(self, kept: dict[int, _Entry]) -> Value:
        return {**self.value, self.building.entries: [kept[n].row for n in sorted(kept)]}

    def _view_of(self, kept: dict[int, _Entry]) -> Any:
        return self.building.view(self._draft(kept))

    # -------------------------------------------------------------- one entry

    def _as_it_is(self, n: int, row: Any) -> None:
        """Take it up, or as many of it as may be."""
        count = row.get("count") if isinstance(row, dict) else None
        if not isinstance(count, int) or isinstance(count, bool) or not 1 < count <= self.left:
            self._take(n, _Entry(row))
            return
        if not self._take(n, _Entry({**row, "count": 1})):
            return
        so_many = 1
        while so_many < count and self._take(n, _Entry({**row, "count": so_many + 1})):
            so_many += 1
        fewer = (Change("set", (self.building.entries, n, "count"), so_many),)
        self.kept[n] = _Entry({**row, "count": so_many}, fewer if so_many < count else ())

    def _changed(self, n: int, row: Any) -> None:
        """Take it up with some steps, each of which takes something away that is wrong with it."""
        entry = _Entry(row)
        wrong = self._wrong(self._judged(n, entry))
        for _ in range(_TURNS):
            tried = [(self._wrong(self._judged(n, one)), one) for one in self._steps(n, entry)]
            best = min(tried, key=lambda one: one[0], default=None)
            if best is None or best[0] >= wrong:
                return
            wrong, entry = best
            if self._take(n, entry):
                return

    def _steps(self, n: int, entry: _Entry) -> Iterator[_Entry]:
        """The entry after each single step of its own, the smallest changes first."""
        verdict = self._judged(n, entry)
        draft, at = self._draft({**self.kept, n: entry}), sorted({*self.kept, n}).index(n)
        if verdict is None:
            return
        key = self.building.entries
        offered = sorted(steps(self.building.view(draft), draft, verdict), key=lambda one: one[1])
        for change, _ in offered:
            if change.path[:2] == (key, at) and len(change.path) > 2:
                try:
                    made = apply(draft, change)
                except Misuse:  # there is no place for it
                    continue
                here = change._replace(path=(key, n, *change.path[2:]))
                yield _Entry(made[key][at], (*entry.changes, here))

    def _judged(self, n: int, entry: _Entry) -> Verdict | None:
        if self.left <= 0:
            return None
        self.left -= 1
        return self.building.judge(self._draft({**self.kept, n: entry}), self.cap)

    def _take(self, n: int, entry: _Entry) -> bool:
        verdict = self._judged(n, entry)
        if verdict is None or any(self._wrong(verdict)):
            return False
        self.kept[n], self.verdict = entry, verdict
        return True

    def _wrong(self, verdict: Verdict | None) -> tuple[int, int]:
        """How many faults an entry brings with it, and by how much it is then too dear."""
        if verdict is None:
            return len(self.rows) + 1, 0
        if self.verdict is None:
            own = [one for one in verdict.faults if one.path[:1] == (self.building.entries,)]
            return len([one for one in own if len(one.path) > 1]), verdict.over
        return (_kinds(verdict) - _kinds(self.verdict)).total(), verdict.over


def _kinds(verdict: Verdict) -> Counter[str]:
    """The faults, whatever the numbers in their words: what is still missing is no new fault."""
    return Counter(re.sub(r"\d+", "#", one.what) for one in verdict.faults)
