"""Scenario files of Open Fire: positions in inches, said in few words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.scenario import Difference, play
from battlemat.packs import checks
from battlemat.packs import registry as rulebooks
from battlemat.packs.openfire.expected import FACTS, PLACES
from battlemat.packs.openfire.scenarios import ACTIONS, KEYS
from battlemat.packs.openfire.stands import UNIT_KEYS
from battlemat.packs.scenarios import read_scenario_text


def start(text: str) -> dict[str, Any]:
    """The facts of the position that a scenario describes."""
    book = rulebooks.find("openfire")
    scenario = read_scenario_text("rulebook: openfire\n" + text)
    return dict(book.facts(book.start(scenario.setup)))


def test_a_place_alone_is_one_plain_soldier() -> None:
    facts = start("red: {R1: [12.5, 8]}\nblue: {B1: [20, 8]}\n")
    assert facts["units"]["R1"]["models"]["1"] == {
        "at": "12.50,8.00",
        "facing": 0,
        "level": 0,
        "hp": 1,
    }
    assert (facts["round"], facts["to_move"], facts["phase"]) == (1, "red", "activate")


def test_a_listed_unit_stands_in_rows_behind_its_leader() -> None:
    facts = start(
        "red: {R1: {unit: cinder-moons/guard-section, at: [12, 12], face: 90}}\n"
        "blue: {B1: {unit: cinder-moons/anvil-tank, at: [30, 12], hp: [4]}}\n"
    )
    models = facts["units"]["R1"]["models"]
    assert len(models) == 6
    assert models["1"]["at"] == "12.00,12.00"
    assert {model["facing"] for model in models.values()} == {90}
    assert facts["units"]["B1"]["models"]["1"]["hp"] == 4


def test_all_that_may_be_said_of_a_position_is_taken() -> None:
    facts = start(
        "mission: the-spine\n"
        "red:\n"
        "  R1: {unit: cinder-moons/hunter-pack, place: aboard R2}\n"
        "  R2: {unit: cinder-moons/burrow-bearer, at: [6, 20], stress: 2, activated: true}\n"
        "  R3: {unit: cinder-moons/scouts, place: destroyed}\n"
        "blue:\n"
        "  B1: {at: [[24, 24], null, [25, 24]], hurt: true, leader: 3}\n"
        "  B2:\n"
        "round: 3\n"
        "initiative: blue\n"
        "to_move: blue\n"
        "scores: {red: 2}\n"
        "holders: {2: {holder: blue, since: 2}}\n"
        "active: {unit: B1, action: secure, moved: true}\n"
    )
    units = facts["units"]
    assert units["R1"]["place"] == "aboard R2"
    assert (units["R2"]["stress"], units["R2"]["activated"]) == (2, True)
    assert units["R3"]["place"] == "destroyed"
    assert (units["B1"]["left"], units["B1"]["leader"], units["B1"]["hurt"]) == (2, 3, True)
    assert units["B2"]["place"] == "reserve"
    assert (facts["round"], facts["initiative"], facts["scores"]["red"]) == (3, "blue", 2)
    assert facts["objectives"]["2"]["holder"] == "blue"
    assert (facts["active"], facts["phase"], facts["moved"]) == ("B1", "secure", True)


def test_models_of_one_unit_may_differ_and_face_their_own_way() -> None:
    scenario = read_scenario_text(
        "rulebook: openfire\n"
        "red:\n"
        "  R1:\n"
        "    at: [[10, 10], [10, 12, 90]]\n"
        "    face: 45\n"
        "    weapons: {rifle: {}}\n"
        "    models:\n"
        "      2: {stats: {def: 4, hp: 2}, special: [Resilient], weapons: {flag: {rng: 1}}}\n"
        "blue: {B1: [30, 30]}\n"
        "expect: {units: {R1: {at: [10, 10, 45], hp: 3, models: {2: {facing: 90, hp: 2}}}}}\n"
    )
    one, two = scenario.setup["armies"]["red"]["units"][0]["models"]
    assert (one["def"], one["special"], one["weapons"]) == (8, [], ["rifle"])
    assert (two["def"], two["special"], two["weapons"]) == (4, ["Resilient"], ["flag"])
    play(rulebooks.find("openfire"), scenario)


@pytest.mark.clause("openfire.module.ability-data", "openfire.activation.ability-hook")
def test_effects_that_last_and_abilities_that_are_spent_are_set_up() -> None:
    text = (
        "rulebook: openfire\n"
        "red:\n"
        "  R1: {unit: cinder-moons/charter-captain, at: [10, 10], spent: [rally]}\n"
        "  R2: {at: [10, 20], stats: {mov: 4}, effects: [{stat: mov, by: 2, until: round}]}\n"
        "  R3:\n"
        "    at: [10, 30]\n"
        "    weapons: {rifle: {}}\n"
        "    effects:\n"
        "      - {special: Fast, until: activation, source: R1}\n"
        "      - {special: Torrent, weapons: rifle}\n"
        "blue: {B1: {at: [20, 30], activated: true}}\n"
        "play:\n"
        "  - do: activate R1\n"
        "    expect: {withholds: [ability R1 rally]}\n"
        "  - do: [skip ability, skip move, skip attack, activate R2]\n"
        "    expect:\n"
        "      offers: ['move R2 16.00,20.00']\n"
        "      refuses: [{do: 'move R2 16.01,20.00', because: move.polyline}]\n"
        "  - do: [skip move, activate R3]\n"
        "    note: Fast has ended with the activation of R1\n"
        "    expect: {refuses: [{do: 'advance R3 10.00,41.01', because: move.polyline}]}\n"
        "  - do: [skip move, 'attack R3 rifle:1>B1']\n"
        "    dice: 8 3 4\n"
        "    expect: {units: {B1: {hp: 1}}}\n"
    )
    play(rulebooks.find("openfire"), read_scenario_text(text))


@pytest.mark.clause("openfire.round.reserve-pass", "openfire.aircraft.return")
def test_who_holds_back_and_what_has_left_are_set_up() -> None:
    text = (
        "rulebook: openfire\n"
        "round: 3\n"
        "red:\n"
        "  R1: {stats: {mov: [12, 20], hp: 5}, special: [Aircraft], left_in: 3, hp: [2]}\n"
        "  R2: {special: [Support]}\n"
        "  R3: {at: [5, 5], activated: true}\n"
        "blue: {B1: [40, 40]}\n"
        "passed: [red]\n"
        "expect: {asks: blue activate, units: {R1: {place: left, hp: 2}}}\n"
    )
    play(rulebooks.find("openfire"), read_scenario_text(text))
    text = text.replace("left_in: 3", "left_in: 2").replace("passed: [red]\n", "")
    text = text.replace("asks: blue activate", "offers: [activate R1, activate R2, pass]")
    play(rulebooks.find("openfire"), read_scenario_text(text))


@pytest.mark.clause("openfire.transport.not-both")
def test_how_a_unit_came_onto_the_table_is_remembered() -> None:
    text = (
        "rulebook: openfire\n"
        "red:\n"
        "  R1: [10, 10]\n"
        "  R2: {at: [12, 10], special: [Vehicle, Transport (6)]}\n"
        "  R3: {unit: cinder-moons/lift-troopers, at: [20, 20]}\n"
        "blue: {B1: [40, 40]}\n"
    )
    out = "active: {unit: R1, action: move, disembarked: true}\n"
    out += "expect: {refuses: [{do: move R1 embark R2, because: transport.not-both}]}\n"
    play(rulebooks.find("openfire"), read_scenario_text(text + out))
    dropped = "active: {unit: R3, action: ability, deployed: true}\n"
    dropped += "expect: {offers: [ability R3 hot-drop]}\n"
    play(rulebooks.find("openfire"), read_scenario_text(text + dropped))


def test_a_side_may_be_a_whole_army_with_some_of_its_units_in_play() -> None:
    facts = start(
        "mission: the-spine\n"
        "red: {army: first-watch, R1: {at: [3, 40], stress: 2}, R2: {place: destroyed}}\n"
        "blue: hunting-moon\n"
    )
    red = [name for name in facts["units"] if name.startswith("R")]
    assert len(red) > 4
    assert (facts["units"]["R1"]["place"], facts["units"]["R1"]["stress"]) == ("table", 2)
    assert facts["units"]["R2"]["place"] == "destroyed"
    assert {facts["units"][name]["place"] for name in red[2:]} == {"reserve"}


@pytest.mark.clause("openfire.round.initiative")
def test_a_scenario_may_begin_with_a_round() -> None:
    text = (
        "rulebook: openfire\nbegin: round\nround: 3\n"
        "red: {R1: {at: [10, 10], activated: true}}\nblue: {B1: [20, 10]}\n"
        "dice: 5 11\n"
        "expect: {round: 3, initiative: blue, units: {R1: ready}}\n"
    )
    play(rulebooks.find("openfire"), read_scenario_text(text))


@pytest.mark.parametrize("dice", ["12", "'12'", "[12]"])
def test_a_single_twelve_is_one_die(dice: str) -> None:
    text = (
        "rulebook: openfire\nred: {R1: {at: [10, 10], stress: 3}}\nblue: {B1: [20, 10]}\n"
        f"play: [{{do: activate R1, dice: {dice}}}]\n"
    )
    (played,) = read_scenario_text(text).plays
    assert played.dice == (12,)


def test_any_legal_way_is_offered_on_a_free_table() -> None:
    text = (
        "rulebook: openfire\nred: {R1: [10, 10]}\nblue: {B1: [20, 10]}\nactive: R1 move\n"
        "expect: {offers: ['move R1 11.37,12.05'], withholds: ['move R1 15.01,10.00']}\n"
    )
    play(rulebooks.find("openfire"), read_scenario_text(text))
    wrong = text.replace("11.37,12.05", "16.00,10.00")
    with pytest.raises(Difference, match="should be offered, but is not: the way costs"):
        play(rulebooks.find("openfire"), read_scenario_text(wrong))
    wrong = text.replace("15.01,10.00", "15.00,10.00")
    with pytest.raises(Difference, match="should not be offered, but is"):
        play(rulebooks.find("openfire"), read_scenario_text(wrong))


def test_ground_is_drawn_on_the_spot_in_inches() -> None:
    text = (
        "rulebook: openfire\ntable: [24, 24]\n"
        "board: {parts: [{keyword: impassable, height: 3, sight: solid, box: [11, 10, 13, 14]}]}\n"
        "red: {R1: {at: [6, 12], weapons: {gun: {rng: 36}}}}\n"
        "blue: {B1: [18, 12]}\n"
        "active: R1 move\n"
        "expect:\n"
        "  refuses: [{do: 'move R1 12.00,12.00', because: terrain.impassable}]\n"
    )
    play(rulebooks.find("openfire"), read_scenario_text(text))


def test_a_scenario_may_begin_with_the_set_up() -> None:
    facts = start("begin: setup\nmission: the-spine\nred: {R1: [1, 1]}\nblue: {B1: [2, 2]}\n")
    assert facts["phase"] == "terrain"
    assert facts["units"]["R1"]["place"] == "reserve"


def test_the_page_names_every_key_and_fact() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    page = page[page.index("## Open Fire") : page.index("## Other rulebooks")]
    facts = start("red: {R1: [1, 1]}\nblue: {B1: [9, 2]}\n")["units"]["R1"]
    words = {*KEYS, *FACTS, *UNIT_KEYS, *ACTIONS, *PLACES, *facts, *facts["models"]["1"]}
    assert {word for word in words if not re.search(rf"\b{word}\b", page)} == set()


def test_a_scenario_is_checked_like_other_files_and_finds_its_own_module(tmp_path: Path) -> None:
    file = tmp_path / "dispute.yaml"
    file.write_text("rulebook: openfire\nred: {R1: [1, 1]}\nblue: {B1: [9, 2]}\nplay: []\n")
    assert checks.check_file(file) == []
    file.write_text(
        "rulebook: openfire\nred: {R1: {unit: ./own.yaml/squad, at: [9, 9]}}\nblue: {B1: [2, 2]}\n"
    )
    assert checks.check_file(file) == ["./own.yaml: there is no such file"]
