"""Chapter "Game modules": what a module must supply, and how a bad one is refused."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.kernel.plain import decode
from battlemat.rulebooks.openfire.chapters.dice import command_modifiers
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.screen.scene import card
from battlemat.rulebooks.openfire.state.army import army_faults
from battlemat.rulebooks.openfire.state.bounds import LONGEST_TABLE
from battlemat.rulebooks.openfire.state.module import BLOCKS, module_faults
from battlemat.rulebooks.openfire.state.setup import ArmyRulesSetup, ArmySetup
from battlemat.rulebooks.openfire.state.specials import UNIT_RULES, WEAPON_RULES, name_all
from rules.openfire.table import KNIFE, RIFLE, Table, mission, model, setup, tank, unit, weapon

MODULE: dict[str, Any] = {
    "meta": {"id": "m", "title": "M", "version": "1", "setting": "here", "scale": "28 mm"},
    "units": {"squad": {"name": "Squad", "models": [{**model(), "count": 3}]}},
    "weapons": {"rifle": RIFLE, "knife": KNIFE},
    "army_rules": {"points": 100},
    "missions": {"clash": mission()},
    "abilities": {
        "smoke": {
            "name": "Smoke",
            "effects": [{"do": "give", "special": "Stealth (2)", "who": {"pick": "self"}}],
        }
    },
    "special_rules": {"Iron Will": {"kind": "unit", "grants": ["Fearless"], "text": "..."}},
    "terrain": {"boards": {"field": {"table": [4800, 4800]}}},
}


def faults(change: Any) -> list[str]:
    """What is wrong with the module after a change."""
    values = deepcopy(MODULE)
    change(values)
    return [fault.text for fault in module_faults(values)]


@pytest.mark.clause("openfire.module.contents", "openfire.module.core-needs-module")
def test_a_module_needs_all_its_required_blocks() -> None:
    assert module_faults(MODULE) == []
    for block, needed in BLOCKS.items():
        found = faults(lambda values, block=block: values.pop(block, None))
        assert bool(found) is needed, block
    with pytest.raises(SetupError, match="needs module"):
        OPENFIRE.start({})
    assert "did you mean 'missions'" in faults(lambda values: values.update(mission={}))[0]


@pytest.mark.clause("openfire.module.load-check")
def test_every_fault_of_a_module_is_listed_with_its_place() -> None:
    values = deepcopy(MODULE)
    values["units"]["squad"]["models"][0]["skl"] = 13
    values["weapons"]["rifle"] = weapon(att=0)
    values["missions"]["clash"]["rounds"] = 0
    found = module_faults(values)
    assert [fault.where for fault in found] == [
        ("weapons", "rifle", "att"),
        ("units", "squad", "models", 0, "skl"),
        ("missions", "clash", "rounds"),
    ]


@pytest.mark.clause("openfire.module.unit-profile")
def test_a_unit_profile_lists_its_models_in_roster_order() -> None:
    assert "needs at least one model" in faults(lambda v: v["units"]["squad"].update(models=[]))[0]
    table = Table([unit("R1", model(name="First"), model(name="Second"))])
    assert [one.name for one in table["R1"].card.models] == ["First", "Second"]
    assert table["R1"].name_of(1) == "R1.2"


@pytest.mark.clause("openfire.module.unit-profile")
def test_the_abilities_of_a_profile_are_a_list_of_those_that_the_module_has() -> None:
    values = deepcopy(MODULE)
    values["units"]["squad"]["abilities"] = "smoke"
    (fault,) = module_faults(values)
    assert fault.where == ("units", "squad", "abilities")
    assert fault.because == "openfire.module.unit-profile"
    assert "squad: abilities" in fault.text


@pytest.mark.clause("openfire.module.model-data", "openfire.unit.attributes")
def test_every_field_of_a_model_is_checked() -> None:
    def spoil(**changes: Any) -> list[str]:
        return faults(lambda v: v["units"]["squad"]["models"][0].update(changes))

    for bad in ({"skl": 0}, {"def": 13}, {"cmd": "x"}, {"hp": 0}, {"mov": -1}, {"mov": [3, 5]}):
        assert spoil(**bad), bad
    assert "only a Vehicle" in spoil(base={"length": 400, "width": 200, "height": 100})[0]
    assert "an Aircraft's mov is a pair" in spoil(special=["Aircraft"])[0]
    assert "lacks 'hp'" in faults(lambda v: v["units"]["squad"]["models"][0].pop("hp"))[0]
    assert "did you mean 'rifle'" in spoil(weapons=["rifel"])[0]
    table = Table(at={"R1": (100, 100)})
    body = table["R1"].card.models[0].base
    assert (body.height, body.eye) == (120, 108)
    assert card(table.battle, table["R1"], 0)["stats_clause"] == "openfire.unit.attributes"


@pytest.mark.clause("openfire.module.weapon-data")
def test_every_field_of_a_weapon_is_checked() -> None:
    for bad in ({"rng": 0}, {"att": 0}, {"dmg": 0}, {"prc": -1}, {"rng": [1, "x"]}):
        assert faults(lambda v, bad=bad: v["weapons"].update(rifle=weapon(**bad))), bad


@pytest.mark.clause("openfire.module.mission-data")
def test_every_entry_of_a_mission_is_checked() -> None:
    def spoil(**changes: Any) -> list[str]:
        return faults(lambda v: v["missions"].update(clash=mission(**changes)))

    points = {"red": [], "blue": [{"id": "e", "at": [4800, 2400]}]}
    assert "at least one entry point" in spoil(entry_points=points)[0]
    zone = {"zone": [[0, 0], [600, 0], [600, 600]]}
    for free, told in (({"count": 27}, "count"), ({"count": "x"}, "count"), ({}, "lacks 'count'")):
        assert told in spoil(entry_points={**points, "red": {**zone, **free}})[0]
    assert not spoil(entry_points={**points, "red": {**zone, "count": 26}})
    bad = {"id": "1", "kind": "contrl", "at": [2400, 2400], "points": 3}
    assert "did you mean 'control'" in spoil(objectives=[bad])[0]
    assert spoil(objectives=[{**bad, "kind": "access", "at": [4801, 0]}])
    far = {**bad, "kind": "control", "at": [LONGEST_TABLE * 100, LONGEST_TABLE * 100]}
    small = spoil(table=[0, 48], objectives=[far])  # nobody knows where the edge would be
    assert len(small) == 2
    assert all("table" in one for one in small)
    with pytest.raises(SetupError, match="played on 60 x 48"):
        OPENFIRE.start(setup([unit("R1")], [unit("B1")], mission=mission(table=[60, 48])))


@pytest.mark.clause("openfire.module.terrain-data")
def test_bad_boards_are_refused() -> None:
    crossed = {
        "table": [4800, 4800],
        "parts": [
            {"name": "bow", "keyword": "slow", "outline": [[0, 0], [100, 100], [100, 0], [0, 100]]}
        ],
    }
    found = faults(lambda v: v["terrain"]["boards"].update(field=crossed))
    assert "crosses itself" in found[0]
    small = faults(lambda v: v["terrain"]["boards"].update(tiny={"table": [60, 60]}))
    assert "wider than the board" in small[0]
    assert faults(lambda v: v.update(terrain=[])) == ["terrain must be a mapping, not []"]


@pytest.mark.clause("openfire.module.special-names")
def test_a_rule_without_its_value_and_an_unknown_rule_are_refused_by_name() -> None:
    def spoil(*codes: str) -> str:
        return faults(lambda v: v["units"]["squad"]["models"][0].update(special=list(codes)))[0]

    assert "squad" in spoil("Stealth")
    assert "'Stealth' needs a whole number" in spoil("Stealth")
    assert "did you mean 'Fearless'" in spoil("Fearles")
    assert "takes no value" in spoil("Fast (2)")
    assert "needs an arc" in spoil("Vulnerable (Top)")


@pytest.mark.clause("openfire.module.special-names")
def test_a_module_may_define_rules_of_its_own() -> None:
    own = {
        "Iron Will": {"kind": "unit", "grants": ["Fearless"]},
        "Ward": {
            "kind": "unit",
            "param": "number",
            "modify": [{"test": "defence", "by": "X", "when": "not-assault"}],
        },
        "Scope": {"kind": "weapon", "modify": [{"test": "attack", "by": 1, "when": "unmoved"}]},
    }
    table = Table(
        [unit("R1", model(special=["Iron Will"]))],
        [unit("B1", model(special=["Ward (2)"]))],
        {"R1": (1000, 1000), "B1": (2000, 1000)},
        active=("R1", "attack"),
        special_rules=own,
        weapons={"rifle": weapon(special=["Scope"])},
    )
    assert table["R1"].power.rerolls_command
    table.play("attack R1 B1", dice="5 5")
    assert table.told("hits")[0].facts["hits"] == 1  # 5 + 1 reaches 6
    assert table["B1"].hp == [1]  # 5 + 2 reaches 7


@pytest.mark.clause("openfire.module.special-names", "openfire.activation.command-modifiers")
@pytest.mark.parametrize(
    ("when", "stress", "by"), [("always", 0, 2), ("stressed", 0, 0), ("stressed", 1, 2)]
)
def test_a_rule_of_a_module_changes_command_tests_when_it_says_so(
    when: str, stress: int, by: int
) -> None:
    own = {"Calm": {"kind": "unit", "modify": [{"test": "command", "by": 2, "when": when}]}}
    table = Table(
        [unit("R1", model(special=["Calm"]))],
        at={"R1": (1000, 1000), "B1": (4000, 4000)},
        units={"R1": {"stress": stress}},
        special_rules=own,
    )
    assert sum(one.amount for one in command_modifiers(table.battle, table["R1"])) == by


@pytest.mark.clause("openfire.module.special-list")
def test_the_core_defines_exactly_the_rules_of_its_table() -> None:
    clause = OPENFIRE.register.find("openfire.module.special-list")
    assert clause is not None
    listed = {(row["name"], row["kind"], row["param"]) for row in clause.table}
    ours = {(rule.name, "unit", rule.value) for rule in UNIT_RULES.values()}
    ours |= {(rule.name, "weapon", rule.value) for rule in WEAPON_RULES.values()}
    assert ours == listed
    assert all(OPENFIRE.register.find(rule.clause) for rule in UNIT_RULES.values())
    assert all(OPENFIRE.register.find(rule.clause) for rule in WEAPON_RULES.values())


@pytest.mark.clause("openfire.module.no-self-stack")
def test_the_same_rule_twice_counts_once_and_the_larger_value_wins() -> None:
    found = name_all(("Fear (1)", "Fear (3)", "Fear (2)", "Fast", "Fast"), UNIT_RULES)
    assert [one.code for one in found] == ["Fear (3)", "Fast"]
    rear = name_all(("Vehicle", "Vulnerable (Rear Arc)", "Vulnerable (Front Arc)"), UNIT_RULES)
    assert [one.code for one in rear][1:] == ["Vulnerable (Rear Arc)", "Vulnerable (Front Arc)"]


@pytest.mark.clause("openfire.module.overrides")
def test_a_mission_rule_beats_a_module_rule_and_both_beat_the_core() -> None:
    core = Table()
    assert core.battle.policy.advance == 6
    module = Table(rules={"advance": 7, "formation": 5})
    assert module.battle.policy.advance == 7
    both = Table(rules={"advance": 7, "formation": 5}, mission=mission(rules={"advance": 8}))
    assert (both.battle.policy.advance, both.battle.policy.formation) == (8, 5)
    assert "did you mean 'advance'" in faults(lambda v: v.update(rules={"advanse": 1}))[0]


@pytest.mark.clause("openfire.module.army-rules")
def test_the_module_decides_what_an_army_may_hold() -> None:
    rules = {
        "points": 100,
        "units": [2, 3],
        "limits": [{"tag": "elite", "most": 1, "least": 1}],
        "unique": ["hero"],
        "one_faction": True,
    }

    def faulty(units: list[Any]) -> list[str]:
        army = decode(ArmySetup, {"name": "A", "units": units})
        return army_faults(decode(ArmyRulesSetup, rules), army)

    assert faulty([unit("R1", points=50, tags=["elite"]), unit("R2", points=50)]) == []
    dear = [unit("R1", points=60, tags=["elite"], faction="a"), unit("R2", points=60, faction="b")]
    assert len(faulty(dear)) == 2
    twice = [unit("R1", profile="hero"), unit("R2", profile="hero")]
    assert any("unique" in text for text in faulty(twice))
    with pytest.raises(SetupError, match="costs 120 points"):
        OPENFIRE.start(setup(dear, [unit("B1"), unit("B2")], army_rules={"points": 100}))


@pytest.mark.clause("openfire.unit.leader", "openfire.unit.unit", "openfire.setup.components")
def test_the_owner_marks_a_leader_and_ids_are_unique() -> None:
    table = Table([unit("R1", model(), model(), leader=2)])
    assert table["R1"].leader == 1
    with pytest.raises(SetupError, match="one of them as its leader"):
        OPENFIRE.start(setup([unit("R1", leader=2)], [unit("B1")]))
    with pytest.raises(SetupError, match="id of one unit only"):
        OPENFIRE.start(setup([unit("R1")], [unit("r1")]))
    with pytest.raises(SetupError, match="needs an army"):
        OPENFIRE.start(setup([], [unit("B1")]))


@pytest.mark.clause("openfire.reserve.start", "openfire.module.overrides")
def test_a_mission_may_let_units_start_aboard() -> None:
    table = Table(
        [unit("R1"), unit("R2", tank(special=["Vehicle", "Transport (4)"]))],
        mission=mission(rules={"start_aboard": {"R1": "R2"}}),
    )
    assert table["R1"].transport == (1, 0)
    with pytest.raises(SetupError, match="no transport"):
        Table([unit("R1"), unit("R2")], mission=mission(rules={"start_aboard": {"R1": "R2"}}))


# ---------------------------------------------------------------------- abilities


def able(*effects: dict[str, Any], **more: Any) -> Table:
    """R1 is about to use its one ability on B1 or itself."""
    ability = {"id": "trick", "name": "Trick", "effects": list(effects), **more.pop("ability", {})}
    return Table(
        [unit("R1", model(), abilities=[ability]), unit("R2")],
        [unit("B1", model(), model())],
        {
            "R1": (1000, 1000),
            "R2": (1000, 1500),
            "B1": more.pop("foe", [(2000, 1000), (2000, 1150)]),
        },
        active=("R1", "ability"),
        **more,
    )


SELF = {"pick": "self"}


@pytest.mark.clause("openfire.module.ability-data")
def test_an_effect_lasts_until_the_activation_ends_unless_told() -> None:
    table = able({"do": "modify", "stat": "skl", "by": 2, "who": SELF})
    table.play("ability R1 trick", "skip move", "attack R1 B1", dice="4 12")
    assert table.told("hits")[0].facts["hits"] == 1
    assert table.battle.effects == ()
    longer = able({"do": "modify", "stat": "mov", "by": 2, "who": SELF, "until": "round"})
    longer.play("ability R1 trick", "skip move", "skip attack")
    assert longer.battle.bonus(longer["R1"], "mov") == 2


@pytest.mark.clause("openfire.activation.ability-hook")
@pytest.mark.parametrize(
    ("condition", "met"),
    [
        ({"if": "enemy", "within": 9}, True),
        ({"if": "enemy", "within": 8}, False),
        ({"if": "no-enemy", "within": 8}, True),
        ({"if": "friend", "within": 4}, True),
        ({"if": "friend", "within": 3}, False),
        ({"if": "stress", "least": 1}, False),
        ({"if": "round", "least": 2}, False),
        ({"if": "damaged"}, False),
        ({"if": "deployed"}, False),
        ({"if": "losses"}, False),
        ({"if": "embarked-aboard"}, False),
        ({"if": "objective", "within": 3}, False),
    ],
)
def test_an_ability_is_offered_only_if_every_condition_holds(
    condition: dict[str, Any], met: bool
) -> None:
    effect = {"do": "modify", "stat": "mov", "by": 1, "who": SELF}
    table = able(effect, ability={"when": [condition]})
    assert (table.asked() == "red ability") is met


@pytest.mark.clause("openfire.activation.ability-hook")
@pytest.mark.parametrize("second", [None, (1000, 1150)])
def test_an_ability_may_ask_for_losses(second: tuple[int, int] | None) -> None:
    effect = {"do": "modify", "stat": "mov", "by": 1, "who": SELF}
    trick = {"id": "trick", "name": "Trick", "effects": [effect], "when": [{"if": "losses"}]}
    table = Table(
        [unit("R1", model(), model(), abilities=[trick])],
        at={"R1": [(1000, 1000), second], "B1": (3000, 3000)},
        active=("R1", "ability"),
    )
    assert (table.asked() == "red ability") is (second is None)


@pytest.mark.clause("openfire.activation.one-ability", "openfire.activation.order")
def test_one_ability_per_activation_before_the_move() -> None:
    table = able({"do": "modify", "stat": "mov", "by": 3, "who": SELF})
    assert table.offers() == ["ability R1 trick", "skip ability"]
    table.play("ability R1 trick")
    assert table.asked() == "red move"
    assert table.allows("move R1 10.00,2.00")


@pytest.mark.clause("openfire.module.ability-data")
def test_abilities_hurt_heal_calm_and_give_rules() -> None:
    hits = able(
        {"do": "hits", "hits": 1, "dmg": 1, "prc": 3, "who": {"pick": "enemy", "within": 12}}
    )
    hits.play("ability R1 trick B1", dice="9")
    assert hits["B1"].hp == [1, 0]
    calm = able({"do": "stress", "by": -1, "who": SELF}, units={"R1": {"stress": 2}})
    calm.play("ability R1 trick")
    assert calm["R1"].stress == 1
    sharp = able({"do": "give", "special": "Rapid Fire", "weapons": "all", "who": SELF})
    sharp.play("ability R1 trick", "skip move", "attack R1 B1")
    assert sharp.asked() == "red 2d12"
    hidden = able(
        {"do": "give", "special": "Stealth (3)", "who": {"pick": "army"}, "until": "round"}
    )
    hidden.play("ability R1 trick")
    assert [hidden[id].power.stealth for id in ("R1", "R2", "B1")] == [3, 3, 0]


@pytest.mark.clause("openfire.module.ability-data")
@pytest.mark.parametrize(
    ("points", "before", "after"),
    [
        (1, [1, 1], [2, 1]),
        (2, [1, 1], [2, 2]),
        (5, [1, 2], [2, 2]),
        (1, [2, 1], [2, 2]),
        (1, [0, 1], [0, 2]),
    ],
)
def test_an_ability_that_heals_gives_back_what_was_lost_model_by_model(
    points: int, before: list[int], after: list[int]
) -> None:
    heal = {"do": "heal", "hp": points, "who": {"pick": "friend", "within": 12}}
    table = Table(
        [
            unit("R1", abilities=[{"id": "trick", "name": "Trick", "effects": [heal]}]),
            unit("R2", model(hp=2), model(hp=2)),
        ],
        [unit("B1")],
        {"R1": (1000, 1000), "R2": [(1000, 1300), (1000, 1450)], "B1": (2000, 1000)},
        active=("R1", "ability"),
        units={"R2": {"hp": before}},
    )
    table.play("ability R1 trick R2")
    assert list(table["R2"].hp) == after


@pytest.mark.clause("openfire.module.ability-data")
def test_an_ability_may_ask_for_a_command_test_and_be_limited() -> None:
    effect = {"do": "stress", "by": -1, "who": SELF}
    table = able(effect, ability={"test": True, "limit": "game"}, units={"R1": {"stress": 2}})
    table.play("ability R1 trick", dice="6")
    assert table["R1"].stress == 2
    assert table["R1"].abilities_game == table["R1"].abilities_round == 1  # a failure uses it up
    spent = able(effect, ability={"limit": "game"}, units={"R1": {"abilities": ["trick"]}})
    assert spent.asked() == "red move"
