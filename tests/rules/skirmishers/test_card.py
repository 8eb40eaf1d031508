"""Unit cards and damage: tracks, armor, and what wounds do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlemat.rulebooks.skirmishers.chapters.firing.damage import hurt
from battlemat.rulebooks.skirmishers.state.tracks import TROOPER, Marks, current, mark, start_cell
from rules.skirmishers.table import Table, foe, trooper

BECAUSE = "skirmishers.damage.new-values"


def victim(*, switches: tuple[str, ...] = (), **card: Any) -> Table:
    """A is active; B is about to be hurt."""
    return Table.on(A=trooper(), B=foe((5, 0), **card), switches=switches)


def hit(table: Table, dice: str, lethal: int = 0, bludgeon: int = 0, name: str = "B") -> Table:
    table.run(hurt, name, lethal, bludgeon, BECAUSE, dice=dice)
    return table


# ---------------------------------------------------------------------- the track


@pytest.mark.clause("skirmishers.card.fields")
def test_a_card_holds_who_he_is_and_what_he_carries() -> None:
    table = victim(
        name="Okoro",
        rank="Cpl",
        skill="veteran",
        leader=True,
        leadership=3,
        secondary="pistol",
        grenades={"hand": 4},
    )
    card = table.unit("B").card
    assert (card.name, card.rank, card.skill, card.leadership) == ("Okoro", "Cpl", "veteran", 3)
    shown = next(p.card for p in table.game.rulebook.scene(table.battle).pieces if p.id == "B")
    assert [weapon["name"] for weapon in shown["weapons"]] == ["Rifle", "Pistol", "Hand Grenade"]
    assert [column["cell"] for column in shown["track"]][::5] == ["10", "5", "0"]


@pytest.mark.clause("skirmishers.card.hp-track", "skirmishers.card.zero-column")
def test_the_track_has_eleven_cells_with_their_columns() -> None:
    assert TROOPER.names == tuple(str(cell) for cell in range(11))
    changes = [column.ap for column in TROOPER.columns]
    assert changes == [None, -4, -3, -2, -2, -1, -1, 0, 0, 0, 0]
    assert [column.mod for column in TROOPER.columns][1:] == [3, 3, 2, 2, 2, 1, 1, 0, 0, 0]


@pytest.mark.clause("skirmishers.card.current-hp", "skirmishers.card.marks")
@pytest.mark.parametrize(
    ("full", "part", "hp"),
    [((9, 7, 6), (5,), "5"), ((2,), (), "1"), ((), (10, 9, 8), "10"), ((), (), "10")],
)
def test_current_hp_is_right_of_the_rightmost_full_cross(
    full: tuple[int, ...], part: tuple[int, ...], hp: str
) -> None:
    assert victim(full=full, part=part)["B"]["hp"] == hp


@pytest.mark.clause("skirmishers.card.current-hp")
@pytest.mark.parametrize(
    ("full", "counts"), [((7, 6, 5, 4, 3, 2), "1"), ((10, 9, 7), "6"), ((10, 9), None), ((), None)]
)
def test_a_card_says_which_box_counts_where_a_hit_skipped_some(
    full: tuple[int, ...], counts: str | None
) -> None:
    table = victim(full=list(full))
    shown = next(p for p in table.game.rulebook.scene(table.battle).pieces if p.id == "B")
    told = shown.card["track_note"]
    assert shown.gauge is not None
    if counts is None:
        assert not told
        assert shown.gauge[0] == 10 - len(full)  # every box that is lost is crossed out
    else:
        assert told.startswith(f"Box {counts} counts")
        assert shown.gauge == (int(counts), 10)


@pytest.mark.clause("skirmishers.card.max-ap")
@pytest.mark.parametrize(
    ("hp", "ap"), [(10, 8), (7, 8), (6, 7), (5, 7), (4, 6), (3, 6), (2, 5), (1, 4), (0, 0)]
)
def test_wounds_lower_the_maximum_ap_of_a_regular(hp: int, ap: int) -> None:
    full = [hp + 1] if hp < 10 else []
    assert victim(full=full)["B"]["max_ap"] == ap


@pytest.mark.clause("skirmishers.card.max-ap", "skirmishers.card.ap-floor")
def test_all_changes_of_ap_add_up_and_never_fall_below_zero() -> None:
    assert victim(full=[2], armor="heavy")["B"]["max_ap"] == 1
    green = victim(full=[2], armor="heavy", skill="green", switches=("experience",))
    assert green["B"]["max_ap"] == 0
    weak = victim(
        full=[2],
        armor="heavy",
        skill="green",
        jet_pack="worn",
        switches=("experience", "jet-packs"),
    )
    assert (weak["B"]["max_ap"], weak["B"]["state"]) == (0, "able")


@pytest.mark.clause("skirmishers.card.zero-column")
def test_at_hp_zero_there_are_no_ap_whatever_the_experience() -> None:
    elite = victim(full=[1], skill="elite", switches=("experience",))
    assert (elite["B"]["hp"], elite["B"]["max_ap"]) == ("0", 0)


@pytest.mark.clause("skirmishers.card.modifier", "skirmishers.fire.wounds")
def test_the_wound_modifier_is_added_to_his_own_target_numbers() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), full=[6], arc={"degrees": 60, "heading": 6}))
    table.move("A", (1, 0), then=["fire B"], dice="1+1")
    assert table.need == 8
    assert table.modifiers == {"base": 6, "wounds": 2}


@pytest.mark.clause("skirmishers.card.unconscious", "skirmishers.arc.lost")
def test_at_hp_zero_a_trooper_lies_unconscious_without_his_arc() -> None:
    table = victim(arc={"degrees": 60, "heading": 6})
    hit(table, "1+1", lethal=2)
    b = table["B"]
    assert (b["hp"], b["state"], b["prone"], b["arcs"]) == ("0", "unconscious", True, [])
    table.play("end A")
    assert table.asks == "nothing"  # nobody of blue is able any more


@pytest.mark.clause("skirmishers.card.dead", "skirmishers.map.bodies")
def test_crossing_out_cell_zero_kills_and_leaves_a_body_that_blocks_nothing() -> None:
    table = Table.on(A=trooper(), B=foe((1, 0), full=[1]), C=foe((9, 0)))
    hit(table, "1+1", lethal=9)
    assert table["B"]["state"] == "dead"
    assert table["B"]["carries"] == {"primary": "rifle"}
    table.move("A", (1, 0))
    assert table.at("A") == table.at("B") == (1, 0)


# ---------------------------------------------------------------------- lethal damage


@pytest.mark.clause("skirmishers.damage.lethal-cells", "skirmishers.damage.location")
def test_lethal_points_cross_out_cells_to_the_right() -> None:
    b = hit(victim(), "4+3", lethal=4)["B"]
    assert b["full"] == ["7", "6", "5", "4"]
    assert (b["hp"], b["max_ap"], b["mod"]) == ("3", 6, 2)


@pytest.mark.clause("skirmishers.damage.lethal-cells")
def test_two_points_from_cell_two_leave_him_unconscious() -> None:
    b = hit(victim(), "1+1", lethal=2)["B"]
    assert (b["full"], b["hp"], b["state"]) == (["2", "1"], "0", "unconscious")


@pytest.mark.clause("skirmishers.damage.eleven-twelve")
@pytest.mark.parametrize("dice", ["6+6", "6+5", "5+5"])
def test_eleven_and_twelve_start_at_cell_ten(dice: str) -> None:
    b = hit(victim(), dice, lethal=4)["B"]
    assert b["full"] == ["10", "9", "8", "7"]
    assert (b["hp"], b["max_ap"], b["mod"]) == ("6", 7, 1)


@pytest.mark.clause("skirmishers.damage.skip")
def test_crossed_cells_are_skipped_and_use_up_nothing() -> None:
    b = hit(victim(full=[7, 6]), "4+4", lethal=3)["B"]
    assert (b["full"], b["hp"]) == (["8", "7", "6", "5", "4"], "3")


@pytest.mark.clause("skirmishers.damage.past-end")
def test_points_past_the_last_cell_are_lost() -> None:
    dead = hit(victim(), "2+1", lethal=4)["B"]
    assert (dead["full"], dead["state"]) == (["3", "2", "1", "0"], "dead")
    b = hit(victim(), "3+2", bludgeon=8)["B"]
    assert b["part"] == ["5", "4", "3", "2", "1", "0"]
    assert (b["hp"], b["state"]) == ("10", "able")


@pytest.mark.clause("skirmishers.damage.new-values")
def test_new_values_hold_from_the_next_attack_on() -> None:
    table = Table.on(
        A=trooper((0, 0)),
        B=foe((6, 0), arc={"degrees": 60, "heading": 6}),
        C=foe((7, 0), arc={"degrees": 60, "heading": 6}),
    )
    table.move("A", (1, 0), then=["fire B", "fire C"], dice="6+6 4+3 1+1")
    assert (table["A"]["mod"], table["A"]["max_ap"], table["A"]["ap"]) == (2, 6, 5)


# ---------------------------------------------------------------------- bludgeoning


@pytest.mark.clause("skirmishers.damage.bludgeon-start", "skirmishers.damage.bludgeon-marks")
def test_bludgeoning_starts_right_of_the_lethal_points_of_the_same_attack() -> None:
    b = hit(victim(), "5+4", lethal=1, bludgeon=4)["B"]
    assert (b["full"], b["part"], b["hp"]) == (["9"], ["8", "7", "6", "5"], "8")


@pytest.mark.clause("skirmishers.damage.bludgeon-start", "skirmishers.armor.lethal-first")
def test_bludgeoning_starts_at_the_initial_cell_when_armor_soaked_the_lethal_points() -> None:
    b = hit(victim(armor="basic", armor_left=1), "4+3", lethal=1, bludgeon=4)["B"]
    assert (b["armor"], b["full"], b["part"], b["hp"]) == (0, [], ["7", "6", "5", "4"], "10")


@pytest.mark.clause("skirmishers.damage.bludgeon-marks", "skirmishers.card.marks")
def test_a_second_bludgeoning_mark_crosses_a_cell_out() -> None:
    b = hit(victim(part=[6, 5, 4, 3, 2]), "4+4", bludgeon=5)["B"]
    assert (b["full"], b["part"], b["hp"]) == (["6", "5", "4"], ["8", "7", "3", "2"], "3")


# ---------------------------------------------------------------------- armor


@pytest.mark.clause("skirmishers.armor.types", "skirmishers.armor.ap", "skirmishers.armor.cells")
@pytest.mark.parametrize(
    ("armor", "cells", "ap"), [("none", 0, 8), ("basic", 2, 7), ("standard", 4, 6), ("heavy", 6, 5)]
)
def test_armor_has_cells_and_weight(armor: str, cells: int, ap: int) -> None:
    b = victim(armor=armor)["B"]
    assert (b["armor"], b["max_ap"]) == (cells, ap)


@pytest.mark.clause("skirmishers.armor.ap")
def test_the_weight_stays_when_the_cells_are_gone() -> None:
    b = hit(victim(armor="standard"), "4+3", lethal=4)["B"]
    assert (b["armor"], b["max_ap"]) == (0, 6)


@pytest.mark.clause(
    "skirmishers.armor.lethal-first",
    "skirmishers.damage.lethal-armor",
    "skirmishers.damage.location",
)
def test_armor_soaks_lethal_points_before_any_cell() -> None:
    table = hit(victim(armor="standard"), "4+3", lethal=4)
    b = table["B"]
    assert (b["armor"], b["full"], b["hp"]) == (0, [], "10")
    assert table.rolls == ["red 2 skirmishers.damage.location"]  # rolled all the same
    b = hit(victim(armor="basic"), "4+4", lethal=5)["B"]
    assert (b["armor"], b["full"], b["hp"]) == (0, ["8", "7", "6"], "5")


@pytest.mark.clause("skirmishers.armor.bludgeon", "skirmishers.damage.bludgeon-armor")
def test_one_armor_cell_stops_all_bludgeoning() -> None:
    b = hit(victim(armor="basic", armor_left=1), "3+3", bludgeon=8)["B"]
    assert (b["armor"], b["part"]) == (1, [])
    b = hit(victim(armor="standard"), "3+3", lethal=1, bludgeon=4)["B"]
    assert (b["armor"], b["part"]) == (3, [])


# ---------------------------------------------------------------------- armor by cell

PLATED: dict[str, Any] = {"armor": "standard", "armor_from": 8, "switches": ("advanced-armor",)}


@pytest.mark.clause(
    "skirmishers.armor.adv-replaces",
    "skirmishers.armor.adv-coverage",
    "skirmishers.armor.adv-ap",
)
@pytest.mark.parametrize(
    ("armor", "cells", "ap"),
    [
        ("basic", ["8", "7"], 7),
        ("standard", ["8", "7", "6", "5"], 6),
        ("heavy", ["8", "7", "6", "5", "4", "3"], 5),
    ],
)
def test_advanced_armor_protects_a_run_of_cells(armor: str, cells: list[str], ap: int) -> None:
    b = victim(armor=armor, armor_from=8, switches=("advanced-armor",))["B"]
    assert (b["plates"], b["armor"], b["max_ap"]) == (cells, 0, ap)


@pytest.mark.clause("skirmishers.armor.adv-lethal")
def test_a_plate_takes_two_lethal_points_one_for_each_attack() -> None:
    table = hit(victim(**PLATED), "4+3", lethal=4)
    b = table["B"]
    assert (b["dented"], b["full"], b["hp"]) == (["7", "6", "5"], ["4"], "3")
    b = hit(table, "4+3", lethal=4)["B"]
    assert (b["plates"], b["full"], b["hp"]) == (["8"], ["4", "3"], "2")


@pytest.mark.clause("skirmishers.armor.adv-bludgeon")
def test_bludgeoning_on_a_protected_cell_is_used_up_for_nothing() -> None:
    b = hit(victim(**PLATED), "5+4", bludgeon=8)["B"]
    assert (b["part"], b["hp"]) == (["9", "4", "3", "2"], "10")
    b = hit(victim(**PLATED), "4+3", lethal=1, bludgeon=4)["B"]
    assert (b["dented"], b["part"], b["hp"]) == (["7"], ["4", "3"], "10")


# ---------------------------------------------------------------------- falling


@pytest.mark.clause("skirmishers.damage.fall")
@pytest.mark.parametrize(
    ("spent", "dice", "lethal", "falls"),
    [(7, "5+4", 4, True), (6, "5+4", 4, False), (8, "6+5", 2, False)],
)
def test_who_has_spent_his_new_maximum_falls_prone_and_is_done(
    spent: int, dice: str, lethal: int, falls: bool
) -> None:
    table = Table.on(A=trooper(), B=foe(), spent=spent)
    hit(table, dice, lethal=lethal, name="A")
    assert table["A"]["prone"] is falls
    assert table.unit("A").halted is falls


@pytest.mark.clause("skirmishers.damage.fall")
def test_a_trooper_who_falls_drops_the_rest_of_his_way() -> None:
    table = Table.on(
        A=trooper((0, 0)),
        A2=trooper((0, 4)),
        B=foe((12, 0), arc={"degrees": 30, "heading": 6}),
        spent=6,
        walked=0,
    )
    table.move("A", (1, 0), (2, 0), then=["fire B"], dice="6+6 5+4")
    assert table.at("A") == (1, 0)
    assert table["A"]["prone"]
    assert table.asks == "red activate"


@pytest.mark.clause("skirmishers.damage.fall-off-turn")
def test_outside_his_own_turn_he_has_spent_nothing() -> None:
    table = victim(spent=0)
    hit(table, "4+3", lethal=4)
    assert not table["B"]["prone"]
    weak = victim(armor="heavy", armor_left=0, full=[4], part=[], spent=0)
    hit(weak, "2+1", lethal=2)  # HP 1: 8 - 3 - 4 = 1 AP
    assert not weak["B"]["prone"]
    gone = victim(
        armor="heavy", armor_left=0, full=[4], skill="green", switches=("experience",), spent=0
    )
    hit(gone, "2+1", lethal=2)
    assert (gone["B"]["max_ap"], gone["B"]["prone"]) == (0, True)


# ---------------------------------------------------------------------- any damage at all

HITS = st.tuples(st.integers(2, 12), st.integers(0, 13), st.integers(0, 9))


@pytest.mark.clause("skirmishers.damage.skip", "skirmishers.damage.bludgeon-marks")
@given(armor=st.integers(0, 6), plates=st.integers(0, 2**11 - 1), hits=st.lists(HITS, max_size=6))
@settings(max_examples=120, deadline=None)
def test_whatever_hits_marks_only_grow_and_hp_never_rises(
    armor: int, plates: int, hits: list[tuple[int, int, int]]
) -> None:
    marks = Marks(0, 0, armor, 0 if armor else plates, 0)
    for total, lethal, bludgeon in hits:
        after = mark(marks, start_cell(total, 10), lethal, bludgeon)
        assert after.full & marks.full == marks.full
        assert not after.full & after.part
        assert after.armor <= marks.armor
        assert not after.plates & ~marks.plates
        assert not after.dented & ~after.plates
        assert current(after.full, 10) <= current(marks.full, 10)
        crossed = (after.full & ~marks.full).bit_count()
        soaked = marks.armor - after.armor
        assert crossed <= lethal - soaked + bludgeon
        marks = after
