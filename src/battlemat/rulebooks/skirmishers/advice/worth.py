"""How well a side stands: points, strength, where its units are, what they cover, what covers them.

Worth is no rule; it guides machines. It reads the battle and changes nothing.
"""

from __future__ import annotations

from collections.abc import Hashable

from battlemat.kernel.memo import Memo, Owned, Table
from battlemat.rulebooks.skirmishers.advice.goals import (
    AIM,
    areas_of,
    distance_on_foot,
    distance_riding,
    leaving_pays,
)
from battlemat.rulebooks.skirmishers.advice.marksmen import (
    CHANCE,
    OUTSIDE,
    Layouts,
    Marksmen,
    hit_chance,
)
from battlemat.rulebooks.skirmishers.advice.weights import PLAIN, Weights
from battlemat.rulebooks.skirmishers.chapters.explosives.bursts import points_at, reached
from battlemat.rulebooks.skirmishers.chapters.explosives.preparing import may_use, price_of
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import look
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import (
    ARC_PRICES,
    arc_weapons,
    may_aim,
    shots_of,
)
from battlemat.rulebooks.skirmishers.chapters.gear import rounds
from battlemat.rulebooks.skirmishers.chapters.melee import strength
from battlemat.rulebooks.skirmishers.chapters.vehicles.ride import MOUNT
from battlemat.rulebooks.skirmishers.chapters.victory import points
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    DEAD,
    LEFT,
    PLAYERS,
    UNCONSCIOUS,
    Arc,
    Battle,
    Field,
    Token,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import PERSON, SUIT
from battlemat.rulebooks.skirmishers.state.weapons import GUN, THROW, Weapon

WON = 1000.0
SPAN = 32
"""AP over which nearer is better."""
COVERED = {30: 1, 60: 2, 150: 5}
"""How many enemies an arc may be hoped to cover."""
LAST_DOTS = 4
GUNSHOT = 18
"""Dots over which most weapons fire."""
RIDE = 2.5
"""How many dots on foot one dot on the road is worth."""


def worth(battle: Battle, player: str, weights: Weights) -> float:
    """How much better a side stands than the other."""
    side = PLAYERS.index(player)
    if battle.phase == "over":
        return 0.0 if battle.winner < 0 else WON if battle.winner == side else -WON
    first, second = _known.of(battle.field).sides(battle, weights)
    return first - second if side == 0 else second - first


_WORTHS = Memo("the field, the weights and the value of the battle", bound=4096)


class _Known:
    """What is known of one battle: many ways of a look end as others did."""

    def __init__(self, _field: Field) -> None:
        self.layouts = Layouts()
        self.worths: Table[Hashable, tuple[float, float]] = _WORTHS.table()

    def sides(self, battle: Battle, weights: Weights) -> tuple[float, float]:
        key = weights, battle.value()
        found = self.worths.get(key)
        if found is None:
            known = self.layouts.of(battle)
            sides = [_side_worth(battle, side, known, weights) for side in (0, 1)]
            found = self.worths.keep(key, (sides[0], sides[1]))
        return found


_known: Owned[Field, _Known] = Memo("the field, which never changes", bound=8).owned(_Known)


def _side_worth(battle: Battle, side: int, known: Marksmen, weights: Weights) -> float:
    total = weights.point * points(battle, side)
    foes = [unit for unit in battle.able(1 - side) if unit.place >= 0]
    areas = areas_of(battle, side)
    for unit in battle.units:
        if unit.side != side or unit.state == DEAD:
            continue
        if unit.state == LEFT:
            total += weights.gone * _gone(battle, unit, weights)
            continue
        total += _strength(battle, unit, weights)
        if unit.state == ABLE:
            total += _posture(battle, unit, foes, known, weights)
            total += _purpose(battle, unit, areas, weights)
    for token in battle.tokens:
        total += weights.token * token_worth(battle, token, side)
    for blow in battle.blows:
        if battle.units[blow.attacker].side == side:
            total += weights.blow * blow_worth(battle, blow.attacker, blow.weapon)
    return total + weights.fire * _burning(battle, side)


# ---------------------------------------------------------------------- strength


def _gone(battle: Battle, unit: Unit, weights: Weights) -> float:
    """Who has left is safe, and where he was to go; but he fights no more."""
    pays = leaving_pays(battle, unit.side)
    if pays >= AIM:
        return _strength(battle, unit, weights) + 1.3 * pays
    return _strength(battle, unit, weights) * (0.5 + 0.5 * _late(battle))


def _late(battle: Battle) -> float:
    return min(1.0, battle.round / battle.field.scenario.rounds)


def _strength(battle: Battle, unit: Unit, weights: Weights) -> float:
    if unit.is_vehicle:
        upright = 0.0 if unit.prone else 1.5
        whole = 1.0 + upright + 0.15 * unit.hp + 0.15 * unit.marks.armor
        return weights.vehicle * whole if unit.state < 2 else 0.0
    if unit.state == UNCONSCIOUS:
        return weights.senseless
    armor = unit.marks.armor + unit.marks.plates.bit_count()
    total = weights.man + weights.hit_point * unit.hp + weights.armor * armor
    total -= weights.wound * unit.mod
    if unit.card.kind == SUIT:
        total += weights.suit_gun * sum(
            firepower(battle.weapon(index))
            for slot, index in enumerate(unit.carries)
            if index >= 0 and not unit.disabled >> slot & 1
        )
    total -= weights.under if unit.under else 0.0
    return total - (weights.held if unit.entangled or unit.pinned else 0.0)


def firepower(weapon: Weapon) -> float:
    """What one hit of a weapon is worth."""
    harm = weapon.rings[0] if weapon.rings else weapon.lethal + 0.4 * weapon.bludgeon
    return 0.5 + 0.25 * harm


def blow_worth(battle: Battle, attacker: int, weapon: int) -> float:
    """A blow that has been declared."""
    lethal, bludgeon = strength(battle, battle.units[attacker], battle.weapon(weapon))
    return 0.25 + 0.2 * lethal + 0.06 * bludgeon


# ---------------------------------------------------------------------- where units are


def _purpose(battle: Battle, unit: Unit, areas: int, weights: Weights) -> float:
    """Nearer to an exit or an area is better; riding makes the way shorter."""
    if unit.is_vehicle:
        return 0.0
    exits, late = battle.field.scenario.exits[unit.side], _late(battle)
    total = 0.0
    if exits:
        pays = leaving_pays(battle, unit.side) * _nearness(battle, unit, exits, through=True)
        total += pays * (weights.exit_early + weights.exit_late * late)
    if areas:
        near = _nearness(battle, unit, areas, through=areas == exits)
        total += near * (weights.area_early + weights.area_late * late)
    return total


def _nearness(battle: Battle, unit: Unit, goals: int, *, through: bool) -> float:
    return 1 - min(SPAN, _distance(battle, unit, goals, through=through)) / SPAN


def _distance(battle: Battle, unit: Unit, goals: int, *, through: bool) -> float:
    """AP to a goal; the last dots to an area are gone on foot, those off the map are ridden."""
    if unit.mount < 0 or unit.under:
        return distance_on_foot(battle, unit, goals)
    dots = distance_riding(battle, battle.units[unit.mount], goals)
    return dots / RIDE if through or dots > LAST_DOTS else dots + MOUNT


def _posture(
    battle: Battle, unit: Unit, foes: list[Unit], known: Marksmen, weights: Weights
) -> float:
    """Closing in, holding an arc over enemies, not standing in theirs, and a weapon ready."""
    if unit.place < 0 or not foes:
        return 0.0
    total = 0.0
    if unit.arcs:
        shots = [known.shot(battle, unit, foe) for foe in foes]
        for number, arc in enumerate(unit.arcs):
            chances = [shot[number] for shot in shots]
            total += _covered(battle, unit, arc, foes, chances, weights)
    if unit.is_vehicle:
        return total
    board = battle.board
    steps, size = board.distances(unit.place), board.size
    nearest = min([steps[foe.place % size] for foe in foes])
    total += weights.near / (2 + nearest)
    if unit.prone:
        total += (weights.low if nearest <= GUNSHOT else 0.0) - weights.prone
    if will_act(battle, unit):
        for foe in foes:
            if foe.arcs:
                for chance in known.shot(battle, foe, unit):
                    if chance > 0:
                        total -= weights.threat * chance
    if unit.card.kind == PERSON:
        total += _in_hand(battle, unit, foes, weights)
    if unit.index in battle.acting and not unit.aimed:
        total += weights.arc_to_come * _arc_to_come(battle, unit, foes)
    return total


def _arc_to_come(battle: Battle, unit: Unit, foes: list[Unit]) -> float:
    """About what the best arc is worth that the AP left still pay for."""
    size = next((size for size in (150, 60, 30) if ARC_PRICES[size] <= unit.ap_left), 0)
    if not size or not may_aim(battle, unit):
        return 0.0
    best = 0.0
    for index in arc_weapons(battle, unit):
        weapon = battle.weapon(index)
        chances = sorted((hit_chance(battle, unit, weapon, foe) for foe in foes), reverse=True)
        covered = sum(chances[: COVERED[size]])
        shots = shots_of(weapon, size)
        most = 0.9 * (shots if shots > 0 else 6)
        best = max(best, min(covered, most) * firepower(weapon) + 0.1)
    return best


def will_act(battle: Battle, unit: Unit) -> bool:
    """Whether a unit still gives enemy arcs a chance before they are lifted."""
    if battle.to_move != unit.side or not unit.activated:
        return True
    return unit.index in battle.acting and unit.ap_left > 0


def arc_worth(battle: Battle, unit: Unit, arc: Arc, foes: list[Unit]) -> float:
    """An arc that may be set, by whom it covers."""
    board, weapon = battle.board, battle.weapon(arc.weapon)
    mask = board.arc(unit.place, arc.heading, arc.degrees)
    chances = [
        hit_chance(battle, unit, weapon, foe) if mask >> foe.place % board.size & 1 else OUTSIDE
        for foe in foes
    ]
    return _covered(battle, unit, arc, foes, chances, PLAIN)


def _covered(
    battle: Battle,
    unit: Unit,
    arc: Arc,
    foes: list[Unit],
    chances: list[float],
    weights: Weights,
) -> float:
    """What an arc is worth by its chances; in the enemy's turn only who has still to act counts."""
    power = firepower(battle.weapon(arc.weapon))
    waiting = battle.to_move != unit.side
    total = 0.0
    for foe, chance in zip(foes, chances, strict=True):
        if chance == OUTSIDE or (waiting and not will_act(battle, foe)):
            continue
        total += chance * power if chance else weights.may_step_out
    most = 0.9 * (arc.shots if arc.shots > 0 else 6) * power
    if waiting:
        return weights.arc_left * min(total, most)
    return weights.arc * (min(total, most) + 0.1)


def _in_hand(battle: Battle, unit: Unit, foes: list[Unit], weights: Weights) -> float:
    """Something to fire with; or, for who is acting, something to throw and somebody to hit."""
    weapon = battle.weapon(unit.hand)
    if weapon.has_arc or (weapon.explodes and weapon.kind != THROW):
        return 0.0
    if unit.index in battle.acting and weapon.kind == THROW:
        ready = weights.throw_ready * _throw_in_hand(battle, unit, weapon, foes)
        if ready:
            return ready
    guns = any(i >= 0 and battle.weapon(i).kind == GUN for i in unit.carries)
    return -weights.unarmed if guns and not unit.arcs else 0.0


def _throw_in_hand(battle: Battle, unit: Unit, weapon: Weapon, foes: list[Unit]) -> float:
    """The best that a throw from here could do, aimed at an enemy's own dot."""
    if not may_use(battle, unit) or not rounds(battle, unit, weapon.number) or weapon.smoke:
        return 0.0
    best = 0.0
    for foe in foes:
        distance = battle.board.distance(unit.place, foe.place)
        if distance < 2 or price_of(unit, weapon, distance) > unit.ap_left:
            continue
        view = look(battle, unit.place, foe.place, prone=unit.prone)
        if view is not None:
            need = price_of(unit, weapon, distance) + view.cover + unit.mod
            harm = burst_worth(battle, foe.place, weapon, unit.side)
            best = max(best, harm * CHANCE[min(max(need, 2), 19)])
    return best


# ---------------------------------------------------------------------- what will burst


def token_worth(battle: Battle, token: Token, side: int) -> float:
    """A throw that lies on the table: on target, or strayed a dot."""
    weapon = battle.weapon(token.weapon)
    chance = CHANCE[min(max(token.need, 2), 19)]
    near = 0.5 * (1 - chance) if weapon.scatters else 0.0
    return (chance + near) * burst_worth(battle, token.place, weapon, side)


def burst_worth(battle: Battle, place: int, weapon: Weapon, side: int) -> float:
    """What a burst on a dot does for a side: harm to enemies, less harm to its own."""
    total = 0.0
    radius = len(weapon.rings) - 1
    for unit in battle.units:
        if weapon.smoke or unit.state != ABLE or unit.place < 0:
            continue
        if weapon.incendiary and unit.is_vehicle:
            continue
        if battle.board.distance(place, unit.place) > radius + 1:
            continue
        distance = reached(battle, unit, place, radius)
        if distance >= 0:
            harm = _harm(unit, points_at(battle, weapon, unit.place, distance))
            total += harm if unit.side != side else -1.3 * harm
    if weapon.incendiary:
        total += 4.0 * _kindling(battle, side, battle.board.bursts.flames(place, radius))
    return total


def _harm(unit: Unit, hurt: int) -> float:
    left = max(0.0, hurt - 0.6 * unit.marks.armor)
    return left * (0.55 if left >= 5 else 0.4) * (0.4 if unit.is_vehicle else 1.0)


def _burning(battle: Battle, side: int) -> float:
    """Fire where the scenario wants it."""
    return _kindling(battle, side, battle.fire) if battle.fire else 0.0


def _kindling(battle: Battle, side: int, flames: int) -> float:
    total = 0.0
    for rule in battle.field.scenario.wins:
        test = rule.if_
        if rule.side == PLAYERS[side] and test.get("test") == "burns":
            wanted = test.get("least", 1)
            burning = (flames & battle.field.areas[test["area"]]).bit_count()
            total += min(1.0, burning / wanted)
    return total
