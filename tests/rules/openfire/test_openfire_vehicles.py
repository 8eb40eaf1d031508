"""Chapters "Vehicles", "Transports" and "Aircraft"."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.errors import Refused
from battlemat.rulebooks.openfire.chapters.moving.paths import allowance
from battlemat.rulebooks.openfire.chapters.rounds import end_round
from battlemat.rulebooks.openfire.state.battle import ABOARD, GONE, RESERVE, TABLE
from rules.openfire.table import Table, mission, model, objective, tank, unit, weapon

CARRIER = tank(special=["Vehicle", "Transport (6)"])
JET = tank(mov=[12, 20], special=["Aircraft"], base={"length": 200, "width": 200, "height": 100})


def driver(at: Any = (1000, 1000), **more: Any) -> Table:
    """R1, a vehicle, is about to move."""
    return Table(
        [unit("R1", tank(**more.pop("changes", {}))), *more.pop("red", [])],
        [unit("B1", *more.pop("enemy", []))],
        {"R1": at, "B1": more.pop("foe", (4500, 4500)), **more.pop("others", {})},
        active=("R1", "move"),
        **more,
    )


# ---------------------------------------------------------------------- vehicles


@pytest.mark.clause("openfire.vehicle.manoeuvre")
def test_a_vehicle_turns_by_manoeuvres_of_up_to_45_degrees() -> None:
    table = driver()
    assert table.allows("move R1 left 45")
    assert table.refused("move R1 left 46") == "openfire.vehicle.manoeuvre"
    assert table.refused("move R1 go 1.00 face 90") == "openfire.vehicle.manoeuvre"
    table.play("move R1 right 45")
    assert table["R1"].lead.facing == 315
    assert table.battle.moved or table.asked() == "blue activate"


@pytest.mark.clause("openfire.vehicle.free-manoeuvre", "openfire.vehicle.extra-manoeuvre")
def test_one_manoeuvre_is_free_and_each_further_one_costs_two_inches() -> None:
    table = driver()
    assert table.allows("move R1 left 45 go 4.00 left 45 go 4.00")
    assert table.refused("move R1 left 45 go 4.00 left 45 go 4.01") == (
        "openfire.vehicle.extra-manoeuvre"
    )
    assert table.allows("move R1 go 5.00 left 45 go 5.00")  # free at any point


@pytest.mark.clause("openfire.vehicle.steps", "openfire.vehicle.manoeuvre")
def test_a_way_of_several_steps_goes_on_from_where_each_step_ended() -> None:
    table = driver((1000, 1000))
    table.play("move R1 go 3.00 left 45 go 4.00 right 45 go 1.00")
    lead = table["R1"].lead
    assert (lead.x, lead.y, lead.facing) == (1000 + 300 + 283 + 100, 1000 + 283, 0)


@pytest.mark.clause("openfire.vehicle.steps")
@pytest.mark.parametrize(
    ("points", "steps", "end"),
    [
        ("14.00,10.00", "go 4.00", (1400, 1000, 0)),
        ("14.00,10.00 17.00,13.00", "go 4.00 left 45 go 4.25", (1701, 1301, 45)),
        ("10.00,14.00", "left 45 left 45 go 4.00", (1000, 1400, 90)),
        (
            "12.00,10.00 14.00,12.00 14.00,14.00",
            "go 2.00 left 45 go 2.83 left 45 go 2.00",
            (1400, 1400, 90),
        ),
    ],
)
def test_a_way_given_by_points_is_driven_from_point_to_point(
    points: str, steps: str, end: tuple[int, int, int]
) -> None:
    table = driver((1000, 1000))
    assert table.game.write(table.game.read(f"move R1 {points}")) == f"move R1 {steps}"
    table.play(f"move R1 {points}")
    lead = table["R1"].lead
    assert (lead.x, lead.y, lead.facing) == end


@pytest.mark.clause("openfire.vehicle.advance-manoeuvre")
def test_an_advancing_vehicle_makes_one_manoeuvre_at_most() -> None:
    table = driver()
    assert table.allows("advance R1 left 20 go 12.00")
    assert table.refused("advance R1 left 20 go 1.00 right 20") == (
        "openfire.vehicle.advance-manoeuvre"
    )


@pytest.mark.clause("openfire.vehicle.steps")
@pytest.mark.parametrize(
    ("facing", "length", "end"), [(30, "5.00", (1433, 1250)), (45, "3.00", (1212, 1212))]
)
def test_a_run_ends_at_a_rounded_point_and_costs_its_length(
    facing: int, length: str, end: tuple[int, int]
) -> None:
    table = driver((1000, 1000, facing))
    table.play(f"move R1 go {length}")
    assert (table["R1"].lead.x, table["R1"].lead.y) == end
    assert table.told("move")[0].facts["cost"] == length


@pytest.mark.clause("openfire.vehicle.sweep", "openfire.vehicle.barrier")
def test_what_a_vehicle_sweeps_must_be_free_and_barriers_only_cost() -> None:
    rock = {"name": "rock", "keyword": "impassable", "box": [1500, 1090, 1600, 1200]}
    hedge = {"name": "hedge", "keyword": "barrier", "box": [1500, 500, 1520, 1500]}
    assert driver(parts=[rock]).refused("move R1 go 5.00") == "openfire.terrain.impassable"
    over = driver(parts=[hedge])
    assert over.allows("move R1 go 9.00")
    assert not over.allows("move R1 go 9.01")
    assert driver(foe=(1500, 1000)).refused("move R1 go 5.00") == "openfire.move.enemy-bases"
    assert driver((300, 1000)).refused("move R1 back 2.00") == "openfire.move.board-edge"


@pytest.mark.clause("openfire.vehicle.no-climb")
def test_vehicles_do_not_climb() -> None:
    wall = {"name": "wall", "keyword": "climbable", "levels": 1, "box": [1500, 900, 1520, 1100]}
    hill = {"name": "hill", "level": 1, "climbable": "all", "box": [1400, 500, 2400, 1500]}
    assert driver(parts=[wall]).refused("move R1 go 5.00") == "openfire.vehicle.no-climb"
    assert driver(areas=[hill]).refused("move R1 go 8.00") == "openfire.vehicle.no-climb"
    flying = driver(areas=[hill], changes={"special": ["Vehicle", "Flying"]})
    assert flying.allows("move R1 go 8.00")


@pytest.mark.clause("openfire.vehicle.one-direction")
def test_a_vehicle_moves_forward_or_backward_never_both() -> None:
    assert driver().refused("move R1 go 1.00 back 1.00") == "openfire.vehicle.one-direction"


@pytest.mark.clause("openfire.vehicle.reverse-half", "openfire.vehicle.damaged")
def test_backward_the_rate_is_halved_after_stress_and_damage_and_the_advance_is_not() -> None:
    table = driver(changes={"mov": 9})
    assert allowance(table.battle, table["R1"], False, backward=True) == 450
    assert allowance(table.battle, table["R1"], True, backward=True) == 1050
    hurt = driver((1000, 1000, 0, 4), changes={"mov": 9}, units={"R1": {"stress": 1}})
    assert allowance(hurt.battle, hurt["R1"], False, backward=True) == 300


@pytest.mark.clause("openfire.vehicle.damaged")
@pytest.mark.parametrize(
    ("full", "left", "crippled"), [(10, 5, False), (10, 4, True), (7, 3, True)]
)
def test_a_vehicle_is_crippled_by_losing_more_than_half(
    full: int, left: int, crippled: bool
) -> None:
    table = driver((1000, 1000, 0, left), changes={"hp": full})
    assert table["R1"].is_crippled(0) is crippled
    assert allowance(table.battle, table["R1"], False) == (800 if crippled else 1000)


@pytest.mark.clause("openfire.vehicle.damaged", "openfire.attack.defence-modifiers")
def test_a_crippled_vehicle_shoots_and_defends_at_minus_two() -> None:
    table = Table(
        [unit("R1", tank())],
        [unit("B1", tank())],
        {"R1": (1000, 1000, 0, 4), "B1": (3000, 1000, 180, 4)},
        active=("R1", "attack"),
        weapons={"rifle": weapon(att=2)},
    )
    table.play("attack R1 B1", dice="7 8 8")
    assert table.told("hits")[0].facts["hits"] == 1
    assert table["B1"].hp == [3]  # 8 - 2 fails against 7


@pytest.mark.clause("openfire.vehicle.no-secure")
def test_a_unit_with_a_vehicle_cannot_secure() -> None:
    table = Table(
        [unit("R1", tank()), unit("R2")],
        [unit("B1")],
        {"R1": (2400, 2400), "R2": (2400, 2700), "B1": (4500, 4500)},
        active=("R1", "move"),
        mission=mission(objectives=[objective()]),
    )
    table.play("skip move")
    assert table.asked() == "blue activate"  # not even asked
    allowed = Table(
        [unit("R1", tank())],
        [unit("B1")],
        {"R1": (2400, 2400), "B1": (4500, 4500)},
        active=("R1", "move"),
        mission=mission(objectives=[objective()], rules={"vehicles_secure": True}),
    )
    allowed.play("skip move")
    assert allowed.asked() == "red secure"


# ---------------------------------------------------------------------- transports


def boarding(count: int = 2, **more: Any) -> Table:
    """R1 stands beside the transport R2 and is about to move."""
    return Table(
        [
            unit("R1", *[model(**more.pop("changes", {})) for _ in range(count)]),
            unit("R2", CARRIER),
            *more.pop("red", []),
        ],
        [unit("B1", *more.pop("enemy", []))],
        {
            "R1": [(1000, 1000 - 120 * n) for n in range(count)],
            "R2": (1000, 1250),
            "B1": more.pop("foe", (4500, 4500)),
        },
        active=("R1", "move"),
        **more,
    )


@pytest.mark.clause("openfire.transport.embark", "openfire.transport.embark-ends")
def test_a_unit_whose_leader_ends_beside_a_transport_may_embark_and_is_done() -> None:
    table = boarding(foe=(2000, 1000))
    table.play("move R1 embark R2")
    assert table["R1"].place == ABOARD
    assert not table["R1"].bases
    assert table.asked() == "blue activate"  # no attack, no secure
    far = boarding()
    assert far.refused("move R1 10.00,9.40 embark R2") == "openfire.transport.embark"


@pytest.mark.clause("openfire.transport.capacity", "openfire.transport.several-units")
def test_a_transport_takes_as_many_models_as_it_has_room_for() -> None:
    waiting = [unit("R3", model(), model(), model(), model())]
    table = boarding(2, red=waiting, units={"R3": {"place": "aboard R2"}})
    assert table.allows("move R1 embark R2")  # four and two fill it
    full = boarding(3, red=waiting, units={"R3": {"place": "aboard R2"}})
    assert full.refused("move R1 embark R2") == "openfire.transport.capacity"


@pytest.mark.clause("openfire.transport.who")
def test_transports_carry_neither_vehicles_nor_transports_nor_enemies() -> None:
    table = boarding()
    assert table.refused("move R1 embark B1") == "openfire.transport.who"
    walker = boarding(1, changes={"special": ["Vehicle"]})
    assert walker.refused("move R1 embark R2") == "openfire.transport.who"


def riding(*answers: str, foe: tuple[int, int] = (4500, 4500), **more: Any) -> Table:
    """R1 rides in R2, and red is to move."""
    table = Table(
        [unit("R1", model(), model()), unit("R2", CARRIER)],
        [unit("B1")],
        {"R2": (1000, 1250), "B1": foe},
        units={"R1": {"place": "aboard R2"}, **more.pop("units", {})},
        **more,
    )
    return table.play(*answers)


@pytest.mark.clause("openfire.transport.disembark")
def test_an_embarked_unit_gets_out_beside_its_transport_and_acts_as_usual() -> None:
    table = riding("activate R1")
    assert table.refused("disembark R1 10.00,9.99") == "openfire.transport.disembark"
    table.play("disembark R1 10.00,10.00", "followers auto")
    assert table["R1"].place == TABLE
    assert table.asked() == "red move"
    assert not table.battle.moved


@pytest.mark.clause("openfire.transport.disembark-assault")
def test_a_leader_does_not_get_out_beside_the_enemy_but_a_follower_may() -> None:
    table = riding("activate R1", foe=(1000, 800))
    assert table.refused("disembark R1 10.00,10.00") == "openfire.transport.disembark-assault"
    table.play("disembark R1 13.00,10.50", "followers 2 11.50,9.00")
    assert len(table["R1"].bases) == 2


@pytest.mark.clause("openfire.transport.not-both")
def test_a_unit_that_got_out_does_not_get_in_again() -> None:
    table = riding("activate R1", "disembark R1 10.00,10.00", "followers auto")
    assert table.refused("move R1 embark R2") == "openfire.transport.not-both"


@pytest.mark.clause("openfire.activation.embarked")
def test_a_unit_that_stays_aboard_only_recovers() -> None:
    table = riding("activate R1", units={"R1": {"place": "aboard R2", "stress": 1}})
    table.play("aboard R1", dice="12")
    assert table["R1"].stress == 0
    assert table.asked() == "blue activate"


@pytest.mark.clause("openfire.transport.moves-along", "openfire.activation.embarked")
def test_passengers_go_along_and_cannot_get_out_off_the_table() -> None:
    table = riding("activate R2", "move R2 go 5.00")
    assert table["R1"].place == ABOARD
    away = Table(
        [
            unit("R1"),
            unit("R2", tank(mov=[8, 10], special=["Aircraft", "Transport (6)"])),
            unit("R3"),
        ],
        [unit("B1")],
        {"R3": (1000, 1000), "B1": (4500, 4500)},
        units={"R1": {"place": "aboard R2"}, "R2": {"place": "left"}},
        round=3,
    )
    assert away.offers() == ["activate R2", "activate R3"]
    assert away.refused("activate R1") == "openfire.activation.embarked"


def wrecked(
    *answers: str, blue: Any = None, foe: Any = None, dice: str = "12 1", **more: Any
) -> Table:
    """B1 destroys the transport R2 in which R1 rides."""
    table = Table(
        [
            unit("R1", model(), model()),
            unit("R2", tank(hp=1, special=["Vehicle", "Transport (6)"])),
        ],
        [unit("B1"), *(blue or [])],
        {"R2": (2000, 2000), "B1": (2000, 1000), **(foe or {})},
        units={"R1": {"place": "aboard R2", "stress": 1}},
        active=("B1", "attack"),
        to_move="blue",
        **more,
    )
    return table.play("attack B1 rifle:1>R2", *answers, dice=dice)


@pytest.mark.clause("openfire.transport.wreck", "openfire.transport.wreck-status")
def test_passengers_of_a_wreck_are_placed_beside_it_at_once() -> None:
    table = wrecked()
    assert table.asked() == "red wreck"
    assert table.refused("emerge R1 20.00,17.49") == "openfire.transport.disembark"
    assert table.refused("emerge R1 20.00,18.60") == "openfire.formation.legal-place"  # on it
    table.play("emerge R1 20.00,17.50", "followers auto")
    one = table["R1"]
    assert (one.place, one.stress, one.activated, one.hurt) == (TABLE, 1, False, False)
    assert one.transport == (-1, -1)
    assert table["R2"].place == GONE


@pytest.mark.clause("openfire.transport.wreck-search")
def test_the_program_finds_the_first_place_around_the_wreck() -> None:
    table = wrecked()
    assert table.offers()[0].startswith("emerge R1 ")
    assert table.refused("crushed R1") == "openfire.reserve.no-room"  # there is room


def ringed(gap: int) -> dict[str, list[tuple[int, int]]]:
    """Enemy models all around a transport at (2000, 2000)."""
    spots = [(2000 + dx, 2000 + dy) for dx in range(-400, 401, 200) for dy in (-gap, gap)]
    spots += [(2000 + dx, 2000 + dy) for dx in (-400, 400) for dy in range(-100, 101, 100)]
    return {"B2": spots}


@pytest.mark.clause("openfire.transport.wreck-leader")
def test_a_unit_whose_leader_finds_no_place_is_lost() -> None:
    ring = ringed(300)
    crowd = unit("B2", *[model(special=["Skirmishers"]) for _ in ring["B2"]])
    table = wrecked(blue=[crowd], foe=ring, weapons={"rifle": weapon(special=["Blast"])})
    assert table.offers() == ["crushed R1"]
    table.play("crushed R1")
    assert table["R1"].place == GONE


@pytest.mark.clause("openfire.transport.wreck-losses")
def test_a_passenger_that_finds_no_place_is_lost_and_only_then() -> None:
    wall = {"name": "wall", "keyword": "impassable", "height": 130, "sight": "solid"}
    boxes = [  # a pen as wide as the transport, with a pocket for one model
        [1700, 1800, 1790, 2300],
        [2210, 1800, 2300, 2300],
        [1700, 1800, 2300, 1890],
        [1700, 2110, 1940, 2240],
        [2060, 2110, 2300, 2240],
        [1700, 2230, 2300, 2300],
    ]
    table = wrecked(parts=[{**wall, "box": box} for box in boxes], dice="12 1")
    table.play(table.offers()[0])
    assert table["R1"].alive == [0, 1]
    assert table.refused("followers 2 20.00,25.00") == "openfire.formation.sight"
    table.play("followers auto")
    assert table["R1"].alive == [0]
    roomy = wrecked()
    roomy.play("emerge R1 20.00,17.50")
    assert roomy.refused("followers 2 lost") == "openfire.transport.wreck-search"
    roomy.play("followers auto")
    assert roomy["R1"].alive == [0, 1]


# ---------------------------------------------------------------------- aircraft


def jet(at: Any = (1000, 2400), **more: Any) -> Table:
    """R1, an aircraft that goes 12 to 20 inches, is about to move."""
    return Table(
        [unit("R1", {**JET, **more.pop("changes", {})}), unit("R2")],
        [unit("B1", *more.pop("enemy", []))],
        {"R1": at, "R2": (300, 300), "B1": more.pop("foe", (4500, 4500))},
        active=more.pop("active", ("R1", "move")),
        **more,
    )


@pytest.mark.clause("openfire.aircraft.counts-as")
def test_an_aircraft_is_a_flying_support_vehicle() -> None:
    power = jet()["R1"].power
    assert power.vehicle
    assert power.flies
    assert power.support
    assert power.vulnerable == ("rear",)


@pytest.mark.clause("openfire.aircraft.forward-only")
def test_aircraft_never_go_backward() -> None:
    assert jet().refused("move R1 back 3.00") == "openfire.aircraft.forward-only"


@pytest.mark.clause("openfire.aircraft.min-max", "openfire.activation.optional")
def test_an_aircraft_goes_at_least_its_minimum_and_must_move() -> None:
    table = jet()
    assert table.refused("move R1 go 11.99") == "openfire.aircraft.min-max"
    assert table.allows("move R1 go 12.00")
    assert table.refused("move R1 go 20.01") == "openfire.vehicle.steps"
    assert table.refused("stall R1") == "openfire.aircraft.min-max"
    assert not table.allows("skip move")


@pytest.mark.clause("openfire.aircraft.modified-max")
def test_stress_and_damage_touch_only_the_maximum() -> None:
    table = jet((1000, 2400, 0, 4), units={"R1": {"stress": 2}})
    assert table.refused("move R1 go 11.99") == "openfire.aircraft.min-max"
    assert table.allows("move R1 go 16.00")
    assert table.refused("move R1 go 16.01") == "openfire.vehicle.steps"
    weary = jet(changes={"mov": [12, 14]}, units={"R1": {"stress": 3}})
    assert weary.refused("move R1 go 12.00") == "openfire.vehicle.steps"
    assert weary.allows("advance R1 go 17.00")


@pytest.mark.clause("openfire.aircraft.stall")
def test_an_aircraft_that_cannot_go_its_minimum_falls() -> None:
    slow = ["Aircraft", "Slow"]
    table = jet(changes={"mov": [12, 14], "special": slow}, units={"R1": {"stress": 3}})
    assert table.offers() == ["stall R1"]
    table.play("stall R1")
    assert table["R1"].place == GONE


@pytest.mark.clause("openfire.aircraft.leave")
def test_an_aircraft_that_leaves_the_table_is_in_reserve_and_keeps_its_stress() -> None:
    table = jet((4000, 2400), units={"R1": {"stress": 2}})
    assert table.refused("move R1 go 8.00 go 5.00") == "openfire.aircraft.leave"
    with pytest.raises(Refused, match="has left the table after step 1: stop there"):
        table.game.read("move R1 go 8.00 go 5.00")
    with pytest.raises(Refused, match="has left the table after step 2: stop there"):
        table.game.read("move R1 go 2.00 go 6.00 go 5.00")
    table.play("move R1 go 8.00")
    one = table["R1"]
    assert (one.place, one.stress, one.activated) == (RESERVE, 2, True)
    assert table.asked() == "blue activate"


@pytest.mark.clause("openfire.aircraft.leave", "openfire.assault.leave-trigger")
def test_leaving_the_table_leaves_the_assault_range_of_those_it_passed() -> None:
    table = jet((4000, 2400), foe=(4300, 2550), enemy=[model(weapons=["knife"])])
    table.play("move R1 go 8.00")
    assert table.asked() == "blue free attack"


@pytest.mark.clause("openfire.aircraft.return", "openfire.special.support-test")
def test_an_aircraft_comes_back_from_the_next_round_on_with_a_command_test() -> None:
    table = jet((4000, 2400))
    table.play("move R1 go 8.00")
    assert table.battle.round == table["R1"].left_in == 1
    back = jet(
        (1000, 2400),
        active=None,
        round=2,
        units={"R1": {"place": "left"}},
    )
    assert back.offers() == ["activate R1", "activate R2"]
    back.play("activate R1", dice="7")
    assert back.asked() == "red deploy"
    back.play("deploy R1 w 3.00,24.00 face 0")
    assert back["R1"].place == TABLE
    assert back.asked() == "red move"


@pytest.mark.clause("openfire.aircraft.return")
def test_an_aircraft_does_not_come_back_in_the_round_in_which_it_left() -> None:
    table = jet((4000, 2400), units={"B1": {"activated": True}})
    table.play("move R1 go 8.00")
    assert table.offers() == ["activate R2"]


@pytest.mark.clause("openfire.aircraft.standing")
def test_an_aircraft_ends_at_a_legal_place_and_stands_on_the_ground_below() -> None:
    hill = {"name": "hill", "level": 2, "climbable": [], "box": [2000, 2000, 3000, 2800]}
    table = jet(areas=[hill])
    assert table.refused("move R1 go 19.99") == "openfire.terrain.climb-complete"
    table.play("move R1 go 15.00")
    assert table["R1"].lead.level == 2


@pytest.mark.clause("openfire.aircraft.min-max")
def test_a_deployed_aircraft_must_go_its_minimum_at_once() -> None:
    table = jet(active=None, units={"R1": {"place": "reserve"}})
    table.play("activate R1", "deploy R1 w 3.00,24.00 face 0")
    assert table.refused("move R1 go 11.00") == "openfire.aircraft.min-max"


@pytest.mark.clause("openfire.reserve.forfeit")
def test_aircraft_in_reserve_do_not_keep_their_player_in_the_game() -> None:
    table = Table(
        [unit("R1", JET)],
        [unit("B1")],
        {"B1": (4000, 4000)},
        units={"R1": {"place": "left"}},
        round=2,
    )
    end_round(table.battle)
    assert table.battle.winner == 1


@pytest.mark.clause("openfire.aircraft.stall", "openfire.transport.wreck")
def test_passengers_of_a_falling_aircraft_get_out_of_the_wreck() -> None:
    bus = {**JET, "mov": [12, 14], "special": ["Aircraft", "Slow", "Transport (4)"]}
    table = Table(
        [unit("R1", bus), unit("R2")],
        [unit("B1")],
        {"R1": (1000, 2400), "B1": (4500, 4500)},
        units={"R1": {"stress": 3}, "R2": {"place": "aboard R1"}},
        active=("R1", "move"),
    )
    table.play("stall R1")
    table.play(table.offers()[0])
    assert (table["R1"].place, table["R2"].place) == (GONE, TABLE)
