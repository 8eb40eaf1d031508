"""Setups: shipped names and user's files become the plain values that the engine takes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.packs import library, registry
from battlemat.packs.problems import ContentError
from battlemat.packs.skirm import setups as skirm

SIDES = {"red": "tolands-line", "blue": "hungry-tide"}


def test_a_setup_is_plain_json_and_names_everything() -> None:
    setup = skirm.build_setup("skirm3", mission="secure", **SIDES)
    assert json.loads(json.dumps(setup)) == setup
    assert setup["edition"] == "skirm3"
    assert setup["map"]["name"] == "Relay Yard"
    assert setup["mission"]["environment"]["name"] == "Urban Center"
    assert list(setup["mission"]["zones"]) == ["north", "south"]
    assert [one["square"] for one in setup["mission"]["objectives"]] == ["b7", "k6", "f6", "g7"]
    assert [unit["id"] for unit in setup["squads"]["blue"]["units"]] == [
        f"B{n}" for n in range(1, 8)
    ]
    assert "position" not in setup


@pytest.mark.clause("skirm3.card.skills", "skirm3.card.passive", "skirm3.card.weapon-kinds")
def test_a_unit_brings_its_card_and_its_gear() -> None:
    toland = skirm.build_setup("skirm3", mission="kill", **SIDES)["squads"]["red"]["units"][0]
    assert toland["id"] == "R1"
    assert toland["type"] == "toland"
    assert (toland["ep"], toland["gear_ep"]) == (14, 10)
    assert [weapon["id"] for weapon in toland["weapons"]] == ["vorpil-sword", "reaper"]
    assert [skill["cost"] for skill in toland["skills"]] == [{"to": 1}, {"to": 1}, {"act": 1}]
    assert toland["equipment"][1]["effects"] == [
        {"do": "give", "special": "RND", "weapons": "ranged"}
    ]


def test_two_setups_share_nothing_that_changes() -> None:
    one = skirm.build_setup("skirm3", mission="secure", **SIDES)
    one["squads"]["red"]["units"][0]["weapons"][0]["special"].append("XPL")
    one["mission"]["scoring"].clear()
    one["mission"]["environment"]["events"].clear()
    one["map"]["areas"]["indoors"].clear()
    two = skirm.build_setup("skirm3", mission="secure", **SIDES)
    assert two["squads"]["red"]["units"][0]["weapons"][0]["special"] == ["RND"]
    assert two["mission"]["scoring"]
    assert two["mission"]["environment"]["events"]
    assert two["map"]["areas"]["indoors"]


def test_map_and_environment_can_be_chosen_and_events_left_out() -> None:
    setup = skirm.build_setup(
        "skirm3", mission="secure", map="thorn-gorge", environment="death-world", **SIDES
    )
    assert setup["map"]["name"] == "Thorn Gorge"
    assert setup["mission"]["environment"]["name"] == "Death World"
    calm = skirm.build_setup("skirm3", mission="secure", environment="none", **SIDES)
    assert "environment" not in calm["mission"]


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"mission": "secur"}, "skirm3 has no mission 'secur'; did you mean 'secure'?"),
        ({"map": "relay"}, "skirm3 has no map 'relay'; did you mean 'relay-yard'?"),
        ({"red": "toland-line"}, "skirm3 has no squad 'toland-line'; did you mean 'tolands-line'?"),
        (
            {"environment": "dead-world"},
            "skirm3 has no environment 'dead-world'; did you mean 'death-world'?",
        ),
        ({"blue": "nowhere/mine.yaml"}, "nowhere/mine.yaml: there is no such file"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(wrong: dict[str, str], line: str) -> None:
    asked = {"mission": "secure", **SIDES, **wrong}
    with pytest.raises(ContentError) as caught:
        skirm.build_setup("skirm3", **asked)
    assert str(caught.value).endswith(line)


def test_an_unknown_edition_is_answered_with_the_nearest() -> None:
    with pytest.raises(ContentError, match="no edition of Skirm; did you mean 'skirm3'"):
        skirm.build_setup("skrim3", mission="secure", **SIDES)


def test_files_of_another_edition_are_refused(tmp_path: Path) -> None:
    squad = tmp_path / "mine.yaml"
    squad.write_text(
        "kind: squad\nid: mine\nrulebook: skirm2\nname: Mine\nfaction: knights\nunits: [thane]\n",
        encoding="utf-8",
    )
    with pytest.raises(ContentError, match=r"line 3, rulebook: this file is not for skirm3"):
        skirm.build_setup("skirm3", mission="secure", red=str(squad), blue="hungry-tide")


def test_a_player_s_own_map_and_mission_are_taken_by_path(tmp_path: Path) -> None:
    ground = tmp_path / "ditch.yaml"
    ground.write_text(
        "kind: map\nid: ditch\nrulebook: skirm3\nname: Ditch\ndrawing: |\n"
        + "  +" + "   +" * 8 + "\n"
        + ("   " + " .  " * 8 + "\n  +" + "   +" * 8 + "\n") * 8
        + "places:\n  sites: {middle: d4}\n  zones: {north: [a1-h1, a2]}\n",
        encoding="utf-8",
    )  # fmt: skip
    mission = tmp_path / "hold.yaml"
    mission.write_text(
        "kind: mission\nid: hold\nrulebook: skirm3\nname: Hold\nbriefing: Hold the ditch.\n"
        "zones: [north, south]\nobjectives:\n  - {id: '1', name: Ditch, at: middle}\n"
        "scoring:\n  - {score: objectives, when: turn, points: 2}\n",
        encoding="utf-8",
    )
    setup = skirm.build_setup("skirm3", mission=str(mission), map=str(ground), **SIDES)
    assert setup["mission"]["zones"]["north"] == [f"{c}1" for c in "abcdefgh"] + ["a2"]
    assert setup["mission"]["zones"]["south"][0] == "a7"
    assert setup["mission"]["objectives"][0]["square"] == "d4"
    assert "environment" not in setup["mission"]


@pytest.mark.clause("skirm3.setup.players", "skirm3.setup.mission", "skirm3.setup.squad")
@pytest.mark.parametrize("rulebook", ["skirm1", "skirm2", "skirm3"])
def test_a_shipped_battle_starts_under_its_rulebook(rulebook: str) -> None:
    squads = [squad.id for squad in library.squads(rulebook)]
    for mission in library.missions(rulebook):
        setup = skirm.build_setup(rulebook, mission=mission.id, red=squads[0], blue=squads[1])
        game = Game(registry.find(rulebook), setup, dice=SeededDice("start"))
        assert game.question is not None


def test_lists_of_shipped_content_have_names_and_words() -> None:
    for entry in (*library.maps("skirm3"), *library.missions("skirm3"), *library.squads("skirm3")):
        assert entry.name
        assert len(entry.text) > 20
    assert library.maps("tiddlywinks") == ()
