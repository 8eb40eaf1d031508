"""First and second edition: cards, skills, squads, objectives and what a mission sets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.packs import library
from battlemat.packs.skirm import setups as skirm
from battlemat.rulebooks.skirm.chapters.mission import controller
from boards.squares_boards import board
from rules.skirm.early_tables import both, hits
from rules.skirm.table import BOOKS, Table, blade, foe, gun, skill, unit

RELAY = [{"id": "1", "name": "Relay", "square": "b1"}]
HOLD = [{"score": "objectives", "when": "turn", "points": 1}]
CRY = {"do": "modify", "stat": "roa", "by": 1, "who": {"pick": "squadmates", "within": 5}}


def cards(edition: str, **changes: Any) -> dict[str, Any]:
    """The setup of a small battle with changes to the card of A."""
    table = Table.parse("A . . B", edition=edition, A=unit(), B=foe())
    setup = dict(table.game.setup)
    setup["squads"] = {side: dict(squad) for side, squad in setup["squads"].items()}
    setup["squads"]["red"]["units"] = [setup["squads"]["red"]["units"][0] | changes]
    return setup


# ------------------------------------------------------------------ cards


@both
@pytest.mark.clause("skirm1.card.unit-stats", "skirm2.card.unit-stats")
@pytest.mark.parametrize("stat", ["act", "mov", "arm", "hit"])
def test_an_agent_has_act_mov_arm_and_hit(edition: str, stat: str) -> None:
    stats = {"act": 3, "mov": 4, "arm": 7, "hit": 15}
    card = BOOKS[edition].start(cards(edition, stats=stats)).units[0].card
    assert getattr(card, stat) == stats[stat]
    del stats[stat]
    with pytest.raises(SetupError, match=f"(units.1.stats|unit A): '{stat}' is missing"):
        BOOKS[edition].start(cards(edition, stats=stats))


@both
@pytest.mark.clause("skirm1.card.weapon-stats", "skirm2.card.weapon-stats")
@pytest.mark.parametrize("stat", ["type", "roa", "skl", "dam"])
def test_a_weapon_has_a_type_roa_skl_and_dam(edition: str, stat: str) -> None:
    rifle = gun(roa=4, skl=5, dam=3)
    assert BOOKS[edition].start(cards(edition, weapons=[rifle])).units[0].card.weapons[0].skl == 5
    with pytest.raises(SetupError, match=f"(weapons.1|weapon rifle): '{stat}' is missing"):
        BOOKS[edition].start(
            cards(edition, weapons=[{key: v for key, v in rifle.items() if key != stat}])
        )


@both
@pytest.mark.clause("skirm1.card.higher-better", "skirm2.card.higher-better")
def test_a_higher_stat_serves_its_owner_better(edition: str) -> None:
    def left(dice: str, *, skl: int = 3, dam: int = 3, arm: int = 6, hit: int = 9) -> int:
        table = Table.parse(
            "A . . B",
            edition=edition,
            A=unit(weapons=[gun(roa=2, skl=skl, dam=dam)]),
            B=foe(arm=arm, hit=hit),
        )
        return table.play("shoot A B rifle", dice=dice)["B"].hit

    assert left("34 3") == 9
    assert left("34 34", skl=4) == 8
    assert left("34 3", dam=4) == 8
    assert left("34 4") == 8
    assert left("34 4", arm=7) == 9
    assert left("34 4", hit=10) == 9


@both
@pytest.mark.clause("skirm1.card.tags", "skirm2.card.tags")
def test_a_skill_may_be_limited_to_agents_with_a_tag(edition: str) -> None:
    drill = CRY | {"who": {"pick": "squadmates", "tag": "Knight"}, "until": "turn"}
    table = Table.parse(
        "A C D . . B",
        edition=edition,
        A=unit(skills=[skill("drill", drill, to=1)]),
        C=unit(tags=["Terran", "Knight"]),
        D=unit(tags=["Terran"]),
        B=foe(),
        orders=(1, 0),
    )
    table.play("skill A drill")
    assert [told["unit"] for told in table.told("effect")] == ["C"]


@both
@pytest.mark.clause("skirm1.card.skills", "skirm2.card.skills")
def test_a_skill_gives_an_agent_an_action_of_its_own(edition: str) -> None:
    aim = skill("aim", {"do": "attack", "type": "ranged", "roa": 2}, act=2)
    table = Table.parse("A . . B", edition=edition, A=unit(skills=[aim]), B=foe(arm=7))
    table.play("skill A aim", "shoot A B rifle", dice="6666")
    assert (table.act, table.told("attack")[-1]["dice"]) == (1, 4)
    assert table.options("shoot") == ["shoot A B rifle"]  # the skill is not the Shoot action
    assert f"{edition}.card.skills" in table.cited("skill")


@both
@pytest.mark.clause("skirm1.card.passive", "skirm2.card.passive")
def test_a_skill_without_a_cost_works_all_the_time(edition: str) -> None:
    runner = skill("runner", {"do": "stat", "stat": "mov", "by": 1})
    table = Table.on(edition=edition, A=unit(at=(0, 0), mov=3, skills=[runner]), B=foe())
    assert "e1" in table.ends("move", "A")
    assert table.options("skill") == []
    assert table.refuses("skill A runner") == f"{edition}.card.passive"


@both
@pytest.mark.clause("skirm1.card.passive", "skirm2.card.passive", "skirm1.card.skills")
def test_gear_may_let_an_agent_re_roll_an_attack_die(edition: str) -> None:
    sight = {"id": "sight", "effects": [{"do": "reroll", "roll": "attack", "dice": 1}]}
    table = Table.parse(
        "A . . B", edition=edition, A=unit(weapons=[gun(roa=2)], equipment=[sight]), B=foe(arm=7)
    )
    table.play("shoot A B rifle", dice="66")
    assert table.options() == ["reroll 1", "pass"]
    table.play("reroll 1", dice="2 2")
    assert hits(table) == 1


@both
@pytest.mark.clause("skirm1.card.codes", "skirm2.card.codes")
def test_a_card_knows_the_codes_of_its_edition_alone(edition: str) -> None:
    other = {"skirm1": ("2MC", "LNR"), "skirm2": ("2M", "NCV")}[edition]
    with pytest.raises(SetupError, match=f"no special rule '{other[0]}'"):
        BOOKS[edition].start(cards(edition, special=[other[0]]))
    with pytest.raises(SetupError, match=f"no special rule '{other[1]}'"):
        BOOKS[edition].start(cards(edition, weapons=[gun(special=other[1])]))


@pytest.mark.clause("skirm2.card.sample", "skirm1.card.sample")
@both
def test_the_sample_card_is_shipped(edition: str, tmp_path: Path) -> None:
    chosen = "{unit: sample-sergeant, options: [2R]}" if edition == "skirm1" else "sample-sergeant"
    file = tmp_path / "mine.yaml"
    file.write_text(
        f"kind: squad\nid: mine\nname: Mine\nrulebook: {edition}\nfaction: knights\nunits:\n"
        f"  - {chosen}\n  - {{unit: knight-trooper, count: 5}}\n"
    )
    setup = skirm.build_setup(edition, mission="kill", red=str(file), blue="iron-oath")
    card = BOOKS[edition].start(setup).units[0].card
    assert (card.act, card.mov, card.arm, card.hit) == (3, 4, 7, 15)
    assert card.special[0] == "LD2"
    assert set(card.tags) == {"Terran", "Knight", "Leader", "Sergeant"}
    stats = {w.name: (w.ranged, w.roa, w.skl, w.dam, w.special) for w in card.weapons}
    assert stats == {
        "Combat Rifle": (True, 4, 5, 3, ("RR6",)),
        "Power Sword": (False, 4, 4, 8, ("CR2",)),
    }
    assert [(one.name, one.to) for one in card.skills] == [("War Cry", 1)]


@both
@pytest.mark.clause("skirm1.card.war-cry", "skirm2.card.war-cry")
@pytest.mark.clause("skirm1.squad.squadmate", "skirm2.squad.squadmate")
def test_a_war_cry_reaches_squadmates_within_five_and_not_the_crier(edition: str) -> None:
    table = Table.on(
        edition=edition,
        A=unit(at=(0, 0), skills=[skill("war-cry", CRY | {"until": "turn"}, to=1)]),
        C=unit(at=(5, 5), weapons=[gun(roa=4), blade(roa=4)]),
        D=unit(at=(6, 0)),
        B=foe(at=(3, 0)),
        orders=(1, 0),
    )
    table.play("skill A war-cry")
    gained = {u.id: table.battle.bonus(u, "roa") for u in table.battle.units}
    assert gained == {"A": 0, "C": 1, "D": 0, "B": 0}


# ------------------------------------------------------------------ squads


@both
@pytest.mark.clause("skirm1.squad.members", "skirm2.squad.members")
def test_agents_with_the_same_card_keep_their_own_state(edition: str) -> None:
    table = Table.on(
        edition=edition,
        A=unit(at=(0, 0), weapons=[gun(dam=9, roa=1)]),
        B=foe(at=(5, 0), hit=4),
        C=foe(at=(5, 3), hit=4),
    )
    table.play("shoot A B rifle", dice="2 2")
    assert (table["B"].hit, table["C"].hit) == (3, 4)
    assert table["B"].square != table["C"].square


# ------------------------------------------------------------------ objectives


def held_by(table: Table) -> int | None:
    return controller(table.battle, table.battle.mission.objectives[0])


@both
@pytest.mark.clause("skirm1.objective.control", "skirm2.objective.control")
def test_an_adjacent_enemy_denies_control_in_the_second_edition_alone(edition: str) -> None:
    table = Table.parse(". A B", edition=edition, A=unit(), B=foe(), objectives=RELAY)
    assert held_by(table) == (0 if edition == "skirm1" else None)
    alone = Table.parse(". A . B", edition=edition, A=unit(), B=foe(), objectives=RELAY)
    assert held_by(alone) == 0


@pytest.mark.clause("skirm2.objective.control")
def test_an_enemy_behind_a_high_wall_does_not_deny_control() -> None:
    wall = board(3, 1, walls={((1, 0), (2, 0)): 2})
    table = Table.on(wall, edition="skirm2", A=unit(at=(1, 0)), B=foe(at=(2, 0)), objectives=RELAY)
    assert held_by(table) == 0


@pytest.mark.clause("skirm1.objective.control", "skirm1.damage.downed-passive")
def test_a_downed_agent_controls_nothing() -> None:
    table = Table.parse(
        ". A . B", edition="skirm1", A=unit(state="downed"), B=foe(), objectives=RELAY, active="B"
    )
    assert held_by(table) is None


@both
@pytest.mark.clause("skirm1.objective.score", "skirm1.mission.points")
@pytest.mark.clause("skirm2.objective.score", "skirm2.mission.points")
def test_each_controlled_objective_scores_a_point_each_turn(edition: str) -> None:
    two = [*RELAY, {"id": "2", "name": "Gate", "square": "f1"}]
    table = Table.parse(
        ". A . . . B", edition=edition, A=unit(), B=foe(ready=False), objectives=two, scoring=HOLD
    )
    table.play("end A", dice="12 666 666")
    assert table.scores == (1, 1)


@both
@pytest.mark.clause("skirm1.objective.placed", "skirm2.objective.placed")
def test_objectives_hinder_nobody_and_count_only_if_the_mission_says_so(edition: str) -> None:
    table = Table.parse(
        "A . B", edition=edition, A=unit(), B=foe(ready=False), objectives=RELAY, scoring=[]
    )
    assert "b1" in table.ends("move", "A")
    assert table.options("shoot") == ["shoot A B rifle"]
    table.play("dash A a1-b1").play("end A", dice="12 666 666")
    assert table.scores == (0, 0)


@both
@pytest.mark.clause("skirm1.mission.defines", "skirm2.mission.defines")
def test_shipped_missions_set_zones_points_and_events(edition: str) -> None:
    found = set()
    for entry in library.missions(edition):
        setup = skirm.build_setup(edition, mission=entry.id, red="iron-oath", blue="red-harvest")
        mission = BOOKS[edition].start(setup).mission
        assert len(mission.zones) == 2
        assert mission.scoring
        assert sorted(face for row in mission.events for face in row.faces) == [1, 2, 3, 4, 5, 6]
        found |= {name for name in ("objectives", "markers", "actions") if getattr(mission, name)}
    assert found == {"objectives", "markers", "actions"}
