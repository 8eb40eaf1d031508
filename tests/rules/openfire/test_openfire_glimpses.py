"""What meets a practised eye: a few moves, all dice that failed, the best flights."""

from __future__ import annotations

import pytest

from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Choice
from battlemat.rulebooks.openfire.advice.ways import SEEN
from battlemat.rulebooks.openfire.chapters.moving.goals import goals, nearness
from battlemat.rulebooks.openfire.chapters.moving.paths import Advance, check
from battlemat.rulebooks.openfire.chapters.moving.proposals import (
    MOST,
    best_flights,
    flight_grid,
    flights,
)
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from rules.openfire.table import Table, mission, model, objective, tank, unit
from rules.openfire.test_openfire_dice import four_shots

PLANE = tank(mov=[6, 24], special=["Aircraft"])


def asked(table: Table) -> Choice:
    question = table.game.question
    assert isinstance(question, Choice)
    return question


def texts(table: Table, advice: str) -> list[str]:
    found = getattr(OPENFIRE, advice)(table.battle, asked(table))
    return [table.game.write(option) for option in found]


def squad_in_the_open() -> Table:
    return Table(
        [unit("R1", *[model() for _ in range(4)])],
        [unit("B1")],
        {"R1": [(2000, 2000 + 120 * n) for n in range(4)], "B1": (3000, 2000)},
        active=("R1", "move"),
    )


def test_of_many_moves_few_are_seen_at_once_and_to_stay_is_one_of_them() -> None:
    table = squad_in_the_open()
    seen, advised = texts(table, "glimpse"), texts(table, "advise")
    assert len(seen) < len(advised)
    assert len(seen) <= SEEN + 2
    assert {"move R1", "skip move"} <= set(seen)
    assert "advance R1" in advised
    assert "advance R1" not in seen  # who stays need not spoil its fire
    assert all(table.allows(text) for text in seen)


def test_a_vehicle_is_seen_to_turn_its_front_but_not_by_any_angle() -> None:
    wall = [{"name": "cliff", "keyword": "impassable", "box": [0, 0, 4800, 1000]}]
    armor = tank(special=["Vehicle", "Vulnerable (Rear Arc)"])
    table = Table(
        [unit("R1", armor)],
        [unit("B1")],
        {"R1": (2000, 2000, 180), "B1": (2000, 4000)},
        active=("R1", "move"),
        parts=wall,
    )
    assert "move R1 turn 45" not in texts(table, "glimpse")
    assert all(table.allows(text) for text in texts(table, "glimpse"))


def test_dice_that_failed_are_seen_all_together_and_no_part_of_them() -> None:
    table = four_shots()
    table.play("attack R1 B1", dice="5 4 2 12")
    assert asked(table).kind == "re-roll"
    assert texts(table, "glimpse") == ["reroll 1,2,3"]
    assert len(texts(table, "advise")) > 2


@pytest.mark.parametrize("facing", [0, 45, 90, 180, 270])
@pytest.mark.parametrize("at", [(2400, 2400), (300, 2400), (4600, 4500), (3900, 1200)])
def test_the_best_flights_are_the_best_of_all_legal_ones(at: tuple[int, int], facing: int) -> None:
    table = Table(
        [unit("R1", PLANE)],
        [unit("B1"), unit("B2")],
        {"R1": (*at, facing), "B1": (4700, 1200), "B2": (900, 3000)},
        mission=mission(objectives=[objective("access", (2400, 1200))]),
        active=("R1", "move"),
    )
    battle, one = table.battle, table.battle.units[0]
    wanted = goals(battle, one)
    ranks = []
    for move in flight_grid(battle, one):
        flown = check(battle, one, move, proposing=True)
        if isinstance(flown, Refusal):
            continue
        end, dearer = flown[0].end, 0.3 if isinstance(move, Advance) else 0.0
        near = -99.0 if flown[0].leaves else nearness((end.x, end.y), wanted) - dearer
        ranks.append((-near, move))
    best = best_flights(battle, one)
    assert len(best) == min(MOST, len(ranks))
    found = {move: rank for rank, move in ranks}
    assert [found[move] for move in best] == sorted(rank for rank, _ in ranks)[:MOST]
    assert set(flights(battle, one)) == set(found)
