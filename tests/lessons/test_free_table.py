"""Lessons on a free table, where ways and places cannot all be listed."""

from __future__ import annotations

from battlemat.lessons.checking import check_lesson
from battlemat.packs.teaching.lessons import read_lesson
from battlemat.packs.yaml_source import read_text

FREE = """\
kind: lesson
id: inches
rulebook: openfire
place: 20
name: Inches
about: Walk together.
minutes: 2
seat: red
boards:
  - name: Go
    goal: Go to the flag.
    scenario:
      table: [20, 12]
      objectives: [{id: flag, kind: control, at: [10, 6], points: 1}]
      red: {R1: {at: [5, 6], count: 2}}
      blue: {B1: [18, 10]}
      active: R1 move
    steps:
      - title: Go
        say: The flag is near.
        do: ["move R1 9.20,6.00"]
    done: {answered: followers, near: {R1.1 objective-flag: 1}}
    failed: {any: [{answered: skip}, {answered: advance}]}
    answers: 2
    hint: Right.
    replies:
      - {to: followers, say: Not at the flag.}
      - {to: else, say: A plain move is enough.}
    after: There.
  - name: Choose
    goal: Choose the blade.
    scenario:
      table: [20, 12]
      red: {R1: {at: [8, 6], weapons: {rifle: {}, blade: {rng: 1, special: [Assault]}}}}
      blue: {B1: [9.5, 6]}
      active: R1 attack
    steps: [{title: Choose, say: Which one?}]
    done: {answered: attack blade}
    hint: Short.
    replies:
      - {to: attack, say: Too long., tries: ["attack R1 rifle:1>B1"]}
      - {to: skip, say: He stands there.}
    after: Good.
  - name: Secure
    goal: Secure the flag.
    scenario:
      table: [20, 12]
      objectives: [{id: flag, kind: control, at: [10, 6], points: 1}]
      red: {R1: [9, 6]}
      blue: {B1: [18, 10]}
      active: R1 secure
    steps: [{title: Secure, say: Secure it.}]
    done: {answered: secure}
    hint: Secure.
    replies: [{to: skip, say: It is near.}]
    after: Yours.
"""


def faults(text: str) -> list[str]:
    return [one.what for one in check_lesson(read_lesson(read_text(text, "inches.yaml")), others=1)]


def test_a_place_is_told_by_its_distance() -> None:
    assert faults(FREE) == []
    (fault, *_) = faults(FREE.replace("{R1.1 objective-flag: 1}", "{R1.1 B1: 1}"))
    assert fault.startswith("a dead end")


def test_answers_that_have_changed_nothing_yet_are_told_apart() -> None:
    """The leader's way counts once the others stand: each wrong way leads to a wrong end."""
    (fault,) = faults(
        FREE.replace("      - {to: followers, say: Not at the flag.}\n", "").replace(
            "      - {to: else, say: A plain move", "      - {to: skip, say: A plain move"
        )
    )[:1]
    assert "there is no reply to" in fault


def test_answers_that_are_not_listed_are_given_where_a_reply_names_them() -> None:
    (fault,) = faults(FREE.replace(', tries: ["attack R1 rifle:1>B1"]', ""))
    assert fault.startswith("nobody is ever answered so")
