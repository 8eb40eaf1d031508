"""All special rules of Skirm at once: each stands in the book under its title, and gives its own.

A rule whose flag is lost is printed on a card and does nothing; here no two do the same, and
only those do nothing that the book keeps for other things.
"""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.rulebooks.skirm.state.specials import (
    UNIT_RULES,
    WEAPON_RULES,
    UnitMoments,
    UnitRule,
    WeaponMoments,
    WeaponRule,
)
from rules.skirm.table import BOOKS, EDITIONS

QUIET = {"UNQ", "NEQ"}
"""They are about squads and their gear, not about what happens in a game."""
MOMENTS: dict[type, Any] = {UnitRule: UnitMoments, WeaponRule: WeaponMoments}


def rules(edition: str) -> list[tuple[str, Any]]:
    """The special rules of an edition by the code on its cards."""
    return [*UNIT_RULES[edition].items(), *WEAPON_RULES[edition].items()]


def given(rule: Any, number: int) -> dict[str, Any]:
    """What a rule gives beyond what everybody has, by its moment."""
    gives = rule.gives(number) if rule.numbered else rule.gives
    kind = MOMENTS[type(rule)]
    assert isinstance(gives, kind)
    found = {
        name: getattr(gives, name)
        for name in kind.__dataclass_fields__
        if getattr(gives, name) != getattr(kind(), name)
    }
    hooks = ("attack_rerolls", "save_rerolls", "auto_saves", "skill_against")
    return found | {hook: made for hook in hooks if (made := getattr(rule, hook, None))}


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_rule_stands_in_the_book_under_its_title(edition: str) -> None:
    clauses = BOOKS[edition].register.clauses
    for code, rule in rules(edition):
        head, _, name = rule.clause.partition(".")
        assert head == ("special" if isinstance(rule, UnitRule) else "weapon"), code
        assert name == rule.title.lower().replace(" ", "-"), code
        assert f"{edition}.{rule.clause}" in clauses, code


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_rule_gives_one_thing_of_its_own_as_large_as_its_number(edition: str) -> None:
    for table in (UNIT_RULES[edition], WEAPON_RULES[edition]):
        seen: dict[str, Any] = {}
        for code, rule in table.items():
            found = given(rule, 4)
            assert len(found) == (0 if code in QUIET else 1), code
            for moment, value in found.items():
                if rule.numbered:
                    assert value == 4, code
                elif not callable(value):
                    assert value == 1, code  # a flag, or one more
                else:
                    moment = f"{moment} {value.__name__}"
                assert seen.setdefault(moment, rule.title) == rule.title, code
