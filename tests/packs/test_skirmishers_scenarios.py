"""Disputes of Skirmishers as files: the short form, what it leaves out, and what it refuses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlemat.kernel.scenario import Difference, play
from battlemat.packs.problems import ContentError
from battlemat.packs.scenarios import read_scenario_text
from battlemat.packs.skirmishers.expected import FACTS, STATES
from battlemat.packs.skirmishers.features import DOT_WORDS, LINK_WORDS
from battlemat.packs.skirmishers.scenarios import KEYS
from battlemat.packs.skirmishers.stands import ON_FOOT, ON_WHEELS
from battlemat.rulebooks.skirmishers.chapters.moving.movement import Step
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS

ARC = """\
rulebook: skirmishers
name: A step into an arc
red:
  A1: c5
blue:
  B1: {at: k5, arc: 60 6}
active: A1
play:
  - do: move A1 c5-d5
    expect: {asks: blue reaction}
  - do: fire B1
    dice: 6 6 4 4
    expect:
      units: {A1: {hp: "4", at: d5, full: ["8", "7", "6", "5"]}}
"""


def played(text: str) -> Any:
    return play(SKIRMISHERS, read_scenario_text(text, "file"))


def told(text: str) -> list[str]:
    with pytest.raises(ContentError) as error:
        read_scenario_text(text, "file")
    return [str(problem) for problem in error.value.problems]


@pytest.mark.clause("skirmishers.arc.table", "skirmishers.damage.lethal-cells")
def test_a_step_into_an_arc_draws_fire_and_the_file_says_what_comes_of_it() -> None:
    assert played(ARC).battle.units[0].id == "A1"
    with pytest.raises(Difference, match="line 14: units A1 hp is '4', '5' was expected"):
        played(ARC.replace('hp: "4"', 'hp: "5"'))


def test_what_is_left_out_is_the_plainest_thing() -> None:
    battle = played("rulebook: skirmishers\nblue: {B1: h2}\nred: {A1: c2 smg prone}\n").battle
    assert (battle.board.width, battle.board.height) == (26, 15)
    red, blue = battle.units
    assert (battle.weapon(red.hand).id, red.prone) == ("smg", True)
    assert (battle.weapon(blue.hand).id, blue.prone) == ("rifle", False)
    assert (battle.to_move, battle.round, battle.field.switches) == (1, 1, frozenset())


@pytest.mark.clause("skirmishers.map.building-shell", "skirmishers.smoke.throw")
def test_a_position_is_drawn_with_fire_smoke_wounds_and_things_on_the_ground() -> None:
    text = """\
rulebook: skirmishers
switches: [smoke, incendiary]
map: |
  ground:
  .   .   .   .   .   .

    .   .   . + .   .   .

  .   .   .   S   .   .

  buildings: A=1
  .   .   .   .   .   .

    .   .   .   A   A   .

  .   .   .   A   A   .
areas: {hut: [building A]}
red:
  A1: {at: d2@1, primary: laser-rifle, full: [7], activated: true, grenades: {smoke: 1}}
  A2: {at: a1, state: dead}
blue:
  B1: {at: e3, armor: standard, armor_left: 1, spent: 2, arc: [30, 11]}
round: 3
to_move: blue
fire: [f1]
smoke: [c1]
items: [{at: b1, weapon: pistol}, {at: b2, grenades: {hand: 2}}]
points: [{side: both, points: 2, for: {score: holds, area: hut}}]
expect:
  round: 3
  to_move: blue
  fire: [f1]
  points: {red: 0, blue: 2}
  units:
    A1: able standing d2@1 activated
    A2: dead
    B1: {armor: 1, arcs: [{weapon: rifle, degrees: 30, heading: 11, shots: 1}]}
"""
    facts = SKIRMISHERS.facts(played(text).battle)
    assert "c1" in facts["smoke"]
    assert [(item["at"], item["thing"]) for item in facts["items"]] == [
        ("b1", "pistol"),
        ("b2", "hand-grenade"),
    ]


def test_a_whole_mission_may_be_taken_up_in_the_middle() -> None:
    text = """\
rulebook: skirmishers
mission: chance-meeting
blue: street-cordon
round: 2
to_move: blue
units: {A1: {arc: 60 0, full: [7]}, B2: {state: dead}}
expect: {units: {A1: able b4, B2: dead}, to_move: blue, round: 2}
"""
    battle = played(text).battle
    assert battle.field.squad_names == ("Road Patrol", "Street Cordon")


@pytest.mark.clause("skirmishers.vehicle.two-dots", "skirmishers.vehicle.rider-dot")
def test_a_vehicle_stands_by_its_front_dot_and_its_rider_sits_at_the_rear() -> None:
    text = """\
rulebook: skirmishers
switches: [vehicles]
map: 20x10
red:
  V1: {vehicle: scout, front: d4, direction: 1, engine: on, full: [12, 11], armor_left: 1}
  A1: {rides: V1, secondary: pistol}
blue: {B1: k9}
expect:
  units: {V1: {at: c4, engine: true, hp: "10", armor: 1}, A1: {at: c4, rides: V1}}
"""
    assert played(text).battle.to_move == 0


def test_begin_start_asks_the_die_that_says_who_is_first() -> None:
    text = "rulebook: skirmishers\nbegin: start\nred: {A1: c2}\nblue: {B1: h2}\ndice: 5\n"
    assert played(text + "expect: {to_move: blue, asks: blue activate}\n").battle.first == 1


@pytest.mark.clause(
    "skirmishers.weapon.loadout",
    "skirmishers.arc.table",
    "skirmishers.map.occupancy",
    "skirmishers.map.obstacles",
    "skirmishers.option.switches",
)
def test_everything_impossible_is_told_at_once_each_in_its_line() -> None:
    text = """\
rulebook: skirmishers
map: |
  .   T   .   .

    .   .   .   .
red:
  A1: a1 rifl
  A2: {at: a1, primary: [rifle, smg], arc: 45 6}
  A3: {at: z5}
  A4: {at: a2, sneak_suit: true}
  A5: {at: b1}
  A6: {at: a2}
  A7: {at: c1@2}
switches: [smok]
blue:
  B1: {at: d1, arc: {degrees: 60, heading: 13}}
"""
    assert told(text) == [
        "file, line 7, red.A1: 'rifl' is neither a dot nor a weapon; did you mean 'rifle'?",
        "file, line 8, red.A2.primary: one primary weapon is wanted, not a list of 2; did you mean "
        "'rifle'? (skirmishers.weapon.loadout)",
        "file, line 8, red.A2.arc: the number 45 is no width of a firing arc; there are 30, 60, "
        "150, and the nearest is 30 or 60",
        "file, line 9, red.A3.at: 'z5' is off the map: its dots are a1 to d2; the nearest is d2",
        "file, line 10, red.A4: a sneak suit: name the switch 'sneak-suits' in 'switches'",
        "file, line 11, red.A5.at: A5 cannot stand at b1: a tree trunk fills it; the nearest is a1",
        "file, line 12, red.A6.at: A6 cannot stand at a2: A4 stands there; the nearest is a1",
        "file, line 13, red.A7.at: 'c1@2' is in the air: that dot offers level 0; the nearest is "
        "c1",
        "file, line 14, switches[1]: 'smok' is not known here; did you mean 'smoke'?",
        "file, line 16, blue.B1.arc.heading: 13 is out of bounds; 0 to 11 are allowed",
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        (
            "active: A1",
            "activ: A1",
            "file, line 7, activ: this key is not known here; did you mean 'active'?",
        ),
        (
            "active: A1",
            "active: A9",
            "file, line 7, active: there is no unit 'A9'; the choices are A1, B1",
        ),
        (
            "active: A1",
            "blows: [{by: A1, on: C1, weapon: fists}]",
            "file, line 7, blows[1].on: there is no unit 'C1'; the choices are A1, B1",
        ),
        ("k5, arc", "k5, grenades: {smoke: 1}, arc", "file, line 6, blue.B1: smoke grenades: name"),
        ("arc: 60 6", "primary: smg, arc: 60 6, full: [11]", "file, line 6, blue.B1: there is no"),
        ("A1: c5", "A1: {at: c5, rides: V1}", "file, line 4, red.A1: rides 'V1'"),
        ("active: A1", "map: crosroads", "file, line 7, map: skirmishers has no map 'crosroads'"),
        ("active: A1", "fire: [x]", "file, line 7, fire[1]: a dot such as c4 or c4@1 is wanted"),
        ("red:\n  A1: c5\n", "", "file, line 1: 'red' is missing; each side has units, by name"),
        ("A1: c5", "A1: {primary: rifle}", "file, line 4, red.A1: 'at' is missing: the dot where"),
        (
            '{hp: "4", at: d5, full: ["8", "7", "6", "5"]}',
            "uncon",
            "file, line 14, play[2].expect.units.A1: 'uncon' is neither a state nor a dot; did",
        ),
    ],
)
def test_a_wrong_scenario_is_told_with_its_line(right: str, wrong: str, line: str) -> None:
    text = ARC.replace(right, wrong)
    assert text != ARC
    assert any(found.startswith(line) for found in told(text)), told(text)


@given(start=st.integers(0, len(ARC) - 1), length=st.integers(1, 15))
@settings(max_examples=60, deadline=None)
def test_a_file_with_a_piece_cut_out_is_read_or_told_in_lines(start: int, length: int) -> None:
    lines = []
    try:
        read_scenario_text(ARC[:start] + ARC[start + length :], "file")
    except ContentError as error:
        lines = [str(problem) for problem in error.problems]
    assert [line for line in lines if not line.startswith("file") or "\n" in line] == []


FEATURES = """\
rulebook: skirmishers
map: 8x4
features: {a1|b1: low-wall, c2: [tree], d3: vegetation}
red: {A1: a1}
blue: {B1: h4}
active: A1
play:
  - do: move A1 a1-b1
    expect: {units: {A1: {spent: 2}}, refuses: [{do: move A1 b1-b2-c2, because: move.step}]}
"""


@pytest.mark.clause("skirmishers.map.link-features", "skirmishers.map.dot-features")
def test_a_wall_and_a_tree_need_no_drawing() -> None:
    board = played(FEATURES).battle.board
    assert sorted(f"{mark.value} {board.name(dot)}" for mark, dot, _ in board.marks) == [
        "tree c2",
        "vegetation d3",
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        ("a1|b1", "a1|c1", "line 3, features.a1|c1: the two dots are not next to each other"),
        ("a1|b1", "a1|z9", "line 3, features.a1|z9: 'z9' is off the map: its dots are a1 to h4"),
        ("a1|b1", "a1-b1", "line 3, features.a1-b1: a dot (c4, c4@1) or two next to each other"),
        (": low-wall", ": low-wal", "line 3, features.a1|b1: 'low-wal' does not stand between"),
        ("[tree]", "[tre]", "line 3, features.c2: 'tre' does not stand on a dot; did you mean"),
        ("c2: [tree]", "c2@2: [tree]", "line 3, features.c2@2: 'c2@2' is in the air"),
        ("d3: vegetation", "d3: [deep, tree]", "line 3, features.d3: "),
        ("red:", "toughness: {A: light}\nred:", "line 4, toughness.A: there is no building A"),
        ("red:", "toughness: {walls: soft}\nred:", "line 4, toughness.walls: 'soft' is not known"),
    ],
)
def test_a_feature_that_cannot_be_there_is_told_with_its_line(
    right: str, wrong: str, line: str
) -> None:
    text = FEATURES.replace(right, wrong)
    assert text != FEATURES
    assert any(found.startswith(f"file, {line}") for found in told(text)), told(text)


@pytest.mark.clause("skirmishers.large.toughness")
def test_a_scenario_may_say_how_tough_its_walls_are() -> None:
    text = FEATURES.replace("red:", "toughness: {walls: light}\nred:")
    assert played(text).battle.field.toughness == {"walls": 15}


def test_dice_that_fall_together_may_be_written_with_a_plus() -> None:
    assert played(ARC.replace("6 6 4 4", "6+6 4+4")).answers == played(ARC).answers


def test_answers_written_together_share_their_dice() -> None:
    text = """\
rulebook: skirmishers
red: {A1: c5}
blue: {B1: {at: k5, primary: smg, arc: 60 6}}
active: A1
play:
  - do: [move A1 c5-d5-e5, fire B1, fire B1]
    dice: 1+1 1+2
    expect: {units: {B1: {arcs: [{weapon: smg, degrees: 60, heading: 6, shots: 4}]}}}
  - end A1
"""
    assert [answer for answer in played(text).answers if answer in ((1, 1), (1, 2))] == [
        (1, 1),
        (1, 2),
    ]
    with pytest.raises(Difference, match=r"line 6: .*the script has 0 left"):
        played(text.replace("1+1 1+2", "1+1"))
    with pytest.raises(Difference, match="1 die is left over: 5"):
        played(text.replace("1+1 1+2", "1+1 1+2 5"))


CONVOY = """\
rulebook: skirmishers
mission: convoy
round: 2
to_move: blue
units:
  V1: {front: j7, direction: 1, trained: [1, 2], armor_left: 3}
  V2: {overturned: true, full: [12, 11]}
  A1: {armor_left: 1}
  A2: {at: d9, prone: true}
  A3: {rides: V2}
expect:
  units:
    V1: {front: j7, at: i7, armor: 3, engine: true, prone: false}
    V2: {prone: true, hp: "10"}
    A1: {armor: 1, rides: V1, at: i7}
    A2: prone d9
    A3: {rides: V2}
"""


@pytest.mark.clause("skirmishers.vehicle.mounted-arc", "skirmishers.vehicle.under")
def test_a_convoy_may_be_taken_up_on_the_road() -> None:
    battle = played(CONVOY).battle
    units = {unit.id: unit for unit in battle.units}
    arcs = [(arc.heading, arc.degrees, arc.shots) for arc in units["V1"].arcs]
    assert arcs == [(0, 30, -1), (0, 30, -1)]
    assert (units["A2"].mount, units["A3"].under) == (-1, True)


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        (
            "overturned: true,",
            "pinned: true,",
            "line 7, units.V2.pinned: a vehicle has no 'pinned'",
        ),
        ("prone: true}", "front: c4}", "line 9, units.A2.front: only a vehicle has 'front'"),
        (
            "rides: V2}",
            "rides: V3}",
            "line 10, units.A3.rides: there is no vehicle 'V3'; the choices",
        ),
        (
            "rides: V2}",
            "seat: rider}",
            "line 10, units.A3.rides: there is no vehicle ''; the choices",
        ),
        ("[12, 11]", "[13]", "line 7, units.V2.full[1]: a cell of a vehicle's track, 12 to 0, is"),
        ("[1, 2]", "[3]", "line 6, units.V1: there is no mounted weapon 3 to train"),
    ],
)
def test_what_cannot_have_become_of_a_unit_is_told_with_its_line(
    right: str, wrong: str, line: str
) -> None:
    text = CONVOY.replace(right, wrong)
    assert text != CONVOY
    assert any(found.startswith(f"file, {line}") for found in told(text)), told(text)


@pytest.mark.clause("skirmishers.move.step", "skirmishers.move.obstructed")
def test_a_step_goes_straight_across_even_where_the_way_around_costs_the_same() -> None:
    text = """\
rulebook: skirmishers
features: {a1|b1: low-wall}
red: {A1: a1}
blue: {B1: k9}
active: A1
play:
  - do: step A1 a1-b1
    expect: {units: {A1: {spent: 2, at: b1}}}
  - do: step A1 b1-c1
    expect:
      units: {A1: {spent: 3, at: c1}}
      refuses: [{do: step A1 c1-e1, because: move.step}]
"""
    game = played(text)
    again = SKIRMISHERS.start(game.setup)
    assert game.answers[0] == Step(0, 1)
    assert SKIRMISHERS.write(again, game.answers[0]) == "step A1 a1-b1"


def test_the_page_names_every_key_feature_and_fact() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    page = page[page.index("## Skirmishers") : page.index("## Open Fire")]
    facts = SKIRMISHERS.facts(played(CONVOY).battle)["units"]
    words = {*KEYS, *FACTS, *STATES, *ON_FOOT, *ON_WHEELS, *LINK_WORDS, *DOT_WORDS}
    words |= {*facts["V1"], *facts["A1"], *(verb.word for verb in SKIRMISHERS.verbs)}
    assert {word for word in words if not re.search(rf"\b{word}\b", page)} == set()


@pytest.mark.clause("skirmishers.turn.alternate")
def test_who_began_says_when_a_round_is_over() -> None:
    text = "rulebook: skirmishers\nfirst: red\nto_move: blue\nround: 2\n"
    text += "red: {A1: c2}\nblue: {B1: h2}\n"
    play_on = "play: [{do: [activate B1, end B1], expect: {round: 3, turn: 5, to_move: red}}]\n"
    assert played(text + play_on).battle.first == 0
    mission = "rulebook: skirmishers\nmission: convoy\nround: 2\nto_move: blue\n"
    assert played(mission + "expect: {turn: 4, round: 2}\n").battle.first == 0


@pytest.mark.clause("skirmishers.power.secondary")
def test_a_suit_takes_any_basic_weapon_as_its_secondary_and_no_launcher() -> None:
    text = """\
rulebook: skirmishers
switches: [power-armor, advanced-explosives]
red: {A1: {at: c2, suit: standard, secondary: rifle}}
blue: {B1: h2}
expect: {units: {A1: {carries: {secondary: rifle}}}}
"""
    played(text)
    wrong = "file, line 3, red.A1.secondary: 'light-anti-tank-weapon' is no suit's secondary weapon"
    assert told(text.replace("rifle", "light-anti-tank-weapon"))[0].startswith(wrong)
