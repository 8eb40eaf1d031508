"""Files that people get wrong: each problem is one line with its place and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battlemat.packs.checks import check_file

FACTION = """\
id: watch
rulebook: skirm3
name: Watch
weapons:
  carbine: {name: Carbine, type: ranged, roa: 2, dam: 1, special: [RG8], ep: 2}
equipment:
  scope:
    name: Scope
    text: Helps.
    ep: 1
    effects: [{do: give, special: +SK, weapons: ranged}]
skills:
  shout:
    name: Shout
    text: Everybody shoots better.
    cost: {to: 1}
    effects: [{do: modify, stat: rsk, by: 1, who: {pick: squad}, until: turn}]
units:
  sergeant:
    name: Sergeant
    stats: {act: 3, arm: 4, msk: 4, rsk: 4}
    special: [LD1]
    ep: 12
    usual: [carbine]
"""


def told(tmp_path: Path, text: str, name: str = "file.yaml") -> list[str]:
    """The problems of a file, without its folder."""
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return [line.replace(str(file), name) for line in check_file(file)]


def test_a_good_faction_has_nothing_to_tell(tmp_path: Path) -> None:
    assert told(tmp_path, FACTION) == []


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        (
            "special: [RG8]",
            "special: [RQ8]",
            "file.yaml, line 5, weapons.carbine.special[1]: 'RQ8' is not a special rule here; "
            "did you mean 'RGx'?",
        ),
        (
            "special: [LD1]",
            "special: [LD]",
            "file.yaml, line 22, units.sergeant.special[1]: 'LD' is not a special rule here; "
            "did you mean 'LDx'?",
        ),
        (
            "type: ranged,",
            "type: range,",
            "file.yaml, line 5, weapons.carbine.type: 'range' is not known here; "
            "did you mean 'ranged'?",
        ),
        (
            "roa: 2",
            "roa: two",
            "file.yaml, line 5, weapons.carbine.roa: a whole number is wanted, not 'two'",
        ),
        (
            "act: 3",
            "act: 30",
            "file.yaml, line 21, units.sergeant.stats.act: 30 is out of bounds; 1 to 6 are allowed",
        ),
        (
            "rsk: 4}",
            "rsk: 4, hit: 5}",
            "file.yaml, line 21, units.sergeant.stats.hit: this key is not known here; "
            "there are none",
        ),
        (
            "    usual: [carbine]",
            "    usual: [carabine]",
            "file.yaml, line 24, units.sergeant.usual[1]: 'carabine' is not in this faction; "
            "did you mean 'carbine'?",
        ),
        (
            "do: modify",
            "do: modifi",
            "file.yaml, line 17, skills.shout.effects[1].do: 'modifi' is not known here; "
            "did you mean 'modify'?",
        ),
        (
            "pick: squad}",
            "pick: sqad}",
            "file.yaml, line 17, skills.shout.effects[1].who.pick: 'sqad' is not known here; "
            "did you mean 'squad'?",
        ),
        (
            "special: +SK, weapons: ranged",
            "special: CAM, weapons: ranged",
            "file.yaml, line 11, equipment.scope.effects[1].special: 'CAM' is not a special "
            "rule here; the choices are +SK, 2MC, 2RC, ARP, BRU, CHN, HVY, LIM, LNR, MCR, PRC, "
            "PSH, RGx, RLT, RND, SKx and more",
        ),
        (
            "stat: rsk, by: 1,",
            "stat: skill, by: -1, least: 1,",
            "file.yaml, line 17, skills.shout.effects[1].least: there is no least skill; "
            "leave it out",
        ),
        ("    ep: 12\n", "", "file.yaml, line 19, units.sergeant: 'ep' is missing"),
        (
            "rulebook: skirm3",
            "rulebook: skirm4",
            "file.yaml, line 2, rulebook: 'skirm4' is no rulebook here; did you mean 'skirm3'?",
        ),
        ("rulebook: skirm3\n", "", "file.yaml, line 1: 'rulebook' is missing"),
        (
            "rulebook: skirm3",
            "rulebook: [{a: 1}]",
            "file.yaml, line 2, rulebook[1]: '{'a': 1}' is no edition of Skirm; "
            "the choices are skirm1, skirm2, skirm3",
        ),
        (
            "id: watch",
            "id: The Watch",
            "file.yaml, line 1, id: an id such as 'strike-trooper' is wanted, not 'The Watch'",
        ),
    ],
)
def test_a_mistake_in_a_faction_is_told_with_line_key_and_remedy(
    tmp_path: Path, right: str, wrong: str, line: str
) -> None:
    assert right in FACTION
    assert told(tmp_path, FACTION.replace(right, wrong, 1)) == [line]


def test_all_mistakes_of_a_file_are_told_in_the_order_of_lines(tmp_path: Path) -> None:
    text = (
        FACTION.replace("roa: 2", "roa: two").replace("act: 3", "act: 30").replace("[LD1]", "[L]")
    )
    lines = told(tmp_path, text)
    assert [line.split(", ")[1] for line in lines] == ["line 5", "line 21", "line 22"]


def test_a_map_s_mistake_is_told_in_the_line_of_the_drawing(tmp_path: Path) -> None:
    text = """\
kind: map
id: yard
rulebook: skirm3
name: Yard
drawing: |
  +   +   +
    .   Q
  +   +   +
    .   .
  +   +   +
"""
    (line,) = told(tmp_path, text)
    assert line.startswith("file.yaml, line 7, drawing: column ")
    assert "'Q' is not a square" in line


def test_places_off_the_map_and_on_impassable_ground_are_told(tmp_path: Path) -> None:
    text = """\
kind: map
id: yard
rulebook: skirm3
name: Yard
drawing: |
  +   +   +
    .   #
  +   +   +
places:
  sites: {centre: b1}
  zones: {north: [a1, c1]}
"""
    lines = told(tmp_path, text)
    assert "line 10, places.sites.centre: b1 is impassable" in lines[0]
    assert "line 11, places.zones.north[2]: 'c1' is not on the map" in lines[1]


@pytest.mark.clause("skirm3.mission.events")
def test_an_event_table_covers_every_face_once(tmp_path: Path) -> None:
    text = """\
kind: environment
id: moor
rulebook: skirm3
name: Moor
events:
  - {faces: [1, 2, 3], name: Calm, text: Nothing., effects: [{do: nothing}]}
  - {faces: [3, 4, 5], name: Fog, text: No far shots., effects: [{do: range, most: 4, until: turn}]}
"""
    assert told(tmp_path, text) == [
        "file.yaml, line 5, events: the face 3 has 2 events; each has one",
        "file.yaml, line 5, events: the face 6 has no event; each has one",
    ]


def test_a_mission_s_unknown_places_are_told_with_the_nearest(tmp_path: Path) -> None:
    text = """\
kind: mission
id: dig
rulebook: skirm3
name: Dig
briefing: Dig.
map: relay-yard
zones: [north, sooth]
objectives:
  - {id: "1", name: Pit, at: center-west}
scoring:
  - {score: objectives, when: turn, points: 1}
  - {score: standing-in, when: end, points: 1, zone: indors}
"""
    assert told(tmp_path, text) == [
        "file.yaml, line 7, zones[2]: the map Relay Yard has no zone 'sooth'; "
        "did you mean 'south'?",
        "file.yaml, line 9, objectives[1].at: the map Relay Yard has no site 'center-west'; "
        "did you mean 'centre-west'?",
        "file.yaml, line 12, scoring[2].zone: 'indors' is no place here; did you mean 'indoors'?",
    ]


def test_a_file_that_does_not_say_what_it_is_is_asked(tmp_path: Path) -> None:
    (line,) = told(tmp_path, "name: x\n")
    assert line == (
        "file.yaml, line 1: what is this file? Say it with 'kind:', one of faction, squad, map, "
        "mission, environment, scenario"
    )
    (line,) = told(tmp_path, "kind: fraction\nname: x\n")
    assert line.endswith("'fraction' is no kind of file; did you mean 'faction'?")
    (line,) = told(tmp_path, "- 1\n- 2\n")
    assert line == "file.yaml, line 1: a mapping (key: value) is wanted"


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    cut=st.integers(0, len(FACTION)),
    length=st.integers(0, 30),
    put=st.text(alphabet="ab:{}[]-|>*&!#'\"\n\t ,?%@\0é1", max_size=8),
)
def test_no_damage_to_a_file_ever_ends_in_a_traceback(
    tmp_path: Path, cut: int, length: int, put: str
) -> None:
    for line in told(tmp_path, FACTION[:cut] + put + FACTION[cut + length :]):
        assert line.startswith("file.yaml")
        assert "\n" not in line
