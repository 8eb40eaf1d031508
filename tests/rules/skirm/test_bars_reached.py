"""Bars speak by all their branches: answers that no list would offer, by the clause they meet.

A lister never comes by most of what a bar refuses. Here anything that the forms can say is typed in
the thick of a fight, and the clauses that refuse each verb are gathered: a branch that is lost, or
turned round, is missing among them.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from battlemat.boards.squares import Board
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.questions import Choice
from battlemat.kernel.verbs import Menu
from rules.skirm.table import EDITIONS, Table, blade, foe, gun, lay_out, skill, unit

SEEDS, DECISIONS, TYPED = 12, 30, 60


def fight(edition: str, *, losses: bool = False) -> Table:
    """Four against four, some Downed, on ground with mud, rock and a door; and two that are Out."""
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
    *_, placed = lay_out(drawing, red | blue)
    if losses:
        placed |= {"I": unit(rule, at=None, **more), "J": foe(rule, at=None, **more)}
    return Table.on(ground, edition=edition, orders=(1, 1), **placed)


REFUSED = {
    "skirm1": {
        "activate": "activation.alternate activation.downed activation.once damage.out",
        "blast": "action.repeat activation.alternate activation.downed card.skills "
        "combat.min-distance combat.weapon weapon.explode-empty weapon.heavy "
        "weapon.limited-ammo weapon.linear weapon.range",
        "change": "dice.order orders.change",
        "dash": "action.payment action.repeat activation.alternate activation.downed "
        "map.impassable move.allowance move.occupied",
        "door": "action.door action.payment action.repeat activation.alternate "
        "activation.downed activation.sentry-kinds",
        "end": "activation.alternate",
        "melee": "action.payment action.repeat activation.alternate card.skills "
        "combat.enemies combat.melee-target combat.several combat.weapon damage.out",
        "move": "action.payment action.repeat activation.alternate activation.downed "
        "activation.sentry-kinds map.impassable move.allowance move.occupied",
        "order": "activation.alternate orders.action",
        "reroll": "dice.order orders.reroll",
        "revive": "action.revive action.to-only activation.alternate",
        "shoot": "action.payment action.repeat activation.alternate activation.downed "
        "card.skills combat.enemies combat.min-distance combat.several "
        "combat.weapon damage.out los.downed weapon.heavy weapon.limited-ammo "
        "weapon.linear",
        "skill": "action.payment action.repeat activation.alternate activation.downed "
        "activation.sentry-kinds card.skills",
    },
    "skirm2": {
        "activate": "activation.alternate activation.once damage.out",
        "blast": "action.payment action.repeat activation.alternate card.skills "
        "combat.engaged combat.min-distance combat.weapon los.corners "
        "weapon.explode-empty weapon.heavy weapon.linear weapon.range",
        "change": "dice.order orders.change",
        "dash": "action.payment action.repeat activation.alternate map.impassable "
        "move.allowance move.difficult-dash move.occupied",
        "door": "action.door action.payment action.repeat activation.alternate",
        "end": "activation.alternate",
        "melee": "action.payment action.repeat activation.alternate card.skills "
        "combat.enemies combat.melee-target combat.several combat.weapon damage.out",
        "move": "action.payment action.repeat activation.alternate map.impassable "
        "move.allowance move.occupied",
        "order": "activation.alternate orders.action",
        "reroll": "dice.order orders.reroll",
        "shoot": "action.payment action.repeat activation.alternate card.skills "
        "combat.enemies combat.engaged combat.several combat.weapon damage.out "
        "los.corners weapon.limited-ammo weapon.linear",
        "skill": "action.payment action.repeat activation.alternate card.skills",
    },
    "skirm3": {
        "activate": "activation.alternate activation.once damage.out",
        "blast": "action.payment activation.alternate card.skills combat.engaged "
        "combat.weapon damage.downed-actions special.command weapon.explode-empty "
        "weapon.limited-ammo weapon.range",
        "command": "action.payment activation.alternate damage.downed-actions special.command",
        "crawl": "action.payment activation.alternate map.impassable move.allowance "
        "move.crawl move.occupied",
        "dash": "action.payment activation.alternate damage.downed-actions map.impassable "
        "move.allowance move.difficult-dash move.occupied special.command",
        "door": "action.door action.payment activation.alternate damage.downed-actions "
        "special.command",
        "end": "activation.alternate",
        "leap": "action.payment activation.alternate damage.downed-actions map.impassable "
        "move.allowance move.occupied",
        "melee": "action.payment activation.alternate card.skills combat.enemies "
        "combat.melee-target combat.weapon damage.downed-actions damage.out "
        "special.command special.counter weapon.chain-reaction",
        "move": "action.payment activation.alternate damage.downed-actions move.allowance "
        "move.occupied special.command",
        "order": "activation.alternate orders.action",
        "recover": "action.payment action.recover activation.alternate damage.downed-actions",
        "reroll": "dice.order orders.reroll",
        "shoot": "action.payment activation.alternate card.skills combat.enemies "
        "combat.engaged combat.weapon damage.downed-actions damage.out los.corners "
        "special.command weapon.chain-reaction weapon.limited-ammo weapon.linear "
        "weapon.range",
        "skill": "action.payment activation.alternate card.skills damage.downed-actions",
    },
}
"""By edition and verb."""


def met(edition: str) -> dict[str, set[str]]:
    """By verb, the clauses that refuse what is typed in some fights."""
    found: dict[str, set[str]] = {}
    for seed in range(SEEDS):
        game, chance = fight(edition, losses=True).game, Random(f"{edition} {seed}")
        game.dice = SeededDice(f"bars {seed}")
        for _ in range(DECISIONS):
            choice = game.question
            if not isinstance(choice, Choice):
                break
            menu = choice.menu
            assert isinstance(menu, Menu)
            for _ in range(TYPED):
                option = menu.sample(chance.randrange)
                refusal = None if option is None else menu.refusal(option)
                if option is not None and refusal is not None:
                    assert refusal.because, option
                    found.setdefault(menu.verbs.of(option).word, set()).add(refusal.because)
            game.answer(chance.choice(list(choice.listed)))
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_typed_answers_meet_the_clauses_of_the_bars_of_each_verb(edition: str) -> None:
    found = met(edition)
    for verb, clauses in REFUSED[edition].items():
        assert found[verb] >= set(clauses.split()), verb
