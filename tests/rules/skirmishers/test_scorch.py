"""What flames do, dot by dot: entering them on foot, over them on a skid, and stopping in them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.skirmishers.table import Table, foe, ground, trooper

ENTER, END = "skirmishers.incendiary.enter", "skirmishers.incendiary.end"


def burns(table: Table, because: str) -> list[str]:
    """The points of every hit by flames, in order."""
    found = (event for event in table.events if event.kind == "damage")
    return [event.facts["points"] for event in found if because in event.because]


@pytest.mark.clause("skirmishers.incendiary.enter", "skirmishers.incendiary.end")
@pytest.mark.parametrize("dots", range(4))
def test_every_burning_dot_that_is_entered_costs_one_point_and_the_last_one_eight(
    dots: int,
) -> None:
    table = Table.on(
        A=trooper((0, 0)),
        A2=trooper((0, 6)),
        B=foe((15, 0)),
        switches=("incendiary",),
        position={"fire": [f"{'bcd'[n]}1" for n in range(dots)]},
    )
    table.move("A", (1, 0), (2, 0), (3, 0), dice="6+5" * dots)
    assert burns(table, ENTER) == ["1X"] * dots
    ends = dots == 3
    table.play("halt A" if ends else "end A", dice="6+5" if ends else "")
    assert burns(table, END) == (["8X"] if ends else [])


@pytest.mark.clause("skirmishers.incendiary.enter", "skirmishers.vehicle.skid")
@pytest.mark.parametrize(("mode", "dots"), [("cruise", 3), ("max", 6)])
@pytest.mark.parametrize("burning", range(4))
def test_a_skid_burns_its_rider_once_for_each_burning_dot_under_its_rear(
    mode: str, dots: int, burning: int
) -> None:
    car: dict[str, Any] = {"vehicle": "scout", "front": "f3", "engine": "on", "direction": 1}
    position = {"fire": [f"{'ijk'[n]}3" for n in range(burning)]}
    table = Table.on(
        ground(30, 5),
        V=trooper(None, **car),
        A=trooper(None, rides="V", armor="heavy"),
        A2=trooper((0, 4)),
        B=foe((20, 4)),
        active="A",
        switches=("vehicles", "incendiary"),
        position=position,
    )
    table.play(f"mode A {mode}", "drive A", "forward A", "forward A", "forward A")
    assert table["V"]["at"] == "h3"
    table.play("laydown A", dice="6+6" * (burning + 1))
    assert burns(table, ENTER) == ["1X"] * burning
    assert table.told("wipe-out")[-1]["dots"] == dots
