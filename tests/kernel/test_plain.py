"""Setups as typed values: what is wrong with one is told with its place and what would be right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest

from battlemat.kernel.errors import KeyFault, SetupError
from battlemat.kernel.plain import Always, Check, Key, Length, Range, decode, encode


def _no_walls(value: str) -> str | None:
    return "a map needs no wall here" if "#" in value else None


@dataclass(frozen=True, slots=True)
class Card:
    id: Annotated[str, Length(1, 8)]
    arm: Annotated[int, Range(1, 6)]
    kind: Literal["agent", "drone"] = "agent"
    special: Annotated[tuple[str, ...], Length(0, 2)] = ()
    from_: Annotated[str, Key("from")] = ""


@dataclass(frozen=True, slots=True)
class Setup:
    map: Annotated[str, Check(_no_walls)]
    squads: dict[str, tuple[Card, ...]]
    pace: Annotated[float, Range(0, 2)] | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    round: Annotated[int, Range(1, 9), Always()] = 1
    spent: int = 0


GOOD: dict[str, Any] = {
    "map": "...",
    "squads": {"red": [{"id": "R1", "arm": 4, "special": ["LD1"], "from": "north"}]},
}


def test_a_setup_is_read_whole_and_written_back() -> None:
    setup = decode(Setup, GOOD)
    assert setup.squads["red"][0] == Card("R1", 4, special=("LD1",), from_="north")
    assert setup.pace is None
    assert encode(setup) == GOOD


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("arm", 10**12, "squads.red.1.arm: 1 to 6 is wanted, not 1000000000000"),
        ("arm", "4", "squads.red.1.arm: a whole number is wanted, not '4'"),
        ("arm", True, "squads.red.1.arm: a whole number is wanted, not True"),
        ("id", "", "squads.red.1.id: 1 to 8 letters are wanted, not 0"),
        ("id", None, "squads.red.1.id: a text is wanted, not None"),
        ("kind", "agnet", "squads.red.1.kind: one of agent, drone is wanted"),
        ("kind", "agnet", "did you mean 'agent'?"),
        ("special", ["A", "B", "C"], "squads.red.1.special: 0 to 2 entries are wanted, not 3"),
        ("special", "LD1", "squads.red.1.special: a list is wanted, not 'LD1'"),
        ("amr", 4, "squads.red.1: there is no 'amr' here; did you mean 'arm'?"),
    ],
)
def test_a_wrong_value_is_told_with_its_place(path: str, value: Any, told: str) -> None:
    card = {**GOOD["squads"]["red"][0], path: value}
    with pytest.raises(SetupError) as error:
        decode(Setup, {**GOOD, "squads": {"red": [card]}})
    assert told in str(error.value)


def test_a_missing_part_is_named() -> None:
    with pytest.raises(SetupError, match=r"squads\.red\.1: 'arm' is missing"):
        decode(Setup, {**GOOD, "squads": {"red": [{"id": "R1"}]}})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "1", 3])
def test_numbers_are_finite_and_bounded(value: Any) -> None:
    with pytest.raises(SetupError, match="pace: "):
        decode(Setup, {**GOOD, "pace": value})


def test_a_further_check_says_what_it_found() -> None:
    with pytest.raises(SetupError, match="map: a map needs no wall here"):
        decode(Setup, {**GOOD, "map": "#"})


def test_what_is_always_written_is_written_at_its_default_too() -> None:
    assert encode(Turn()) == {"round": 1}
    assert decode(Turn, {}) == Turn()


@pytest.mark.parametrize("plain", [{"id": "A"}, {"id": "A", "arm": 1, "leg": 2}])
def test_a_wrong_key_is_told_from_a_wrong_value(plain: dict[str, Any]) -> None:
    with pytest.raises(KeyFault):
        decode(Card, plain)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"a": 1}, "a mapping"),
        ([4, 5], "a list"),
        ((), "a list"),
        ("x" * 39, "'" + "x" * 36 + "..."),
        (None, "None"),
    ],
)
@pytest.mark.parametrize("path", ["arm", "kind"])
def test_whatever_is_given_for_one_value_is_told_in_a_few_words(
    path: str, value: Any, words: str
) -> None:
    card = {**GOOD["squads"]["red"][0], path: value}
    with pytest.raises(SetupError) as error:
        decode(Setup, {**GOOD, "squads": {"red": [card]}})
    assert f"wanted, not {words}" in str(error.value)
