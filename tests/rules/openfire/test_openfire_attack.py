"""Chapters "Making Attacks", "Attack" and "Apply Damage": declaring, hits, defence, losses."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.plane import formation_fault
from battlemat.kernel.errors import Refused
from battlemat.rulebooks.openfire.chapters.moving.formation import formation_of
from rules.openfire.table import Table, model, tank, unit, weapon


def duel(
    attackers: list[Any] | None = None,
    targets: list[Any] | None = None,
    gun: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """R1 is about to attack B1, ten inches away from centre to centre, in the open."""
    ours, theirs = attackers or [model()], targets or [model()]
    spots = {
        "R1": [(1000, 1000 + 150 * n) for n in range(len(ours))],
        "B1": [(2000, 1000 + 150 * n, 180) for n in range(len(theirs))],
    }
    return Table(
        [unit("R1", *ours)],
        [unit("B1", *theirs)],
        spots,
        active=("R1", "attack"),
        weapons={"rifle": weapon(**(gun or {}))},
        **more,
    )


def hits(table: Table) -> list[int]:
    return [event.facts["hits"] for event in table.told("hits")]


# ---------------------------------------------------------------------- declaring


@pytest.mark.clause("openfire.attack.declare", "openfire.target.enemy-unit")
def test_models_of_one_unit_may_target_different_units_and_any_may_stay_out() -> None:
    table = Table(
        [unit("R1", model(), model(), model()), unit("R2")],
        [unit("B1"), unit("B2")],
        {
            "R1": [(1000, 1000), (1000, 1150), (1000, 850)],
            "R2": (1000, 3000),
            "B1": (2000, 1000),
            "B2": (2000, 1600),
        },
        active=("R1", "attack"),
    )
    assert table.allows("attack R1 rifle:1>B1 rifle:2>B2")
    assert table.refused("attack R1 rifle:1>R2") == "openfire.target.enemy-unit"
    assert table.refused("attack R1 rifle:1,2,3,4>B1") == "openfire.attack.declare"
    table.play("attack R1 rifle:1>B1 rifle:2>B2", dice="1 1")
    assert [event.facts["target"] for event in table.told("attack")] == ["B1", "B2"]


@pytest.mark.clause("openfire.attack.declare")
def test_an_attack_names_a_unit_that_attacks_now_and_a_weapon_that_there_is() -> None:
    table = Table(
        [unit("R1"), unit("R2")],
        at={"R1": (1000, 1000), "R2": (1000, 3000), "B1": (2000, 1000)},
        active=("R1", "attack"),
    )
    assert table.allows("attack R1 B1")
    assert table.refused("attack R2 B1") == "openfire.attack.declare"
    for wrong in ("0", "x", "1000", "none"):
        told = table.refused(f"attack R1 rifle:{wrong}>B1")
        assert "models are given by their numbers" in told
    with pytest.raises(Refused, match="nobody has such a weapon; did you mean 'rifle'") as refused:
        table.game.read("attack R1 rifel:1>B1")
    assert refused.value.refusal.because == "openfire.attack.declare"


@pytest.mark.clause("openfire.attack.one-weapon")
def test_a_model_on_foot_uses_one_of_its_weapons() -> None:
    table = Table(
        [unit("R1", model(weapons=["rifle", "pistol"]))],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (2000, 1000)},
        active=("R1", "attack"),
        weapons={"pistol": weapon(rng=12)},
    )
    assert table.refused("attack R1 rifle:1>B1 pistol:1>B1") == "openfire.attack.one-weapon"
    assert table.allows("attack R1 pistol:1>B1")


@pytest.mark.clause("openfire.attack.check-first", "openfire.attack.lock")
def test_what_was_settled_before_the_dice_stays_settled() -> None:
    # Only the near model is in range of the second group's pistol; the first group removes it.
    table = Table(
        [unit("R1", model(), model(weapons=["pistol"]))],
        [unit("B1", model(), model(), model(), leader=3)],
        {
            "R1": [(1000, 1000), (1000, 1150)],
            "B1": [(1900, 1150), (2250, 1150), (2250, 1000)],
        },
        active=("R1", "attack"),
        weapons={"pistol": weapon(rng=8)},
    )
    table.play("attack R1 rifle:1>B1 pistol:2>B1", dice="12 2")
    table.play("lose 1", dice="12 2")
    assert hits(table) == [1, 1]
    assert table.asked() != "red attack"  # no way back to the declaration


@pytest.mark.clause("openfire.attack.lost-attacks")
def test_attacks_on_a_unit_that_is_gone_are_lost_and_a_one_use_weapon_is_kept() -> None:
    table = Table(
        [unit("R1", model(), model(weapons=["rocket"]))],
        [unit("B1"), unit("B2")],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000), "B2": (4000, 4000)},
        active=("R1", "attack"),
        weapons={"rocket": weapon(special=["One Use"])},
    )
    table.play("attack R1 rifle:1>B1 rocket:2>B1", dice="12 2")
    assert len(table.told("lost")) == 1
    assert not table["R1"].used


@pytest.mark.clause("openfire.attack.combine", "openfire.attack.steps")
def test_groups_are_rolled_one_after_another_and_differing_skills_apart() -> None:
    table = duel([model(), model(skl=8), model()], [model(), model(), model(), model()])
    table.play("attack R1 B1", dice="6 5")  # models 1 and 3: one hit
    assert table.asked() == "blue 1d12"  # its defence comes before the next group's attack
    table.play(dice="12 8 12")
    assert [event.facts["models"] for event in table.told("attack")] == ["R1.1, R1.3", "R1.2"]


@pytest.mark.clause("openfire.attack.combine")
def test_a_player_may_split_a_group_and_order_the_parts() -> None:
    table = duel([model(), model()])
    table.play("attack R1 rifle:2>B1 rifle:1>B1", dice="1 1")
    assert [event.facts["models"] for event in table.told("attack")] == ["R1.2", "R1.1"]


# ---------------------------------------------------------------------- rolling attacks


@pytest.mark.clause("openfire.attack.dice-count", "openfire.attack.hit", "openfire.dice.who-rolls")
def test_a_weapon_rolls_its_att_and_each_success_hits() -> None:
    table = duel([model(), model()], gun={"att": 2})
    table.play("attack R1 B1")
    assert table.asked() == "red 4d12"  # the attacker rolls battle skill
    table.play(dice="5 6 7 1")
    assert hits(table) == [2]
    assert table.asked() == "blue 2d12"  # the defender rolls defence


@pytest.mark.clause("openfire.attack.modifiers")
@pytest.mark.parametrize(
    ("advanced", "stress", "special", "dice", "expected"),
    [
        (True, 1, ["Assault"], "12 11 1", 1),  # the sum is -7: only the 12 hits
        (False, 1, [], "12 11 10 1", 2),  # the sum is -5: the 12, and 11 - 5 = 6
    ],
)
def test_all_modifiers_of_an_attack_are_added(
    advanced: bool, stress: int, special: list[str], dice: str, expected: int
) -> None:
    wall = {"name": "wall", "keyword": "barrier", "height": 60, "sight": "solid"}
    table = duel(
        gun={"att": len(dice.split()), "special": special},
        advanced=advanced,
        moved=advanced,
        units={"R1": {"stress": stress}},
        parts=[{**wall, "box": [1900, 900, 1940, 1100]}],
    )
    table.play("attack R1 B1", dice=dice)
    assert hits(table) == [expected]


@pytest.mark.clause("openfire.attack.advance-assault-only")
def test_after_an_advance_only_assault_weapons_may_be_used() -> None:
    table = Table(
        [unit("R1", model(weapons=["rifle", "pistol"]))],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (2000, 1000)},
        active=("R1", "attack"),
        advanced=True,
        weapons={"pistol": weapon(special=["Assault"])},
    )
    assert table.refused("attack R1 rifle:1>B1") == "openfire.attack.advance-assault-only"
    table.play("attack R1 pistol:1>B1", dice="7")
    assert hits(table) == [0]  # and with -2: 7 is not enough for 6


@pytest.mark.clause("openfire.assault.weapon-limit", "openfire.assault.range")
def test_without_assault_only_a_natural_12_hits_at_close_quarters() -> None:
    table = Table(
        [unit("R1", model(skl=4))],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (1200, 1000)},
        active=("R1", "attack"),
        weapons={"rifle": weapon(att=3)},
    )
    table.play("attack R1 B1", dice="11 12 5")
    assert hits(table) == [1]


@pytest.mark.clause("openfire.assault.still-checked")
def test_close_attacks_still_need_range_and_sight() -> None:
    wall = {"name": "wall", "keyword": "impassable", "sight": "solid"}
    blocked = Table(
        [unit("R1")],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (1200, 1000)},
        active=("R1", "move"),
        parts=[{**wall, "height": 300, "box": [1090, 800, 1110, 1200]}],
    )
    blocked.play("skip move")
    assert blocked.asked() == "blue activate"  # nobody to attack: the line is blocked
    table = Table(
        [unit("R1", model(weapons=["mortar", "knife"]))],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (1200, 1000)},
        active=("R1", "attack"),
        weapons={"mortar": weapon(rng=[8, 36])},
        parts=[{**wall, "height": 60, "box": [1110, 800, 1130, 1200]}],
    )
    assert table.refused("attack R1 mortar:1>B1") == "openfire.range.min-max"
    table.play("attack R1 knife:1>B1", dice="9")
    assert hits(table) == [0]  # obstructed: 9 - 4 is less than 6


# ---------------------------------------------------------------------- defence


@pytest.mark.clause("openfire.attack.defence-count")
def test_three_hits_with_two_damage_are_six_defence_tests() -> None:
    table = duel(targets=[model(hp=20)], gun={"att": 3, "dmg": 2})
    table.play("attack R1 B1", dice="12 12 12")
    assert table.asked() == "blue 6d12"


@pytest.mark.clause("openfire.attack.defence-modifiers", "openfire.damage.per-failure")
def test_piercing_is_taken_off_defence_tests_and_stress_is_not() -> None:
    table = duel(
        targets=[model(hp=9, **{"def": 5})],
        gun={"att": 2, "dmg": 2, "prc": 2},
        units={"B1": {"stress": 3}},
    )
    table.play("attack R1 B1", dice="12 12 7 6 12 1")
    assert table["B1"].hp == [7]  # the 6 and the 1 failed


@pytest.mark.clause("openfire.attack.defending-model")
def test_where_models_differ_each_hit_is_defended_by_the_model_that_stands_to_suffer_it() -> None:
    bearer = model(**{"def": 4})
    plain = model(**{"def": 8})
    table = duel([model()], [plain, plain, bearer, plain], gun={"att": 3})
    table.play("attack R1 B1", "defend 3", "defend 2", dice="12 12 12 3 5 9")
    assert table["B1"].hp == [1, 0, 0, 1]  # the 9 saves against 8: nobody had to be named


# ---------------------------------------------------------------------- damage


@pytest.mark.clause("openfire.damage.assign", "openfire.unit.destroyed")
def test_damage_goes_to_chosen_models_one_after_another_but_not_to_the_leader() -> None:
    table = duel([model()], [model(hp=2), model(hp=2), model(hp=2)], gun={"att": 3})
    table.play("attack R1 B1", dice="12 12 12 1 1 1")
    assert table.refused("lose 1") == "openfire.damage.leader-last"
    table.play("lose 3")
    assert table["B1"].hp == [2, 1, 0]
    assert table["B1"].stands[2] is None


@pytest.mark.clause("openfire.damage.leader-last")
def test_the_leader_suffers_only_when_alone() -> None:
    table = duel([model()], [model(hp=2), model(hp=1)], gun={"att": 2})
    table.play("attack R1 B1", dice="12 12 1 1")
    assert table["B1"].hp == [1, 0]


@pytest.mark.clause("openfire.damage.wounded-first")
def test_a_wounded_model_suffers_before_an_unharmed_one() -> None:
    table = Table(
        [unit("R1")],
        [unit("B1", model(hp=2), model(hp=2), model(hp=2))],
        {
            "R1": (1000, 1000),
            "B1": [(2000, 1000, 0, 2), (2000, 1150, 0, 2), (2000, 850, 0, 1)],
        },
        active=("R1", "attack"),
        weapons={"rifle": weapon(att=2)},
    )
    table.play("attack R1 B1", dice="12 12 1 1")
    assert table["B1"].hp == [2, 1, 0]


@pytest.mark.clause("openfire.damage.several-wounded")
def test_of_several_wounded_the_owner_picks_one_and_finishes_it() -> None:
    table = Table(
        [unit("R1")],
        [unit("B1", *[model(hp=3) for _ in range(4)])],
        {
            "R1": (1000, 1000),
            "B1": [(2000, 1000), (2000, 1150, 0, 2), (2000, 850, 0, 2), (2000, 1300)],
        },
        active=("R1", "attack"),
        weapons={"rifle": weapon(att=3)},
    )
    table.play("attack R1 B1", dice="12 12 12 1 1 1")
    assert table.offers() == ["lose 2", "lose 3"]
    assert table.refused("lose 4") == "openfire.damage.wounded-first"
    table.play("lose 3")
    assert table["B1"].hp == [3, 1, 0, 3]


@pytest.mark.clause("openfire.damage.excess")
def test_damage_that_nobody_is_left_for_is_lost() -> None:
    table = duel(targets=[model(), model()], gun={"att": 5})
    table.play("attack R1 B1", dice="12 12 12 12 12 1 1 1 1 1")
    assert not table["B1"].alive


@pytest.mark.clause("openfire.damage.hidden-models")
def test_models_that_the_attacker_cannot_see_may_be_lost() -> None:
    wall = {"name": "wall", "keyword": "impassable", "height": 300, "sight": "solid"}
    table = Table(
        [unit("R1")],
        [unit("B1", model(), model(), model())],
        {"R1": (1000, 1000), "B1": [(2000, 1000), (2100, 1250), (2000, 800)]},
        active=("R1", "attack"),
        parts=[{**wall, "box": [1900, 1150, 1940, 1500]}],
    )
    table.play("attack R1 B1", "lose 2", dice="12 1")
    assert table["B1"].hp == [1, 0, 1]


@pytest.mark.clause("openfire.unit.leader-replaced", "openfire.formation.new-leader-gap")
def test_a_lost_leader_is_replaced_and_the_unit_stays_where_it_is() -> None:
    gun = weapon(att=1, special=["Unstable"])
    table = Table(
        [unit("R1", model(weapons=["plasma"]), model(), model(), model())],
        [unit("B1")],
        {
            "R1": [(1000, 1000), (1000, 1400), (1000, 800), (1000, 1450)],
            "B1": (2000, 1000),
        },
        active=("R1", "attack"),
        weapons={"plasma": gun},
    )
    table.play("attack R1 plasma:1>B1", dice="1")
    assert table.offers() == ["leader 3", "leader 2", "leader 4"]  # the nearest is offered first
    table.play("leader 3")
    red = table["R1"]
    assert red.leader == 2
    formation, lead = formation_of(table.battle, red), red.stands[red.leader]
    stands = {model: red.stands[model] for model in red.followers}
    away = {
        model
        for model, stand in stands.items()
        if lead and stand and formation_fault(table.battle.plane, lead, stand, formation)
    }
    assert away == {1, 3}
    assert red.on_table  # nothing else happens until its next move


@pytest.mark.clause("openfire.vehicle.all-weapons")
def test_a_vehicle_uses_every_weapon_once_and_on_different_targets() -> None:
    table = Table(
        [unit("R1", tank(weapons=["rifle", "cannon", "cannon"]))],
        [unit("B1"), unit("B2")],
        {"R1": (1000, 1000), "B1": (2000, 1000), "B2": (2000, 2000)},
        active=("R1", "attack"),
        weapons={"cannon": weapon(rng=36, att=2)},
    )
    assert table.allows("attack R1 rifle:1>B1 cannon:1,1>B2")
    assert table.refused("attack R1 cannon:1,1,1>B2") == "openfire.vehicle.all-weapons"
    table.play("attack R1 rifle:1>B1 cannon:1>B2 cannon:1>B1", dice="1 1 1 1 1")
    assert [event.facts["dice"] for event in table.told("attack")] == [1, 2, 2]


@pytest.mark.clause("openfire.module.weapon-profiles")
def test_one_profile_of_a_weapon_is_picked_for_each_attack() -> None:
    launcher = {
        "name": "Launcher",
        "profiles": [
            {"id": "frag", "rng": 24, "att": 3, "dmg": 1, "prc": 0, "special": []},
            {"id": "krak", "rng": 24, "att": 1, "dmg": 3, "prc": 4, "special": []},
        ],
    }
    table = Table(
        [unit("R1", model(weapons=["launcher"]))],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (2000, 1000)},
        active=("R1", "attack"),
        weapons={"launcher": launcher},
    )
    both = "attack R1 launcher/frag:1>B1 launcher/krak:1>B1"
    assert table.refused(both) == "openfire.attack.one-weapon"
    table.play("attack R1 launcher/krak:1>B1")
    assert table.asked() == "red 1d12"
