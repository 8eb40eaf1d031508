"""Which dice an offer takes up, and whether one of them suits as it lies."""

from __future__ import annotations

import pytest

from battlemat.kernel.questions import PASS, Choice
from battlemat.kernel.scene import Handle
from rules.skirm.table import Table, blade, foe, gun, unit


def offered(table: Table) -> dict[str, Handle]:
    """The handles of the window that stands, by the answers they give."""
    question = table.game.question
    assert isinstance(question, Choice)
    handles = {}
    for option in question.listed:
        if option != PASS:
            handles[table.game.write(option)] = question.menu.handle(question, option)
    return handles


def spoiling(table: Table) -> dict[str, bool]:
    return {text: made.spoils for text, made in offered(table).items()}


def ready(edition: str, many: int, orders: tuple[int, int]) -> Table:
    """Hits on 3 or less, whichever edition's card that comes from."""
    third = edition == "skirm3"
    rifle = gun(roa=many) if third else gun(roa=many, skl=3)
    red = unit(at=(0, 0), weapons=[rifle])
    if third:
        red = unit(at=(0, 0), weapons=[rifle], rsk=3)
    return Table.on(edition=edition, A=red, B=foe(at=(3, 0)), orders=orders)


def shot(edition: str, faces: str) -> Table:
    return ready(edition, len(faces), (2, 0)).play("shoot A B rifle", dice=faces)


def struck(faces: str) -> Table:
    red = unit(at=(0, 0), msk=3, weapons=[blade(roa=len(faces))])
    table = Table.on(A=red, B=foe("PAR", at=(1, 0)))
    return table.play("melee A B blade", dice=faces)


def test_whoever_rolled_puts_a_success_at_risk_and_a_failure_not() -> None:
    table = shot("skirm3", "26")
    assert spoiling(table) == {"reroll 1": True, "reroll 2": False}
    assert [made.dice for made in offered(table).values()] == [(0,), (1,)]


def test_whoever_parries_puts_a_failure_of_the_attacker_at_risk() -> None:
    table = struck("26")
    assert table.asks == "blue parry"
    assert spoiling(table) == {"reroll 1": False, "reroll 2": True}


@pytest.mark.parametrize("edition", ["skirm1", "skirm2"])
def test_an_order_on_dice_of_the_enemy_puts_his_failures_at_risk(edition: str) -> None:
    setup = ready(edition, 2, (0, 1)).game.setup
    table = Table(edition, {**setup, "readings": {f"{edition}.orders.reroll": "print"}})
    table.play("shoot A B rifle", dice="26")
    assert table.asks == "blue re-roll"
    assert spoiling(table) == {"reroll 1": False, "reroll 2": True}


@pytest.mark.parametrize("edition", ["skirm1", "skirm2"])
def test_a_change_puts_a_success_at_risk_only_where_it_ends_one(edition: str) -> None:
    changes = {
        text: spoils
        for text, spoils in spoiling(shot(edition, "236")).items()
        if text.startswith("change")
    }
    assert changes == {
        "change 1 -1": False,
        "change 1 +1": False,
        "change 2 -1": False,
        "change 2 +1": True,
        "change 3 -1": False,
    }


@pytest.mark.parametrize("edition", ["skirm1", "skirm2"])
def test_a_change_names_its_die(edition: str) -> None:
    dice = {text: made.dice for text, made in offered(shot(edition, "26")).items()}
    assert dice["change 2 -1"] == (1,)
    assert dice["reroll 1"] == (0,)


def test_several_dice_put_a_success_at_risk_where_one_of_them_is_one() -> None:
    red = unit(at=(0, 0), rsk=3, weapons=[gun(special="PRC", roa=3)])
    table = Table.on(A=red, B=foe(at=(3, 0))).play("shoot A B rifle", dice="266")
    risks = {made.dice: made.spoils for made in offered(table).values()}
    assert risks
    assert all(spoils == (0 in dice) for dice, spoils in risks.items())
    assert set(risks.values()) == {False, True}
