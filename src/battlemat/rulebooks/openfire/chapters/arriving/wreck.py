"""Chapter "Destroyed Transports": passengers are thrown out beside the wreck, or lost with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlemat.boards.plane import Stand
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Handle
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.arriving.arrivals import (
    Arrival,
    Arriving,
    Crushed,
    Emerge,
)
from battlemat.rulebooks.openfire.chapters.arriving.transport import beside_way
from battlemat.rulebooks.openfire.chapters.arriving.verbs import arriving, staying
from battlemat.rulebooks.openfire.chapters.moving.formation import put_down
from battlemat.rulebooks.openfire.chapters.moving.placing import place_followers
from battlemat.rulebooks.openfire.chapters.parts import UNIT
from battlemat.rulebooks.openfire.screen.handles import called, offering, point_at_unit
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import NOBODY, PLAYERS, Battle, Unit


class Out(NamedTuple):
    """The passengers that get out next."""

    unit: int
    verb: str = "out"


def _outs(_battle: Battle, asked: tuple[Unit, ...]) -> list[Out]:
    return [Out(unit.index) for unit in asked]


def _out_bar(battle: Battle, asked: tuple[Unit, ...], option: Out) -> Refusal | None:
    if battle.units[option.unit] in asked:
        return None
    text = say("{unit} is not in the wreck", unit=battle.units[option.unit].id)
    return Refusal(text, "openfire.transport.wreck")


def _fill(battle: Battle, _choice: Choice, option: Out, made: Handle) -> None:
    point_at_unit(battle.units[option.unit], made)


_OUT = Template(Out, "out {unit}", unit=UNIT)
OUT: Verb[Battle, tuple[Unit, ...], Out] = Verb(
    Out,
    _OUT,
    says="name the passengers that get out of a wreck next",
    because="openfire.transport.wreck",
    candidates=_outs,
    bar=_out_bar,
    handle=offering(lambda: say("Get out"), _OUT, _fill),
    tells="Let {unit} get out",
)
EMERGE = arriving(
    Emerge,
    lambda: say("Get out"),
    lambda unit, _entry: say("Get {unit} out of the wreck", unit=unit),
    "come out beside the wreck",
    "openfire.transport.wreck",
)
CRUSHED = staying(
    Crushed,
    lambda: say("Lost"),
    lambda unit: say("{unit} is lost with the wreck", unit=unit),
    "the leader finds no place: the unit is lost with the wreck",
    "openfire.transport.wreck-leader",
)
PASSENGERS: Ask[Battle, tuple[Unit, ...], Out] = Ask(
    "passengers",
    says="Who gets out of the wreck next?",
    because="openfire.transport.wreck",
    verbs=Verbs(OUT),
)
WRECK: Ask[Battle, Arriving, Arrival | Crushed] = Ask(
    "wreck",
    says="Where does the leader of {unit} get out of the wreck?",
    because="openfire.transport.wreck-search",
    verbs=Verbs(EMERGE, CRUSHED),
    parts=lambda _battle, asked: {"unit": called(asked.unit)},
)


def throw_out(
    battle: Battle,
    transport: Unit,
    model: int,
    passengers: Sequence[Unit],
    closed: Sequence[Stand] = (),
) -> Flow[None]:
    """Place each unit aboard, in the owner's order, beside the transport that is still there.

    A unit whose leader finds no place stays aboard and is lost with it
    (`openfire.transport.wreck-leader`). It is no activation, no move and no damage
    (`openfire.transport.wreck-status`). `closed` are places that a declared move still leads to.
    """
    because = "openfire.transport.wreck"
    battle.tell(events.Wreck, because, model=transport.name_of(model))
    waiting = list(passengers)
    while waiting:
        unit = waiting[0]
        if len(waiting) > 1:
            option = yield from PASSENGERS(PLAYERS[transport.side], battle, tuple(waiting))
            unit = battle.units[option.unit]
        waiting.remove(unit)
        yield from _throw(battle, unit, closed)


def _throw(battle: Battle, unit: Unit, closed: Sequence[Stand]) -> Flow[None]:
    way = beside_way(battle, unit, Emerge, "openfire.transport.wreck-losses", losses=True)
    asked = Arriving(battle, unit, [way], closed=closed)
    option = yield from WRECK(PLAYERS[unit.side], battle, asked)
    if isinstance(option, Crushed):
        return
    placing = asked.placing(option)
    places = yield from place_followers(placing, "openfire.transport.wreck-losses", losses=True)
    assert places is not None, "who may lose models is never told to take the leader back"
    lost = [model for model, stand in zip(placing.followers, places, strict=True) if not stand]
    put_down(unit, placing.leader, dict(zip(placing.followers, places, strict=True)))
    unit.transport = (NOBODY, NOBODY)
    battle.tell(events.ThrownOut, "openfire.transport.wreck", unit=unit.id)
    for model in lost:
        battle.tell(
            events.Removed, "openfire.transport.wreck-losses", model=unit.name_of(model), name=""
        )
