"""What has befallen a unit is seen on its token: by shape, without a word to read."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, eventually

SHAPES = """(token, gauge) => {
  const named = ["d", "r", "cx", "cy", "x", "y", "width", "height", "transform"];
  const seen = [...token.querySelectorAll("path, circle, rect")].filter(
    (one) => getComputedStyle(one).display !== "none"
      && (gauge || !one.classList.value.startsWith("gauge")),
  );
  return seen.map((one) => [
    one.tagName,
    ...named.map((name) => one.getAttribute(name) ?? ""),
    one.style.transform,
    one.parentElement.getAttribute("transform") ?? "",
  ].join("|"));
}"""
"""The outlines of a token where they are drawn, without any colour: states differ by these. What is
left of a unit is drawn as a gauge, which counts for the wounded alone.
"""


class Moment(NamedTuple):
    """A scenario, and for each sound unit its likes with what happened to them."""

    text: str
    likes: dict[str, dict[str, str]]


WOUNDED = "wounded"


SKIRM = """\
rulebook: {book}
map: |
  A . B . C . E
  . . . . . . .
  D . . . . . .
red:
  A: {{{card}}}
  B: {{{card}{down}}}
  C: {{{card}stun: 1}}
  E: {{{card}{wound}}}
blue: {{D: {{ready: false}}}}
"""
EARLY = "stats: {hit: 6}, "
SKIRMISHERS = """\
rulebook: skirmishers
switches: [vehicles, advanced-terrain]
map: 30x13
features: {d5: wire}
red:
  A: b2
  P: d2 prone
  E: {at: d5, entangled: true}
  W: {at: f2, full: [9, 8]}
  U: {at: h2, full: [9, 8, 7, 6, 5, 4, 3, 2, 1]}
  V: {vehicle: scout, front: k7, engine: on}
  M: {rides: V}
blue: {B: ad13}
"""
OPENFIRE = """\
rulebook: openfire
red:
  R1: {at: [10, 10], stats: {hp: 4}}
  R2: {at: [20, 10], stats: {hp: 4}, stress: 1}
  R3: {at: [30, 10], stats: {hp: 4}, stress: 3}
  R4: {at: [40, 10], stats: {hp: 4}, hp: [2]}
  R5: {at: [10, 20], special: [Vehicle], stats: {hp: 10}}
  R6: {at: [20, 20], special: [Vehicle], stats: {hp: 10}, hp: [3]}
  R7: {at: [30, 20], special: [Vehicle, Transport (6)], stats: {hp: 10}}
  R8: {place: aboard R7}
blue: {B1: {at: [40, 40], activated: true}}
"""
MOMENTS = {
    "skirm1": Moment(
        SKIRM.format(book="skirm1", card=EARLY, down="state: downed", wound="hit: 2"),
        {"A": {"B": "down", "C": "stunned", "E": WOUNDED}},
    ),
    "skirm2": Moment(
        SKIRM.format(book="skirm2", card=EARLY, down="", wound="hit: 2"),
        {"A": {"C": "stunned", "E": WOUNDED}},
    ),
    "skirm3": Moment(
        SKIRM.format(book="skirm3", card="", down="state: downed", wound=""),
        {"A": {"B": "down", "C": "stunned"}},
    ),
    "skirmishers": Moment(
        SKIRMISHERS,
        {"A": {"P": "prone", "E": "entangled", "W": WOUNDED, "U": "unconscious", "M": "mounted"}},
    ),
    "openfire": Moment(
        OPENFIRE,
        {
            "R1.1": {"R2.1": "stressed", "R3.1": "more stressed", "R4.1": WOUNDED},
            "R5.1": {"R6.1": "damaged", "R7.1": "with others aboard"},
        },
    ),
}


def outlines(person: Person, unit: str, state: str) -> frozenset[str]:
    token = person.page.locator(f".token[data-piece='{unit}']")
    expect(token).to_have_count(1)
    return frozenset(token.evaluate(SHAPES, state == WOUNDED))


@pytest.mark.parametrize("book", list(MOMENTS))
def test_every_state_changes_the_shape_of_its_token_and_no_two_look_alike(
    skirm: Stage, people: People, book: str
) -> None:
    text, likes = MOMENTS[book]
    ada = people(skirm)
    ada.open(text)
    eventually(lambda: all(are_told_apart(ada, plain, states) for plain, states in likes.items()))
    # None of it is told by letters: these stand beside the tokens.
    expect(ada.page.locator(".token text")).to_have_count(0)


def are_told_apart(person: Person, plain: str, states: dict[str, str]) -> bool:
    """Whether each token differs from that of a sound unit, and in its own way."""
    marks = {
        outlines(person, unit, state) ^ outlines(person, plain, state)
        for unit, state in states.items()
    }
    return len(marks) == len(states) and frozenset() not in marks
