"""Who is aboard a vehicle: rider and passenger, each with an activation of his own."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from rules.skirmishers.table import Table, foe, ground, name_of, trooper
from rules.skirmishers.test_vehicle import ON, road, segment, vehicle

BOARD = ground(40, 9)


def pair(**more: Any) -> Table:
    """A rides V and P rides along; both are activated together, at a full stop."""
    more.setdefault("P", trooper(None, rides="V", seat="passenger", secondary="pistol"))
    return road(board=BOARD, kind="assault", **more)


def dot(*at: int) -> str:
    return name_of(BOARD, at)


# ---------------------------------------------------------------------- an activation each


@pytest.mark.clause("skirmishers.vehicle.passenger")
@pytest.mark.parametrize(("first", "other"), ["AP", "PA"])
def test_who_gets_off_goes_on_as_a_trooper_on_foot_whatever_the_other_does(
    first: str, other: str
) -> None:
    table = pair().play(f"dismount {first} {dot(4, 3)}")
    assert table[first]["spent"] == 2
    assert table.options(f"move {first}")
    assert table.options(f"arc {first}")
    assert table.options(f"weapon {other}")
    table.move(first, (3, 3)).play(f"arc {first} 30 0", f"end {first}")
    assert table.facts["acting"] == [other]
    assert table.options(f"dismount {other}")
    table.play(f"end {other}")
    assert table.asks == "blue activate"


@pytest.mark.clause("skirmishers.vehicle.passenger")
def test_the_two_act_by_turns_each_where_he_had_come_to() -> None:
    table = pair().play(f"dismount P {dot(4, 3)}", "mode A cruise")
    segment(table, 2).move("P", (3, 3))
    segment(table, 2).move("P", (2, 3)).play("end A")
    assert table.facts["active"] == "P"
    assert (table["P"]["spent"], table["A"]["spent"]) == (4, 2)
    assert table.play("end P").asks == "blue activate"


@pytest.mark.clause("skirmishers.vehicle.passenger")
def test_a_screen_shows_who_acted_last_and_that_the_other_may_still_act() -> None:
    table = pair().play(f"dismount P {dot(4, 3)}")
    scene = SKIRMISHERS.scene(table.battle)
    pieces = {piece.id: piece for piece in scene.pieces}
    assert (pieces["P"].active, pieces["A"].active) == (True, False)
    assert pieces["A"].ready
    assert pieces["A"].budget == (8, 8, "AP")
    assert [one.value for one in scene.status if one.kind == "acting"] == [
        "P, 6 AP left; A, 8 AP left"
    ]
    table.play("end P")
    ended = {piece.id: piece for piece in SKIRMISHERS.scene(table.battle).pieces}["P"]
    assert (ended.ready, ended.budget) == (False, None)
    assert [one.label for one in ended.conditions] == ["Standing"]


@pytest.mark.clause("skirmishers.vehicle.passenger", "skirmishers.move.first")
def test_an_arc_of_the_one_does_not_keep_the_other_from_moving() -> None:
    table = pair().play("arc P 30 0")
    assert not table.options("dismount P")
    assert table.refuses(f"dismount P {dot(4, 3)}") == "skirmishers.move.first"
    assert table.options("dismount A")
    assert table.options("mode A")
    table.play(f"dismount A {dot(4, 3)}")
    assert table.options("move A")
    back = pair().play("arc A 30 0 pistol")
    assert back.options("dismount P")
    assert back.refuses(f"dismount A {dot(4, 3)}") == "skirmishers.move.first"


@pytest.mark.clause("skirmishers.vehicle.passenger")
@pytest.mark.parametrize(("first", "other"), ["AP", "PA"])
def test_who_has_ended_acts_no_more(first: str, other: str) -> None:
    table = pair().play(f"end {first}")
    assert not [text for text in table.options() if f" {first}" in text]
    for text in (f"dismount {first} {dot(4, 3)}", f"end {first}", f"arc {first} 30 0 pistol"):
        assert table.refuses(text) == "skirmishers.turn.step-units"
    table.play(f"dismount {other} {dot(4, 3)}")
    assert not [text for text in table.options() if f" {first}" in text]
    assert table.play(f"end {other}").asks == "blue activate"


@pytest.mark.clause("skirmishers.vehicle.passenger", "skirmishers.vehicle.mount")
def test_who_mounts_wakes_nobody_and_who_ended_stays_ended() -> None:
    passenger = trooper(None, rides="V", seat="passenger")
    men: dict[str, Any] = {
        "A": trooper((3, 3)),
        "V": vehicle(dot(5, 2), "assault"),
        "B": foe((30, 6)),
    }
    table = Table.on(BOARD, **men, P=passenger, **ON).play("mount A V")
    assert not [text for text in table.options() if " P" in text]
    table.play("mode A minimum")
    segment(table, 2).play("end A")
    assert table.asks == "red activate"  # who sat there has his own activation still to come
    table.play("activate P")
    assert not table.options("mode")
    assert table.play("end P").asks == "blue activate"

    ended = Table.on(BOARD, **men, P=passenger | {"position": {"activated": True}}, **ON)
    ended.play("mount A V", f"dismount A {dot(3, 3)}", "end A")
    assert ended.asks == "blue activate"


@pytest.mark.clause("skirmishers.vehicle.passenger")
def test_who_mounts_as_passenger_is_not_woken_by_the_rider() -> None:
    men: dict[str, Any] = {
        "P": trooper((3, 3)),
        "V": vehicle(dot(5, 2), "assault"),
        "B": foe((30, 6)),
    }
    table = Table.on(BOARD, **men, A=trooper(None, rides="V", secondary="pistol"), **ON)
    table.play("mount P V", "end P", "activate A")
    assert table.facts["acting"] == ["A"]
    assert not [text for text in table.options() if " P" in text]


# ---------------------------------------------------------------------- arcs and mounted weapons


@pytest.mark.clause("skirmishers.vehicle.passenger", "skirmishers.arc.lost")
def test_a_passengers_arc_is_lifted_when_the_vehicle_moves() -> None:
    table = pair().play("arc P 30 0", "mode A cruise", "drive A")
    assert table["P"]["arcs"]
    assert not table.play("forward A")["P"]["arcs"]
    stays = pair().play("arc P 30 0", "end A", "end P")
    assert stays["P"]["arcs"]


@pytest.mark.clause("skirmishers.vehicle.passenger", "skirmishers.vehicle.segment")
def test_a_passenger_spends_ap_at_the_ends_of_segments() -> None:
    table = pair().play("mode A cruise", "drive A", "forward A")
    assert not [text for text in table.options() if " P" in text]
    assert table.refuses("arc P 30 0") == "skirmishers.vehicle.mode-choose"
    table.play("forward A")
    assert table.options("arc P")
    assert table.options("weapon P")


@pytest.mark.clause("skirmishers.vehicle.passenger", "skirmishers.vehicle.mounted-arc")
@pytest.mark.parametrize("seat", ["rider", "passenger", None])
def test_mounted_weapons_fire_only_while_somebody_rides(seat: str | None) -> None:
    rides = {"rides": "V", "seat": seat} if seat else {}
    table = Table.on(
        BOARD,
        B=foe((20, 2)),
        A=trooper(None if seat else (0, 8), **rides),
        V=vehicle(dot(5, 2), "assault"),
        position={"vehicles": {"V": {"trained": [1]}}},
        **ON,
    )
    table.move("B", (19, 2))
    assert table.asks == ("red reaction" if seat else "blue action")


# ---------------------------------------------------------------------- flames


FLAMES: dict[str, Any] = {"switches": ("vehicles", "incendiary")}


@pytest.mark.clause("skirmishers.incendiary.end", "skirmishers.vehicle.passenger")
@pytest.mark.parametrize("who", "AP")
def test_who_gets_off_into_flames_does_not_escape_them(who: str) -> None:
    burning = {"position": {"fire": [dot(4, 3)]}}
    table = pair(**FLAMES, **burning).play(f"dismount {who} {dot(4, 3)}", dice="5+5")
    other = "P" if who == "A" else "A"
    table.play(f"end {other}")
    table.play(f"end {who}", dice="4+4")
    assert "skirmishers.incendiary.end" in table.cited("damage")
    assert table.unit(who).hp == 0


@pytest.mark.clause("skirmishers.incendiary.end", "skirmishers.vehicle.passenger")
def test_a_rider_who_stops_in_flames_stops_those_who_have_no_movement_left() -> None:
    def ride(*before: str) -> Table:
        table = pair(**FLAMES, position={"fire": [dot(6, 2)]}).play(*before, "mode A minimum")
        return table.play("drive A", "forward A").play("forward A", dice="5+5 5+5")

    table = ride("end P")
    table.play("end A", dice="4+4 4+4")
    assert (table.unit("A").hp, table.unit("P").hp) == (0, 0)
    other = ride()
    other.play("end A", dice="4+4")
    assert other.unit("P").hp > 0  # he may stop there or not: his own end tells
    other.play("end P", dice="4+4")
    assert other.unit("P").hp == 0


# ---------------------------------------------------------------------- the controls


@pytest.mark.clause("skirmishers.vehicle.passenger")
def test_a_passenger_takes_the_controls_of_a_vehicle_that_nobody_drives() -> None:
    table = pair()
    assert table.refuses("controls P") == "skirmishers.vehicle.passenger"
    assert table.refuses("controls A") == "skirmishers.vehicle.passenger"
    table.play(f"dismount A {dot(4, 3)}", "controls P")
    assert table["P"]["spent"] == 0
    table.play("mode P minimum", "drive P", "forward P", "forward P", "end P", "end A")
    assert table.asks == "blue activate"
    assert table.unit("V").motion == 1


@pytest.mark.clause("skirmishers.vehicle.passenger")
def test_nobody_takes_the_controls_on_foot_or_after_combat() -> None:
    table = pair().play("arc P 30 0", f"dismount A {dot(4, 3)}")
    assert table.refuses("controls P") == "skirmishers.move.first"
    assert table.refuses("controls A") == "skirmishers.vehicle.mount"


# ---------------------------------------------------------------------- abandoned vehicles


def abandoned(**more: Any) -> Table:
    """A stands beside V, a blue vehicle that nobody rides."""
    men: dict[str, Any] = {"A": trooper((3, 3)), "B": foe((30, 6))}
    machine = vehicle(dot(5, 2), "assault", side="blue")
    return Table.on(BOARD, **(men | {"V": machine} | more), **ON)


@pytest.mark.clause("skirmishers.vehicle.mount")
def test_an_abandoned_vehicle_of_the_enemy_may_be_mounted_and_is_taken() -> None:
    table = abandoned(position={"vehicles": {"V": {"trained": [1, 2]}}})
    assert table.unit("V").arcs
    table.play("mount A V")
    assert table.unit("V").side == table.unit("A").side
    assert not table.unit("V").arcs
    table.play("mode A minimum")
    segment(table, 2).play("gunarc A 1", "gunarc A 2", "end A")
    assert len(table.unit("V").arcs) == 2


@pytest.mark.clause("skirmishers.vehicle.mount")
@pytest.mark.parametrize("seat", ["rider", "passenger"])
def test_a_vehicle_that_an_enemy_rides_is_not_mounted(seat: str) -> None:
    table = abandoned(C=foe(None, rides="V", seat=seat))
    assert table.refuses("mount A V") == "skirmishers.vehicle.mount"


@pytest.mark.clause("skirmishers.vehicle.mount", "skirmishers.vehicle.mounted-arc")
def test_a_taken_vehicle_fires_for_its_rider_and_at_his_enemies() -> None:
    table = abandoned(B=foe((20, 2))).play("mount A V", "gunarc A 1", "end A")
    table.play("activate B")
    while table.asks == "red reaction":
        table.play("pass")
    table.move("B", (19, 2))
    assert table.asks == "red reaction"
    assert table.options("fire V")


@pytest.mark.clause("skirmishers.vehicle.mount")
def test_a_taken_vehicle_stays_with_its_last_riders_side() -> None:
    table = abandoned().play("mount A V", f"dismount A {dot(4, 3)}", "end A")
    assert table.unit("V").side == 0
    again = table.game.fork()
    assert again.digest == table.game.digest
    table.battle.units[table.unit("V").index].side = 1
    assert table.battle.key() != again.battle.key()
