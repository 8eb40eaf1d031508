"""Chapter "Explosives", their use: thrown or fired at a dot, and waiting for the turn's end.

Its one rule: price, round, dot and target number are settled at once
(`skirmishers.explosive.declared`); what bursts, bursts later.
"""

from __future__ import annotations

from battlemat.boards.dots.board import TUNNEL_LEVEL, Feature, Mark, each
from battlemat.kernel.questions import Option
from battlemat.rulebooks.skirmishers.chapters.aiming import (
    LAUNCH_BASE,
    Aim,
    View,
    look,
    modifiers,
    swims,
    tell_aim,
)
from battlemat.rulebooks.skirmishers.chapters.fire import own_places
from battlemat.rulebooks.skirmishers.chapters.gear import (
    ready_weapons,
    rounds,
    switch_back,
    use_round,
)
from battlemat.rulebooks.skirmishers.chapters.movement import pay
from battlemat.rulebooks.skirmishers.state.armory import LAUNCHER, THROW, Weapon
from battlemat.rulebooks.skirmishers.state.battle import (
    NOTHING,
    UNCONSCIOUS,
    Battle,
    Token,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import SUIT

STAIRS_PRICE = 3
"""`skirmishers.explosive.stairs`: the flat price, which the weapon table prints for satchels only
(`skirmishers.weapon.satchel-three`).
"""


def may_use(battle: Battle, unit: Unit) -> bool:
    """Whether a unit may use any explosive now (`skirmishers.arc.not-after-explosive`)."""
    if swims(battle, unit):
        return False  # skirmishers.terrain.swim-no-fire
    return not unit.aimed or unit.card.kind == SUIT  # skirmishers.power.explosive-and-arc


def usable(battle: Battle, unit: Unit) -> list[Weapon]:
    """The explosives in hand that have a round left (`skirmishers.explosive.active`).

    A launcher stays in hand and may fire again (`skirmishers.launcher.again`).
    """
    found = []
    for index in ready_weapons(battle, unit):
        weapon = battle.weapon(index)
        if weapon.explodes and rounds(battle, unit, index):
            found.append(weapon)
    return found


def price_of(unit: Unit, weapon: Weapon, distance: int) -> int:
    """AP for a throw by the dot, doubled for the prone; a launcher's printed price."""
    if weapon.kind == LAUNCHER:
        return weapon.ap  # skirmishers.launcher.ap
    return weapon.per_dot * distance * (2 if unit.prone else 1)  # skirmishers.explosive.throw-prone


def burst_aim(
    battle: Battle, unit: Unit, weapon: Weapon, place: int, *, moving: bool = False
) -> Aim | None:
    """An explosive aimed at a dot, or None if AP, range or sight forbid it."""
    distance = battle.board.distance(unit.place, place)
    if distance < 1 or (weapon.kind == LAUNCHER and distance > weapon.reach):
        return None  # skirmishers.explosive.throw-cost: never onto one's own dot
    price = price_of(unit, weapon, distance)
    if price > unit.ap_left or battle.board.marked[Mark.TREE] >> place & 1:
        return None
    own = own_places(battle, unit)
    view = look(battle, unit.place, place, prone=unit.prone, own=own)
    if view is None:
        return None  # skirmishers.explosive.target-dot
    base = price if weapon.kind == THROW else LAUNCH_BASE  # skirmishers.incendiary.ranged-base
    return Aim(
        battle, unit, weapon, None, unit.place, place, view, distance, base=base, moving=moving
    )


def throw_options(battle: Battle, unit: Unit, verb: str = "throw") -> list[Option]:
    """Every dot that a throw reaches; for launchers every dot near an enemy."""
    if not may_use(battle, unit) or unit.mount >= 0:
        return []
    found: list[Option] = []
    for weapon in usable(battle, unit):
        places = _throw_places(battle, unit, weapon)
        found += [
            (verb, unit.index, place, weapon.number)
            for place in places
            if burst_aim(battle, unit, weapon, place) is not None
        ]
        if verb == "throw" and weapon.kind == THROW:
            found += _toss_options(battle, unit, weapon)
    return found


def _throw_places(battle: Battle, unit: Unit, weapon: Weapon) -> list[int]:
    board = battle.board
    if weapon.kind == LAUNCHER:
        return _near_enemies(battle, unit, weapon)
    far = unit.ap_left // price_of(unit, weapon, 1)
    disc = board.disc(unit.place, far) & ~(1 << unit.place % board.size)
    return surfaces_over(battle, disc)


def surfaces_over(battle: Battle, dots: int) -> list[int]:
    """Every place on a set of dots where one can be, tunnels included."""
    board = battle.board
    mask = 0
    for layer in range(board.layers):
        mask |= dots << layer * board.size
    return each(mask & board.surfaces)


def _near_enemies(battle: Battle, unit: Unit, weapon: Weapon) -> list[int]:
    """Where a launcher is worth firing at; any other dot in sight may be named too."""
    board = battle.board
    dots = 0
    for other in battle.units:
        if other.side != unit.side and other.state <= UNCONSCIOUS and other.place >= 0:
            dots |= board.disc(other.place, max(1, len(weapon.rings) - 1))
    return surfaces_over(battle, dots)


# ---------------------------------------------------------------------- stairs


def stairs_places(battle: Battle, unit: Unit) -> list[int]:
    """Where something can be thrown over stairs: up one level, down any number.

    From the stairs dot itself both ways, from a dot beside it only down
    (`skirmishers.explosive.stairs-position`).
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


def _toss_options(battle: Battle, unit: Unit, weapon: Weapon) -> list[Option]:
    if unit.ap_left < _toss_price(unit):
        return []
    return [("toss", unit.index, place, weapon.number) for place in stairs_places(battle, unit)]


def _toss_price(unit: Unit) -> int:
    return STAIRS_PRICE * (2 if unit.prone else 1)


def toss(battle: Battle, unit: Unit, weapon: Weapon, place: int) -> None:
    """Over stairs or a ladder: no sight needed, no cover."""
    price = _toss_price(unit)
    aim = Aim(battle, unit, weapon, None, unit.place, place, None, 0, base=price)
    settle(aim, price, stray=place, because="skirmishers.explosive.stairs")


# ---------------------------------------------------------------------- use


def throw(battle: Battle, unit: Unit, weapon: Weapon, place: int, *, moving: bool = False) -> None:
    """Throw or fire at a dot."""
    aim = burst_aim(battle, unit, weapon, place, moving=moving)
    assert aim is not None, "a throw was offered that cannot be made"
    settle(aim, price_of(unit, weapon, aim.distance), stray=stray_from(aim))


def stray_from(aim: Aim) -> int:
    """Where a miss scatters from: the dot before the first window, if it went through one."""
    if not isinstance(aim.view, View):
        return aim.place
    before = aim.battle.board.bursts.before_window(aim.start, aim.place, aim.view.side)
    return aim.place if before is None else before  # skirmishers.explosive.scatter-window


def settle(
    aim: Aim,
    price: int,
    *,
    stray: int,
    because: str = "skirmishers.explosive.throw-cost",
    link: tuple[int, int, int] | None = None,
    target: int = NOTHING,
) -> None:
    """Pay, spend the round, fix the target number, and leave a token on the dot."""
    battle, unit, weapon = aim.battle, aim.attacker, aim.weapon
    found = modifiers(aim)
    tell_aim(aim, found, "throws at" if weapon.kind == THROW else "fires at")
    need = sum(modifier.by for modifier in found)
    pay(unit, price)
    use_round(battle, unit, weapon.number)
    unit.exploded += 1
    if weapon.kind == THROW and unit.card.kind != SUIT:
        switch_back(battle, unit)  # skirmishers.explosive.one-throw
    token = Token(weapon.number, unit.index, aim.place, need, stray, link, target)
    battle.tokens = (*battle.tokens, token)
    battle.tell(
        "token",
        (because, "skirmishers.explosive.declared", "skirmishers.explosive.timing"),
        unit=unit.id,
        weapon=weapon.name,
        place=battle.board.name(aim.place),
        need=need,
    )


# ---------------------------------------------------------------------- large targets


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


def shell_options(battle: Battle, unit: Unit) -> list[Option]:
    """`skirmishers.large.modifier`: a wall or a tree next to a dot in sight."""
    if not battle.on("large-targets") or not may_use(battle, unit) or unit.mount >= 0:
        return []
    found: list[Option] = []
    for weapon in usable(battle, unit):
        if weapon.smoke:
            continue
        for place in _shell_places(battle, unit, weapon):
            links = structures_by(battle, place)
            if links and burst_aim(battle, unit, weapon, place) is not None:
                found += [("shell", unit.index, link, weapon.number) for link in links]
    return found


def _shell_places(battle: Battle, unit: Unit, weapon: Weapon) -> list[int]:
    if weapon.kind == LAUNCHER:
        return surfaces_over(battle, battle.board.disc(unit.place, min(weapon.reach, 8)))
    return _throw_places(battle, unit, weapon)


def shell(battle: Battle, unit: Unit, weapon: Weapon, link: tuple[int, int, int]) -> None:
    """Aim at a structure; measured to the near dot, and bursting there."""
    place = battle.board.at(link[0], link[2])
    aim = burst_aim(battle, unit, weapon, place)
    assert aim is not None, "a target was offered that cannot be aimed at"
    aim = aim._replace(large=True)
    settle(
        aim,
        price_of(unit, weapon, aim.distance),
        stray=stray_from(aim),
        because="skirmishers.large.modifier",
        link=link,
    )
