"""Chapter "Set Up Stage": who leads each unit, where the players agreed to choose at the table.

Before the game starts the owner marks any model of a unit as its leader (`openfire.unit.leader`).
Otherwise it is the one that the army list names.
"""

from __future__ import annotations

from battlemat.kernel.questions import Flow
from battlemat.kernel.verbs import Ask, Verbs
from battlemat.rulebooks.openfire.chapters.attacks.damage import LEADER, Lead, Suffering
from battlemat.rulebooks.openfire.screen.handles import called
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle

CHOOSING: Ask[Battle, Suffering, Lead] = Ask(
    "leading",
    says="Which model leads {unit}?",
    because="openfire.unit.leader",
    verbs=Verbs(LEADER),
    parts=lambda _battle, asked: {"unit": called(asked.unit)},
    own=True,
)


def choose_leaders(battle: Battle) -> Flow[None]:
    """Unit after unit of either side; who leads already is offered first."""
    for unit in battle.units:
        if len(unit.alive) < 2:
            continue
        others = [model for model in unit.alive if model != unit.leader]
        asked = Suffering(unit, (unit.leader, *others))
        option = yield from CHOOSING(PLAYERS[unit.side], battle, asked, about=unit.index)
        if option.model != unit.leader:
            unit.leader = option.model
            name = unit.name_of(option.model)
            battle.tell(events.Leads, "openfire.unit.leader", unit=unit.id, model=name)
    battle.phase = "terrain"
