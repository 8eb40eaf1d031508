"""Every declared field of every battle and unit: what it is said to be, copies and keys make of it.

Values are those that the field had anywhere in random games, or are made up where it had but one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass, replace
from typing import Any

import pytest

from battlemat.kernel.state import Declared, State
from battlemat.packs import registry
from battlemat.rulebooks.openfire.state import battle as openfire
from battlemat.rulebooks.skirm.state import battle as skirm
from battlemat.rulebooks.skirmishers.state import battle as skirmishers
from battlemat.rulebooks.skirmishers.state.unit import Ride
from battlemat.testing.state import CHANGING, check_copy
from testing.played import battles

MOST_VALUES = 5
UNSEEN: dict[str, list[Any]] = {"ride": [Ride(1)]}
"""Values of fields that random games seldom change, and that are not simply made up."""


CLASSES: dict[str, tuple[type[State], ...]] = {
    "skirm3": (skirm.Battle, skirm.Unit),  # the editions have their classes in common
    "openfire": (openfire.Battle, openfire.Unit),
    "skirmishers": (skirmishers.Battle, skirmishers.Unit),
}
FIELDS = [
    pytest.param(name, kind, field, how, id=f"{name} {kind.__name__}.{field}")
    for name, kinds in CLASSES.items()
    for kind in kinds
    for field, how in kind.declared.items()
]


def held_by(battle: State, kind: type) -> list[Any]:
    """The battle itself, or its units."""
    whole: Any = battle
    return [whole] if isinstance(whole, kind) else list(whole.units)


def seen(name: str, kind: type, field: str) -> list[Any]:
    """Some values of a field, no two of them equal."""
    found: list[Any] = []
    for battle in battles(name):
        for one in held_by(battle, kind):
            value = getattr(one, field)
            if len(found) < MOST_VALUES and not any(value == other for other in found):
                found.append(value.copy() if isinstance(value, CHANGING) else value)
    return found if len(found) > 1 else [*found, *UNSEEN.get(field, made_up(found[0]))]


def made_up(value: Any) -> list[Any]:
    """A value of the same kind that differs; none for what is not simply made."""
    if isinstance(value, bool):
        return [not value]
    if value is None or isinstance(value, int):
        return [(value or 0) + 1]
    if isinstance(value, str):
        return [value + "?"]
    if isinstance(value, list):
        return [[*value, *value[:1]]]
    if isinstance(value, frozenset):
        return [value | {("?",)}]
    if is_dataclass(value) and hasattr(value, "id"):
        return [replace(value, id="?")]  # type: ignore[type-var]
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return [(*value, (1,))]
    return []


def changed(
    name: str, kind: type, field: str
) -> Iterator[tuple[tuple[Any, Any], tuple[Any, Any], bool]]:
    """Key and value of a battle before and after one field of it was given another value, and
    whether the battle then still equals its twin.
    """
    others = seen(name, kind, field)
    for battle in battles(name)[::7]:
        twin = battle.copy()
        one = held_by(twin, kind)[-1]
        now = getattr(one, field)
        for other in others:
            if other != now:
                setattr(one, field, other)
                yield (battle.key(), battle.value()), (twin.key(), twin.value()), twin == battle
        setattr(one, field, now)
        assert twin == battle


@pytest.mark.parametrize(("name", "kind", "field", "how"), FIELDS)
def test_a_field_is_told_apart_as_it_is_declared(
    name: str, kind: type, field: str, how: Declared
) -> None:
    if field == "units":
        return  # their fields are tried one by one, and their number below
    tried = list(changed(name, kind, field))
    if how.role != "held":
        assert all(before[1] == after[1] and equal for before, after, equal in tried)
        assert how.role == "shared" or all(before == after for before, after, _ in tried)
        return
    assert tried, "no other value of it was ever seen"
    assert all(before[1] != after[1] and not equal for before, after, equal in tried)
    keys = [before[0] != after[0] for before, after, _ in tried]
    assert any(keys)
    if how.key is None and how.told is None and not how.told_with:
        assert all(keys)


@pytest.mark.parametrize("name", registry.names())
def test_units_are_told_apart_by_their_number(name: str) -> None:
    battle = battles(name)[-1]
    twin = battle.copy()
    twin.units.pop()
    assert twin != battle
    assert twin.key() != battle.key()


@pytest.mark.parametrize(("name", "kind", "field", "how"), FIELDS)
def test_whatever_is_done_to_a_copy_leaves_the_battle_as_it_was(
    name: str, kind: type, field: str, how: Declared
) -> None:
    others = seen(name, kind, field) if field != "units" else [[]]

    def looked_at(battle: Any) -> Any:
        return (
            battle.value(),
            battle.key(),
            [repr(getattr(u, field)) for u in held_by(battle, kind)],
        )

    for battle in battles(name)[::7]:
        before = looked_at(battle)
        twin = battle.copy()
        for one, origin in zip(held_by(twin, kind), held_by(battle, kind), strict=True):
            assert one is not origin
            mine = getattr(one, field)
            if how.role == "apart":
                assert mine == how.default
            elif not how.copied_from:
                assert mine == getattr(origin, field) or field == "units"
            if isinstance(mine, CHANGING):
                assert mine is not getattr(origin, field)
                mine.clear()
            setattr(one, field, others[-1])
        assert looked_at(battle) == before


@pytest.mark.parametrize("name", registry.names())
def test_copies_of_battles_in_play_are_whole(name: str) -> None:
    for battle in battles(name):
        check_copy(battle)
        assert battle.copy() == battle
        assert battle.copy().key() == battle.key()


@pytest.mark.parametrize("name", ["skirm3", "openfire", "skirmishers"])
def test_a_unit_takes_the_value_of_another(name: str) -> None:
    first, last = battles(name)[0], battles(name)[-1]
    for young, old in zip(first.copy().units, last.units, strict=True):
        young.take(old.value())
        assert young.value() == old.value()
        assert young.key() == old.key()
        for field, how in type(old).declared.items():
            if how.role == "held" and isinstance(getattr(old, field), CHANGING):
                assert type(getattr(young, field)) is type(getattr(old, field))
                assert getattr(young, field) is not getattr(old, field)
