"""What is said in Open Fire: whole phrases out of one catalogue, and never a code."""

from __future__ import annotations

import pytest

from battlemat.kernel.questions import Choice
from battlemat.rulebooks.openfire.screen.phrases import entry_name
from rules.openfire.table import Table, model, unit


def told(table: Table, text: str) -> str:
    """An answer in words."""
    return table.game.tell(table.game.read(text))


def test_an_attack_is_told_by_names_and_numbers() -> None:
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1")],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000)},
        active=("R1", "attack"),
    )
    assert told(table, "attack R1 B1") == "Attack B1 (Unit B1): 2 with Rifle"
    assert told(table, "attack R1 rifle:1,2>B1 eye 1>B1") == (
        "Attack B1 (Unit B1): 2 with Rifle; R1.1 looks for all"
    )
    assert told(table, "skip attack") == "No attack"


def test_a_move_is_told_by_where_it_leads() -> None:
    table = Table([unit("R1")], at={"R1": (1000, 1000), "B1": (4000, 4000)}, active=("R1", "move"))
    assert told(table, "move R1 13.00,10.00") == "Move 3.0 inches to 13.0, 10.0"
    assert told(table, "advance R1 17.00,10.00") == "Advance 7.0 inches to 17.0, 10.0"
    assert told(table, "move R1 face 90") == "Turn to the north"
    question = table.game.question
    assert isinstance(question, Choice)
    drawn = [
        handle.label
        for handle in (question.menu.handle(question, option) for option in question.listed)
        if handle.gesture
    ]
    assert drawn[0].startswith("Move R1, up to ")


@pytest.mark.parametrize(
    ("at", "name"),
    [
        ((0, 2400), "west entry"),
        ((4800, 2400), "east entry"),
        ((0, 4800), "north-west entry"),
        ((4700, 100), "south-east entry"),
        ((1000, 0), "south-west entry"),
        ((2400, 4800), "north entry"),
    ],
)
def test_an_entry_point_is_called_by_where_it_lies(at: tuple[int, int], name: str) -> None:
    table = Table([unit("R1")], at={"R1": (1000, 1000), "B1": (2400, 2400)}, active=("R1", "move"))
    table.battle.entries[0] = (("a", *at),)
    assert entry_name(table.battle, 0, "a") == name


def test_entry_points_that_lie_alike_have_their_letters_too() -> None:
    table = Table([unit("R1")], at={"R1": (1000, 1000), "B1": (2400, 2400)}, active=("R1", "move"))
    table.battle.entries[0] = (("a", 0, 2200), ("b", 0, 2600), ("c", 4800, 2400))
    names = [entry_name(table.battle, 0, letter) for letter in "abc"]
    assert names == ["west entry a", "west entry b", "east entry"]
