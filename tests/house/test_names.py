"""Clauses, switches and kinds that rules name exist; each check is tried on what it must refuse."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from battlemat.kernel.readings import Reading
from battlemat.packs.registry import find
from battlemat.rulebooks.skirmishers.state.switches import SWITCHES
from house.names import unknown_clauses, unknown_kinds, unknown_switches
from house.sources import Module, project, snippet

FAMILIES = {
    "skirm": ("skirm1", "skirm2", "skirm3"),
    "skirmishers": ("skirmishers",),
    "openfire": ("openfire",),
}
BOOKS = [find(name) for family in FAMILIES.values() for name in family]
QUESTIONS = {ask.kind for book in BOOKS for ask in book.asks}
EVENTS = {event.kind for book in BOOKS for event in book.events} | {Reading.kind}


def _known(family: str) -> Callable[[str], bool]:
    """Whether any book of a family has a clause, by its full name or without that of the book."""
    registers = [find(name).register for name in FAMILIES[family]]
    return lambda clause: any(register.find(clause) is not None for register in registers)


def _looks(family: str) -> re.Pattern[str]:
    """What looks like a clause of a family."""
    if family != "skirm":
        return re.compile(rf"{family}\.[a-z-]+(\.[a-z0-9-]+)+")
    clauses = [clause.id.split(".") for name in FAMILIES[family] for clause in find(name).register]
    sections = "|".join(sorted({parts[1] for parts in clauses}))
    return re.compile(rf"(skirm[123]\.)?({sections})\.[a-z0-9-]+")


def _modules(family: str) -> list[Module]:
    return [one for one in project() if one.name.startswith(f"battlemat.rulebooks.{family}.")]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_clause_that_a_rule_cites_exists(family: str) -> None:
    known, looks = _known(family), _looks(family)
    found = [one for module in _modules(family) for one in unknown_clauses(module, known, looks)]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'x = Verb(because="action.mvoe")',
        'refuse("acton.move")',
        'Refusal(say("no"), "action.mvoe")',
        'battle.tell(events.Move, ("action.move", "action.mvoe"), unit=1)',
        'refuse("action.move" if a else "action.mvoe")',
        'CLAUSE = "action.mvoe"',
    ],
)
def test_a_clause_that_does_not_exist_is_refused(line: str) -> None:
    module = snippet("battlemat.rulebooks.skirm.chapters.wrong", line)
    (told,) = unknown_clauses(module, _known("skirm"), _looks("skirm"))
    assert "there is no clause 'act" in told


def test_every_switch_that_is_asked_for_exists() -> None:
    found = [
        one for module in _modules("skirmishers") for one in unknown_switches(module, SWITCHES)
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'battle.on("vehicels")',
        'x = "vehicels" in battle.field.switches',
        'x = "vehicels" not in switches',
        'MOVE = Action(needs=("vehicels",))',
    ],
)
def test_a_switch_that_does_not_exist_is_refused(line: str) -> None:
    module = snippet("battlemat.rulebooks.skirmishers.chapters.wrong", line)
    (told,) = unknown_switches(module, SWITCHES)
    assert told.endswith("there is no switch 'vehicels'")


def test_every_kind_that_something_is_compared_with_exists() -> None:
    found = [one for module in project() for one in unknown_kinds(module, QUESTIONS, EVENTS)]
    assert found == []


@pytest.mark.parametrize(
    "line", ['x = choice.kind == "acton"', 'x = event.kind in ("moev",)', 'question.kind != "x"']
)
def test_a_kind_that_does_not_exist_is_refused(line: str) -> None:
    module = snippet("battlemat.players.wrong", line)
    assert len(unknown_kinds(module, QUESTIONS, EVENTS)) == 1
