"""Every fault that a setup of Skirmishers can have is told in its own words, to the last hint.

Whatever is wrong with cards, positions and aims is raised in one of a few lines; each of them is
come by here, and what it says is held whole.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from battlemat.rulebooks import skirmishers
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from rules.faults import lines, raised
from rules.skirmishers.forces import ALL
from rules.skirmishers.table import Values, foe, ground, setup_of, trooper

GROUND = ground(12, 6, tree=[(3, 3)])


def begin(*, without: str = "", **more: Any) -> Any:
    """Two troopers on a field with a tree, and what is wrong about them."""
    units: dict[str, Values] = {"A": trooper((0, 0)), "B": foe((5, 0))}
    units |= {key: more.pop(key) for key in list(more) if key[0].isupper()}
    switches = [switch for switch in ALL if switch != without]
    return SKIRMISHERS.start(setup_of(GROUND, units, **({"switches": switches} | more)))


def card(*, without: str = "", **about: Any) -> Any:
    return begin(without=without, A=trooper((0, 0), **about))


def car(**about: Any) -> Any:
    return begin(V=trooper(None, vehicle="scout", **({"front": "f3"} | about)))


def ridden(**about: Any) -> Any:
    vehicle = trooper(None, vehicle="scout", front="f3")
    return begin(V=vehicle, A=trooper(None, **about), C=trooper((1, 1)))


def position(**more: Any) -> Any:
    return begin(position={"to_move": "red"} | more)


def place(**row: Any) -> Any:
    """A position with something wrong about A."""
    return position(units={"A": row})


def weapon(**about: Any) -> Any:
    return begin(weapons={"sling": {"kind": "gun"} | about})


def wins(**test: Any) -> Any:
    return begin(scenario={"wins": [{"side": "red", "if": test}]})


def scores(**score: Any) -> Any:
    return begin(scenario={"points": [{"side": "red", "for": score}]})


FAULTS: list[tuple[str, Callable[[], object]]] = [
    # the whole setup
    ("this setup is for skirm1, not for skirmishers", lambda: begin(rulebook="skirm1")),
    ("unit A stands nowhere; give it 'at'", lambda: begin(A=trooper(None))),
    ("unit A: e4 is a tree trunk (skirmishers.map.obstacles)", lambda: begin(A=trooper((3, 3)))),
    ("unit B: f1 is taken by A (skirmishers.map.occupancy)", lambda: begin(A=trooper((5, 0)))),
    ("unit A: 'z9' is off the map: its dots are a1 to l6", lambda: begin(A=trooper("z9"))),
    (
        "map Mill: line 1, column 1: '?' is no dot: . open, T tree, S stairs, H ladder, \""
        " vegetation, % swamp, , rough, * wire, _ trench, ~ shallow, = deep",
        lambda: begin(map={"name": "Mill", "drawing": "?"}),
    ),
    ("there is no switch 'vehicle'; did you mean 'vehicles'?", lambda: begin(switches=["vehicle"])),
    (
        "the squad of blue is missing (skirmishers.setup.sides)",
        lambda: begin(squads={"red": {"units": [{"id": "A", "at": "a1"}]}}),
    ),
    (
        "unit AA: ids are letters and digits, and each is used once",
        lambda: begin(Aa=trooper((1, 1)), AA=trooper((2, 1))),
    ),
    (
        "the squad of blue has no troopers (skirmishers.setup.sides)",
        lambda: begin(B=foe(None, vehicle="scout", front="f3")),
    ),
    ("the squad of red is worth 159 PV, more than 1 (skirmishers.points.pv)", lambda: poor()),
    (
        "unit A: a suit needs the switch 'power-armor'",
        lambda: card(without="power-armor", suit="basic"),
    ),
    # cards
    ("unit A: there is no 'front'; did you mean 'prone'?", lambda: card(front="f3")),
    ("unit A, skill: 'vetera'; did you mean 'veteran'?", lambda: card(skill="vetera")),
    (
        "unit A: pistol is no primary weapon but secondary (skirmishers.weapon.loadout)",
        lambda: card(primary="pistol"),
    ),
    (
        "unit A: rifle does not fit the secondary slot; only a grenade-launcher does, "
        "under a rifle or an SMG (skirmishers.launcher.mounted)",
        lambda: card(secondary="rifle"),
    ),
    (
        "unit A, primary: light-machine-gun needs the switch 'crewed-weapons'",
        lambda: card(without="crewed-weapons", primary="light-machine-gun"),
    ),
    (
        "unit A: smoke grenades need the switch 'smoke'",
        lambda: card(without="smoke", grenades={"smoke": 1}),
    ),
    (
        "unit A: incendiary grenades need the switch 'incendiary'",
        lambda: card(without="incendiary", grenades={"incendiary": 1}),
    ),
    (
        "unit A: 18 grenades, at most 4 together (skirmishers.action.capacity)",
        lambda: card(grenades={"hand": 9, "smoke": 9}),
    ),
    (
        "unit A: extra_ammo for a weapon without printed ammunition "
        "(skirmishers.launcher.extra-ammo)",
        lambda: card(extra_ammo="secondary"),
    ),
    ("unit A, extra_ammo: 'primry'; did you mean 'primary'?", lambda: card(extra_ammo="primry")),
    ("unit A: he carries no secondary to hold", lambda: card(active="secondary")),
    (
        "unit A: armor_from 0: a run of 6 cells starts at 5 to 10 (skirmishers.armor.adv-coverage)",
        lambda: card(armor="heavy", armor_from=0),
    ),
    ("unit A, jet_pack: 'wrn'; did you mean 'worn'?", lambda: card(jet_pack="wrn")),
    (
        "unit A: 2 primary weapons, this suit has room for 1 (skirmishers.power.slots)",
        lambda: card(suit="basic", primaries=["autocannon", "autocannon"]),
    ),
    (
        "unit A: rifle is no primary weapon of a suit (skirmishers.power.weapon-table)",
        lambda: card(suit="basic", primaries=["rifle"]),
    ),
    (
        "unit A: grenade-launcher cannot be the secondary weapon of a suit "
        "(skirmishers.power.secondary)",
        lambda: card(suit="basic", secondary="grenade-launcher"),
    ),
    ("unit V: a vehicle's armor is a number of cells, not 'heavy'", lambda: car(armor="heavy")),
    ("unit V: 4 mounted weapons; there is room for 3", lambda: car(weapons=["pistol"] * 4)),
    (
        "unit V: no vehicle has a box for knife (skirmishers.vehicle.ammo)",
        lambda: car(weapons=["knife"]),
    ),
    ("unit V, mounts: 'forwrd'; did you mean 'forward'?", lambda: car(mounts=["forwrd"])),
    (
        "unit A, primary: there is no weapon 'rifel'; did you mean 'rifle'?",
        lambda: card(primary="rifel"),
    ),
    ("weapon sling: kind 'gnu'; did you mean 'gun'?", lambda: weapon(kind="gnu")),
    (
        "weapon sling: what bursts needs 'rings', its damage by distance",
        lambda: weapon(kind="launcher"),
    ),
    (
        "weapon sling: what is thrown needs 'per_dot', its AP for each dot",
        lambda: weapon(kind="throw", rings=[1]),
    ),
    # vehicles
    ("unit A rides 'W'; the choices are V", lambda: ridden(rides="W")),
    ("unit A, seat: 'ridr'; did you mean 'rider'?", lambda: ridden(rides="V", seat="ridr")),
    (
        "unit C: V has no seat left (vehicle.passenger)",
        lambda: begin(
            V=trooper(None, vehicle="scout", front="f3"),
            A=trooper(None, rides="V"),
            C=trooper(None, rides="V"),
            D=trooper(None, rides="V"),
        ),
    ),
    ("unit V stands nowhere; give it 'front'", lambda: car(front=None)),
    ("unit V: 'z9' is off the map: its dots are a1 to l6", lambda: car(front="z9")),
    (
        "unit V: a vehicle cannot stand at a1 in direction 1 (skirmishers.vehicle.barred)",
        lambda: car(front="a1", direction=1),
    ),
    ("unit V, in_motion: 'cruse'; did you mean 'cruise'?", lambda: car(in_motion="cruse")),
    (
        "position: there is no vehicle 'W'; the choices are A, B",
        lambda: position(vehicles={"W": {}}),
    ),
    (
        "unit V: there is no mounted weapon 1 to train",
        lambda: begin(
            V=trooper(None, vehicle="scout", front="f3", weapons=[]),
            position={"to_move": "red", "vehicles": {"V": {"trained": [1]}}},
        ),
    ),
    # positions
    ("position: a player is red or blue, not 'rde'", lambda: position(to_move="rde")),
    ("position: there is no unit 'C'; the choices are A, B", lambda: position(units={"C": {}})),
    ("position, unit A: 'z9' is off the map: its dots are a1 to l6", lambda: place(at="z9")),
    (
        "position, unit A: there is no cell 'x'; the choices are 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10",
        lambda: place(full=["x"]),
    ),
    ("position, unit A: state is dead or left, not 'ded'", lambda: place(state="ded")),
    ("position, unit A: e4 is a tree trunk", lambda: place(at="e4")),
    ("position, unit A: f1 is taken by B", lambda: place(at="f1")),
    (
        "position, unit A: an arc of 45 degrees; there are 30, 60, 150 (skirmishers.arc.table)",
        lambda: place(arc={"degrees": 45, "heading": 0}),
    ),
    (
        "position, unit A: heading 12; 0 to 11 (skirmishers.arc.headings)",
        lambda: place(arc={"degrees": 60, "heading": 12}),
    ),
    (
        "position, unit A: fists cannot have an arc (skirmishers.arc.weapon)",
        lambda: place(arc={"degrees": 60, "heading": 0, "weapon": "fists"}),
    ),
    ("position, unit A: no crew served weapon to set up", lambda: place(setup={})),
    (
        "position, items: a weapon, grenades or a jet pack is wanted",
        lambda: position(items=[{"at": "a1"}]),
    ),
    (
        "position: A cannot be active",
        lambda: position(units={"A": {"state": "dead"}}, active={"unit": "A"}),
    ),
    # aims
    (
        "scenario: score 'hold'; the choices are losses, holds, left, alive, dead, vehicle",
        lambda: scores(score="hold"),
    ),
    ("scenario: {'score': 'holds'} lacks 'area'", lambda: scores(score="holds")),
    ("scenario: 'unit' is 3 in {'score': 'dead', 'unit': 3}", lambda: scores(score="dead", unit=3)),
    (
        "scenario: side 'green'; the choices are red, blue",
        lambda: begin(scenario={"wins": [{"side": "green", "if": {"test": "round", "is": 1}}]}),
    ),
    ("scenario: test 'hold'; did you mean 'holds'?", lambda: wins(test="hold")),
    ("scenario: 'of' is 'green'; red or blue", lambda: wins(test="dead", unit="A", of="green")),
    ("scenario: area 'mill'; the choices are ", lambda: wins(test="holds", area="mill")),
]


def poor() -> Any:
    """A squad that costs more than it may."""
    plain = setup_of(GROUND, {"A": trooper((0, 0)), "B": foe((5, 0))}, switches=[])
    plain["squads"]["red"]["pv_limit"] = 1
    return SKIRMISHERS.start(plain)


@pytest.mark.parametrize(("told", "fault"), FAULTS, ids=[told for told, _ in FAULTS])
def test_what_is_wrong_with_a_setup_is_told(told: str, fault: Callable[[], object]) -> None:
    assert raised(fault)[0] == told


def test_every_line_that_tells_a_fault_is_come_by() -> None:
    room = Path(skirmishers.__path__[0])
    found = {line for module in room.rglob("*.py") for line in lines(module)}
    assert len(found) > 40
    assert found - {raised(fault)[1] for _, fault in FAULTS} == set()
