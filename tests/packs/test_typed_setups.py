"""What packs build is what the typed setups of the rulebooks take, and comes back from them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.kernel.plain import decode, encode
from battlemat.packs import library, setups
from battlemat.packs.openfire import armies as openfire
from battlemat.packs.places import place_of
from battlemat.packs.problems import ContentError
from battlemat.packs.scenarios import read_scenario
from battlemat.packs.skirm import setups as skirm
from battlemat.packs.skirm.squads import Squad
from battlemat.packs.skirmishers import missions as skirmishers
from battlemat.packs.typed import typed
from battlemat.packs.yaml_source import read_text
from battlemat.reader.shelf import SCENARIOS
from battlemat.rulebooks.openfire.state.setup import OpenFireSetup, UnitSetup
from battlemat.rulebooks.skirm.state.setup import SkirmSetup, SquadSetup
from battlemat.rulebooks.skirmishers.state import setup as trooper
from battlemat.rulebooks.skirmishers.state.setup import SkirmishersSetup

TYPES: dict[str, type[Any]] = {
    "skirm1": SkirmSetup,
    "skirm2": SkirmSetup,
    "skirm3": SkirmSetup,
    "openfire": OpenFireSetup,
    "skirmishers": SkirmishersSetup,
}
MISSIONS = [(book, entry.id) for book in TYPES for entry in library.missions(book)]


def round_trip(book: str, plain: Any) -> None:
    typed = decode(TYPES[book], plain)
    assert decode(TYPES[book], encode(typed)) == typed


@pytest.mark.parametrize(("book", "mission"), MISSIONS)
def test_every_shipped_mission_makes_a_typed_setup(book: str, mission: str) -> None:
    round_trip(book, setups.build_setup(book, mission=mission))


@pytest.mark.parametrize("book", ["skirm1", "skirm2", "skirm3"])
def test_every_shipped_squad_and_map_makes_a_typed_setup(book: str) -> None:
    grounds = [entry.id for entry in library.maps(book)]
    for number, squad in enumerate(library.squads(book)):
        ground = grounds[number % len(grounds)]
        round_trip(book, setups.build_setup(book, red=squad.id, map=ground))


def test_a_part_that_a_builder_forgets_is_our_bug_and_no_fault_of_a_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forgetful(squad: Squad, letter: str) -> SquadSetup:
        del squad, letter
        return SquadSetup()  # type: ignore[call-arg]

    monkeypatch.setattr(skirm, "squad_setup", forgetful)
    with pytest.raises(TypeError, match="units"):
        setups.build_setup("skirm3")


def test_a_squad_of_skirmishers_without_its_units_is_our_bug_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(skirmishers, "force_setup", lambda force, letter: SquadSetup())  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="units"):
        setups.build_setup("skirmishers")


def test_a_unit_of_open_fire_without_its_id_is_our_bug_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(openfire, "unit_setup", lambda module, row, id: UnitSetup())  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="id"):
        setups.build_setup("openfire")


PLACE = place_of(read_text("red: {}", "a file"))


@pytest.mark.parametrize(
    ("kind", "value", "told"),
    [
        (trooper.UnitSetup, {"ident": "A1"}, "there is no 'ident'"),
        (trooper.UnitSetup, {"name": "Ash"}, "'id' is missing"),
        (UnitSetup, {"id": "R1", "model": []}, "there is no 'model'"),
    ],
)
def test_a_key_that_a_reader_writes_wrong_is_our_bug_and_no_fault_of_the_file(
    kind: type[Any], value: dict[str, Any], told: str
) -> None:
    with pytest.raises(TypeError, match=told):
        typed(kind, value, PLACE)


def test_a_value_beyond_the_bounds_is_told_in_its_file() -> None:
    with pytest.raises(ContentError, match="name: 0 to 300 letters are wanted, not 301"):
        typed(trooper.UnitSetup, {"id": "A1", "name": 301 * "x"}, PLACE)


def test_every_scenario_makes_a_typed_setup() -> None:
    files = [
        (book, file)
        for book, pattern in product(TYPES, ["*.yaml"])
        for file in sorted((SCENARIOS / book).rglob(pattern))
    ]
    assert len(files) > 50
    for book, file in files:
        scenario = read_scenario(file)
        if not scenario.is_content:
            round_trip(book, scenario.setup)


def test_the_aims_of_a_scenario_lie_six_deep_and_no_deeper() -> None:
    def nested(lists: int) -> dict[str, Any]:
        value: Any = 1
        for _ in range(lists):
            value = [value]
        return {"side": "red", "if": {"all": value}}

    assert decode(trooper.WinSetup, nested(5)).side == "red"
    with pytest.raises(SetupError, match="at most 6 deep"):
        decode(trooper.WinSetup, nested(6))
