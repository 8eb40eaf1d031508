"""A small sound lesson, and what it becomes when something is changed in it."""

from __future__ import annotations

from battlemat.lessons.checking import check_lesson
from battlemat.packs.problems import ContentError
from battlemat.packs.teaching.lessons import Lesson, read_lesson
from battlemat.packs.yaml_source import read_text

SOUND = """\
kind: lesson
id: trial
rulebook: skirm3
place: 20
name: A trial
about: Walk, then shoot.
minutes: 2
seat: red
boards:
  - name: Come near
    goal: Go near enough, and shoot.
    scenario:
      map: |
        A . . . . . .
        . . . . . . B
      red: {A: {weapons: {pistol: {roa: 2, dam: 1, special: [RG4]}}}}
      blue: {B: }
      active: A
    steps:
      - title: Nearer
        say: This pistol reaches four squares.
        clause: skirm3.weapon.range
        wait: {ruler: {A B: {target: valid}}}
        hint: Go right.
      - title: Fire
        say: Shoot.
        do: [shoot A B pistol]
    done: {answered: shoot A B}
    hint: Click the enemy.
    replies:
      - {to: move, say: Too far., clause: skirm3.weapon.range}
      - {to: dash, say: Too short.}
      - {to: end, say: Too early.}
    after: Well done.
"""


def sound() -> Lesson:
    """The lesson as it is."""
    return read_lesson(read_text(SOUND, "trial.yaml"))


def faults(old: str, new: str) -> list[str]:
    """What is wrong with the lesson once something in it is written otherwise."""
    assert SOUND.count(old) == 1, f"'{old}' stands there {SOUND.count(old)} times"
    try:
        lesson = read_lesson(read_text(SOUND.replace(old, new), "trial.yaml"))
    except ContentError as error:
        return str(error).splitlines()
    return list(map(str, check_lesson(lesson, others=1)))
