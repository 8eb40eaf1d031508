"""Options that are listed by hand, because asking the bar of every candidate takes too long.

Each says a second time what the bars of its verbs say, with what is common to all options done
once. The contract holds each to the bars, at every question of its games; `scripts/quick_gains.py`
measures what each gains.
"""

from __future__ import annotations

from battlemat.kernel.questions import Option
from battlemat.kernel.verbs import Quick
from battlemat.rulebooks.skirmishers.chapters.acting import Acting, combat_bar, foot_bar
from battlemat.rulebooks.skirmishers.chapters.explosives.preparing import burst_aim, may_use, usable
from battlemat.rulebooks.skirmishers.chapters.explosives.throwing import (
    THROW_VERB,
    TOSS,
    Throw,
    throw_places,
    throws_at_vehicles,
)
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import (
    ARC,
    ARC_PRICES,
    SetArc,
    arc_bar,
    arc_weapons,
    arcs_with,
)
from battlemat.rulebooks.skirmishers.chapters.gear import CHANGE, EXCHANGE, drop_price, fits
from battlemat.rulebooks.skirmishers.chapters.melee import BLOW_PRICE, MELEE_VERB, blows_of
from battlemat.rulebooks.skirmishers.chapters.moving.movement import (
    LEAVE_VERB,
    MOVE,
    PRONE,
    STAND_VERB,
    STEP,
    dear_steps,
    moves_of,
    open_reach,
)
from battlemat.rulebooks.skirmishers.chapters.special_actions import (
    DROP,
    PICK,
    TAKE,
    WEAPON_VERB,
    changes_of,
    drops_of,
)
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import NO_JET, PERSON
from battlemat.rulebooks.skirmishers.state.ground import move_budget
from battlemat.rulebooks.skirmishers.state.weapons import Weapon


def _movements(battle: Battle, asked: Acting) -> list[Option]:
    """Each is done on one's own feet, and each costs something: both are asked once."""
    unit = battle.units[asked.unit]
    if move_budget(unit) <= 0 or foot_bar(battle, asked, asked.unit) is not None:
        return []
    found: list[Option] = []
    reach = open_reach(battle, unit)
    if reach is not None:
        board, taken = battle.board, battle.occupied
        found += reach.pick(moves_of(asked.unit, board.size * board.layers))
        found += [step for step in dear_steps(asked.unit, reach) if not taken >> step.place & 1]
    found += (STAND_VERB if unit.prone else PRONE).offered(battle, asked)
    if battle.field.scenario.exits[unit.side]:
        found += LEAVE_VERB.offered(battle, asked)
    return found


def _handlings(battle: Battle, asked: Acting) -> list[Option]:
    """All but a change of weapons takes one's own feet, and what each costs is known before."""
    unit = battle.units[asked.unit]
    if unit.mount >= 0:
        return [*WEAPON_VERB.offered(battle, asked)]
    found: list[Option] = []
    if foot_bar(battle, asked, asked.unit) is not None:
        return found
    left = unit.ap_left
    if left >= CHANGE and unit.card.kind == PERSON:
        found += changes_of(battle, unit)
    if left >= EXCHANGE:
        takes, picks = TAKE.candidates(battle, asked), PICK.candidates(battle, asked)
        found += [take for take in takes if fits(battle, unit, take.thing)]
        found += [pick for pick in picks if fits(battle, unit, pick.thing)]
    drops = drops_of(battle, unit)
    if unit.jet == NO_JET:
        found += drops  # nothing else has a price
    else:
        found += [drop for drop in drops if drop_price(unit, drop.thing) <= left]
    return found


def _fights(battle: Battle, asked: Acting) -> list[Option]:
    """What bars every combat action is asked once."""
    unit = battle.units[asked.unit]
    if unit.mount >= 0:
        return [*ARC.offered(battle, asked)]  # all else takes one's own feet
    found: list[Option] = []
    if combat_bar(battle, asked, asked.unit) is not None:
        return found
    found += _arcs(battle, unit)
    if unit.ap_left >= BLOW_PRICE:
        found += blows_of(battle, unit)
    explosives = usable(battle, unit)
    if explosives and may_use(battle, unit):
        found += _throws(battle, unit, explosives)
        found += TOSS.offered(battle, asked)
    return found


def _arcs(battle: Battle, man: Unit) -> list[SetArc]:
    """Every arc of somebody who may fight now."""
    found: list[SetArc] = []
    left = man.ap - man.spent
    if left < ARC_PRICES[30] or arc_bar(battle, man) is not None:
        return found
    for weapon in arc_weapons(battle, man):
        found += arcs_with(man.index, weapon, min(left, ARC_PRICES[150]))
    return found


def _throws(battle: Battle, unit: Unit, weapons: list[Weapon]) -> list[Throw]:
    """Only the aim is asked of each."""
    found = [
        Throw(unit.index, place, weapon.number)
        for weapon in weapons
        for place in throw_places(battle, unit, weapon, unit.ap_left)
        if burst_aim(battle, unit, weapon, place) is not None
    ]
    return found + [
        throw
        for throw in throws_at_vehicles(battle, unit, weapons)
        if burst_aim(battle, unit, battle.weapon(throw.weapon), throw.place) is not None
    ]


QUICK = (
    Quick((MOVE, STEP, PRONE, STAND_VERB, LEAVE_VERB), _movements, gain=79),
    Quick((WEAPON_VERB, TAKE, PICK, DROP), _handlings, gain=1.2),
    Quick((ARC, MELEE_VERB, THROW_VERB, TOSS), _fights, gain=1.4),
)
