"""What scenarios may ask for and what they may score: each just reached, and just not.

One battle has a bit of everything in it: the lost, the gone, flames, a gap in a wall, a wreck. Each
aim and each score is counted in it for both sides, against what one counts by hand.
"""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.dots import Feature
from battlemat.rulebooks.skirmishers.chapters.victory import SCORES, TESTS, holds, points
from battlemat.rulebooks.skirmishers.state.battle import DEAD, LEFT, UNCONSCIOUS, Battle
from battlemat.rulebooks.skirmishers.state.ground import change_board
from rules.skirmishers.table import Table, foe, ground, trooper

YARD = ["a1", "b1", "c1", "d1"]
BIKES: dict[str, Any] = {
    name: {"side": side, "at": None, "card": {"vehicle": "scout", "front": front, "direction": 1}}
    for name, side, front in (("V", "blue", "k4"), ("W", "red", "k6"))
}


def battle(**scenario: Any) -> Battle:
    """Red: two in the yard, one dead, two gone. Blue: one in the yard, one unconscious, a wreck."""
    board = ground(14, 8, high_wall=[((2, 0), (3, 0)), ((6, 4), (7, 4))])
    men: dict[str, Any] = {
        **{f"A{n}": trooper((n, 0)) for n in range(2)},
        **{f"A{n}": trooper((n, 2)) for n in range(2, 6)},
        "B0": foe((3, 0)),
        **{f"B{n}": foe((n, 4)) for n in range(1, 3)},
    }
    table = Table.before(
        board, areas={"yard": YARD, "far": ["n8"]}, switches=["vehicles"], scenario=scenario,
        **men, **BIKES,
    )  # fmt: skip
    made = table.battle
    states = {"A2": DEAD, "A3": LEFT, "A4": LEFT, "B1": UNCONSCIOUS}
    for unit in made.units:
        unit.state = states.get(unit.id, unit.state)
        if unit.state == LEFT:
            unit.place = -1
        unit.prone = unit.prone or unit.id == "V"
    made.fire = 0b11
    made.turn = 6
    for a, b, level, _ in tuple(board.links):
        change_board(made, made.board.with_link((a, b), level, Feature.BREACH))
    made.count_masks()
    return made


REACHED: dict[str, tuple[dict[str, Any], bool, bool]] = {
    # an aim, and whether red and blue have reached it
    "losses-1": ({"test": "losses", "least": 1}, True, True),
    "losses-2": ({"test": "losses", "least": 2}, False, False),
    "losses-of-red": ({"test": "losses", "of": "red"}, True, True),
    "losses-at-all": ({"test": "losses"}, True, True),
    "holds": ({"test": "holds", "area": "yard"}, True, True),
    "holds-2": ({"test": "holds", "area": "yard", "least": 2}, True, False),
    "holds-3": ({"test": "holds", "area": "yard", "least": 3}, False, False),
    "holds-clear": ({"test": "holds", "area": "yard", "clear": True}, False, False),
    "holds-far": ({"test": "holds", "area": "far"}, False, False),
    "left-2": ({"test": "left", "least": 2}, True, False),
    "left-3": ({"test": "left", "least": 3}, False, False),
    "left": ({"test": "left"}, True, False),
    "dead": ({"test": "dead", "unit": "A2"}, True, True),
    "dead-unconscious": ({"test": "dead", "unit": "B1"}, True, True),
    "dead-able": ({"test": "dead", "unit": "B2"}, False, False),
    "dead-left": ({"test": "dead", "unit": "A3"}, False, False),
    "round-3": ({"test": "round", "is": 3}, True, True),
    "round-4": ({"test": "round", "is": 4}, False, False),
    "burns-2": ({"test": "burns", "area": "yard", "least": 2}, True, True),
    "burns-3": ({"test": "burns", "area": "yard", "least": 3}, False, False),
    "burns": ({"test": "burns", "area": "yard"}, True, True),
    "burns-far": ({"test": "burns", "area": "far"}, False, False),
    "breached-2": ({"test": "breached", "least": 2}, True, True),
    "breached-3": ({"test": "breached", "least": 3}, False, False),
    "breached-yard": ({"test": "breached", "area": "yard"}, True, True),
    "breached-yard-2": ({"test": "breached", "area": "yard", "least": 2}, False, False),
    "breached-far": ({"test": "breached", "area": "far"}, False, False),
}


@pytest.mark.clause("skirmishers.victory.scenario")
def test_each_aim_is_reached_exactly_where_it_says() -> None:
    made = battle()
    tried = set()
    for name, (aim, red, blue) in REACHED.items():
        assert [holds(made, side, aim) for side in (0, 1)] == [red, blue], name
        tried.add(aim["test"])
    assert tried == set(TESTS)
    yes, no = {"test": "left", "least": 2}, {"test": "left", "least": 3}
    for aims in ([yes, yes], [yes, no], [no, no]):
        met = [one is yes for one in aims]
        assert holds(made, 0, {"all": aims}) is all(met)
        assert holds(made, 0, {"any": aims}) is any(met)


SCORED: dict[str, tuple[dict[str, Any], int, int]] = {
    # what is scored, and the counts of red and blue
    "losses": ({"score": "losses"}, 1, 1),
    "losses-of-red": ({"score": "losses", "of": "red"}, 1, 1),
    "holds": ({"score": "holds", "area": "yard"}, 1, 0),
    "holds-far": ({"score": "holds", "area": "far"}, 0, 0),
    "left": ({"score": "left"}, 2, 0),
    "alive": ({"score": "alive"}, 5, 2),
    "dead": ({"score": "dead", "unit": "A2"}, 1, 1),
    "dead-able": ({"score": "dead", "unit": "A5"}, 0, 0),
    "vehicle": ({"score": "vehicle"}, 1, 0),
    "vehicle-of-blue": ({"score": "vehicle", "of": "blue"}, 1, 1),
}


@pytest.mark.clause("skirmishers.victory.scenario")
def test_each_score_counts_what_it_says_once_or_each_time() -> None:
    made = battle()
    for name, (score, red, blue) in SCORED.items():
        counted = [SCORES[score["score"]](made, side, score) for side in (0, 1)]
        assert counted == [red, blue], name
    assert {score["score"] for score, _, _ in SCORED.values()} == set(SCORES)


@pytest.mark.clause("skirmishers.victory.scenario")
def test_points_are_had_for_each_or_once_and_by_the_side_that_is_named() -> None:
    alive = {"score": "alive"}
    once = {"score": "alive", "each": False}
    for rules, red, blue in (
        ([], 1, 1),  # without any, it is the enemy's losses that count
        ([{"side": "both", "points": 3, "for": alive}], 15, 6),
        ([{"side": "both", "points": 3, "for": once}], 3, 3),
        ([{"side": "red", "points": 3, "for": alive}], 15, 0),
        ([{"side": "blue", "points": -2, "for": alive}], 0, -4),
        (
            [
                {"side": "red", "points": 1, "for": once},
                {"side": "both", "points": 1, "for": alive},
            ],
            6,
            2,
        ),
    ):
        made = battle(points=rules)
        assert [points(made, side) for side in (0, 1)] == [red, blue], rules
