"""Scenario files tell everything that differs, each with its line, and accept no nonsense."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.scenario import Difference, play
from battlemat.packs import registry
from battlemat.packs.problems import ContentError
from battlemat.packs.scenarios import read_scenario_text

HEAD = """\
rulebook: skirm3
map: A . . . B
red: {A: {weapons: {rifle: {}}}}
blue: {B: }
"""


def run(text: str) -> Any:
    scenario = read_scenario_text(text, "case.yaml")
    return play(registry.find(scenario.rulebook), scenario)


def told(text: str) -> list[str]:
    with pytest.raises(Difference) as caught:
        run(text)
    return [line.removeprefix("case.yaml, ") for line in caught.value.lines]


def wrong(text: str) -> list[str]:
    with pytest.raises(ContentError) as caught:
        read_scenario_text(text, "case.yaml")
    return [str(one).removeprefix("case.yaml, ") for one in caught.value.problems]


def test_all_differences_are_told_each_with_its_own_line() -> None:
    text = HEAD + (
        "play:\n"
        "  - do: activate A\n"
        "    expect:\n"
        "      turn: 2\n"
        "      units:\n"
        "        A: {act: 1}\n"
        "        B: downed\n"
        "      asks: blue reroll\n"
        "      offers:\n"
        "        - end B\n"
        "      withholds:\n"
        "        - end A\n"
        "  - do: move A a1-b1\n"
        "    expect: {scores: {red: 1}}\n"
    )
    assert told(text) == [
        "line 8: turn is 1, 2 was expected",
        "line 10: units A act is 3, 1 was expected",
        "line 11: units B state is 'standing', 'downed' was expected",
        "line 12: asked is player 'red', 'blue' was expected",
        "line 12: there is no kind of question 'reroll'; did you mean 're-roll'?",
        *[line for line in told(text) if line.startswith("line 14: 'end B' should be offered")],
        "line 16: 'end A' should not be offered, but is",
        "line 18: scores red is 0, 1 was expected",
    ]


def test_dice_left_over_are_told_at_the_item_that_holds_them() -> None:
    text = HEAD + (
        "play:\n  - activate A\n  - do: shoot A B rifle\n    dice: 3 3 5 5 1\n  - end A\n"
    )
    assert told(text) == ["line 8: 1 die is left over: 1"]


def test_answers_are_counted_as_the_writer_counts() -> None:
    text = HEAD + (
        "play:\n"
        "  - activate A\n"
        "  - {do: shoot A B rifle, dice: 3 3 5 5}\n"
        "  - do:\n"
        "      - move A a1-b1\n"
        "      - move A a1-b2\n"
    )
    (line,) = told(text)
    assert line.startswith("line 10: answer 4, 'move A a1-b2': ")


def test_lists_of_facts_are_sets() -> None:
    text = (
        "rulebook: skirmishers\nmap: 9x4\nred: {A: b2}\nblue: {B: f2}\n"
        "fire: [c1, d1]\nexpect: {fire: [d1, c1]}\n"
    )
    run(text.replace("fire: [c1, d1]", "switches: [incendiary]\nfire: [c1, d1]"))


def test_a_clause_that_does_not_exist_is_a_mistake_of_the_file() -> None:
    text = HEAD + (
        "expect:\n"
        "  asks: {because: turn.activte}\n"
        "  refuses:\n"
        "    - {do: activate B, because: move.ocupied}\n"
        "  events:\n"
        "    - {kind: turn, because: nowhere}\n"
    )
    lines = wrong(text)
    assert len(lines) == 3
    assert lines[1] == (
        "line 8, expect.refuses[1].because: skirm3 has no clause 'move.ocupied'; "
        "did you mean 'move.occupied'?"
    )


def test_a_file_may_have_a_note() -> None:
    run(HEAD + "note: from the dispute of last evening\n")


def test_events_are_told_in_their_order() -> None:
    text = HEAD + (
        "play:\n"
        "  - activate A\n"
        "  - do: shoot A B rifle\n"
        "    dice: 3 3 5 5\n"
        "    expect:\n"
        "      events: [attack, strikes, B is Downed]\n"
    )
    run(text.replace("B is Downed", "b is downed"))
    (line,) = told(text.replace("[attack, strikes, B is Downed]", "[saves, strikes]"))
    assert line.startswith("line 10: 'strikes' did not happen after 'saves'; what did: ")
    run(text.replace("B is Downed", "{kind: downed, unit: B}"))
    (line,) = told(text.replace("B is Downed", "{kind: downed, unit: A}"))
    assert "'kind: downed, unit: A' did not happen after 'strikes'" in line


def test_a_way_is_told_square_by_square() -> None:
    text = HEAD + ("play:\n  - do: activate A\n    expect:\n      way: {move A a1-c1: a1 b1 c1}\n")
    run(text)
    assert told(text.replace("a1 b1 c1}", "a1 c1}")) == [
        "line 8: 'move A a1-c1' goes a1 b1 c1, a1 c1 was expected"
    ]
    (line,) = told(text.replace("move A a1-c1:", "move A a1-e1:"))
    assert line.startswith("line 8: 'move A a1-e1' leads nowhere: ")


CONTENT = """\
rulebook: skirm3
name: A squad with two mistakes
content:
  kind: squad
  id: faulty
  name: Faulty
  faction: shock-troops
  units:
    - {unit: gunner, gear: [no-such-thing]}
    - {unit: nobody}
faults:
  - "'no-such-thing'"
  - has no unit 'nobody'
"""


def test_content_that_must_be_refused_names_its_faults() -> None:
    text = CONTENT
    assert read_scenario_text(text, "case.yaml").is_content
    (line,) = wrong(text.replace("  - has no unit 'nobody'\n", ""))
    assert line.startswith("line 10, content: this fault is not named: units[2]")
    (line,) = wrong(text + "  - three heads\n")
    assert line.startswith("line 14, faults[3]: there is no fault 'three heads'; ")
    with pytest.raises(Difference, match="this file is about content; there is nothing to play"):
        run(text)
