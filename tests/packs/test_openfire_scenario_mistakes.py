"""Mistakes in scenario files of Open Fire: each is told with file, line, key and what was meant."""

from __future__ import annotations

import pytest

from battlemat.packs.problems import ContentError
from battlemat.packs.scenarios import read_scenario_text


def wrong(text: str) -> list[str]:
    with pytest.raises(ContentError) as caught:
        read_scenario_text("rulebook: openfire\n" + text, "file")
    return [str(problem) for problem in caught.value.problems]


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
            "file, line 4, active: there is no unit 'R2'; the choices are R1, B1",
        ),
        (
            "red: {R1: {stress: 1}}\nblue: {B1: [9, 2]}\nactive: R1 move\n",
            "file, line 4, active: who is active stands on the table; "
            "give R1 an 'at', not 'reserve'",
        ),
        (
            "red: {R1: [1, 1]}\nblue: {B1: [9, 2]}\nboard: crater-rm\n",
            "file, line 4, board: openfire has no board 'crater-rm'; did you mean 'crater-rim'?",
        ),
        (
            "red: {R1: [1, 1]}\nblue: {B1: [9, 2]}\nactive: R1 dance\n",
            "file, line 4, active.action: 'dance' is not known here; the choices "
            "are ability, move, "
            "attack, secure",
        ),
        (
            "red: {R1: [1, 1]}\nblue: {B1: [9, 2]}\nboad: slope\n",
            "file, line 4, boad: this key is not known here; did you mean 'board'?",
        ),
        (
            "red: {R1: {at: [1, 1], models: {3: {}}, count: 2}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.models.3: R1 has 2 models; 1 to 2 are allowed",
        ),
        (
            "red: {R1: {at: [1, 1], models: {boss: {}}}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.models.boss: a model is told by its number, 1 to 40, not 'boss'",
        ),
        (
            "red: {R1: {at: [1, 1], models: {1: {special: [Slo]}}}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.models.1.special[1]: nobody defines the special rule 'Slo': "
            "did you mean 'Slow'?",
        ),
        (
            "red: {R1: {at: [1, 1], hp: [1, 1], count: 1}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.hp: 2 numbers for 1 models",
        ),
        (
            "red: {R1: {at: [1, 1], hp: [3]}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.hp[1]: this model has 1 hit points, not 3",
        ),
        (
            "red: {R1: {at: [1, 1], hp: [0]}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.hp: nobody is left; say 'place: destroyed'",
        ),
        (
            "red: {R1: {at: [1, 1], leader: 2}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.leader: the unit has 1 models; 1 to 1 are allowed",
        ),
        (
            "red: {R1: {at: [1, 1], weapons: {rifle: {}}, used: {1: [rifel]}}}\n"
            "blue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.used.1[1]: this model has no 'rifel'; did you mean 'rifle'?",
        ),
        (
            "red: {R1: {at: [1, 1], used: {2: [rifle]}}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.used.2: the unit has 1 models; 1 to 1 are allowed",
        ),
        (
            "red: {R1: {unit: cinder-moons/scouts, at: [5, 5], spent: [aim]}}\n"
            "blue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.spent[1]: the unit has no ability 'aim'; the "
            "choices are take-aim",
        ),
        (
            "red: {R1: {at: [1, 1], effects: [{stat: sped, by: 1}]}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.effects[1].stat: 'sped' is not known here; the "
            "choices are mov, skl, "
            "def, cmd, att, dmg, prc, rng",
        ),
        (
            "red: {R1: {at: [1, 1], effects: [{special: Fat}]}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.effects[1].special: nobody defines the special rule 'Fat': "
            "did you mean 'Fast'?",
        ),
        (
            "red: {R1: {at: [1, 1], effects: [{special: Fast, source: R9}]}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.effects[1].source: there is no unit 'R9'; the choices are R1, B1",
        ),
        (
            "red: {R1: {place: aboard R9}, R2: [3, 3]}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.place: there is no unit 'R9'; the choices are R2",
        ),
        (
            "red: {R1: {place: aboard R2}, R2: [3, 3]}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.place: R2 is no transport; give it 'Transport (6)'",
        ),
        (
            "red: {R1: {count: 3, place: aboard R2}, R2: {at: [3, 3], special: [Transport (2)]}}\n"
            "blue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.place: 3 models do not fit aboard R2, which carries 2",
        ),
        (
            "red: {R1: [1, 1]}\nblue: {B1: [9, 2]}\nholders: {2: {holder: red}}\n"
            "objectives: [{id: 1, kind: control, at: [5, 5], points: 1}]\n",
            "file, line 4, holders.2: there is no objective '2'; the choices are 1",
        ),
        (
            "red: {R1: [1, 1]}\nblue: {B1: [9, 2]}\nholders: {1: {holder: red, carrier: R2}}\n"
            "objectives: [{id: 1, kind: recover, at: [5, 5], points: 1}]\n",
            "file, line 4, holders.1.carrier: there is no unit 'R2'; the choices are R1, B1",
        ),
        (
            "red: {R1: [1, 1], R2: [1, 1.99]}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R2: R2.1 cannot stand at 1, 1.99: R1.1 stands there",
        ),
        (
            "red: {R1: {at: [[1, 1], [0.49, 3]]}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.at[2]: R1.2 cannot stand at 0.49, 3: its base would lie beyond "
            "the edge of the table",
        ),
        (
            "red: {R1: {at: [5, 5]}}\nblue: {B1: [9, 2]}\n"
            "board: {parts: [{name: rock, keyword: impassable, box: [4, 4, 6, 6]}]}\n",
            "file, line 2, red.R1.at: R1.1 cannot stand at 5, 5: its base overlaps rock",
        ),
        (
            "red: {R1: {at: [5, 5], stats: {mov: [3, 6]}}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.stats: only an Aircraft's mov is a pair; give one number",
        ),
        (
            "red: {R1: {at: [5, 5], special: [Aircraft]}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1: an Aircraft's mov is a pair, as in mov: [12, 20]",
        ),
        (
            "red: {R1: {at: [5, 5], base: {length: 4, width: 2, height: 1}}}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R1.base: only a Vehicle has a rectangular base; give 'mm' or "
            "'radius'",
        ),
        (
            "red: {army: first-wach, R1: [5, 5]}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.army: openfire has no army 'first-wach'; did you mean "
            "'first-watch'?",
        ),
        (
            "red: {army: first-watch, R77: [5, 5]}\nblue: {B1: [9, 2]}\n",
            "file, line 2, red.R77: the army has no unit 'R77'; the choices are "
            "R1, R2, R3, R4, R5, R6",
        ),
        (
            "red: {R1: [5, 5]}\nblue: {B1: [9, 2]}\nmission: the-spin\n",
            "file, line 4, mission: openfire has no mission 'the-spin'; did you mean 'the-spine'?",
        ),
        (
            "red: {R1: [5, 5]}\nblue: {B1: [9, 2]}\nexpect: {units: {R1: [5, 5.555]}}\n",
            "file, line 4, expect.units.R1[2]: inches with at most two decimals are wanted, as in "
            "12.5, not the number 5.555",
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
