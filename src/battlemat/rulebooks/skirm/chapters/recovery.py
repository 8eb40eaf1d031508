"""Chapter "Basic actions": Recover, and the Revive of the first edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Part, Template
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.amounts import amount
from battlemat.rulebooks.skirm.chapters.asked import Acting, Action, actor_bar
from battlemat.rulebooks.skirm.chapters.combat.damage import stand_up
from battlemat.rulebooks.skirm.chapters.combat.rerolls import NO_FREE, Free
from battlemat.rulebooks.skirm.chapters.combat.sight import is_engaged
from battlemat.rulebooks.skirm.chapters.combat.windows import plain_roll
from battlemat.rulebooks.skirm.chapters.effects import revive
from battlemat.rulebooks.skirm.chapters.parts import UNIT, find_unit
from battlemat.rulebooks.skirm.chapters.prices import Deed, cost_of, unpaid
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.screen import previews
from battlemat.rulebooks.skirm.screen.handles import act_cost, offer, orders_cost
from battlemat.rulebooks.skirm.screen.naming import called, done_by
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import DOWNED, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.specials import ANY


class Recover(NamedTuple):
    """Try to stand up, or to help a Downed squadmate up: `recover R1`, `recover R1 R2`."""

    unit: int
    target: int
    verb: str = "recover"

    def deed(self, _battle: Battle) -> Deed:
        return _RECOVER


class Revive(NamedTuple):
    """First edition: bring a Downed squadmate back for 2 orders: `revive R1 R2`."""

    unit: int
    target: int
    verb: str = "revive"

    def deed(self, _battle: Battle) -> Deed:
        return _REVIVE


_RECOVER, _REVIVE = Deed("recover"), Deed("revive", orders=2)
REVIVE_ORDERS = _REVIVE.orders


def _price(battle: Battle, asked: Acting, _option: Recover) -> int | None:
    return cost_of(battle, _RECOVER) if asked.paid else None


# ---------------------------------------------------------------------- Recover


def _recoveries(battle: Battle, asked: Acting) -> Sequence[Recover]:
    """Whoever is Downed on the unit's side, itself included."""
    downed = battle.downed
    if not downed[0] and not downed[1]:
        return ()  # most often so, and quickly seen
    return [
        Recover(index, mate.index)
        for index in asked.units
        for mate in battle.in_squares(downed[battle.units[index].side])
    ]


def _recover_bar(battle: Battle, asked: Acting, option: Recover) -> Refusal | None:
    unit, other = battle.units[option.unit], battle.units[option.target]
    if option.unit not in asked.units:
        return refuse("activation.alternate")
    if asked.paid and (barred := unpaid(battle, unit.side, _RECOVER)):
        return barred
    if unit.state == DOWNED:
        return None if unit is other else refuse("damage.downed-actions")
    beside = battle.terrain.adjacent[unit.square] & battle.downed[unit.side]
    helped = other.square >= 0 and beside >> other.square & 1
    return None if helped else refuse("action.recover")


def _try_recover(battle: Battle, option: Recover) -> Flow[None]:
    """1d6 against the acting unit's own ARM; a success stands the Downed unit up."""
    unit, downed = battle.units[option.unit], battle.units[option.target]
    need = _armor_number(battle, unit)
    geared = unit.powers.rerolls_recover or unit.card.rerolls.get("recover")
    faces = yield from plain_roll(
        battle,
        unit.side,
        1,
        need,
        "recover",
        because="action.recover",
        free=Free(ANY) if geared else NO_FREE,
        free_because="special.tenacious",
    )
    won = faces[0] <= need
    battle.tell(
        events.Recover,
        "action.recover",
        unit=unit.id,
        target=downed.id,
        face=faces[0],
        need=need,
        outcome="succeeds" if won else "fails",
    )
    if won:
        stand_up(battle, downed, ("action.recover", "action.recover-ready"))


def _armor_number(battle: Battle, unit: Unit) -> int:
    """What 1d6 must not exceed against ARM: a 1 always passes, a 6 never."""
    return max(1, min(5, unit.card.arm + battle.bonus(unit, "arm")))


def _mate_handle(battle: Battle, choice: Choice, option: Recover) -> Handle:
    text, cost = (
        _RECOVER_FORM.write(battle, option),
        act_cost(battle, choice, cost_of(battle, _RECOVER)),
    )
    return offer(
        battle, choice, text, say("Recover"), cost=cost, unit=option.unit, target=option.target
    )


def _tell_recovery(battle: Battle, asked: Acting, option: Recover) -> str:
    if option.unit == option.target:
        what = say("Try to stand up")
    else:
        what = say("Help {target} up", target=called(battle, option.target))
    return done_by(battle, asked.units, option.unit, what)


def _mate_covers(battle: Battle, choice: Choice, option: Recover | Revive) -> list[Shape]:
    unit, mate = battle.units[option.unit], battle.units[option.target]
    return previews.aid(battle, unit, mate, choice.because)


_ITSELF = Part(
    "the id of a unit in this battle",
    write=UNIT.write,
    read=lambda battle, word, _found: find_unit(battle, word),
    values=UNIT.values,
    words=UNIT.words,
    default=lambda _battle, found: found["unit"],
)
_RECOVER_FORM = Template(Recover, "recover {unit}[ {target}]", unit=UNIT, target=_ITSELF)
RECOVER: Action[Recover] = Action(
    Recover,
    _RECOVER_FORM,
    says="try to stand up, or to help a Downed squadmate up",
    because="action.recover",
    candidates=_recoveries,
    bar=_recover_bar,
    price=_price,
    do=_try_recover,
    handle=_mate_handle,
    tells=_tell_recovery,
    covers=_mate_covers,
    states=(STANDING, DOWNED),
)


# ---------------------------------------------------------------------- Revive


def _revivals(battle: Battle, asked: Acting) -> Sequence[Revive]:
    """First edition: whoever is Downed on the unit's side."""
    downed, units = battle.downed, battle.units
    return [
        Revive(index, mate.index)
        for index in asked.units
        for mate in battle.in_squares(downed[units[index].side])
    ]


def _revive_bar(battle: Battle, asked: Acting, option: Revive) -> Refusal | None:
    unit, mate = battle.units[option.unit], battle.units[option.target]
    barred = actor_bar(battle, asked, option.unit, "revive")
    if barred is not None:
        return barred
    if battle.done.get("revive"):
        return refuse("action.repeat")
    if battle.done.get("advanced revive"):
        return refuse("action.revive-advanced")
    if battle.orders[unit.side] < REVIVE_ORDERS:
        return refuse("action.to-only")
    near = battle.terrain.adjacent[unit.square] & battle.downed[unit.side]
    if mate.square < 0 or not near >> mate.square & 1:
        return refuse("action.revive")
    engaged = is_engaged(battle, unit) or is_engaged(battle, mate)
    return refuse("action.revive-enemies") if engaged else None


def _do_revive(battle: Battle, option: Revive) -> Flow[None]:
    unit, downed = battle.units[option.unit], battle.units[option.target]
    battle.orders[unit.side] -= REVIVE_ORDERS
    battle.tell(events.Revive, "action.revive", unit=unit.id, target=downed.id)
    hits = yield from amount(battle, "d3", unit.side, "action.revive-hit")
    revive(battle, downed, hits)


def _revive_handle(battle: Battle, choice: Choice, option: Revive) -> Handle:
    return offer(
        battle,
        choice,
        _REVIVE_FORM.write(battle, option),
        say("Revive"),
        cost=orders_cost(REVIVE_ORDERS),
        unit=option.unit,
        target=option.target,
    )


_REVIVE_FORM = Template(Revive, "revive {unit} {target}", unit=UNIT, target=UNIT)
REVIVE: Action[Revive] = Action(
    Revive,
    _REVIVE_FORM,
    says="bring a Downed squadmate back for 2 Tactical Orders",
    because="action.revive",
    candidates=_revivals,
    bar=_revive_bar,
    price=lambda _battle, _asked, _option: REVIVE_ORDERS,
    do=_do_revive,
    handle=_revive_handle,
    tells="Revive {target}",
    covers=_mate_covers,
)
