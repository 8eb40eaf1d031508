"""The parts that answers are made of: units, squares, weapons, dice and the like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from battlemat.boards.squares import MapError
from battlemat.kernel.forms import Found, Misread, Part, Shown
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.screen.naming import all_called, called, door_called, square_called
from battlemat.rulebooks.skirm.state.battle import Battle
from battlemat.rulebooks.skirm.state.cards import Card


def find_unit(battle: Battle, name: str) -> int | None:
    """The index of a unit, whatever the case of its id."""
    wanted = name.casefold()
    for unit in battle.units:
        if unit.card.id.casefold() == wanted:
            return unit.index
    return None


def _units(battle: Battle, _found: Found) -> Sequence[int]:
    return range(len(battle.units))


UNIT = Part(
    "the id of a unit in this battle",
    write=lambda battle, index, _found: battle.units[index].card.id,
    read=lambda battle, word, _found: find_unit(battle, word),
    values=_units,
    words=lambda battle, index, _found: called(battle, index),
)


def _read_square(battle: Battle, word: str, _found: Found) -> int | None:
    try:
        return battle.field.board.square(word.lower())
    except MapError:
        return None


SQUARE = Part(
    "a square of this map",
    write=lambda battle, square, _found: battle.field.board.name(square),
    read=_read_square,
    values=lambda battle, _found: range(battle.field.board.size),
    words=lambda battle, square, _found: square_called(battle, square),
)


def _where(battle: Battle, option: Any) -> str:
    square = battle.units[option.unit].square
    return battle.field.board.name(square) if square >= 0 else "nowhere"


START = Shown("where the unit stands", write=_where)


def _named(about: str, things: Callable[[Battle, Found], Sequence[Any]]) -> Part:
    """Something that has an id among other things of its kind, by its place among them."""

    def read(battle: Battle, word: str, found: Found) -> int | None:
        wanted = word.casefold()
        names = [thing.id.casefold() for thing in things(battle, found)]
        return names.index(wanted) if wanted in names else None

    return Part(
        about,
        write=lambda battle, index, found: str(things(battle, found)[index].id),
        read=read,
        values=lambda battle, found: range(len(things(battle, found))),
        words=lambda battle, index, found: str(things(battle, found)[index].name),
    )


def _on_card(about: str, because: str, things: Callable[[Card], Sequence[Any]]) -> Part:
    """Something on the card of the answer's unit. What only another card has is refused by the
    rule, not as a word that means nothing: a person who points at a unit names no weapons.
    """
    part = _named(about, lambda battle, found: things(battle.units[found["unit"]].card))

    def read(battle: Battle, word: str, found: Found) -> Any:
        index = part.read(battle, word, found)
        if index is not None:
            return index
        cards = [unit.card for unit in battle.units]
        if not any(thing.id.casefold() == word.casefold() for c in cards for thing in things(c)):
            return None
        reason = say("{unit} has no {thing}", unit=cards[found["unit"]].id, thing=word.lower())
        return Misread(reason, because=because)

    return replace(part, read=read)


WEAPON = _on_card("a weapon that the unit carries", "combat.weapon", lambda card: card.weapons)
SKILL = _on_card("a skill on the unit's card", "card.skills", lambda card: card.skills)
MARKER = _named("a marker of this mission", lambda battle, _found: battle.mission.markers)
ACTION = _named("an action of this mission", lambda battle, _found: battle.mission.actions)


def spots(battle: Battle, found: Found) -> Sequence[Any]:
    where = battle.mission.actions[found["action"]].where
    if where == "objective":
        return battle.mission.objectives
    return battle.mission.markers if where == "marker" else ()


SPOT = _named("an objective or a marker that the action is about", spots)


def _read_zone(battle: Battle, word: str, _found: Found) -> int | None:
    names = [name.casefold() for name, _ in battle.mission.zones]
    return names.index(word.casefold()) if word.casefold() in names else None


ZONE = Part(
    "a deployment zone of this mission",
    write=lambda battle, zone, _found: battle.mission.zones[zone][0],
    read=_read_zone,
    values=lambda _battle, _found: (0, 1),
    words=lambda battle, zone, _found: battle.mission.zones[zone][0],
)


def _write_door(battle: Battle, number: int, _found: Found) -> str:
    a, b = battle.field.board.doors[number]
    name = battle.field.board.name
    return f"{name(a)}|{name(b)}"


def _read_door(battle: Battle, word: str, _found: Found) -> int | None:
    """A door by the squares on its two sides, in either order."""
    board = battle.field.board
    names = [{board.name(a), board.name(b)} for a, b in board.doors]
    wanted = set(word.lower().split("|"))
    return names.index(wanted) if wanted in names else None


DOOR = Part(
    "a door by the squares on its two sides, as in c3|d3",
    write=_write_door,
    read=_read_door,
    values=lambda battle, _found: range(len(battle.field.board.doors)),
    words=lambda battle, number, _found: door_called(battle, number),
)


def _read_units(battle: Battle, word: str, _found: Found) -> tuple[int, ...] | None:
    """A set of units: in whatever order they are named, it is the same set."""
    found = {find_unit(battle, name) for name in word.split(",")}
    return None if None in found else tuple(sorted(index for index in found if index is not None))


def _some_units(battle: Battle, _found: Found) -> list[tuple[int, ...]]:
    last = len(battle.units)
    ones: list[tuple[int, ...]] = [(index,) for index in range(last)]
    return [*ones, *((one, two) for one in range(last) for two in range(one + 1, last))]


UNITS = Part(
    "units by their ids, with commas between",
    write=lambda battle, others, _found: ",".join(battle.units[one].card.id for one in others),
    read=_read_units,
    values=_some_units,
    words=lambda battle, others, _found: all_called(battle, others),
)


def _read_dice(_battle: Battle, word: str, _found: Found) -> tuple[int, ...] | None:
    """Dice by their places, from 1, in whatever order."""
    words = word.split(",")
    if not all(one.isascii() and one.isdecimal() and 0 < len(one) < 4 for one in words):
        return None
    found = sorted({int(one) - 1 for one in words})
    return tuple(found) if found[0] >= 0 and len(found) == len(words) else None


_SOME_DICE = [(a,) for a in range(7)] + [(a, b) for a in range(6) for b in range(a + 1, 7)]
DICE = Part(
    "dice by their places from 1, with commas between",
    write=lambda _battle, dice, _found: ",".join(str(index + 1) for index in dice),
    read=_read_dice,
    values=lambda _battle, _found: _SOME_DICE,
)


def _read_die(battle: Battle, word: str, found: Found) -> int | None:
    dice = _read_dice(battle, word, found)
    return dice[0] if dice is not None and len(dice) == 1 else None


DIE = Part(
    "a die by its place from 1",
    write=lambda _battle, die, _found: str(die + 1),
    read=_read_die,
    values=lambda _battle, _found: range(7),
)
BY = Part(
    "+1 or -1",
    write=lambda _battle, by, _found: f"{by:+d}",
    read=lambda _battle, word, _found: {"+1": 1, "-1": -1, "1": 1}.get(word),
    values=lambda _battle, _found: (-1, 1),
)
NUMBER = Part(
    "a number",
    write=lambda _battle, number, _found: str(number),
    read=lambda _battle, word, _found: (
        int(word) if word.isascii() and word.isdecimal() and len(word) < 4 else None
    ),
    values=lambda _battle, _found: range(5),
    words=lambda _battle, number, _found: number,
)
