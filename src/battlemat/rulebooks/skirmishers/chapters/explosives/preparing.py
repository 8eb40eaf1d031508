"""Chapter "Explosives", their use: what can be aimed where, its price, and the token it leaves.

Price, round, dot and target number are settled at once; what bursts, bursts later.
"""

from __future__ import annotations

from battlemat.boards.dots import TUNNEL_LEVEL, Feature, Mark, each
from battlemat.kernel.errors import Refusal
from battlemat.kernel.modifiers import total
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import (
    LAUNCH_BASE,
    Aim,
    View,
    look,
    modifiers,
    swims,
    tell_aim,
)
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import swims_refusal
from battlemat.rulebooks.skirmishers.chapters.gear import (
    ready_weapons,
    rounds,
    switch_back,
    use_round,
)
from battlemat.rulebooks.skirmishers.chapters.moving.steps import pay
from battlemat.rulebooks.skirmishers.chapters.reasons import why_blind
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import NOTHING, Battle, Token, Unit
from battlemat.rulebooks.skirmishers.state.cards import SUIT
from battlemat.rulebooks.skirmishers.state.vehicles import own_places
from battlemat.rulebooks.skirmishers.state.weapons import LAUNCHER, THROW, Weapon

STAIRS_PRICE = 3
"""The flat price of a throw over stairs, which the weapon table prints for satchels only."""


def _aimed_refusal() -> Refusal:
    return Refusal(
        say("arcs and explosives exclude each other in a turn"),
        "skirmishers.arc.not-after-explosive",
    )


def not_held_refusal() -> Refusal:
    return Refusal(say("that explosive is not in hand"), "skirmishers.explosive.active")


def empty_refusal() -> Refusal:
    return Refusal(say("there is no round left"), "skirmishers.weapon.ammo")


_UNSEEN = "skirmishers.explosive.target-dot"


def use_bar(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may use no explosive at all now; suits may also have set arcs."""
    if swims(battle, unit):
        return swims_refusal()
    return _aimed_refusal() if unit.aimed and unit.card.kind != SUIT else None


def may_use(battle: Battle, unit: Unit) -> bool:
    """Whether a unit may use any explosive now."""
    return use_bar(battle, unit) is None


def usable(battle: Battle, unit: Unit) -> list[Weapon]:
    """The explosives in hand that have a round left; a launcher stays there and may fire again."""
    weapons = battle.field.armory.weapons
    found = []
    for index in ready_weapons(battle, unit):
        weapon = weapons[index]
        if weapon.explodes and rounds(battle, unit, index):
            found.append(weapon)
    return found


def hand_bar(battle: Battle, unit: Unit, weapon: int) -> Refusal | None:
    """Why a weapon is no explosive in hand with a round left."""
    if weapon not in ready_weapons(battle, unit) or not battle.weapon(weapon).explodes:
        return not_held_refusal()
    return None if rounds(battle, unit, weapon) else empty_refusal()


def price_of(unit: Unit, weapon: Weapon, distance: int) -> int:
    """AP for a throw by the dot, doubled for the prone; a launcher's printed price."""
    if weapon.kind == LAUNCHER:
        return weapon.ap
    return weapon.per_dot * distance * (2 if unit.prone else 1)


# ---------------------------------------------------------------------- aiming at a dot


def reach_bar(battle: Battle, unit: Unit, weapon: Weapon, place: int, left: int) -> Refusal | None:
    """Why a dot cannot be aimed at, sight left aside: distance, range, AP, what stands there."""
    distance = battle.board.distance(unit.place, place)
    if distance < 1:
        return Refusal(
            say("nobody throws or fires at his own dot"), "skirmishers.explosive.throw-cost"
        )
    launched = weapon.kind == LAUNCHER
    if launched and distance > weapon.reach:
        return Refusal(say("the target is out of range"), "skirmishers.weapon.range-bands")
    price = price_of(unit, weapon, distance)
    if price > left:
        if launched:
            return Refusal(
                say("it costs {price} AP to fire", price=price), "skirmishers.launcher.ap"
            )
        why = say("too few AP are left for a throw that far")
        return Refusal(why, "skirmishers.explosive.throw-cost")
    if battle.board.marked[Mark.TREE] >> place & 1:
        return Refusal(say("a tree trunk stands on that dot"), _UNSEEN)
    return None


def burst_aim(
    battle: Battle,
    unit: Unit,
    weapon: Weapon,
    place: int,
    *,
    moving: bool = False,
    left: int | None = None,
    own: int = 0,
) -> Aim | None:
    """An explosive aimed at a dot, or None if AP, range or sight forbid it.

    `left` are the AP that may be spent on it, where that is less than all that are left; `own` is
    the mask of places that hide nothing, such as the other dot of the vehicle that is aimed at.
    """
    left = unit.ap_left if left is None else left
    if reach_bar(battle, unit, weapon, place, left) is not None:
        return None
    own |= own_places(battle, unit)
    view = look(battle, unit.place, place, prone=unit.prone, own=own)
    if view is None:
        return None
    distance = battle.board.distance(unit.place, place)
    base = price_of(unit, weapon, distance) if weapon.kind == THROW else LAUNCH_BASE
    return Aim(
        battle,
        unit,
        weapon,
        None,
        unit.place,
        place,
        view,
        distance,
        base=base,
        moving=moving,
        passenger=moving and unit.passenger,
    )


def aim_bar(
    battle: Battle, unit: Unit, weapon: Weapon, place: int, left: int | None = None
) -> Refusal | None:
    """Why an explosive cannot be aimed at a dot."""
    barred = reach_bar(battle, unit, weapon, place, unit.ap_left if left is None else left)
    if barred is not None or burst_aim(battle, unit, weapon, place, left=left) is not None:
        return barred
    blind = why_blind(battle.board, unit.place, place, prone=unit.prone)
    told = say("that dot is not in line of sight")
    if blind is not None:
        told = say("that dot is not in line of sight: {why}", why=blind[0])
    return Refusal(told, _UNSEEN)


def stray_from(aim: Aim) -> int:
    """Where a miss scatters from: the dot before the first window, if it went through one."""
    if not isinstance(aim.view, View):
        return aim.place
    before = aim.battle.board.bursts.before_window(aim.start, aim.place, aim.view.side)
    return aim.place if before is None else before


def settle(
    aim: Aim,
    price: int,
    *,
    stray: int,
    because: str = "skirmishers.explosive.throw-cost",
    link: tuple[int, int, int] | None = None,
) -> None:
    """Pay, spend the round, fix the target number, and leave a token on the dot."""
    battle, unit, weapon = aim.battle, aim.attacker, aim.weapon
    leave_token(aim, unit, price, stray=stray, because=because, link=link)
    use_round(battle, unit, weapon.number)
    if weapon.kind == THROW and unit.card.kind != SUIT:
        switch_back(battle, unit)


def leave_token(
    aim: Aim,
    unit: Unit,
    price: int,
    *,
    stray: int,
    because: str,
    link: tuple[int, int, int] | None = None,
) -> None:
    """What every use of an explosive does: somebody pays, and the token waits on its dot."""
    battle, weapon = aim.battle, aim.weapon
    found = modifiers(aim)
    tell_aim(aim, found, "throws" if weapon.kind == THROW else "fires")
    need = total(found)
    pay(unit, price)
    unit.exploded += 1
    target = aim.target.index if aim.target is not None else NOTHING
    token = Token(weapon.number, unit.index, aim.place, need, stray, link, target)
    battle.tokens = (*battle.tokens, token)
    battle.tell(
        events.Token,
        (because, "skirmishers.explosive.declared", "skirmishers.explosive.timing"),
        unit=unit.id,
        weapon=weapon.name,
        place=battle.board.name(aim.place),
        need=need,
    )


# ---------------------------------------------------------------------- stairs and structures


def surfaces_over(battle: Battle, dots: int) -> list[int]:
    """Every place on a set of dots where one can be, tunnels included."""
    board = battle.board
    mask = 0
    for layer in range(board.layers):
        mask |= dots << layer * board.size
    return each(mask & board.surfaces)


def stairs_places(battle: Battle, unit: Unit) -> list[int]:
    """Where something can be thrown over stairs: up one level, down any number.

    From the stairs dot itself both ways, from a dot beside it only down.
    """
    board, terrain = battle.board, battle.board.terrain
    level = board.level(unit.place)
    if level == TUNNEL_LEVEL:
        return []
    dot = unit.place % board.size
    found = []
    if level + 1 in board.levels[dot] and terrain.is_joined(dot, level, level + 1):
        found.append(board.at(dot, level + 1))
    for near in (unit.place, *each(terrain.beside(unit.place))):
        if board.level(near) != level:
            continue
        dot = near % board.size
        for below in range(level - 1, board.levels[dot].start - 1, -1):
            if not terrain.is_joined(dot, below, level):
                break
            found.append(board.at(dot, below))
    return found


def toss_price(unit: Unit) -> int:
    """AP for a throw over stairs."""
    return STAIRS_PRICE * (2 if unit.prone else 1)


def structures_by(battle: Battle, place: int) -> list[tuple[int, int, int]]:
    """The walls and trunks next to a place that can be named as a target: (dot, dot, level)."""
    board = battle.board
    dot, level = place % board.size, board.level(place)
    if level == TUNNEL_LEVEL:
        return []
    found = []
    for near in board.neighbours[dot]:
        if near < 0:
            continue
        wall = board.terrain.feature(dot, near, level) is Feature.HIGH_WALL
        tree = board.marked[Mark.TREE] >> board.at(near, level) & 1
        if wall or tree:
            found.append((dot, near, level))
    return found
