"""Walking over dots: the price of a step, what a budget reaches, and the way there."""

import heapq
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlemat.boards.dots import Board, Feature, Mark, Plan, Prices, Walk, each
from boards.test_dots_oracle import STEPS, TUNNEL, Oracle, Spot, field, place_of, plans

PRICES = Prices(
    step=1,
    obstructed=2,
    door=2,
    window=4,
    level=3,
    contour=3,
    rough=3,
    swamp=4,
    wire=6,
    climb=5,
    tunnel=2,
    trench=3,
    shallow=4,
    swim=4,
    breach=3,
    crawl=2,
)


def spend(board: Board, *names: str, prone: bool = False, prices: Prices = PRICES) -> int | None:
    """What it costs to go from place to place, None when one of the steps cannot be made."""
    walk = board.walk(prices, prone=prone)
    places = [board.place(name) for name in names]
    due = [walk.price(a, b) for a, b in pairwise(places)]
    return None if None in due else sum(price or 0 for price in due)


@pytest.mark.clause(
    "skirmishers.move.step", "skirmishers.move.standard", "skirmishers.move.cost-table"
)
def test_a_step_with_nothing_in_the_way_costs_one() -> None:
    assert spend(field(), "a1", "b1") == 1
    assert spend(field(), "a1", "c1") is None


@pytest.mark.clause("skirmishers.move.obstructed", "skirmishers.map.dot-features")
@pytest.mark.parametrize("feature", [Feature.LOW_WALL, Feature.FURNITURE, Feature.VEGETATION])
def test_crossing_something_low_costs_two(feature: Feature) -> None:
    assert spend(field(links={"(0,0)-(1,0)": feature}), "(0,0)", "(1,0)", "(2,0)") == 3


@pytest.mark.clause("skirmishers.move.obstructed")
def test_entering_bushes_costs_two_and_leaving_them_one() -> None:
    assert spend(field(marks={"(1,0)": Mark.VEGETATION}), "(0,0)", "(1,0)", "(2,0)") == 3


@pytest.mark.clause(
    "skirmishers.move.door", "skirmishers.move.window", "skirmishers.map.building-shell"
)
def test_a_house_is_entered_by_door_or_window_alone() -> None:
    links = {"(3,0)-(4,0)": Feature.WINDOW, "(4,0)-(5,0)": Feature.DOOR}
    board = field(buildings={"A": (1, "(4,0)")}, links=links)
    assert spend(board, "(3,0)", "(4,0)") == 4
    assert spend(board, "(5,0)", "(4,0)") == 2
    assert spend(board, "(4,0)", "(4,1)") is None
    assert spend(board, "(4,1)", "(4,0)") is None


@pytest.mark.clause("skirmishers.move.no-jump", "skirmishers.map.levels")
def test_nobody_leaves_an_upper_window_for_the_air() -> None:
    board = field(buildings={"A": (2, "(0,0)")}, links={"(0,0)-(1,0)@1": Feature.WINDOW})
    assert board.walk(PRICES).steps[board.place("(0,0)@1")] == ()
    assert board.walk(PRICES).steps[board.place("(0,0)@2")] == ()


@pytest.mark.clause("skirmishers.move.no-jump", "skirmishers.map.levels")
def test_adjoining_roofs_and_floors_can_be_crossed() -> None:
    buildings = {"A": (1, "(0,0)"), "B": (2, "(1,0)"), "C": (1, "(0,1)")}
    board = field(buildings=buildings, links={"(0,0)-(1,0)@1": Feature.WINDOW})
    assert spend(board, "(0,0)@1", "(1,0)@1") == 4
    assert spend(board, "(0,0)@1", "(0,1)@1") == 1
    assert spend(board, "(0,1)@1", "(1,0)@1") is None


@pytest.mark.clause("skirmishers.move.level", "skirmishers.map.stairs", "skirmishers.move.crawl")
def test_levels_are_changed_one_by_one_where_stairs_or_a_ladder_lead() -> None:
    marks = {"(0,0)@0": Mark.STAIRS, "(0,0)@1": Mark.LADDER}
    board = field(buildings={"A": (2, "(0,0) (1,0)")}, marks=marks)
    assert spend(board, "(0,0)", "(0,0)@1", "(0,0)@2", "(1,0)@2") == 7
    assert spend(board, "(0,0)@2", "(0,0)@1") == 3
    assert spend(board, "(1,0)", "(1,0)@1") is None
    assert spend(board, "(0,0)", "(0,0)@1", prone=True) == 6


@pytest.mark.clause("skirmishers.move.combine")
def test_of_several_prices_the_highest_is_paid() -> None:
    board = field(links={"(0,0)-(1,0)": Feature.WINDOW}, marks={"(1,0)": Mark.VEGETATION})
    assert spend(board, "(0,0)", "(1,0)") == 4


@pytest.mark.clause("skirmishers.move.crawl")
def test_crawling_costs_double() -> None:
    board = field(links={"(0,0)-(1,0)": Feature.LOW_WALL})
    assert spend(board, "(0,0)", "(1,0)", prone=True) == 4


@pytest.mark.clause(
    "skirmishers.move.step", "skirmishers.map.obstacles", "skirmishers.terrain.climb"
)
def test_trees_and_high_walls_bar_the_way_but_free_walls_can_be_climbed_at_a_price() -> None:
    board = field(
        marks={"(2,0)": Mark.TREE},
        links={"(0,0)-(1,0)": Feature.HIGH_WALL, "(5,0)-(6,0)": Feature.HIGH_WALL},
        buildings={"A": (1, "(5,0) (6,0)")},
    )
    assert spend(board, "(1,0)", "(2,0)") is None
    assert spend(board, "(0,0)", "(1,0)") == 5
    assert spend(board, "(0,0)", "(1,0)", prices=replace(PRICES, climb=None)) is None
    assert spend(board, "(5,0)", "(6,0)") is None
    assert spend(board, "(4,0)", "(5,0)") is None


@pytest.mark.clause("skirmishers.terrain.contour", "skirmishers.terrain.table")
def test_each_contour_line_crossed_is_paid_up_and_down() -> None:
    board = field(heights={"(1,0)": 1, "(2,0)": 1, "(3,0)": 3}, marks={"(2,0)@1": Mark.SWAMP})
    assert spend(board, "(0,0)", "(1,0)") == 3
    assert spend(board, "(1,0)", "(0,0)") == 3
    assert spend(board, "(1,0)", "(2,0)") == 4
    assert spend(board, "(2,0)", "(3,0)") == 6
    assert spend(field(heights={"(1,0)": 1}, marks={"(1,0)@1": Mark.SWAMP}), "(0,0)", "(1,0)") == 4


@pytest.mark.clause("skirmishers.terrain.contour", "skirmishers.move.no-jump")
def test_no_contour_leads_onto_a_floor_or_roof_of_another_level() -> None:
    board = field(heights={"(1,0)": 2}, buildings={"A": (1, "(2,0)"), "B": (2, "(0,0)")})
    assert spend(board, "(1,0)", "(2,0)@1") is None
    assert spend(board, "(1,0)", "(0,0)@2") == 1


@pytest.mark.clause(
    "skirmishers.terrain.rough",
    "skirmishers.terrain.swamp",
    "skirmishers.terrain.wire-cost",
    "skirmishers.terrain.shallow",
    "skirmishers.terrain.swim",
)
@pytest.mark.parametrize(
    ("mark", "price"),
    [(Mark.ROUGH, 3), (Mark.SWAMP, 4), (Mark.WIRE, 6), (Mark.SHALLOW, 4), (Mark.DEEP, 4)],
)
def test_slow_ground_is_paid_for_on_entering(mark: Mark, price: int) -> None:
    board = field(marks={"(1,0)": mark})
    assert spend(board, "(0,0)", "(1,0)") == price
    assert spend(board, "(1,0)", "(0,0)") == 1


@pytest.mark.clause("skirmishers.terrain.swim", "skirmishers.terrain.swim-load")
def test_who_cannot_swim_does_not_enter_deep_water() -> None:
    board = field(marks={"(1,0)": Mark.DEEP})
    assert spend(board, "(0,0)", "(1,0)", prices=replace(PRICES, swim=None)) is None


@pytest.mark.clause("skirmishers.terrain.trench")
def test_a_trench_is_paid_for_at_its_edge() -> None:
    board = field(marks={f"({q},0)": Mark.TRENCH for q in (1, 2, 3)})
    assert spend(board, "(0,0)", "(1,0)", "(2,0)", "(3,0)") == 5
    assert spend(board, "(3,0)", "(4,0)") == 3


@pytest.mark.clause("skirmishers.terrain.tunnel")
def test_a_tunnel_is_entered_at_its_mouth_and_crawled_through() -> None:
    marks = {f"({q},0)@-1": Mark.TUNNEL for q in (0, 1, 2)}
    board = field(marks=marks)
    board = board.with_marks([(Mark.MOUTH, board.place("(0,0)"), -1)])
    assert spend(board, "(0,0)", "(0,0)@t", "(1,0)@t", "(2,0)@t") == 6
    assert spend(board, "(0,0)@t", "(0,0)") == 2
    assert spend(board, "(1,0)@t", "(1,0)") is None
    assert spend(board, "(0,0)@t", "(1,0)@t", prone=True) == 2


@pytest.mark.clause("skirmishers.large.breach", "skirmishers.large.tree")
def test_a_breach_and_a_felled_tree_are_rough_going_on_a_new_board() -> None:
    board = field(buildings={"A": (1, "(4,0)")}, marks={"(1,0)": Mark.TREE})
    tree, link = board.place("(1,0)"), (board.place("(3,0)"), board.place("(4,0)"))
    breached = board.with_link(link, 0, Feature.BREACH)
    assert spend(breached, "(3,0)", "(4,0)") == spend(breached, "(4,0)", "(3,0)") == 3
    assert spend(board, "(3,0)", "(4,0)") is None
    assert breached.sight.sees(*link)
    felled = breached.with_marks([(Mark.ROUGH, tree, 0)], [(Mark.TREE, tree, 0)])
    assert spend(felled, "(0,0)", "(1,0)") == 3
    assert (
        felled.with_link(link, 0, None).with_marks([(Mark.TREE, tree, 0)], [(Mark.ROUGH, tree, 0)])
        is board
    )


@pytest.mark.clause("skirmishers.move.occupied", "skirmishers.map.occupancy")
def test_nobody_walks_through_others_on_his_level() -> None:
    board = field(height=1)
    reach = board.walk(PRICES).reach(board.place("a1"), 8, 1 << board.place("c1"))
    assert each(reach.places) == [board.place("b1")]


@pytest.mark.clause("skirmishers.move.afford", "skirmishers.move.cap")
def test_a_budget_reaches_what_it_pays_for_in_full() -> None:
    board = field(height=1, marks={"(2,0)": Mark.SWAMP})
    reach = board.walk(PRICES).reach(board.place("a1"), 6)
    assert {board.name(place): reach.price(place) for place in each(reach.places)} == {
        "b1": 1,
        "c1": 5,
        "d1": 6,
    }


@pytest.mark.clause("skirmishers.fire.trigger-move")
def test_a_path_names_every_dot_entered_and_keeps_out_of_danger_where_it_can() -> None:
    board = field()
    reach = board.walk(PRICES).reach(board.place("(0,1)"), 8)
    plain = [board.axial(place) for place in reach.path(board.place("(2,2)"))]
    assert plain == [(1, 1), (2, 1), (2, 2)]
    danger = 1 << board.place("(1,1)") | 1 << board.place("(2,1)")
    careful = [board.axial(place) for place in reach.path(board.place("(2,2)"), danger)]
    assert careful == [(0, 2), (1, 2), (2, 2)]


def test_what_is_out_of_reach_has_no_path() -> None:
    board = field()
    reach = board.walk(PRICES).reach(board.place("a1"), 2)
    with pytest.raises(ValueError, match="d1 is out of reach"):
        reach.path(board.place("d1"))


# ---------------------------------------- odd maps


def slow_price(oracle: Oracle, a: Spot, b: Spot) -> int | None:
    """The price of a step between two spots, standing."""
    here, there = a[:2], b[:2]
    if here == there:
        if TUNNEL in (a[2], b[2]):
            mouth = (Mark.MOUTH, here, TUNNEL) in oracle.marks
            return 2 if mouth and max(a[2], b[2]) == oracle.height[here] else None
        low = min(a[2], b[2])
        climb = {(Mark.STAIRS, here, low), (Mark.LADDER, here, low)} & oracle.marks
        return 3 if abs(a[2] - b[2]) == 1 and climb else None
    open_ground = TUNNEL not in (a[2], b[2]) and not {here, there} & set(oracle.building)
    if oracle.distance(here, there) != 1 or not (a[2] == b[2] or open_ground):
        return None
    if (Mark.TREE, there, b[2]) in oracle.marks:
        return None
    due = [1, 3 * abs(a[2] - b[2])]
    for level in range(min(a[2], b[2]), max(a[2], b[2]) + 1):
        feature = oracle.feature(here, there, level)
        if feature is Feature.HIGH_WALL:
            indoors = any(
                dot in oracle.building and oracle.height[dot] <= level < oracle.roof(dot)
                for dot in (here, there)
            )
            if indoors or level == TUNNEL:
                return None
        due.append(
            {
                None: 0,
                Feature.HIGH_WALL: 5,
                Feature.WINDOW: 4,
                Feature.BREACH: 3,
            }.get(feature, 2)
        )
    for mark, price in (
        (Mark.VEGETATION, 2),
        (Mark.ROUGH, 3),
        (Mark.SWAMP, 4),
        (Mark.WIRE, 6),
        (Mark.SHALLOW, 4),
        (Mark.DEEP, 4),
    ):
        due.append(price * ((mark, there, b[2]) in oracle.marks))
    trench = [(Mark.TRENCH, *spot) in oracle.marks for spot in ((here, a[2]), (there, b[2]))]
    due.append(3 * (trench[0] != trench[1]))
    return max(due) * (2 if a[2] == TUNNEL else 1)


def slow_reach(oracle: Oracle, start: Spot, budget: int, taken: frozenset[Spot]) -> dict[Spot, int]:
    """The cheapest price of every spot within a budget."""
    prices: dict[Spot, int] = {}
    queue = [(0, start)]
    while queue:
        spent, spot = heapq.heappop(queue)
        if spot in prices:
            continue
        prices[spot] = spent
        dots = [spot[:2], *((spot[0] + dq, spot[1] + dr) for dq, dr in STEPS)]
        for dot in dots:
            for level in oracle.levels(dot) if dot in oracle.index else ():
                there = (*dot, level)
                price = slow_price(oracle, spot, there)
                if price is not None and there not in taken and spent + price <= budget:
                    heapq.heappush(queue, (spent + price, there))
    del prices[start]
    return prices


@pytest.mark.clause(
    "skirmishers.move.combine",
    "skirmishers.move.step",
    "skirmishers.move.level",
    "skirmishers.terrain.contour",
    "skirmishers.terrain.trench",
    "skirmishers.terrain.tunnel",
)
@settings(max_examples=120, deadline=None)
@given(st.data())
def test_on_odd_maps_reach_is_what_the_clauses_say(data: st.DataObject) -> None:
    plan = data.draw(plans())
    board, oracle = Board.build(plan), Oracle(plan)
    spots = oracle.spots()
    start = data.draw(st.sampled_from(spots))
    taken = data.draw(st.frozensets(st.sampled_from(spots), max_size=4)) - {start}
    budget = data.draw(st.integers(0, 10))
    blocked = sum(1 << place_of(board, spot) for spot in taken)
    walk = board.walk(PRICES)
    reach = walk.reach(place_of(board, start), budget, blocked)
    slow = {
        place_of(board, spot): price
        for spot, price in slow_reach(oracle, start, budget, taken).items()
    }
    assert {place: reach.price(place) for place in each(reach.places)} == slow
    danger = data.draw(st.integers(0, board.surfaces))
    for place, price in slow.items():
        for way in (reach.path(place), reach.path(place, danger)):
            steps = [
                walk.price(a, b) for a, b in zip((place_of(board, start), *way), way, strict=False)
            ]
            assert sum(step or 99 for step in steps) == price
            assert way[-1] == place


@settings(max_examples=40, deadline=None)
@given(plans())
def test_crawling_doubles_every_step_but_those_already_crawled(plan: Plan) -> None:
    board = Board.build(plan)
    standing, crawling = board.walk(PRICES), board.walk(PRICES, prone=True)
    for place in each(board.surfaces):
        below = board.level(place) == TUNNEL
        doubled = [(there, price if below else 2 * price) for there, price in standing.steps[place]]
        assert list(crawling.steps[place]) == doubled


@pytest.mark.clause(
    "skirmishers.melee.reach", "skirmishers.terrain.contour", "skirmishers.vehicle.ram"
)
def test_arms_reach_is_one_dot_and_at_most_one_contour_with_no_high_wall_between() -> None:
    board = field(
        heights={"(1,1)": 1, "(0,2)": 2},
        links={"(0,1)-(1,0)": Feature.HIGH_WALL, "(0,1)-(0,0)": Feature.LOW_WALL},
    )
    near = {board.axial(place) for place in each(board.terrain.beside(board.place("(0,1)")))}
    assert near == {(0, 0), (1, 1), (-1, 2)}


@settings(max_examples=40, deadline=None)
@given(plans(), st.data())
def test_a_reach_that_is_kept_is_the_one_that_would_be_found_anew(
    plan: Plan, data: st.DataObject
) -> None:
    board = Board.build(plan)
    places = each(board.surfaces)
    kept = board.walk(PRICES)
    for _ in range(6):
        start = data.draw(st.sampled_from(places))
        budget = data.draw(st.integers(0, 8))
        blocked = sum(1 << place for place in data.draw(st.sets(st.sampled_from(places))))
        found = kept.reach(start, budget, blocked)
        anew = Walk(board.terrain, PRICES, prone=False).reach(start, budget, blocked)
        assert found.layers == anew.layers
        every = range(board.layers * board.size)
        assert found.pick(every) == [place for layer in anew.layers[1:] for place in each(layer)]
