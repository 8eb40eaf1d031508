"""Chapter "Actions": what an action costs, what counts as the same action, and how it is paid.

`price` is the only statement of prices.
"""

from __future__ import annotations

from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon


class Deed(NamedTuple):
    """What an action counts as (`action.same`), its ACT as listed, and the weapon it uses."""

    kind: str
    act: int = 1
    weapon: Weapon | None = None
    orders: int = 0  # what is paid in Tactical Orders takes no ACT

    @property
    def heavy_fire(self) -> bool:
        """Whether it fires a Heavy weapon, after which a Move costs more."""
        return self.kind == "shoot" and self.weapon is not None and self.weapon.heavy


def price(battle: Battle, kind: str, listed: int, weapon: Weapon | None = None) -> int | None:
    """The ACT that an action costs the active unit now; None if it may not be repeated."""
    if not battle.done:
        return listed
    done = battle.done.get(kind, 0)
    extra = 0
    if done and not _twice(battle, kind, done, weapon):
        if not battle.edition.repeats:
            return None
        extra = 1
    if weapon is not None and kind == "shoot":
        extra += heavy_extra(battle, battle.units[battle.active], weapon)
    if kind == "move" and "heavy" in battle.done:
        extra += 1  # `weapon.heavy-move`
    return listed + extra


def heavy_extra(battle: Battle, unit: Unit, weapon: Weapon) -> int:
    """`weapon.heavy`: what firing it costs more after a Move, whatever lets the unit fire it."""
    return int(weapon.heavy and unit.index == battle.active and "move" in battle.done)


def _twice(battle: Battle, kind: str, done: int, weapon: Weapon | None) -> bool:
    """Whether this is the second of two attacks that a Double rule lets pass."""
    if done != 1 or kind not in ("shoot", "melee"):
        return False
    powers = battle.units[battle.active].powers
    if f"{kind} twice" in battle.done:
        return True
    if kind == "shoot":
        return powers.shoot_twice or (weapon is not None and weapon.shoot_twice)
    return powers.melee_twice or (weapon is not None and weapon.melee_twice)


def cost_of(battle: Battle, deed: Deed) -> int | None:
    """What an action costs now: ACT, or the orders that it takes."""
    return deed.orders or price(battle, deed.kind, deed.act, deed.weapon)


def can_pay(battle: Battle, side: int, cost: int | None) -> bool:
    """With ACT, with orders, or with any mix."""
    return cost is not None and cost <= battle.act_left + battle.orders[side]


def unpaid(battle: Battle, side: int, deed: Deed) -> Refusal | None:
    """Why the active unit cannot have this action, as far as it is a matter of its price."""
    cost = cost_of(battle, deed)
    if cost is None:
        return refuse("action.repeat")
    return None if can_pay(battle, side, cost) else refuse("action.payment")


def settle(battle: Battle, unit: Unit, deed: Deed) -> None:
    """Pay for an action of the active unit and remember it."""
    if not deed.orders:
        pay(battle, unit, cost_of(battle, deed) or 0)
    note_done(battle, deed)


def pay(battle: Battle, unit: Unit, cost: int) -> None:
    """Take ACT first and orders, as many as it needs, for the rest."""
    with_act = min(cost, battle.act_left)
    battle.act_left -= with_act
    with_orders = cost - with_act
    battle.orders[unit.side] -= with_orders
    if battle.sink is not None and cost:
        because = ("action.payment", "orders.action") if with_orders else "action.budget"
        battle.tell(
            events.Pays,
            because,
            unit=unit.id,
            cost=cost,
            act=with_act,
            orders=with_orders,
            left=battle.act_left,
        )


def note_done(battle: Battle, deed: Deed) -> None:
    """Remember an action for repeat costs and surcharges (`weapon.heavy-dash`: a Dash has none)."""
    done, kind, weapon = battle.done, deed.kind, deed.weapon
    done[kind] = done.get(kind, 0) + 1
    if weapon is not None:
        if weapon.shoot_twice if kind == "shoot" else weapon.melee_twice:
            done[f"{kind} twice"] = 1
        if deed.heavy_fire:
            done["heavy"] = 1
