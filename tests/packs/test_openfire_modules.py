"""Modules that people get wrong: refused before any game, with line, key and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battlemat.packs import checks

MODULE = """\
kind: module
id: hill
rulebook: openfire
name: Hill
meta: {version: "1", setting: A hill., scale: Small.}
factions: {north: {name: North}}
army_rules: {points: 50, units: [1, 4], limits: [{tag: core, least: 1}], unique: [cart]}
special_rules:
  Stubborn: {kind: unit, text: Holds., modify: [{test: command, by: 1}]}
weapons:
  rifle: {name: Rifle, rng: 24, att: 1, dmg: 1, prc: 0, special: [Rapid Fire]}
abilities:
  shout:
    name: Shout
    text: Everybody walks faster.
    effects: [{do: modify, stat: mov, by: 1, who: {pick: army, within: 6}}]
units:
  squad:
    name: Squad
    faction: north
    points: 20
    tags: [core]
    abilities: [shout]
    stats: {mov: 5, skl: 7, def: 8, cmd: 7, hp: 1}
    special: [Stubborn, Stealth (2)]
    weapons: [rifle]
    base: {mm: 25, height: 1.2}
    models:
      - {name: Leader, stats: {cmd: 6}}
      - {name: Soldier, count: 3}
  cart:
    name: Cart
    points: 10
    stats: {mov: 8, skl: 9, def: 7, cmd: 8, hp: 3}
    special: [Vehicle, Transport (6)]
    weapons: []
    base: {length: 3, width: 1.5, height: 1.4}
    models: [{name: Cart}]
missions:
  top:
    name: The Top
    table: [24, 24]
    board: slope
    entry_points: {red: {a: [0, 12]}, blue: {b: [24, 12]}}
    objectives: [{id: "1", kind: control, at: [12, 12], points: 3}]
    rules: {formation: 5}
terrain:
  pieces:
    wall: {parts: [{keyword: barrier, height: 0.5, sight: solid, box: [-2, -0.2, 2, 0.2]}]}
  boards:
    slope:
      table: [24, 24]
      lay: [{piece: wall, at: [12, 6], turn: 90}]
      areas: [{name: Top, level: 1, climbable: [0], box: [9, 9, 15, 15]}]
      parts:
        - {name: Rock, keyword: impassable, sight: solid, outline: [[3, 3], [6, 3], [5, 6]]}
armies:
  first: {name: First, faction: north, units: [squad]}
"""


def told(tmp_path: Path, text: str, name: str = "hill.yaml") -> list[str]:
    """The problems of a file, without its folder."""
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return [line.replace(str(file), name) for line in checks.check_file(file)]


def test_a_good_module_has_nothing_to_tell(tmp_path: Path) -> None:
    assert told(tmp_path, MODULE) == []


@pytest.mark.clause("openfire.module.contents", "openfire.module.load-check")
@pytest.mark.parametrize("block", ["meta", "units", "weapons", "army_rules", "missions"])
def test_a_module_without_a_required_block_is_refused(tmp_path: Path, block: str) -> None:
    head, _, rest = MODULE.partition(f"\n{block}:")
    after = rest.split("\n")
    while after and (after[0].startswith(" ") or after[0] in ("", rest.split("\n")[0])):
        after.pop(0)
    lines = told(tmp_path, head + "\n" + "\n".join(after))
    assert f"hill.yaml, line 1: '{block}' is missing" in lines


@pytest.mark.clause("openfire.module.contents")
def test_an_empty_block_is_a_missing_block(tmp_path: Path) -> None:
    head, _, rest = MODULE.partition("missions:\n")
    text = head + "missions: {}\nterrain:" + rest.partition("terrain:")[2]
    assert any("missions" in line and "wanted" in line for line in told(tmp_path, text))


CASES = [
    (
        "Stealth (2)",
        "Stelth (2)",
        "units.squad.special[2]: nobody defines the special rule 'Stelth (2)': did you "
        "mean 'Stealth'?",
        "Stelth (2)",
    ),
    (
        "Stealth (2)",
        "Stealth",
        "units.squad.special[2]: 'Stealth' needs a whole number of 1 or more: 'Stealth (2)'",
        "Stealth",
    ),
    (
        "[Rapid Fire]",
        "[Rapid Fyre]",
        "weapons.rifle.special[1]: nobody defines the special rule 'Rapid Fyre': did you "
        "mean 'Rapid Fire'?",
        "[Rapid Fyre]",
    ),
    (
        "[[3, 3], [6, 3], [5, 6]]",
        "[[3, 3], [6, 6], [6, 3], [3, 6]]",
        "terrain.boards.slope.parts[1].outline: this outline crosses itself: edge 0 from "
        "(3, 3) meets edge 2 from (6, 3); list the corners in order around it",
        "[[3, 3], [6, 6], [6, 3], [3, 6]]",
    ),
    (
        "[[3, 3], [6, 3], [5, 6]]",
        "[[3, 3], [6, 3], [5, 26]]",
        "terrain.boards.slope.parts[1]: Rock: corner (5, 26) lies off the table of 24 x "
        "24: move it inside",
        "[[3, 3], [6, 3], [5, 26]]",
    ),
    (
        "[[3, 3], [6, 3], [5, 6]]",
        "[[3, 3], [6, 3], [5.005, 6]]",
        "terrain.boards.slope.parts[1].outline[3][1]: inches with at most two decimals "
        "are wanted, as in 12.5, not the number 5.005",
        "[[3, 3], [6, 3], [5.005, 6]]",
    ),
    (
        "[[3, 3], [6, 3], [5, 6]]",
        "[[3, 3], [10, 3], [10, 10]]",
        "terrain.boards.slope.parts[1]: Rock touches an edge of Top: keep it on one level",
        "[[3, 3], [10, 3], [10, 10]]",
    ),
    (
        "length: 3, width: 1.5",
        "length: 30, width: 1.5",
        "units.cart.base: cart on slope: a base of 30 x 1.5 is wider than the board, "
        "which is 24 x 24",
        "length: 30, width: 1.5",
    ),
    (
        "{length: 3, width: 1.5, height: 1.4}",
        "{length: 3, height: 1.4}",
        "units.cart.base: a base has 'mm', or 'radius', or 'length' and 'width'",
        "{length: 3, height: 1.4}",
    ),
    (
        "[Vehicle, Transport (6)]",
        "[Transport (6)]",
        "units.cart.base: only a Vehicle has a rectangular base; give 'mm'",
        "base: {length",
    ),
    (
        "{mov: 8,",
        "{mov: [8, 12],",
        "units.cart.stats: only an Aircraft's mov is a pair; give one number",
        "{mov: [8, 12],",
    ),
    (
        "[Vehicle, Transport (6)]",
        "[Aircraft]",
        "units.cart.stats: an Aircraft's mov is a pair, as in mov: [12, 20]",
        "stats: {mov: 8",
    ),
    (
        "skl: 7, def",
        "skl: 13, def",
        "units.squad.stats.skl: 13 is out of bounds; 1 to 12 are allowed",
        "skl: 13, def",
    ),
    (
        "mov: 5, skl",
        "skl",
        "units.squad.models[1]: 'mov' is missing; give it under 'stats', here or for the "
        "whole unit",
        "- {name: Leader",
    ),
    (
        "    weapons: [rifle]\n",
        "",
        "units.squad.models[1]: 'weapons' is missing; give it here or for the whole unit",
        "- {name: Leader",
    ),
    (
        "    weapons: [rifle]\n",
        "    weapons: [rifel]\n",
        "units.squad.weapons[1]: there is no weapon 'rifel'; did you mean 'rifle'?",
        "    weapons: [rifel]\n",
    ),
    (
        "abilities: [shout]",
        "abilities: [shuot]",
        "units.squad.abilities[1]: there is no ability 'shuot'; did you mean 'shout'?",
        "abilities: [shuot]",
    ),
    (
        "faction: north\n",
        "faction: nort\n",
        "units.squad.faction: there is no faction 'nort'; did you mean 'north'?",
        "faction: nort\n",
    ),
    (
        "do: modify",
        "do: modfy",
        "abilities.shout.effects[1].do: 'modfy' is not known here; did you mean 'modify'?",
        "do: modfy",
    ),
    (
        "pick: army",
        "pick: arny",
        "abilities.shout.effects[1].who.pick: 'arny' is not known here; did you mean 'army'?",
        "pick: arny",
    ),
    (
        "test: command",
        "test: comand",
        "special_rules.Stubborn.modify[1].test: 'comand' is not known here; did you mean "
        "'command'?",
        "test: comand",
    ),
    (
        "tag: core",
        "tag: cor",
        "army_rules.limits[1].tag: no unit has the tag 'cor'; did you mean 'core'?",
        "tag: cor",
    ),
    (
        "unique: [cart]",
        "unique: [carts]",
        "army_rules.unique[1]: there is no unit 'carts'; did you mean 'cart'?",
        "unique: [carts]",
    ),
    (
        "kind: control",
        "kind: controll",
        "missions.top.objectives[1].kind: 'controll' is not known here; did you mean 'control'?",
        "kind: controll",
    ),
    (
        "at: [12, 12], points",
        "at: [12, 25], points",
        "missions.top.objectives[1].at: y 25 lies off the table; 0 to 24 are allowed",
        "at: [12, 25], points",
    ),
    (
        "rules: {formation: 5}",
        "rules: {formatoin: 5}",
        "missions.top.rules.formatoin: no rule 'formatoin' can be changed: did you mean "
        "'formation'?",
        "rules: {formatoin: 5}",
    ),
    (
        "board: slope",
        "board: slop",
        "missions.top.board: no board 'slop'; did you mean 'slope'?",
        "board: slop",
    ),
    (
        "    table: [24, 24]\n    board",
        "    table: [24, 30]\n    board",
        "terrain.boards.slope.table: 'The Top' is played on 24 x 30 inches; 'slope' is 24 x 24",
        "table: [24, 24]\n      lay",
    ),
    (
        "piece: wall",
        "piece: wal",
        "terrain.boards.slope.lay[1].piece: there is no piece 'wal'; did you mean 'wall'?",
        "piece: wal",
    ),
    (
        "turn: 90",
        "turn: 45",
        "terrain.boards.slope.lay[1].turn: 0, 90, 180 or 270 is wanted, not the number 45",
        "turn: 45",
    ),
    (
        "keyword: barrier",
        "keyword: barier",
        "terrain.pieces.wall.parts[1].keyword: 'barier' is not known here; did you mean 'barrier'?",
        "keyword: barier",
    ),
    (
        "climbable: [0]",
        "climbable: [4]",
        "terrain.boards.slope.areas[1]: Top: climbable must be all or a list of edges "
        "from 0 to 3 (edge 0 runs from the first corner), not [4]",
        "climbable: [4]",
    ),
    (
        "units: [squad]}",
        "units: [squat]}",
        "armies.first.units[1].unit: Hill has no unit 'squat'; did you mean 'squad'? "
        "(openfire.module.army-rules)",
        "units: [squat]}",
    ),
    (
        "units: [squad]}",
        "units: [{unit: squad, count: 3}]}",
        "armies.first.units: First costs 60 points, 50 are allowed (openfire.module.army-rules)",
        "units: [{unit: squad, count: 3}]}",
    ),
    ("meta:", "mta:", "mta: this key is not known here; did you mean 'meta'?", "mta:"),
]


@pytest.mark.clause(
    "openfire.module.load-check",
    "openfire.module.special-names",
    "openfire.module.model-data",
    "openfire.module.terrain-data",
)
@pytest.mark.parametrize(("right", "wrong", "said", "written"), CASES)
def test_a_mistake_in_a_module_is_told_with_line_key_and_remedy(
    tmp_path: Path, right: str, wrong: str, said: str, written: str
) -> None:
    assert right in MODULE
    text = MODULE.replace(right, wrong, 1)
    line = text.count("\n", 0, text.index(written.lstrip())) + 1
    assert f"hill.yaml, line {line}, {said}" in told(tmp_path, text)


@pytest.mark.clause("openfire.module.load-check")
def test_all_mistakes_of_a_module_are_told_at_once_in_the_order_of_lines(tmp_path: Path) -> None:
    text = MODULE.replace("pick: army", "pick: armies").replace("skl: 7, def", "skl: 13, def")
    lines = told(
        tmp_path, text.replace("kind: control", "kind: hold").replace("[24, 24]", "[2, 2]")
    )
    numbers = [int(line.split(", ")[1].removeprefix("line ")) for line in lines]
    assert numbers == sorted(numbers)
    assert len(set(numbers)) == 5


@pytest.mark.clause("openfire.module.no-self-stack")
def test_a_rule_given_twice_is_no_mistake(tmp_path: Path) -> None:
    assert told(tmp_path, MODULE.replace("Stealth (2)]", "Stealth (2), Stealth (3)]")) == []


def test_files_of_one_module_are_checked_beside_it(tmp_path: Path) -> None:
    told(tmp_path, MODULE)
    army = "kind: army\nid: a\nrulebook: openfire\nmodule: hill.yaml\nname: A\nunits: [squad]\n"
    assert told(tmp_path, army, "army.yaml") == []
    assert told(tmp_path, army.replace("squad", "squid"), "army.yaml") == [
        "army.yaml, line 6, units[1].unit: Hill has no unit 'squid'; did you mean 'squad'? "
        "(openfire.module.army-rules)"
    ]
    assert told(tmp_path, army.replace("hill.yaml", "hall.yaml"), "army.yaml") == [
        "hall.yaml: there is no such file"
    ]
    assert told(tmp_path, army.replace("hill.yaml", "cinder-moon"), "army.yaml") == [
        "army.yaml, line 4, module: openfire has no module 'cinder-moon'; "
        "did you mean 'cinder-moons'?"
    ]
    board = (
        "kind: board\nid: b\nrulebook: openfire\nname: B\ntable: [24, 24]\n"
        "lay: [{piece: wall, at: [6, 6]}]\n"
    )
    (line,) = told(tmp_path, board, "board.yaml")
    assert line == "board.yaml, line 6, lay[1].piece: there is no piece 'wall'; there are none"
    assert told(tmp_path, board.replace("name: B", "name: B\nmodule: hill.yaml"), "b.yaml") == []


def test_a_transport_takes_no_more_than_it_carries(tmp_path: Path) -> None:
    told(tmp_path, MODULE)
    army = (
        "kind: army\nid: a\nrulebook: openfire\nmodule: hill.yaml\nname: A\nunits:\n"
        "  - {unit: cart, id: cart}\n  - {unit: squad, aboard: cart}\n"
    )
    assert told(tmp_path, army, "army.yaml") == []
    (line,) = told(tmp_path, army + "  - {unit: squad, aboard: cart}\n", "army.yaml")
    full = "units[3].aboard: 8 models do not fit aboard 'cart', which carries 6"
    assert line.endswith(f"{full} (openfire.transport.capacity)")
    (line,) = told(tmp_path, army.replace("aboard: cart", "aboard: card"), "army.yaml")
    assert line.endswith("no unit of this army has the id 'card'; did you mean 'cart'?")


def test_a_misspelt_rulebook_is_told_with_the_nearest(tmp_path: Path) -> None:
    assert told(tmp_path, MODULE.replace("rulebook: openfire", "rulebook: opnefire")) == [
        "hill.yaml, line 3, rulebook: 'opnefire' is no rulebook here; did you mean 'openfire'?"
    ]


def test_a_file_that_does_not_say_what_it_is_is_asked(tmp_path: Path) -> None:
    (line,) = told(tmp_path, "rulebook: openfire\nname: x\n")
    assert line == (
        "hill.yaml, line 1: what is this file? Say it with 'kind:', one of module, mission, board, "
        "army, scenario"
    )
    (line,) = told(tmp_path, "rulebook: openfire\nkind: amry\n")
    assert line.endswith("'amry' is no kind of file; did you mean 'army'?")


@settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    cut=st.integers(0, len(MODULE)),
    length=st.integers(0, 40),
    put=st.text(alphabet="ab:{}[]-|>*&!#'\"\n\t ,?%@\0é1.", max_size=8),
)
def test_no_damage_to_a_module_ever_ends_in_a_traceback(
    tmp_path: Path, cut: int, length: int, put: str
) -> None:
    for line in told(tmp_path, MODULE[:cut] + put + MODULE[cut + length :]):
        assert "\n" not in line
        assert line.startswith("hill.yaml")
