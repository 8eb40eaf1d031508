"""Third edition, chapters "Stat cards" and "Skills": what cards say and what skills may do."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.squares import Board
from battlemat.kernel.errors import SetupError
from battlemat.kernel.odds import odds
from battlemat.rulebooks.skirm.rulebook import SKIRM3
from battlemat.rulebooks.skirm.state.specials import UNIT_RULES, WEAPON_RULES
from boards.squares_boards import board
from rules.skirm.cards import Values
from rules.skirm.table import Table, blade, foe, gun, setup_of, skill, unit

SELF = {"pick": "self"}


def started(card: Values) -> Any:
    return SKIRM3.start(setup_of("skirm3", Board.build(4, 4), {"A": card, "B": foe()}, {}))


@pytest.mark.clause("skirm3.card.unit-stats", "skirm3.card.weapon-stats")
def test_a_card_holds_the_stats_of_the_unit_and_of_each_weapon() -> None:
    card = started(
        unit("LD2 UNQ", act=3, arm=4, msk=4, rsk=5, weapons=[gun("reaper", "RND", roa=3)])
    )
    found = card.units[0].card
    assert (found.act, found.arm, found.msk, found.rsk) == (3, 4, 4, 5)
    assert (found.special, found.mov, found.hit) == (("LD2", "UNQ"), 0, 0)
    reaper = found.weapons[0]
    assert (reaper.ranged, reaper.roa, reaper.dam, reaper.special) == (True, 3, 1, ("RND",))


@pytest.mark.clause(
    "skirm3.card.unit-stats", "skirm3.card.weapon-stats", "skirm3.card.weapon-kinds"
)
def test_a_card_without_a_stat_or_a_weapon_without_a_type_is_refused() -> None:
    without = unit()
    del without["card"]["stats"]["msk"]
    with pytest.raises(SetupError, match="msk"):
        started(without)
    with pytest.raises(SetupError, match="one of ranged, melee is wanted"):
        started(unit(weapons=[gun() | {"type": "thrown"}]))


@pytest.mark.clause("skirm3.card.codes")
def test_the_codes_of_cards_are_those_of_the_book() -> None:
    units = "2MC 2RC BLS BRU CAM CMD CTR DOD INF LD LP NEQ NMB PAR PRC REP RGR SWF TEN TGH TMP UNQ"
    weapons = "+SK 2MC 2RC ARP BRU CHN HVY LIM LNR MCR PRC PSH RG RLT RND SK STN UNQ XPL"
    assert list(UNIT_RULES["skirm3"]) == units.split()
    assert list(WEAPON_RULES["skirm3"]) == weapons.split()
    with pytest.raises(SetupError, match="did you mean 'CAM'"):
        started(unit("CAN"))


@pytest.mark.clause("skirm3.card.passive", "skirm3.card.weapon-stats")
@pytest.mark.parametrize(
    ("weapons", "raised"),
    [("all", [3, 3, 3]), ("ranged", [3, 3, 2]), ("melee", [2, 2, 3]), ("rifle", [3, 2, 2])],
)
def test_gear_raises_a_stat_of_the_weapons_it_names(weapons: str, raised: list[int]) -> None:
    effects = [{"do": "stat", "stat": "roa", "by": 1, "weapons": weapons}]
    gear = {"id": "belt", "name": "Belt", "text": "", "effects": effects}
    arms = [gun("rifle", roa=2), gun("pistol", roa=2), blade(roa=2)]
    card = started(unit(weapons=arms, equipment=[gear])).units[0].card
    assert [weapon.roa for weapon in card.weapons] == raised
    assert [weapon.dam for weapon in card.weapons] == [1, 1, 1]


@pytest.mark.clause("skirm3.card.passive", "skirm3.combat.strike")
def test_a_weapon_that_gear_has_raised_rolls_more_dice() -> None:
    effects = [{"do": "stat", "stat": "roa", "by": 2, "weapons": "ranged"}]
    gear = {"id": "belt", "name": "Belt", "text": "", "effects": effects}
    table = Table.parse("A . . B", A=unit(weapons=[gun(roa=1)], equipment=[gear]), B=foe())
    table.play("shoot A B rifle", dice="666")
    assert table["B"].state == "standing"


@pytest.mark.clause("skirm3.card.lookup")
def test_every_special_rule_on_a_shown_card_leads_to_its_clause() -> None:
    cry = skill("cry", {"do": "nothing"}, to=1) | {"text": "Shout."}
    battle = started(unit("CAM LD1", skills=[cry], weapons=[gun(special="RND RG6")]))
    table = Table.parse("A . B", A=unit("CAM LD1", weapons=[gun(special="RND RG6")]), B=foe())
    piece = next(piece for piece in SKIRM3.scene(table.battle).pieces if piece.id == "A")
    entries = [*piece.card["special"], *piece.card["weapons"][0]["special"]]
    assert [entry["code"] for entry in entries] == ["CAM", "LD1", "RND", "RG6"]
    for entry in entries:
        clause = SKIRM3.register.find(entry["clause"])
        assert clause is not None
        assert clause.rule
    assert battle.units[0].card.skills[0].text == "Shout."


@pytest.mark.clause("skirm3.card.higher-better")
@pytest.mark.parametrize("stat", ["rsk", "roa", "dam"])
def test_a_higher_stat_of_the_attacker_never_makes_an_attack_worse(stat: str) -> None:
    found = []
    for value in range(1, 6):
        weapon = gun(roa=value if stat == "roa" else 2, dam=value if stat == "dam" else 1)
        card = unit(rsk=value if stat == "rsk" else 3, weapons=[weapon])
        table = Table.parse("A . . B", A=card, B=foe(arm=3))
        found.append(odds(table.game, "shoot A B rifle").chance(lambda what: what == "B Downed"))
    assert found == sorted(found)
    assert found[0] < found[-1]


@pytest.mark.clause("skirm3.card.higher-better")
def test_a_higher_armor_and_more_act_are_better() -> None:
    chances = []
    for arm in range(1, 6):
        table = Table.parse("A . . B", A=unit(), B=foe(arm=arm))
        chances.append(odds(table.game, "shoot A B rifle").chance(lambda what: what == "B Downed"))
    assert chances == sorted(chances, reverse=True)
    budget = [Table.parse("A . . B", A=unit(act=act), B=foe()).act for act in (1, 2, 3)]
    assert budget == [1, 2, 3]


@pytest.mark.clause("skirm3.squad.members")
def test_units_with_the_same_card_keep_their_own_square_state_and_ammunition() -> None:
    card = unit(weapons=[gun(special="LIM"), blade()])
    table = Table.parse(
        """
        A . . B
        C . . .
        """,
        A=card,
        C=card,
        B=foe(),
    )
    table.play("shoot A B rifle", dice="66")
    table.play("end A", "activate B", "end B", "activate C")
    assert "shoot C B rifle" in table.options()


# ---------------------------------------------------------------------- skills


def alone(skills: list[Values], **more: Any) -> Table:
    return Table.on(A=unit(at=(2, 2), skills=skills), B=foe(at=(9, 2), act=3), **more)


@pytest.mark.clause("skirm3.card.skills", "skirm3.card.skill-act")
def test_a_skill_gives_a_unit_an_action_of_its_own() -> None:
    boast = skill("boast", {"do": "score", "points": 1}, act=1)
    table = alone([boast]).play("skill A boast")
    assert (table.act, table.scores) == (2, (1, 0))
    assert table.cited("skill") == {"skirm3.card.skills", "skirm3.card.skill-act"}


@pytest.mark.clause("skirm3.card.skill-act")
def test_a_skill_that_costs_act_is_used_in_the_units_own_activation() -> None:
    boast = skill("boast", {"do": "score", "points": 1}, act=1)
    table = Table.on(
        A=unit(at=(2, 2)), C=unit(at=(3, 3), skills=[boast]), B=foe(at=(9, 9)), orders=(3, 0)
    )
    assert table.asks == "red action"
    assert table.refuses("skill C boast") == "skirm3.activation.alternate"


@pytest.mark.clause("skirm3.card.skill-to", "skirm3.action.to-only")
def test_a_skill_that_costs_orders_takes_all_of_them_from_the_squad() -> None:
    cry = skill("cry", {"do": "score", "points": 1}, to=2)
    assert alone([cry], orders=(1, 0)).asks == "red action"
    table = alone([cry], orders=(3, 0)).play("skill A cry")
    assert (table.orders, table.act) == ((1, 0), 3)


@pytest.mark.clause("skirm3.card.skills", "skirm3.action.repeat")
def test_a_skill_with_an_act_cost_may_be_limited_to_once_a_turn() -> None:
    once = skill("once", {"do": "score", "points": 1}, act=1, limit="turn")
    table = alone([once]).play("skill A once")
    assert table.options("skill") == []
    assert table.refuses("skill A once") == "skirm3.card.skills"


@pytest.mark.clause("skirm3.card.skills")
def test_a_skill_may_be_limited_to_once_a_battle() -> None:
    once = skill("once", {"do": "score", "points": 1}, to=1, limit="battle")
    table = Table.on(A=unit(at=(2, 2), skills=[once]), B=foe(at=(9, 2), ready=False), orders=(2, 0))
    table.play("skill A once", "end A", dice="12 111 666")
    assert table.play("activate A").asks == "red action"


@pytest.mark.clause("skirm3.card.passive")
def test_passive_skills_and_equipment_work_all_the_time_at_no_cost() -> None:
    sharper = [{"do": "give", "special": "+SK", "weapons": "ranged"}]
    scope = {"id": "scope", "name": "Scope", "text": "", "effects": sharper}
    plates = skill(
        "plates", {"do": "stat", "stat": "arm", "by": 1}, {"do": "give", "special": "CAM"}
    )
    table = Table.on(
        A=unit(at=(0, 0), rsk=3, equipment=[scope], skills=[plates]),
        B=foe(at=(5, 0), arm=2, skills=[plates]),
        orders=(2, 0),
    )
    assert table.asks == "red action"
    table.play("shoot A B rifle", "pass", dice="44 3")
    assert table.told("attack")[-1]["skill"] == 4
    assert table["B"].state == "standing"  # one point by CAM, the other by ARM 3


# ---------------------------------------------------------------------- what skills may do


@pytest.mark.clause("skirm3.card.skills")
def test_a_skill_may_give_a_special_rule_for_a_time() -> None:
    hide = {"do": "give", "special": "CAM", "who": {"pick": "squad"}, "until": "turn"}
    table = Table.on(
        A=unit(at=(0, 0), skills=[skill("hide", hide, act=1)]), B=foe(at=(5, 0), ready=False)
    )
    table.play("skill A hide")
    assert table.unit("A").powers.codes == ("CAM",)
    table.play("end A", dice="12 666 666")
    assert table.unit("A").powers.codes == ()


@pytest.mark.clause("skirm3.card.skills", "skirm3.squad.squadmate")
def test_a_skill_for_a_squadmate_needs_one_that_fits_and_never_oneself() -> None:
    rise = skill("rise", {"do": "revive", "who": {"pick": "squadmate", "state": "downed"}}, act=1)
    assert alone([rise]).refuses("skill A rise") == "skirm3.card.skills"
    table = Table.on(
        A=unit(at=(0, 0), skills=[rise]),
        C=unit(at=(1, 0), state="downed"),
        D=unit(at=(2, 0), state="downed"),
        B=foe(at=(9, 9)),
    )
    table.play("skill A rise")
    assert table.options() == ["target C", "target D"]
    assert table.play("target D")["D"].state == "standing"


@pytest.mark.clause("skirm3.card.skills")
def test_a_skill_may_let_a_squadmate_move() -> None:
    wave = {"do": "move", "squares": 2, "who": {"pick": "squadmate", "within": 3}}
    table = Table.on(
        A=unit(at=(0, 0), skills=[skill("wave", wave, act=1)]), C=unit(at=(1, 1)), B=foe(at=(9, 9))
    )
    table.play("skill A wave")
    assert table.asks == "red free move"
    assert table.play("move C b2-d2")["C"].square == "d2"


@pytest.mark.clause("skirm3.card.skills", "skirm3.combat.other-modifiers")
def test_a_skill_may_be_an_attack_with_more_dice() -> None:
    fury = skill("fury", {"do": "attack", "type": "melee", "roa": 2, "skill": 1}, act=2)
    table = Table.parse("A B", A=unit(msk=3, skills=[fury]), B=foe()).play("skill A fury")
    assert table.options() == ["melee A B blade"]
    table.play("melee A B blade", dice="6666")
    assert table.told("attack")[-1]["skill"] == 4
    far = Table.parse("A . B", A=unit(skills=[fury]), B=foe())
    assert far.refuses("skill A fury") == "skirm3.card.skills"


@pytest.mark.clause("skirm3.card.skills", "skirm3.los.use")
def test_smoke_hides_what_is_behind_it_until_the_turn_ends() -> None:
    smoke = {"do": "smoke", "within": 3, "spread": True, "until": "turn"}
    table = Table.on(
        board(9, 1),
        A=unit(at=(0, 0), skills=[skill("smoke", smoke, act=1)]),
        B=foe(at=(8, 0), ready=False),
    )
    table.play("skill A smoke", "square d1")
    assert table.refuses("shoot A B rifle") == "skirm3.los.corners"
    table.play("end A", dice="12 666 666").play("activate A")
    assert "shoot A B rifle" in table.options()


@pytest.mark.clause("skirm3.card.skills", "skirm3.map.impassable")
def test_smoke_starts_from_no_impassable_square_and_from_none_too_far() -> None:
    smoke = {"do": "smoke", "within": 3, "spread": True, "until": "turn"}
    table = Table.on(
        board(9, 1, impassable=[(2, 0)]),
        A=unit(at=(0, 0), skills=[skill("smoke", smoke, act=1)]),
        B=foe(at=(8, 0)),
    )
    table.play("skill A smoke")
    assert table.options() == ["square a1", "square b1", "square d1"]
    assert table.refuses("square c1") == "skirm3.map.impassable"
    assert table.refuses("square e1") == "skirm3.card.skills"


@pytest.mark.clause("skirm3.mission.events", "skirm3.map.doors", "skirm3.weapon.range")
def test_events_may_shut_doors_and_shorten_ranges() -> None:
    ground = board(9, 1, doors=[((0, 0), (1, 0))])
    events = [
        {
            "faces": [1, 2, 3, 4, 5, 6],
            "name": "Dusk",
            "text": "",
            "effects": [
                {"do": "doors", "set": "open"},
                {"do": "range", "most": 4, "until": "turn"},
            ],
        }
    ]
    table = Table.on(
        ground,
        A=unit(at=(0, 0)),
        B=foe(at=(8, 0), ready=False),
        environment={"id": "dusk", "name": "Dusk", "events": events},
    )
    table.play("end A", dice="12 666 666 1").play("activate A")
    assert "b1" in table.ends("move", "A")
    assert table.refuses("shoot A B rifle") == "skirm3.weapon.range"


@pytest.mark.clause("skirm3.mission.events", "skirm3.combat.saves")
def test_events_may_hurt_units_by_where_they_are() -> None:
    hail = {
        "do": "damage",
        "points": 2,
        "who": {"pick": "all", "not_area": "indoors", "state": "any"},
    }
    events = [{"faces": [1, 2, 3, 4, 5, 6], "name": "Hail", "text": "", "effects": [hail]}]
    table = Table.on(
        board(6, 1),
        A=unit(at=(0, 0)),
        C=unit(at=(1, 0), ready=False),
        B=foe(at=(5, 0), ready=False),
        areas={"indoors": ["a1", "f1"]},
        environment={"id": "hail", "name": "Hail", "events": events},
    )
    table.play("end A", dice="12 666 666 1 16")
    assert table.rolls[-1] == "red 2 combat.saves"
    assert (table["A"].state, table["C"].state) == ("standing", "downed")


@pytest.mark.clause("skirm3.card.skills", "skirm3.action.budget")
def test_a_skill_may_give_act_in_the_next_activation_and_not_below_a_least() -> None:
    slow = {"do": "modify", "stat": "act", "by": -2, "least": 2, "who": {"pick": "enemy"}}
    slow |= {"until": "next-activation"}
    table = alone([skill("slow", slow, act=1)]).play("skill A slow", "end A", "activate B")
    assert table.act == 2
    table.play("end B", dice="21 666 666")
    assert table.play("activate B").act == 3
