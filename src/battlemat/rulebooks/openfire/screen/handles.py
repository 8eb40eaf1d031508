"""How a screen offers an option: words, what to point at, and the gesture for what is open.

A gesture's text holds `{path}`, `{place}`, `{places}` or `{turn}` for the screen to fill, and ends
in `from north` because screens count y from there. Each verb says in its own chapter what its
options point at; here is what they share.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from battlemat.kernel.forms import Form
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import Handle
from battlemat.kernel.words import named
from battlemat.rulebooks.openfire.screen.points import on_screen
from battlemat.rulebooks.openfire.state.battle import Battle, Unit

T = TypeVar("T")
O = TypeVar("O", bound=Option)  # noqa: E741
Fill: TypeAlias = Callable[[Battle, Choice, O, Handle], None]


def _nothing_else(_battle: Battle, _choice: Choice, _option: Any, _made: Handle) -> None:
    """A plain button points at nothing."""


def offering(
    group: Callable[[], str], form: Form, fill: Fill[O] = _nothing_else
) -> Callable[[Battle, Choice, O], Handle]:
    """A handle with its text, group and clause, which `fill` completes.

    The group is said when it is shown, in the language of who looks. The label is what the verb
    tells, unless `fill` gives a gesture one of its own.
    """

    def handle(battle: Battle, choice: Choice, option: O) -> Handle:
        made = Handle(form.write(battle, option), "", group=group(), because=choice.because)
        fill(battle, choice, option, made)
        return made

    return handle


def asked_of(choice: Choice, kind: type[T]) -> T:
    """What a question asks, as the rulebook's own value."""
    asked = choice.menu.asked
    assert isinstance(asked, kind)
    return asked


def lead(unit: Unit) -> str:
    """The name of a unit's leader, which is the piece that stands for the unit."""
    return unit.name_of(unit.leader)


def called(unit: Unit) -> str:
    """A unit by its id and its name."""
    return named(unit.id, unit.card.name)


def point_at_unit(unit: Unit, made: Handle) -> None:
    """A button that points at a unit's leader, if it is on the table."""
    if unit.on_table:
        made.piece = made.target = lead(unit)


def line_to(battle: Battle, unit: Unit, target: Unit, made: Handle) -> None:
    """From one leader to another."""
    made.target = lead(target)
    made.at = on_screen(battle.plane, target.lead.x, target.lead.y)
    if unit.on_table:
        made.path = [on_screen(battle.plane, unit.lead.x, unit.lead.y), made.at]
