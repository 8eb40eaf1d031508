"""How screens offer options: the words and the places that all verbs share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from battlemat.kernel.questions import Choice, Pass
from battlemat.kernel.scene import Handle
from battlemat.kernel.verbs import Verb, passing
from battlemat.rulebooks.skirm.screen.drawing import centre, cite
from battlemat.rulebooks.skirm.state.battle import Battle


def offer(
    battle: Battle,
    choice: Choice,
    text: str,
    group: str,
    label: str,
    *,
    unit: int | None = None,
    target: int | None = None,
    square: int | None = None,
    cost: str = "",
    harms: bool = False,
) -> Handle:
    """A handle: of a unit, at another or at a square, with the way there where it has one."""
    board = battle.field.board
    made = Handle(text, label, group, because=cite(battle, choice.because), cost=cost)
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
    with_act = min(price, battle.act_left)
    parts = [f"{with_act} ACT"] if with_act else []
    if price > with_act:
        parts.append(f"{price - with_act} TO")
    return " + ".join(parts)


def declining(because: str, label: str = "Pass") -> Verb[Battle, Any, Pass]:
    """The verb that declines a window, called so that one knows what is declined."""

    def handle(battle: Battle, choice: Choice, _option: Pass) -> Handle:
        return offer(battle, choice, "pass", "Pass", label)

    return replace(passing(because), handle=handle)
