"""Chapter "Embarking and Disembarking": coming out beside the transport, or staying aboard."""

from __future__ import annotations

from battlemat.kernel.questions import Flow
from battlemat.kernel.verbs import Ask, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.arriving.arrivals import (
    Aboard,
    Arrival,
    Arriving,
    Disembark,
    Way,
    put_on_table,
)
from battlemat.rulebooks.openfire.chapters.arriving.verbs import arriving, staying
from battlemat.rulebooks.openfire.chapters.bars import Both, NotFarFrom, NotNear
from battlemat.rulebooks.openfire.chapters.moving.goals import entry_rank
from battlemat.rulebooks.openfire.screen.handles import called
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import NOBODY, PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH

DISEMBARK = arriving(
    Disembark,
    lambda: say("Disembark"),
    lambda unit, _entry: say("Disembark {unit}", unit=unit),
    "come out beside the transport",
    "openfire.transport.disembark",
)
ABOARD = staying(
    Aboard,
    lambda: say("Stay aboard"),
    lambda unit: say("{unit} stays aboard", unit=unit),
    "stay aboard and only recover",
    "openfire.activation.embarked",
)
DISEMBARKING: Ask[Battle, Arriving, Arrival | Aboard] = Ask(
    "disembark",
    says="Does {unit} leave the transport, and where?",
    because="openfire.transport.disembark",
    verbs=Verbs(DISEMBARK, ABOARD),
    parts=lambda _battle, asked: {"unit": called(asked.unit)},
)


def assault_bar(battle: Battle, unit: Unit, because: str) -> NotNear:
    """Closes what is within assault range of an enemy."""
    enemies = [stand for foe in battle.foes(unit) for stand in foe.bases]
    reach = battle.policy.assault_range * INCH
    return NotNear(battle, enemies, reach, "assault", because)


def beside_way(battle: Battle, unit: Unit, kind: type[Arrival], because: str, losses: bool) -> Way:
    """Within 1 inch of the transport and not beside the enemy.

    For a wreck the ban holds for every model, for disembarking only for the leader.
    """
    transport, model = unit.transport
    vehicle = battle.units[transport].stands[model]
    assert vehicle is not None
    enemy = assault_bar(battle, unit, because)
    named = say("1 inch of the transport")
    beside = NotFarFrom(battle, vehicle, INCH, named, "openfire.transport.disembark")
    bar = Both(beside, enemy)
    base = vehicle.base
    limit = INCH + 2 * unit.leader_card.base.radius + base.radius + base.length + base.width
    centre = (vehicle.x, vehicle.y)
    return Way(kind, "", centre, limit, bar, enemy if losses else None, losses)


def disembark(battle: Battle, unit: Unit) -> Flow[None]:
    """Come out beside the transport, or stay aboard and only recover."""
    because = "openfire.transport.disembark-assault"
    way = beside_way(battle, unit, Disembark, because, losses=False)
    asked = Arriving(battle, unit, [way], always=True, rank=entry_rank)
    done = False
    while not done:
        option = yield from DISEMBARKING(PLAYERS[unit.side], battle, asked, about=unit.index)
        if isinstance(option, Aboard):
            battle.tell(events.Aboard, "openfire.activation.embarked", unit=unit.id)
            return
        done = yield from put_on_table(asked, option)
    unit.transport = (NOBODY, NOBODY)
    battle.disembarked = True
    battle.tell(events.Disembark, "openfire.transport.disembark", unit=unit.id)
