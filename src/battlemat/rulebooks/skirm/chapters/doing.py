"""Chapter "Basic actions": carrying an action out, paid for or free."""

from __future__ import annotations

from battlemat.kernel.questions import PASS, Flow, Option, choose
from battlemat.rulebooks.skirm.chapters.actions import (
    cause_of,
    free_actions,
    is_advanced_revive,
    limit_key,
)
from battlemat.rulebooks.skirm.chapters.attacks import SHOTS, carry_out
from battlemat.rulebooks.skirm.chapters.damage import CARRIED, stand_up
from battlemat.rulebooks.skirm.chapters.effects import Cause, amount, apply, revive
from battlemat.rulebooks.skirm.chapters.movement import go
from battlemat.rulebooks.skirm.chapters.prices import kind_of, listed_price, note_done, pay, price
from battlemat.rulebooks.skirm.chapters.windows import NO_FREE, Free, plain_roll
from battlemat.rulebooks.skirm.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Skill
from battlemat.rulebooks.skirm.state.specials import ANY


def perform(battle: Battle, unit: Unit, option: Option) -> Flow[None]:
    """Pay for an action of the active unit and carry it out."""
    verb = option[0]
    if verb == "order":
        battle.orders[unit.side] -= 1
        battle.act_left += 1
        battle.tell("order", "orders.action", unit=unit.id, left=battle.act_left)
        return
    kind = kind_of(battle, option)
    if verb == "revive":
        battle.orders[unit.side] -= 2
    elif verb == "skill" and unit.card.skills[option[2]].to:
        battle.orders[unit.side] -= unit.card.skills[option[2]].to
    else:
        weapon = unit.card.weapons[option[2]] if kind in ("shoot", "melee") else None
        cost = price(battle, kind, listed_price(battle, unit, option), weapon)
        pay(battle, unit, cost or 0)
    note_done(battle, option, kind)
    yield from act(battle, unit, option)


def act(battle: Battle, unit: Unit, option: Option) -> Flow[None]:
    """Carry out an action that is paid for, or free."""
    verb = option[0]
    if verb in ("move", "dash", "crawl", "leap"):
        go(battle, unit, option[2], verb, _MOVES[verb])
    elif verb in SHOTS or verb == "melee":
        yield from carry_out(battle, option)
    elif verb == "door":
        _turn_door(battle, unit, option[2])
    elif verb in ("pick", "drop"):
        _carry(battle, unit, option)
    elif verb == "recover":
        yield from _recover(battle, unit, battle.units[option[2]])
    elif verb == "revive":
        yield from _revive(battle, unit, battle.units[option[2]])
    elif verb == "command":
        yield from _command(battle, unit, battle.units[option[2]])
    elif verb == "skill":
        yield from use_skill(battle, unit, unit.card.skills[option[2]])
    elif verb == "do":
        yield from _mission_action(battle, unit, option)


_MOVES = {
    "move": ("action.move", "move.allowance"),
    "dash": ("action.dash",),
    "crawl": ("action.dash", "move.crawl"),
    "leap": ("special.leap",),
}


def _turn_door(battle: Battle, unit: Unit, number: int) -> None:
    battle.set_doors(battle.doors_open ^ 1 << number)
    a, b = battle.field.board.doors[number]
    name = battle.field.board.name
    state = "opens" if battle.doors_open >> number & 1 else "closes"
    battle.tell("door", "action.door", unit=unit.id, state=state, door=f"{name(a)}|{name(b)}")


def _carry(battle: Battle, unit: Unit, option: Option) -> None:
    verb, _, index = option
    battle.markers[index] = CARRIED - unit.index if verb == "pick" else unit.square
    because = "action.drop" if verb == "drop" and battle.edition.separate_drop else "action.pickup"
    state = "picks up" if verb == "pick" else "drops"
    name = battle.mission.markers[index].name
    battle.tell("carry", because, unit=unit.id, state=state, marker=name)


def _recover(battle: Battle, unit: Unit, downed: Unit) -> Flow[None]:
    """1d6 against the acting unit's own ARM; a success stands the Downed unit up."""
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
        "recover",
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
    """What 1d6 must not exceed against ARM: a 1 always passes, a 6 never (`dice.six-fails`)."""
    return max(1, min(5, unit.card.arm + battle.bonus(unit, "arm")))


def _revive(battle: Battle, unit: Unit, downed: Unit) -> Flow[None]:
    battle.tell("revive", "action.revive", unit=unit.id, target=downed.id)
    hits = yield from amount(battle, "d3", unit.side, "action.revive-hit")
    revive(battle, downed, hits)


def _command(battle: Battle, unit: Unit, mate: Unit) -> Flow[None]:
    """A free basic action of a squadmate, on the spot."""
    battle.tell("command", "special.command", unit=unit.id, target=mate.id)
    options = free_actions(battle, mate)
    option = yield from choose(
        PLAYERS[unit.side],
        "command",
        [*options, PASS],
        because="special.command",
        about=mate.index,
    )
    if option != PASS:
        yield from act(battle, mate, option)


def use_skill(battle: Battle, unit: Unit, skill: Skill) -> Flow[None]:
    """Resolve the effects of a skill that is paid for."""
    unit.skills_turn |= 1 << skill.index
    unit.skills_battle |= 1 << skill.index
    if is_advanced_revive(skill):
        battle.done["advanced revive"] = 1
    because = ("card.skills", "card.skill-to" if skill.to else "card.skill-act")
    battle.tell("skill", because, unit=unit.id, skill=skill.name)
    yield from apply(battle, skill.effects, cause_of(unit, skill))


def _mission_action(battle: Battle, unit: Unit, option: Option) -> Flow[None]:
    _, _, index, spot = option
    action = battle.mission.actions[index]
    battle.tell("mission-action", "action.mission", unit=unit.id, action=action.name)
    if action.need is not None:
        need = _armor_number(battle, unit) if action.need == "arm" else int(action.need)
        faces = yield from plain_roll(
            battle, unit.side, 1, need, action.name, because="action.mission"
        )
        won = faces[0] <= need
        outcome = "succeeds" if won else "fails"
        battle.tell("mission-roll", "action.mission", face=faces[0], need=need, outcome=outcome)
        if not won:
            return
    key = limit_key(battle, unit, action, spot)
    if key is not None:
        battle.limits |= {key}
    yield from apply(battle, action.effects, Cause(unit.side, unit, action.name, "action.mission"))
