"""Every fault that a setup of Skirm can have is told in its own words, to the last hint.

Setups come from files and from people who write them. Whatever is wrong is raised in one of a few
lines; each of them is come by here, and what it says is held whole.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from battlemat.rulebooks.skirm import state
from boards.squares_boards import board
from rules.faults import lines, raised
from rules.skirm.cards import Values
from rules.skirm.table import BOOKS, Table, foe, gun, setup_of, skill, unit

GROUND = board(4, 3, doors=[((1, 0), (2, 0))], impassable=[(3, 2)])
PLACES: Values = {"A": {"square": "a1"}, "B": {"square": "c3"}}
MARKERS = [{"id": "flag", "name": "Flag", "square": "b2"}]
RAISE: Values = {"do": "stat", "stat": "arm", "by": 1}


def stand(edition: str = "skirm3", **more: Any) -> Table:
    """Two units in a position, with what is wrong about it."""
    units = {"A": unit(at=(0, 0)), "B": foe(at=(2, 2))}
    return Table.on(GROUND, edition=edition, markers=MARKERS, **units | more)


def placed(edition: str = "skirm3", **about: Any) -> Table:
    """The same with something wrong about where A is and how."""
    return stand(edition, position={"units": PLACES | {"A": PLACES["A"] | about}})


def begin(edition: str = "skirm3", **more: Any) -> Any:
    """A battle before deployment, with parts of its setup put in place of others."""
    units = {"A": unit(), "B": foe()}
    return BOOKS[edition].start(setup_of(edition, GROUND, units, {}) | more)


def carded(**about: Any) -> Table:
    """A unit with something wrong on its card."""
    return stand(A=unit(at=(0, 0), **about))


def geared(**effect: Any) -> Table:
    return carded(skills=[skill("gear", effect)])


def crowd(count: int) -> Any:
    """So many units of red before deployment, on ten squares."""
    ground = board(5, 2)
    return BOOKS["skirm3"].start(
        setup_of("skirm3", ground, {f"A{n}": unit() for n in range(count)}, {})
    )


def chosen() -> Any:
    """A position in which a mission is chosen as well."""
    plain = setup_of("skirm3", GROUND, {"A": unit(), "B": foe()}, {})
    position = {"units": PLACES, "initiative": "red"}
    return BOOKS["skirm3"].start(plain | {"missions": [plain["mission"]], "position": position})


def without(stat: str, edition: str) -> Table:
    """A unit whose card leaves a stat out."""
    one = unit(at=(0, 0))
    stats = {name: value for name, value in one["card"]["stats"].items() if name != stat}
    return stand(edition, A=one | {"card": one["card"] | {"stats": stats}})


FAULTS: list[tuple[str, Callable[[], object]]] = [
    (
        "this setup is for skirm1, not for skirm3",
        lambda: BOOKS["skirm3"].start({"edition": "skirm1"}),
    ),
    (
        "map Harbour: line 1, column 1: no drawing found; corners of squares are drawn as +",
        lambda: begin(map={"name": "Harbour", "drawing": "?"}),
    ),
    ("a position has its mission; none is chosen there", chosen),
    ("two units are called AA", lambda: stand(Aa=unit(at=(1, 1)), AA=unit(at=(0, 2)))),
    (
        "unit A, skill gear: 'stat' works only without a cost",
        lambda: carded(skills=[skill("gear", RAISE, act=1)]),
    ),
    ("11 units do not fit on 10 free squares", lambda: crowd(11)),
    ("the squad of blue has no units", lambda: crowd(2)),
    ("position: turn 5 is beyond the last, 4", lambda: stand(turn=5)),
    (
        "position: there is no zone 'nort'; did you mean 'north'?",
        lambda: stand(position={"zones": {"red": "nort"}}),
    ),
    (
        "position, door a1|z9: 'z9' is not on the map, which runs from a1 to d3",
        lambda: stand(position={"doors_open": ["a1|z9"]}),
    ),
    (
        "position: there is no door between a1 and b1",
        lambda: stand(position={"doors_open": ["a1|b1"]}),
    ),
    (
        "position: there is no unit 'C'; the choices are A, B",
        lambda: stand(position={"units": PLACES | {"C": {"square": "a2"}}}),
    ),
    (
        "position: unit A is in a squad but has no place",
        lambda: stand(position={"units": {"B": PLACES["B"]}}),
    ),
    ("position, unit A: it carries no 'sling'", lambda: placed(used=["sling"])),
    ("position, unit A: its square is missing", lambda: placed(square=None)),
    ("position, unit A: d3 is impassable", lambda: placed(square="d3")),
    ("position, unit B: c3 is taken by A", lambda: placed(square="c3")),
    (
        "position, unit A: 'z9' is not on the map, which runs from a1 to d3",
        lambda: placed(square="z9"),
    ),
    (
        "position, unit A: nobody is Downed in skirm2; say standing or out",
        lambda: placed("skirm2", state="downed"),
    ),
    ("position, unit A: its HIT are 1 to 3, not 4", lambda: placed("skirm2", hit=4)),
    (
        "position: there is no marker 'flap'; did you mean 'flag'?",
        lambda: placed(carries=["flap"]),
    ),
    (
        "position: 'A' is not on the map and cannot be active",
        lambda: placed(state="out"),
    ),
    (
        "mission zone north: 'z9' is not on the map, which runs from a1 to d3",
        lambda: stand(zones={"north": ["z9"], "south": ["a3"]}),
    ),
    (
        "area yard: 'z9' is not on the map, which runs from a1 to d3",
        lambda: stand(areas={"yard": ["z9"]}),
    ),
    (
        "the two deployment zones overlap",
        lambda: stand(zones={"north": ["a1", "b1"], "south": ["b1"]}),
    ),
    (
        "unit A: there is no special rule 'FAER1'; did you mean 'PAR'?",
        lambda: stand(A=unit("FAER1", at=(0, 0))),
    ),
    ("unit A: two weapons share an id", lambda: carded(weapons=[gun(), gun()])),
    ("unit A: 'msk' is missing", lambda: without("msk", "skirm3")),
    ("unit A: 'hit' is missing", lambda: without("hit", "skirm1")),
    (
        "unit A: gear cannot do 'doors'; the choices are give, stat, reroll",
        lambda: geared(do="doors", set="open"),
    ),
    (
        "unit A: there is no stat 'rks'; did you mean 'rsk'?",
        lambda: geared(do="stat", stat="rks", by=1),
    ),
    (
        "unit A: there is no stat 'rao'; did you mean 'roa'?",
        lambda: geared(do="stat", stat="rao", by=1, weapons="all"),
    ),
]


@pytest.mark.parametrize(("told", "fault"), FAULTS, ids=[told for told, _ in FAULTS])
def test_what_is_wrong_with_a_setup_is_told(told: str, fault: Callable[[], object]) -> None:
    assert raised(fault)[0] == told


def test_every_line_that_tells_a_fault_is_come_by() -> None:
    found = {line for module in Path(state.__path__[0]).glob("*.py") for line in lines(module)}
    assert len(found) > 20
    assert found - {raised(fault)[1] for _, fault in FAULTS} == set()
