"""Weapons and equipment: tables, slots, points, and things changing hands."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.kernel.plain import decode
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.cards import force_value, point_value
from battlemat.rulebooks.skirmishers.state.setup import GrenadesSetup, SquadSetup, UnitSetup
from battlemat.rulebooks.skirmishers.state.weapons import BOOK, UNLIMITED, Weapon
from rules.skirmishers.table import Table, foe, ground, trooper

ARMORY = Armory()


def printed(clause: str) -> list[dict[str, Any]]:
    """The table of a clause, as the register prints it."""
    found = SKIRMISHERS.register.find(clause)
    assert found is not None
    return [dict(row) for row in found.table]


def named(name: str, *, suit: bool = False) -> Weapon:
    """A weapon of the book as a card's file finds it."""
    ids = [w.id for w in ARMORY.weapons if w.name == name and (w.slot == "suit") is suit]
    return ARMORY.find(ids[0], "the card")


# ---------------------------------------------------------------------- tables


@pytest.mark.clause(
    "skirmishers.weapon.primary-table",
    "skirmishers.weapon.secondary-table",
    "skirmishers.crew.table",
    "skirmishers.crew.column",
)
@pytest.mark.parametrize("clause", ["weapon.primary-table", "weapon.secondary-table", "crew.table"])
def test_guns_are_as_printed(clause: str) -> None:
    rows = printed(clause)
    assert rows
    for row in rows:
        weapon = named(row["weapon"])
        assert weapon.damage == row["damage"]
        assert (weapon.short, weapon.long, weapon.pv) == (row["short"], row["long"], row["pv"])
        assert weapon.shots == row.get("shots", UNLIMITED)
        assert weapon.crew == row.get("crew", 0)
        assert weapon.because == f"skirmishers.{clause}"


@pytest.mark.clause("skirmishers.weapon.melee-table", "skirmishers.weapon.melee-slot")
def test_melee_weapons_are_as_printed() -> None:
    for row in printed("weapon.melee-table")[2:]:
        weapon = named(row["weapon"])
        assert (weapon.damage, weapon.ap, weapon.pv) == (row["damage"], 5, row["pv"])
        assert (weapon.slot, weapon.reach) == ("secondary", 1)
    assert ARMORY.by_id["knife"].damage == ARMORY.by_id["bayonet"].damage == "3X"


@pytest.mark.clause(
    "skirmishers.weapon.explosive-table",
    "skirmishers.launcher.table",
    "skirmishers.incendiary.table",
    "skirmishers.incendiary.unlimited",
)
@pytest.mark.parametrize("clause", ["weapon.explosive-table", "launcher.table", "incendiary.table"])
def test_explosives_are_as_printed(clause: str) -> None:
    for row in printed(clause):
        weapon = named(row["weapon"])
        assert list(weapon.rings) == row["damage"]
        assert weapon.pv == row["pv"]
        assert weapon.ammo == (UNLIMITED if row["ammo"] == "unlimited" else row["ammo"])
        if isinstance(row["ap"], int):
            assert (weapon.ap, weapon.short, weapon.long) == (row["ap"], row["short"], row["long"])
        else:
            assert weapon.per_dot == int(row["ap"][0])


@pytest.mark.clause("skirmishers.launcher.slots", "skirmishers.launcher.auto-separate")
def test_launchers_have_the_slots_the_book_gives_them() -> None:
    for row in printed("launcher.table"):
        assert named(row["weapon"]).slot == row["slot"].split()[0]


@pytest.mark.clause("skirmishers.weapon.loadout", "skirmishers.option.switches")
def test_every_weapon_has_its_own_id_and_the_switch_it_needs() -> None:
    assert len({weapon.id for weapon in BOOK}) == len(BOOK)
    table = Table.on(A=trooper(secondary="pistol", grenades={"hand": 4}), B=foe())
    assert table["A"]["carries"] == {"primary": "rifle", "secondary": "pistol"}
    assert table["A"]["grenades"]["hand"] == 4
    with pytest.raises(SetupError, match="needs the switch 'incendiary'"):
        Table.on(A=trooper(primary="flamethrower"), B=foe())


def refused(match: str, switches: tuple[str, ...] = (), **card: Any) -> None:
    with pytest.raises(SetupError, match=match):
        Table.before(A=trooper(**card), B=foe(), switches=switches)


@pytest.mark.clause(
    "skirmishers.weapon.loadout",
    "skirmishers.weapon.melee-slot",
    "skirmishers.weapon.satchel-slot",
    "skirmishers.crew.slot",
    "skirmishers.action.capacity",
)
def test_impossible_loads_are_refused_with_a_clear_line() -> None:
    refused("primary: a text is wanted, not a list", primary=["rifle", "smg"])
    refused("sword is no primary weapon", primary="sword")
    refused("satchel-charge is no primary weapon", primary="satchel-charge")
    refused("does not fit the secondary slot", secondary="smg")
    refused("5 grenades, at most 4", grenades={"hand": 5})
    refused("there is no weapon 'rifel'; did you mean 'rifle'", primary="rifel")
    refused("smoke grenades need the switch", grenades={"smoke": 1})
    refused("does not fit", ("crewed-weapons",), secondary="light-machine-gun")
    refused("carries no hand-grenade", active="hand-grenade")
    refused("armor", armor="massive")
    refused("a run of 6 cells", ("advanced-armor",), armor="heavy", armor_from=4)
    refused("there is no 'colour'", colour="green")


@pytest.mark.clause("skirmishers.launcher.mounted", "skirmishers.launcher.auto-separate")
def test_only_a_grenade_launcher_is_mounted_and_only_under_a_rifle_or_smg() -> None:
    on = ("advanced-explosives",)
    for primary in ("rifle", "smg", "laser-rifle", "laser-smg", "gyrojet-rifle"):
        table = Table.on(
            A=trooper(primary=primary, secondary="grenade-launcher"), B=foe(), switches=on
        )
        assert table["A"]["carries"]["secondary"] == "grenade-launcher"
    refused("does not fit", on, primary="recoilless-rifle", secondary="grenade-launcher")
    refused("does not fit", on, primary=None, secondary="grenade-launcher")
    refused("does not fit", on, secondary="auto-grenade-launcher")


@pytest.mark.clause("skirmishers.map.occupancy", "skirmishers.map.obstacles")
def test_nobody_starts_in_a_trunk_or_on_a_taken_dot() -> None:
    with pytest.raises(SetupError, match="tree trunk"):
        Table.before(ground(tree=[(0, 0)]), A=trooper((0, 0)), B=foe())
    with pytest.raises(SetupError, match="is taken by A"):
        Table.before(A=trooper((0, 0)), B=foe((0, 0)))


# ---------------------------------------------------------------------- points


@pytest.mark.clause("skirmishers.points.pv", "skirmishers.points.ammo-included")
def test_a_force_is_worth_its_weapons() -> None:
    four, mixed = GrenadesSetup(hand=4), GrenadesSetup(hand=1, smoke=1, incendiary=1)
    rifleman = UnitSetup("A", primary="rifle", secondary="pistol", grenades=four)
    bomber = UnitSetup("A", primary="smg", secondary="satchel-charge", grenades=four)
    assert point_value(rifleman, ARMORY) == 159 + 13 + 44
    assert point_value(bomber, ARMORY) == 23 + 88 + 44
    # 11 + 11 + 2.5, rounded up
    assert point_value(UnitSetup("A", grenades=mixed), ARMORY) == 25
    assert point_value(UnitSetup("A", armor="heavy", skill="elite"), ARMORY) == 0


@pytest.mark.clause("skirmishers.points.pv")
def test_a_limit_that_a_scenario_sets_is_kept() -> None:
    setup = dict(Table.on(A=trooper((0, 0)), B=foe()).game.setup)
    red = setup["squads"]["red"]
    worth = force_value(decode(SquadSetup, red), ARMORY)
    over = {**setup["squads"], "red": {**red, "pv_limit": worth - 1}}
    with pytest.raises(SetupError, match=f"worth {worth} PV, more than {worth - 1}"):
        SKIRMISHERS.start({**setup, "squads": over})
    enough = {**setup["squads"], "red": {**red, "pv_limit": worth}}
    assert SKIRMISHERS.start({**setup, "squads": enough}).units


# ---------------------------------------------------------------------- in hand


@pytest.mark.clause(
    "skirmishers.action.table", "skirmishers.action.change-weapon", "skirmishers.weapon.active"
)
def test_changing_weapons_costs_three_ap_that_are_no_movement() -> None:
    table = Table.on(A=trooper(secondary="pistol", grenades={"hand": 1}), B=foe())
    offered = ["weapon A pistol", "weapon A hand-grenade", "weapon A knife"]
    assert table.options("weapon") == offered
    table.play("weapon A pistol")
    assert (table["A"]["active"], table["A"]["spent"]) == ("pistol", 3)
    assert table.unit("A").walked == 0


@pytest.mark.clause("skirmishers.action.switch-back", "skirmishers.weapon.ammo")
def test_after_a_throw_the_weapon_held_before_is_in_hand_again_for_nothing() -> None:
    card: dict[str, Any] = {"secondary": "pistol", "grenades": {"hand": 2}, "holds": "pistol"}
    table = Table.on(A=trooper((0, 0), **card), B=foe((9, 0)))
    table.play("weapon A hand-grenade", f"throw A {table.dot(2, 0)} hand-grenade")
    assert (table["A"]["active"], table["A"]["grenades"]["hand"]) == ("pistol", 1)
    assert table["A"]["spent"] == 3 + 2
    fresh = Table.on(A=trooper((0, 0), grenades={"hand": 1}, active="hand-grenade"), B=foe((9, 0)))
    fresh.play(f"throw A {fresh.dot(2, 0)} hand-grenade")
    assert fresh["A"]["active"] == "rifle"
    bare = Table.on(A=trooper((0, 0), primary=None, secondary="satchel-charge"), B=foe((9, 0)))
    bare.play(f"throw A {bare.dot(2, 0)} satchel-charge")
    assert (bare["A"]["active"], bare["A"]["carries"]) == ("fists", {})


@pytest.mark.clause("skirmishers.action.change-weapon", "skirmishers.weapon.active")
def test_the_primary_weapon_is_taken_in_hand_again_like_any_other() -> None:
    table = Table.on(A=trooper(secondary="pistol", active="pistol"), B=foe())
    assert table.options("weapon") == ["weapon A rifle", "weapon A knife"]
    table.play("weapon A rifle")
    assert (table["A"]["active"], table["A"]["spent"]) == ("rifle", 3)


@pytest.mark.clause("skirmishers.action.switch-back")
def test_after_a_throw_the_primary_weapon_goes_before_the_secondary() -> None:
    card: dict[str, Any] = {"secondary": "pistol", "grenades": {"hand": 2}}
    table = Table.on(A=trooper((0, 0), **card), B=foe((9, 0)))
    table.play("weapon A hand-grenade", f"throw A {table.dot(2, 0)} hand-grenade")
    assert table["A"]["active"] == "rifle"
    fresh = Table.on(A=trooper((0, 0), active="hand-grenade", **card), B=foe((9, 0)))
    fresh.play(f"throw A {fresh.dot(2, 0)} hand-grenade")
    assert fresh["A"]["active"] == "rifle"


# ---------------------------------------------------------------------- exchange


def pair(taker: dict[str, Any], giver: dict[str, Any], at: tuple[int, int] = (1, 0)) -> Table:
    return Table.on(A=trooper((0, 0), **taker), A2=trooper(at, **giver), B=foe((9, 0)))


@pytest.mark.clause("skirmishers.action.exchange", "skirmishers.action.table")
def test_taking_a_weapon_from_a_friend_costs_the_taker_six_ap() -> None:
    table = pair({"primary": None}, {"secondary": "pistol"})
    assert table.options("take") == ["take A A2 rifle", "take A A2 pistol"]
    table.play("take A A2 rifle")
    assert table["A"]["carries"] == {"primary": "rifle"}
    assert (table["A"]["spent"], table["A"]["active"]) == (6, "fists")
    assert (table["A2"]["carries"], table["A2"]["active"]) == ({"secondary": "pistol"}, "fists")
    assert table.unit("A").walked == 0


@pytest.mark.clause("skirmishers.action.exchange")
def test_the_unconscious_and_the_dead_can_be_robbed_but_no_conscious_enemy() -> None:
    empty: dict[str, Any] = {"primary": None}
    awake = Table.on(A=trooper((0, 0), **empty), B=foe((1, 0)))
    assert awake.options("take") == []
    asleep = Table.on(A=trooper((0, 0), **empty), B=foe((1, 0), full=[1]), C=foe((9, 0)))
    assert asleep.options("take") == ["take A B rifle"]
    body = Table.on(
        A=trooper((0, 0), **empty),
        B=foe((0, 0), full=[0], position={"at": "a1"}),
        C=foe((9, 0)),
    )
    assert body.options("take") == ["take A B rifle"]
    far = pair(empty, {}, at=(2, 0))
    assert far.options("take") == []
    wall = ground(high_wall=[((0, 0), (1, 0))])
    walled = Table.on(wall, A=trooper((0, 0), **empty), A2=trooper((1, 0)), B=foe((9, 0)))
    assert walled.options("take") == []


@pytest.mark.clause("skirmishers.arc.lost", "skirmishers.action.exchange")
def test_taking_a_mans_weapon_takes_his_arc() -> None:
    table = pair({"primary": None}, {"arc": {"degrees": 60, "heading": 0}})
    table.play("take A A2 rifle")
    assert table["A2"]["arcs"] == []


@pytest.mark.clause("skirmishers.action.capacity")
def test_a_full_slot_takes_nothing_more() -> None:
    table = pair({}, {"grenades": {"hand": 4}})
    assert table.options("take") == ["take A A2 hand-grenade"]
    some = pair({"grenades": {"hand": 3}}, {"grenades": {"hand": 4}})
    some.play("take A A2 hand-grenade")
    assert (some["A"]["grenades"]["hand"], some["A2"]["grenades"]["hand"]) == (4, 3)


@pytest.mark.clause("skirmishers.action.drop", "skirmishers.action.pick-up")
def test_what_is_dropped_for_nothing_is_picked_up_for_six_by_anyone() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((1, 0), primary=None))
    table.play("drop A rifle")
    assert (table["A"]["spent"], table["A"]["active"], table["A"]["carries"]) == (0, "fists", {})
    assert table.facts["items"] == [{"at": "a1", "thing": "rifle", "rounds": -1}]
    table.play("pick A a1 rifle")
    assert (table["A"]["carries"], table["A"]["spent"]) == ({"primary": "rifle"}, 6)
    other = Table.on(A=trooper((0, 0)), B=foe((1, 0), primary=None))
    other.play("drop A rifle", "end A", "activate B")
    assert other.options("pick") == ["pick B a1 rifle"]


@pytest.mark.clause("skirmishers.weapon.ring-damage", "skirmishers.weapon.satchel-three")
def test_the_three_of_the_satchel_is_the_price_over_stairs() -> None:
    board = ground(buildings={"A": (1, [(4, 0)])}, ladder=[(4, 0)])
    table = Table.on(
        board, A=trooper((4, 0, 1), secondary="satchel-charge", holds="secondary"), B=foe((9, 0))
    )
    table.play(f"toss A {table.dot(4, 0)} satchel-charge")
    assert table["A"]["spent"] == 3
