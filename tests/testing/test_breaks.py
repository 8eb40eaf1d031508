"""The contract is broken on purpose: whatever is left out of a copy or a key must be noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.rulebook import Rulebook
from battlemat.packs import library, registry, setups
from battlemat.testing import Observed, check, check_copy
from battlemat.testing.state import parts, slots
from example.standoff import TOY, ToyBattle

BOOKS = ("toy", "skirm3")
"""A small battle, and one that has parts. What all others declare is held to it field by field in
`test_declared_state`.
"""


class Seen:
    """What random games of a rulebook went through."""

    def __init__(self, name: str) -> None:
        self.battles: list[Any] = []
        self.observed: list[Observed] = []
        self.ends: list[tuple[Observed, Any]] = []
        rulebook: Rulebook[Any] = TOY if name == "toy" else registry.find(name)
        for setup in _setups(name):
            for number in range(3):
                self._play(rulebook, setup, f"break {number}")

    def _play(self, rulebook: Rulebook[Any], setup: Any, seed: str) -> None:
        game, stream = Game(rulebook, setup, dice=SeededDice(seed)), Stream(seed)
        observed = Observed(game.battle)
        while isinstance(question := game.question, Choice):
            game.answer(question.listed[stream.below(len(question.listed))])
            observed.note(game.battle)
            if len(game.answers) % 5 == 0:
                self.battles.append(game.battle.copy())
        self.battles.append(game.battle.copy())
        self.observed.append(observed)
        self.ends.append((observed, game.battle.copy()))

    def telling(self) -> list[str]:
        """The slots that a key must tell apart: all that are not said to follow from others."""
        battle = self.battles[0]
        whole = type(battle).__name__
        every = {f"{kind}.{slot}" for kind, _, part in parts(battle) for slot in slots(part)}
        derived = {name if "." in name else f"{whole}.{name}" for name in battle.derived}
        return sorted(every - derived - {f"{whole}.sink", f"{whole}.units"})


def _setups(name: str) -> list[Any]:
    """Battles in which everything happens that a rulebook has."""
    if name == "toy":
        return [{"tokens": 2}]
    missions = [mission.id for mission in library.missions(name)]
    chosen = [setups.build_setup(name, mission=mission) for mission in missions]
    return [*chosen, setups.build_setup(name, mission=missions[0], choose_mission="yes")]


_SEEN: dict[str, Seen] = {}


def seen(name: str) -> Seen:
    if name not in _SEEN:
        _SEEN[name] = Seen(name)
    return _SEEN[name]


def noticed(attempt: Callable[[], None], what: str) -> bool:
    try:
        attempt()
    except RuleBug as bug:
        return what in str(bug)
    return False


@contextmanager
def left_out_of_copy(kind: type, name: str) -> Iterator[None]:
    """`copy` as somebody wrote it who forgot one slot."""
    whole = kind.copy  # type: ignore[attr-defined]

    def copy(self: Any) -> Any:
        twin = whole(self)
        if hasattr(twin, name):
            delattr(twin, name)
        return twin

    kind.copy = copy  # type: ignore[attr-defined]
    try:
        yield
    finally:
        kind.copy = whole  # type: ignore[attr-defined]


@contextmanager
def left_out_of_key(whole: type, part: str, name: str) -> Iterator[None]:
    """`key` as somebody wrote it who forgot one slot of the battle or of its units."""
    right = whole.key  # type: ignore[attr-defined]
    fixed: list[Any] = []

    def key(self: Any) -> Any:
        held = [one for kind, _, one in parts(self) if kind == part]
        values = [getattr(one, name) for one in held]
        if not fixed:
            fixed.append(values[0])
        for one in held:
            setattr(one, name, fixed[0])
        try:
            return right(self)
        finally:
            for one, value in zip(held, values, strict=True):
                setattr(one, name, value)

    whole.key = key  # type: ignore[attr-defined]
    try:
        yield
    finally:
        whole.key = right  # type: ignore[attr-defined]


def kinds(battle: Any) -> dict[str, type]:
    return {kind: type(part) for kind, _, part in parts(battle)}


@pytest.mark.parametrize("name", BOOKS)
def test_each_slot_left_out_of_copy_is_noticed(name: str) -> None:
    battles = seen(name).battles
    missed = []
    assert len(kinds(battles[0])) == (1 if name == "toy" else 2)  # the battle and its units
    for kind, type_ in kinds(battles[0]).items():
        for slot in slots(battles[0] if kind == type(battles[0]).__name__ else _unit(battles[0])):
            if slot == "sink":
                continue
            with left_out_of_copy(type_, slot):
                if not any(_copy_is_faulty(battle) for battle in battles):
                    missed.append(f"{kind}.{slot}")
    assert missed == []


def _unit(battle: Any) -> Any:
    return next(part for kind, number, part in parts(battle) if part is not battle)


def _copy_is_faulty(battle: Any) -> bool:
    try:
        check_copy(battle)
    except (RuleBug, AttributeError):
        return True  # a rulebook that trips over the hole by itself has noticed too
    return False


@pytest.mark.parametrize("name", BOOKS)
def test_each_slot_left_out_of_the_key_is_noticed(name: str) -> None:
    went = seen(name)
    whole = type(went.battles[0])
    missed = []
    for slot in went.telling():
        part, _, field = slot.partition(".")
        with left_out_of_key(whole, part, field):
            if not any(
                noticed(lambda o=observed, b=battle: o.check_keys(b), slot)  # type: ignore[misc]
                for observed, battle in went.ends
            ):
                missed.append(slot)
    assert missed == []


@pytest.mark.parametrize("name", BOOKS)
def test_whole_games_are_seen_as_they_are_without_a_break(name: str) -> None:
    went = seen(name)
    for observed, battle in went.ends:
        observed.check_keys(battle)
    for battle in went.battles:
        check_copy(battle)


def test_a_copy_that_shares_a_list_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ToyBattle.copy

    def shares(self: ToyBattle) -> ToyBattle:
        twin = whole(self)
        twin.tokens = self.tokens
        return twin

    monkeypatch.setattr(ToyBattle, "copy", shares)
    with pytest.raises(RuleBug, match=r"shares ToyBattle\.tokens"):
        check(TOY, {"tokens": 2}, "shared")


def test_a_fork_that_goes_another_way_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ToyBattle.copy

    def forgets(self: ToyBattle) -> ToyBattle:
        twin = whole(self)
        twin.scores = [0, 0]
        return twin

    monkeypatch.setattr(ToyBattle, "copy", forgets)
    with pytest.raises(RuleBug, match=r"differs in ToyBattle\.scores"):
        check(TOY, {"tokens": 2}, "forgets", every=3)
