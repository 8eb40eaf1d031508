"""Who begins aboard whom, held to the same rule wherever it is said: army, mission, position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.errors import SetupError
from battlemat.kernel.game import Game
from battlemat.packs import checks
from battlemat.packs.problems import ContentError
from battlemat.packs.scenarios import read_scenario_text
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.battle import RESERVE
from packs.test_openfire_modules import MODULE
from rules.openfire.table import mission, model, setup, tank, unit

CARRIER = tank(special=["Vehicle", "Transport (4)"])
PASSENGERS = {
    "fits": ([model()] * 4, None),
    "too many": ([model()] * 5, "no room"),
    "Bulky": ([model(special=["Bulky"])], "Bulky"),
    "a vehicle": ([tank(special=["Vehicle"])], "too big"),
    "a transport": ([tank(special=["Vehicle", "Transport (2)"])], "too big"),
}


def plain(models: list[Any], **more: Any) -> dict[str, Any]:
    squads = [unit("R1", CARRIER), unit("R2", *models), unit("R3", *[model()] * 3)]
    return setup(squads, [unit("B1")], **more)


@pytest.mark.clause(
    "openfire.transport.who", "openfire.transport.capacity", "openfire.special.bulky"
)
@pytest.mark.parametrize("who", PASSENGERS)
@pytest.mark.parametrize("where", ["mission", "one of several missions", "position"])
def test_forbidden_and_too_many_passengers_are_refused_at_the_start(who: str, where: str) -> None:
    models, why = PASSENGERS[who]
    aboard = mission(rules={"start_aboard": {"R2": "R1"}})
    begun = plain(models, mission=aboard)
    if where == "one of several missions":
        begun = plain(models, missions=[mission(name="First", id="first"), aboard])
        del begun["mission"]
    elif where == "position":
        rows = {"R2": {"place": "aboard R1"}, "R1": {"place": "reserve"}}
        begun = plain(models, position={"units": rows})
    if why is None:
        OPENFIRE.start(begun)
        return
    with pytest.raises(SetupError, match=why):
        OPENFIRE.start(begun)


@pytest.mark.clause("openfire.transport.several-units")
def test_two_units_that_fit_alone_may_be_too_many_together() -> None:
    both = {"start_aboard": {"R2": "R1", "R3": "R1"}}
    OPENFIRE.start(plain([model()], mission=mission(rules=both)))
    with pytest.raises(SetupError, match="no room"):
        OPENFIRE.start(plain([model()] * 2, mission=mission(rules=both)))


def test_who_would_begin_aboard_in_another_mission_begins_in_reserve() -> None:
    aboard = mission(name="Aboard", id="aboard", rules={"start_aboard": {"R2": "R1"}})
    begun = plain([model()], missions=[aboard, mission(name="Afoot", id="afoot")])
    del begun["mission"]
    game = Game(OPENFIRE, begun, dice=SeededDice("aboard"))
    for _ in range(2):
        game.answer(game.read("mission afoot"))
    assert [one.place for one in game.battle.units] == [RESERVE] * 4


@pytest.mark.parametrize(
    ("unit_of_it", "why"),
    [
        ("{count: 5, place: aboard R1}", "5 models do not fit aboard R1, which carries 4"),
        ("{special: [Bulky], place: aboard R1}", "R2 is Bulky: it cannot be aboard R1"),
        ("{special: [Vehicle], place: aboard R1}", "too big to be carried"),
    ],
)
def test_a_scenario_tells_passengers_that_cannot_be(unit_of_it: str, why: str) -> None:
    text = f"""rulebook: openfire
red:
  R1: {{at: [10, 10], special: [Vehicle, Transport (4)]}}
  R2: {unit_of_it}
blue: {{B1: [20, 20]}}
"""
    with pytest.raises(ContentError) as told:
        read_scenario_text(text)
    assert any(why in str(problem) for problem in told.value.problems)


# ---------------------------------------------------------------------- files of armies

ARMY = "kind: army\nid: a\nrulebook: openfire\nmodule: hill.yaml\nname: A\nunits:\n"
LAW = "army_rules: {points: 50, units: [1, 4], limits: [{tag: core, least: 1}], unique: [cart]}"
assert LAW in MODULE
HILL = MODULE.replace(LAW, "army_rules: {points: 50}")
BULKY = HILL.replace("special: [Stubborn, Stealth (2)]", "special: [Bulky]")
ARMIES = {
    "all well": (HILL, ["{unit: cart, id: ride}", "{unit: squad, aboard: ride}"], []),
    "a vehicle": (
        HILL,
        ["{unit: cart, id: ride}", "{unit: cart, aboard: ride}"],
        ["units[2].aboard: 'cart' is too big to be carried"],
    ),
    "Bulky": (
        BULKY,
        ["{unit: cart, id: ride}", "{unit: squad, aboard: ride}"],
        ["units[2].aboard: 'squad' is Bulky"],
    ),
    "no transport": (
        HILL,
        ["{unit: squad, id: ride}", "{unit: squad, aboard: ride}"],
        ["units[2].aboard: 4 models do not fit aboard 'ride', which carries 0"],
    ),
    "one id twice": (
        HILL,
        ["{unit: cart, id: ride}", "{unit: squad, id: ride}"],
        ["units[2].id: 'ride' is the id of another unit already"],
    ),
    "one id for many": (
        HILL,
        ["{unit: cart, id: ride, count: 2}"],
        ["units[1].id: 'ride' is the id of another unit already"],
    ),
    "several at once": (
        HILL.replace("points: 50", "points: 15"),
        ["{unit: cart, id: ride}", "{unit: cart, id: ride}", "{unit: cart, aboard: ride}"],
        [
            "units[2].id: 'ride' is the id of another unit already",
            "units[3].aboard: 'cart' is too big to be carried",
            "costs 30 points, 15 are allowed",
        ],
    ),
}


@pytest.mark.clause("openfire.transport.who", "openfire.special.bulky")
@pytest.mark.parametrize("army", ARMIES)
def test_the_file_of_an_army_tells_passengers_and_ids_that_cannot_be(
    tmp_path: Path, army: str
) -> None:
    module, rows, wanted = ARMIES[army]
    (tmp_path / "hill.yaml").write_text(module, encoding="utf-8")
    file = tmp_path / "army.yaml"
    file.write_text(ARMY + "".join(f"  - {row}\n" for row in rows), encoding="utf-8")
    told = checks.check_file(file)
    assert len(told) == len(wanted), told
    for why in wanted:
        assert any(why in line for line in told), (why, told)
