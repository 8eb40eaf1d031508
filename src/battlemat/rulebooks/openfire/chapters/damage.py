"""Chapter "Apply Damage": who suffers, who is removed, and what a loss brings with it.

The leader is the last to fall; a wounded model falls before an unharmed one. A lost leader is
replaced, and a lost transport throws its passengers out before it is gone.
"""

from __future__ import annotations

from battlemat.kernel.questions import Flow, Option, choose
from battlemat.rulebooks.openfire.chapters.objectives import lose_recovered
from battlemat.rulebooks.openfire.chapters.wreck import throw_out
from battlemat.rulebooks.openfire.state.battle import GONE, PLAYERS, RESERVE, Battle, Unit


def may_suffer(unit: Unit) -> list[int]:
    """The models that the next damage may go to, in roster order.

    `openfire.damage.leader-last` goes before `openfire.damage.wounded-first`. Sight and reach of
    the attacker do not matter (`openfire.damage.hidden-models`).
    """
    followers = unit.followers
    if not followers:
        return [unit.leader]
    wounded = [model for model in followers if unit.hp[model] < unit.card.models[model].hp]
    return wounded or followers


def assign(
    battle: Battle, unit: Unit, points: int, because: str, first: int | None = None
) -> Flow[None]:
    """Take points of damage off a unit, model by model (`openfire.damage.assign`).

    What is left when the unit is gone is lost (`openfire.damage.excess`).
    """
    unit.hurt = True  # openfire.stress.damage-means
    while points > 0 and unit.alive:
        model = first if first is not None and unit.hp[first] else None
        if model is None:
            model = yield from _pick(unit)
        first = None
        taken = min(points, unit.hp[model])
        points -= taken
        if taken < unit.hp[model]:
            unit.hp[model] -= taken
            battle.tell(
                "wounded", because, model=unit.name_of(model), lost=taken, left=unit.hp[model]
            )
        else:
            yield from remove_model(battle, unit, model, because)


def _pick(unit: Unit) -> Flow[int]:
    models = may_suffer(unit)
    if len(models) == 1:
        return models[0]
    wounded = unit.hp[models[0]] < unit.card.models[models[0]].hp
    option = yield from choose(
        PLAYERS[unit.side],
        "casualty",
        [("lose", unit.index, model) for model in models],
        because="openfire.damage.several-wounded" if wounded else "openfire.damage.assign",
        about={"unit": unit.index},
    )
    return int(option[2])


def remove_model(battle: Battle, unit: Unit, model: int, because: str) -> Flow[None]:
    """Take a model off the table at once (`openfire.unit.destroyed`)."""
    passengers = battle.aboard(unit, model)
    if passengers and unit.on_table:
        # openfire.transport.wreck: before the transport is removed, and before anything else.
        yield from throw_out(battle, unit, model, passengers)
    for passenger in battle.aboard(unit, model):
        destroy(battle, passenger, "openfire.transport.wreck-leader")
    stood = unit.stands[model]
    unit.hp[model] = 0
    unit.stands[model] = None
    battle.tell("removed", because, model=unit.name_of(model), name=unit.card.models[model].name)
    if not unit.alive:
        destroy(battle, unit, because)
    elif model == unit.leader:
        yield from _replace_leader(battle, unit, stood)


def destroy(battle: Battle, unit: Unit, because: str) -> None:
    """Remove what is left of a unit, wherever it is."""
    for passenger in battle.aboard(unit):
        destroy(battle, passenger, because)
    unit.place = GONE
    unit.hp = [0] * len(unit.hp)
    unit.stands = [None] * len(unit.stands)
    battle.tell("destroyed", because, unit=unit.id, name=unit.card.name)
    lose_recovered(battle, unit)


def send_to_reserve(battle: Battle, unit: Unit) -> None:
    """Take an aircraft off the table, alive; passengers stay aboard (`openfire.aircraft.leave`)."""
    unit.place = RESERVE
    unit.stands = [None] * len(unit.stands)
    unit.left_in = battle.round
    battle.tell("left", "openfire.aircraft.leave", unit=unit.id)


def _replace_leader(battle: Battle, unit: Unit, stood: object) -> Flow[None]:
    """The owner names a new leader at once (`openfire.unit.leader-replaced`)."""
    models = nearest_first(unit, stood)
    option: Option = ("leader", unit.index, models[0])
    if len(models) > 1:
        option = yield from choose(
            PLAYERS[unit.side],
            "leader",
            [("leader", unit.index, model) for model in models],
            because="openfire.unit.leader-replaced",
        )
    unit.leader = option[2]
    battle.tell("leader", "openfire.unit.leader-replaced", model=unit.name_of(unit.leader))


def nearest_first(unit: Unit, stood: object) -> list[int]:
    """The models left, the one nearest to the lost leader first, then by roster number."""

    def far(model: int) -> tuple[int, int]:
        stand = unit.stands[model]
        if stand is None or stood is None:
            return 0, model
        dx, dy = stand.x - stood.x, stand.y - stood.y  # type: ignore[attr-defined]
        return dx * dx + dy * dy, model

    return sorted(unit.alive, key=far)
