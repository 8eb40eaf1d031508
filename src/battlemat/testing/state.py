"""Whether copies of a battle are whole, and whether its key tells everything apart that changes.

A battle and what it holds (its units) are looked at slot by slot, without knowing any of them.
What a slot was seen to hold in play is put into a copy: if the key stays the same, the slot is
missing from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from battlemat.kernel.errors import RuleBug

CHANGING = (list, dict, set, bytearray)
MOST_SEEN = 4
"""So many values of a slot are remembered."""


class Slot(NamedTuple):
    """One slot of one part of a battle: of the battle itself, or of a unit by its number."""

    kind: str
    number: int
    name: str

    def __str__(self) -> str:
        return f"{self.kind}.{self.name}"


def slots(thing: Any) -> Iterator[str]:
    """The names of what an object holds, but for the log that listens to it."""
    for kind in type(thing).__mro__:
        names = kind.__dict__.get("__slots__", ())
        yield from (name for name in ((names,) if isinstance(names, str) else names))
    yield from vars(thing) if hasattr(thing, "__dict__") else ()


def parts(battle: Any) -> Iterator[tuple[str, int, Any]]:
    """The battle and the things in it that change and are copied with it."""
    yield type(battle).__name__, 0, battle
    for name in slots(battle):
        value = getattr(battle, name, None)
        if isinstance(value, (list, tuple)):
            for number, one in enumerate(value):
                if _is_part(one):
                    yield type(one).__name__, number, one


def _is_part(thing: Any) -> bool:
    return not isinstance(thing, (tuple, frozenset, *CHANGING)) and hasattr(type(thing), "copy")


def _holds_parts(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and any(map(_is_part, value))


def _every_slot(battle: Any) -> Iterator[tuple[Slot, Any]]:
    for kind, number, part in parts(battle):
        for name in slots(part):
            if name != "sink":
                yield Slot(kind, number, name), part


def check_copy(battle: Any) -> None:
    """A copy holds the same in every slot and shares nothing that changes; `RuleBug` if not."""
    twin = battle.copy()
    if twin.sink is not None:
        raise RuleBug("a copy of a battle has its log")
    ours, theirs = list(_every_slot(battle)), list(_every_slot(twin))
    if [slot for slot, _ in ours] != [slot for slot, _ in theirs]:
        raise RuleBug("a copy of a battle has other parts than the battle")
    for (slot, part), (_, other) in zip(ours, theirs, strict=True):
        if part is other:
            raise RuleBug(f"a copy of a battle shares its {slot.kind} {slot.number}")
        if not hasattr(part, slot.name):
            continue  # never set, as a table that nobody has asked for
        if not hasattr(other, slot.name):
            raise RuleBug(f"a copy of a battle lacks {slot}")
        one, two = getattr(part, slot.name), getattr(other, slot.name)
        if isinstance(one, CHANGING) and one is two:
            raise RuleBug(f"a copy of a battle shares {slot}")
        if not _holds_parts(one) and one is not two and one != two:
            raise RuleBug(f"a copy of a battle differs in {slot}: {two!r} for {one!r}")


def _other(value: Any) -> list[Any]:
    """A value unlike this one, for slots that were never seen to change."""
    if value is None:
        return [1]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    if isinstance(value, str):
        return [value + "?"]
    if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
        return [type(value)([*value, 1])]
    if isinstance(value, dict):
        return [{**value, "?": 1}]
    if isinstance(value, frozenset):
        return [value | {("?",)}]
    return []


def _tells(battle: Any) -> Any:
    """The key; a value that a key cannot even hold has been noticed too."""
    try:
        return battle.key()
    except (TypeError, AttributeError, LookupError, ValueError):
        return None


class Observed:
    """What each slot of a battle was seen to hold in play."""

    def __init__(self, battle: Any) -> None:
        self._values: dict[Slot, list[Any]] = {}
        self.note(battle)

    def note(self, battle: Any) -> None:
        """Remember what the slots hold now."""
        for slot, part in _every_slot(battle):
            value = getattr(part, slot.name, None)
            if _holds_parts(value):
                continue
            seen = self._values.setdefault(slot, [])
            if len(seen) < MOST_SEEN and not any(value is one or value == one for one in seen):
                seen.append(value.copy() if isinstance(value, CHANGING) else value)

    def check_keys(self, battle: Any) -> None:
        """Whatever was seen to change changes the key; `RuleBug` names the slot that does not.

        What the battle says is derived from the rest need not be told apart.
        """
        whole = type(battle).__name__
        derived = {name if "." in name else f"{whole}.{name}" for name in battle.derived}
        twin = battle.copy()
        key = twin.key()
        missing: set[str] = set()
        known: set[str] = set()
        for slot, part in _every_slot(twin):
            now = getattr(part, slot.name, None)
            if str(slot) in derived or _holds_parts(now):
                continue
            for value in [*self._values.get(slot, ()), *_other(now)]:
                if value is now or value == now:
                    continue
                setattr(part, slot.name, value)
                (missing if _tells(twin) == key else known).add(str(slot))
            setattr(part, slot.name, now)
        lost = sorted(missing - known)
        if lost:
            raise RuleBug(f"the key of a battle does not tell {', '.join(lost)} apart")
