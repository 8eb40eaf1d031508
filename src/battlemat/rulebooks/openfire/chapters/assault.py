"""Chapter "Leaving Assault Range": who is left, and the free attacks that follow.

Only the unit that moves leaves anybody (`openfire.assault.leave-only-mover`), flyers like others
(`openfire.special.flying-assault`). The whole move is declared first; free attacks are rolled while
everybody still stands where they stood; then the survivors go where it was declared
(`openfire.assault.free-attack-timing`).
"""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.boards.plane.move import Path, comes_within
from battlemat.boards.plane.shapes import Stand
from battlemat.kernel.questions import PASS, Flow, choose
from battlemat.rulebooks.openfire.chapters.attack import AttackOptions
from battlemat.rulebooks.openfire.chapters.attack_dice import attack
from battlemat.rulebooks.openfire.chapters.declaration import Declaration, as_groups
from battlemat.rulebooks.openfire.chapters.measure import bases_within
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH


def left_behind(battle: Battle, unit: Unit, path: Path, ends: Sequence[Stand]) -> list[Unit]:
    """The enemy units that a declared move leaves (`openfire.assault.leave-trigger`).

    Those it was within assault range of at the start or came into on its way
    (`openfire.assault.leave-passing`), and is outside of when all models have been placed; `ends`
    is empty for a unit that is off the table then (`openfire.transport.embark-leaves`).
    """
    reach = battle.policy.assault_range * INCH
    found = []
    for foe in battle.foes(unit):
        theirs = foe.bases
        touched = bases_within(battle, unit.bases, theirs, reach) or any(
            comes_within(battle.plane, path, stand, reach) for stand in theirs
        )
        if touched and not bases_within(battle, list(ends), theirs, reach):
            found.append(foe)
    return found


def may_strike(unit: Unit) -> bool:
    """True if some model of a unit may make a free attack (`openfire.vehicle.no-free-attack`)."""
    return any(not unit.powers[model].vehicle for model in unit.alive)


def free_attacks(battle: Battle, mover: Unit, foes: Sequence[Unit]) -> Flow[None]:
    """Let each enemy that is left attack once, in the order its owner chooses, or not at all.

    Once for this move, but again for the next (`openfire.assault.free-attack-limit`). Vehicles wait
    in vain, so that somebody who names one is told why (`openfire.vehicle.no-free-attack`).
    """
    waiting = list(foes)
    while waiting and mover.on_table:
        options = AttackOptions([Declaration(battle, foe, mover) for foe in waiting], "free")
        if not options.best():
            return
        option = yield from choose(
            PLAYERS[1 - mover.side],
            "free attack",
            lambda options=options: options,  # type: ignore[misc]
            because="openfire.assault.free-attack",
            optional=True,
            about={"unit": mover.index},
        )
        if option == PASS:
            return
        foe = battle.units[option[1]]
        waiting.remove(foe)
        battle.tell("free", "openfire.assault.free-attack", unit=foe.id, target=mover.id)
        groups, eyes = as_groups(option)
        volleys = Declaration(battle, foe, mover).settle(groups, eyes)
        assert isinstance(volleys, list)
        yield from attack(battle, volleys)
