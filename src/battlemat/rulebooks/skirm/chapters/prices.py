"""Chapter "Actions": what an action costs, what counts as the same action, and how it is paid.

`price` is the only statement of prices.
"""

from __future__ import annotations

from battlemat.kernel.questions import Option
from battlemat.rulebooks.skirm.chapters.attacks import SHOTS
from battlemat.rulebooks.skirm.state.battle import Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon


def kind_of(battle: Battle, option: Option) -> str:
    """The action that an option is, as `action.same` counts them."""
    verb: str = option[0]
    if verb in SHOTS:
        return "shoot"
    if verb == "crawl":
        return "dash"
    if verb in ("pick", "drop") and not battle.edition.separate_drop:
        return "carry"
    if verb == "skill":
        return f"skill {option[2]}"
    if verb == "do":
        return f"do {option[2]}"
    return verb


def price(battle: Battle, kind: str, listed: int, weapon: Weapon | None = None) -> int | None:
    """The ACT that an action costs the active unit now; None if it may not be repeated."""
    done = battle.done.get(kind, 0)
    extra = 0
    if done and not _twice(battle, kind, done, weapon):
        if not battle.edition.repeats:
            return None
        extra = 1
    if weapon is not None and weapon.heavy and kind == "shoot" and "move" in battle.done:
        extra += 1  # `weapon.heavy`
    if kind == "move" and "heavy" in battle.done:
        extra += 1  # `weapon.heavy-move`
    return listed + extra


def _twice(battle: Battle, kind: str, done: int, weapon: Weapon | None) -> bool:
    """Whether this is the second of two attacks that a Double rule lets pass."""
    if done != 1 or kind not in ("shoot", "melee"):
        return False
    powers = battle.units[battle.active].powers
    moment = "shoot_twice" if kind == "shoot" else "melee_twice"
    first = f"{kind} twice" in battle.done
    return getattr(powers, moment) or first or (weapon is not None and getattr(weapon, moment))


def can_pay(battle: Battle, side: int, cost: int | None) -> bool:
    """With ACT, with orders, or with any mix (`action.payment`)."""
    return cost is not None and cost <= battle.act_left + battle.orders[side]


def pay(battle: Battle, unit: Unit, cost: int) -> None:
    """Take ACT first and orders, as many as it needs (`orders.any-number`), for the rest."""
    with_act = min(cost, battle.act_left)
    battle.act_left -= with_act
    with_orders = cost - with_act
    battle.orders[unit.side] -= with_orders
    if battle.sink is not None and cost:
        because = ("action.payment", "orders.action") if with_orders else "action.budget"
        battle.tell(
            "pays",
            because,
            unit=unit.id,
            cost=cost,
            act=with_act,
            orders=with_orders,
            left=battle.act_left,
        )


def note_done(battle: Battle, option: Option, kind: str) -> None:
    """Remember an action for repeat costs and surcharges (`weapon.heavy-dash`: a Dash has none)."""
    done = battle.done
    done[kind] = done.get(kind, 0) + 1
    if kind in ("shoot", "melee"):
        weapon = battle.units[option[1]].card.weapons[option[2]]
        if weapon.shoot_twice if kind == "shoot" else weapon.melee_twice:
            done[f"{kind} twice"] = 1
        if weapon.heavy and kind == "shoot":
            done["heavy"] = 1


def listed_price(battle: Battle, unit: Unit, option: Option) -> int:
    """The ACT cost as listed (`action.table`)."""
    verb = option[0]
    if verb == "leap":
        return 2
    if verb == "skill":
        return unit.card.skills[option[2]].act
    if verb == "do":
        return battle.mission.actions[option[2]].act
    return 1
