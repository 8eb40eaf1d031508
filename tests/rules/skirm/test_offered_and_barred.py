"""What is offered and what the rule bars, held together in the thick of a fight.

Shipped battles seldom have three enemies in reach of a beam that explodes; here they always do.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.questions import Choice
from battlemat.rulebooks.skirm.chapters.combat.attacks import Shoot
from battlemat.rulebooks.skirm.rulebook import SKIRM3
from battlemat.testing.answers import (
    ALLOWED,
    REFUSED,
    check_listed,
    check_notation,
    check_typed,
)
from rules.skirm.table import EDITIONS, Table, blade, foe, gun, unit

BEAM = {"skirm1": "LIN", "skirm2": "LNR", "skirm3": "LNR"}
DECISIONS = 24
TYPED = 25


def brawl(edition: str) -> Table:
    """Three against three on a small map, with every kind of weapon."""
    beam, third = BEAM[edition], edition == "skirm3"
    guns = [
        gun("rifle", "LIM"),
        gun("beam", beam),
        gun("bomb", "XPL RG3"),
        gun("lance", f"{beam} XPL"),
    ]
    blades = [blade(), blade("flail", "CHN" if third else "CR2")]
    special = "CTR LP2 CMD SWF" if third else "TF2"
    shout: dict[str, Any] = {"orders": (2, 2), "edition": edition}
    red: dict[str, Any] = {
        name: unit(special, weapons=[*guns, *blades], act=4, hit=4) for name in ("A", "C", "E")
    }
    blue: dict[str, Any] = {
        name: foe(special, weapons=[*guns, *blades], act=4, hit=4) for name in ("B", "D", "F")
    }
    drawing = "A . B . .\n. . D . C\n. . . . .\nF . . . E"
    return Table.parse(drawing, **red, **blue, **shout)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_typed_answer_is_offered_or_its_like_or_it_is_barred_by_a_clause(
    edition: str, seed: int
) -> None:
    game, chance = brawl(edition).game, Random(f"{edition} {seed}")
    game.dice = SeededDice(f"brawl {seed}")
    tried = []
    for _ in range(DECISIONS):
        choice = game.question
        if not isinstance(choice, Choice):
            break
        check_listed(game, choice)
        check_notation(game, choice, chance.randrange)
        tried += [check_typed(game, choice, chance.randrange) for _ in range(TYPED)]
        game.answer(chance.choice(list(choice.listed)))
    assert {ALLOWED, REFUSED} <= set(tried)


def test_typed_attacks_are_drawn_with_no_one_and_two_units_beside_the_target() -> None:
    game, chance = brawl("skirm3").game, Random("others")
    form = SKIRM3.verbs.of(game.read("shoot A B rifle")).form
    drawn = [form.sample(game.battle, chance.randrange) for _ in range(60)]
    named = {len(option.others) for option in drawn if isinstance(option, Shoot)}
    assert named == {0, 1, 2}
