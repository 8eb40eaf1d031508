"""Chapter "Resolving Fire": the enemy answers in the middle of a move, shooter by shooter.

Its one rule: a window is asked only while somebody can fire, and each shot is resolved in full
before the next shooter is named (`skirmishers.fire.order`).
"""

from __future__ import annotations

from battlemat.kernel.questions import PASS, Flow, Option, choose
from battlemat.rulebooks.skirmishers.chapters.aiming import Aim, aim_at, check, modifiers, tell_aim
from battlemat.rulebooks.skirmishers.chapters.damage import hurt
from battlemat.rulebooks.skirmishers.state.armory import CREW
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    DEAD,
    NOTHING,
    PLAYERS,
    Arc,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import VEHICLE

ACTIVATE = "skirmishers.fire.trigger-activate"
MOVE = "skirmishers.fire.trigger-move"
STAND = "skirmishers.fire.trigger-stand"


class Chance:
    """Where somebody gives the enemy a chance to fire: on his dot, or over it in the air."""

    __slots__ = ("ap", "because", "flying", "place", "target")

    def __init__(self, target: Unit, because: str, *, place: int = NOTHING) -> None:
        self.target = target
        self.because = because
        self.flying = place >= 0
        self.place = place if place >= 0 else target.place
        self.ap = target.ap


def bit_of(shooter: Unit, arc: Arc, number: int) -> int:
    """The mark of one arc in `battle.fired`."""
    slot = shooter.carries.index(arc.weapon) if arc.weapon in shooter.carries else 3
    if shooter.card.kind == VEHICLE:
        slot = number
    return 1 << 4 * shooter.index + slot


def is_live(battle: Battle, shooter: Unit, arc: Arc) -> bool:
    """Whether an arc can fire at all: a crew weapon that is not in hand is suspended."""
    if battle.weapon(arc.weapon).kind == CREW and shooter.card.kind != VEHICLE:
        return shooter.hand == arc.weapon  # skirmishers.crew.control
    return True


def shooters(battle: Battle, chance: Chance) -> list[Option]:
    """Every enemy arc that may fire on this occasion: ("fire", unit, arc, target).

    The board knows which dots an arc holds: its vertex is left out (`skirmishers.arc.vertex`), its
    edges are in (`skirmishers.arc.boundary`), by integer arithmetic (`skirmishers.arc.rotate`,
    `skirmishers.arc.test-even`, `skirmishers.arc.test-odd`), on every level alike
    (`skirmishers.arc.levels`). How far it goes is the weapon's affair (`skirmishers.arc.length`),
    and it fires in the enemy's turn alone (`skirmishers.fire.enemy-turn`).
    """
    board = battle.board
    target = chance.target
    dot = chance.place % board.size
    found: list[Option] = []
    for shooter in battle.units:
        if not shooter.arcs or shooter.side == target.side or shooter.state != ABLE:
            continue
        for number, arc in enumerate(shooter.arcs):
            if not board.arc(shooter.place, arc.heading, arc.degrees) >> dot & 1:
                continue
            fired = battle.fired & bit_of(shooter, arc, number)
            if fired or not is_live(battle, shooter, arc):
                continue
            if arc_aim(battle, shooter, arc, chance) is not None:
                found.append(("fire", shooter.index, number, target.index))
    return found


def arc_aim(battle: Battle, shooter: Unit, arc: Arc, chance: Chance) -> Aim | None:
    """The shot of an arc on this occasion, or None; whether the arc holds the dot is not asked."""
    weapon = battle.weapon(arc.weapon)
    return aim_at(
        battle,
        shooter,
        weapon,
        chance.target,
        place=chance.place if chance.flying else NOTHING,
        flying=chance.flying,
        own=own_places(battle, shooter),
    )


def own_places(battle: Battle, shooter: Unit) -> int:
    """The dots of the vehicle a shooter is on, which give its targets no cover."""
    if shooter.card.kind == VEHICLE:
        return battle.footprint(shooter)
    return battle.footprint(battle.units[shooter.mount]) if shooter.mount >= 0 else 0


def reaction(battle: Battle, chance: Chance) -> Flow[None]:
    """The arcs' owner names one shooter after another, or holds (`skirmishers.fire.choice`).

    The fallen and the unconscious may still be fired at, the dead may not
    (`skirmishers.fire.after-fall`). Who is able afterwards goes on (`skirmishers.fire.continue`).
    """
    target = chance.target
    while target.state != DEAD and (chance.flying or target.place >= 0):
        options = shooters(battle, chance)
        if not options:
            return
        option = yield from choose(
            PLAYERS[1 - target.side],
            "reaction",
            [*options, PASS],
            because=chance.because,
            optional=True,
            about=target.index,
        )
        if option == PASS:
            return
        shooter = battle.units[option[1]]
        yield from fire_arc(battle, shooter, option[2], chance)
        if is_decided(battle) or is_grounded(chance):
            return


def is_grounded(chance: Chance) -> bool:
    """Whether a flier was hit so that he comes down (`skirmishers.jet.fall`)."""
    target = chance.target
    down = target.ap < chance.ap or target.state != ABLE or not target.flies
    return chance.flying and down


def is_decided(battle: Battle) -> bool:
    """`skirmishers.victory.last-side`: a side without able troopers has lost at once."""
    able = 0
    for unit in battle.units:
        if unit.state == ABLE and unit.card.kind != VEHICLE:
            able |= 1 << unit.side
            if able == 3:
                return False
    return True


def fire_arc(battle: Battle, shooter: Unit, number: int, chance: Chance) -> Flow[None]:
    """One shot from an arc: mark it, resolve it, count it off."""
    arc = shooter.arcs[number]
    aim = arc_aim(battle, shooter, arc, chance)
    assert aim is not None, "an arc was offered that cannot fire"
    battle.fired |= bit_of(shooter, arc, number)
    yield from shoot(aim, "fires at")
    if arc in shooter.arcs:
        use_shot(battle, shooter, number)


def use_shot(battle: Battle, shooter: Unit, number: int) -> None:
    """`skirmishers.fire.shot-spent`, `skirmishers.arc.spent`: the last shot ends the arc."""
    arc = shooter.arcs[number]
    if arc.shots < 0:
        return  # skirmishers.crew.unlimited
    arcs = list(shooter.arcs)
    if arc.shots == 1:
        del arcs[number]
        battle.tell("arc-spent", "skirmishers.arc.spent", unit=shooter.id)
    else:
        arcs[number] = arc._replace(shots=arc.shots - 1)
    shooter.arcs = tuple(arcs)


def shoot(aim: Aim, manner: str) -> Flow[bool]:
    """One ranged attack: the check, then the initial cell (`skirmishers.dice.order`)."""
    found = modifiers(aim)
    tell_aim(aim, found, manner)
    need = sum(modifier.by for modifier in found)
    hit = yield from check(
        aim.battle, aim.attacker.side, need, "the shot", because="skirmishers.fire.base"
    )
    if hit:
        assert aim.target is not None
        weapon = aim.weapon
        yield from hurt(
            aim.battle, aim.target, weapon.lethal, weapon.bludgeon, "skirmishers.damage.new-values"
        )
    return hit
