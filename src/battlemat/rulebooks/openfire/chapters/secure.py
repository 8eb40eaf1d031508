"""Chapter "Objectives" as an action: Secure, on one objective in reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow, no_question
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.objectives import (
    can_secure_at,
    check_control,
    lies_at,
    secure,
    secure_refusal,
)
from battlemat.rulebooks.openfire.chapters.parts import OBJECTIVE, UNIT
from battlemat.rulebooks.openfire.chapters.skipping import SKIP, Skip
from battlemat.rulebooks.openfire.screen.handles import called, lead, offering
from battlemat.rulebooks.openfire.screen.overlays import ring
from battlemat.rulebooks.openfire.screen.phrases import objective_kind
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH


class Secure(NamedTuple):
    """One objective, and the unit that secures it."""

    unit: int
    objective: int
    verb: str = "secure"


class Securing(NamedTuple):
    """What is asked: which objective a unit secures."""

    unit: Unit
    action: str = "secure"

    def must(self) -> Refusal | None:
        """Nobody must secure anything."""
        return None


def securable(battle: Battle, unit: Unit) -> list[int]:
    """The objectives that a unit may use Secure on now (`openfire.objective.secure-action`)."""
    return [
        number
        for number in range(len(battle.mission.objectives))
        if can_secure_at(battle, unit, number)
    ]


def _candidates(battle: Battle, asked: Securing) -> list[Secure]:
    return [Secure(asked.unit.index, number) for number in range(len(battle.mission.objectives))]


def _bar(battle: Battle, asked: Securing, option: Secure) -> Refusal | None:
    if option.unit != asked.unit.index:
        return Refusal(
            say("only {unit} may secure an objective now", unit=asked.unit.id),
            "openfire.activation.order",
        )
    return secure_refusal(battle, asked.unit, option.objective)


def _secure(battle: Battle, option: Secure) -> Flow[None]:
    secure(battle, battle.units[option.unit], option.objective)
    return no_question()


def _fill(battle: Battle, _choice: Choice, option: Secure, made: Handle) -> None:
    made.piece = lead(battle.units[option.unit])
    made.at = on_screen(battle.plane, *battle.objectives_at[option.objective])


def _tell(battle: Battle, _asked: Securing, option: Secure) -> str:
    objective = battle.mission.objectives[option.objective]
    return say(
        "Secure {objective} ({kind}, {points} VP)",
        objective=objective.name,
        kind=objective_kind(objective.kind),
        points=objective.points,
    )


def _covers(battle: Battle, _choice: Choice, option: Secure) -> Sequence[Shape]:
    objective = battle.mission.objectives[option.objective]
    stand = lies_at(battle, option.objective)
    reach = battle.policy.secure_reach * INCH
    clause = f"openfire.objective.{objective.kind}"
    return [ring(battle, "objective", stand, reach, objective.name, clause)]


_FORM = Template(Secure, "secure {unit} {objective}", unit=UNIT, objective=OBJECTIVE)
SECURE: Verb[Battle, Securing, Secure] = Verb(
    Secure,
    _FORM,
    says="secure an objective in reach",
    because="openfire.objective.secure-action",
    candidates=_candidates,
    bar=_bar,
    do=_secure,
    handle=offering(lambda: say("Secure"), _FORM, _fill),
    tells=_tell,
    covers=_covers,
)
SECURING: Ask[Battle, Securing, Secure | Skip] = Ask(
    "secure",
    says="Does {unit} secure an objective?",
    because="openfire.objective.secure-action",
    verbs=Verbs(SECURE, SKIP),
    parts=lambda _battle, asked: {"unit": called(asked.unit)},
    own=True,
)


def secure_action(battle: Battle) -> Flow[None]:
    """One objective in reach, or none (`openfire.objective.one-per-action`)."""
    unit = battle.units[battle.active]
    battle.phase = "finish"
    option = yield from SECURING(PLAYERS[unit.side], battle, Securing(unit), about=unit.index)
    yield from SECURING.verbs.do(battle, option)
    check_control(battle)
