"""Vehicles: card, modes, segments, turns, wipe-outs and fighting from the saddle."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.kernel.questions import Flow
from battlemat.rulebooks.skirmishers.chapters.firing.damage import hurt
from battlemat.rulebooks.skirmishers.chapters.vehicles.machine import (
    control_check,
    settle_vehicles,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.ride import scorch
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit
from battlemat.rulebooks.skirmishers.state.vehicles import TYPES, VEHICLE_TRACK, fastest
from rules.skirmishers.table import Table, foe, ground, name_of, trooper

ON: dict[str, Any] = {"switches": ("vehicles",)}
WEST: dict[str, Any] = {"degrees": 60, "heading": 6}


def vehicle(
    front: Any = (5, 2), kind: str = "scout", direction: int = 1, **card: Any
) -> dict[str, Any]:
    return {
        "side": card.pop("side", "red"),
        "at": None,
        "card": {"vehicle": kind, "front": front, "direction": direction, "engine": "on"} | card,
        "position": {},
    }


def road(
    *,
    front: tuple[int, int] = (5, 2),
    kind: str = "scout",
    direction: int = 1,
    board: Any = None,
    rider: dict[str, Any] | None = None,
    machine: dict[str, Any] | None = None,
    v: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """A rides V; the board is wide enough for a long ride. `v` sets V's position."""
    board = board or ground(40, 9)
    more.setdefault("B", foe((30, 6)))
    position = more.pop("position", {})
    if v:
        position = position | {"vehicles": {"V": v}}
    bike = vehicle(name_of(board, front), kind, direction, **(machine or {}))
    man = trooper(
        None, rides="V", **({"secondary": "pistol", "active": "secondary"} | (rider or {}))
    )
    switches = more.pop("switches", ON["switches"])
    return Table.on(board, A=man, V=bike, position=position, switches=switches, **more)


def v(table: Table) -> dict[str, Any]:
    """Where V is: front, rear, heading."""
    unit = table.unit("V")
    rear = table.board.axial(unit.place)
    front = table.board.axial(table.board.neighbours[unit.place % table.board.size][unit.heading])
    return {"front": front, "rear": rear, "heading": unit.heading}


def segment(table: Table, dots: int = 3, first: str = "drive A", dice: str = "") -> Table:
    table.play(first)
    for _ in range(dots - 1):
        table.play("forward A")
    return table.play("forward A", dice=dice)


# ---------------------------------------------------------------------- the card


@pytest.mark.clause(
    "skirmishers.vehicle.card",
    "skirmishers.vehicle.current-hp",
    "skirmishers.vehicle.mode-limit",
)
def test_the_track_gives_modifier_and_fastest_mode() -> None:
    clause = SKIRMISHERS.register.find("vehicle.card")
    assert clause is not None
    modes = {"Max": 3, "Cruise": 2, "Minimum": 1, None: 0}
    for row in clause.table:
        hp = row["hp"]
        table = road(v={"full": [hp + 1] if hp < 12 else []})
        unit = table.unit("V")
        assert unit.hp == hp
        assert fastest(unit) == modes[row["mode"]]
        if row["mod"] is not None:
            assert unit.mod == row["mod"] == VEHICLE_TRACK.columns[hp].mod
    assert road(v={"full": [6]}).options("mode") == ["mode A minimum", "mode A cruise"]


@pytest.mark.clause("skirmishers.vehicle.standard-values", "skirmishers.vehicle.ammo")
def test_scout_and_assault_are_as_printed() -> None:
    clause = SKIRMISHERS.register.find("vehicle.standard-values")
    assert clause is not None
    for row in clause.table:
        values = TYPES[row["type"]]
        printed = {key: row[key] for key in ("armor", "speed", "handling", "signature")}
        assert {key: getattr(values, key) for key in printed} == printed
    assault = road(kind="assault")
    assert assault["V"]["carries"] == {
        "primary": "light-machine-gun",
        "secondary": "light-machine-gun",
    }
    assert assault["V"]["armor"] == 8
    unarmed = road(machine={"in_motion": "cruise"}).play("mode A cruise")
    segment(unarmed)
    assert unarmed.refuses("gun A B 1") == "skirmishers.vehicle.standard-values"


@pytest.mark.clause("skirmishers.vehicle.two-dots", "skirmishers.vehicle.rider-dot")
def test_a_vehicle_holds_two_dots_and_the_rider_sits_at_the_rear() -> None:
    table = road()
    assert v(table) == {"front": (5, 2), "rear": (4, 2), "heading": 0}
    assert table.at("A") == (4, 2)
    walker = Table.on(
        ground(40, 9),
        A=trooper((3, 2)),
        V=vehicle(name_of(ground(40, 9), (5, 2))),
        B=foe((30, 6)),
        **ON,
    )
    ends = {text.split("-")[-1] for text in walker.options("move")}
    assert walker.dot(4, 2) not in ends
    assert walker.dot(5, 2) not in ends


@pytest.mark.clause("skirmishers.vehicle.barred")
def test_a_vehicle_cannot_start_where_it_cannot_stand() -> None:
    board = ground(40, 9, low_wall=[((4, 2), (5, 2))])
    with pytest.raises(SetupError, match=r"vehicle\.barred"):
        road(board=board)
    with pytest.raises(SetupError, match="needs the switch 'vehicles'"):
        road(switches=())


@pytest.mark.clause("skirmishers.vehicle.damage", "skirmishers.vehicle.bludgeon")
def test_armor_first_and_dice_only_for_the_rest() -> None:
    table = road()
    table.run(hurt, "V", 6, 0, "skirmishers.damage.new-values", dice="4+3")
    assert (table["V"]["armor"], table["V"]["full"], table["V"]["hp"]) == (0, ["7", "6"], "5")
    other = road()
    other.run(hurt, "V", 4, 8, "skirmishers.damage.new-values", dice="")
    assert (other["V"]["armor"], other["V"]["full"], other["V"]["part"]) == (0, [], [])


@pytest.mark.clause("skirmishers.vehicle.signature", "skirmishers.vehicle.measure")
def test_the_signature_counts_for_the_vehicle_and_not_for_its_rider() -> None:
    table = road(B=foe((15, 2), arc=WEST), active="")
    table.play("activate A")
    assert table.options() == ["fire B at V", "fire B at A", "pass"]
    table.play("fire B at V", dice="1+1")
    assert table.modifiers == {"base": 6, "signature": -1}
    assert table.told("attack")[-1]["distance"] == 10  # the nearer dot, its own other no cover
    rider = road(B=foe((15, 2), arc=WEST), active="")
    rider.play("activate A", "fire B at A", dice="1+1")
    assert "signature" not in rider.modifiers


# ---------------------------------------------------------------------- getting on and off


@pytest.mark.clause(
    "skirmishers.vehicle.mount", "skirmishers.vehicle.action-table", "skirmishers.vehicle.engine"
)
def test_mounting_dismounting_and_the_engine_have_their_prices() -> None:
    board = ground(40, 9)
    table = Table.on(
        board,
        A=trooper((3, 2)),
        V=vehicle(name_of(board, (5, 2)), engine="off"),
        B=foe((20, 2), arc=WEST),
        **ON,
    )
    table.play("mount A V")
    assert table.asks == "blue reaction"  # it counts as moving onto the rear dot
    table.play("pass")
    assert (table["A"]["spent"], table.unit("A").walked, table.at("A")) == (2, 2, (4, 2))
    assert table.options("mode") == []
    table.play("engine A on")
    assert (table["A"]["spent"], table.unit("A").walked) == (3, 2)
    assert table.options("mode") == ["mode A minimum", "mode A cruise", "mode A max"]
    off = road()
    assert off.dot(3, 2) in [text.split()[-1] for text in off.options("dismount")]
    off.play(f"dismount A {off.dot(3, 2)}")
    assert (off.at("A"), off["A"]["spent"], off.unit("V").engine) == ((3, 2), 2, True)


@pytest.mark.clause("skirmishers.vehicle.mount")
def test_nobody_gets_on_or_off_in_motion() -> None:
    moving = road(machine={"in_motion": "cruise"})
    assert moving.options("dismount") == []
    assert {text.split()[0] for text in moving.options()} == {"mode", "weapon"}


# ---------------------------------------------------------------------- modes and segments


@pytest.mark.clause("skirmishers.vehicle.mode-table", "skirmishers.vehicle.mode-choose")
def test_modes_are_open_by_ap_and_damage() -> None:
    weak = road(rider={"full": [2]})
    assert weak.options("mode") == ["mode A minimum", "mode A cruise"]
    table = road().play("mode A cruise", "drive A")
    for _ in range(3):
        table.play("forward A")
    assert table.options("end") == []  # one AP of cruise is not enough
    assert table["A"]["spent"] == 1
    segment(table)
    assert table.options("end") == ["end A"]


@pytest.mark.clause(
    "skirmishers.vehicle.segment",
    "skirmishers.vehicle.speed",
    "skirmishers.vehicle.move-table",
    "skirmishers.vehicle.mode-counts",
)
def test_start_move_and_slow_cost_four_ap_and_nine_dots() -> None:
    table = road().play("mode A cruise")
    segment(segment(table))
    segment(table, first="slow A")
    table.play("stop A", dice="6+6")
    assert v(table)["front"] == (14, 2)
    assert (table["A"]["spent"], table.unit("V").motion) == (4, 0)
    ride = table.unit("V").ride
    assert (ride.spent if ride else None, table.unit("A").walked) == (4, 4)
    assert table.at("A") == (13, 2)


@pytest.mark.clause("skirmishers.vehicle.segment", "skirmishers.vehicle.barred")
def test_a_segment_once_begun_is_driven_in_full() -> None:
    table = road().play("mode A cruise", "drive A")
    assert table.options() == ["forward A"]
    table.play("forward A")
    assert set(table.options()) == {"forward A", "veer A left 60", "veer A right 60"} | {
        "veer A left 120",
        "veer A right 120",
        "veer A around",
        "veer A around left",
    }


@pytest.mark.clause("skirmishers.vehicle.min-no-stop", "skirmishers.vehicle.turn-minimum")
def test_minimum_mode_neither_stops_nor_turns_sharply() -> None:
    table = road(machine={"in_motion": "cruise"}).play("mode A minimum")
    assert table.options("slow") == []
    table.play("drive A", "forward A")
    assert table.options("veer") == ["veer A left 60", "veer A right 60"]


@pytest.mark.clause("skirmishers.vehicle.cap")
def test_riding_and_walking_share_eight_ap() -> None:
    table = road(rider={"skill": "elite"}, spent=4, walked=4, switches=("vehicles", "experience"))
    assert table.options("mode") == ["mode A minimum", "mode A cruise"]
    tired = road(rider={"skill": "elite"}, spent=6, walked=6, switches=("vehicles", "experience"))
    tired.play("mode A cruise", "drive A", "forward A")
    assert tired.refuses("veer A around") == "skirmishers.vehicle.cap"
    assert "veer A left 120" in tired.options("veer")


@pytest.mark.clause("skirmishers.vehicle.in-motion")
def test_a_vehicle_in_motion_stays_so_and_must_pick_a_mode() -> None:
    table = road().play("mode A minimum")
    segment(table).play("end A")
    assert table.unit("V").motion == 1
    table.play("activate B", "end B")
    assert table.unit("V").ride is None  # what was driven belongs to the turn before
    table.play("activate A")
    assert {text.split()[0] for text in table.options()} <= {"mode", "weapon"}
    stuck = road(machine={"in_motion": "cruise"}, v={"full": [1]}, active="")
    stuck.play("activate A", dice="5+5")
    assert stuck["V"]["prone"]  # HP 0: no mode is open, it wipes out in the mode of its last turn
    assert v(stuck)["front"] == (8, 2)


@pytest.mark.clause("skirmishers.vehicle.turn-forward", "skirmishers.vehicle.turn-pivot")
@pytest.mark.parametrize(
    ("turn", "dice", "rear", "heading"),
    [
        ("right 60", "", (5, 1), 1),
        ("right 120", "6+6", (6, 1), 2),
        ("around", "6+6", (6, 2), 3),
    ],
)
def test_the_front_stays_and_the_rear_swings(
    turn: str, dice: str, rear: tuple[int, int], heading: int
) -> None:
    table = road(front=(4, 2)).play("mode A cruise", "drive A")
    assert table.options("veer") == []
    table.play("forward A")
    table.play(f"veer A {turn}", dice=dice)
    assert v(table) == {"front": (5, 2), "rear": rear, "heading": heading}
    assert table.options("veer") == []  # a dot forward before each turn


@pytest.mark.clause("skirmishers.vehicle.turn-cost", "skirmishers.vehicle.turn-check")
@pytest.mark.parametrize(("turn", "ap", "need"), [("left 120", 1, 6), ("around", 2, 9)])
def test_sharp_turns_cost_ap_and_need_a_check(turn: str, ap: int, need: int) -> None:
    table = road().play("mode A cruise", "drive A", "forward A")
    table.play(f"veer A {turn}", dice="6+6")
    assert table["A"]["spent"] == 1 + ap
    assert table.told("check")[-1]["need"] == need
    easy = road().play("mode A cruise", "drive A", "forward A", "veer A left 60")
    assert (easy["A"]["spent"], easy.told("check")) == (1, [])


@pytest.mark.clause(
    "skirmishers.vehicle.control-check",
    "skirmishers.vehicle.handling",
    "skirmishers.vehicle.mod-scope",
)
def test_a_control_check_adds_handling_wounds_and_damage() -> None:
    table = road(kind="assault", rider={"full": [8]}, v={"full": [9]})
    table.run(control_check, "V", 6, "skirmishers.vehicle.turn-check", dice="6+6")
    assert table.told("check")[-1]["need"] == 6 + 1 + 1 + 1


@pytest.mark.clause("skirmishers.vehicle.brake-check", "skirmishers.vehicle.brake-turn")
@pytest.mark.parametrize(
    ("turn", "spent", "need"),
    [("", 3, 4), (" right 60", 3, 4), (" left 120", 4, 6), (" around", 5, 8)],
)
def test_stopping_needs_one_check_with_the_turn_built_in(turn: str, spent: int, need: int) -> None:
    table = road(machine={"in_motion": "max"}).play("mode A max")
    segment(table)
    segment(table, first="slow A")
    assert table.refuses("veer A left 60") == "skirmishers.vehicle.brake-turn"
    table.play(f"stop A{turn}", dice="6+6")
    assert table.told("check")[-1]["need"] == need
    assert table["A"]["spent"] == spent
    assert table.unit("V").motion == 0


# ---------------------------------------------------------------------- fire at vehicles


@pytest.mark.clause("skirmishers.vehicle.fire-activate", "skirmishers.vehicle.fire-which")
def test_a_vehicle_activating_in_an_arc_may_be_fired_at() -> None:
    table = road(B=foe((15, 2), arc=WEST), active="").play("activate A")
    assert table.options() == ["fire B at V", "fire B at A", "pass"]


@pytest.mark.clause("skirmishers.vehicle.fire-segment", "skirmishers.vehicle.fire-once")
def test_fire_comes_at_the_end_of_a_segment_that_starts_or_ends_in_the_arc() -> None:
    table = road(B=foe((25, 2), arc=WEST)).play(
        "mode A cruise", "drive A", "forward A", "forward A"
    )
    assert table.asks == "red action"
    table.play("forward A")
    assert table.asks == "blue reaction"
    table.play("fire B at A", dice="1+1")
    assert table.asks == "red action"  # vehicle and rider together once
    narrow = {"degrees": 30, "heading": 2}  # of the road it holds (6, 2) alone
    passing = road(B=foe((6, 1), arc=narrow), C=foe((30, 6))).play("mode A cruise", "drive A")
    passing.play("forward A", "forward A", "forward A")
    assert v(passing) == {"front": (8, 2), "rear": (7, 2), "heading": 0}
    assert passing.asks == "red action"


@pytest.mark.clause("skirmishers.vehicle.fire-consequence", "skirmishers.vehicle.wipe-causes")
def test_damage_that_makes_the_mode_too_fast_wipes_it_out() -> None:
    gun = {"primary": "laser-rifle", "arc": {"degrees": 60, "heading": 6}}
    table = road(B=foe((25, 2), **gun), v={"armor": 0, "full": [10]}).play("mode A max")
    segment(table)
    table.play("fire B at V", dice="6+6 6+4 5+5 5+5")  # 9 to 5 are crossed out: HP 4
    assert table["V"]["prone"]
    assert table.unit("A").under
    slow = road(B=foe((25, 2), **gun), rider={"full": []}).play("mode A cruise")
    segment(slow)
    slow.play("pass")
    segment(slow)
    slow.play("fire B at A", dice="6+6 4+3")  # two AP are spent already
    assert not slow["V"]["prone"]


@pytest.mark.clause("skirmishers.vehicle.rider-no-fall", "skirmishers.vehicle.wipe-causes")
def test_a_rider_stays_on_but_an_unconscious_one_wipes_out() -> None:
    fallen = road(
        B=foe((25, 2), primary=None, secondary="pistol", arc=WEST), rider={}, A2=trooper((0, 7))
    ).play("mode A cruise")
    segment(fallen)
    fallen.play("fire B at A", dice="6+6 1+1 5+5")
    assert fallen["A"]["state"] == "unconscious"
    assert fallen["V"]["prone"]
    assert not road()["A"]["prone"]


@pytest.mark.clause("skirmishers.vehicle.explosive", "skirmishers.vehicle.incendiary")
def test_an_explosion_harms_vehicle_and_rider_each_by_its_dot() -> None:
    def burst(weapon: str, dice: str) -> list[tuple[str, str]]:
        table = road(
            front=(2, 2),
            B=foe((30, 6)),
            position={"explosives": [{"by": "A", "weapon": weapon, "at": "e3", "tn": 2}]},
            switches=("vehicles", "incendiary"),
        )
        table.play("end A", dice=dice)
        return [(facts["unit"], facts["points"]) for facts in table.told("damage")]

    assert name_of(ground(40, 9), (3, 2)) == "e3"
    assert burst("hand-grenade", "1+1 5+5") == [("V", "3X"), ("A", "1X")]
    assert burst("incendiary-grenade", "1+1 5+5") == [("A", "1X")]


@pytest.mark.clause("skirmishers.vehicle.incendiary")
def test_a_rider_burns_when_his_dot_enters_fire() -> None:
    table = road(
        switches=("vehicles", "incendiary"), position={"fire": [name_of(ground(40, 9), (5, 2))]}
    ).play("mode A minimum", "drive A")
    table.play("forward A", dice="5+5")
    assert (table["A"]["full"], table["V"]["full"]) == (["10"], [])


# ---------------------------------------------------------------------- wipe-outs


@pytest.mark.clause(
    "skirmishers.vehicle.skid", "skirmishers.vehicle.wipe-turn", "skirmishers.vehicle.wipe-damage"
)
@pytest.mark.parametrize(("mode", "dots", "dice"), [("cruise", 3, "1X"), ("max", 6, "2X")])
def test_a_failed_turn_skids_straight_on(mode: str, dots: int, dice: str) -> None:
    table = road(front=(4, 2)).play(f"mode A {mode}", "drive A", "forward A")
    table.play("veer A right 120", dice="1+1 5+5")
    assert v(table) == {"front": (5 + dots, 2), "rear": (5 + dots, 1), "heading": 1}
    assert [f["points"] for f in table.told("damage")] == [dice, dice]
    assert table.unit("V").motion == 0


@pytest.mark.clause("skirmishers.vehicle.skid-hit", "skirmishers.vehicle.crash")
def test_a_skid_into_something_does_ramming_damage_instead() -> None:
    board = ground(40, 9, high_wall=[((6, 2), (7, 2))])
    table = road(board=board).play("mode A cruise", "drive A", "forward A")
    assert "forward A" not in table.options()
    table.play("crash A", dice="5+5")
    assert [(f["unit"], f["points"]) for f in table.told("damage")] == [("V", "3X"), ("A", "3X")]
    assert v(table)["front"] == (6, 2)
    unit = road(B=foe((7, 2)), C=foe((30, 6))).play("mode A cruise", "drive A", "forward A")
    unit.play("crash A", dice="5+5 5+5")
    assert [f["unit"] for f in unit.told("damage")] == ["V", "A", "B"]


@pytest.mark.clause("skirmishers.vehicle.under", "skirmishers.vehicle.lift")
def test_crawling_out_and_lifting_cost_three_each() -> None:
    table = road(v={"overturned": True})
    assert table.options() == ["crawlout A prone", "crawlout A standing", "end A"]
    table.play("crawlout A standing")
    assert (table["A"]["spent"], table["A"]["prone"], table.at("A")) == (3, False, (4, 2))
    table.play("lift A V")
    assert (table["A"]["spent"], table["V"]["prone"]) == (6, False)
    assert table.options("mount") == ["mount A V"]
    prone = road(v={"overturned": True}, B=foe((15, 2), arc=WEST))
    assert prone.play("crawlout A prone").asks == "red action"
    standing = road(v={"overturned": True}, B=foe((15, 2), arc=WEST))
    assert standing.play("crawlout A standing").asks == "blue reaction"


@pytest.mark.clause("skirmishers.vehicle.destroyed")
def test_a_destroyed_vehicle_is_a_wreck_in_the_way() -> None:
    table = road(v={"armor": 0, "full": [3]}, B=foe((25, 2), primary="laser-rifle", arc=WEST))
    table.play("mode A minimum")
    segment(table)
    table.play("fire B at V", dice="6+6 1+1")
    assert table["V"]["state"] == "dead"
    assert table.unit("A").under
    assert table.battle.occupied >> table.unit("V").place & 1
    assert table.options("lift") == []


@pytest.mark.clause("skirmishers.vehicle.wipe-causes")
def test_a_rider_may_lay_the_vehicle_down_at_the_end_of_a_segment() -> None:
    table = road().play("mode A minimum")
    segment(table)
    made = table.handle("laydown A")
    assert (made.group, made.label) == ("Drive", "Lay the vehicle down")
    table.play("laydown A")
    assert (table["V"]["prone"], table.told("damage")) == (True, [])


# ---------------------------------------------------------------------- fighting


@pytest.mark.clause(
    "skirmishers.vehicle.ram",
    "skirmishers.vehicle.ram-damage",
    "skirmishers.vehicle.ram-self",
    "skirmishers.vehicle.ram-check",
    "skirmishers.vehicle.attack-kinds",
)
def test_a_ram_needs_no_roll_to_hit_but_a_check_afterwards() -> None:
    table = road(B=foe((7, 1)), C=foe((30, 6))).play("mode A max", "drive A")
    assert table.options("ram") == []  # a dot must have been driven
    table.play("forward A")
    assert table.options("ram") == ["ram A B"]
    table.play("ram A B", dice="5+3 6+6")
    assert (table["B"]["full"], table["B"]["hp"]) == (["8", "7", "6", "5", "4"], "3")
    assert table["V"]["armor"] == 4  # armor left: no damage to the rammer
    assert table.told("check")[-1]["need"] == 6
    assert table.options("ram") == []  # each enemy once
    bare = road(B=foe((7, 1)), C=foe((30, 6)), v={"armor": 0}).play("mode A cruise", "drive A")
    bare.play("forward A")
    bare.play("ram A B", dice="5+5 6+6 6+6")
    assert bare["V"]["full"] == ["12", "11", "10"]


@pytest.mark.clause("skirmishers.vehicle.ram-rider")
def test_a_mounted_enemy_cannot_be_rammed_only_his_vehicle() -> None:
    board = ground(40, 9)
    enemy = vehicle(name_of(board, (8, 1)), direction=4, side="blue")
    table = road(
        board=board, B=trooper(None, side="blue", rides="W"), W=enemy, C=foe((30, 6))
    ).play("mode A cruise", "drive A", "forward A", "forward A")
    assert table.options("ram") == ["ram A W"]


@pytest.mark.clause(
    "skirmishers.vehicle.melee",
    "skirmishers.vehicle.melee-damage",
    "skirmishers.vehicle.melee-check",
)
def test_a_blow_from_the_saddle_lands_at_once_and_speed_adds_to_it() -> None:
    rider = {"secondary": "stun-baton", "active": "secondary"}
    table = road(rider=rider, B=foe((6, 1)), C=foe((30, 6))).play(
        "mode A cruise", "drive A", "forward A"
    )
    assert table.options("strike") == ["strike A B"]
    table.play("strike A B", dice="3+3 5+5 6+6")
    assert table.modifiers == {"base": 4, "from the saddle": 2}
    assert (table["B"]["full"], len(table["B"]["part"])) == (["10"], 8)
    assert table["A"]["spent"] == 1 + 5
    assert table.told("check")[-1]["need"] == 6


@pytest.mark.clause("skirmishers.vehicle.mfire", "skirmishers.vehicle.mfire-modifiers")
def test_movement_fire_from_the_saddle_takes_the_riders_wounds_alone() -> None:
    hurt_rider = {"full": [8]}
    damaged = {"full": [7]}
    table = road(rider=hurt_rider, B=foe((11, 2)), v=damaged).play("mode A cruise")
    segment(table)
    table.play("shoot A B", "pass", dice="1+1")
    assert (table.need, table["A"]["spent"]) == (9, 3)
    assert table.modifiers == {"base": 6, "wounds": 1, "movement fire": 2}
    gun = road(kind="assault", rider=hurt_rider, v=damaged, B=foe((26, 2))).play("mode A cruise")
    segment(gun, 2)
    gun.play("gun A B 1", "pass", dice="1+1")
    assert gun.modifiers == {"base": 6, "movement fire": 2, "rider's wounds": 1}


@pytest.mark.clause("skirmishers.vehicle.mfire-weapons", "skirmishers.vehicle.mfire-burst")
def test_what_a_rider_may_shoot_with_and_how_often() -> None:
    rifle = road(rider={"active": "primary"}, B=foe((11, 2))).play("mode A cruise")
    assert segment(rifle).options("shoot") == []
    smg = road(rider={"primary": "smg", "active": "primary"}, B=foe((14, 2))).play("mode A cruise")
    segment(smg).play("shoot A B", "pass", dice="1+1")
    assert smg.options("shoot") == []
    assert segment(smg).options("shoot") == ["shoot A B"]
    pistol = road(B=foe((14, 2))).play("mode A cruise")
    segment(pistol).play("shoot A B", "pass", dice="1+1")
    assert segment(pistol).options("shoot") == []  # no burst weapon


@pytest.mark.clause("skirmishers.vehicle.mfire-explosive")
def test_grenades_from_the_saddle_burst_at_the_end_of_the_turn() -> None:
    rider = {"grenades": {"hand": 2}, "active": "hand-grenade"}
    table = road(rider=rider, B=foe((30, 6))).play("mode A cruise")
    segment(table)
    table.play(f"lob A {table.dot(6, 4)} hand-grenade")
    assert table.modifiers == {"base": 2, "movement fire": 2}
    assert table.told("burst") == []
    segment(table)
    table.play("end A", dice="6+6")
    assert len(table.told("burst")) == 1


@pytest.mark.clause("skirmishers.vehicle.passenger")
def test_a_passenger_rides_along_and_shoots_at_plus_one() -> None:
    board = ground(40, 9)
    table = road(
        board=board,
        kind="assault",
        P=trooper(None, rides="V", seat="passenger"),
        B=foe((15, 2)),
        active="",
    )
    assert table.options() == ["activate A"]
    table.play("activate A", "mode A cruise")
    segment(table, 2)
    assert "shoot P B" in table.options("shoot")
    table.play("shoot P B", "pass", dice="1+1")
    assert table.modifiers == {"base": 6, "movement fire, passenger": 1}
    assert (table["P"]["spent"], table["A"]["spent"]) == (2, 1)
    segment(table, 2).play("end A")
    assert table.facts["active"] == "P"  # who has an activation of his own
    assert table.play("end P").asks == "blue activate"
    with pytest.raises(SetupError, match="no seat left"):
        road(P=trooper(None, rides="V", seat="passenger"))


@pytest.mark.clause("skirmishers.vehicle.mounted-arc", "skirmishers.vehicle.mod-scope")
def test_mounted_weapons_set_arcs_for_nothing_along_the_heading() -> None:
    table = road(kind="assault", rider={"full": [8]}, v={"full": [7]}, B=foe((24, 2)))
    table.play("gunarc A 1", "gunarc A 2")
    assert table["A"]["spent"] == 0
    assert [(arc["heading"], arc["degrees"]) for arc in table["V"]["arcs"]] == [(0, 30), (0, 30)]
    table.play("end A", "activate B")
    assert len(table.options("fire V")) == 2
    table.play(table.options("fire V")[0], dice="1+1")
    assert table.modifiers == {"base": 6, "rider's wounds": 1, "vehicle damaged": 2}
    assert len(table.options("fire V")) == 1
    table.play("pass", "end B")
    assert table["V"]["arcs"] == []  # lifted each turn


@pytest.mark.clause("skirmishers.vehicle.own-arc")
def test_a_rider_sets_his_own_arc_with_a_permitted_weapon() -> None:
    assert len(road().options("arc A 30")) == 12
    assert road(rider={"active": "primary"}).options("arc") == []
    table = road().play("arc A 30 0")
    assert table["A"]["spent"] == 2


@pytest.mark.clause("skirmishers.vehicle.measure")
def test_a_trooper_on_foot_strikes_vehicle_and_rider_and_it_lands_as_the_rider_activates() -> None:
    board = ground(40, 9)
    table = Table.on(
        board,
        B=foe((4, 3)),
        C=foe((30, 6)),
        A=trooper(None, rides="V"),
        V=vehicle(name_of(board, (5, 2))),
        **ON,
    )
    targets = {text.split()[2] for text in table.options("melee")}
    assert targets == {"A", "V"}
    table.play("melee B V bayonet", "end B", "activate C", "end C")
    table.play("activate A", dice="6+6")
    assert table.told("damage")[0]["unit"] == "V"
    empty = Table.on(
        board, B=foe((4, 3)), A=trooper((20, 6)), V=vehicle(name_of(board, (5, 2))), **ON
    )
    assert empty.options("melee") == []


@pytest.mark.clause("skirmishers.vehicle.passenger", "skirmishers.vehicle.mount")
def test_a_passenger_gets_off_at_a_full_stop_and_crawls_out_after_a_wipe_out() -> None:
    seat = trooper(None, rides="V", seat="passenger")
    table = road(kind="assault", P=seat)
    place = table.dot(3, 2)
    table.play(f"dismount P {place}")
    assert (table.at("P"), table["P"]["spent"], table["A"]["spent"]) == ((3, 2), 2, 0)
    assert table.asks == "red action"  # the rider goes on
    down = road(kind="assault", P=seat, v={"overturned": True}, active="")
    assert down.options() == ["activate A", "activate P"]


@pytest.mark.clause("skirmishers.map.edge", "skirmishers.vehicle.in-motion")
def test_a_vehicle_leaves_the_map_with_its_rider_over_an_open_edge() -> None:
    board = ground(40, 9)
    exit_ = name_of(board, (8, 2))
    table = road(board=board, A2=trooper((0, 7)), scenario={"exits": {"red": [exit_]}})
    table.play("mode A cruise")
    assert table.options("rideoff") == []
    segment(table)
    table.play("rideoff A")
    assert (table["A"]["state"], table["V"]["state"]) == ("left", "left")
    assert table.asks == "red activate"


def test_fire_burns_who_rides_into_it_unconscious_too_and_nobody_who_is_off_the_map() -> None:
    table = Table.on(C=trooper((4, 0)), A=trooper((0, 0), full=[2, 1]), B=foe((9, 0)))
    assert table["A"]["state"] == "unconscious"
    table.battle.fire = 1 << table.unit("A").place
    table.run(scorch, [table.unit("A")], dice="1+1")
    assert table.told("damage")
    table.unit("A").place = -1
    table.run(scorch, [table.unit("A")])


# ---------------------------------------------------------------------- outside its own turn


def harmed(battle: Battle, unit: Unit, points: int) -> Flow[None]:
    yield from hurt(battle, unit, points, 0, "skirmishers.explosive.damage")
    yield from settle_vehicles(battle)


@pytest.mark.clause("skirmishers.vehicle.wipe-causes", "skirmishers.vehicle.mode-limit")
def test_in_the_enemys_turn_damage_that_is_too_much_for_the_mode_wipes_nobody_out() -> None:
    table = road(v={"armor": 0}).play("mode A max")
    for _ in range(5):
        segment(table)
    table.play("end A", "activate B")
    table.run(harmed, "V", 4, dice="5+4")
    assert (table.unit("V").hp, table.unit("V").prone, table.unit("V").motion) == (5, False, 3)
    table.run(harmed, "A", 12, dice="6+6 6+5")  # his fall is another matter: two segments
    assert table.unit("V").prone
    assert table.told("wipe-out")[-1]["mode"] == "max"


@pytest.mark.clause("skirmishers.vehicle.wipe-causes")
def test_at_a_full_stop_a_wipe_out_is_one_of_minimum_mode() -> None:
    table = road(machine={"in_motion": "cruise"}).play("mode A cruise")
    segment(table, first="slow A").play("stop A", dice="6+6")
    table.run(harmed, "A", 12, dice="6+6")
    assert table.unit("V").prone
    assert (table.told("wipe-out")[-1]["mode"], table.told("wipe-out")[-1]["dots"]) == (
        "minimum",
        0,
    )
