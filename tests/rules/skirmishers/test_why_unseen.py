"""Why nothing is seen, told alike wherever it is asked: a reaction, a shot on the move, a throw.

Who lies, and on which side of the line, decides which clause it is; so each case is looked at from
both ends, and one that mixes the two up is seen.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from battlemat.kernel.errors import Refused
from rules.skirmishers.table import Table, foe, ground, trooper

NEAR_LEFT, MIDDLE, NEAR_RIGHT = ((2, 0), (3, 0)), ((5, 0), (6, 0)), ((7, 0), (8, 0))
"""Links between who stands at (2, 0) and who stands at (8, 0)."""


class Case(NamedTuple):
    ground: dict[str, Any]
    looker_lies: bool
    target_lies: bool
    because: str
    words: str


HIDES = "something low hides who lies behind it"
CASES = {
    "before the looker who lies": Case(
        {"low_wall": [NEAR_LEFT]}, True, False, "skirmishers.los.prone-shooter", HIDES
    ),
    "before the target who lies": Case(
        {"low_wall": [NEAR_RIGHT]}, False, True, "skirmishers.los.prone-target", HIDES
    ),
    "between two who lie": Case(
        {"low_wall": [MIDDLE]}, True, True, "skirmishers.los.prone-both", HIDES
    ),
    "a high wall": Case(
        {"high_wall": [MIDDLE]}, False, False, "skirmishers.los.obstacles", "a high wall"
    ),
    "a tree": Case({"tree": [(5, 0)]}, False, False, "skirmishers.los.obstacles", "a tree trunk"),
}
OPEN = {
    "low before the target, and the looker lies": ({"low_wall": [NEAR_RIGHT]}, True, False),
    "low before the looker, and the target lies": ({"low_wall": [NEAR_LEFT]}, False, True),
    "low between, and one lies": ({"low_wall": [MIDDLE]}, True, False),
}


def reason(table: Table, text: str) -> tuple[str, str]:
    """Why an answer is refused, and by which clause."""
    with pytest.raises(Refused) as caught:
        table.game.read(text)
    refusal = caught.value.refusal
    return refusal.reason, str(refusal.because)


def reacting(land: dict[str, Any], looker_lies: bool, target_lies: bool) -> Table:
    """B looks from (2, 0) at A, who comes to (8, 0); B2 sees him in any case."""
    table = Table.on(
        ground(14, 4, **land),
        A=trooper((9, 0), prone=target_lies),
        B=foe((2, 0), prone=looker_lies, arc={"degrees": 60, "heading": 0}),
        B2=foe((7, 2), arc={"degrees": 150, "heading": 10}),
        active="A",
    )
    return table.move("A", (8, 0))


def shooting(land: dict[str, Any], looker_lies: bool, target_lies: bool) -> Table:
    """A looks from (2, 0), where he has just come to, at B on (8, 0)."""
    table = Table.on(
        ground(14, 4, **land),
        A=trooper((1, 1), prone=looker_lies, grenades={"hand": 1}),
        B=foe((8, 0), prone=target_lies),
        switches=("movement-fire",),
    )
    return table.move("A", (2, 0))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_reaction_tells_why_the_target_is_not_seen(case: Case) -> None:
    table = reacting(case.ground, case.looker_lies, case.target_lies)
    words, because = reason(table, "fire B")
    assert because == case.because
    assert case.words in words


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_shot_on_the_move_tells_why_the_target_is_not_seen(case: Case) -> None:
    table = shooting(case.ground, case.looker_lies, case.target_lies)
    words, because = reason(table, "shoot A B")
    assert because == case.because
    assert case.words in words


@pytest.mark.parametrize("open_line", OPEN.values(), ids=OPEN)
def test_what_is_low_hides_only_who_lies_right_behind_it(open_line: Any) -> None:
    assert reacting(*open_line).game.read("fire B")
    assert shooting(*open_line).game.read("shoot A B")


@pytest.mark.parametrize(
    ("land", "lies", "words"),
    [
        ({"low_wall": [NEAR_LEFT]}, True, HIDES),
        ({"high_wall": [((3, 0), (4, 0))]}, False, "a high wall is in the way"),
        ({"tree": [(3, 0)]}, False, "a tree trunk is in the way"),
    ],
)
def test_a_throw_tells_why_its_dot_is_not_seen(
    land: dict[str, Any], lies: bool, words: str
) -> None:
    table = Table.on(
        ground(14, 4, **land),
        A=trooper((2, 0), prone=lies, grenades={"hand": 1}, holds="hand-grenade"),
        B=foe((12, 0)),
    )
    told, because = reason(table, f"throw A {table.dot(5, 0)} hand-grenade")
    assert because == "skirmishers.explosive.target-dot"
    assert words in told
