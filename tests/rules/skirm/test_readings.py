"""Clauses with two readings: both in play, in the odds and in the log."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from battlemat.boards.squares import Board
from battlemat.kernel.errors import SetupError
from battlemat.kernel.odds import odds
from rules.skirm.table import BOOKS, Table, blade, foe, gun, setup_of, unit


def table(edition: str, drawing: str, readings: dict[str, str], **more: Any) -> Table:
    found = Table.parse(drawing, edition=edition, **more)
    return Table(edition, {**found.game.setup, "readings": readings})


def harm(playing: Table, answer: str) -> Fraction:
    """The chance that B loses HIT or goes."""
    counted = odds(playing.game, playing.game.read(answer))
    return counted.chance(lambda outcome: "B " in str(outcome))


@pytest.mark.clause("skirm2.melee.attacker-minus")
def test_as_printed_an_attacker_with_one_die_harms_nobody() -> None:
    knife = [blade(roa=1, skl=4, dam=3)]
    fight: dict[str, Any] = {"A": unit(weapons=knife), "B": foe(weapons=[gun()])}
    clause = "skirm2.melee.attacker-minus"
    assert harm(table("skirm2", "A B", {clause: "print"}, **fight), "melee A B blade") == 0
    assert harm(table("skirm2", "A B", {clause: "intent"}, **fight), "melee A B blade") > 0


@pytest.mark.clause("skirm2.combat.saves")
def test_as_printed_a_shot_is_saved_by_as_many_dice_as_were_rolled_whatever_hit() -> None:
    shot: dict[str, Any] = {"A": unit(weapons=[gun(roa=3, skl=3, dam=1)]), "B": foe(arm=4)}
    clause = "skirm2.combat.saves"
    printed = harm(table("skirm2", "A . . B", {clause: "print"}, **shot), "shoot A B rifle")
    meant = harm(table("skirm2", "A . . B", {clause: "intent"}, **shot), "shoot A B rifle")
    assert meant < printed  # three Save dice, also where fewer hit
    playing = table("skirm2", "A . . B", {clause: "print"}, **shot)
    playing.play("shoot A B rifle", dice="366 662")
    assert playing.rolls == ["red 3 combat.strike", "blue 3 combat.saves"]
    assert playing["B"].hit == 1  # one hit, two failed Saves


@pytest.mark.clause("skirm2.combat.saves", "skirm2.weapon.armor-piercing")
def test_as_printed_what_cannot_be_saved_takes_no_die() -> None:
    clause = {"skirm2.combat.saves": "print"}
    red = unit(weapons=[gun(roa=3, skl=3, dam=1, special="AP1")])
    playing = table("skirm2", "A . . B", clause, A=red, B=foe(arm=4, hit=4))
    playing.play("shoot A B rifle", dice="366 26")
    assert playing["B"].hit == 2  # one that cannot be saved, and one of two Saves failed


@pytest.mark.parametrize("edition", ["skirm1", "skirm2", "skirm3"])
def test_the_log_begins_with_the_readings_that_were_chosen(edition: str) -> None:
    known = BOOKS[edition].readings
    setup = setup_of(edition, Board.build(4, 4), {"A": unit(), "B": foe()}, {})
    chosen = {one.clause: "print" for one in known}
    playing = Table(edition, {**setup, "readings": chosen}, dice="12")
    told = {facts["clause"]: facts["how"] for facts in playing.told("reading")}
    assert told == dict.fromkeys(chosen, "as printed")
    assert Table(edition, setup, dice="12").told("reading") == []  # a setup from before


def test_a_reading_that_is_none_is_told() -> None:
    setup = setup_of("skirm2", Board.build(4, 4), {"A": unit(), "B": foe()}, {})
    with pytest.raises(SetupError, match="has no two readings"):
        BOOKS["skirm2"].start({**setup, "readings": {"skirm2.combat.strike": "print"}})
