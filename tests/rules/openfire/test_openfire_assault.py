"""Chapter "Leaving Assault Range": who is left, and how free attacks are made."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from battlemat.boards.plane import Base, Leg, Path, Point, Stand
from battlemat.boards.plane.shapes import Sweep
from battlemat.rulebooks.openfire.chapters.measure import any_within
from battlemat.rulebooks.openfire.chapters.moving.leaving import Way, _was_outside
from battlemat.rulebooks.openfire.chapters.moving.paths import Course, Move, Step, survey
from battlemat.rulebooks.openfire.state.battle import Battle
from battlemat.rulebooks.openfire.state.cards import INCH
from rules.openfire.table import Table, model, tank, unit, weapon


def leaving(
    foe: tuple[int, int] = (1000, 1200), *, to: str = "move R1 20.00,10.00", **more: Any
) -> Table:
    """R1, one model with 10 inches of movement, is told to walk east past B1."""
    enemy = more.pop("enemy", [model(weapons=["knife"])])
    table = Table(
        [unit("R1", model(mov=10, **more.pop("changes", {}))), *more.pop("red", [])],
        [unit("B1", *enemy), *more.pop("blue", [])],
        {"R1": (1000, 1000), "B1": [foe, *more.pop("beside", [])], **more.pop("others", {})},
        active=("R1", "move"),
        **more,
    )
    return table.play(to)


@pytest.mark.clause("openfire.assault.leave-trigger", "openfire.assault.free-attack")
def test_an_enemy_that_is_left_may_attack_and_need_not() -> None:
    table = leaving()
    assert table.asked() == "blue free attack"
    assert table.offers() == ["free B1 knife:1>R1", "pass"]
    table.play("pass")
    assert (table["R1"].lead.x, table["R1"].lead.y) == (2000, 1000)
    assert not table["B1"].activated


@pytest.mark.clause("openfire.assault.leave-trigger")
def test_leaving_and_coming_back_in_one_move_is_not_leaving() -> None:
    table = leaving(to="move R1 10.00,6.00 10.00,10.00")
    assert table.asked() == "red attack"


@pytest.mark.clause("openfire.assault.leave-passing")
@pytest.mark.parametrize(("y", "free"), [(1200, True), (1201, False)])
def test_passing_through_assault_range_counts_as_leaving(y: int, free: bool) -> None:
    table = leaving((1500, y))
    assert (table.asked() == "blue free attack") is free


@pytest.mark.clause("openfire.assault.free-attack-timing")
def test_free_attacks_come_before_anybody_moves_and_the_move_stands() -> None:
    table = leaving(changes={"hp": 3})
    table.play("free B1 knife:1>R1", dice="12")
    assert table["R1"].lead.x == 1000  # still there while the dice fall
    table.play(dice="1")
    assert table["R1"].hp == [2]
    assert table["R1"].lead.x == 2000


@pytest.mark.clause("openfire.assault.free-attack-how")
def test_a_free_attack_is_close_clear_and_from_the_front_for_every_model() -> None:
    wall = {"name": "wall", "keyword": "impassable", "height": 300, "sight": "solid"}
    far = model(weapons=["rifle", "mortar"])
    table = leaving(
        enemy=[model(weapons=["knife"]), far],
        beside=[(1000, 1500)],
        changes={"hp": 9, "special": ["Stealth (3)"]},
        parts=[{**wall, "box": [900, 1300, 1100, 1330]}],
        weapons={"mortar": weapon(rng=[8, 36])},
    )
    assert table.refused("free B1 mortar:2>R1") == "openfire.range.min-max"
    table.play("free B1 knife:1>R1 rifle:2>R1", dice="6 7 11")
    facts = [event.facts for event in table.told("attack")]
    assert [fact["sight"] for fact in facts] == ["clear", "clear"]
    assert [fact["origin"] for fact in facts] == ["front", "front"]
    assert [fact["modifiers"] for fact in facts] == ["no modifiers", "no modifiers"]
    assert [event.facts["hits"] for event in table.told("hits")] == [1, 0]  # the rifle needs a 12


@pytest.mark.clause("openfire.assault.free-attack-activation")
def test_what_a_unit_did_this_round_does_not_touch_its_free_attack_but_stress_does() -> None:
    table = leaving(
        enemy=[model(weapons=["blade"])],
        weapons={"blade": weapon(rng=1, special=["Assault", "Accurate", "Heavy"])},
        units={"B1": {"stress": 1, "activated": True}},
        changes={"hp": 9},
    )
    table.play("free B1 blade:1>R1", dice="5 12")
    assert table.told("hits")[0].facts["hits"] == 1  # 5 + 2 - 1 reaches 6


@pytest.mark.clause("openfire.assault.free-attack-killed", "openfire.activation.unit-dies")
def test_a_unit_that_dies_leaving_does_not_move_and_later_attacks_are_not_made() -> None:
    table = leaving(
        blue=[unit("B2", model(weapons=["knife"]))],
        others={"B2": (1000, 800), "R2": (300, 4000)},
        red=[unit("R2")],
    )
    assert table.offers() == ["free B1 knife:1>R1", "free B2 knife:1>R1", "pass"]
    table.play("free B2 knife:1>R1", dice="12 1")
    assert not table["R1"].alive
    assert table.asked() == "blue activate"


@pytest.mark.clause("openfire.assault.free-attack-limit")
def test_each_unit_makes_one_free_attack_for_a_move_in_the_order_its_owner_likes() -> None:
    table = leaving(
        blue=[unit("B2", model(weapons=["knife"]))],
        others={"B2": (1000, 800)},
        changes={"hp": 9},
    )
    table.play("free B2 knife:1>R1", dice="1")
    assert table.offers() == ["free B1 knife:1>R1", "pass"]
    table.play("free B1 knife:1>R1", dice="1")
    assert table.asked() == "red attack"
    assert table["R1"].lead.x == 2000


@pytest.mark.clause("openfire.vehicle.no-free-attack")
def test_vehicles_make_no_free_attacks_but_suffer_them() -> None:
    table = leaving((1000, 1250), enemy=[tank(weapons=["knife"])])
    assert table.asked() == "red attack"
    other = Table(
        [unit("R1", tank())],
        [unit("B1", model(weapons=["knife"]))],
        {"R1": (1000, 1000), "B1": (1000, 1250)},
        active=("R1", "move"),
    )
    other.play("move R1 go 8.00")
    assert other.asked() == "blue free attack"


@pytest.mark.clause("openfire.vehicle.no-free-attack")
def test_in_a_mixed_unit_only_the_models_on_foot_make_the_free_attack() -> None:
    table = leaving(
        enemy=[model(weapons=["knife"]), tank(weapons=["knife"])], beside=[(1000, 1500)]
    )
    assert table.offers() == ["free B1 knife:1>R1", "pass"]
    assert table.refused("free B1 knife:1,2>R1") == "openfire.vehicle.no-free-attack"


@pytest.mark.clause("openfire.assault.leave-only-mover")
def test_nothing_happens_to_a_unit_that_stays_when_the_other_goes_or_dies() -> None:
    table = leaving()
    table.play("pass")
    assert not table.told("free")
    kill = Table(
        [unit("R1", model(weapons=["knife"]))],
        [unit("B1"), unit("B2")],
        {"R1": (1000, 1000), "B1": (1200, 1000), "B2": (4000, 4000)},
        active=("R1", "attack"),
    )
    kill.play("attack R1 B1", dice="12 1")
    assert kill.asked() == "blue activate"


@pytest.mark.clause("openfire.transport.embark-leaves")
def test_embarking_leaves_the_assault_range_of_everybody_beside_it() -> None:
    table = Table(
        [unit("R1"), unit("R2", tank(special=["Vehicle", "Transport (6)"]))],
        [unit("B1", model(weapons=["knife"]))],
        {"R1": (1000, 1000), "R2": (1000, 1250), "B1": (1000, 800)},
        active=("R1", "move"),
    )
    table.play("move R1 embark R2")
    assert table.asked() == "blue free attack"
    table.play("pass")
    assert table["R1"].place == 2


def test_a_leader_that_turns_is_looked_at_degree_by_degree() -> None:
    table = Table(
        [unit("R1", tank())],
        at={"R1": (1000, 1000, 357), "B1": (2000, 1000)},
        active=("R1", "move"),
    )
    course = survey(table.battle, table["R1"], Move(0, (Step("turn", 5),)))
    assert isinstance(course, Course)
    way = Way(table.battle.plane, course.path.legs[0])
    facings = [way.at(step).facing for step in range(way.steps + 1)]
    assert facings == [357, 358, 359, 0, 1, 2]


HILL = {"name": "hill", "level": 1, "outline": [[1400, 800], [4000, 800], [4000, 3400]]}


@pytest.mark.parametrize(
    ("start", "end", "even"),
    [
        ((1500, 2400), (2000, 2400), True),  # in the box around the hill, and not near it
        ((3000, 1000), (3800, 1000), True),  # upon it
        ((2400, 2400), (3600, 2400), False),  # up its slope
        ((4200, 2000), (4010, 2000), True),
        ((4200, 2000), (4003, 2000), False),  # as near to its edge as places are rounded
    ],
)
def test_a_way_is_even_that_comes_near_no_edge(start: Point, end: Point, even: bool) -> None:
    plane = Table([unit("R1", tank())], at={"R1": (400, 400)}, areas=[HILL]).battle.plane
    here, there = (plane.put(Base.round(62), *at) for at in (start, end))
    assert Way(plane, Leg(here, there, Sweep(here, there), ())).is_even == even


@pytest.mark.parametrize("areas", [[], [HILL]], ids=["even", "uneven"])
def test_steps_that_are_left_out_change_nothing(areas: list[dict[str, Any]]) -> None:
    """Tanks that drive about past others, held against a look at every hundredth."""
    table = Table([unit("R1", tank())], at={"R1": (2400, 2400), "B1": (400, 400)}, areas=areas)
    battle, red = table.battle, table["R1"]
    reach = battle.policy.assault_range * INCH
    dice = Random(1)
    found = Counter[bool]()
    for _ in range(150):
        course = survey(battle, red, Move(0, _driven(dice)))
        if not isinstance(course, Course):
            continue
        bases = [Base.round(62), red.lead.base]
        theirs = [_put_beside(course.path, dice, base, battle) for base in bases]
        rooms = [
            any_within(battle, way.at(step), theirs, reach)
            for way in (Way(battle.plane, leg) for leg in course.path.legs)
            for step in range(way.steps + 1)
        ]
        left = any(one and not two for one, two in pairwise(rooms))
        assert _was_outside(battle, red, course.path, [course.path.end], theirs) == left
        found[left] += 1
    assert min(found[True], found[False]) > 10


def _driven(dice: Random) -> tuple[Step, ...]:
    turns = [Step("turn", dice.choice((-1, 1)) * dice.randrange(1, 46)) for _ in range(2)]
    ways = [Step("go", dice.randrange(1, 250)) for _ in range(2)]
    return (turns[0], ways[0], turns[1], ways[1])


def _put_beside(path: Path, dice: Random, base: Base, battle: Battle) -> Stand:
    """A base about as far from the way as assault range reaches."""
    near = dice.choice(path.legs).end
    x, y = (at + dice.randrange(-400, 401) for at in (near.x, near.y))
    return battle.plane.put(base, x, y, dice.randrange(360))
