"""Chapters "Line of Sight", "Check Range", "Valid Targets" and "Facing and Arcs"."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.plane import BLOCKED, CLEAR, OBSTRUCTED
from battlemat.rulebooks.openfire.chapters.attacks.attack import Attack
from battlemat.rulebooks.openfire.chapters.attacks.declaration import Declaration
from battlemat.rulebooks.openfire.chapters.measure import assaulters, in_assault, units_within
from battlemat.rulebooks.openfire.chapters.sight import best_viewer, view
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from rules.openfire.table import Table, model, tank, unit, weapon

WALL = {"name": "wall", "keyword": "impassable", "height": 300, "sight": "solid"}
LOW = {"name": "low wall", "keyword": "barrier", "height": 60, "sight": "solid"}


def seen(hidden: int, partly: int, plain: int) -> str:
    """How R1 sees a unit of so many hidden, partly hidden and unobscured models."""
    count = hidden + partly + plain
    spots = [(3000, 300 + 300 * n) for n in range(count)]
    parts = [
        {**(WALL if n < hidden else LOW), "box": [x - 100, y - 110, x - 60, y + 110]}
        for n, (x, y) in enumerate(spots)
        if n < hidden + partly
    ]
    table = Table(
        [unit("R1", model(base={"radius": 50, "height": 120}))],
        [unit("B1", *[model(special=["Skirmishers"]) for _ in range(count)])],
        {"R1": (600, 1500), "B1": spots},
        active=("R1", "attack"),
        parts=parts,
        weapons={"rifle": weapon(rng=48)},
    )
    return view(table.battle, table["R1"].lead, table["B1"]).state


@pytest.mark.clause("openfire.los.clear", "openfire.los.third")
def test_one_unobscured_model_in_three_makes_sight_clear() -> None:
    assert seen(hidden=2, partly=0, plain=1) == CLEAR
    assert seen(hidden=0, partly=6, plain=3) == CLEAR


@pytest.mark.clause("openfire.los.obstructed", "openfire.los.third")
def test_one_visible_model_in_three_makes_sight_obstructed() -> None:
    assert seen(hidden=2, partly=1, plain=1) == OBSTRUCTED


@pytest.mark.clause("openfire.los.too-few")
def test_anything_visible_at_all_is_obstructed_not_blocked() -> None:
    assert seen(hidden=5, partly=0, plain=2) == OBSTRUCTED
    assert seen(hidden=9, partly=1, plain=0) == OBSTRUCTED


@pytest.mark.clause("openfire.los.blocked")
def test_a_unit_of_which_nothing_is_seen_cannot_be_attacked() -> None:
    assert seen(hidden=4, partly=0, plain=0) == BLOCKED
    table = Table(
        [unit("R1")],
        [unit("B1"), unit("B2")],
        {"R1": (1000, 1000), "B1": (2000, 1000), "B2": (1000, 2000)},
        active=("R1", "attack"),
        parts=[{**WALL, "box": [1480, 800, 1520, 1200]}],
    )
    assert table.refused("attack R1 rifle:1>B1") == "openfire.los.blocked"


def behind_a_wall(**more: Any) -> Table:
    """Of R1 only the second model sees B1; the first stands behind a wall."""
    return Table(
        [unit("R1", model(), model(), model(), leader=2)],
        [unit("B1"), unit("B2")],
        {
            "R1": [(1000, 1000), (1000, 1400), (1000, 1250)],
            "B1": (2000, 1300),
            "B2": (4000, 4000),
        },
        active=("R1", "attack"),
        parts=[{**WALL, "box": [1100, 700, 1140, 1180]}],
        **more,
    )


@pytest.mark.clause("openfire.los.viewer")
def test_one_viewer_looks_for_all_who_share_its_target() -> None:
    table = behind_a_wall()
    assert best_viewer(table.battle, table["R1"], [0, 1, 2], table["B1"])[0] == 1
    assert table.allows("attack R1 rifle:1,2>B1")
    assert table.refused("attack R1 rifle:1>B1") == "openfire.los.blocked"
    assert table.refused("attack R1 rifle:1,2>B1 eye 1>B1") == "openfire.los.blocked"
    assert table.refused("attack R1 rifle:1>B1 eye 2>B1") == "openfire.los.viewer"
    assert table.refused("attack R1 rifle:1,2>B1 eye 1,2>B1") == "openfire.los.viewer"


@pytest.mark.clause("openfire.los.own-unit", "openfire.target.screen-ignores")
def test_models_of_the_attacking_and_the_target_unit_never_stand_in_the_way() -> None:
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1", model(), model())],
        {"R1": [(1000, 1000), (1150, 1000)], "B1": [(2000, 1000), (1850, 1000)]},
        active=("R1", "attack"),
    )
    assert table.allows("attack R1 rifle:1,2>B1")


@pytest.mark.clause("openfire.los.terrain-only", "openfire.target.screened")
def test_another_unit_screens_but_never_obstructs() -> None:
    table = Table(
        [unit("R1"), unit("R2")],
        [unit("B1"), unit("B2")],
        {"R1": (1000, 1000), "R2": (1500, 1000), "B1": (2000, 1000), "B2": (1000, 2000)},
        active=("R1", "attack"),
    )
    assert view(table.battle, table["R1"].lead, table["B1"]).state == CLEAR
    assert table.refused("attack R1 rifle:1>B1") == "openfire.target.screened"


@pytest.mark.clause("openfire.target.screen-viewers")
def test_one_screened_model_spoils_the_target_until_it_stays_out() -> None:
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1"), unit("B2")],
        {"R1": [(1000, 1000), (1000, 1400)], "B1": (2000, 1400), "B2": (1500, 1200)},
        active=("R1", "attack"),
    )
    assert table.refused("attack R1 rifle:1,2>B1") == "openfire.target.screened"
    assert table.allows("attack R1 rifle:2>B1")
    assert "attack R1 rifle:2>B1" in table.offers()  # the program leaves the screened one out


@pytest.mark.clause("openfire.target.screened")
def test_a_target_within_assault_range_is_never_screened() -> None:
    table = Table(
        [unit("R1", model(), model()), unit("R2")],
        [unit("B1")],
        {"R1": [(1000, 1000), (1400, 1100)], "R2": (1250, 1000), "B1": (1550, 1000)},
        active=("R1", "attack"),
    )
    assert table.allows("attack R1 rifle:1>B1")


# ---------------------------------------------------------------------- valid targets


@pytest.mark.clause("openfire.target.own-assault", "openfire.assault.unit-level")
def test_a_unit_in_assault_range_may_only_attack_such_enemies() -> None:
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1"), unit("B2")],
        {"R1": [(1000, 1000), (1000, 1300)], "B1": (1200, 1000), "B2": (2000, 1600)},
        active=("R1", "attack"),
    )
    # The second model is not near anybody; the whole unit still is.
    assert table.refused("attack R1 rifle:2>B2") == "openfire.target.own-assault"
    assert table.allows("attack R1 rifle:2>B1")


@pytest.mark.clause("openfire.target.friend-assault")
def test_an_enemy_beside_a_friend_may_not_be_shot_at_unless_it_is_beside_us_too() -> None:
    table = Table(
        [unit("R1"), unit("R2")],
        [unit("B1"), unit("B2")],
        {"R1": (1000, 1000), "R2": (2000, 1200), "B1": (2000, 1000), "B2": (1000, 3000)},
        active=("R1", "attack"),
    )
    assert table.refused("attack R1 rifle:1>B1") == "openfire.target.friend-assault"
    both = Table(
        [unit("R1"), unit("R2")],
        [unit("B1")],
        {"R1": (1800, 1000), "R2": (2000, 1200), "B1": (2000, 1000)},
        active=("R1", "attack"),
    )
    assert both.allows("attack R1 rifle:1>B1")


@pytest.mark.clause("openfire.assault.mutual")
def test_assault_range_works_both_ways_even_through_a_wall() -> None:
    table = Table(
        [unit("R1")],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (1200, 1000)},
        parts=[{**WALL, "box": [1090, 800, 1110, 1200]}],
    )
    one, two = table["R1"], table["B1"]
    assert in_assault(table.battle, one, two)
    assert assaulters(table.battle, two) == [one]
    assert assaulters(table.battle, one) == [two]


# ---------------------------------------------------------------------- range


@pytest.mark.clause("openfire.range.nearest-visible", "openfire.range.per-model")
def test_range_is_measured_to_the_nearest_model_that_the_viewer_sees() -> None:
    table = Table(
        [unit("R1")],
        [unit("B1", model(), model(), model(), leader=2), unit("B2")],
        {
            "R1": (1000, 1000),
            "B1": [(2100, 1000), (2400, 1200), (2600, 1300)],
            "B2": (1000, 1900),
        },
        active=("R1", "attack"),
        parts=[{**WALL, "box": [1900, 850, 1940, 1060]}],
        weapons={"rifle": weapon(rng=12)},
    )
    assert table.refused("attack R1 rifle:1>B1") == "openfire.range.per-model"


@pytest.mark.clause("openfire.range.min-max")
@pytest.mark.parametrize(("x", "legal"), [(1899, False), (1900, True)])
def test_a_minimum_range_looks_at_the_nearest_visible_model(x: int, legal: bool) -> None:
    table = Table(
        [unit("R1", model(weapons=["mortar", "rifle"]))],
        [unit("B1", model(), model())],
        {"R1": (1000, 1000), "B1": [(x, 1000), (2000, 1000)]},
        active=("R1", "attack"),
        weapons={"mortar": weapon(rng=[8, 36])},
    )
    assert table.allows("attack R1 mortar:1>B1") is legal


@pytest.mark.clause("openfire.range.per-model")
def test_every_model_must_be_in_range_itself() -> None:
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1")],
        {"R1": [(1000, 1000), (850, 1000)], "B1": (2300, 1000)},
        active=("R1", "attack"),
        weapons={"rifle": weapon(rng=12)},
    )
    assert table.allows("attack R1 rifle:1>B1")
    assert table.refused("attack R1 rifle:1,2>B1") == "openfire.range.per-model"


# ---------------------------------------------------------------------- arcs


@pytest.mark.clause("openfire.facing.attack-origin", "openfire.facing.straddle")
def test_the_origin_is_the_arc_of_the_targets_leader_that_the_attackers_leader_stands_in() -> None:
    # The shooter himself stands in front; his leader stands behind the target.
    table = Table(
        [unit("R1", model(special=["Skirmishers"]), model())],
        [unit("B1", tank(hp=3))],
        {"R1": [(1500, 1000), (2350, 1000)], "B1": (2000, 1000, 0)},
        active=("R1", "attack"),
    )
    (volley,) = _settled(table, "attack R1 rifle:1>B1")
    assert volley.origin == "front"  # within assault range, wherever it stands
    apart = Table(
        [unit("R1", model(special=["Skirmishers"]), model())],
        [unit("B1", tank(hp=3))],
        {"R1": [(1600, 1000), (2100, 1350)], "B1": (2000, 1000, 0)},
        active=("R1", "attack"),
    )
    assert _settled(apart, "attack R1 rifle:2>B1")[0].origin == "rear"


@pytest.mark.clause("openfire.facing.assault-front")
def test_close_attacks_come_from_the_front() -> None:
    table = Table(
        [unit("R1")],
        [unit("B1", tank())],
        {"R1": (1700, 1000), "B1": (2000, 1000, 0)},
        active=("R1", "attack"),
    )
    assert _settled(table, "attack R1 rifle:1>B1")[0].origin == "front"


@pytest.mark.clause("openfire.facing.no-fire-arc", "openfire.facing.forward")
def test_a_model_may_attack_behind_itself() -> None:
    table = Table(
        [unit("R1", tank())],
        [unit("B1")],
        {"R1": (2000, 1000, 0), "B1": (1000, 1000)},
        active=("R1", "attack"),
    )
    assert table.allows("attack R1 rifle:1>B1")


def _settled(table: Table, text: str) -> Any:
    option = table.game.read(text)
    assert isinstance(option, Attack)
    return Declaration(table.battle, table["R1"]).settle(option.groups, option.eyes)


@pytest.mark.clause("openfire.unit.off-table")
def test_units_off_the_table_are_no_targets_and_screen_nothing() -> None:
    table = Table(
        [unit("R1")],
        [unit("B1"), unit("B2")],
        {"R1": (1000, 1000), "B1": (2000, 1000)},
        active=("R1", "attack"),
    )
    assert table.refused("attack R1 rifle:1>B2") == "openfire.target.enemy-unit"


@pytest.mark.clause("openfire.measure.free", "openfire.measure.unit-to-unit")
def test_measuring_changes_nothing_and_takes_the_nearest_model() -> None:
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1")],
        {"R1": [(1000, 1000), (1200, 1000)], "B1": (1900, 1000)},
    )
    before = table.game.digest
    assert units_within(table.battle, table["R1"], table["B1"], 600)
    assert not units_within(table.battle, table["R1"], table["B1"], 599)
    rings = OPENFIRE.overlays(table.battle, "B1.1")
    assert {"threat", "reach", "range", "arc", "sight-clear"} <= {ring.kind for ring in rings}
    assert table.game.digest == before


@pytest.mark.clause("openfire.los.vehicle-half")
@pytest.mark.parametrize(
    ("height", "state"), [(100, CLEAR), (101, CLEAR), (110, OBSTRUCTED), (200, BLOCKED)]
)
def test_a_vehicle_is_obstructed_only_when_more_than_half_of_it_is_hidden(
    height: int, state: str
) -> None:
    table = Table(
        [unit("R1")],
        [unit("B1", tank())],
        {"R1": (1000, 1000), "B1": (2000, 1000)},
        parts=[{**WALL, "height": height, "box": [1700, 700, 1740, 1300]}],
    )
    assert view(table.battle, table["R1"].lead, table["B1"]).state == state


@pytest.mark.clause("openfire.los.unobscured", "openfire.los.sparse")
@pytest.mark.parametrize(
    ("part", "state"),
    [
        ({**WALL, "height": 200, "box": [1480, 900, 1520, 1100]}, BLOCKED),
        ({**WALL, "height": 120, "box": [1480, 900, 1520, 1100]}, BLOCKED),
        ({**WALL, "height": 60, "box": [1900, 900, 1940, 1100]}, OBSTRUCTED),
        ({**WALL, "height": 60, "box": [1060, 900, 1100, 1100]}, CLEAR),
        (
            {
                "name": "wood",
                "keyword": "slow",
                "height": 300,
                "sight": "sparse",
                "box": [1480, 900, 1620, 1100],
            },
            OBSTRUCTED,
        ),
    ],
)
def test_terrain_between_two_models_decides_what_is_seen(part: dict[str, Any], state: str) -> None:
    table = Table(at={"R1": (1000, 1000), "B1": (2000, 1000)}, parts=[part])
    assert view(table.battle, table["R1"].lead, table["B1"]).state == state


@pytest.mark.clause("openfire.los.from-high-ground")
def test_who_stands_back_from_an_edge_is_partly_hidden_from_below_and_sees_well() -> None:
    hill = {"name": "hill", "level": 1, "climbable": "all", "box": [1800, 500, 2600, 1500]}
    table = Table(at={"R1": (1000, 1000), "B1": (2300, 1000)}, areas=[hill])
    assert view(table.battle, table["R1"].lead, table["B1"]).state == OBSTRUCTED
    assert view(table.battle, table["B1"].lead, table["R1"]).state == CLEAR


@pytest.mark.clause("openfire.target.screen-exact")
@pytest.mark.parametrize(("y", "screened"), [(1000, True), (1074, True), (1076, False)])
def test_a_body_that_a_line_passes_through_screens(y: int, screened: bool) -> None:
    table = Table(
        [unit("R1")],
        [unit("B1"), unit("B2")],
        {"R1": (1000, 1000), "B1": (2000, 1000), "B2": (1500, y)},
        active=("R1", "attack"),
    )
    assert table.allows("attack R1 rifle:1>B1") is not screened


@pytest.mark.clause("openfire.target.screen-exact")
def test_a_tall_walker_looks_over_the_unit_between() -> None:
    walker = model(base={"radius": 50, "height": 800})
    table = Table(
        [unit("R1", walker)],
        [unit("B1"), unit("B2")],
        {"R1": (1000, 1000), "B1": (2000, 1000), "B2": (1500, 1000)},
        active=("R1", "attack"),
    )
    assert table.allows("attack R1 rifle:1>B1")


@pytest.mark.clause("openfire.assault.range", "openfire.geometry.level-inch")
def test_assault_range_is_an_inch_in_space() -> None:
    for x, near in ((1200, True), (1201, False)):
        table = Table(at={"R1": (1000, 1000), "B1": (x, 1000)})
        assert in_assault(table.battle, table["R1"], table["B1"]) is near
    hill = {"name": "hill", "level": 1, "climbable": "all", "box": [1100, 500, 2600, 1500]}
    above = Table(at={"R1": (1050, 1000), "B1": (1150, 1000)}, areas=[hill])
    assert not in_assault(above.battle, above["R1"], above["B1"])


@pytest.mark.clause("openfire.facing.origin-exact", "openfire.facing.left-right")
@pytest.mark.parametrize(
    ("at", "origin"),
    [
        ((4000, 4070), "front"),
        ((4000, 4071), "left"),
        ((2000, 3930), "left"),
        ((2000, 3929), "rear"),
        ((4000, 1929), "right"),
    ],
)
def test_the_origin_of_an_attack_is_exact_to_the_hundredth(
    at: tuple[int, int], origin: str
) -> None:
    table = Table(
        [unit("R1")],
        [unit("B1")],
        {"R1": at, "B1": (3000, 3000, 0)},
        active=("R1", "attack"),
    )
    assert _settled(table, "attack R1 rifle:1>B1")[0].origin == origin
