"""What an attack costs: its price, or what Heavy adds to a shot that a skill lets a unit fire."""

from __future__ import annotations

from typing import Protocol

from battlemat.kernel.questions import Choice, Option
from battlemat.rulebooks.skirm.chapters.asked import Acting
from battlemat.rulebooks.skirm.chapters.prices import Deed, can_pay, cost_of, heavy_extra, price
from battlemat.rulebooks.skirm.screen.handles import coins
from battlemat.rulebooks.skirm.state.battle import Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon


class _Attacking(Protocol):
    """An attack that may be chosen."""

    @property
    def unit(self) -> int: ...
    def deed(self, battle: Battle) -> Deed: ...


def can_fire(battle: Battle, asked: Acting, unit: Unit, weapon: Weapon) -> bool:
    """Whether a shot can be paid for."""
    if asked.paid:
        return can_pay(battle, unit.side, price(battle, "shoot", 1, weapon))
    extra = _extra(battle, asked, unit, weapon)
    return not extra or can_pay(battle, unit.side, asked.due + extra)


def attack_price(battle: Battle, asked: Acting, option: _Attacking) -> int | None:
    """What an attack costs now; None where nothing is paid."""
    deed = option.deed(battle)
    if asked.paid:
        return cost_of(battle, deed)
    if not deed.heavy_fire or deed.weapon is None:
        return None
    return _extra(battle, asked, battle.units[option.unit], deed.weapon) or None


def cost_words(battle: Battle, choice: Choice, option: Option) -> str:
    """What an attack costs, as buttons say it."""
    return coins(battle, choice.menu.price(option))


def _extra(battle: Battle, asked: Acting, unit: Unit, weapon: Weapon) -> int:
    """What a shot costs that a skill lets a unit fire."""
    return heavy_extra(battle, unit, weapon) if asked.moment == "attack" else 0
