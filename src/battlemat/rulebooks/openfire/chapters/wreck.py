"""Chapter "Destroyed Transports": passengers are thrown out beside the wreck, or lost with it."""

from __future__ import annotations

from battlemat.kernel.questions import Flow, choose
from battlemat.rulebooks.openfire.chapters.arrivals import ArrivalOptions, beside_way
from battlemat.rulebooks.openfire.chapters.placing import place_followers, put_down
from battlemat.rulebooks.openfire.state.battle import NOBODY, PLAYERS, Battle, Unit


def throw_out(battle: Battle, transport: Unit, model: int, passengers: list[Unit]) -> Flow[None]:
    """Place each unit aboard, in the owner's order, beside the transport that is still there.

    A unit whose leader finds no place stays aboard and is lost with it
    (`openfire.transport.wreck-leader`). It is no activation, no move and no damage
    (`openfire.transport.wreck-status`).
    """
    because = "openfire.transport.wreck"
    battle.tell("wreck", because, model=transport.name_of(model))
    waiting = list(passengers)
    while waiting:
        unit = waiting[0]
        if len(waiting) > 1:
            option = yield from choose(
                PLAYERS[transport.side],
                "passengers",
                [("out", other.index) for other in waiting],
                because=because,
            )
            unit = battle.units[option[1]]
        waiting.remove(unit)
        yield from _throw(battle, unit)


def _throw(battle: Battle, unit: Unit) -> Flow[None]:
    way = beside_way(battle, unit, "emerge", "openfire.transport.wreck-losses", losses=True)
    options = ArrivalOptions(battle, unit, [way], ("crushed", unit.index))
    option = yield from choose(
        PLAYERS[unit.side], "wreck", lambda: options, because="openfire.transport.wreck-search"
    )
    if option == options.otherwise:
        return
    placing = options.placing(option)
    places = yield from place_followers(placing, "openfire.transport.wreck-losses", losses=True)
    lost = [model for model, stand in zip(placing.followers, places, strict=True) if not stand]
    put_down(unit, placing.leader, dict(zip(placing.followers, places, strict=True)))
    unit.transport = (NOBODY, NOBODY)
    battle.tell("thrown-out", "openfire.transport.wreck", unit=unit.id)
    for model in lost:
        battle.tell(
            "removed", "openfire.transport.wreck-losses", model=unit.name_of(model), name=""
        )
