"""Scenario files of Open Fire: positions in inches, said in few words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.scenario import play
from battlemat.packs import shelf
from battlemat.packs.problems import ContentError
from battlemat.packs.scenarios import read_scenario_text
from battlemat.rulebooks import shelf as rulebooks


def start(text: str) -> dict[str, Any]:
    """The facts of the position that a scenario describes."""
    book = rulebooks.find("openfire")
    scenario = read_scenario_text("rulebook: openfire\n" + text)
    return dict(book.facts(book.start(scenario.setup)))


def wrong(text: str) -> list[str]:
    with pytest.raises(ContentError) as caught:
        read_scenario_text("rulebook: openfire\n" + text, "file")
    return [str(problem) for problem in caught.value.problems]


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


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("red: {R1: [1, 1]}\n", "file, line 1: 'blue' is missing; each side has units"),
        (
            "red: {R1: {unit: cinder-moons/scout, at: [1, 1]}}\nblue: {B1: [2, 2]}\n",
            "file, line 2, red.R1.unit: Cinder Moons has no unit 'scout'; did you mean 'scouts'?",
        ),
        (
            "red: {R1: {unit: scouts, at: [1, 1]}}\nblue: {B1: [2, 2]}\n",
            "file, line 2, red.R1.unit: a unit is named with its module: 'cinder-moons/scouts'",
        ),
        (
            "red: {R1: {unit: cinder-moons/scouts, at: [9, 9]}}\n"
            "blue: {B1: {unit: white-frontier/t-28, at: [30, 9]}}\n",
            "file, line 3, blue.B1: this unit is from White Frontier, others are from Cinder Moons",
        ),
        (
            "red: {R1: {count: 3, at: [[1, 1], [2, 1]]}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.at: 2 places for 3 models; give one or 3",
        ),
        (
            "red: {R1: {at: [1, 1], weapons: [rifle]}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.weapons: there is no weapon 'rifle'; there are none",
        ),
        (
            "red: {R1: {at: [1, 1], special: [Stealth]}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.special[1]: 'Stealth' needs a whole number of 1 or more: "
            "'Stealth (2)'",
        ),
        (
            "red: {R1: {at: [1, 1], weapons: {gun: {special: [Blasd]}}}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.weapons.gun.special[1]: nobody defines the special rule 'Blasd': "
            "did you mean 'Blast'?",
        ),
        (
            "red: {R1: [1, 1]}\nblue: {B1: [9, 2]}\nactive: R2 move\n",
            "file, line 4, active: there is no unit 'R2'; known are R1, B1",
        ),
        (
            "red: {R1: [1, 1]}\nblue: {B1: [9, 2]}\nactive: R1 dance\n",
            "file, line 4, active.action: 'dance' is not known here; known are ability, move, "
            "attack, secure",
        ),
        (
            "red: {R1: [1, 1]}\nblue: {B1: [9, 2]}\nboad: slope\n",
            "file, line 4, boad: this key is not known here; did you mean 'board'?",
        ),
        (
            "red: {R1: [1, 1]}\nblue: {B1: [9, 2]}\nexpect: {units: {R1: destroid}}\n",
            "file, line 4, expect.units.R1: 'destroid' says nothing of a unit; "
            "did you mean 'destroyed'?",
        ),
    ],
)
def test_a_mistake_in_a_position_is_told_with_its_line(text: str, line: str) -> None:
    assert line in wrong(text)


def test_a_scenario_is_checked_like_other_files_and_finds_its_own_module(tmp_path: Path) -> None:
    file = tmp_path / "dispute.yaml"
    file.write_text("rulebook: openfire\nred: {R1: [1, 1]}\nblue: {B1: [9, 2]}\nplay: []\n")
    assert shelf.check_file(file) == []
    file.write_text(
        "rulebook: openfire\nred: {R1: {unit: ./own.yaml/squad, at: [9, 9]}}\nblue: {B1: [2, 2]}\n"
    )
    assert shelf.check_file(file) == ["./own.yaml: there is no such file"]
