"""Chapter "Basic actions": everything that is open to a unit now.

`list_actions` is the only statement of what a unit may do in its activation.
"""

from __future__ import annotations

from battlemat.kernel.questions import Option
from battlemat.rulebooks.skirm.chapters.attacks import SHOTS, melees, shots, squares_in
from battlemat.rulebooks.skirm.chapters.combat import melee_weapons, ranged_weapons
from battlemat.rulebooks.skirm.chapters.damage import CARRIED
from battlemat.rulebooks.skirm.chapters.effects import Cause, is_possible
from battlemat.rulebooks.skirm.chapters.mission import (
    Marker,
    MissionAction,
    Objective,
    counts_for,
    place_mask,
)
from battlemat.rulebooks.skirm.chapters.movement import dash_squares, ends, leap_ends, move_squares
from battlemat.rulebooks.skirm.chapters.prices import can_pay, kind_of, price
from battlemat.rulebooks.skirm.chapters.sight import cannot_shoot, in_the_way, is_engaged
from battlemat.rulebooks.skirm.state.battle import DOWNED, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Skill


def list_actions(battle: Battle, unit: Unit) -> list[Option]:
    """Every action open to the active unit, and the end of its activation."""
    options: list[Option] = []
    side, me = unit.side, unit.index
    if battle.orders[side] > 0:
        options.append(("order", me))
    if unit.state == STANDING:
        _list_moves(battle, unit, options)
        _list_attacks(battle, unit, options)
        _list_special(battle, unit, options)
    elif can_pay(battle, side, price(battle, "dash", 1)):
        options += [
            ("crawl", me, s) for s in squares_in(ends(battle, unit, dash_squares(battle, unit)))
        ]
    if battle.edition.recovers and can_pay(battle, side, price(battle, "recover", 1)):
        options += recoveries(battle, unit)
    options.append(("end", me))
    return options


def _list_moves(battle: Battle, unit: Unit, options: list[Option]) -> None:
    side, me = unit.side, unit.index
    if can_pay(battle, side, price(battle, "move", 1)):
        options += [
            ("move", me, s) for s in squares_in(ends(battle, unit, move_squares(battle, unit)))
        ]
    if can_pay(battle, side, price(battle, "dash", 1)):
        options += [
            ("dash", me, s) for s in squares_in(ends(battle, unit, dash_squares(battle, unit)))
        ]
    if unit.powers.leap and can_pay(battle, side, price(battle, "leap", 2)):
        options += [("leap", me, s) for s in squares_in(leap_ends(battle, unit))]


def _list_attacks(battle: Battle, unit: Unit, options: list[Option]) -> None:
    side = unit.side
    if cannot_shoot(battle, unit) is None:
        for weapon in ranged_weapons(unit):
            if can_pay(battle, side, price(battle, "shoot", 1, weapon)):
                options.extend(shots(battle, unit, weapon))
    for weapon in melee_weapons(unit):
        if can_pay(battle, side, price(battle, "melee", 1, weapon)):
            options.extend(melees(battle, unit, weapon))


def _list_special(battle: Battle, unit: Unit, options: list[Option]) -> None:
    side, me = unit.side, unit.index
    if unit.square in battle.field.doors_at and can_pay(battle, side, price(battle, "door", 1)):
        options += doors(battle, unit)
    if battle.markers:
        options += [o for o in carries(battle, unit) if _can_carry(battle, side, o)]
    if unit.powers.commands and can_pay(battle, side, price(battle, "command", 1)):
        options += commands(battle, unit)
    if battle.edition.revives and battle.orders[side] >= 2:
        options += revivals(battle, unit)
    for skill in unit.card.skills:
        if skill.passive or (skill.to and battle.edition.skills_any_time):
            continue  # TO skills of the third edition have windows of their own
        if skill_bar(battle, unit, skill) is None:
            options.append(("skill", me, skill.index))
    for index, action in enumerate(battle.mission.actions):
        if can_pay(battle, side, price(battle, f"do {index}", action.act)):
            options += mission_uses(battle, unit, index, action)


def _can_carry(battle: Battle, side: int, option: Option) -> bool:
    return can_pay(battle, side, price(battle, kind_of(battle, option), 1))


def doors(battle: Battle, unit: Unit) -> list[Option]:
    """Doors on the sides of the unit's own square (`action.door`)."""
    here = battle.field.doors_at.get(unit.square, ())
    return [("door", unit.index, number) for number in here]


def carries(battle: Battle, unit: Unit) -> list[Option]:
    """Markers to pick up in the unit's square, and those it may put down (`action.pickup`)."""
    found: list[Option] = []
    for index, marker in enumerate(battle.mission.markers):
        if marker.carry and battle.markers[index] == unit.square:
            found.append(("pick", unit.index, index))
        elif battle.markers[index] == CARRIED - unit.index:
            found.append(("drop", unit.index, index))
    return found


def recoveries(battle: Battle, unit: Unit) -> list[Option]:
    """Oneself when Downed, or Downed squadmates in Adjacent squares (`action.recover`)."""
    if unit.state == DOWNED:
        return [("recover", unit.index, unit.index)]
    beside = battle.terrain.adjacent[unit.square] & battle.downed[unit.side]
    if not beside:
        return []
    return [("recover", unit.index, mate.index) for mate in battle.in_squares(beside)]


def commands(battle: Battle, unit: Unit) -> list[Option]:
    """Squadmates in line of sight that could do something (`special.command`)."""
    way = in_the_way(battle)
    return [
        ("command", unit.index, mate.index)
        for mate in battle.side(unit.side)
        if mate is not unit
        and battle.terrain.sees(unit.square, mate.square, standing=way, downed=mate.state == DOWNED)
    ]


def revivals(battle: Battle, unit: Unit) -> list[Option]:
    """First edition: Downed squadmates beside the unit, nobody near (`action.revive-enemies`)."""
    if battle.done.get("revive") or battle.done.get("advanced revive") or is_engaged(battle, unit):
        return []
    beside = battle.terrain.adjacent[unit.square] & battle.downed[unit.side]
    return [
        ("revive", unit.index, mate.index)
        for mate in battle.in_squares(beside)
        if not is_engaged(battle, mate)
    ]


def _used_up(unit: Unit, skill: Skill) -> bool:
    """Whether a skill has been used as often as its own text allows (order skills: see below)."""
    if skill.limit == "battle":
        return bool(unit.skills_battle >> skill.index & 1)
    return skill.limit == "turn" and not skill.to and bool(unit.skills_turn >> skill.index & 1)


def skill_bar(battle: Battle, unit: Unit, skill: Skill) -> str | None:
    """The clause that forbids a skill in the unit's own activation, or None."""
    if unit.state != STANDING:
        return "damage.downed-actions"
    if _used_up(unit, skill):
        return "card.skills"
    if skill.to:
        if battle.orders[unit.side] < skill.to:
            return "action.to-only"
        if unit.skills_turn >> skill.index & 1:
            return "orders.skill-once"
    elif not can_pay(battle, unit.side, price(battle, f"skill {skill.index}", skill.act)):
        return "action.repeat" if f"skill {skill.index}" in battle.done else "action.payment"
    if is_advanced_revive(skill) and battle.done.get("revive"):
        return "action.revive-advanced"
    if skill.conditional and not is_possible(battle, skill.effects, cause_of(unit, skill)):
        return "card.skills"
    return None


def is_advanced_revive(skill: Skill) -> bool:
    return any(effect["do"] == "revive" for effect in skill.effects)


def cause_of(unit: Unit, skill: Skill) -> Cause:
    return Cause(unit.side, unit, skill.name, "card.skills")


def mission_uses(battle: Battle, unit: Unit, index: int, action: MissionAction) -> list[Option]:
    """Where a mission action may be done from the unit's square (`action.mission`)."""
    if action.clear and is_engaged(battle, unit):
        return []
    near = 1 << unit.square
    if action.next_to:
        near |= battle.terrain.adjacent[unit.square]
    mission, side = battle.mission, unit.side
    if action.where in ("objective", "marker"):
        things: tuple[Objective | Marker, ...] = (
            mission.objectives if action.where == "objective" else mission.markers
        )
        spots = [
            number
            for number, thing in enumerate(things)
            if _spot(battle, action.where, number) & near
            and counts_for(battle, thing.zone, action.which, side)
        ]
    else:
        spots = [-1] if place_mask(battle, _area(action.where), side) & near else []
    return [
        ("do", unit.index, index, spot)
        for spot in spots
        if limit_key(battle, unit, action, spot) not in battle.limits
    ]


def _area(where: str) -> str:
    return {"enemy-zone": "enemy", "own-zone": "own"}.get(where, where)


def _spot(battle: Battle, where: str, number: int) -> int:
    if where == "objective":
        return 1 << battle.mission.objectives[number].square
    place = battle.markers[number]
    return 1 << place if place >= 0 else 0


def limit_key(
    battle: Battle, unit: Unit, action: MissionAction, spot: int
) -> tuple[str, int, int] | None:
    """What is used up when a limited mission action is done."""
    if action.limit == "objective":
        return (action.id, unit.side, spot)
    if action.limit == "turn":
        return (action.id, unit.side, -10 - battle.turn)
    if action.limit == "unit":
        return (action.id, unit.side, 1000 + unit.index)
    return None


def free_actions(battle: Battle, unit: Unit) -> list[Option]:
    """The basic actions open to a unit at no cost, whatever it has done (`special.command`)."""
    me = unit.index
    options: list[Option] = []
    if unit.state == STANDING:
        options += [
            ("move", me, s) for s in squares_in(ends(battle, unit, move_squares(battle, unit)))
        ]
        options += [
            ("dash", me, s) for s in squares_in(ends(battle, unit, dash_squares(battle, unit)))
        ]
        if cannot_shoot(battle, unit) is None:
            for weapon in ranged_weapons(unit):
                options += shots(battle, unit, weapon)
        for weapon in melee_weapons(unit):
            options += melees(battle, unit, weapon)
        options += doors(battle, unit)
        options += carries(battle, unit)
    else:
        options += [
            ("crawl", me, s) for s in squares_in(ends(battle, unit, dash_squares(battle, unit)))
        ]
    return options + recoveries(battle, unit)


def sentry_actions(battle: Battle, unit: Unit) -> list[Option]:
    """Melee, Shoot or Dash, and nothing else (`activation.sentry-kinds`)."""
    return [
        option
        for option in free_actions(battle, unit)
        if option[0] in SHOTS or option[0] in ("melee", "dash")
    ]
