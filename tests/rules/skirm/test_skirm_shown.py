"""What rulers and previews show is what happens: held against whole games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.packs.skirm import setups as skirm
from battlemat.rulebooks.skirm.chapters.combat.attacks import Melee, Shoot
from battlemat.rulebooks.skirm.chapters.combat.targets import melee_weapons, ranged_weapons
from battlemat.rulebooks.skirm.chapters.movement import move_squares
from battlemat.rulebooks.skirm.chapters.moves import Move
from battlemat.rulebooks.skirm.chapters.prices import can_pay, price
from battlemat.rulebooks.skirm.state.battle import STANDING, Battle, Unit
from rules.skirm.table import BOOKS, EDITIONS

FIELDS = {
    "skirm1": ("secure", "border-keep", "iron-oath", "twilight-watch"),
    "skirm2": ("recon", "cold-hulk", "gate-crashers", "red-harvest"),
    "skirm3": ("secure", "relay-yard", "tolands-line", "breach-team"),
}


def game(edition: str) -> Game[Battle]:
    mission, ground, red, blue = FIELDS[edition]
    setup = skirm.build_setup(edition, mission=mission, map=ground, red=red, blue=blue)
    return Game(BOOKS[edition], setup, dice=SeededDice(f"shown {edition}"))


def told(playing: Game[Battle], start: str, end: str) -> dict[str, Any]:
    reading = playing.rulebook.measure(playing.battle, start, end)
    return {fact.name: fact.value for fact in reading.facts}


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_ruler_says_is_what_is_offered(edition: str) -> None:
    playing, chance = game(edition), Random(edition)
    compared = 0
    while isinstance(question := playing.question, Choice):
        battle = playing.battle
        unit = battle.units[battle.active]
        listed = list(question.listed)
        if question.kind == "action" and unit.state != STANDING:
            for foe in list(battle.side(1 - unit.side)):  # the Downed attack nobody
                facts = told(playing, unit.id, foe.id)
                assert facts.get("target") != "valid"
                assert facts.get("melee") != "yes"
        if question.kind == "action" and unit.state == STANDING:
            for foe in list(battle.side(1 - unit.side)):
                facts = told(playing, unit.id, foe.id)
                compared += _hold_target(battle, unit, foe, facts, listed)
            square = chance.randrange(battle.field.board.size)
            if not battle.occupied >> square & 1:
                facts = told(playing, unit.id, battle.field.board.name(square))
                _hold_move(battle, unit, square, facts["move"], listed)
        playing.answer(chance.choice(listed))
    assert compared > 20


def _hold_target(
    battle: Battle, unit: Unit, foe: Unit, facts: dict[str, Any], listed: list[Any]
) -> int:
    """A target is valid if and only if a shot at it is offered; a melee alike."""
    aimed = [option for option in listed if isinstance(option, (Shoot, Melee))]
    offered = {option.verb for option in aimed if option.target == foe.index}
    guns = ranged_weapons(unit)
    if not guns:
        assert facts.get("target") != "valid"
    if not melee_weapons(unit):
        assert facts.get("melee") != "yes"
    if guns and all(can_pay(battle, unit.side, price(battle, "shoot", 1, gun)) for gun in guns):
        assert (facts["target"] == "valid") == ("shoot" in offered)
    blades = melee_weapons(unit)
    if blades and all(can_pay(battle, unit.side, price(battle, "melee", 1, b)) for b in blades):
        assert (facts.get("melee") == "yes") == ("melee" in offered)
    return len(guns)


def _hold_move(battle: Battle, unit: Unit, square: int, cost: int | str, listed: list[Any]) -> None:
    """A Move to a square is offered if and only if its way costs no more than a Move goes."""
    if can_pay(battle, unit.side, price(battle, "move", 1)):
        near = isinstance(cost, int) and cost <= move_squares(battle, unit)
        assert near == (Move(unit.index, square) in listed)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_ghost_is_where_its_unit_then_stands(edition: str) -> None:
    playing, chance = game(edition), Random(edition)
    compared = 0
    while isinstance(question := playing.question, Choice):
        option = chance.choice(list(question.listed))
        shapes = playing.rulebook.preview(playing.battle, question, option)
        ghosts = [shape for shape in shapes if shape.kind == "ghost"]
        playing.answer(option)
        for ghost in ghosts:
            x, y = ghost.points[0]
            unit = next(one for one in playing.battle.units if one.id == ghost.label)
            if unit.square >= 0:  # it was not pushed off a roof to its end
                assert playing.battle.field.board.xy(unit.square) == (int(x), int(y))
                compared += 1
    assert compared > 20
