"""Chapter "Skills": when a skill may be used, for ACT or for orders, and its use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Handle
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.asked import Acting, Action, actor_bar
from battlemat.rulebooks.skirm.chapters.effects import Cause, Stake, apply, is_possible, stakes
from battlemat.rulebooks.skirm.chapters.parts import SKILL, UNIT
from battlemat.rulebooks.skirm.chapters.prices import Deed, can_pay, cost_of, price
from battlemat.rulebooks.skirm.chapters.reasons import refuse, refused
from battlemat.rulebooks.skirm.screen.handles import act_cost, offer, orders_cost
from battlemat.rulebooks.skirm.screen.naming import done_by
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Skill


class UseSkill(NamedTuple):
    """Use a skill: `skill R1 rally-cry`."""

    unit: int
    skill: int
    verb: str = "skill"

    def deed(self, battle: Battle) -> Deed:
        skill = battle.units[self.unit].card.skills[self.skill]
        return Deed(f"skill {self.skill}", skill.act, orders=skill.to)


def cause_of(unit: Unit, skill: Skill, due: int = 0) -> Cause:
    return Cause(unit.side, unit, skill.name, "card.skills", due)


def _used_up(unit: Unit, skill: Skill) -> bool:
    """Whether a skill has been used as often as its own text allows (order skills: see below)."""
    if skill.limit == "battle":
        return bool(unit.skills_battle >> skill.index & 1)
    return skill.limit == "turn" and not skill.to and bool(unit.skills_turn >> skill.index & 1)


def skill_bar(battle: Battle, unit: Unit, skill: Skill) -> str | None:
    """The clause that forbids a skill to a Standing unit, or None."""
    if skill.passive:
        return "card.passive"
    if _used_up(unit, skill):
        return "card.skills"
    if skill.to:
        if battle.orders[unit.side] < skill.to:
            return "action.to-only"
        if unit.skills_turn >> skill.index & 1:
            return "orders.skill-once"
        cost: int | None = skill.to
    else:
        cost = price(battle, f"skill {skill.index}", skill.act)
        if not can_pay(battle, unit.side, cost):
            return "action.repeat" if f"skill {skill.index}" in battle.done else "action.payment"
    if skill.revives and battle.done.get("revive"):
        return "action.revive-advanced"
    due = cost or 0
    if skill.conditional and not is_possible(battle, skill.effects, cause_of(unit, skill, due)):
        return "card.skills"
    return None


def at_stake(battle: Battle, offered: list[UseSkill]) -> list[Stake]:
    """What an offer of these skills rests on: while it stays the same, nothing has changed."""
    found: list[Stake] = []
    for option in offered:
        unit = battle.units[option.unit]
        skill = unit.card.skills[option.skill]
        found += stakes(battle, skill.effects, cause_of(unit, skill))
    return found


def _in_window(battle: Battle, skill: Skill) -> bool:
    """Whether a skill has windows of its own: TO skills of the third edition do."""
    return bool(skill.to) and battle.edition.skills_any_time


def _skills(battle: Battle, asked: Acting) -> Sequence[UseSkill]:
    """Those on the card of the unit that acts; between actions those of a side that take orders."""
    unit = battle.units[asked.units[0]]
    if asked.moment != "skill":
        used = unit.card.used_skills
        return [_use(unit.index, one.index) for one in used if not _in_window(battle, one)]
    mine, orders = battle.field.order_skills[unit.side], battle.orders[unit.side]
    return [_use(index, skill.index) for index, skill in mine if skill.to <= orders]


_use = Memo("its parts; the same few come into question again and again", bound=512)(UseSkill)


def _bar(battle: Battle, asked: Acting, option: UseSkill) -> Refusal | None:
    unit = battle.units[option.unit]
    skill = unit.card.skills[option.skill]
    if asked.moment == "skill":
        if option.unit not in asked.units or not skill.to:
            return refuse("orders.skill")
        if unit.state != STANDING:
            return refuse("damage.downed-actions")
        return refused(skill_bar(battle, unit, skill))
    barred = actor_bar(battle, asked, option.unit, "skill")
    barred = barred or refused(skill_bar(battle, unit, skill))
    return refuse("orders.skill") if barred is None and _in_window(battle, skill) else barred


def use_skill(battle: Battle, option: UseSkill) -> Flow[None]:
    """Resolve the effects of a skill; orders that it takes are paid here, ACT by the action."""
    unit = battle.units[option.unit]
    skill = unit.card.skills[option.skill]
    battle.orders[unit.side] -= skill.to
    unit.skills_turn |= 1 << skill.index
    unit.skills_battle |= 1 << skill.index
    if skill.revives:
        battle.done["advanced revive"] = 1
    because = ("card.skills", "card.skill-to" if skill.to else "card.skill-act")
    battle.tell(events.Skill, because, unit=unit.id, skill=skill.name)
    yield from apply(battle, skill.effects, cause_of(unit, skill))


def _price(battle: Battle, _asked: Acting, option: UseSkill) -> int | None:
    return cost_of(battle, option.deed(battle))


def _handle(battle: Battle, choice: Choice, option: UseSkill) -> Handle:
    skill = battle.units[option.unit].card.skills[option.skill]
    cost = act_cost(battle, choice, cost_of(battle, option.deed(battle)))
    if skill.to:
        cost = orders_cost(skill.to)
    text = _FORM.write(battle, option)
    # In a window of its own a skill stands for itself, as it does where it waits to be used.
    group = skill.name if choice.kind == "skill" else say("Skill")
    return offer(battle, choice, text, group, unit=option.unit, cost=cost)


def _tell(battle: Battle, asked: Acting, option: UseSkill) -> str:
    skill = battle.units[option.unit].card.skills[option.skill]
    what = say("Use {skill}", skill=skill.name)
    if skill.text:
        what = say("Use {skill}: {text}", skill=skill.name, text=skill.text)
    return done_by(battle, asked.units, option.unit, what)


_FORM = Template(UseSkill, "skill {unit} {skill}", unit=UNIT, skill=SKILL)
SKILL_VERB: Action[UseSkill] = Action(
    UseSkill,
    _FORM,
    says="use a skill on the unit's card",
    because="card.skills",
    candidates=_skills,
    bar=_bar,
    price=_price,
    do=use_skill,
    handle=_handle,
    tells=_tell,
)
