"""What an attack would roll is told before it is chosen, whatever lets somebody attack."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.questions import Choice
from rules.skirm.table import EDITIONS, Table, blade, foe, gun, skill, unit

AIMED = skill("aimed", {"do": "attack", "type": "any", "roa": 2, "skill": 1}, act=1)
ATTACKS = ("shoot", "melee", "counter", "weapon")


def brawl(edition: str) -> Table:
    """Three against three, all of whom strike back and have a skill that attacks."""
    special = "CTR" if edition == "skirm3" else ""
    arms = [gun("rifle"), blade(), blade("flail", roa=3)]
    red = {name: unit(special, weapons=arms, skills=[AIMED], act=4, hit=9) for name in "ACE"}
    blue = {name: foe(special, weapons=arms, skills=[AIMED], act=4, hit=9) for name in "BDF"}
    drawing = "A B . .\n. D . C\n. . . .\nF . . E"
    return Table.parse(drawing, edition=edition, **red, **blue)


def told(table: Table, option: Any) -> dict[str, Any]:
    question = table.game.question
    assert isinstance(question, Choice)
    return dict(question.menu.numbers(option))


def kept_promises(table: Table, chance: Random) -> set[str]:
    """Fight on; the kinds of attack whose numbers were told before and rolled after."""
    kinds, promised = set(), {}
    for _ in range(120):
        question = table.game.question
        if not isinstance(question, Choice):
            break
        options: list[Any] = list(question.listed)
        attacks = [option for option in options if getattr(option, "verb", "") in ATTACKS]
        assert all(told(table, option) for option in attacks)
        option, known = chance.choice(attacks or options), len(table.told("attack"))
        if option in attacks:
            promised[table.battle.units[option.unit].id] = option.verb, told(table, option)
        table.game.answer(option)
        for made in table.told("attack")[known:]:
            verb, numbers = promised.pop(made["unit"], ("", {}))
            if verb:
                kinds.add(verb)
                assert (made["dice"], made["skill"]) == (numbers["dice"], numbers["need"])
    return kinds


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_attack_tells_its_numbers_before_it_is_chosen_and_keeps_them(edition: str) -> None:
    kinds: set[str] = set()
    for seed in range(4):
        table = brawl(edition)
        table.game.dice = SeededDice(f"numbers {edition} {seed}")
        kinds |= kept_promises(table, Random(f"{edition} {seed}"))
    own = {"skirm2": {"weapon"}, "skirm3": {"counter"}}
    assert kinds == {"shoot", "melee"} | own.get(edition, set())
