"""Positions that cannot be are told with the key that says so."""

from __future__ import annotations

import pytest

from battlemat.packs.problems import ContentError
from battlemat.packs.scenarios import read_scenario_text

DOTS = """\
rulebook: skirmishers
map: 9x5
red: {A: c3}
blue: {B: d3}
"""


def told(text: str) -> list[str]:
    with pytest.raises(ContentError) as caught:
        read_scenario_text(text, "case")
    return [str(one).removeprefix("case, ") for one in caught.value.problems]


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ("rounds: 4\nround: 5\n", "line 6, round: round 5 is beyond the last; there are 4"),
        ("active: {unit: A, spent: 12}\n", "line 5, active.spent: 12 AP are spent, and A has 8"),
        (
            "active: {unit: A, spent: 2, walked: 5}\n",
            "line 5, active.walked: 5 AP are walked, and 2 are spent",
        ),
        (
            "blows: [{by: B, on: B, weapon: fists}]\n",
            "line 5, blows[1]: B cannot strike B: they are on one side",
        ),
        (
            "blows: [{by: B, on: A, weapon: rifle}]\n",
            "line 5, blows[1]: B cannot strike A: rifle is no melee weapon",
        ),
        (
            "switches: [large-targets]\nbreaches: ['c2|d2']\n",
            "line 6, breaches[1]: there is no wall at c2|d2",
        ),
        (
            "switches: [large-targets]\nfeatures: {c2|d2: furniture}\nbreaches: ['c2|d2']\n",
            "line 7, breaches[1]: there is no wall at c2|d2",
        ),
        (
            "switches: [large-targets]\nstructures: {e2: 4}\n",
            "line 6, structures.e2: there is no tree at e2",
        ),
        (
            "features: {e2: swamp}\n",
            "line 5, features: swamp: name the switch 'advanced-terrain' in 'switches'",
        ),
        ("fire: [e2]\n", "line 5, fire: fire: name the switch 'incendiary' in 'switches'"),
        ("smoke: [e2]\n", "line 5, smoke: smoke: name the switch 'smoke' in 'switches'"),
        (
            "guns: [{at: e2, weapon: light-machine-gun}]\n",
            "line 5, guns[1].weapon: light-machine-gun: name the switch 'crewed-weapons' in "
            "'switches'",
        ),
        (
            "items: [{at: e2, jet_pack: true}]\n",
            "line 5, items[1].jet_pack: a jet pack: name the switch 'jet-packs' in 'switches'",
        ),
    ],
)
def test_an_impossible_moment_of_skirmishers(more: str, line: str) -> None:
    assert told(DOTS + more) == [line]


def test_a_unit_of_skirmishers_that_has_acted_is_not_active() -> None:
    text = DOTS.replace("A: c3", "A: {at: c3, activated: true}") + "active: A\n"
    assert told(text) == ["line 5, active: A is not ready: it has been activated this turn"]


def test_nobody_has_spent_more_ap_than_he_has() -> None:
    text = DOTS.replace("A: c3", "A: {at: c3, full: [8], spent: 12}")
    (line,) = told(text)
    assert line.startswith("line 3, red.A.spent: 12 AP are spent, and A has ")


@pytest.mark.parametrize(
    ("state", "switch"), [("pinned", "morale"), ("entangled", "advanced-terrain")]
)
def test_what_only_an_optional_chapter_does_to_a_man_needs_its_switch(
    state: str, switch: str
) -> None:
    text = DOTS.replace("A: c3", f"A: {{at: c3, {state}: true}}")
    assert told(text) == [
        f"line 3, red.A.{state}: {state}: name the switch '{switch}' in 'switches'"
    ]
    assert read_scenario_text(text + f"switches: [{switch}]\n", "case").setup["switches"] == [
        switch
    ]


SQUARES = """\
rulebook: skirm3
map: 4x3
red: {A: {at: a1, weapons: {rifle: {}}}}
blue: {B: d3}
"""


@pytest.mark.parametrize(
    ("more", "line"),
    [
        (
            "active: {unit: A, done: [mvoe]}\n",
            "line 5, active.done[1]: 'mvoe' is nothing that A can do; did you mean 'move'?",
        ),
        ("orders: {red: -1}\n", "line 5, orders.red: -1 is out of bounds; 0 to 99 are allowed"),
        ("turn: 5\n", "line 5, turn: turn 5 is beyond the last; there are 4"),
        ("turns: 2\nturn: 3\n", "line 6, turn: turn 3 is beyond the last; there are 2"),
        (
            "walls: {a1|c1: low}\n",
            "line 5, walls.a1|c1: squares 0 and 2 are not neighbours and share no side",
        ),
    ],
)
def test_an_impossible_moment_of_skirm(more: str, line: str) -> None:
    found = told(SQUARES + more)
    assert len(found) == 1
    assert found[0] == line or (line.startswith("line 5, walls") and found[0][:20] == line[:20])


@pytest.mark.parametrize(
    ("unit", "more", "line"),
    [
        (
            "A: {at: a1, hit: 2}",
            "",
            "line 3, red.A.hit: units of this edition have no HIT; they are standing, downed or "
            "out",
        ),
        (
            "A: {at: a1, ready: false}",
            "active: A\n",
            "line 5, active: A is not ready: it has been activated this turn",
        ),
        ("A: {at: a1, state: out}", "active: A\n", "line 5, active: A is out and cannot be active"),
        (
            "A: {at: a1, used: [rocket]}",
            "",
            "line 3, red.A.used[1]: A has no weapon 'rocket'; there are none",
        ),
    ],
)
def test_an_impossible_unit_of_skirm(unit: str, more: str, line: str) -> None:
    text = SQUARES.replace("A: {at: a1, weapons: {rifle: {}}}", unit) + more
    assert told(text) == [line]


def test_nobody_has_more_hit_than_its_card() -> None:
    text = SQUARES.replace("skirm3", "skirm2").replace("at: a1,", "at: a1, hit: 9,")
    assert told(text) == ["line 3, red.A.hit: 9 HIT are left, and A has 4"]


def test_a_small_board_needs_no_drawing() -> None:
    walls = "walls: {a1|b1: high, b1|b2: door, c1-d1: 3, a2|a3: open-door}\n"
    setup = read_scenario_text(SQUARES + walls, "case").setup
    drawn = [line.rstrip() for line in setup["map"]["drawing"].splitlines()]
    assert drawn == [
        "    a   b   c   d",
        "  +   +   +   +   +",
        "1   . H .   . 3 .",
        "  +   +-D-+   +   +",
        "2   .   .   .   .",
        "  +-O-+   +   +   +",
        "3   .   .   .   .",
        "  +   +   +   +   +",
    ]


def test_a_drawn_map_may_have_zones_of_its_own() -> None:
    text = SQUARES + "begin: deployment\nzones: {red: [a1-a3], blue: d1-d3}\n"
    setup = read_scenario_text(text, "case").setup
    assert setup["mission"]["zones"] == {"north": ["a1", "a2", "a3"], "south": ["d1", "d2", "d3"]}
    position = read_scenario_text(SQUARES + "zones: {red: south, blue: a1-b1}\n", "case").setup
    assert position["position"]["zones"] == {"red": "south", "blue": "south"}


FREE = """\
rulebook: openfire
red: {R1: [10, 10]}
blue: {B1: [20, 10]}
"""


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ("round: 7\n", "line 4, round: round 7 is beyond the last; there are 6"),
        ("rounds: 2\nround: 3\n", "line 5, round: round 3 is beyond the last; there are 2"),
        (
            "objectives: [{id: '1', kind: control, at: [9, 9], points: 1}]\n"
            "holders: {1: {holder: red, since: 2}}\n",
            "line 5, holders.1.since: held since round 2, and this is round 1",
        ),
    ],
)
def test_an_impossible_moment_of_open_fire(more: str, line: str) -> None:
    assert told(FREE + more) == [line]


def test_a_unit_of_open_fire_that_has_acted_is_not_active() -> None:
    text = FREE.replace("[10, 10]", "{at: [10, 10], activated: true}") + "active: R1 move\n"
    assert told(text) == ["line 4, active: R1 is not ready: it has been activated this round"]
