"""What screens get of vehicles: ghosts with their facing, wipe-outs with chances, reach by mode."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.dots import Vehicle
from battlemat.kernel.dice import ScriptedDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Shape
from battlemat.rulebooks.skirmishers.chapters.vehicles.reach import modes_of, rides
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.battle import Battle
from battlemat.rulebooks.skirmishers.state.vehicles import CRUISE, MAX, MINIMUM, where
from rules.skirmishers.table import Table, foe, ground, trooper
from rules.skirmishers.test_ruler import labels, reading, shown
from rules.skirmishers.test_vehicle import road, vehicle

WEST: dict[str, Any] = {"degrees": 60, "heading": 6}


def ghosts(shapes: list[Shape], kind: str = "ghost") -> list[Shape]:
    return [shape for shape in shapes if shape.kind == kind]


# ---------------------------------------------------------------------- manoeuvres


@pytest.mark.clause("skirmishers.vehicle.segment", "skirmishers.vehicle.two-dots")
def test_a_drive_shows_the_vehicle_at_the_end_of_its_segment() -> None:
    table = road()
    table.play("mode A cruise")
    (end,) = shown(table, "drive A")
    dots = f"{table.dot(7, 2)}-{table.dot(8, 2)}"
    assert (end.kind, end.form, end.label) == ("ghost", "polygon", f"V {dots}")
    nose = max(end.points)
    assert nose[0] > sum(x for x, _ in end.points) / len(end.points)  # it points east
    table.play("drive A")
    (step,) = shown(table, "forward A")
    assert step.label == f"V {table.dot(5, 2)}-{table.dot(6, 2)}"


@pytest.mark.clause("skirmishers.vehicle.fire-segment", "skirmishers.vehicle.signature")
def test_a_drive_shows_who_may_fire_when_the_segment_ends() -> None:
    table = road(B=foe((14, 2), arc=WEST))
    table.play("mode A cruise")
    shapes = shown(table, "drive A")
    rear, front = table.dot(7, 2), table.dot(8, 2)
    assert labels(shapes, "arc") == [f"{front} B at V needs 5", f"{rear} B at A needs 6"]
    assert len(ghosts(shapes)) == 1


@pytest.mark.clause("skirmishers.vehicle.crash", "skirmishers.vehicle.skid")
def test_a_drive_into_a_wall_shows_the_crash() -> None:
    board = ground(40, 9, high_wall=[((6, 2), (7, 2))])
    table = road(board=board)
    table.play("mode A cruise")
    (crash,) = ghosts(shown(table, "drive A"), "wipe-out")
    assert crash.label == f"V {table.dot(5, 2)}-{table.dot(6, 2)} wipes out"
    assert crash.because == "skirmishers.vehicle.wipe-causes"


@pytest.mark.clause("skirmishers.vehicle.turn-pivot", "skirmishers.vehicle.turn-check")
@pytest.mark.clause("skirmishers.vehicle.control-check")
def test_a_sharp_turn_shows_its_chance_and_where_it_would_end_otherwise() -> None:
    table = road()
    table.play("mode A cruise", "drive A", "forward A", "forward A", "forward A")
    soft = shown(table, "veer A right 60")
    assert [shape.kind for shape in soft] == ["ghost"]
    sharp = shown(table, "veer A right 120")
    assert [shape.kind for shape in sharp] == ["ghost", "wipe-out"]
    assert sharp[0].label.endswith("13/18 (72 %)")  # base 6
    assert sharp[1].label.endswith("wipes out 5/18 (28 %)")
    assert sharp[0].points != soft[0].points


@pytest.mark.clause("skirmishers.vehicle.brake-check", "skirmishers.vehicle.brake-turn")
def test_slowing_and_stopping_show_the_check() -> None:
    table = road()
    table.play("mode A cruise", "drive A", "forward A", "forward A", "forward A")
    slow = shown(table, "slow A")
    assert ghosts(slow, "wipe-out")[0].label.endswith("wipes out 1/12 (8.3 %)")  # base 4
    table.play("slow A", "forward A", "forward A", "forward A")
    straight = shown(table, "stop A")
    assert straight[0].label.endswith("11/12 (92 %)")
    sharp = shown(table, "stop A left 120")
    assert sharp[0].label.endswith("13/18 (72 %)")  # base 6
    assert len(ghosts(sharp, "wipe-out")) == 1


@pytest.mark.clause("skirmishers.vehicle.ram-damage", "skirmishers.vehicle.ram-check")
def test_a_ram_shows_what_it_does_and_the_check_that_follows() -> None:
    table = road(B=foe((9, 2)))
    table.play("mode A cruise", "drive A", "forward A", "forward A", "forward A")
    shapes = shown(table, "ram A B")
    assert labels(shapes, "ram") == [f"{table.dot(9, 2)} B 3X"]
    assert labels(shapes, "wipe-out")[0].endswith("5/18 (28 %)")
    bare = road(B=foe((9, 2)), v={"armor": 0})
    bare.play("mode A cruise", "drive A", "forward A", "forward A", "forward A")
    assert labels(shown(bare, "ram A B"), "ram")[1].endswith("V 3X")


@pytest.mark.clause("skirmishers.vehicle.mount", "skirmishers.fire.trigger-move")
def test_getting_off_shows_who_may_fire() -> None:
    table = road(B=foe((14, 2), arc=WEST))
    shapes = shown(table, f"dismount A {table.dot(5, 1)}")
    assert labels(shapes, "ghost") == [f"A {table.dot(5, 1)}"]
    assert labels(shapes, "arc") == [f"{table.dot(5, 1)} B at A needs 6"]


# ---------------------------------------------------------------------- reach


def driven(table: Table, mode: str) -> set[Vehicle]:
    """Every position at which a ride in a mode may rest, found by driving them all."""
    table.play(f"mode A {mode}")
    found, seen, pending = set(), set(), [table.game]
    while pending:
        game = pending.pop()
        for option in _moves(game):
            after: Game[Battle] = game.fork()
            after.dice = ScriptedDice([6] * 40)
            after.answer(option)
            machine = after.battle.units[1]
            ride = machine.ride
            if ride is None:
                continue
            at = where(after.battle, machine)
            key = (at, ride.left, ride.since > 0, ride.spent)
            if key in seen:
                continue
            seen.add(key)
            pending.append(after)
            if not ride.left and "end A" in [after.write(o) for o in _listed(after)]:
                found.add(at)
    return found


def _listed(game: Game[Battle]) -> list[Any]:
    assert isinstance(game.question, Choice)
    return list(game.question.listed)


def _moves(game: Game[Battle]) -> list[Any]:
    return [option for option in _listed(game) if option.verb in ("drive", "forward", "veer")]


@pytest.mark.clause("skirmishers.vehicle.mode-table", "skirmishers.vehicle.turn-forward")
@pytest.mark.parametrize("mode", ["minimum", "cruise"])
def test_reach_is_what_driving_every_way_finds(mode: str) -> None:
    board = ground(11, 6, tree=[(5, 2)], low_wall=[((4, 3), (4, 4))])
    table = road(board=board, front=(2, 2), kind="assault", B=foe((6, 4)))
    found = rides(
        table.battle, table.unit("V"), table.unit("A"), MINIMUM if mode == "minimum" else CRUISE
    )
    start = where(table.battle, table.unit("V"))
    assert set(found) == driven(table, mode) - {start}
    assert found


@pytest.mark.clause("skirmishers.vehicle.mode-limit", "skirmishers.vehicle.cap")
def test_a_damaged_vehicle_reaches_less_and_a_tired_rider_too() -> None:
    whole = road()
    assert modes_of(whole.unit("V"), whole.unit("A")) == [MINIMUM, CRUISE, MAX]
    assert modes_of(road(v={"full": [3]}).unit("V"), whole.unit("A")) == [MINIMUM]
    tired = road(spent=5)
    assert modes_of(tired.unit("V"), tired.unit("A")) == [MINIMUM, CRUISE]
    cold = road(machine={"engine": "off"}, spent=5)
    far = rides(tired.battle, tired.unit("V"), tired.unit("A"), CRUISE)
    near = rides(cold.battle, cold.unit("V"), cold.unit("A"), CRUISE)
    assert set(near) < set(far)  # starting the engine takes 1 AP


@pytest.mark.clause("skirmishers.vehicle.mode-choose")
def test_picking_a_mode_shows_what_it_reaches() -> None:
    table = road()
    slow, fast = (labels(shown(table, f"mode A {m}"), "range") for m in ("minimum", "cruise"))
    assert f"{table.dot(8, 2)} minimum, 1 AP" in slow
    assert f"{table.dot(17, 2)} cruise, 4 AP" in fast
    assert len(slow) < len(fast)


# ---------------------------------------------------------------------- overlays and ruler


@pytest.mark.clause("skirmishers.vehicle.mounted-arc", "skirmishers.vehicle.mode-table")
def test_a_vehicles_overlays_show_reach_by_mode_sight_and_its_guns() -> None:
    table = road(kind="assault", B=foe((14, 2), arc=WEST))
    shapes = SKIRMISHERS.overlays(table.battle, "V")
    assert {shape.kind for shape in shapes} == {"reach", "cone", "line", "sight", "threat"}
    reach = labels(list(shapes), "reach")
    assert f"{table.dot(7, 2)} minimum" in reach
    assert f"{table.dot(9, 2)} cruise" in reach
    assert len(labels(list(shapes), "cone")) == 2
    assert labels(list(shapes), "reach") == labels(SKIRMISHERS.overlays(table.battle, "A"), "reach")


@pytest.mark.clause("skirmishers.vehicle.rider-dot")
def test_an_empty_or_overturned_vehicle_goes_nowhere() -> None:
    empty = Table.on(
        ground(40, 9),
        A=trooper((0, 0)),
        V=vehicle("f3"),
        B=foe((30, 6)),
        switches=("vehicles",),
    )
    assert labels(SKIRMISHERS.overlays(empty.battle, "V"), "reach") == []
    down = road(v={"overturned": True})
    assert labels(SKIRMISHERS.overlays(down.battle, "V"), "reach", "cone") == []


@pytest.mark.clause("skirmishers.vehicle.measure", "skirmishers.vehicle.signature")
def test_a_ruler_goes_to_the_nearer_dot_of_a_vehicle() -> None:
    table = road(B=foe((14, 2), arc=WEST))
    found = reading(table, "B", "V")
    assert found["distance"] == 9  # its front dot
    assert (found["tn"], found["rifle signature"]) == (5, -1)
    assert reading(table, "B", "A")["tn"] == 6  # the rider, on the rear dot


@pytest.mark.clause("skirmishers.vehicle.fire-segment", "skirmishers.vehicle.fire-which")
def test_an_arc_that_held_the_start_of_a_segment_is_offered_the_vehicle_and_its_rider() -> None:
    board = ground(30, 5)
    gunner = trooper("e2", side="blue", arc={"degrees": 30, "heading": 2})
    table = Table.on(
        board,
        A=trooper(None, rides="V"),
        V=vehicle("g3"),
        B=gunner,
        switches=("vehicles",),
    )
    table.play("mode A cruise", "drive A", "forward A", "forward A", "forward A")
    assert table.options() == ["fire B at V", "fire B at A", "pass"]
