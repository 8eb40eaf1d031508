"""Sight over dots: the cases of the clauses one by one, then odd maps against the slow answer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlemat.boards.dots import TUNNEL_LEVEL, Blind, Board, Clutter, Feature, Mark, Plan, each
from boards.test_dots_oracle import Oracle, field, mask_of, place_of, plans, units


def look(
    board: Board,
    a: str,
    b: str,
    clutter: Clutter | None = None,
    *,
    prone: bool = False,
    target_prone: bool = False,
) -> int | None:
    return board.sight.cover(
        board.place(a), board.place(b), clutter or Clutter(), prone=prone, target_prone=target_prone
    )


def way(board: Board, a: str, b: str, side: int) -> list[tuple[int, int]]:
    return [board.axial(dot) for dot in board.sight.way(board.place(a), board.place(b), side)]


LOW, WALL = Feature.LOW_WALL, Feature.HIGH_WALL


@pytest.mark.clause("skirmishers.los.path")
def test_a_line_passes_the_dot_nearest_to_each_cut() -> None:
    board = field()
    assert way(board, "(0,0)", "(2,1)", 0) == [(0, 0), (1, 0), (1, 1), (2, 1)]
    assert way(board, "(0,2)", "(5,0)", 0) == [(0, 2), (1, 2), (2, 1), (3, 1), (4, 0), (5, 0)]
    assert way(board, "(0,1)", "(4,0)", 0) == [(0, 1), (1, 1), (2, 0), (3, 0), (4, 0)]
    assert way(board, "(0,1)", "(4,0)", 1) == [(0, 1), (1, 1), (2, 1), (3, 0), (4, 0)]


@pytest.mark.clause("skirmishers.los.tie", "skirmishers.los.obstacles")
def test_a_line_between_two_dots_is_closed_only_when_both_ways_are() -> None:
    one = field(marks={"(1,0)": Mark.TREE})
    assert look(one, "(0,0)", "(1,1)") == 0
    assert [line.side for line in one.sight.lines(one.place("(0,0)"), one.place("(1,1)"))] == [1]
    assert look(field(marks={"(1,0)": Mark.TREE, "(0,1)": Mark.TREE}), "(0,0)", "(1,1)") is None
    assert look(field(marks={"(1,0)": Mark.TREE, "(1,2)": Mark.TREE}), "(0,0)", "(2,2)") is None


@pytest.mark.clause("skirmishers.los.tie")
def test_of_two_open_ways_the_one_with_less_cover_counts() -> None:
    assert look(field(marks={"(2,0)": Mark.VEGETATION}), "(0,0)", "(3,1)") == 0


@pytest.mark.clause("skirmishers.los.tie")
def test_equal_ways_are_settled_for_the_left_one() -> None:
    board = field()
    assert board.sight.best(board.place("(0,0)"), board.place("(1,1)")) == (0, 0)


@pytest.mark.clause("skirmishers.los.tie")
def test_along_the_ragged_edge_only_the_way_on_the_map_exists() -> None:
    assert look(field(), "(0,0)", "(-1,2)") == 0
    assert look(field(marks={"(0,1)": Mark.TREE}), "(0,0)", "(-1,2)") is None


@pytest.mark.clause(
    "skirmishers.los.obstacles", "skirmishers.map.obstacles", "skirmishers.los.needed"
)
def test_high_walls_and_trunks_between_the_ends_close_the_line() -> None:
    assert look(field(), "(0,0)", "(4,0)") == 0
    assert look(field(links={"(2,0)-(3,0)": WALL}), "(0,0)", "(4,0)") is None
    assert look(field(marks={"(2,0)": Mark.TREE}), "(0,0)", "(4,0)") is None


@pytest.mark.clause("skirmishers.los.along-wall")
def test_a_wall_closes_only_the_lines_that_cross_it() -> None:
    walls = {f"({q},0)-({q - d},1)": WALL for q in range(8) for d in (0, 1) if q - d >= 0}
    board = field(links=walls)
    assert look(board, "(0,0)", "(6,0)") == 0
    assert look(board, "(0,0)", "(2,1)") is None


@pytest.mark.clause("skirmishers.los.cover", "skirmishers.map.solid-low", "skirmishers.map.soft")
@pytest.mark.parametrize(
    "feature", [Feature.LOW_WALL, Feature.FURNITURE, Feature.WINDOW, Feature.VEGETATION]
)
def test_each_low_thing_crossed_is_one_obstruction(feature: Feature) -> None:
    assert (
        look(field(links={"(1,0)-(2,0)": feature, "(3,0)-(4,0)": feature}), "(0,0)", "(6,0)") == 2
    )


@pytest.mark.clause("skirmishers.map.doors-open", "skirmishers.map.link-features")
def test_doorways_and_breaches_cover_and_hide_nothing() -> None:
    for feature in (Feature.DOOR, Feature.BREACH):
        board = field(links={"(1,0)-(2,0)": feature})
        assert look(board, "(0,0)", "(2,0)", prone=True, target_prone=True) == 0


@pytest.mark.clause("skirmishers.los.first-link")
def test_the_shooters_own_first_link_covers_nobody() -> None:
    board = field(links={"(0,0)-(1,0)": LOW, "(2,0)-(3,0)": LOW}, marks={"(0,0)": Mark.VEGETATION})
    assert look(board, "(0,0)", "(4,0)") == 1
    assert look(board, "(0,0)", "(1,0)") == 0
    assert look(board, "(4,0)", "(0,0)") == 3


@pytest.mark.clause("skirmishers.los.target-dot")
def test_bushes_on_the_targets_own_dot_cover_him() -> None:
    board = field(marks={"(2,0)": Mark.VEGETATION, "(3,0)": Mark.VEGETATION})
    assert look(board, "(0,0)", "(3,0)") == 2


@pytest.mark.clause(
    "skirmishers.los.cover", "skirmishers.terrain.swamp", "skirmishers.incendiary.fire-cover"
)
def test_a_dot_counts_once_however_much_grows_and_burns_on_it() -> None:
    board = field(marks={"(2,0)": Mark.SWAMP})
    board = board.with_marks([(Mark.VEGETATION, board.place("(2,0)"), 0)])
    burning = Clutter(fire=units(board, "(2,0)", "(3,0)"))
    assert look(board, "(0,0)", "(4,0)") == 1
    assert look(board, "(0,0)", "(4,0)", burning) == 2


@pytest.mark.clause("skirmishers.los.troopers")
def test_a_standing_shooter_shoots_over_those_who_lie() -> None:
    board = field()
    crowd = Clutter(standing=units(board, "(2,0)"), lying=units(board, "(3,0)"))
    assert look(board, "(0,0)", "(5,0)", crowd) == 1
    assert look(board, "(0,0)", "(5,0)", crowd, prone=True) == 2


@pytest.mark.clause("skirmishers.los.troopers")
def test_the_ends_of_a_line_are_in_nobodys_way() -> None:
    board = field()
    assert look(board, "(0,0)", "(5,0)", Clutter(standing=units(board, "(0,0)", "(5,0)"))) == 0


@pytest.mark.clause("skirmishers.los.troopers")
def test_a_vehicle_with_both_dots_on_the_line_counts_once() -> None:
    board = field()
    bike = units(board, "(2,0)", "(3,0)")
    assert look(board, "(0,0)", "(5,0)", Clutter(standing=bike, vehicles=(bike,))) == 1
    across = units(board, "(2,0)", "(2,1)")
    assert look(board, "(0,0)", "(5,0)", Clutter(standing=across, vehicles=(across,))) == 1
    assert look(board, "(0,0)", "(5,0)", Clutter(lying=bike, vehicles=(bike,))) == 0
    assert look(board, "(0,0)", "(5,0)", Clutter(lying=bike, vehicles=(bike,)), prone=True) == 1


@pytest.mark.clause("skirmishers.smoke.cover")
def test_smoke_counts_on_every_dot_but_the_shooters() -> None:
    board = field()
    smoke = Clutter(smoke=units(board, "(0,0)", "(2,0)", "(6,0)"), smoke_counts=3)
    assert look(board, "(0,0)", "(6,0)", smoke) == 6


@pytest.mark.clause("skirmishers.los.prone-shooter", "skirmishers.move.hide")
def test_a_prone_shooter_cannot_see_over_the_wall_before_him() -> None:
    board = field(links={"(0,0)-(1,0)": LOW})
    assert look(board, "(0,0)", "(4,0)", prone=True) is None
    assert look(board, "(0,0)", "(4,0)") == 0


@pytest.mark.clause(
    "skirmishers.los.prone-target", "skirmishers.move.hide", "skirmishers.map.solid-low"
)
def test_a_prone_target_hides_behind_the_wall_before_him_and_no_other() -> None:
    assert look(field(links={"(3,0)-(4,0)": LOW}), "(0,0)", "(4,0)", target_prone=True) is None
    assert look(field(links={"(2,0)-(3,0)": LOW}), "(0,0)", "(4,0)", target_prone=True) == 1


@pytest.mark.clause("skirmishers.los.prone-both")
def test_two_prone_men_see_over_nothing_low_and_solid() -> None:
    board = field(links={"(2,0)-(3,0)": LOW})
    assert look(board, "(0,0)", "(5,0)", prone=True, target_prone=True) is None
    assert look(board, "(0,0)", "(5,0)", prone=True) == 1


@pytest.mark.clause("skirmishers.map.soft")
def test_vegetation_never_hides_the_prone() -> None:
    board = field(links={"(0,0)-(1,0)": Feature.VEGETATION, "(1,0)-(2,0)": Feature.VEGETATION})
    assert look(board, "(0,0)", "(2,0)", prone=True, target_prone=True) == 1


ROOF = {"A": (1, "(0,0)")}


@pytest.mark.clause("skirmishers.los.level-higher", "skirmishers.map.levels")
def test_from_a_roof_one_sees_over_walls_on_the_ground() -> None:
    board = field(buildings=ROOF, links={"(2,0)-(3,0)": WALL})
    assert look(board, "(0,0)@1", "(6,0)") == 0
    assert look(board, "(1,0)", "(6,0)") is None


@pytest.mark.clause("skirmishers.los.level-near")
def test_what_stands_right_before_the_lower_one_counts_in_both_directions() -> None:
    low = field(buildings=ROOF, links={"(5,0)-(6,0)": LOW})
    assert look(low, "(0,0)@1", "(6,0)") == 1
    assert look(low, "(0,0)@1", "(6,0)", target_prone=True) is None
    wall = field(buildings=ROOF, links={"(5,0)-(6,0)": WALL})
    assert look(wall, "(0,0)@1", "(6,0)") is None
    assert look(wall, "(6,0)", "(0,0)@1") is None
    tree = field(buildings=ROOF, marks={"(5,0)": Mark.TREE})
    assert look(tree, "(0,0)@1", "(6,0)") is None
    assert look(field(buildings=ROOF, marks={"(4,0)": Mark.TREE}), "(0,0)@1", "(6,0)") == 0


@pytest.mark.clause("skirmishers.los.level-near")
def test_adjacent_dots_are_judged_on_the_lower_level() -> None:
    assert look(field(heights={"(1,0)": 1}, links={"(0,0)-(1,0)": WALL}), "(0,0)", "(1,0)") is None
    assert look(field(heights={"(1,0)": 1}, links={"(0,0)-(1,0)@1": WALL}), "(0,0)", "(1,0)") == 0


@pytest.mark.clause("skirmishers.los.level-same")
def test_between_equals_only_their_own_level_matters() -> None:
    buildings = {"A": (1, "(0,0)"), "B": (1, "(6,0)")}
    board = field(buildings=buildings, links={"(2,0)-(3,0)": WALL}, marks={"(4,0)": Mark.TREE})
    assert look(board, "(0,0)@1", "(6,0)@1", Clutter(standing=units(board, "(5,0)"))) == 0


@pytest.mark.clause("skirmishers.los.level-indoors")
def test_a_man_at_the_window_is_seen_from_the_roof_across_and_one_deep_in_the_room_is_not() -> None:
    buildings = {"A": (2, "(0,0)"), "B": (2, "(5,0) (6,0)")}
    board = field(buildings=buildings, links={"(4,0)-(5,0)": Feature.WINDOW})
    assert look(board, "(0,0)@2", "(5,0)") == 1
    assert look(board, "(0,0)@2", "(6,0)") is None
    assert look(board, "(3,0)", "(6,0)") == 1


@pytest.mark.clause("skirmishers.los.level-same-building")
def test_floors_and_roof_of_one_building_part_its_levels() -> None:
    board = field(buildings={"A": (2, "(4,0) (5,0)")})
    assert look(board, "(4,0)", "(5,0)") == 0
    assert look(board, "(4,0)", "(5,0)@1") is None
    assert look(board, "(4,0)@2", "(5,0)@1") is None
    assert look(board, "(4,0)", "(4,0)@1") is None


@pytest.mark.clause("skirmishers.map.building-shell")
def test_outer_walls_close_every_storey_and_no_roof() -> None:
    board = field(buildings={"A": (1, "(2,0)")})
    assert look(board, "(2,0)", "(3,0)") is None
    assert look(board, "(0,0)", "(4,0)") is None
    assert look(board, "(2,0)@1", "(5,0)") == 0


@pytest.mark.clause("skirmishers.terrain.hill-sight")
def test_ground_above_both_closes_the_line_and_ground_as_high_as_one_does_not() -> None:
    assert look(field(heights={"(2,0)": 1}), "(0,0)", "(4,0)") is None
    assert look(field(heights={"(2,0)": 1, "(4,0)": 1}), "(0,0)", "(4,0)") == 0


@pytest.mark.clause("skirmishers.terrain.tunnel-hidden")
def test_a_tunnel_keeps_its_sight_to_itself() -> None:
    marks = {f"({q},0)@-1": Mark.TUNNEL for q in (0, 1, 2, 4)}
    board = field(marks=marks)
    assert look(board, "(0,0)@t", "(2,0)@t") == 0
    assert look(board, "(0,0)@t", "(4,0)@t") is None
    assert look(board, "(0,0)@t", "(2,0)") is None
    assert look(board, "(2,0)", "(0,0)@t") is None


@pytest.mark.clause("skirmishers.jet.fire")
def test_a_flier_above_everything_is_seen_over_the_houses() -> None:
    board = field(buildings={"A": (1, "(2,0)")})
    flier = board.at(board.place("(5,0)"), board.sky)
    assert board.sight.cover(board.place("(0,0)"), flier) == 0
    assert board.sight.cover(board.place("(2,0)"), flier) is None
    assert board.sight.cover(board.place("(2,0)@1"), flier) == 0


# ---------------------------------------- odd maps

CLAUSES = (
    "skirmishers.los.path",
    "skirmishers.los.tie",
    "skirmishers.los.obstacles",
    "skirmishers.los.cover",
    "skirmishers.los.first-link",
    "skirmishers.los.target-dot",
    "skirmishers.los.troopers",
    "skirmishers.los.prone-shooter",
    "skirmishers.los.prone-target",
    "skirmishers.los.prone-both",
    "skirmishers.los.level-higher",
    "skirmishers.los.level-near",
    "skirmishers.los.level-indoors",
    "skirmishers.los.level-same-building",
    "skirmishers.terrain.hill-sight",
)


@pytest.mark.clause(*CLAUSES)
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_on_odd_maps_cover_is_what_the_clauses_say(data: st.DataObject) -> None:
    plan = data.draw(plans())
    board, oracle = Board.build(plan), Oracle(plan)
    spots = oracle.spots()
    start = data.draw(st.sampled_from(spots))
    some = st.frozensets(st.sampled_from(spots), max_size=4)
    standing, lying, fire, smoke = (data.draw(some) for _ in range(4))
    lying -= standing
    prone, target_prone = data.draw(st.booleans()), data.draw(st.booleans())
    clutter = Clutter(
        standing=mask_of(board, standing),
        lying=mask_of(board, lying),
        fire=mask_of(board, fire),
        smoke=mask_of(board, smoke),
        smoke_counts=3,
    )
    a = place_of(board, start)
    for spot in spots:
        b = place_of(board, spot)
        slow = oracle.cover(
            start,
            spot,
            prone=prone,
            target_prone=target_prone,
            standing=standing,
            lying=lying,
            fire=fire,
            smoke=smoke,
        )
        fast = board.sight.cover(a, b, clutter, prone=prone, target_prone=target_prone)
        assert fast == slow, (start, spot)


@pytest.mark.clause("skirmishers.los.tie")
@settings(max_examples=60, deadline=None)
@given(plans(), st.booleans(), st.booleans())
def test_sight_is_the_same_in_both_directions(plan: Plan, prone: bool, target_prone: bool) -> None:
    board = Board.build(plan)
    places = each(board.surfaces)[::3]
    for a in places:
        for b in places:
            there = board.sight.sees(a, b, prone=prone, target_prone=target_prone)
            assert there == board.sight.sees(b, a, prone=target_prone, target_prone=prone)


@settings(max_examples=20, deadline=None)
@given(plans())
def test_a_view_is_every_place_that_is_seen(plan: Plan) -> None:
    board = Board.build(plan)
    start = each(board.surfaces)[0]
    assert each(board.sight.view(start)) == [
        b for b in each(board.surfaces) if board.sight.sees(start, b)
    ]


# ---------------------------------------- why not


@pytest.mark.clause("skirmishers.los.needed")
@pytest.mark.parametrize(
    ("board", "target", "reason", "where"),
    [
        (field(), "(0,0)", "same-dot", ["(0,0)"]),
        (field(links={"(2,0)-(3,0)": WALL}), "(4,0)", "wall", ["(2,0)", "(3,0)"]),
        (field(marks={"(2,0)": Mark.TREE}), "(4,0)", "tree", ["(2,0)"]),
        (field(heights={"(2,0)": 1}), "(4,0)", "hill", ["(2,0)"]),
        (field(links={"(0,0)-(1,0)": LOW}), "(4,0)", "low", ["(0,0)", "(1,0)"]),
        (field(marks={"(2,0)@-1": Mark.TUNNEL}), "(2,0)@t", "earth", ["(0,0)", "(2,0)"]),
        (field(buildings={"A": (1, "(0,0) (1,0)")}), "(1,0)@1", "floor", ["(0,0)", "(1,0)"]),
        (
            field(buildings={"A": (1, "(0,0) (1,0)")}, heights={"(3,0)": 1}),
            "(3,0)",
            "roof",
            ["(0,0)"],
        ),
        (field(marks={"(0,1)": Mark.TREE}), "(-1,2)", "tree", ["(0,1)"]),
    ],
)
def test_a_closed_line_says_what_closes_it(
    board: Board, target: str, reason: str, where: list[str]
) -> None:
    a, b = board.place("(0,0)"), board.place(target)
    dots = tuple(board.place(dot) % board.size for dot in where)
    assert board.why_unseen(a, b, prone=True) == Blind(reason, dots)


def test_underground_the_first_dot_without_a_tunnel_closes_the_line() -> None:
    plan = Plan(5, 2)
    plan.marks = frozenset((Mark.TUNNEL, dot, TUNNEL_LEVEL) for dot in (0, 1, 3, 4))
    board = Board.build(plan)
    assert board.why_unseen(board.place("a1@t"), board.place("d1@t")) == Blind("earth", (2,))
    assert board.why_unseen(board.place("a1@t"), board.place("b1@t")) is None


@settings(max_examples=40, deadline=None)
@given(plans(), st.booleans(), st.booleans(), st.data())
def test_there_is_a_reason_exactly_where_there_is_no_sight(
    plan: Plan, prone: bool, target_prone: bool, data: st.DataObject
) -> None:
    board = Board.build(plan)
    a = data.draw(st.sampled_from(each(board.surfaces)))
    for b in each(board.surfaces):
        blind = board.why_unseen(a, b, prone=prone, target_prone=target_prone)
        assert (blind is None) == board.sight.sees(a, b, prone=prone, target_prone=target_prone)


@pytest.mark.clause("skirmishers.fire.cover", "skirmishers.los.soft")
def test_the_first_dot_of_the_map_gives_and_takes_cover_like_any_other() -> None:
    bush = field(marks={"(0,0)": Mark.VEGETATION})
    assert bush.place("(0,0)") == 0
    assert look(bush, "(3,0)", "(0,0)") == 1
    assert look(bush, "(0,0)", "(3,0)") == 0
    fire = Clutter(fire=1, smoke=1, smoke_counts=2)
    assert look(field(), "(3,0)", "(0,0)", fire) == 3
    assert look(field(), "(0,0)", "(3,0)", fire) == 0
