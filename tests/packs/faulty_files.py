"""Sound files of every kind, and faults that a writer may put into each, one edit a fault.

No two faults of a file touch the same words, so that any two of them can be put in together.
"""

from __future__ import annotations

from typing import NamedTuple

from packs.test_broken_files import FACTION
from packs.test_openfire_modules import MODULE
from packs.test_skirmishers_broken import FORCE, MAP, MISSION

SQUAD = """\
kind: squad
id: watch-one
rulebook: skirm3
name: Watch One
faction: ./faction.yaml
units:
  - {unit: sergeant, name: Ash}
  - {unit: sergeant, gear: [carbine], count: 2}
  - sergeant
cap: 100
"""
SQUARES = """\
kind: map
id: yard
rulebook: skirm3
name: Yard
drawing: |
      a   b   c   d
    +   +   +   +   +
  1   .   . | .   .
    +   +   +-D-+   +
  2   .   1   1/  #
    +   +   +   +   +
  3   .   ~   .   .
    +   +   + * +   +
  4   .   .   .   .
    +   +   +   +   +

  c3-c4: wall 3
places:
  sites: {centre: b2, well: c3}
  zones: {north: [a1-b1], south: [a4-d4]}
  areas: {house: [b2, c2]}
  objectives:
    - {id: "1", name: Well, at: well}
    - {id: "2", name: Tree, at: centre}
"""
TASK = """\
kind: mission
id: dig
rulebook: skirm3
name: Dig
briefing: Dig.
map: relay-yard
environment: factorium
turns: 4
zones: [north, south]
objectives:
  - {id: "1", name: Pit, at: centre-west}
  - {id: "2", name: Hole, at: centre-east, side: north}
scoring:
  - {score: objectives, when: turn, points: 1}
  - {score: standing-in, when: end, points: 1, zone: indoors}
actions:
  - id: look
    name: Look
    text: Look at it.
    cost: {act: 1}
    where: objective
    effects: [{do: score, points: 2}]
"""
WEATHER = """\
kind: environment
id: moor
rulebook: skirm3
name: Moor
events:
  - {faces: [1, 2, 3], name: Calm, text: Nothing., effects: [{do: nothing}]}
  - {faces: [4, 5, 6], name: Fog, text: No far shots., effects: [{do: range, most: 4, until: turn}]}
"""
ARMY = """\
kind: army
id: second
rulebook: openfire
module: ./hill.yaml
name: Second
faction: north
units:
  - {unit: squad, name: Ours, aboard: ride}
  - {unit: cart, id: ride}
"""
BATTLE = """\
kind: mission
id: below
rulebook: openfire
module: ./hill.yaml
name: Below
table: [24, 24]
board: slope
rounds: 5
armies: {red: first, blue: first}
entry_points: {red: {a: [0, 12], c: [0, 3]}, blue: {b: [24, 12]}}
objectives:
  - {id: "1", kind: control, at: [12, 12], points: 3}
  - {id: "2", kind: control, at: [3, 18], points: 2}
rules: {formation: 5}
"""
BOARD = """\
kind: board
id: flat
rulebook: openfire
name: Flat
table: [24, 24]
areas:
  - {name: Top, level: 1, climbable: [0], box: [9, 9, 15, 15]}
parts:
  - {name: Rock, keyword: impassable, sight: solid, outline: [[3, 3], [6, 3], [5, 6]]}
  - {name: Wood, keyword: slow, height: 2, sight: sparse, box: [16, 16, 20, 20]}
"""


class Kind(NamedTuple):
    """A sound file, and edits that each put one fault in: what stood there, what stands there."""

    name: str
    text: str
    faults: tuple[tuple[str, str], ...]
    beside: tuple[tuple[str, str], ...] = ()


KINDS = (
    Kind(
        "faction.yaml",
        FACTION,
        (
            ("id: watch", "id: The Watch"),
            ("rulebook:", "name: Twice\nrulebook:"),
            ("type: ranged", "type: range"),
            ("[RG8]", "[RQ8]"),
            ("    ep: 1\n", "    ep: much\n"),
            ("special: +SK", "special: CAM"),
            ("cost: {to: 1}", "cost: {to: 99}"),
            ("pick: squad}", "pick: sqad}"),
            ("act: 3", "act: 30"),
            ("[LD1]", "[LD]"),
            ("    ep: 12\n", ""),
            ("usual: [carbine]", "usual: [carbine, axe]"),
            ("    name: Sergeant\n", "    name: Sergeant\n    may_take: [scope, spear, carbine]\n"),
        ),
    ),
    Kind(
        "squad.yaml",
        SQUAD,
        (
            ("id: watch-one", "id: Watch One"),
            ("rulebook:", "name: Twice\nrulebook:"),
            ("name: Ash", "nome: Ash"),
            ("count: 2", "count: two"),
            ("gear: [carbine]", "gear: [carbine, axe]"),
            ("  - sergeant\n", "  - seargent\n"),
            ("cap: 100\n", "cap: 100\nfine: yes\n"),
        ),
        (("faction.yaml", FACTION),),
    ),
    Kind(
        "map.yaml",
        SQUARES,
        (
            ("id: yard", "id: The Yard"),
            ("name: Yard", "nome: Yard"),
            ("rulebook:", "text: one\ntext: two\nrulebook:"),
            ("1   .   . |", "1   .   Q |"),
            ("+-D-+", "+-Z-+"),
            ("  2   .   1 ", "  7   .   1 "),
            ("      a   b", "      b   b"),
            ("3   .   ~   .   .", "3   .   ~       ."),
            ("  c3-c4: wall 3", "  c3-c4: wall high"),
            ("  4   .   .   .   .\n", "  4   .   .   .   . !\n"),
            ("well: c3", "well: z9"),
            ("[a4-d4]", "[a4-d4, k1]"),
            ("[b2, c2]", "[b2, c17]"),
            ('id: "2"', 'id: "1"'),
            ("at: well", "at: welt"),
        ),
    ),
    Kind(
        "mission.yaml",
        TASK,
        (
            ("id: dig", "id: Dig it"),
            ("rulebook:", "name: Twice\nrulebook:"),
            ("briefing: Dig.\n", ""),
            ("environment: factorium", "environment: vacuum"),
            ("turns: 4", "turns: many"),
            ("[north, south]", "[north, sooth]"),
            ("at: centre-west", "at: center-west"),
            ('id: "2"', 'id: "1"'),
            ("side: north", "side: nord"),
            ("when: turn", "when: noon"),
            ("zone: indoors", "zone: indors"),
            ("cost: {act: 1}", "cost: {act: 99}"),
            ("where: objective", "where: objektive"),
            ("points: 2}]", "points: 200}]"),
        ),
    ),
    Kind(
        "environment.yaml",
        WEATHER,
        (
            ("id: moor", "id: The Moor"),
            ("name: Moor", "nome: Moor"),
            ("rulebook:", "text: one\ntext: two\nrulebook:"),
            ("[1, 2, 3]", "[1, 2, 3, 4]"),
            ("name: Calm, ", ""),
            ("do: nothing", "do: nothin"),
            ("most: 4", "most: 400"),
        ),
    ),
    Kind(
        "gate-watch.yaml",
        FORCE,
        (
            ("id: gate-watch", "id: Gate Watch"),
            ("rulebook:", "name: Twice\nrulebook:"),
            ("pv_limit: 700", "pv_limit: much"),
            ("leader: true", "leader: maybe"),
            ("primary: rifle", "primary: riffle"),
            ("grenades: {hand: 4}", "grenades: {hand: 4, smoke: 1}"),
            ("    primary: smg", "    primary: pistol"),
            ("    armor: basic\n", "    armor: basics\n"),
            ("    secondary: sword\n", "    secondary: sword\n    rides: horse\n"),
        ),
    ),
    Kind(
        "gate.yaml",
        MAP,
        (
            ("id: gate", "id: The Gate"),
            ("name: Gate\n", ""),
            ("rulebook:", "text: one\ntext: two\nrulebook:"),
            (".   .   T", ".   .   Q"),
            (". + .", ". ! ."),
            ("  .   .   S   .   .   .   .   .\n", "  .   .   S   .   .       .   .\n"),
            ("  buildings: A=2\n  .   .", "  buildings: A=2\n  .   B"),
            ("[a1-b3]", "[a1-b3, z9]"),
            ("house: [building A]", "house: [building Z]"),
            ("east-edge: [h1-h4]", "east-edge: [h1-h40]"),
        ),
    ),
    Kind(
        "at-the-gate.yaml",
        MISSION,
        (
            ("id: at-the-gate", "id: At the Gate"),
            ("rulebook:", "name: Twice\nrulebook:"),
            ("briefing: Take the house.\n", ""),
            ("rounds: 6", "rounds: six"),
            ("switches: []", "switches: [wind]"),
            ("{zone: west}", "{zone: wost}"),
            ("{zone: east}", "{zone: east, prone: perhaps}"),
            ("exits: {red: east-edge}", "exits: {red: east-ledge}"),
            ("area: house", "area: hause"),
            ("clear: true", "clear: sure"),
            ("score: losses", "score: lusses"),
            ("blue: ./gate-watch.yaml", "blue: nobody"),
        ),
        (("gate-watch.yaml", FORCE), ("gate.yaml", MAP)),
    ),
    Kind(
        "hill.yaml",
        MODULE,
        (
            ("id: hill", "id: The Hill"),
            ("rulebook:", "text: one\ntext: two\nrulebook:"),
            ("setting: A hill., ", ""),
            ("tag: core, least: 1", "tag: cure, least: 1"),
            ("unique: [cart]", "unique: [card]"),
            ("test: command", "test: comand"),
            ("special: [Rapid Fire]", "special: [Rapid Fir]"),
            ("pick: army", "pick: armi"),
            ("points: 20", "points: some"),
            ("faction: north\n    points", "faction: nort\n    points"),
            ("abilities: [shout]", "abilities: [shouts]"),
            ("weapons: [rifle]", "weapons: [musket]"),
            ("base: {mm: 25,", "base: {mm: 25, radius: 1,"),
            ("count: 3", "count: 300"),
            ("kind: control", "kind: controll"),
            ("{formation: 5}", "{formatin: 5}"),
            ("blue: {b: [24, 12]}", "blue: {b: [99, 12]}"),
            ("piece: wall", "piece: fence"),
            ("turn: 90", "turn: 45"),
            ("[3, 3], [6, 3], [5, 6]", "[3, 3], [6, 3], [3, 3], [5, 6]"),
            ("units: [squad]}", "units: [squad, squd]}"),
        ),
    ),
    Kind(
        "army.yaml",
        ARMY,
        (
            ("id: second", "id: The Second"),
            ("rulebook:", "name: Twice\nrulebook:"),
            ("unit: squad", "unit: squd"),
            ("faction: north", "faktion: north"),
            ("unit: cart, id: ride", "unit: cart, id: ride, count: 0"),
            ("name: Ours", "name: []"),
        ),
        (("hill.yaml", MODULE),),
    ),
    Kind(
        "battle.yaml",
        BATTLE,
        (
            ("id: below", "id: Be low"),
            ("rulebook:", "briefing: one\nbriefing: two\nrulebook:"),
            ("name: Below\n", ""),
            ("board: slope", "board: slop"),
            ("rounds: 5", "rounds: five"),
            ("red: first", "red: furst"),
            ("c: [0, 3]", "c: [0, 33]"),
            ("at: [12, 12]", "at: [12, 112]"),
            ('id: "2"', 'id: "1"'),
            ("points: 2", "points: -2"),
            ("{formation: 5}", "{formatin: 5}"),
        ),
        (("hill.yaml", MODULE),),
    ),
    Kind(
        "board.yaml",
        BOARD,
        (
            ("id: flat", "id: The Flat"),
            ("rulebook:", "name: Twice\nrulebook:"),
            ("level: 1", "level: one"),
            ("keyword: impassable", "keyword: impassible"),
            ("[3, 3], [6, 3], [5, 6]", "[3, 3], [6, 3], [3, 3], [5, 6]"),
            ("box: [16, 16, 20, 20]", "box: [16, 16, 200, 20]"),
            ("keyword: slow", "colour: green, keyword: slow"),
            ("table: [24, 24]", "table: [24, 24]\nsize: big"),
        ),
    ),
)
