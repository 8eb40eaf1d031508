"""Short cuts against the statements of the rules that they stand for, in games played by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from battlemat.boards.plane import Base, Part, Plane, look, sees_all
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.players.random_player import RandomPlayer
from battlemat.rulebooks.openfire.chapters.attacks.attack import could_attack
from battlemat.rulebooks.openfire.chapters.attacks.declaration import Declaration, Group
from battlemat.rulebooks.openfire.chapters.measure import any_within, is_within
from battlemat.rulebooks.openfire.chapters.objectives import can_secure_at, secure_refusal
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from rules.openfire.table import Table, model, unit
from rules.openfire.test_openfire_contract import battle_of_everything

HEIGHTS, SIGHTS = (40, 100, 300, 300), ("solid", "sparse", "solid", "sparse")


def battles(seed: str) -> Iterator[Battle]:
    """The positions of a game played by chance."""
    game: Game[Any] = Game(OPENFIRE, battle_of_everything(), dice=SeededDice(seed))
    player = RandomPlayer(seed)
    while isinstance(game.question, Choice):
        game.answer(player.answer(game))
        yield game.battle


def test_who_is_said_to_be_seen_whole_is_seen_whole() -> None:
    dice, whole, hidden = random.Random(1), 0, 0
    base, long = Base.round(50, 120), Base.rectangle(200, 100, 150)
    for _ in range(60):
        corners = [(dice.randint(0, 900), dice.randint(0, 900)) for _ in range(4)]
        walls = [
            Part("wall", "barrier", [(x, y), (x + 90, y), (x + 80, y + 60)], height=h, sight=sight)
            for (x, y), h, sight in zip(corners, HEIGHTS, SIGHTS, strict=True)
        ]
        plane = Plane(1000, 1000, walls)
        for _ in range(12):
            spots = [(dice.randint(0, 1000), dice.randint(0, 1000)) for _ in range(2)]
            near = [(spots[1][0] + 10 * n, spots[1][1] + 30 * n) for n in range(dice.randint(1, 4))]
            viewer = plane.put(base, *spots[0])
            targets = [plane.put(dice.choice((base, long)), x, y, 30) for x, y in near]
            plain = not any(any(look(plane, viewer, one).obscured) for one in targets)
            if sees_all(plane, viewer, targets):
                whole += 1
                assert plain, (viewer, targets)
            hidden += not plain
    assert whole > 100
    assert hidden > 100


def test_nearness_to_any_of_some_is_nearness_to_one_of_them() -> None:
    found = set()
    for battle in battles("near"):
        bases = battle.bases()
        for stand in bases[:4]:
            others = [one for one in bases if one is not stand]
            for reach in (-1, 0, 100, 900):
                near = any(is_within(battle, stand, other, reach) for other in others)
                assert any_within(battle, stand, others, reach) == near
                found.add((reach, near))
    assert len(found) > 5


def test_an_objective_is_offered_where_nothing_speaks_against_securing_it() -> None:
    found = set()
    for battle in battles("secure"):
        for one in battle.on_table():
            for number in range(len(battle.mission.objectives)):
                legal = secure_refusal(battle, one, number) is None
                assert can_secure_at(battle, one, number) == legal
                found.add(legal)
    assert found == {True, False}


def alone(battle: Battle, attacker: Unit) -> Iterator[Group]:
    """Every attack of one model with one profile at one target."""
    for foe in battle.foes(attacker):
        for number in attacker.alive:
            for weapon in attacker.card.models[number].weapons:
                for profile in range(len(weapon.profiles)):
                    yield Group(foe.index, weapon.id, profile, (number,))


def test_a_unit_is_asked_to_attack_where_some_declaration_is_legal() -> None:
    found = set()
    for number, battle in enumerate(battles("attacks")):
        for twin in with_moves(battle) if number % 12 == 0 else ():
            for one in twin.on_table():
                declaration = Declaration(twin, one)
                legal = any(
                    isinstance(declaration.settle((group,), ()), list) for group in alone(twin, one)
                )
                assert could_attack(twin, one) == legal
                found.add((twin.moved, twin.advanced, legal))
    assert len(found) > 4


@pytest.mark.parametrize(("x", "still", "advanced"), [(1180, True, True), (1800, True, False)])
def test_after_an_advance_only_assault_weapons_reach(x: int, still: bool, advanced: bool) -> None:
    armed = model(weapons=["rifle", "knife"])
    table = Table([unit("R1", armed)], [unit("B1")], {"R1": (1000, 1000), "B1": (x, 1000)})
    assert could_attack(table.battle, table["R1"]) == still
    table.battle.moved = table.battle.advanced = True
    assert could_attack(table.battle, table["R1"]) == advanced


def with_moves(battle: Battle) -> Iterator[Battle]:
    """The same position after no move, a move, and an advance."""
    for moved, advanced in ((False, False), (True, False), (True, True)):
        twin = battle.copy()
        twin.moved, twin.advanced = moved, advanced
        yield twin
