"""Options that are listed by hand, because asking the bar of every candidate takes too long.

Each says a second time what the bars of its verbs say, with what is common to all options done
once. The contract holds each to the bars, at every question of its games; `scripts/quick_gains.py`
measures what each gains.
"""

from __future__ import annotations

from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Option
from battlemat.kernel.verbs import Quick
from battlemat.rulebooks.skirm.chapters.asked import Acting, Waiting
from battlemat.rulebooks.skirm.chapters.combat.attack_prices import can_fire
from battlemat.rulebooks.skirm.chapters.combat.attacks import (
    BLAST,
    MELEE,
    SHOOT,
    Blast,
    Shoot,
    blasts_at,
    drawn_blasts,
    drawn_shots,
)
from battlemat.rulebooks.skirm.chapters.combat.sight import aimable, cannot_shoot, in_the_way
from battlemat.rulebooks.skirm.chapters.combat.targets import ranged_weapons
from battlemat.rulebooks.skirm.chapters.movement import (
    dash_squares,
    ends,
    ends_by_budget,
    leap_ends,
    move_squares,
)
from battlemat.rulebooks.skirm.chapters.moves import (
    CRAWL,
    DASH,
    LEAP,
    MOVE,
    Crawl,
    Dash,
    Leap,
    Move,
    crawls_of,
    dashes_of,
    leaps_of,
    moves_of,
)
from battlemat.rulebooks.skirm.chapters.places import (
    PLACE,
    Place,
    deploy_squares,
    places_of,
    waiting,
)
from battlemat.rulebooks.skirm.chapters.prices import can_pay, price
from battlemat.rulebooks.skirm.state.battle import DOWNED, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon
from battlemat.rulebooks.skirm.state.masks import picked


def _placings(battle: Battle, asked: Waiting) -> list[Place]:
    """Where a unit may be placed is worked out once for it."""
    found: list[Place] = []
    for unit in waiting(battle, asked.side):
        places = places_of(unit.index, battle.field.board.size)
        found += picked(places, deploy_squares(battle, unit))
    return found


# ---------------------------------------------------------------------- Moves and Dashes


def _goings(battle: Battle, asked: Acting) -> list[Option]:
    """The Moves, then the Dashes of those who act: the board is flooded once for both."""
    moves: list[Option] = []
    dashes: list[Option] = []
    for index in asked.units:
        unit = battle.units[index]
        if unit.state != STANDING:
            continue
        far = 0
        if asked.moment != "sentry" and _affordable(battle, asked, unit, "move"):
            far = move_squares(battle, unit)
        near = dash_squares(battle, unit) if _affordable(battle, asked, unit, "dash") else 0
        if far > 0 or near > 0:
            reach = ends_by_budget(battle, unit, max(far, near))
            size = battle.field.board.size
            if far > 0:
                moves += _moves_to(index, size, reach[far])
            if near > 0:
                dashes += _dashes_to(index, size, reach[near])
    return moves + dashes


def _affordable(battle: Battle, asked: Acting, unit: Unit, kind: str) -> bool:
    return not asked.paid or can_pay(battle, unit.side, price(battle, kind, _ACT[kind]))


_ACT = {"move": 1, "dash": 1, "leap": 2}


@Memo("the unit, the size of the board and the squares", bound=512)
def _moves_to(unit: int, size: int, squares: int) -> list[Move]:
    return picked(moves_of(unit, size), squares)


@Memo("the unit, the size of the board and the squares", bound=512)
def _dashes_to(unit: int, size: int, squares: int) -> list[Dash]:
    return picked(dashes_of(unit, size), squares)


def _crawls(battle: Battle, asked: Acting) -> list[Crawl]:
    found: list[Crawl] = []
    for index in asked.units:
        unit = battle.units[index]
        if unit.state == DOWNED and _affordable(battle, asked, unit, "dash"):
            squares = ends(battle, unit, dash_squares(battle, unit))
            found += picked(crawls_of(index, battle.field.board.size), squares)
    return found


def _leaps(battle: Battle, asked: Acting) -> list[Leap]:
    found: list[Leap] = []
    for index in asked.units:
        unit = battle.units[index]
        if unit.powers.leap and unit.state == STANDING and _affordable(battle, asked, unit, "leap"):
            squares = leap_ends(battle, unit)
            found += picked(leaps_of(index, battle.field.board.size), squares)
    return found


# ---------------------------------------------------------------------- Ranged Attacks


def _shots(battle: Battle, asked: Acting) -> list[Shoot]:
    found: list[Shoot] = []
    for index in asked.units:
        unit = battle.units[index]
        if unit.state == STANDING and unit.card.ranged_weapons:
            for weapon in _can_fire(battle, asked, unit):
                found += _shots_with(battle, unit, weapon)
    return found


def _can_fire(battle: Battle, asked: Acting, unit: Unit) -> list[Weapon]:
    """The weapons that a unit may fire now and pay for."""
    if asked.attacks == "melee" or cannot_shoot(battle, unit) is not None:
        return []
    return [weapon for weapon in ranged_weapons(unit) if can_fire(battle, asked, unit, weapon)]


def _shots_with(battle: Battle, unit: Unit, weapon: Weapon) -> list[Shoot]:
    """Who is in sight is asked once for all."""
    start, enemy, seen = unit.square, 1 - unit.side, battle.terrain.seen
    way = in_the_way(battle, weapon)
    hit = seen(start, battle.standing[enemy], standing=way)
    if battle.downed[enemy] and battle.edition.downed_targets:
        hit |= seen(start, battle.downed[enemy], standing=way, downed=True)
    if hit:  # most often nobody is in sight
        hit &= aimable(battle, unit, weapon)
    if not hit:
        return []
    targets = [other for other in battle.units if other.square >= 0 and hit >> other.square & 1]
    if not weapon.linear and not weapon.chain:
        return [_shot(unit.index, target.index, weapon.index) for target in targets]
    return [shot for target in targets for shot in drawn_shots(battle, unit, weapon, target)]


_shot = Memo("its parts; the same few are listed again and again", bound=4096)(Shoot)


def _blasts(battle: Battle, asked: Acting) -> list[Blast]:
    found: list[Blast] = []
    for index in asked.units:
        unit = battle.units[index]
        if unit.state == STANDING and unit.card.explodes:
            for weapon in _can_fire(battle, asked, unit):
                if weapon.explodes:
                    found += _blasts_with(battle, unit, weapon)
    return found


def _blasts_with(battle: Battle, unit: Unit, weapon: Weapon) -> list[Blast]:
    """Which squares are in sight is asked once for all."""
    taken = battle.occupied if battle.edition.downed_targets else sum(battle.standing)
    aim, way = aimable(battle, unit, weapon) & ~taken, in_the_way(battle, weapon)
    squares = blasts_at(unit.index, weapon.index, battle.field.board.size)
    found = picked(squares, battle.terrain.seen(unit.square, aim, standing=way))
    return drawn_blasts(battle, unit, found) if weapon.linear else found


def open_attacks(battle: Battle, asked: Acting) -> bool:
    """Whether there is anything to attack."""
    return bool(_shots(battle, asked) or _blasts(battle, asked) or MELEE.offered(battle, asked))


QUICK = (
    Quick((PLACE,), _placings, gain=1.6),
    Quick((MOVE, DASH), _goings, gain=9.9),
    Quick((CRAWL,), _crawls, gain=1.2),
    Quick((LEAP,), _leaps, gain=20.6),
    Quick((SHOOT,), _shots, gain=1.3),
    Quick((BLAST,), _blasts, gain=1.8),
)
