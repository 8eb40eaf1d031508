"""A lesson that is broken on purpose: each fault is told once, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlemat.commands.shared.house import House
from battlemat.lessons.checking import check_lesson
from lessons.writing import SOUND, faults, sound

BROKEN = {
    "a reply is missing": (
        "      - {to: end, say: Too early.}\n",
        "",
        "line 30, boards[1].replies: there is no reply to 'end A'; add one to its word, or to "
        "'else'",
    ),
    "a reply never comes": (
        "{to: end, say: Too early.}",
        "{to: else, say: No.}\n      - {to: melee, say: Never.}",
        "line 34, boards[1].replies[4]: nobody is ever answered so: such an answer never comes, "
        "or it is right",
    ),
    "nothing is right": (
        "wait: {ruler: {A B: {target: valid}}}",
        "wait: {units: {A: g1}}",
        "line 23, boards[1].steps[1].wait: a dead end: no answer here is right; the learner would "
        "be stuck",
    ),
    "the goal is never reached": (
        "done: {answered: shoot A B}",
        "done: {answered: melee A B}",
        "line 28, boards[1].done: a dead end: no answer here is right; the learner would be stuck",
    ),
    "a part of a condition never comes true": (
        "done: {answered: shoot A B}",
        "done: {any: [{answered: shoot A B}, {over: red}]}",
        "line 28, boards[1].done.any[2].over: this never comes true",
    ),
    "the failure never comes": (
        "done: {answered: shoot A B}",
        "done: {answered: shoot A B}\n    failed: {units: {A: out}}",
        "line 29, boards[1].failed: this never comes true",
    ),
    "a ring around what is wrong": (
        "do: [shoot A B pistol]",
        "do: [end]",
        "line 27, boards[1].steps[2].do: 'end' is not a right answer here, and a ring shows it",
    ),
    "a unit that is not there": (
        "{ruler: {A B: {target: valid}}}",
        "{units: {X: c1}}",
        "line 23, boards[1].steps[1].wait: a dead end: no answer here is right; the learner would "
        "be stuck",
    ),
    "nothing is asked": (
        "      blue: {B: }\n      active: A\n",
        "      blue: {B: {ready: false}}\n      turn: 4\n      active: A\n      play: [end A]\n",
        "line 12, boards[1].scenario: red has nothing to answer where this begins",
    ),
    "dice that no die shows": (
        "    done: {answered",
        "    dice: 7 1\n    done: {answered",
        "line 28, boards[1].dice: no dice of this game fall so",
    ),
    "another rulebook": (
        "rulebook: skirm3",
        "rulebook: openfire",
        "line 22, boards[1].steps[1].clause: this lesson is of openfire, and cites skirm3: which "
        "of the two is it for?",
    ),
    "a position of another rulebook": (
        "      active: A\n",
        "      active: A\n      rulebook: skirm2\n",
        "line 19, boards[1].scenario.rulebook: this lesson is of skirm3, and this position of "
        "skirm2",
    ),
    "a clause that there is not": (
        "say: Too far., clause: skirm3.weapon.range",
        "say: Too far., clause: skirm3.weapon.rang",
        "line 31, boards[1].replies[1].clause: there is no clause 'skirm3.weapon.rang'; did you "
        "mean 'skirm3.weapon.range'?",
    ),
    "a word of no answer": (
        "done: {answered: shoot A B}",
        "done: {answered: shot A B}",
        "line 28, boards[1].done.answered: skirm3 has no 'shot'; did you mean 'shoot'?",
    ),
    "a kind of event that there is not": (
        "done: {answered: shoot A B}",
        "done: {tells: {kind: atack, unit: A}}",
        "line 28, boards[1].done.tells: skirm3 tells no 'atack'; did you mean 'attack'?",
    ),
    "a part that the event has not": (
        "done: {answered: shoot A B}",
        "done: {tells: {kind: downed, unti: B}}",
        "line 28, boards[1].done.tells.unti: 'downed' has no such part; did you mean 'unit'?",
    ),
    "a kind of question that there is not": (
        "done: {answered: shoot A B}",
        "done: {asks: acton}",
        "line 28, boards[1].done.asks: skirm3 has no 'acton'; did you mean 'action'?",
    ),
    "a word of no condition": (
        "done: {answered: shoot A B}",
        "done: {unit: {A: c1}}",
        "line 28, boards[1].done.unit: this is no condition here; did you mean 'units'?",
    ),
    "a distance from one thing only": (
        "done: {answered: shoot A B}",
        "done: {near: {A: 1}}",
        "line 28, boards[1].done.near: a distance such as 'A flag: 1' is wanted, not a mapping",
    ),
    "a distance that is never reached": (
        "done: {answered: shoot A B}",
        "done: {answered: shoot A B, near: {A B: 1}}",
        "line 28, boards[1].done: a dead end: no answer here is right",
    ),
    "a script in a name": (
        "name: A trial",
        "name: <script>alert(1)</script>",
        "line 5, name: plain words are wanted; '<' and '>' cannot stand in them",
    ),
    "an opponent that there is not": (
        "seat: red",
        "seat: red\nopponent: recrut",
        "line 9, opponent: there is no player 'recrut'; did you mean 'recruit'?",
    ),
    "a side that there is not": (
        "seat: red",
        "seat: read",
        "line 8, seat: 'read' is no player; did you mean 'red'?",
    ),
    "more than two lines": (
        "say: This pistol reaches four squares.",
        f"say: {'Word ' * 40}",
        "line 21, boards[1].steps[1].say: 199 characters; at most 160 are said at once, two lines",
    ),
}


def test_the_lesson_itself_is_sound() -> None:
    assert check_lesson(sound()) == []


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_lesson_is_told(fault: str) -> None:
    old, new, told = BROKEN[fault]
    found = faults(old, new)
    assert any(line.startswith(f"trial.yaml, {told}") for line in found), found


def test_the_command_that_checks_files_plays_lessons(tmp_path: Path) -> None:
    file = tmp_path / "trial.yaml"
    file.write_text(SOUND, encoding="utf-8")
    assert House().check(file) == []
    file.write_text(SOUND.replace("      - {to: end, say: Too early.}\n", ""), encoding="utf-8")
    (line,) = House().check(file)
    assert "there is no reply to 'end A'" in line
