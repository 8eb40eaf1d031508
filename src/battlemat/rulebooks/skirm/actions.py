"""Chapters "Actions" and "Basic actions": what a unit may do now, what it costs, and doing it.

`costs` is the only statement of prices, `list_actions` the only one of what is open to a unit.
"""

from __future__ import annotations

from battlemat.kernel.questions import PASS, Flow, Option, choose
from battlemat.rulebooks.skirm.attacks import SHOTS, carry_out, melees, shots, squares_in
from battlemat.rulebooks.skirm.battle import DOWNED, PLAYERS, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.cards import Skill, Weapon
from battlemat.rulebooks.skirm.combat import melee_weapons, ranged_weapons
from battlemat.rulebooks.skirm.damage import CARRIED, stand_up
from battlemat.rulebooks.skirm.effects import Cause, amount, apply, is_possible, revive
from battlemat.rulebooks.skirm.mission import (
    Marker,
    MissionAction,
    Objective,
    counts_for,
    place_mask,
)
from battlemat.rulebooks.skirm.movement import dash_squares, ends, go, leap_ends, move_squares
from battlemat.rulebooks.skirm.sight import cannot_shoot, in_the_way, is_engaged
from battlemat.rulebooks.skirm.specials import ANY, NONE
from battlemat.rulebooks.skirm.windows import plain_roll

FREE = 0
BASIC = frozenset(("move", "dash", "crawl", "door", "pick", "drop", "recover")) | SHOTS | {"melee"}


# ---------------------------------------------------------------------- prices


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
        extra += 1  # weapon.heavy
    if kind == "move" and "heavy" in battle.done:
        extra += 1  # weapon.heavy-move
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
    """Take ACT first and orders for the rest."""
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
    """Remember an action for repeat costs and surcharges."""
    done = battle.done
    done[kind] = done.get(kind, 0) + 1
    if kind in ("shoot", "melee"):
        weapon = battle.units[option[1]].card.weapons[option[2]]
        if weapon.shoot_twice if kind == "shoot" else weapon.melee_twice:
            done[f"{kind} twice"] = 1
        if weapon.heavy and kind == "shoot":
            done["heavy"] = 1


# ---------------------------------------------------------------------- what is open


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
        options += [("crawl", me, s) for s in squares_in(ends(battle, unit, 1))]
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
    if can_pay(battle, side, price(battle, "door", 1)):
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
    return [
        ("door", unit.index, number)
        for number, side in enumerate(battle.field.board.doors)
        if unit.square in side
    ]


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


def skill_bar(battle: Battle, unit: Unit, skill: Skill) -> str | None:
    """The clause that forbids a skill in the unit's own activation, or None."""
    if unit.state != STANDING:
        return "damage.downed-actions"
    if skill.limit == "battle" and unit.skills_battle >> skill.index & 1:
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
    if not is_possible(battle, skill.effects, _cause(unit, skill)):
        return "card.skills"
    return None


def is_advanced_revive(skill: Skill) -> bool:
    return any(effect["do"] == "revive" for effect in skill.effects)


def _cause(unit: Unit, skill: Skill) -> Cause:
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


# ---------------------------------------------------------------------- doing it


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
    need = max(1, min(5, unit.card.arm + battle.bonus(unit, "arm")))
    free = ANY if unit.powers.rerolls_recover or unit.card.rerolls.get("recover") else NONE
    faces = yield from plain_roll(
        battle,
        unit.side,
        1,
        need,
        "recover",
        because="action.recover",
        free=free,
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
        options += [("crawl", me, s) for s in squares_in(ends(battle, unit, 1))]
    return options + recoveries(battle, unit)


def sentry_actions(battle: Battle, unit: Unit) -> list[Option]:
    """Melee, Shoot or Dash, and nothing else (`activation.sentry-kinds`)."""
    return [
        option
        for option in free_actions(battle, unit)
        if option[0] in SHOTS or option[0] in ("melee", "dash")
    ]


def use_skill(battle: Battle, unit: Unit, skill: Skill) -> Flow[None]:
    """Resolve the effects of a skill that is paid for."""
    unit.skills_turn |= 1 << skill.index
    unit.skills_battle |= 1 << skill.index
    if is_advanced_revive(skill):
        battle.done["advanced revive"] = 1
    because = ("card.skills", "card.skill-to" if skill.to else "card.skill-act")
    battle.tell("skill", because, unit=unit.id, skill=skill.name)
    yield from apply(battle, skill.effects, _cause(unit, skill))


def _mission_action(battle: Battle, unit: Unit, option: Option) -> Flow[None]:
    _, _, index, spot = option
    action = battle.mission.actions[index]
    battle.tell("mission-action", "action.mission", unit=unit.id, action=action.name)
    if action.need is not None:
        need = unit.card.arm if action.need == "arm" else int(action.need)
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
