"""Scenario files with anything in the wrong place: always lines, never a traceback."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from battlemat.packs.problems import ContentError
from battlemat.packs.scenarios import read_scenario_source, read_scenario_text
from battlemat.packs.yaml_source import Source, read_text

WHOLE = """\
rulebook: skirm3
name: Whole
map: |
    +   +   +   +
      A   2   B
    +   +   +-D-+
      .   ~   .
    +   +   +   +
areas: {indoors: [a1-b2]}
objectives: {1: b1, 2: {at: a2, name: Relay, side: red}}
markers: {core: {at: a1, carry: true}}
scoring: [{score: objectives, when: turn, points: 1}]
actions:
  - {id: scan, name: Scan, text: Look., cost: {act: 1}, where: objective, effects: [{do: nothing}]}
environment: death-world
turns: 4
turn: 2
initiative: red
to_move: blue
orders: {red: 1}
scores: {blue: 2}
doors: {c1-c2: open}
zones: {red: north, blue: south}
active: {unit: B, act: 1, done: [move]}
red:
  A: {unit: shock-troops/gunner, stats: {rsk: 3}, gear: [auto-rifle], carries: [core], ready: true}
blue:
  B: {special: [DOD], weapons: {gun: {roa: 2, special: [RG4]}}, skills: [shock-troops/war-cry]}
dice: 1 2
play:
  - {do: [end B, activate A], dice: 3, expect: {units: {A: standing}, asks: red, refuses: [x]}}
expect: {turn: 2, offers: [end A]}
"""
JUNK: tuple[Any, ...] = (
    *(None, True, 7, -1, 0.5, "", "x", "a1", "A . B", "no/such", "./none.yaml", [], {}, [[]]),
    *(
        ["x"],
        [1, {"a": 2}],
        {"x": 1},
        {"at": "z9"},
        {"unit": 3},
        {"do": "?"},
        "relay-yard",
        "red-rite",
    ),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every key and item of a value."""
    found = [path] if path else []
    if isinstance(value, dict):
        inner = list(value.items())
    else:
        inner = list(enumerate(value)) if isinstance(value, list) else []
    for key, one in inner:
        found += places(one, (*path, key))
    return found


SOUND = read_text(WHOLE, "case.yaml")
PLACES = places(SOUND.value)


def test_the_undamaged_scenario_is_sound() -> None:
    assert read_scenario_text(WHOLE).setup["position"]["active"]["unit"] == "B"


def told(source: Source) -> list[str]:
    """What is wrong with a scenario, one text for each problem."""
    try:
        read_scenario_source(source, None)
    except ContentError as error:
        return [str(problem) for problem in error.problems]
    return []


@settings(max_examples=400, deadline=None)
@given(place=st.sampled_from(PLACES), junk=st.sampled_from(JUNK), gone=st.booleans())
def test_any_value_in_any_place_is_read_or_told(
    place: tuple[Any, ...], junk: Any, gone: bool
) -> None:
    value = deepcopy(SOUND.value)
    inner = value
    for key in place[:-1]:
        inner = inner[key]
    if gone:
        del inner[place[-1]]
    else:
        inner[place[-1]] = deepcopy(junk)
    assert all("\n" not in line for line in told(Source("case.yaml", value, SOUND.lines)))


@settings(max_examples=150, deadline=None)
@given(
    cut=st.integers(0, len(WHOLE)),
    length=st.integers(0, 40),
    put=st.text(alphabet="ab1:{}[]-|+.D \n/", max_size=8),
)
@example(cut=WHOLE.index("  A   2"), length=0, put="\n1:")
def test_any_damage_to_the_text_is_read_or_told(cut: int, length: int, put: str) -> None:
    text = WHOLE[:cut] + put + WHOLE[cut + length :]
    try:
        source = read_text(text, "case.yaml")
    except ContentError as error:
        source = Source("case.yaml", str(error))
    assert all("\n" not in line for line in told(source))
