"""Blast, flames, smoke and scatter over dots."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlemat.boards.dots import TUNNEL_LEVEL, Board, Feature, Mark, Plan, each
from boards.test_dots_oracle import Oracle, field, place_of, plans, units

LOW, WALL = Feature.LOW_WALL, Feature.HIGH_WALL


def harmed(
    board: Board, centre: str, radius: int, *names: str, prone: bool = False
) -> list[int | None]:
    """At what distance blast reaches each named place."""
    rings = board.bursts.blast(board.place(centre), radius, prone=prone)
    return [
        next((n for n, ring in enumerate(rings) if ring >> board.place(name) & 1), None)
        for name in names
    ]


@pytest.mark.clause("skirmishers.weapon.ring-damage", "skirmishers.explosive.apply")
def test_blast_runs_out_ring_by_ring() -> None:
    board = field()
    assert harmed(board, "(5,0)", 2, "(5,0)", "(6,0)", "(7,0)", "(8,0)") == [0, 1, 2, None]
    rings = board.bursts.blast(board.place("(5,2)"), 1)
    assert [ring.bit_count() for ring in rings] == [1, 6]


@pytest.mark.clause("skirmishers.explosive.obstacles", "skirmishers.incendiary.shelter")
def test_walls_and_trunks_stop_blast_unless_another_way_is_open() -> None:
    assert harmed(field(links={"(5,0)-(6,0)": WALL}), "(5,0)", 2, "(6,0)", "(7,0)") == [None, None]
    assert harmed(field(marks={"(6,0)": Mark.TREE}), "(5,0)", 2, "(7,0)") == [None]
    assert harmed(field(marks={"(6,0)": Mark.TREE}), "(5,0)", 2, "(6,1)") == [2]


@pytest.mark.clause("skirmishers.explosive.prone-shelter", "skirmishers.map.solid-low")
def test_something_solid_shelters_the_prone_and_not_the_standing() -> None:
    board = field(links={"(5,0)-(6,0)": LOW, "(4,0)-(5,0)": LOW, "(6,0)-(7,0)": Feature.VEGETATION})
    assert harmed(board, "(5,0)", 2, "(6,0)", "(7,0)", prone=True) == [None, None]
    assert harmed(board, "(5,0)", 2, "(4,0)", "(7,0)") == [1, 2]
    hedge = field(links={"(5,0)-(6,0)": Feature.VEGETATION})
    assert harmed(hedge, "(5,0)", 1, "(6,0)", prone=True) == [1]


@pytest.mark.clause(
    "skirmishers.explosive.levels", "skirmishers.explosive.floors", "skirmishers.map.stairs"
)
def test_blast_climbs_a_stairwell_and_counts_levels_as_dots() -> None:
    house = {"A": (2, "(2,2) (3,2) (4,2)")}
    board = field(height=5, buildings=house, marks={"(2,2)@0": Mark.STAIRS})
    assert harmed(board, "(2,2)", 2, "(2,2)@1", "(3,2)@1", "(2,2)@2") == [1, 2, None]
    assert harmed(board, "(3,2)", 3, "(2,2)@1", "(4,2)@1") == [2, None]


@pytest.mark.clause("skirmishers.explosive.floors")
def test_floors_stop_blast_where_no_stairs_are() -> None:
    board = field(height=6, buildings={"A": (2, "(4,4) (5,4)")})
    assert harmed(board, "(4,4)", 3, "(4,4)@1", "(5,4)@1", "(5,4)") == [None, None, 1]


@pytest.mark.clause("skirmishers.explosive.floors", "skirmishers.terrain.hill-sight")
def test_outside_one_building_levels_are_treated_as_for_sight() -> None:
    board = field(buildings={"A": (1, "(5,0)")}, heights={"(8,0)": 1})
    assert harmed(board, "(3,0)", 3, "(5,0)@1", "(5,0)") == [3, None]
    assert harmed(board, "(4,0)", 3, "(5,0)@1") == [None]  # the wall at the foot of the house
    assert harmed(board, "(7,0)", 3, "(8,0)", "(9,0)") == [2, None]


@pytest.mark.clause("skirmishers.terrain.tunnel-hidden")
def test_blast_passes_neither_into_a_tunnel_nor_out_of_it() -> None:
    marks = {"(4,0)@-1": Mark.TUNNEL, "(5,0)@-1": Mark.TUNNEL, "(7,0)@-1": Mark.TUNNEL}
    board = field(marks=marks)
    names = ("(4,0)@t", "(4,0)", "(5,0)@t", "(5,0)", "(7,0)@t")
    assert harmed(board, "(4,0)", 4, *names) == [None, 0, None, 1, None]
    assert harmed(board, "(4,0)@t", 4, *names) == [0, None, 1, None, None]


@pytest.mark.clause(
    "skirmishers.explosive.obstacles",
    "skirmishers.explosive.floors",
    "skirmishers.explosive.levels",
)
@settings(max_examples=100, deadline=None)
@given(st.data())
def test_on_odd_maps_blast_is_what_the_clauses_say(data: st.DataObject) -> None:
    plan = data.draw(plans())
    board, oracle = Board.build(plan), Oracle(plan)
    centre = data.draw(st.sampled_from(oracle.spots()))
    prone = data.draw(st.booleans())
    rings = board.bursts.blast(place_of(board, centre), 3, prone=prone)
    expected = [0, 0, 0, 0]
    for spot in oracle.spots():
        away = oracle.distance(centre[:2], spot[:2]) + abs(centre[2] - spot[2])
        if away <= 3 and oracle.is_blast_open(centre, spot, prone):
            expected[away] |= 1 << place_of(board, spot)
    assert list(rings) == expected


# ---------------------------------------- flames and smoke


@pytest.mark.clause("skirmishers.incendiary.ignite")
def test_open_ground_burns_as_far_as_the_damage_goes() -> None:
    board = field(height=6)
    assert board.bursts.flames(board.place("(5,2)"), 1) == board.disc(board.place("(5,2)"), 1)
    assert board.bursts.flames(board.place("(5,2)"), 2).bit_count() == 19


@pytest.mark.clause("skirmishers.incendiary.ignite", "skirmishers.terrain.contour")
def test_flames_keep_to_their_level_follow_the_ground_and_spare_water_and_trees() -> None:
    board = field(
        buildings={"A": (1, "(6,0)")},
        heights={"(4,0)": 1},
        marks={"(5,1)": Mark.SHALLOW, "(4,1)": Mark.TREE},
    )
    burning = board.bursts.flames(board.place("(5,0)"), 2)
    assert board.place("(4,0)") in each(burning)
    for spared in ("(6,0)@1", "(6,0)", "(5,1)", "(4,1)"):
        assert board.place(spared) not in each(burning)


@pytest.mark.clause("skirmishers.smoke.fill", "skirmishers.smoke.grow", "skirmishers.smoke.walls")
def test_smoke_flows_round_walls_as_it_grows() -> None:
    board = field(links={"(4,1)-(5,1)": WALL, "(5,0)-(5,1)": WALL})
    mark = board.place("(4,1)")
    assert board.bursts.smoke(mark, 1) == board.disc(mark, 1) & ~units(board, "(5,1)")
    assert board.bursts.smoke(mark, 2) == board.disc(mark, 2) & ~units(board, "(6,1)")


@pytest.mark.clause("skirmishers.smoke.walls", "skirmishers.terrain.contour")
def test_smoke_passes_windows_and_contours_but_no_tree() -> None:
    board = field(
        height=1,
        buildings={"A": (1, "(2,0)")},
        links={"(2,0)-(3,0)": Feature.WINDOW},
        heights={"(5,0)": 1},
        marks={"(6,0)": Mark.TREE},
    )
    filled = board.bursts.smoke(board.place("(4,0)"), 5)
    assert filled == units(board, "(2,0)", "(3,0)", "(4,0)", "(5,0)")


# ------------------------------------------------------------------------------------------ scatter


def stray(board: Board, name: str, die: int) -> str:
    place = board.bursts.scatter(board.place(name), die - 1)
    q, r = board.axial(place)
    level = board.level(place)
    return f"({q},{r})" + ("" if level == 0 else f"@{level}")


@pytest.mark.clause(
    "skirmishers.explosive.scatter", "skirmishers.map.directions", "skirmishers.jet.grenade"
)
def test_a_stray_round_goes_one_dot_in_the_direction_of_the_die() -> None:
    board = field()
    assert stray(board, "(6,0)", 2) == "(6,1)"
    assert stray(board, "(8,2)", 6) == "(9,1)"
    assert [stray(board, "(5,2)", die) for die in range(1, 7)] == [
        "(6,2)",
        "(5,3)",
        "(4,3)",
        "(4,2)",
        "(5,1)",
        "(6,1)",
    ]


@pytest.mark.clause("skirmishers.explosive.scatter-wall", "skirmishers.map.edge")
def test_walls_trees_and_the_edge_keep_it_where_it_was() -> None:
    board = field(links={"(5,2)-(6,2)": WALL}, marks={"(5,3)": Mark.TREE})
    assert stray(board, "(5,2)", 1) == "(5,2)"
    assert stray(board, "(5,2)", 2) == "(5,2)"
    assert stray(board, "(5,0)", 5) == "(5,0)"


@pytest.mark.clause("skirmishers.explosive.scatter-wall")
def test_low_things_doors_and_windows_do_not_stop_it() -> None:
    for feature in (LOW, Feature.DOOR, Feature.WINDOW, Feature.FURNITURE):
        assert stray(field(links={"(5,2)-(6,2)": feature}), "(5,2)", 1) == "(6,2)"


@pytest.mark.clause("skirmishers.explosive.scatter-wall", "skirmishers.terrain.contour")
def test_off_a_roof_it_falls_to_the_highest_surface_below_and_over_ground_it_follows() -> None:
    board = field(
        buildings={"A": (2, "(4,0) (4,1)"), "B": (1, "(5,0)")},
        links={"(4,0)-(3,0)@1": Feature.WINDOW},
        heights={"(8,0)": 2},
    )
    assert stray(board, "(4,0)@2", 1) == "(5,0)@1"
    assert stray(board, "(4,0)@2", 4) == "(3,0)"
    assert stray(board, "(4,0)@1", 4) == "(3,0)"
    assert stray(board, "(4,0)@1", 1) == "(4,0)@1"
    assert stray(board, "(5,0)@1", 4) == "(5,0)@1"
    assert stray(board, "(7,0)", 1) == "(8,0)@2"
    assert stray(board, "(8,0)", 1) == "(9,0)"


@pytest.mark.clause("skirmishers.explosive.scatter-wall")
def test_ground_above_an_upper_window_stops_it() -> None:
    board = field(
        buildings={"A": (2, "(4,0)")}, heights={"(5,0)": 2}, links={"(4,0)-(5,0)@1": Feature.WINDOW}
    )
    assert stray(board, "(4,0)@1", 1) == "(4,0)@1"


@pytest.mark.clause("skirmishers.terrain.tunnel-hidden")
def test_in_a_tunnel_it_stays_in_the_tunnel() -> None:
    board = field(marks={"(4,1)@-1": Mark.TUNNEL, "(5,1)@-1": Mark.TUNNEL})
    assert stray(board, "(4,1)@t", 1) == f"(5,1)@{TUNNEL_LEVEL}"
    assert stray(board, "(4,1)@t", 4) == f"(4,1)@{TUNNEL_LEVEL}"


@pytest.mark.clause("skirmishers.explosive.scatter-window")
def test_a_missed_window_throws_it_back_to_the_dot_before() -> None:
    room = {"A": (1, "(4,0) (5,0)")}
    board = field(buildings=room, links={"(3,0)-(4,0)": Feature.WINDOW})
    thrower, target = board.place("(0,0)"), board.place("(5,0)")
    best = board.sight.best(thrower, target)
    assert best == (1, 0)
    start = board.bursts.before_window(thrower, target, best[1])
    assert start == board.place("(3,0)")
    assert board.bursts.scatter(start, 3) == board.place("(2,0)")
    assert board.bursts.before_window(board.place("(3,0)"), target, 0) is None
    assert board.bursts.before_window(thrower, board.place("(3,0)"), 0) is None


@pytest.mark.clause("skirmishers.explosive.scatter-window")
def test_the_first_of_several_windows_counts_and_the_start_is_no_higher_than_the_target() -> None:
    board = field(
        buildings={"A": (1, "(2,0)"), "B": (2, "(3,0) (4,0)")},
        links={"(2,0)-(3,0)@1": Feature.WINDOW, "(4,0)-(5,0)@1": Feature.WINDOW},
    )
    # over the roof of A, in by one window of B and out by the other
    assert board.bursts.before_window(
        board.place("(2,0)@1"), board.at(board.place("(6,0)"), 1), 0
    ) == board.place("(4,0)@1")
    assert board.bursts.before_window(
        board.at(board.place("(0,0)"), 1), board.place("(4,0)@1"), 0
    ) == board.place("(2,0)@1")


@settings(max_examples=60, deadline=None)
@given(plans(), st.integers(0, 5))
def test_whatever_strays_comes_down_on_something(plan: Plan, direction: int) -> None:
    board = Board.build(plan)
    for place in each(board.surfaces & ~board.marked[Mark.TREE]):
        there = board.bursts.scatter(place, direction)
        assert board.surfaces >> there & 1
        assert not board.marked[Mark.TREE] >> there & 1
        assert board.distance(place, there) <= 1


@pytest.mark.clause("skirmishers.explosive.scatter", "skirmishers.map.directions")
def test_a_round_strays_onto_the_first_dot_of_the_map_as_onto_any_other() -> None:
    board = field()
    first = board.place("a1")
    assert first == 0
    assert board.bursts.scatter(board.place("b1"), 3) == first
    roof = field(buildings={"A": (1, "(1,0)")})
    assert roof.bursts.scatter(roof.place("b1@1"), 3) == roof.place("a1")
