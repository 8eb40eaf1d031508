"""What machines keep of a layout of the table: never of another one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from battlemat.rulebooks.skirmishers.advice import worth as weighing
from battlemat.rulebooks.skirmishers.advice.marksmen import Layouts
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.battle import Battle
from rules.skirmishers.table import Table, foe, ground, trooper

AIMED: dict[str, Any] = {"degrees": 60, "heading": 0}


def fresh(battle: Battle) -> float:
    """What a battle is worth where nothing is kept."""
    weighing._known.forget()
    return SKIRMISHERS.worth(battle, "red")


def change(name: str, **parts: Any) -> Callable[[Battle], None]:
    def changed(battle: Battle) -> None:
        unit = next(unit for unit in battle.units if unit.id == name)
        for part, value in parts.items():
            setattr(unit, part, value)

    return changed


def cover(mask: str) -> Callable[[Battle], None]:
    def changed(battle: Battle) -> None:
        between = battle.board.place("e3")
        setattr(battle, mask, getattr(battle, mask) | 1 << between)

    return changed


CHANGES = {
    "the shooter lies": change("A", prone=True),
    "the shooter is hurt": change("A", mod=2),
    "the shooter has turned": lambda battle: change(
        "A", arcs=(battle.units[0].arcs[0]._replace(heading=6),)
    )(battle),
    "the target lies": change("B", prone=True),
    "the target lies under a vehicle": change("B", under=True),
    "the target is elsewhere": lambda battle: change("B", place=battle.board.place("b8"))(battle),
    "somebody stands between": cover("standing"),
    "it burns between": cover("fire"),
    "it smokes between": cover("smoke"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_kept_of_one_layout_is_not_taken_for_another(what: str) -> None:
    table = Table.on(ground(), A=trooper((1, 2), arc=AIMED), B=foe((6, 2)))
    plain = fresh(table.battle)
    twin = table.battle.copy()
    CHANGES[what](twin)
    kept = weighing._known.of(twin.field).layouts.of(twin)
    shooter, target = twin.units[0], twin.units[1]
    known = kept.shot(twin, shooter, target)
    assert known == Layouts().of(twin).shot(twin, shooter, target), what
    assert known != Layouts().of(table.battle).shot(table.battle, *table.battle.units[:2])
    assert SKIRMISHERS.worth(table.battle, "red") == plain


def test_worth_is_kept_for_one_battle_alone_and_says_the_same_to_both_sides() -> None:
    table = Table.on(ground(), A=trooper((1, 2)), B=foe((6, 2)))
    before = fresh(table.battle)
    assert SKIRMISHERS.worth(table.battle, "blue") == -before
    twin = table.battle.copy()
    twin.units[0].marks = twin.units[0].marks._replace(armor=4)
    kept = SKIRMISHERS.worth(twin, "red")
    assert kept != before
    assert kept == fresh(twin)
