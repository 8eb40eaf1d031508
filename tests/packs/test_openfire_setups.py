"""Battles of Open Fire by names: what is chosen, what follows from it, what does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlemat.kernel.game import Game
from battlemat.packs import checks, library, setups
from battlemat.packs import registry as rulebooks
from battlemat.packs.openfire import setups as openfire
from battlemat.packs.problems import ContentError
from battlemat.rulebooks.openfire.rulebook import OPENFIRE


def test_a_battle_needs_no_choice_at_all() -> None:
    setup = setups.build_setup("openfire")
    assert setup["mission"]["id"] == openfire.USUAL_MISSION
    assert setup["armies"]["red"]["faction"] != setup["armies"]["blue"]["faction"]
    assert Game(rulebooks.find("openfire"), setup).question is not None


def test_what_is_usual_is_what_is_built() -> None:
    setup, chosen = setups.build_setup("openfire"), setups.usual("openfire")
    assert setup["board"]["name"] == "Slag Terraces"
    assert setups.build_setup("openfire", **chosen)["mission"] == setup["mission"]
    offered = setups.choices("openfire")
    assert list(offered) == ["mission", "map", "red", "blue"]
    for key, name in chosen.items():
        assert name in {entry.id for entry in offered[key]}


@pytest.mark.clause("openfire.module.core-needs-module")
def test_the_rest_follows_the_module_of_what_is_chosen() -> None:
    setup = setups.build_setup("openfire", blue="road-column")
    assert setup["module"]["id"] == "white-frontier"
    assert setup["armies"]["red"]["faction"] == "finland"
    assert setup["mission"]["id"] == "crossroads"
    assert setup["board"]["name"] == "Forest Road"


@pytest.mark.clause("openfire.module.core-needs-module")
def test_two_modules_make_no_game() -> None:
    with pytest.raises(ContentError, match=r"'Road Column' belongs to White Frontier, but .*one"):
        setups.build_setup("openfire", mission="the-spine", red="road-column")


def test_boards_may_be_anyones_if_the_size_fits(tmp_path: Path) -> None:
    setup = setups.build_setup("openfire", mission="the-spine", map="forest-road")
    assert setup["board"]["name"] == "Forest Road"
    small = tmp_path / "small.yaml"
    small.write_text("kind: board\nid: small\nrulebook: openfire\nname: Small\ntable: [24, 24]\n")
    with pytest.raises(ContentError, match="'The Spine' is played on 48 x 48 inches; 'Small' is"):
        setups.build_setup("openfire", mission="the-spine", map=str(small))


def test_unknown_names_are_answered_with_the_nearest() -> None:
    with pytest.raises(ContentError, match="openfire has no mission 'the-spin'; did you mean"):
        setups.build_setup("openfire", mission="the-spin")
    with pytest.raises(ContentError, match="openfire has no army 'first-wach'; did you mean"):
        setups.build_setup("openfire", red="first-wach")
    with pytest.raises(ContentError, match="openfire has no board 'tankfarm'; did you mean"):
        setups.build_setup("openfire", map="tankfarm")
    with pytest.raises(ContentError, match="openfire has no such choice; did you mean 'mission'"):
        setups.build_setup("openfire", misson="the-spine")


@pytest.mark.clause("openfire.reserve.start", "openfire.module.overrides")
def test_units_begin_aboard_only_where_the_mission_says_so() -> None:
    armies = {"red": "first-watch", "blue": "the-undertow"}
    rides = openfire.build_setup(mission="the-gauntlet", **armies)
    assert rides["mission"]["rules"]["start_aboard"] == {"R2": "R4", "B2": "B4"}
    battle = rulebooks.find("openfire").start(rides)
    facts = rulebooks.find("openfire").facts(battle)
    assert facts["units"]["R2"]["place"] == "aboard R4"
    walks = openfire.build_setup(mission="the-spine", **armies)
    assert "start_aboard" not in walks["mission"].get("rules", {})


@pytest.mark.clause("openfire.module.unit-profile", "openfire.module.model-data")
def test_a_unit_is_expanded_model_by_model_in_roster_order() -> None:
    setup = openfire.build_setup(mission="the-spine", red="first-watch", blue="hunting-moon")
    section = setup["armies"]["red"]["units"][1]
    assert [model["name"] for model in section["models"]] == [
        *("Sergeant", "Grenadier"),
        *["Guard"] * 4,
    ]
    assert (section["id"], section["name"], section["points"]) == ("R2", "Red Section", 55)
    assert [model["skl"] for model in section["models"]] == [5, 6, 6, 6, 6, 6]
    assert section["models"][0]["base"] == {"mm": 25, "height": 120}
    tank = setup["armies"]["red"]["units"][4]["models"][0]
    assert tank["base"] == {"length": 460, "width": 300, "height": 200}


def test_only_the_weapons_that_somebody_carries_are_in_the_setup() -> None:
    setup = openfire.build_setup(mission="the-spine", red="first-watch", blue="hunting-moon")
    carried = {
        weapon
        for army in setup["armies"].values()
        for unit in army["units"]
        for model in unit["models"]
        for weapon in model["weapons"]
    }
    assert set(setup["weapons"]) == carried


def test_an_army_report_says_what_it_costs_and_why_it_may_not_be_brought(tmp_path: Path) -> None:
    file = tmp_path / "army.yaml"
    head = "kind: army\nid: a\nrulebook: openfire\nmodule: cinder-moons\nname: A\nunits:\n"
    file.write_text(head + "  - charter-captain\n  - {unit: guard-section, count: 4}\n")
    report = checks.squad_report(file)
    assert report.legal
    assert str(report).splitlines()[:3] == [
        "A (Cinder Moons): 300 of 500 points",
        "  Charter Captain: 80, 4 models",
        "  Guard Section: 55, 6 models",
    ]
    file.write_text(head + "  - {unit: kestrel, count: 7}\n")
    report = checks.squad_report(file)
    assert not report.legal
    assert "A costs 525 points, 500 are allowed" in str(report)
    assert "A has 7 'aircraft' units, at most 1 are allowed" in str(report)


def test_lists_say_which_module_a_thing_belongs_to() -> None:
    for entry in (*library.missions("openfire"), *library.squads("openfire")):
        assert entry.text.startswith(("Cinder Moons. ", "White Frontier. ")), entry


def test_a_mission_names_the_armies_of_those_who_choose_none() -> None:
    armies = openfire.build_setup(mission="crossroads")["armies"]
    assert [armies[side]["id"] for side in ("red", "blue")] == ["frontier-company", "shock-company"]
    chosen = openfire.build_setup(mission="crossroads", blue="road-column")["armies"]
    assert [chosen[side]["id"] for side in ("red", "blue")] == ["frontier-company", "road-column"]


def test_a_mission_that_names_an_army_nobody_has_is_told_with_its_line(tmp_path: Path) -> None:
    shipped = library.shipped("openfire", "mission")["crossroads"].read_text("utf-8")
    file = tmp_path / "odd.yaml"
    file.write_text(shipped.replace("blue: shock-company", "blue: shok-company"), "utf-8")
    with pytest.raises(ContentError) as wrong:
        openfire.build_setup(mission=str(file))
    (problem,) = wrong.value.problems
    assert (problem.key, problem.line > 0) == ("armies.blue", True)
    assert problem.what.endswith("did you mean 'shock-company'?")
    assert checks.check_file(file) == [str(problem)]


@pytest.mark.clause("openfire.setup.terrain-mix")
def test_a_board_is_made_from_a_seed() -> None:
    one, two, other = (setups.build_setup("openfire", map=f"random:{seed}") for seed in (7, 7, 8))
    assert one["board"] == two["board"] != other["board"]
    solid = [part.height for part in OPENFIRE.start(one).plane.parts if part.sight == "solid"]
    assert min(solid) <= 100 < 200 <= max(solid)


@pytest.mark.clause("openfire.setup.mission-choice", "openfire.setup.terrain")
def test_the_steps_of_setting_up_are_played_where_they_are_agreed() -> None:
    agreed = {"choose_mission": "yes", "edit_terrain": "red", "map": "random:7"}
    game = Game(OPENFIRE, setups.build_setup("openfire", **agreed))
    game.answer("mission the-gauntlet")
    game.answer("mission the-gauntlet")
    assert game.battle.mission.name == "The Gauntlet"
    east, north = game.battle.plane.parts[0].outline.box[:2]
    game.answer("shift ruin 1 1.00,-0.50")
    assert game.battle.plane.parts[0].outline.box[:2] == (east + 100, north - 50)
    game.answer("shift ruin 1 to 24.00,20.00 from north")
    box = game.battle.plane.parts[0].outline.box
    assert ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2) == (2400, 2800)
    for _ in range(3):
        game.answer("accept")
    assert game.battle.phase == "round"


def test_what_cannot_be_agreed_is_told() -> None:
    with pytest.raises(ContentError, match="'no' or one of red, blue is wanted, not 'green'"):
        setups.build_setup("openfire", edit_terrain="green")
    with pytest.raises(ContentError, match="skirmishers has no such choice"):
        setups.build_setup("skirmishers", choose_mission="yes")
