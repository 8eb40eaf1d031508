"""How screens offer options: the words and the places that all verbs share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from battlemat.kernel.questions import Choice, Pass
from battlemat.kernel.scene import Handle
from battlemat.kernel.verbs import Verb, passing
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.screen.drawing import centre, cite
from battlemat.rulebooks.skirm.state.battle import Battle


def offer(
    battle: Battle,
    choice: Choice,
    text: str,
    group: str,
    *,
    unit: int | None = None,
    target: int | None = None,
    square: int | None = None,
    cost: str = "",
    harms: bool = False,
) -> Handle:
    """A handle: of a unit, at another or at a square, with the way there where it has one.

    Its label is the answer in words, which its verb tells.
    """
    board = battle.field.board
    made = Handle(text, "", group, because=cite(battle, choice.because), cost=cost)
    made.harms = harms
    if unit is not None:
        made.piece = battle.units[unit].id
    if target is not None:
        made.target = battle.units[target].id
    if square is not None:
        made.at, made.place = centre(board, square), board.name(square)
        if unit is not None and battle.units[unit].square >= 0:
            made.path = [centre(board, battle.units[unit].square), made.at]
    return made


def act_cost(battle: Battle, choice: Choice, price: int | None) -> str:
    """What an action would take of ACT and of orders; nothing where it is not paid for."""
    return coins(battle, price) if choice.kind == "action" else ""


def coins(battle: Battle, price: int | None) -> str:
    """A price in ACT, and in orders where ACT do not suffice."""
    if price is None:
        return ""
    act = min(price, battle.act_left)
    orders = price - act
    if not act or not orders:
        return orders_cost(orders) if orders else say("{act} ACT", act=act) if act else ""
    return say("{act} ACT + {orders} TO", act=act, orders=orders)


def orders_cost(orders: int) -> str:
    """A price in orders alone."""
    return say("{orders, plural, one {# order} other {# orders}}", orders=orders)


def declining(because: str, tells: str = "Pass") -> Verb[Battle, Any, Pass]:
    """The verb that declines a window, told so that one knows what is declined."""

    def handle(battle: Battle, choice: Choice, _option: Pass) -> Handle:
        return offer(battle, choice, "pass", say("Pass"))

    return replace(passing(because), handle=handle, tells=tells)
