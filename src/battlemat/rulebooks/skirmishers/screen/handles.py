"""How screens offer options: in which group, with which words, and where to point.

A handle is words and places; what is legal was said by the options, and what it costs by the verb.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from battlemat.kernel.questions import Choice, Pass
from battlemat.kernel.scene import Handle
from battlemat.kernel.verbs import Verb, passing
from battlemat.kernel.words import say, say_with
from battlemat.rulebooks.skirmishers.screen.drawing import point
from battlemat.rulebooks.skirmishers.screen.parts import called
from battlemat.rulebooks.skirmishers.state.battle import Battle

__all__ = ["along", "at_itself", "at_place", "at_target", "called", "decline", "offer"]

Pointer: TypeAlias = Callable[[Battle, Any, Handle], None]
Maker: TypeAlias = Callable[[Battle, Choice, Any], Handle]


def offer(group: str, pointer: Pointer | None = None, *, harms: bool = False) -> Maker:
    """A maker of handles: its group and where it points; its words are those of the verb."""

    def make(battle: Battle, choice: Choice, option: Any) -> Handle:
        made = Handle("", "", say_with(group, {}), because=choice.because, harms=harms)
        made.piece = battle.units[option.unit].id
        if pointer is not None:
            pointer(battle, option, made)
        return made

    return make


def decline(because: str, tells: str) -> Verb[Battle, Any, Pass]:
    """The verb that declines in one kind of window, with the words for it."""

    def make(_battle: Battle, choice: Choice, _option: Pass) -> Handle:
        return Handle("", "", say("Hold fire"), because=choice.because)

    return replace(passing(because), handle=make, tells=tells)


def at_itself(_battle: Battle, _option: Any, made: Handle) -> None:
    """The unit itself is what is pointed at."""
    made.target = made.piece


def at_place(battle: Battle, option: Any, made: Handle) -> None:
    """The option's place, and a line to it from the unit."""
    unit, board = battle.units[option.unit], battle.board
    made.at, made.place = point(board, option.place), board.name(option.place)
    made.path = [point(board, unit.place), made.at]


def at_target(battle: Battle, option: Any, made: Handle) -> None:
    """The unit that is the option's target."""
    target = battle.units[option.target]
    made.target = target.id
    if target.place >= 0:
        made.at = point(battle.board, target.place)


def along(battle: Battle, start: int, way: tuple[int, ...], made: Handle) -> None:
    """Where a way leads, and every dot on it."""
    board = battle.board
    made.at, made.place = point(board, way[-1]), board.name(way[-1])
    made.path = [point(board, place) for place in (start, *way)]
