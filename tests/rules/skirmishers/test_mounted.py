"""Mounted weapons of every kind, along every mounting: offered, barred, read and refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.packs import checks
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.battle import Battle
from battlemat.rulebooks.skirmishers.state.vehicles import MOUNTINGS
from battlemat.rulebooks.skirmishers.state.weapons import BOOK, CREW, GUN, LAUNCHER
from battlemat.testing.answers import check_listed, check_notation, check_typed
from battlemat.testing.bias import Bias, Leaned, play_biased
from rules.skirmishers.table import Table, foe, ground, setup_of, trooper

ON: dict[str, Any] = {"switches": ("vehicles",)}
LEANS = Bias(
    {"gun": 9, "launch": 20, "drive": 20, "forward": 30, "mode": 30}
    | dict.fromkeys(("end", "laydown", "crash", "weapon", "dismount", "gunarc"), 1)
)
CAR = {"vehicle": "assault", "engine": "on"}


def battery(side: str, front: str, direction: int, *weapons: str, **card: Any) -> dict[str, Any]:
    unit = CAR | {"front": front, "direction": direction, "weapons": list(weapons)} | card
    return trooper(None, side=side, **unit)


def crossfire() -> dict[str, Any]:
    """Two armed cars that meet on open ground, with riders and two men on foot."""
    red = ("rifle", "rocket-launcher", "laser-smg")
    blue = ("flamethrower", "light-machine-gun", "auto-pistol")
    units = {
        "V": battery("red", "d3", 1, *red, mounts=["forward", "right", "rear"]),
        "A": trooper(None, rides="V", secondary="pistol"),
        "A2": trooper((2, 6)),
        "W": battery("blue", "o5", 4, *blue, mounts=["forward", "forward", "left"]),
        "B": foe(None, rides="W", secondary="pistol"),
        "B2": foe((9, 1)),
    }
    return setup_of(ground(20, 9), units, scenario={"rounds": 4}, **ON)


@pytest.mark.clause("skirmishers.vehicle.ammo", "skirmishers.vehicle.mounted-arc")
def test_what_is_offered_of_mounted_weapons_and_what_is_allowed_agree() -> None:
    luck = random.Random(1)

    def look(game: Game[Battle], question: Choice) -> None:
        check_listed(game, question)
        check_notation(game, question, luck.randrange)
        check_typed(game, question, luck.randrange)

    found = Leaned()
    for seed in range(5):
        play_biased(SKIRMISHERS, crossfire(), f"{seed}", LEANS, looked_at=look, into=found)
    assert min(found.verbs[verb] for verb in ("gun", "launch", "gunarc")) > 1, found.verbs


@pytest.mark.clause("skirmishers.vehicle.mounted-arc")
@pytest.mark.parametrize("direction", range(1, 7))
@pytest.mark.parametrize("mount", MOUNTINGS)
def test_a_mounting_turns_with_its_vehicle(mount: str, direction: int) -> None:
    car = battery("red", "j5", direction, "rifle", mounts=[mount])
    table = Table.on(
        ground(20, 9), V=car, A=trooper(None, rides="V"), B=foe((9, 8)), active="A", **ON
    )
    table.play("gunarc A 1")
    heading = (2 * direction - 2 + MOUNTINGS[mount]) % 12
    arc = {"weapon": "rifle", "degrees": 30, "heading": heading, "shots": 1}
    assert table["V"]["arcs"] == [arc]


@pytest.mark.clause("skirmishers.vehicle.ammo")
def test_every_weapon_that_shoots_can_be_mounted_and_no_other() -> None:
    for weapon in BOOK:
        setup = setup_of(
            ground(),
            {"V": battery("red", "d3", 1, weapon.id), "A": trooper(None, rides="V"), "B": foe()},
            **ON,
        )
        if weapon.kind in (GUN, CREW, LAUNCHER) and weapon.slot != "suit":
            car = next(unit for unit in SKIRMISHERS.start(setup).units if unit.id == "V")
            assert (car.carries[0], car.ammo[0]) == (BOOK.index(weapon), weapon.ammo)
        else:
            with pytest.raises(SetupError, match=f"no vehicle has a box for {weapon.id}"):
                SKIRMISHERS.start(setup)


FORCE = """\
id: riders
rulebook: skirmishers
name: Riders
units:
  - key: car
    vehicle: assault
    weapons: [rifle, {weapon: rocket-launcher, mount: left, ammo: 3}]
  - {name: Ash, primary: smg, rides: car}
"""


@pytest.mark.clause("skirmishers.vehicle.ammo")
@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        ("mount: left", "mount: lift", "weapons[2].mount: 'lift' is not known here; did you mean"),
        ("ammo: 3", "ammo: 0", "weapons[2].ammo: "),
        ("rifle, {", "sword, {", "weapons[1]: 'sword' is no mounted weapon"),
        ("[rifle, ", "[suit-heavy-laser, ", "weapons[1]: 'suit-heavy-laser' is no mounted weapon"),
        ("weapon: rocket-launcher", "weapon: rifle", "weapons[2].ammo: rifle never runs out of"),
        ("mount: left", "mounted: left", "weapons[2].mounted: this key is not known here"),
    ],
)
def test_a_mounting_that_cannot_be_is_told_with_its_line(
    right: str, wrong: str, line: str, tmp_path: Any
) -> None:
    file = tmp_path / "riders.yaml"
    file.write_text(FORCE, encoding="utf-8")
    assert checks.check_file(file) == []
    file.write_text(FORCE.replace(right, wrong, 1), encoding="utf-8")
    (told,) = checks.check_file(file)
    assert f"line 7, units[1].{line}" in str(told)
