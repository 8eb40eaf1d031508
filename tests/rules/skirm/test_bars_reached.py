"""Bars speak by all their branches: answers that no list would offer, by the clause they meet.

A lister never comes by most of what a bar refuses. Here anything that the forms can say is typed in
the thick of a fight, and the clauses that refuse it are gathered: a branch that is lost, or turned
round, is missing among them.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from battlemat.boards.squares import Board
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.questions import Choice
from rules.skirm.table import EDITIONS, Table, blade, foe, gun, skill, unit

SEEDS, DECISIONS, TYPED = 4, 30, 60


def fight(edition: str) -> Table:
    """Four against four, some Downed, on ground with mud, rock and a door."""
    third = edition == "skirm3"
    arms = [gun("rifle", "HVY"), gun("bomb", "XPL RG3 LIM"), blade()]
    cry = skill("cry", {"do": "attack", "type": "any"}, act=1)
    rule = "CTR CMD LP2" if third else ""
    state = "downed" if edition != "skirm2" else "standing"
    more: dict[str, Any] = {"weapons": arms, "skills": [cry], "act": 3, "hit": 4}
    red = {name: unit(rule, **more) for name in "ACE"} | {"G": unit(rule, state=state, **more)}
    blue = {name: foe(rule, **more) for name in "BDF"} | {"H": foe(rule, state=state, **more)}
    ground = Board.build(5, 5, doors=[(7, 12)], difficult=1 << 6, impassable=1 << 24)
    drawing = "A . B . .\nG E D . C\n. . . . .\nF . H . .\n. . . . ."
    return Table.parse(drawing, edition=edition, ground=ground, orders=(1, 1), **red, **blue)


def met(edition: str) -> set[str]:
    """The clauses that refuse what is typed in some fights."""
    found = set()
    for seed in range(SEEDS):
        game, chance = fight(edition).game, Random(f"{edition} {seed}")
        game.dice = SeededDice(f"bars {seed}")
        for _ in range(DECISIONS):
            choice = game.question
            if not isinstance(choice, Choice):
                break
            for _ in range(TYPED):
                option = choice.menu.sample(chance.randrange)
                refusal = choice.menu.refusal(option) if option is not None else None
                if refusal is not None:
                    assert refusal.because, option
                    found.add(refusal.because)
            game.answer(chance.choice(list(choice.listed)))
    return found


EVERYWHERE = """
    action.door action.payment activation.alternate activation.once card.skills combat.enemies
    combat.melee-target combat.weapon dice.order map.impassable
    move.allowance move.occupied orders.action weapon.explode-empty
    weapon.limited-ammo weapon.linear
"""
OWN = {
    "skirm1": "action.repeat action.to-only activation.downed combat.several los.downed "
    "orders.change weapon.heavy weapon.range combat.min-distance damage.out orders.reroll",
    "skirm2": "action.repeat combat.engaged",
    "skirm3": "action.recover combat.engaged damage.downed-actions move.crawl special.command "
    "special.counter weapon.chain-reaction combat.min-distance damage.out orders.reroll",
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_typed_answers_meet_the_clauses_of_the_bars(edition: str) -> None:
    assert met(edition) >= {*EVERYWHERE.split(), *OWN[edition].split()}
