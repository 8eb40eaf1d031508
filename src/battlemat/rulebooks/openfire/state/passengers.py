"""Who may be carried, and how many: of units that embark and of those that begin aboard."""

from __future__ import annotations

from collections.abc import Iterable

from battlemat.kernel.errors import Refusal
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import Powers


def carried_refusal(name: str, powers: Iterable[Powers]) -> Refusal | None:
    """Why a unit with these models is carried by nobody (`openfire.transport.who`)."""
    models = list(powers)
    if any(one.vehicle or one.carries for one in models):
        return Refusal(say("{name} is too big to be carried", name=name), "openfire.transport.who")
    if any(one.bulky for one in models):
        return Refusal(say("{name} is Bulky", name=name), "openfire.special.bulky")
    return None


def full_refusal(transport: str, name: str) -> Refusal:
    """That a transport has no room for a unit (`openfire.transport.capacity`)."""
    return Refusal(
        say("{transport} has no room for {name}", transport=transport, name=name),
        "openfire.transport.capacity",
    )


def room(battle: Battle, transport: Unit, model: int) -> int:
    """How many more models a transport takes (`openfire.transport.several-units`)."""
    taken = sum(len(other.alive) for other in battle.aboard(transport, model))
    return transport.powers[model].carries - taken
