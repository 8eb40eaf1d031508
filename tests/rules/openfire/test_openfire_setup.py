"""Setups: every number has its bounds, and what is wrong is told with its path."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.kernel.plain import decode, encode
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.setup import OpenFireSetup
from rules.openfire.table import Table, model, unit
from rules.openfire.test_openfire_contract import battle_of_everything, small_battle

HUGE = 10**12


def _numbers(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every number in some plain values."""
    if isinstance(value, dict):
        return [found for key, item in value.items() for found in _numbers(item, (*path, key))]
    if isinstance(value, list):
        return [found for n, item in enumerate(value) for found in _numbers(item, (*path, n))]
    return [path] if isinstance(value, int) and not isinstance(value, bool) else []


def _with(setup: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = deepcopy(setup)
    at = changed
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return changed


@pytest.mark.parametrize("make", [battle_of_everything, small_battle])
@pytest.mark.parametrize("wrong", [HUGE, -HUGE])
def test_no_number_of_a_setup_may_be_huge(make: Any, wrong: int) -> None:
    setup = make()
    paths = _numbers(setup)
    assert len(paths) > 50
    for path in paths:
        with pytest.raises(SetupError):
            OPENFIRE.start(_with(setup, path, wrong))


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("weapons", "rifle", "att"), HUGE, "weapons.rifle.att: 1 to 20 is wanted"),
        (("weapons", "rifle", "at"), 1, "weapons.rifle: there is no 'at' here; did you mean 'att'"),
        (("armies",), [], "armies: a mapping is wanted"),
        (("board", "table"), [4800], "board.table: 2 entries are wanted"),
        (("mission", "objectives", 0, "kind"), "hold", "one of control, destroy, access"),
        (("readings",), {"openfire.special.fear": "both"}, "one of print, intent is wanted"),
    ],
)
def test_what_is_wrong_is_told_with_its_path(path: Any, value: Any, told: str) -> None:
    with pytest.raises(SetupError, match="(?s)" + told.replace("(", r"\(")):
        OPENFIRE.start(_with(battle_of_everything(), path, value))


def test_a_setup_is_written_and_read_back() -> None:
    for make in (battle_of_everything, small_battle):
        setup = decode(OpenFireSetup, make())
        assert decode(OpenFireSetup, encode(setup)) == setup


def test_a_position_may_name_the_leader_of_a_unit() -> None:
    places = {"R1": [(1000, 1000), (1000, 1150)], "B1": (4000, 4000)}
    named = Table([unit("R1", model(), model())], at=places, units={"R1": {"leader": 2}})
    assert named["R1"].leader == 1
    assert Table([unit("R1", model(), model())], at=places)["R1"].leader == 0
