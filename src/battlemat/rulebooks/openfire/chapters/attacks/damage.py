"""Chapter "Apply Damage": who suffers, who is removed, and what a loss brings with it.

The leader is the last to fall; a wounded model falls before an unharmed one. A lost leader is
replaced, and a lost transport throws its passengers out before it is gone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from battlemat.boards.plane import Stand
from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Handle
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.arriving.wreck import throw_out
from battlemat.rulebooks.openfire.chapters.moving.leaving import NOWHERE, DeclaredMove
from battlemat.rulebooks.openfire.chapters.objectives import lose_recovered
from battlemat.rulebooks.openfire.chapters.parts import MODEL
from battlemat.rulebooks.openfire.screen.handles import asked_of, called, offering
from battlemat.rulebooks.openfire.screen.phrases import model_in_words
from battlemat.rulebooks.openfire.state import events
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


# ---------------------------------------------------------------------- naming a model


class Lose(NamedTuple):
    """The model that suffers the next damage."""

    model: int
    verb: str = "lose"


class Defend(NamedTuple):
    """The model that rolls against the next hit."""

    model: int
    verb: str = "defend"


class Lead(NamedTuple):
    """The model that is the new leader."""

    model: int
    verb: str = "leader"


class Suffering(NamedTuple):
    """A unit of which one model is to be named, and those that may be."""

    unit: Unit
    models: tuple[int, ...]


M = TypeVar("M", Lose, Defend, Lead)


def _missing(asked: Suffering, model: int, because: str) -> Refusal | None:
    unit = asked.unit
    if 0 <= model < len(unit.hp) and unit.hp[model]:
        return None
    return Refusal(say("{unit} has no model {model} left", unit=unit.id, model=model + 1), because)


def _suffer_bar(_battle: Battle, asked: Suffering, option: Lose | Defend) -> Refusal | None:
    model = option.model
    refusal = _missing(asked, model, "openfire.damage.assign")
    if refusal or model in asked.models:
        return refusal
    if model == asked.unit.leader:
        return Refusal(say("the leader is the last to fall"), "openfire.damage.leader-last")
    return Refusal(say("a wounded model falls first"), "openfire.damage.wounded-first")


def _leader_bar(_battle: Battle, asked: Suffering, option: Lead) -> Refusal | None:
    return _missing(asked, option.model, "openfire.unit.leader-replaced")


def _naming(
    option: type[M],
    group: Callable[[], str],
    tells: Callable[[str], str],
    says: str,
    because: str,
    bar: Callable[[Battle, Suffering, M], Refusal | None],
) -> Verb[Battle, Suffering, M]:
    """A verb that names one model of the unit that is asked about."""
    form = Template(option, option._field_defaults["verb"] + " {model}", model=MODEL)

    def candidates(_battle: Battle, asked: Suffering) -> list[M]:
        return [option(model) for model in asked.models]

    def fill(_battle: Battle, choice: Choice, named: M, made: Handle) -> None:
        unit, model = asked_of(choice, Suffering).unit, named.model
        made.piece = made.target = unit.name_of(model)

    def told(_battle: Battle, asked: Suffering, named: M) -> str:
        return tells(model_in_words(asked.unit, named.model))

    handle = offering(group, form, fill)
    return Verb(option, form, says, because, candidates, bar, handle=handle, tells=told)


LOSE = _naming(
    Lose,
    lambda: say("Casualty"),
    lambda model: say("{model} is hurt", model=model),
    "name the model that is hurt",
    "openfire.damage.assign",
    _suffer_bar,
)
DEFEND = _naming(
    Defend,
    lambda: say("Defend"),
    lambda model: say("{model} defends", model=model),
    "name the model that rolls against the next hit",
    "openfire.attack.defending-model",
    _suffer_bar,
)
LEADER = _naming(
    Lead,
    lambda: say("Leader"),
    lambda model: say("{model} leads", model=model),
    "name the new leader",
    "openfire.unit.leader-replaced",
    _leader_bar,
)
CASUALTY: Ask[Battle, Suffering, Lose] = Ask(
    "casualty",
    says="Which model of {unit} is hurt?",
    because="openfire.damage.assign",
    verbs=Verbs(LOSE),
    parts=lambda _battle, asked: {"unit": called(asked.unit)},
)
DEFENDER: Ask[Battle, Suffering, Defend] = Ask(
    "defender",
    says="Which model of {unit} rolls against the next hit?",
    because="openfire.attack.defending-model",
    verbs=Verbs(DEFEND),
    parts=lambda _battle, asked: {"unit": called(asked.unit)},
)
NEW_LEADER: Ask[Battle, Suffering, Lead] = Ask(
    "leader",
    says="Who leads {unit} from now on?",
    because="openfire.unit.leader-replaced",
    verbs=Verbs(LEADER),
    parts=lambda _battle, asked: {"unit": called(asked.unit)},
)


# ---------------------------------------------------------------------- damage


def assign(
    battle: Battle,
    unit: Unit,
    points: int,
    because: str,
    first: int | None = None,
    declared: DeclaredMove = NOWHERE,
) -> Flow[None]:
    """Take points of damage off a unit, model by model (`openfire.damage.assign`).

    What is left when the unit is gone is lost (`openfire.damage.excess`).
    """
    unit.hurt = True  # openfire.stress.damage-means
    while points > 0 and unit.alive:
        model = first if first is not None and unit.hp[first] else None
        if model is None:
            model = yield from _pick(battle, unit)
        first = None
        taken = min(points, unit.hp[model])
        points -= taken
        if taken < unit.hp[model]:
            unit.hp[model] -= taken
            battle.tell(
                events.Wounded, because, model=unit.name_of(model), lost=taken, left=unit.hp[model]
            )
        else:
            yield from remove_model(battle, unit, model, because, declared)


def _pick(battle: Battle, unit: Unit) -> Flow[int]:
    models = may_suffer(unit)
    if len(models) == 1:
        return models[0]
    wounded = unit.hp[models[0]] < unit.card.models[models[0]].hp
    option = yield from CASUALTY(
        PLAYERS[unit.side],
        battle,
        Suffering(unit, tuple(models)),
        because="openfire.damage.several-wounded" if wounded else "",
        about={"unit": unit.index},
    )
    return option.model


def remove_model(
    battle: Battle, unit: Unit, model: int, because: str, declared: DeclaredMove = NOWHERE
) -> Flow[None]:
    """Take a model off the table at once (`openfire.unit.destroyed`).

    Who gets out of it takes no place that a declared move still leads to.
    """
    passengers = battle.aboard(unit, model)
    if passengers and unit.on_table:
        # openfire.transport.wreck: before the transport is removed, and before anything else.
        closed = declared.closed(unit, model)
        yield from throw_out(battle, unit, model, passengers, closed)
    for passenger in battle.aboard(unit, model):
        destroy(battle, passenger, "openfire.transport.wreck-leader")
    stood = unit.stands[model]
    unit.hp[model] = 0
    unit.stands[model] = None
    battle.tell(
        events.Removed, because, model=unit.name_of(model), name=unit.card.models[model].name
    )
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
    battle.tell(events.Destroyed, because, unit=unit.id, name=unit.card.name)
    lose_recovered(battle, unit)


def send_to_reserve(battle: Battle, unit: Unit) -> None:
    """Take an aircraft off the table, alive; passengers stay aboard (`openfire.aircraft.leave`)."""
    unit.place = RESERVE
    unit.stands = [None] * len(unit.stands)
    unit.left_in = battle.round
    battle.tell(events.Left, "openfire.aircraft.leave", unit=unit.id)


def _replace_leader(battle: Battle, unit: Unit, stood: Stand | None) -> Flow[None]:
    """The owner names a new leader at once (`openfire.unit.leader-replaced`)."""
    models = nearest_first(unit, stood)
    unit.leader = models[0]  # until its owner has said, so that nobody is led by the dead
    if len(models) > 1:
        asked = Suffering(unit, tuple(models))
        option = yield from NEW_LEADER(PLAYERS[unit.side], battle, asked)
        unit.leader = option.model
    battle.tell(events.Leader, "openfire.unit.leader-replaced", model=unit.name_of(unit.leader))


def nearest_first(unit: Unit, stood: Stand | None) -> list[int]:
    """The models left, the one nearest to the lost leader first, then by roster number."""

    def far(model: int) -> tuple[int, int]:
        stand = unit.stands[model]
        if stand is None or stood is None:
            return 0, model
        dx, dy = stand.x - stood.x, stand.y - stood.y
        return dx * dx + dy * dy, model

    return sorted(unit.alive, key=far)
