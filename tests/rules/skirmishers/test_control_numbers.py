"""The number of a control check, told before what leads to it is chosen."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.questions import Choice
from rules.skirmishers.table import Table, foe
from rules.skirmishers.test_vehicle import road, segment

ROLLING: dict[str, Any] = {"in_motion": "cruise"}
HURT: dict[str, Any] = {"machine": ROLLING, "v": {"full": [9]}, "rider": {"full": ["8"]}}
"""Vehicle and rider at a modifier of 1 each."""


def on_the_road(**more: Any) -> Table:
    return segment(road(**({"machine": ROLLING} | more)).play("mode A cruise"))


def slowed(**more: Any) -> Table:
    return segment(road(**({"machine": ROLLING} | more)).play("mode A cruise"), first="slow A")


def beside(**more: Any) -> Table:
    """V has an enemy beside both of its dots; A holds a sword."""
    sword = {"rider": {"secondary": "sword", "active": "secondary"}}
    return on_the_road(B=foe((8, 1)), **({"rider": sword["rider"]} | more))


def numbers(table: Table, text: str) -> Any:
    question = table.game.question
    assert isinstance(question, Choice)
    return question.menu.numbers(table.game.read(text))


@pytest.mark.clause(
    "skirmishers.vehicle.control-check",
    "skirmishers.vehicle.turn-check",
    "skirmishers.vehicle.brake-check",
)
@pytest.mark.parametrize(
    ("start", "text", "need"),
    [
        (on_the_road, "veer A right 120", 6),
        (on_the_road, "veer A around", 9),
        (slowed, "stop A", 4),
        (slowed, "stop A left 60", 4),
        (slowed, "stop A left 120", 6),
        (slowed, "stop A around", 8),
    ],
)
def test_a_turn_or_a_stop_tells_its_check(start: Any, text: str, need: int) -> None:
    for worse, more in ((0, {}), (2, HURT)):
        table = start(**more)
        assert numbers(table, text) == {"dice": 2, "need": need + worse}
        assert table.handle(text).label.endswith(f"control check {need + worse}")
        table.play(text, dice="6+6")
        assert table.told("check")[-1]["need"] == need + worse


@pytest.mark.clause("skirmishers.vehicle.turn-check")
def test_a_turn_without_a_check_tells_none() -> None:
    table = on_the_road()
    assert numbers(table, "veer A left 60") == {}
    assert "check" not in table.handle("veer A left 60").label


@pytest.mark.clause("skirmishers.vehicle.ram-check", "skirmishers.vehicle.melee-check")
def test_a_ram_and_a_blow_tell_the_check_that_follows() -> None:
    table = beside()
    assert numbers(table, "ram A B") == {"dice": 2, "need": 6}
    assert table.handle("ram A B").label.endswith("control check 6")
    assert numbers(table, "strike A B") == {"dice": 2, "need": 6, "control": 6}
    assert table.handle("strike A B").label.endswith("control check 6")


@pytest.mark.clause("skirmishers.vehicle.control-check")
def test_whatever_makes_a_control_check_tells_its_number_before() -> None:
    checked = set()
    for start in (on_the_road, slowed, beside):
        for text in start().options():
            table = start()
            told = table.handle(text).label
            table.game.dice = SeededDice("control")
            table.game.answer(text)
            if any(fact["what"].startswith("control") for fact in table.told("check")):
                assert "control check" in told, text
                checked.add(text.split()[0])
    assert checked == {"veer", "stop", "ram", "strike"}
