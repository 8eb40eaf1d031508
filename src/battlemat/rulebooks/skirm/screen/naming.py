"""How things are called in sentences: units, squares, doors, and what may still be spent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlemat.kernel.words import listed, named, say
from battlemat.rulebooks.skirm.state.battle import Battle


def called(battle: Battle, index: int) -> str:
    """A unit by its id and its name."""
    unit = battle.units[index]
    return named(unit.id, unit.card.name)


def all_called(battle: Battle, units: Sequence[int]) -> str:
    """Several units by their ids and names."""
    return listed([called(battle, index) for index in units])


def square_called(battle: Battle, square: int) -> str:
    """A square by its name, and by the objective that lies there."""
    name = battle.field.board.name(square)
    for objective in battle.mission.objectives:
        if objective.square == square:
            return say("{square} ({objective})", square=name, objective=objective.name)
    return name


def door_called(battle: Battle, number: int) -> str:
    """A door by the squares on its two sides."""
    one, two = battle.field.board.doors[number]
    name = battle.field.board.name
    return say("the door between {one} and {two}", one=name(one), two=name(two))


def done_by(battle: Battle, units: Sequence[int], index: int, what: str) -> str:
    """What is done, with who does it where the question asks others too."""
    if units == (index,):
        return what
    return say("{unit}: {what}", unit=called(battle, index), what=what)


def one_of(battle: Battle, units: Sequence[int]) -> Mapping[str, object]:
    """The part `unit` of a question that is asked of one unit, or of any of several."""
    if len(units) == 1:
        return {"unit": called(battle, units[0])}
    return {"unit": say("one of your units")}


def actions_left(battle: Battle, units: Sequence[int]) -> list[str]:
    """What the active unit and its side may still spend."""
    found = []
    if len(units) == 1 and units[0] == battle.active:
        most = max(battle.act_left, battle.units[units[0]].card.act)
        found.append(say("{left} of {most} actions left", left=battle.act_left, most=most))
    return [*found, *orders_left(battle, battle.units[units[0]].side)]


def orders_left(battle: Battle, side: int) -> list[str]:
    """The Tactical Orders that a side may still spend."""
    left = battle.orders[side]
    return [say("{left, plural, one {# order} other {# orders}} left", left=left)]
