"""The window between a roll and its use: free re-rolls, Tactical Orders, Parry.

First the roller takes free re-rolls in one batch, then spends orders die by die, seeing each
result before the next; then the window is closed. Dice keep their places. Whoever has both is asked
one question: an order that is spent first, or to keep the dice, declines what is free.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlemat.kernel.questions import PASS, Flow, roll
from battlemat.rulebooks.skirm.chapters.combat.rerolls import (
    FREE_OR_ORDER_CHAIN,
    FREE_OR_ORDER_CHANGE,
    FREE_OR_ORDER_REROLL,
    FREE_REROLL,
    NO_FREE,
    ORDER_CHANGE,
    ORDER_REROLL,
    PARRY,
    Change,
    Dice,
    Free,
    Hand,
    Pay,
    Reroll,
)
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import PLAYERS, Battle


def window(
    battle: Battle,
    side: int,
    hand: Hand,
    *,
    because: str,
    free: Free = NO_FREE,
    free_because: str = "dice.free-batch",
) -> Flow[int]:
    """Let the roller of `hand` change it; returns how many dice were re-rolled for free."""
    taken, goes_on = 0, True
    if free and hand.distinct(None if free.spare else free.faces):
        asked = Dice(hand, free, free_because, *_beside(battle, side, free))
        option = yield from _first_offer(battle, side, asked)
        goes_on = option != PASS
        if option != PASS:
            taken = yield from _take_first(battle, side, asked, option, because)
    if goes_on:
        yield from _spend_orders(battle, side, hand, because)
    if open_to_all(battle):
        while (yield from _meddle(battle, 1 - side, side, hand, because)):
            if not (yield from _spend_orders(battle, side, hand, because)):
                break
    return taken


def open_to_all(battle: Battle) -> bool:
    """As the first two editions print it, an order re-rolls anybody's die."""
    edition = battle.edition
    return edition.orders_change and battle.field.readings.printed(f"{edition.name}.orders.reroll")


def has_orders(battle: Battle, side: int) -> bool:
    """Whether anybody could spend an order on a roll of a side."""
    orders = battle.orders
    return bool(orders[side] or (orders[1 - side] and open_to_all(battle)))


def _spend_orders(battle: Battle, side: int, hand: Hand, because: str) -> Flow[bool]:
    """The roller spends orders die by die; returns whether it spent any."""
    spent = False
    ask = ORDER_CHANGE if battle.edition.orders_change else ORDER_REROLL
    while battle.orders[side] > 0 and hand.distinct():
        option = yield from ask(PLAYERS[side], battle, Dice(hand, payer=side), about=hand.about())
        if option == PASS:
            break
        spent = True
        yield from _spend(battle, side, hand, option, because)
    return spent


def _meddle(battle: Battle, side: int, owner: int, hand: Hand, because: str) -> Flow[bool]:
    """The other side spends orders on the roller's dice, which the roller rolls again."""
    spent = False
    while battle.orders[side] > 0 and hand.distinct():
        asked = Dice(hand, payer=side, foreign=True)
        option = yield from ORDER_REROLL(PLAYERS[side], battle, asked, about=hand.about())
        if option == PASS:
            break
        spent = True
        battle.orders[side] -= 1
        battle.tell(
            events.OrderReroll, "orders.reroll", player=PLAYERS[side], orders=battle.orders[side]
        )
        yield from reroll(battle, owner, hand, option.dice, because)
    return spent


def _beside(battle: Battle, side: int, free: Free) -> tuple[int, bool]:
    """Who may spend orders where dice are free, and whether what is free may be kept for later."""
    chains = battle.edition.chains and free.spare > 0
    return (side, chains) if battle.orders[side] > 0 else (-1, False)


def _first_offer(battle: Battle, side: int, asked: Dice) -> Flow[Any]:
    """What is free, and beside it what an order could do: one question about one roll."""
    edition, ask, clause = battle.edition, FREE_REROLL, asked.because
    if asked.payer >= 0:
        early = FREE_OR_ORDER_CHAIN if edition.chains else FREE_OR_ORDER_CHANGE
        ask = early if edition.orders_change else FREE_OR_ORDER_REROLL
    return (yield from ask(PLAYERS[side], battle, asked, because=clause, about=asked.hand.about()))


def _take_first(
    battle: Battle, side: int, asked: Dice, option: Reroll | Pay | Change, because: str
) -> Flow[int]:
    """Do what was chosen first; returns how many dice were re-rolled for free."""
    if isinstance(option, Pay):
        option = Reroll((option.die,))
    elif isinstance(option, Reroll) and asked.is_free(option.dice):
        yield from reroll(battle, side, asked.hand, option.dice, because)
        return len(option.dice)
    yield from _spend(battle, side, asked.hand, option, because)
    return 0


def _spend(
    battle: Battle, side: int, hand: Hand, option: Reroll | Change, because: str
) -> Flow[None]:
    battle.orders[side] -= 1
    if isinstance(option, Change):
        hand.faces[option.die] += option.by
        battle.tell(
            events.Change,
            "orders.change",
            player=PLAYERS[side],
            face=hand.faces[option.die] - option.by,
            new=hand.faces[option.die],
            orders=battle.orders[side],
        )
    else:
        battle.tell(
            events.OrderReroll, "orders.reroll", player=PLAYERS[side], orders=battle.orders[side]
        )
        yield from reroll(battle, side, hand, option.dice, because)


def reroll(battle: Battle, side: int, hand: Hand, dice: Sequence[int], because: str) -> Flow[None]:
    """Roll the named dice again together; they keep their places and are final."""
    old = [hand.faces[index] for index in dice]
    faces = yield from roll(PLAYERS[side], len(dice), 6, because=because, alike=hand.alike)
    for index, face in zip(dice, faces, strict=True):
        hand.faces[index] = face
        hand.final[index] = True
    battle.tell(
        events.Reroll,
        ("dice.reroll-choose", "dice.reroll-once", "dice.order"),
        player=PLAYERS[side],
        old=" ".join(map(str, old)),
        new=" ".join(map(str, faces)),
    )


def parry(battle: Battle, side: int, attacker_side: int, hand: Hand, because: str) -> Flow[None]:
    """Let the target have one attack die re-rolled that the attacker has not re-rolled."""
    if not hand.distinct():
        return
    asked = Dice(hand, because="special.parry", foreign=True)
    option = yield from PARRY(PLAYERS[side], battle, asked, about=hand.about())
    if option != PASS:
        yield from reroll(battle, attacker_side, hand, option.dice, because)


def plain_roll(
    battle: Battle,
    side: int,
    count: int,
    need: int,
    purpose: str,
    *,
    because: str,
    free: Free = NO_FREE,
    free_because: str = "dice.free-batch",
) -> Flow[list[int]]:
    """A roll that wants `need` or less, where 1 and 6 mean nothing special; with its window."""
    wins = frozenset(range(1, need + 1))
    losses = tuple(range(max(need, 0) + 1, 7))
    alike = tuple(group for group in (tuple(sorted(wins)), losses) if group)
    faces = yield from roll(PLAYERS[side], count, 6, because=because, alike=alike)
    hand = Hand(faces, purpose, wins, alike)
    yield from window(battle, side, hand, because=because, free=free, free_because=free_because)
    return hand.faces
