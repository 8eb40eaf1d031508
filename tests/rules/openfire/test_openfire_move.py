"""Chapters "Move", "Formation" and "Terrain": paths, prices, followers, facing."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.errors import Refusal
from battlemat.rulebooks.openfire.chapters.moving.formation import Placing, formation_of
from battlemat.rulebooks.openfire.chapters.moving.paths import Advance, allowance, survey
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from rules.openfire.table import Table, model, tank, unit


def walker(
    at: Any = (1000, 1000), *, models: int = 1, foes: Any = (4000, 4000), **more: Any
) -> Table:
    """R1 is about to move; its leader stands at (1000, 1000) unless told."""
    spots = at if models > 1 else [at]
    changes = more.pop("changes", {})
    return Table(
        [unit("R1", *[model(**changes) for _ in range(models)]), *more.pop("red", [])],
        [unit("B1")],
        {"R1": spots, "B1": foes, **more.pop("others", {})},
        active=("R1", "move"),
        **more,
    )


def cost(table: Table, *points: tuple[int, int]) -> int | str:
    """What a way costs, or the clause that refuses it."""
    found = survey(table.battle, table["R1"], Advance(table["R1"].index, points))
    return str(found.because) if isinstance(found, Refusal) else found.cost


# ---------------------------------------------------------------------- ways as they are written


@pytest.mark.parametrize("way", ["go 2.00", "back 1.00", "left 10", "right 10", "toward 90"])
def test_half_of_what_a_way_says_is_not_taken_for_nothing(way: str) -> None:
    car = Table(
        [unit("R1", tank())],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (4000, 4000)},
        active=("R1", "move"),
    )
    for table, whole in ((walker(), "move R1 12.00,10.00 face 90"), (car, f"move R1 {way}")):
        assert table.allows(whole)
        half = whole.rpartition(" ")[0]
        for text in (half, f"{half} x"):
            assert not table.allows(text), text


# ---------------------------------------------------------------------- allowance and legs


@pytest.mark.clause("openfire.move.allowance")
def test_the_allowance_never_falls_below_nothing() -> None:
    table = walker(changes={"mov": 2}, units={"R1": {"stress": 3}})
    assert allowance(table.battle, table["R1"], False) == 0
    assert table.refused("move R1 10.01,10.00") == "openfire.move.polyline"
    laid = OPENFIRE.overlays(table.battle, "R1.1")
    assert [shape.label for shape in laid if shape.because == "openfire.move.allowance"] == [
        "move 0.00"
    ]


@pytest.mark.clause("openfire.move.advance")
def test_an_advance_adds_six_inches_after_the_rate_stopped_at_nothing() -> None:
    table = walker(units={"R1": {"stress": 2}})
    assert allowance(table.battle, table["R1"], True) == 900
    slow = walker(changes={"mov": 2}, units={"R1": {"stress": 3}})
    assert allowance(slow.battle, slow["R1"], True) == 600


@pytest.mark.clause("openfire.move.polyline", "openfire.move.leg-cost")
def test_legs_are_rounded_up_and_added() -> None:
    table = walker()
    assert cost(table, (1300, 1400)) == 500
    assert cost(table, (1100, 1100)) == 142
    assert table.allows("move R1 13.00,10.00 13.00,12.00")
    assert table.refused("move R1 13.00,10.00 13.00,12.01") == "openfire.move.polyline"


@pytest.mark.clause("openfire.move.advance-declared")
def test_a_declared_advance_counts_whatever_the_distance() -> None:
    table = walker(foes=(2000, 1000))
    table.play("advance R1 10.10,10.00")
    assert table.asked() == "blue activate"  # the rifle has no Assault: nothing to attack with
    assert table.told("move")[0].facts["verb"] == "advances"
    still = walker(foes=(2000, 1000))
    still.play("advance R1")
    assert still.asked() == "blue activate"  # even if it goes nowhere


@pytest.mark.clause("openfire.move.board-edge")
@pytest.mark.parametrize(("x", "legal"), [("0.50", True), ("0.49", False)])
def test_the_base_stays_on_the_table(x: str, legal: bool) -> None:
    table = walker((300, 1000))
    assert table.allows(f"move R1 {x},10.00") is legal


@pytest.mark.clause("openfire.move.enemy-bases")
@pytest.mark.parametrize(("y", "legal"), [(1100, True), (1099, False)])
def test_a_leader_may_touch_enemy_bases_but_not_cross_them(y: int, legal: bool) -> None:
    table = walker(foes=(1300, y), changes={"mov": 6})
    assert table.allows("move R1 16.00,10.00") is legal


@pytest.mark.clause("openfire.move.friendly-bases", "openfire.move.end-legal")
def test_friends_are_crossed_but_not_stood_upon() -> None:
    table = walker(red=[unit("R2")], others={"R2": (1200, 1000)})
    assert table.allows("move R1 14.00,10.00")
    assert table.refused("move R1 12.50,10.00") == "openfire.formation.legal-place"
    own = walker([(1000, 1000), (1200, 1000)], models=2)
    own.play("move R1 12.00,10.00", "followers auto")
    assert [(s.x, s.y) for s in own["R1"].bases] == [(1200, 1000), (1400, 1000)]


@pytest.mark.clause("openfire.move.into-assault")
def test_walking_into_and_within_assault_range_costs_nothing() -> None:
    table = walker(foes=(1400, 1000))
    table.play("move R1 12.50,10.00")
    assert table.asked() == "red attack"  # no free attack


@pytest.mark.clause("openfire.move.stay", "openfire.move.counts-as-moved")
def test_followers_may_be_rearranged_without_the_leader_and_that_is_moving() -> None:
    table = walker([(1000, 1000), (1000, 1150)], models=2, foes=(2000, 1000))
    table.play("move R1", "followers 2 10.00,8.50")
    assert table.battle.moved
    still = walker([(1000, 1000), (1000, 1150)], models=2, foes=(2000, 1000))
    still.play("move R1 face 90", "followers 2 10.00,11.50 face 90")
    assert not still.battle.moved  # turning on the spot is not moving
    assert still["R1"].lead.facing == 90


@pytest.mark.clause("openfire.move.final-facing")
def test_without_a_word_the_leader_faces_along_its_last_leg_and_the_others_follow() -> None:
    table = walker([(1000, 1000), (1000, 1150)], models=2)
    table.play("move R1 12.00,10.00 12.00,8.00", "followers auto")
    assert [stand.facing for stand in table["R1"].bases] == [270, 270]
    other = walker([(1000, 1000), (1000, 1150)], models=2)
    other.play("move R1 12.00,10.00 face 45", "followers 2 12.00,11.50 face 200")
    assert [stand.facing for stand in other["R1"].bases] == [45, 200]


@pytest.mark.clause("openfire.move.leader-first", "openfire.formation.no-path")
def test_the_leader_moves_and_the_others_are_put_around_it_unmeasured() -> None:
    wall = {
        "name": "wall",
        "keyword": "impassable",
        "sight": "none",
        "box": [900, 1200, 1600, 1240],
    }
    table = walker([(1000, 1000), (1000, 700)], models=2, parts=[wall])
    table.play("move R1 10.00,9.00")
    assert table.asked() == "red followers"
    # Ten inches and through a wall: only its place counts.
    table.play("followers 2 10.00,13.00")
    assert table["R1"].stands[1] is not None
    assert (table["R1"].stands[1].x, table["R1"].stands[1].y) == (1000, 1300)


# ---------------------------------------------------------------------- formation


@pytest.mark.clause("openfire.formation.range", "openfire.special.skirmishers")
@pytest.mark.parametrize(
    ("special", "x", "legal"),
    [([], "15.00", True), ([], "15.01", False), (["Skirmishers"], "19.00", True)],
)
def test_followers_keep_within_four_inches_and_skirmishers_within_eight(
    special: list[str], x: str, legal: bool
) -> None:
    table = walker([(1000, 1000), (1000, 1150)], models=2, changes={"special": special})
    table.play("move R1")
    assert table.allows(f"followers 2 {x},10.00") is legal
    if not legal:
        assert table.refused(f"followers 2 {x},10.00") == "openfire.formation.range"


@pytest.mark.clause("openfire.formation.height")
@pytest.mark.parametrize(("level", "legal"), [(1, True), (2, False)])
def test_each_level_counts_as_an_inch_in_formation(level: int, legal: bool) -> None:
    table = walker(
        [(1000, 1000), (1000, 1150)],
        models=2,
        areas=[
            {"name": "hill", "level": level, "climbable": "all", "box": [1300, 800, 2000, 1200]}
        ],
    )
    table.play("move R1")
    assert table.allows("followers 2 14.00,10.00") is legal


@pytest.mark.clause("openfire.formation.sight")
def test_the_leader_must_see_every_model() -> None:
    wall = {"name": "wall", "keyword": "impassable", "height": 300, "sight": "solid"}
    table = walker(
        [(1000, 1000), (1000, 1150)], models=2, parts=[{**wall, "box": [1100, 800, 1140, 1200]}]
    )
    table.play("move R1")
    assert table.refused("followers 2 12.00,10.00") == "openfire.formation.sight"


@pytest.mark.clause("openfire.formation.when", "openfire.formation.new-leader-gap")
def test_formation_is_asked_for_at_the_end_of_a_move_not_before() -> None:
    scattered = [(1000, 1000), (1000, 2000)]  # a new leader stands far from its unit
    table = walker(scattered, models=2, foes=(2000, 1000))
    table.play("skip move", "attack R1 rifle:1>B1", dice="1")  # it may do all it could do before
    mending = walker(scattered, models=2)
    mending.play("move R1 10.00,12.00")
    assert mending.refused("followers 2 10.00,20.00") == "openfire.formation.range"
    mending.play("followers auto")
    assert mending["R1"].bases[1].y <= 1700


@pytest.mark.clause("openfire.formation.follower-levels")
def test_followers_reach_other_levels_only_where_climbing_leads() -> None:
    def table(climbable: Any, **changes: Any) -> Table:
        found = walker(
            [(1000, 1000), (1000, 1150)],
            models=2,
            changes=changes,
            areas=[
                {"name": "roof", "level": 1, "climbable": climbable, "box": [1200, 800, 2000, 1200]}
            ],
        )
        return found.play("move R1")

    assert table("all").allows("followers 2 13.00,10.00")
    closed = table([])
    assert closed.refused("followers 2 13.00,10.00") == "openfire.formation.follower-levels"
    assert table([], special=["Flying"]).allows("followers 2 13.00,10.00")


@pytest.mark.clause("openfire.formation.assault-allowed")
def test_followers_may_be_put_beside_the_enemy() -> None:
    table = walker([(1000, 1000), (1000, 1150)], models=2, foes=(1400, 1000))
    table.play("move R1", "followers 2 12.50,10.00")
    assert table["R1"].bases[1].x == 1250


@pytest.mark.clause("openfire.formation.proposal")
def test_the_program_proposes_places_in_one_fixed_order() -> None:
    table = walker([(1000, 1000), (1000, 1150)], models=2, changes={"mov": 6})
    table.play("move R1 16.00,10.00", "followers auto")
    assert (table["R1"].bases[1].x, table["R1"].bases[1].y) == (1600, 1150)
    taken = walker([(1000, 1000), (1000, 1150)], models=2, changes={"mov": 6}, foes=(1600, 1150))
    taken.play("move R1 16.00,10.00", "followers auto")
    assert (taken["R1"].bases[1].x, taken["R1"].bases[1].y) == (1500, 1150)


@pytest.mark.clause("openfire.formation.adjust")
def test_a_player_moves_one_follower_and_the_program_the_rest() -> None:
    table = walker([(1000, 1000), (1000, 1150), (1000, 850)], models=3)
    table.play("move R1", "followers 3 12.00,10.00")
    assert [(s.x, s.y) for s in table["R1"].bases] == [(1000, 1000), (1000, 1150), (1200, 1000)]


@pytest.mark.clause("openfire.formation.cannot-place", "openfire.terrain.too-small")
def test_a_move_that_leaves_a_follower_no_place_is_refused() -> None:
    table = Table(
        [unit("R1", model(special=["Flying"]), model())],
        [unit("B1")],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (4000, 4000)},
        active=("R1", "move"),
        areas=[{"name": "chimney", "level": 1, "climbable": [], "box": [1240, 940, 1360, 1060]}],
    )
    assert table.refused("move R1 13.00,10.00") == "openfire.formation.cannot-place"
    assert table.allows("move R1 15.00,10.00")


@pytest.mark.clause("openfire.formation.legal-place", "openfire.terrain.barrier")
def test_a_place_is_legal_on_the_table_beside_bases_parts_and_edges() -> None:
    table = walker(
        [(1000, 1000), (1000, 1150)],
        models=2,
        parts=[
            {
                "name": "hedge",
                "keyword": "barrier",
                "height": 60,
                "sight": "solid",
                "box": [1300, 900, 1320, 1100],
            }
        ],
        areas=[{"name": "hill", "level": 1, "climbable": "all", "box": [600, 900, 800, 1100]}],
    )
    table.play("move R1")
    assert table.refused("followers 2 12.60,10.00") == "openfire.terrain.barrier"
    assert table.refused("followers 2 8.40,10.00") == "openfire.terrain.climb-complete"
    assert table.refused("followers 2 10.99,10.00") == "openfire.formation.legal-place"
    assert table.allows("followers 2 11.00,10.00")


# ---------------------------------------------------------------------- terrain


@pytest.mark.clause(
    "openfire.terrain.around", "openfire.terrain.clear", "openfire.terrain.impassable"
)
@pytest.mark.parametrize(("y", "clause"), [(1000, 700), (1001, "openfire.terrain.impassable")])
def test_impassable_ground_is_walked_around(y: int, clause: int | str) -> None:
    table = walker(
        (1000, y),
        parts=[{"name": "rock", "keyword": "impassable", "box": [1300, 1050, 1400, 1200]}],
    )
    assert cost(table, (1700, y)) == clause


@pytest.mark.clause("openfire.terrain.barrier")
def test_a_barrier_costs_an_inch_and_nobody_ends_on_it() -> None:
    hedge = {"name": "hedge", "keyword": "barrier", "box": [1300, 0, 1320, 2000]}
    table = walker((1200, 500), parts=[hedge])
    assert cost(table, (1600, 500)) == 500
    assert table.allows("move R1 16.00,5.00")
    assert table.refused("move R1 13.69,5.00") == "openfire.terrain.barrier"


@pytest.mark.clause("openfire.terrain.slow")
def test_slow_ground_counts_twice() -> None:
    mud = {"name": "mud", "keyword": "slow", "box": [1100, 900, 1300, 1100]}
    assert cost(walker(parts=[mud]), (1600, 1000)) == 800
    slant = {"name": "mud", "keyword": "slow", "box": [1100, 500, 1200, 1900]}
    assert cost(walker(parts=[slant]), (1300, 1300)) == 566


@pytest.mark.clause(
    "openfire.terrain.wall-edge", "openfire.terrain.ascend", "openfire.terrain.climb-up"
)
def test_levels_are_changed_over_climbable_edges_only() -> None:
    roof = {"name": "roof", "level": 1, "climbable": [3], "box": [2000, 0, 3000, 1000]}
    assert cost(walker((1800, 500), areas=[roof]), (2100, 500)) == 400
    wall = "openfire.terrain.wall-edge"
    assert cost(walker((1800, 970), areas=[roof]), (2100, 970)) == wall
    assert cost(walker((2500, 1200), areas=[roof]), (2500, 900)) == wall


@pytest.mark.clause(
    "openfire.terrain.climb-up", "openfire.terrain.climb-down", "openfire.terrain.climb-crossing"
)
def test_climbing_costs_an_inch_a_level_up_and_an_inch_for_two_levels_down() -> None:
    for level, down in ((1, 0), (2, 100), (3, 100), (4, 200)):
        hill = {"name": "hill", "level": level, "climbable": "all", "box": [2000, 0, 3000, 1000]}
        assert cost(walker((1850, 500), areas=[hill]), (2150, 500)) == 300 + 100 * level
        assert cost(walker((2150, 500), areas=[hill]), (1850, 500)) == 300 + down


@pytest.mark.clause("openfire.terrain.climb-complete", "openfire.terrain.model-level")
@pytest.mark.parametrize(("x", "legal"), [("20.49", False), ("20.50", True)])
def test_nobody_stops_half_way_up(x: str, legal: bool) -> None:
    hill = {"name": "hill", "level": 1, "climbable": "all", "box": [2000, 0, 3000, 1000]}
    table = walker((1800, 500), areas=[hill])
    assert table.allows(f"move R1 {x},5.00") is legal
    if legal:
        table.play(f"move R1 {x},5.00")
        assert table["R1"].lead.level == 1
    else:
        assert table.refused(f"move R1 {x},5.00") == "openfire.terrain.climb-complete"


@pytest.mark.clause("openfire.terrain.climb-over")
def test_a_climbable_part_is_paid_for_up_and_down() -> None:
    wall = {"name": "wall", "keyword": "climbable", "levels": 3, "box": [1080, 900, 1100, 1100]}
    table = walker(parts=[wall])
    assert cost(table, (1200, 1000)) == 600
    assert cost(table, (1080, 1000)) == 80  # its centre only touches the outline
    assert table.refused("move R1 10.80,10.00") == "openfire.terrain.climb-over"


@pytest.mark.clause("openfire.terrain.overlaps", "openfire.terrain.keyword-parts")
def test_where_parts_overlap_each_applies_and_slow_once() -> None:
    mud = {"name": "mud", "keyword": "slow", "box": [1100, 900, 1300, 1100]}
    more = {"name": "bog", "keyword": "slow", "box": [1200, 900, 1300, 1100]}
    hedge = {"name": "hedge", "keyword": "barrier", "box": [1150, 900, 1160, 1100]}
    assert cost(walker(parts=[mud, more, hedge]), (1600, 1000)) == 900


@pytest.mark.clause("openfire.terrain.followers-ignore")
def test_followers_pay_nothing_for_terrain() -> None:
    mud = {"name": "mud", "keyword": "slow", "box": [900, 1060, 1500, 1500]}
    table = walker([(1000, 1000), (1000, 1150)], models=2, parts=[mud])
    table.play("move R1 15.00,10.00", "followers auto")
    assert (table["R1"].bases[1].x, table["R1"].bases[1].y) == (1500, 1150)


@pytest.mark.clause("openfire.terrain.small-steps", "openfire.terrain.levels")
def test_ground_without_an_area_is_level_and_free_to_walk() -> None:
    table = walker(parts=[{"name": "paving", "keyword": "clear", "box": [1100, 900, 1400, 1100]}])
    assert cost(table, (1500, 1000)) == 500


@pytest.mark.clause("openfire.vehicle.followers-face")
def test_vehicles_in_a_unit_face_as_their_leader() -> None:
    table = Table(
        [unit("R1", tank(), tank())],
        [unit("B1")],
        {"R1": [(1000, 1000), (1000, 1300)], "B1": (4000, 4000)},
        active=("R1", "move"),
    )
    table.play("move R1 left 30 go 3.00")
    assert table.refused("followers 2 9.00,14.00 face 0") == "openfire.vehicle.followers-face"
    table.play("followers auto")
    assert [stand.facing for stand in table["R1"].bases] == [30, 30]


@pytest.mark.clause("openfire.formation.proposal", "openfire.formation.range")
def test_the_proposal_itself_is_always_in_formation() -> None:
    table = walker([(1000, 1000)] + [(1000, 1150 + 120 * n) for n in range(3)], models=4)
    placing = Placing(table.battle, table["R1"], table["R1"].lead, table["R1"].lead)
    assert placing.refusal(placing.proposal()) is None
    assert formation_of(table.battle, table["R1"]).reach == 400
