"""Skirmishers files that people get wrong: one line each, its place and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battlemat.kernel.plain import decode
from battlemat.packs import checks, setups
from battlemat.packs.problems import ContentError
from battlemat.packs.skirmishers.checks import force_report
from battlemat.rulebooks.skirmishers.chapters.start import read_card
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.setup import UnitSetup
from battlemat.rulebooks.skirmishers.state.switches import SWITCHES
from battlemat.rulebooks.skirmishers.state.weapons import BOOK, Weapon

FORCE = """\
id: gate-watch
rulebook: skirmishers
name: Gate Watch
pv_limit: 700
units:
  - {name: Sgt Ash, leader: true, primary: rifle, secondary: pistol, grenades: {hand: 4}}
  - names: [Birch, Cedar]
    primary: smg
    secondary: sword
    armor: basic
"""
MAP = """\
id: gate
rulebook: skirmishers
name: Gate
drawing: |
  ground:
  .   .   T   .   .   .   .   .
             o
    .   . + .   .   .   .   .   .

  .   .   S   .   .   .   .   .

    .   .   .   .   .   .   .   .

  buildings: A=2
  .   .   .   .   .   .   .   .

    .   .   A   A   .   .   .   .

  .   .   A   A   .   .   .   .

    .   .   .   .   .   .   .   .
places:
  zones:
    west: [a1-b3]
    east: [h1, h2, g2]
  areas:
    house: [building A]
    east-edge: [h1-h4]
"""
MISSION = """\
id: at-the-gate
rulebook: skirmishers
name: At the Gate
briefing: Take the house.
map: ./gate.yaml
switches: []
pv: 700
rounds: 6
forces: {red: ./gate-watch.yaml, blue: ./gate-watch.yaml}
deploy:
  red: {zone: west}
  blue: {zone: east}
exits: {red: east-edge}
wins:
  - {side: red, if: {test: holds, area: house, clear: true}}
points:
  - {side: both, points: 1, for: {score: losses}}
"""
FILES = {"gate-watch.yaml": FORCE, "gate.yaml": MAP, "at-the-gate.yaml": MISSION}


def told(tmp_path: Path, name: str, text: str) -> list[str]:
    """The problems of one file beside the two others as they should be, without its folder."""
    for other, good in FILES.items():
        (tmp_path / other).write_text(good, encoding="utf-8")
    (tmp_path / name).write_text(text, encoding="utf-8")
    return [line.replace(f"{tmp_path}/", "") for line in checks.check_file(tmp_path / name)]


def changed(name: str, right: str, wrong: str) -> str:
    assert FILES[name].count(right) == 1
    return FILES[name].replace(right, wrong)


@pytest.mark.parametrize("name", FILES)
def test_good_files_have_nothing_to_tell(tmp_path: Path, name: str) -> None:
    assert told(tmp_path, name, FILES[name]) == []


@pytest.mark.clause(
    "skirmishers.weapon.loadout",
    "skirmishers.action.capacity",
    "skirmishers.points.pv",
    "skirmishers.armor.adv-coverage",
)
@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        (
            "primary: rifle",
            "primary: [rifle, smg]",
            "gate-watch.yaml, line 6, units[1].primary: one primary weapon is wanted, not a list "
            "of 2; did you mean 'rifle'? (skirmishers.weapon.loadout)",
        ),
        (
            "primary: rifle",
            "primary: rifel",
            "gate-watch.yaml, line 6, units[1].primary: 'rifel' is no weapon; did you mean "
            "'rifle'?",
        ),
        (
            "secondary: sword",
            "secondary: smg",
            "gate-watch.yaml, line 9, units[2].secondary: 'smg' is no secondary weapon but a "
            "primary one; the choices are pistol, auto-pistol, laser-pistol, blackjack, club, "
            "stun-baton, sword, vibroblade, satchel-charge, light-anti-tank-weapon, "
            "grenade-launcher (skirmishers.weapon.loadout)",
        ),
        (
            "armor: basic",
            "armour: basic",
            "gate-watch.yaml, line 10, units[2].armour: this key is not known here; did you mean "
            "'armor'?",
        ),
        (
            "armor: basic",
            "armor: medium",
            "gate-watch.yaml, line 10, units[2].armor: 'medium' is not known here; the choices are "
            "none, basic, standard, heavy",
        ),
        (
            "armor: basic",
            "armor: heavy\n    armor_from: 3",
            "gate-watch.yaml, line 11, units[2].armor_from: armor_from 3: a run of 6 cells starts "
            "at 5 to 10 (skirmishers.armor.adv-coverage)",
        ),
        (
            "{hand: 4}",
            "{hand: 3, smoke: 2}",
            "gate-watch.yaml, line 6, units[1].grenades: 5 grenades are too many; 4 together are "
            "allowed (skirmishers.action.capacity)",
        ),
        (
            "pv_limit: 700",
            "pv_limit: 250",
            "gate-watch.yaml, line 4, pv_limit: the force is worth 362 PV, more than its limit "
            "of 250 (skirmishers.points.pv)",
        ),
        (
            "armor: basic",
            "rides: lorry",
            "gate-watch.yaml, line 10, units[2].rides: no vehicle of this force has the key "
            "'lorry'; there are none",
        ),
    ],
)
def test_a_wrong_force_is_told_with_line_key_and_what_is_allowed(
    tmp_path: Path, right: str, wrong: str, line: str
) -> None:
    assert told(tmp_path, "gate-watch.yaml", changed("gate-watch.yaml", right, wrong))[:1] == [line]


@pytest.mark.clause("skirmishers.launcher.mounted")
def test_a_grenade_launcher_hangs_under_a_rifle_or_an_smg_alone(tmp_path: Path) -> None:
    under = changed("gate-watch.yaml", "secondary: sword", "secondary: grenade-launcher")
    assert told(tmp_path, "gate-watch.yaml", under) == [
        "gate-watch.yaml, line 4, pv_limit: the force is worth 846 PV, more than its limit of 700 "
        "(skirmishers.points.pv)"
    ]
    alone = under.replace("    primary: smg\n", "").replace("pv_limit: 700\n", "")
    (line,) = told(tmp_path, "gate-watch.yaml", alone)
    assert line.startswith("gate-watch.yaml, line 7, units[2].secondary: grenade-launcher does not")


@pytest.mark.clause("skirmishers.map.obstacles", "skirmishers.map.building-shell")
@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        (
            "[a1-b3]",
            "[a1-c1]",
            "gate.yaml, line 24, places.zones.west: nobody can begin at c1: a tree trunk fills "
            "it; the nearest is b1",
        ),
        (
            "[h1, h2, g2]",
            "[c2@3]",
            "gate.yaml, line 25, places.zones.east[1]: 'c2@3' is in the air: that dot offers "
            "level 0, 1, 2; the nearest is c2@2",
        ),
        (
            "[h1, h2, g2]",
            "[j9]",
            "gate.yaml, line 25, places.zones.east[1]: 'j9' is off the map: its dots are a1 to "
            "h4; the nearest is h4",
        ),
        (
            "[building A]",
            "[building B]",
            "gate.yaml, line 27, places.areas.house[1]: there is no building B; the choices are A",
        ),
        (
            "             o",
            "             ?",
            "gate.yaml, line 7, drawing: column 12: '?' cannot lie between dots: # high-wall, "
            '+ door, o window, - low-wall, f furniture, " vegetation, x breach',
        ),
        (
            "  .   .   S   .   .   .   .   .",
            "  .   .   Q   .   .   .   .   .",
            "gate.yaml, line 10, drawing: column 9: 'Q' is no dot: . open, T tree, S stairs, "
            'H ladder, " vegetation, % swamp, , rough, * wire, _ trench, ~ shallow, = deep',
        ),
    ],
)
def test_a_wrong_map_is_told_in_the_line_of_its_drawing_or_place(
    tmp_path: Path, right: str, wrong: str, line: str
) -> None:
    assert told(tmp_path, "gate.yaml", changed("gate.yaml", right, wrong)) == [line]


@pytest.mark.clause(
    "skirmishers.option.switches", "skirmishers.victory.scenario", "skirmishers.arc.table"
)
@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        (
            "switches: []",
            "switches: [smok]",
            "at-the-gate.yaml, line 6, switches[1]: 'smok' is not known here; did you mean "
            "'smoke'?",
        ),
        (
            "red: {zone: west}",
            "red: {zone: wets}",
            "at-the-gate.yaml, line 11, deploy.red.zone: the map Gate has no zone 'wets'; did "
            "you mean 'west'?",
        ),
        (
            "blue: {zone: east}",
            "blue: {zone: east, arc: [45, 6]}",
            "at-the-gate.yaml, line 12, deploy.blue.arc: the number 45 is no width of a firing "
            "arc; there are 30, 60, 150, and the nearest is 30 or 60",
        ),
        (
            "blue: {zone: east}",
            "blue: {zone: east, arc: [60, 6]}",
            "at-the-gate.yaml, line 12, deploy.blue.arc: arcs that stand from the start need "
            "'first', the side that moves first",
        ),
        (
            "area: house, clear",
            "area: hous, clear",
            "at-the-gate.yaml, line 15, wins[1].if.area: the map has no area 'hous'; did you "
            "mean 'house'?",
        ),
        (
            "{test: holds, area: house, clear: true}",
            "{test: hold, area: house}",
            "at-the-gate.yaml, line 15, wins[1].if.test: 'hold' is not known here; did you mean "
            "'holds'?",
        ),
        (
            "{score: losses}",
            "{score: dead, unit: B9}",
            "at-the-gate.yaml, line 17, points[1].for.unit: there is no unit 'B9'; the choices are "
            "A1, A2, A3, B1, B2, B3",
        ),
        (
            "rounds: 6",
            "rounds: 99",
            "at-the-gate.yaml, line 8, rounds: 99 is out of bounds; 1 to 60 are allowed",
        ),
        (
            "exits: {red: east-edge}",
            "exits: {red: east}",
            "at-the-gate.yaml, line 13, exits.red: the map Gate has no area 'east'; did you mean "
            "'east-edge'?",
        ),
        (
            "map: ./gate.yaml",
            "map: old-mil",
            "at-the-gate.yaml, line 5, map: skirmishers has no map 'old-mil'; did you mean "
            "'old-mill'?",
        ),
        (
            "pv: 700",
            "pv: 200",
            "./gate-watch.yaml, line 5, units: the force is worth 362 PV; At the Gate allows 200",
        ),
    ],
)
def test_a_wrong_mission_is_told_with_line_key_and_the_nearest(
    tmp_path: Path, right: str, wrong: str, line: str
) -> None:
    found = told(tmp_path, "at-the-gate.yaml", changed("at-the-gate.yaml", right, wrong))
    assert found == [line]


def test_a_zone_too_small_for_the_force_is_told_of_the_mission(tmp_path: Path) -> None:
    told(tmp_path, "gate.yaml", changed("gate.yaml", "[h1, h2, g2]", "[h1, h2]"))
    found = checks.check_file(tmp_path / "at-the-gate.yaml")
    assert [line.partition(", ")[2] for line in found] == [
        "line 12, deploy.blue.zone: 'east' has 2 dots; the force has 3 on foot"
    ]


@pytest.mark.clause("skirmishers.option.switches")
def test_what_a_mission_has_switched_off_cannot_be_brought(tmp_path: Path) -> None:
    told(tmp_path, "gate-watch.yaml", changed("gate-watch.yaml", "{hand: 4}", "{smoke: 2}"))
    (line,) = checks.check_file(tmp_path / "at-the-gate.yaml")
    assert line == (
        "./gate-watch.yaml, line 5, units: smoke grenades: the switch 'smoke' is needed, and it is "
        "off in At the Gate"
    )


def test_what_is_chosen_and_not_there_is_answered_with_the_nearest() -> None:
    with pytest.raises(ContentError, match="skirmishers has no force 'road-patrl'; did you mean"):
        setups.build_setup("skirmishers", red="road-patrl")
    with pytest.raises(ContentError, match="Crossroads Hamlet has no zone 'mill'"):
        setups.build_setup("skirmishers", mission="hold-the-mill", map="crossroads")


@pytest.mark.clause("skirmishers.points.pv", "skirmishers.points.ammo-included")
def test_a_report_adds_up_what_the_weapons_are_worth(tmp_path: Path) -> None:
    (tmp_path / "gate-watch.yaml").write_text(FORCE, encoding="utf-8")
    report = force_report(tmp_path / "gate-watch.yaml")
    assert str(checks.squad_report(tmp_path / "gate-watch.yaml")) == str(report)
    assert report.units == (
        ("Sgt Ash", 159 + 13 + 44),
        ("Birch", 23 + 6 + 44),
        ("Cedar", 23 + 6 + 44),
    )
    assert (report.total, report.limit, report.legal) == (362, 700, True)


@pytest.mark.parametrize("weapon", [one for one in BOOK if one.slot], ids=lambda one: one.id)
def test_every_weapon_of_the_book_fits_the_slot_that_the_book_gives_it(weapon: Weapon) -> None:
    id, slot = weapon.id, weapon.slot
    if slot == "suit":
        unit: dict[str, object] = {"suit": "standard", "primaries": [id]}
    elif slot == "grenade":
        unit = {"grenades": {id.removesuffix("-grenade"): 4}}
    else:
        unit = {slot: id}
    setup = decode(UnitSetup, {"id": "A1", "at": "c4", **unit})
    card = read_card(setup, 0, Armory(None), frozenset(SWITCHES))
    assert card.id == "A1"


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_file_with_a_piece_cut_out_is_told_in_lines_and_never_in_a_traceback(
    tmp_path: Path, name: str, data: st.DataObject
) -> None:
    text = FILES[name]
    start = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(1, 12))
    for line in told(tmp_path, name, text[:start] + text[start + length :]):
        assert line
        assert "\n" not in line.strip()
