"""Forces and rosters: who lives on, and whom a force brings to one battle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from copy import deepcopy
from itertools import count
from typing import Any, NamedTuple

from battlemat.barracks.drafts import apply, building, read, write
from battlemat.barracks.steps import steps
from battlemat.kernel.memo import Memo
from battlemat.kernel.words import ENGLISH, speaking
from battlemat.packs.building.values import Value
from battlemat.packs.campaigns.values import Side
from battlemat.packs.library import load
from battlemat.packs.registry import pack_of
from battlemat.packs.setups import build_setup
from battlemat.packs.shipped import Sent

MOST_BOUGHT = 3
"""Things that a machine buys for its force between two battles."""


class Force(NamedTuple):
    """A force as it stands: its file, what it may spend, and who misses the next battle."""

    text: str
    cap: int | None
    resting: tuple[int, ...] = ()
    """Units by their number in the force, from 0."""
    tags: tuple[int, ...] = ()
    """For each unit what it is known by as long as it lives on, wherever it stands in the file."""

    @property
    def counts(self) -> tuple[str, int | None, tuple[int, ...]]:
        """What a force comes to, whoever is known by which tag."""
        return self.text, self.cap, self.resting


def begun(rulebook: str, squad: str, fielded: str) -> Force:
    """A force as it begins: a ready squad, with what it may spend."""
    value = dict(load(rulebook, fielded, squad).value)
    value["rulebook"] = rulebook
    text = write(value)
    tags = tuple(range(size(rulebook, text)))
    return Force(text, building(rulebook).judge(value).cap, tags=tags)


def singly(value: Value, entries: str) -> Value:
    """The same force with an entry for each unit, so that each can fare in its own way."""
    found = []
    for entry in value[entries]:
        row: dict[str, Any] = {"unit": entry} if isinstance(entry, str) else dict(entry)
        count, names = row.pop("count", 1), row.pop("names", None)
        if names:
            found += [{**deepcopy(row), "name": name} for name in names]
        else:
            found += [deepcopy(row) for _ in range(count)]
    return {**value, entries: found}


def changed(
    rulebook: str, text: str, change: Callable[[int, Mapping[str, Any]], Mapping[str, Any] | None]
) -> str:
    """A force with each unit changed, by its number; None leaves it out."""
    _, value = read(text, rulebook)
    key = building(rulebook).entries
    single = singly(value, key)
    rows = [change(n, row) for n, row in enumerate(single[key])]
    return write({**single, key: [dict(row) for row in rows if row is not None]})


def size(rulebook: str, text: str) -> int:
    """How many units a force has."""
    _, value = read(text, rulebook)
    key = building(rulebook).entries
    return len(singly(value, key)[key])


def roster(rulebook: str, force: Force) -> str:
    """Whom a force brings to a battle: everybody but those who rest.

    Where it may not be played without them, they come along all the same.
    """
    if not force.resting:
        return force.text
    resting: Collection[int] = set(force.resting)
    text = changed(rulebook, force.text, lambda n, row: None if n in resting else row)
    _, value = read(text, rulebook)
    legal = bool(value[building(rulebook).entries]) and _legal(rulebook, value, force.cap)
    return text if legal else force.text


def rebuilt(rulebook: str, force: Force, text: str) -> Force:
    """A force after it was changed: whoever is in it yet keeps its tag, and rests if it rested."""
    came = _came_from(rulebook, force.text, text)
    fresh = count(max(force.tags, default=-1) + 1)
    tags = tuple(next(fresh) if old is None else force.tags[old] for old in came)
    resting = tuple(n for n, old in enumerate(came) if old in force.resting)
    return force._replace(text=text, resting=resting, tags=tags)


def _came_from(rulebook: str, before: str, after: str) -> list[int | None]:
    """For each unit of a changed force its number before, None for a new one.

    A unit is known by its whole entry, or, where that was changed, by what it is.
    """
    key = building(rulebook).entries
    old, new = (singly(read(one, rulebook)[1], key)[key] for one in (before, after))
    free = dict(enumerate(old))
    found: list[int | None] = [None] * len(new)
    for alike in (_same, _same_kind):
        for n, row in enumerate(new):
            if found[n] is None:
                number = next((number for number, one in free.items() if alike(one, row)), None)
                found[n] = number
                free.pop(-1 if number is None else number, None)
    return found


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return one == other


def _same_kind(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two entries are the same unit, whatever it carries."""
    who, whom = (row.get("unit") or row.get("name") for row in (one, other))
    return who is not None and who == whom


def _legal(rulebook: str, value: Value, cap: int | None) -> bool:
    return building(rulebook).judge(value, cap).legal


def refusal(rulebook: str, text: str, cap: int | None) -> str:
    """Why a changed force may not be brought; "" if it may."""
    _, value = read(text, rulebook)
    faults = building(rulebook).judge(value, cap).faults
    return "; ".join(one.what for one in faults)


@Memo("the rulebook, the text of a force and what it may spend", bound=64)
def spent(rulebook: str, text: str, cap: int) -> str:
    """A machine's force after it has spent what it gained: what costs most and may be, each time.

    Of all that the builder offers only what makes the force dearer is looked at.
    """
    build = building(rulebook)
    _, value = read(text, rulebook)
    for _ in range(MOST_BOUGHT):
        verdict = build.judge(value, cap)
        made = [
            apply(value, change)
            for change, _ in steps(build.view(value), value, verdict)
            if change.do != "drop"
        ]
        dearer = [(build.judge(one, cap), one) for one in made]
        fitting = [
            (one.total, bought) for one, bought in dearer if one.legal and one.total > verdict.total
        ]
        if not fitting:
            break
        value = max(fitting, key=lambda one: one[0])[1]
    return write(value)


def battle_setup(
    rulebook: str,
    choices: Mapping[str, str],
    sides: Mapping[str, Side],
    forces: Mapping[str, Force],
) -> dict[str, Any]:
    """The setup of a battle to which each of its forces brings its roster."""
    chosen: dict[str, str | None] = dict(choices)
    for who, side in sides.items():
        chosen[side.colour] = Sent.of(roster(rulebook, forces[who]), side.squad)
    # each force was held to what it may spend when it was changed, and not to what is usual
    if "cap" in pack_of(rulebook).terms:
        caps = [forces[who].cap or 0 for who in sides]
        chosen["cap"] = str(max(caps))
    else:
        chosen["free_form"] = "yes"
    with speaking(ENGLISH):  # what a mission scores stands in its words: the same on every device
        return build_setup(rulebook, **chosen)
