"""Combat actions of several chapters, listed together: what bars all of them is asked once."""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.rulebooks.skirmishers.chapters.acting import Acting, combat_bar
from battlemat.rulebooks.skirmishers.chapters.explosives.preparing import may_use, usable
from battlemat.rulebooks.skirmishers.chapters.explosives.throwing import (
    Throw,
    Toss,
    throws_of,
    tosses_of,
)
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import ARC, SetArc, arcs_of
from battlemat.rulebooks.skirmishers.chapters.melee import Melee, blows_of
from battlemat.rulebooks.skirmishers.state.battle import Battle

Fighting = SetArc | Melee | Throw | Toss


def fights(battle: Battle, asked: Acting) -> Sequence[Fighting]:
    """What ARC, MELEE_VERB, THROW_VERB and TOSS offer, in this order."""
    unit = battle.units[asked.unit]
    if unit.mount >= 0:
        return [*ARC.offered(battle, asked)]  # all else takes one's own feet
    found: list[Fighting] = []
    if combat_bar(battle, asked, asked.unit) is not None:
        return found
    found += arcs_of(battle, unit)
    found += blows_of(battle, unit)
    explosives = usable(battle, unit)
    if explosives and may_use(battle, unit):
        found += throws_of(battle, unit, explosives)
        found += tosses_of(battle, unit, explosives)
    return found
