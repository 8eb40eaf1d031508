"""Chapter "Alternate activations": who activates, action by action, and Sentry actions."""

from __future__ import annotations

from battlemat.kernel.questions import PASS, Flow, Option, choose
from battlemat.rulebooks.skirm.chapters.actions import cause_of, list_actions, sentry_actions
from battlemat.rulebooks.skirm.chapters.doing import act, perform, use_skill
from battlemat.rulebooks.skirm.chapters.effects import is_possible
from battlemat.rulebooks.skirm.state.battle import OUT, PLAYERS, STANDING, Battle, Unit


def ready_units(battle: Battle, side: int) -> list[Unit]:
    """Units that may be activated: Ready, on the map, and Standing where the edition asks it."""
    downed_too = battle.edition.downed_activate
    return [
        unit
        for unit in battle.units
        if unit.side == side
        and unit.ready
        and unit.square >= 0
        and (downed_too or unit.state == STANDING)
    ]


def next_activation(battle: Battle) -> Flow[None]:
    """Let the side to move activate a unit; skip it or offer a Sentry action if it has none.

    Nobody may pass while a unit is Ready (`activation.no-pass`); with none left on either side
    the phase is over (`activation.phase-end`).
    """
    side = battle.to_move
    ready = ready_units(battle, side)
    if not ready and not ready_units(battle, 1 - side):
        battle.phase = "end"
        return
    if not ready:
        if battle.edition.sentries:
            yield from _sentry(battle, side)
        else:
            battle.tell("skipped", "activation.uneven", player=PLAYERS[side])
        battle.to_move = 1 - side
        return
    option = yield from choose(
        PLAYERS[side],
        "activate",
        [("activate", unit.index) for unit in ready],
        because="activation.alternate",
    )
    begin(battle, battle.units[option[1]])


def begin(battle: Battle, unit: Unit) -> None:
    """Start an activation: ACT, less what Stun took (`weapon.stun`: never below 2)."""
    act_points = unit.card.act + battle.bonus(unit, "act")
    if unit.stun:
        act_points = max(min(act_points, 2), act_points - unit.stun)
        battle.tell("stun-felt", "weapon.stun", unit=unit.id, act=act_points)
        unit.stun = 0
    battle.active = unit.index
    battle.act_left = max(0, act_points)
    battle.done = {}
    battle.phase = "acting"
    battle.tell(
        "activate",
        "activation.alternate",
        player=PLAYERS[unit.side],
        unit=unit.id,
        name=unit.card.name,
        act=battle.act_left,
    )


def next_action(battle: Battle) -> Flow[None]:
    """One action of the active unit, or the end of its activation."""
    unit = battle.units[battle.active]
    if battle.edition.skills_any_time:
        yield from _skill_windows(battle, unit.side)
    if _cut_short(battle, unit):
        finish(battle, unit)
        return
    option = yield from choose(
        PLAYERS[unit.side],
        "action",
        lambda: list_actions(battle, unit),
        because="action.budget",
        about=unit.index,
    )
    if option[0] == "end":
        if battle.edition.skills_any_time:
            yield from _skill_windows(battle, unit.side)
        finish(battle, unit)
    else:
        yield from perform(battle, unit, option)


def _cut_short(battle: Battle, unit: Unit) -> bool:
    """A unit that is Out, or Downed in the first edition, ends its activation at once.

    In the third edition a Downed unit goes on with what is open to it (`damage.downed-mid`).
    """
    if unit.state == OUT:
        return True
    return unit.state != STANDING and not battle.edition.downed_activate


def finish(battle: Battle, unit: Unit) -> None:
    """Mark the unit Activated and let the other side go on; unspent ACT is lost."""
    unit.ready = False
    battle.drop_effects("activation")
    battle.drop_effects("next-activation", unit=unit.index)
    battle.active = -1
    battle.act_left = 0
    battle.done = {}
    battle.to_move = 1 - unit.side
    battle.phase = "activate"
    if battle.sink is not None:
        battle.tell("activated", "activation.once", unit=unit.id)


# ---------------------------------------------------------------------- Sentry actions


def _sentry(battle: Battle, side: int) -> Flow[None]:
    """First two editions: one free Melee, Shoot or Dash of an Agent that has been activated.

    It is apart from what the Agent did in its activation (`activation.sentry-extra`).
    """
    options: list[Option] = []
    for unit in battle.side(side):
        if unit.state == STANDING and not unit.sentry:
            options += sentry_actions(battle, unit)
    if not options:
        return
    option = yield from choose(
        PLAYERS[side],
        "sentry",
        [*options, PASS],
        because="activation.uneven",
        optional=True,
    )
    if option != PASS:
        unit = battle.units[option[1]]
        unit.sentry = True
        because = ("activation.sentry-free", "activation.sentry-once")
        battle.tell("sentry", because, unit=unit.id, name=unit.card.name)
        yield from act(battle, unit, option)


# ---------------------------------------------------------------------- TO skills at any time


def any_time_skills(battle: Battle, side: int) -> list[Option]:
    """TO skills that a side may use now with any of its Standing units (`orders.skill`)."""
    orders = battle.orders[side]
    if not orders:
        return []
    found: list[Option] = []
    for index, skill in battle.field.order_skills[side]:
        unit = battle.units[index]
        if skill.to > orders or unit.state != STANDING or unit.skills_turn >> skill.index & 1:
            continue
        if skill.limit == "battle" and unit.skills_battle >> skill.index & 1:
            continue
        if skill.conditional and not is_possible(battle, skill.effects, cause_of(unit, skill)):
            continue
        found.append(("skill", index, skill.index))
    return found


def _skill_windows(battle: Battle, active: int) -> Flow[None]:
    """`orders.skill-timing`: the active player first, then the other, until both decline."""
    skills, orders = battle.field.order_skills, battle.orders
    if not (skills[0] and orders[0]) and not (skills[1] and orders[1]):
        return
    declined = 0
    side = active
    while declined < 2:
        options = any_time_skills(battle, side)
        option = PASS
        if options:
            option = yield from choose(
                PLAYERS[side],
                "skill",
                [*options, PASS],
                because="orders.skill-timing",
                optional=True,
            )
        if option == PASS:
            declined += 1
        else:
            declined = 0
            unit = battle.units[option[1]]
            skill = unit.card.skills[option[2]]
            battle.orders[side] -= skill.to
            yield from use_skill(battle, unit, skill)
        side = 1 - side
