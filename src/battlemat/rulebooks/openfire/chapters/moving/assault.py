"""Chapter "Leaving Assault Range": the free attacks of those whom a move leaves.

The whole move is declared first; free attacks are rolled while everybody still stands where they
stood; then the survivors go where it was declared (`openfire.assault.free-attack-timing`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from battlemat.kernel.questions import Flow, Pass
from battlemat.kernel.verbs import Ask, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.attacks.attack import FREE, Declaring, Free
from battlemat.rulebooks.openfire.chapters.attacks.declaration import Declaration
from battlemat.rulebooks.openfire.chapters.attacks.resolving import resolve_attacks
from battlemat.rulebooks.openfire.chapters.dice import DECLINE
from battlemat.rulebooks.openfire.chapters.moving.leaving import DeclaredMove
from battlemat.rulebooks.openfire.screen.handles import called
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.readings import LEAVING


def _striker(_battle: Battle, asked: Declaring) -> Mapping[str, object]:
    units = [one.unit for one in asked.declarations]
    return {"unit": called(units[0]) if len(units) == 1 else say("one of your units")}


FREE_ATTACK: Ask[Battle, Declaring, Free | Pass] = Ask(
    "free attack",
    says="An enemy moves away. Does {unit} strike at it?",
    because="openfire.assault.free-attack",
    verbs=Verbs(FREE, DECLINE),
    optional=True,
    parts=_striker,
)


def free_attacks(
    battle: Battle, mover: Unit, foes: Sequence[Unit], declared: DeclaredMove
) -> Flow[None]:
    """Let each enemy that is left attack once, in the order its owner chooses, or not at all.

    Once for this move, but again for the next (`openfire.assault.free-attack-limit`). Vehicles wait
    in vain, so that somebody who names one is told why (`openfire.vehicle.no-free-attack`).
    """
    waiting = list(foes)
    while waiting and mover.on_table:
        asked = Declaring([Declaration(battle, foe, mover) for foe in waiting], Free)
        if not asked.best():
            return
        option = yield from FREE_ATTACK(
            PLAYERS[1 - mover.side], battle, asked, about={"unit": mover.index}
        )
        if isinstance(option, Pass):
            return
        foe = battle.units[option.unit]
        waiting.remove(foe)
        battle.tell(
            events.Free,
            ("openfire.assault.free-attack", LEAVING),
            unit=foe.id,
            target=mover.id,
        )
        volleys = Declaration(battle, foe, mover).settle(option.groups, option.eyes)
        assert isinstance(volleys, list)
        volleys = [replace(volley, declared=declared) for volley in volleys]
        yield from resolve_attacks(battle, volleys)
