"""Scenario files: short ones work, long ones say everything, and what is wrong is told by line."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from battlemat.boards.squares import Board
from battlemat.kernel.expectations import Expect, Refuse
from battlemat.kernel.game import Game
from battlemat.kernel.plain import decode
from battlemat.kernel.scenario import Difference, Play, Scenario, play
from battlemat.packs import registry
from battlemat.packs.checks import check_file
from battlemat.packs.drawn_units import lift_units
from battlemat.packs.problems import ContentError
from battlemat.packs.scenarios import read_scenario, read_scenario_text
from battlemat.rulebooks.skirm.state.setup import (
    OrdersSetup,
    PlaceSetup,
    PositionSetup,
    ScoresSetup,
    SkirmSetup,
    ZonesSetup,
)


def read(text: str) -> Scenario:
    return read_scenario_text(dedent(text), "case.yaml")


def run(text: str) -> Game[Any]:
    scenario = read(text)
    return play(registry.find(scenario.rulebook), scenario)


def complaints(text: str) -> list[str]:
    with pytest.raises(ContentError) as caught:
        read(text)
    return [str(problem) for problem in caught.value.problems]


SHORT = """
rulebook: skirm3
map: A . . . B
red: {A: {weapons: {rifle: {}}}}
blue: {B: }
"""


# ------------------------------------------------------------------ positions


def test_a_short_file_is_a_whole_position() -> None:
    setup = read(SHORT).setup
    assert setup["edition"] == "skirm3"
    assert decode(SkirmSetup, setup).position == PositionSetup(
        units={
            "A": PlaceSetup("a1", state="standing", ready=True),
            "B": PlaceSetup("e1", state="standing", ready=True),
        },
        turn=1,
        initiative="red",
        to_move="red",
        orders=OrdersSetup(red=0, blue=0),
        scores=ScoresSetup(red=0, blue=0),
        zones=ZonesSetup(red="west", blue="east"),
    )
    (unit,) = setup["squads"]["red"]["units"]
    assert unit["stats"] == {"act": 3, "arm": 4, "msk": 3, "rsk": 3}
    assert unit["weapons"][0]["type"] == "ranged"
    assert (unit["weapons"][0]["roa"], unit["weapons"][0]["dam"]) == (2, 1)


def test_a_short_file_can_be_played() -> None:
    game = run(SHORT + "play:\n  - activate A\n  - {do: shoot A B rifle, dice: 3 3 5 5}\n")
    assert game.rulebook.facts(game.battle)["units"]["B"]["state"] == "downed"


def test_the_side_named_first_is_to_move() -> None:
    setup = read(
        """
        rulebook: skirm3
        map: A . . . B
        blue: {B: }
        red: {A: }
        """
    ).setup
    assert setup["position"]["to_move"] == setup["position"]["initiative"] == "blue"


def test_a_long_file_says_everything() -> None:
    setup = read(
        """
        rulebook: skirm3
        name: Long
        map: |
              a   b   c   d
            +   +   +   +   +
          1   .   2A  . D .
            +   +   +   +   +
          2   .   .   . O .
            +   +   +   +   +
        areas: {indoors: [d1-d2]}
        objectives: {1: c2, 2: {at: d2, name: Relay, side: blue}}
        markers: {core: {at: a1, name: Core}}
        scoring: [{score: objectives, when: turn, points: 2}]
        turns: 6
        turn: 3
        initiative: blue
        to_move: blue
        orders: {red: 2}
        scores: {red: 4, blue: 1}
        doors: {c1-d1: open, d2|c2: closed}
        zones: {red: south, blue: north}
        red:
          A: {unit: shock-troops/toland, ready: false, stun: 1, used: [reaper], carries: [core]}
        blue:
          B: {at: d1, state: downed, stats: {arm: 2}, special: [DOD]}
          C: {state: out}
        """
    ).setup
    position = setup["position"]
    assert position["turn"] == 3
    assert position["to_move"] == "blue"
    assert position["orders"] == {"red": 2}
    assert position["scores"] == {"red": 4, "blue": 1}
    assert position["zones"] == {"red": "south", "blue": "north"}
    assert position["doors_open"] == ["c1|d1"]
    assert position["units"] == {
        "A": {
            "ready": False,
            "square": "b1",
            "used": ["reaper"],
            "carries": ["core"],
            "stun": 1,
        },
        "B": {"state": "downed", "square": "d1"},
        "C": {"state": "out"},
    }
    assert setup["map"]["areas"] == {"indoors": ["d1", "d2"]}
    mission = setup["mission"]
    assert mission["turns"] == 6
    assert mission["objectives"][1] == {"id": "2", "name": "Relay", "square": "d2", "side": "north"}
    assert mission["markers"] == [{"id": "core", "name": "Core", "square": "a1"}]
    toland = setup["squads"]["red"]["units"][0]
    assert toland["name"] == "Toland"
    assert [weapon["id"] for weapon in toland["weapons"]] == ["vorpil-sword", "reaper"]
    assert registry.find("skirm3").start(setup) is not None


def test_what_stands_beside_a_listed_unit_replaces_its_card() -> None:
    unit = read(
        """
        rulebook: skirm3
        map: A . B
        red:
          A: {unit: shock-troops/gunner, stats: {rsk: 2}, special: [], gear: [auto-rifle, scope]}
        blue:
          B: {unit: the-swarm/leaper, weapons: [the-swarm/venom-lash]}
        """
    ).setup["squads"]
    gunner, leaper = unit["red"]["units"][0], unit["blue"]["units"][0]
    assert gunner["stats"] == {"act": 3, "arm": 4, "msk": 2, "rsk": 2}
    assert "special" not in gunner
    assert [weapon["id"] for weapon in gunner["weapons"]] == ["fists", "auto-rifle"]
    assert [item["id"] for item in gunner["equipment"]] == ["scope"]
    assert [weapon["id"] for weapon in leaper["weapons"]] == ["venom-lash"]
    assert leaper["special"] == ["LP4", "BRU", "NEQ"]


def test_a_scenario_may_begin_with_deployment_and_use_shipped_squads() -> None:
    scenario = read(
        """
        rulebook: skirm3
        map: relay-yard
        mission: secure
        begin: deployment
        red: tolands-line
        blue: red-rite
        dice: 2 5
        """
    )
    assert "position" not in scenario.setup
    assert [unit["id"] for unit in scenario.setup["squads"]["blue"]["units"]][:2] == ["B1", "B2"]
    assert scenario.setup["mission"]["name"] == "Secure"
    game = play(registry.find("skirm3"), scenario)
    assert game.question is not None
    assert game.question.player == "red"


def test_an_active_unit_has_what_it_has_left() -> None:
    text = SHORT + "active: {unit: A, act: 1, done: [move]}\n"
    assert read(text).setup["position"]["active"] == {"unit": "A", "act": 1, "done": ["move"]}
    game = run(SHORT + "active: A\n")
    assert game.rulebook.facts(game.battle)["act"] == 3


@pytest.mark.parametrize("rulebook", ["skirm1", "skirm2"])
def test_the_early_editions_have_their_own_stats(rulebook: str) -> None:
    scenario = read(
        f"""
        rulebook: {rulebook}
        map: A . . . B
        red: {{A: {{weapons: {{rifle: {{roa: 3, skl: 5, dam: 2, special: [RR1]}}}}}}}}
        blue: {{B: {{stats: {{hit: 6}}, hit: 2}}}}
        """
    )
    unit = scenario.setup["squads"]["red"]["units"][0]
    assert unit["stats"] == {"act": 3, "mov": 4, "arm": 6, "hit": 4}
    assert unit["weapons"][0]["skl"] == 5
    game = play(registry.find(rulebook), scenario)
    assert game.rulebook.facts(game.battle)["units"]["B"]["hit"] == 2


def test_units_are_lifted_from_a_drawing_and_leave_it_as_it_was() -> None:
    drawing = "    a   b\n  +   +   +\n1   A   2B\n  +   +---+\n2   C1  ~\n  +   +   +\n"
    clean, units = lift_units(drawing)
    assert units == {"A": ["a1"], "B": ["b1"], "C1": ["a2"]}
    assert Board.parse(clean) == Board.parse(
        drawing.replace("A", ".").replace("B", " ").replace("C1", ". ")
    )
    assert len(clean.splitlines()) == len(drawing.splitlines())


def test_a_rulebook_without_a_reader_takes_its_setup_whole() -> None:
    scenario = read("{rulebook: other, setup: {field: [1, 2]}, play: [go]}")
    assert scenario.setup == {"field": [1, 2]}
    assert complaints("{rulebook: other, play: [go]}") == [
        "case.yaml, line 1: 'setup' is missing; other has no shorter way to draw a position"
    ]


# ------------------------------------------------------------------ what is played


def test_answers_dice_and_expectations_are_read_with_their_lines() -> None:
    scenario = read(
        SHORT
        + """\
dice: [1, 2]
play:
  - activate A
  - do: [move A a1-b1, shoot A B rifle]
    dice: 346
    expect:
      turn: 1
      units: {B: downed e1 ready, A: {act: 1}}
      asks: red action
      offers: [end A]
      withholds: move A b1-c1
      refuses:
        - shoot A B rifle
        - {do: move A b1-e1, because: move.occupied}
expect:
  asks: {player: red, because: skirm3.action.budget}
"""
    )
    start, activate, move, shoot, last = scenario.plays
    assert start == Play(None, (1, 2), line=6)
    assert (activate.answer, activate.dice, activate.line) == ("activate A", (), 8)
    assert (move.answer, move.dice, move.line) == ("move A a1-b1", (3, 4, 6), 9)
    assert (shoot.answer, shoot.dice, shoot.line) == ("shoot A B rifle", (), 9)
    assert move.dice_line == 10
    assert (move.follows, shoot.follows) == (False, True)
    assert shoot.expect._replace(lines={}) == Expect(
        {
            "turn": 1,
            "units": {"B": {"state": "downed", "square": "e1", "ready": True}, "A": {"act": 1}},
        },
        {"player": "red", "kind": "action"},
        ("end A",),
        ("move A b1-c1",),
        (Refuse("shoot A B rifle"), Refuse("move A b1-e1", "skirm3.move.occupied")),
    )
    assert last.answer is None
    assert last.expect.asks == {"player": "red", "because": "skirm3.action.budget"}


@pytest.mark.parametrize("dice", ["3 4 6", "346", "[3, 4, 6]", "3, 4, 6", "'3 4 6'"])
def test_dice_may_be_written_in_several_ways(dice: str) -> None:
    assert read(SHORT + f"dice: {dice}\n").plays[0].dice == (3, 4, 6)


def test_a_difference_names_the_line_and_both_values() -> None:
    text = SHORT + "play:\n  - do: activate A\n    expect: {turn: 2}\n"
    with pytest.raises(Difference, match=r"case.yaml, line 8: turn is 1, 2 was expected"):
        run(text)


def test_dice_left_over_or_missing_are_differences() -> None:
    for dice in ("3 3 5 5 1", "3 3 5"):
        with pytest.raises(Difference, match=r"line 8"):
            run(SHORT + f"play:\n  - activate A\n  - {{do: shoot A B rifle, dice: {dice}}}\n")


# ------------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("{}", ["case.yaml, line 1: 'rulebook' is missing"]),
        (
            "rulebook: skirm3\nred: {A: a1}\nblue: {B: b1}",
            ["case.yaml, line 1: 'map' is missing: draw it after 'map: |', or name one"],
        ),
        (
            "rulebook: skirm3\nmap: A . B\nred: {A: }\nblue: {C: }",
            [
                "case.yaml, line 2, map: 'B' is drawn, but neither side has it; "
                "the choices are A, C",
                "case.yaml, line 4, blue.C: where is 'C'? Say 'at: c4', or draw it on the map",
            ],
        ),
        (
            "rulebook: skirm3\nmap: A . A\nred: {A: }\nblue: {B: b1}",
            ["case.yaml, line 3, red.A: 'A' is drawn 2 times: a1, c1"],
        ),
        (
            "rulebook: skirm3\nmap: A . .\nred: {A: }\nblue: {B: a1}",
            ["case.yaml, line 4, blue.B: a1 already holds A"],
        ),
        (
            "rulebook: skirm3\nmap: . . .\nred: {A: a1}\nblue: {B: d1}",
            ["case.yaml, line 4, blue.B: 'd1' is not on the map, which runs from a1 to c1"],
        ),
        (
            "rulebook: skirm3\nmap: A . .",
            [
                "case.yaml, line 1: two sides are wanted: 'red' and 'blue', each with its units",
                "case.yaml, line 2, map: 'A' is drawn, but neither side has it; there are none",
            ],
        ),
        (
            "rulebook: skirm3\nmap: relay-yrad\nred: {A: a1}\nblue: {B: b1}",
            ["case.yaml, line 2, map: skirm3 has no map 'relay-yrad'; did you mean 'relay-yard'?"],
        ),
        (
            "rulebook: skirm3\nmap: . . .\nred: {A: shock-troops/guner}\nblue: {B: b1}",
            [
                "case.yaml, line 3, red.A.unit: Shock Troops has no unit 'guner'; "
                "did you mean 'gunner'?",
                "case.yaml, line 3, red.A: where is 'A'? Say 'at: c4', or draw it on the map",
            ],
        ),
        (
            SHORT + "order: {red: 1}",
            ["case.yaml, line 6, order: this key is not known here; did you mean 'orders'?"],
        ),
        (
            SHORT + "doors: {a1-b1: open}",
            ["case.yaml, line 6, doors.a1-b1: there is no door here; there are none"],
        ),
        (
            SHORT + "active: Z",
            ["case.yaml, line 6, active: there is no unit 'Z'; the choices are A, B"],
        ),
        (
            SHORT + "mission: secure",
            ["case.yaml, line 6, mission: a mission needs a named map; this one is drawn"],
        ),
        (
            SHORT + "play:\n  - {do: activate A, die: 3}",
            ["case.yaml, line 7, play[1].die: this key is not known here; did you mean 'dice'?"],
        ),
        (
            SHORT + "play:\n  - {do: activate A, dice: x y}",
            ["case.yaml, line 7, play[1].dice: dice are written as in '3 4 6', not 'x y'"],
        ),
        (
            SHORT + "expect: {ofers: [end A]}",
            ["case.yaml, line 6, expect.ofers: this key is not known here; did you mean 'offers'?"],
        ),
        (
            SHORT + "expect: {units: {B: downd}}",
            [
                "case.yaml, line 6, expect.units.B: 'downd' is neither a state nor a square; "
                "did you mean 'downed'?"
            ],
        ),
    ],
)
def test_what_is_wrong_with_a_scenario_is_told_by_line(text: str, lines: list[str]) -> None:
    assert complaints(text) == lines


def test_a_scenario_file_is_read_and_checked_like_other_content(tmp_path: Path) -> None:
    file = tmp_path / "wall.yaml"
    file.write_text(SHORT, encoding="utf-8")
    assert read_scenario(file).name == "wall"
    assert check_file(file) == []
    file.write_text(SHORT + "turn: soon\n", encoding="utf-8")
    assert check_file(file) == [f"{file}, line 6, turn: a whole number is wanted, not 'soon'"]


def test_a_unit_may_come_from_a_faction_file_beside_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "My_Beasts.yaml").write_text(
        "kind: faction\nid: beasts\nrulebook: skirm3\nname: Beasts\n"
        "weapons: {bite: {name: Bite, type: melee, roa: 2, dam: 1}}\n"
        "units:\n"
        "  hound: {name: Hound, stats: {act: 3, arm: 3, msk: 3, rsk: 1}, ep: 5, carries: [bite]}\n",
        encoding="utf-8",
    )
    file = tmp_path / "hunt.yaml"
    file.write_text(
        "rulebook: skirm3\nmap: A . B\nred: {A: ./My_Beasts.yaml/hound}\nblue: {B: }\n",
        encoding="utf-8",
    )
    unit = read_scenario(file).setup["squads"]["red"]["units"][0]
    assert (unit["name"], unit["type"], unit["weapons"][0]["id"]) == ("Hound", "hound", "bite")
