"""Leaving an action out: each but Recover is optional, and an aircraft's move is not."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Part, Template
from battlemat.kernel.questions import Flow, no_question
from battlemat.kernel.verbs import Verb
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.screen.handles import offering
from battlemat.rulebooks.openfire.state.battle import Battle

ACTIONS = ("ability", "move", "attack", "secure")


class Skip(NamedTuple):
    """No move, no attack, nothing secured, no ability."""

    action: str
    verb: str = "skip"


class Action(Protocol):
    """What is asked: one of the actions, which may be left out unless something says it must be."""

    @property
    def action(self) -> str: ...
    def must(self) -> Refusal | None: ...


def _read(_battle: Battle, word: str, _found: object) -> str | None:
    return word.casefold() if word.casefold() in ACTIONS else None


ACTION = Part(
    "an action: " + ", ".join(ACTIONS),
    write=lambda _battle, value, _found: value,
    read=_read,
    values=lambda _battle, _found: ACTIONS,
)
FORM = Template(Skip, "skip {action}", action=ACTION)


def _bar(_battle: Battle, asked: Action, option: Skip) -> Refusal | None:
    if option.action != asked.action:
        text = say(
            "only {action, select, ability {the ability} move {the move} attack {the attack} "
            "other {Secure}} may be left out now",
            action=asked.action,
        )
        return Refusal(text, "openfire.activation.order")
    return asked.must()


def _skip(_battle: Battle, _option: Skip) -> Flow[None]:
    return no_question()


SKIP: Verb[Battle, Action, Skip] = Verb(
    Skip,
    FORM,
    says="leave an action out",
    because="openfire.activation.optional",
    candidates=lambda _battle, asked: (Skip(asked.action),),
    bar=_bar,
    do=_skip,
    handle=offering(lambda: say("Leave out"), FORM),
    tells=(
        "{action, select, ability {No ability} move {No move} attack {No attack} "
        "other {Secure nothing}}"
    ),
)
