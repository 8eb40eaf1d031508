"""Forces with vehicles and power armor: what their seats and slots allow, told by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlemat.packs import checks

RIDERS = """\
id: riders
rulebook: skirmishers
name: Riders
units:
  - {key: bike, vehicle: scout}
  - {key: car, vehicle: assault}
  - {name: Ash, primary: smg, rides: bike}
  - {name: Birch, primary: smg, rides: car, seat: passenger}
  - {name: Cedar, suit: basic, primaries: [suit-machine-gun]}
"""


@pytest.mark.clause(
    "skirmishers.vehicle.passenger",
    "skirmishers.vehicle.standard-values",
    "skirmishers.power.slots",
    "skirmishers.power.no-grenades",
)
@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        (
            "vehicle: scout",
            "vehicle: scoot",
            "line 5, units[1].vehicle: 'scoot' is not known here; did you mean 'scout'?",
        ),
        (
            "rides: bike}",
            "rides: bik}",
            "line 7, units[3].rides: no vehicle of this force has the key 'bik'; did you mean "
            "'bike'?",
        ),
        (
            "rides: bike}",
            "rides: bike, seat: passenger}",
            "line 7, units[3].seat: 'bike' has no passenger seat; assault vehicles have one",
        ),
        (
            "rides: bike}",
            "rides: car, seat: passenger}",
            "line 8, units[4].seat: the passenger's seat of 'car' is taken",
        ),
        (
            "[suit-machine-gun]",
            "[rifle]",
            "line 9, units[5].primaries[1]: 'rifle' is no suit's primary weapon but a primary "
            "one; the choices are suit-machine-gun, suit-heavy-laser, suit-flamethrower, "
            "suit-anti-tank-missile",
        ),
        (
            "[suit-machine-gun]}",
            "[suit-machine-gun], grenades: {hand: 2}}",
            "line 9, units[5].grenades: a suit's pilot has no hand free for grenades",
        ),
        (
            "[suit-machine-gun]",
            "[suit-machine-gun, suit-heavy-laser]",
            "line 9, units[5]: ",
        ),
    ],
)
def test_vehicles_and_suits_carry_what_their_seats_and_slots_allow(
    tmp_path: Path, right: str, wrong: str, line: str
) -> None:
    file = tmp_path / "riders.yaml"
    file.write_text(RIDERS, encoding="utf-8")
    assert checks.check_file(file) == []
    assert RIDERS.count(right) == 1
    file.write_text(RIDERS.replace(right, wrong), encoding="utf-8")
    (found,) = checks.check_file(file)
    assert found.startswith(f"{file}, {line}")
