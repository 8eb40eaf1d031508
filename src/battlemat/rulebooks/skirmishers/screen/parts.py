"""The parts that answers are made of: units, dots, weapons, headings, ways.

Each part is written and read in one way wherever it stands. A word that names nothing on this
table is told with the words that would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from battlemat.boards.dots import HEADINGS, MapError, each
from battlemat.kernel.forms import Found, Part, Shown, Template
from battlemat.kernel.words import listed, named, say
from battlemat.rulebooks.skirmishers.state.battle import NOTHING, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import JET_PACK
from battlemat.rulebooks.skirmishers.state.words import heading_words, place_words

NAME = r"(?:\([^)\s]*\)(?:@\w+)?|[^\s|()-]+)"


def find(battle: Battle, name: str) -> Unit | None:
    """The unit of that id, whatever its case."""
    folded = name.casefold()
    return next((unit for unit in battle.units if unit.id.casefold() == folded), None)


def _read_unit(battle: Battle, word: str, _found: Found) -> int | None:
    unit = find(battle, word)
    return unit.index if unit is not None else None


def called(battle: Battle, index: int) -> str:
    """A unit by its id and its name."""
    unit = battle.units[index]
    return named(unit.id, unit.card.name)


UNIT = Part(
    "a unit of this battle, such as A1",
    write=lambda battle, value, _found: battle.units[value].id,
    read=_read_unit,
    values=lambda battle, _found: range(len(battle.units)),
    words=lambda battle, value, _found: called(battle, value) if value >= 0 else "",
)


def read_place(battle: Battle, word: str) -> int | None:
    """The place of a name, or None where the map has no such dot or level."""
    try:
        return battle.board.place(word.casefold())
    except MapError:
        return None


PLACE = Part(
    "a dot such as c4, with its level where it has several (c4@1)",
    write=lambda battle, value, _found: battle.board.name(value),
    read=lambda battle, word, _found: read_place(battle, word),
    values=lambda battle, _found: battle.board.terrain.surface_list,
    pattern=NAME,
    words=lambda battle, value, _found: place_words(battle.board, value),
)


def _read_dot(battle: Battle, word: str, _found: Found) -> int | None:
    place = read_place(battle, word)
    return place % battle.board.size if place is not None else None


DOT = Part(
    "a dot such as c4",
    write=lambda battle, value, _found: battle.board.name(battle.board.ground(value)),
    read=_read_dot,
    values=lambda battle, _found: range(battle.board.size),
    pattern=NAME,
)


def _read_weapon(battle: Battle, word: str, _found: Found) -> int | None:
    weapon = battle.field.armory.by_id.get(word.casefold())
    return weapon.number if weapon is not None else None


def _read_named(battle: Battle, word: str, found: Found) -> int | None:
    return NOTHING if word.casefold() == "nothing" else _read_weapon(battle, word, found)


def _weapons(battle: Battle, _found: Found) -> range:
    return range(len(battle.field.armory.weapons))


WEAPON = Part(
    "a weapon by its id, such as hand-grenade",
    write=lambda battle, value, _found: battle.weapon(value).id if value >= 0 else "nothing",
    read=_read_weapon,
    values=_weapons,
    words=lambda battle, value, _found: weapon_words(battle, value),
)


def weapon_words(battle: Battle, weapon: int) -> str:
    """A weapon by its name."""
    return battle.weapon(weapon).name if weapon >= 0 else say("nothing")


NAMED_WEAPON = replace(WEAPON, read=_read_named)
"""A weapon where it goes without saying if there is only one; who has several names it."""


def _read_thing(battle: Battle, word: str, found: Found) -> int | None:
    return NOTHING if word.casefold() == JET_PACK else _read_weapon(battle, word, found)


def thing_id(battle: Battle, thing: int) -> str:
    """A weapon's id, or that of a jet pack."""
    return JET_PACK if thing == NOTHING else battle.weapon(thing).id


def thing_words(battle: Battle, thing: int) -> str:
    """A thing that is carried or lies about, by its name."""
    return say("jet pack") if thing == NOTHING else battle.weapon(thing).name


THING = Part(
    "a weapon by its id, or jet-pack",
    write=lambda battle, value, _found: thing_id(battle, value),
    read=_read_thing,
    values=lambda battle, _found: [NOTHING, *_weapons(battle, _found)],
    words=lambda battle, value, _found: thing_words(battle, value),
)


def whole(about: str, numbers: Iterable[int], shift: int = 0) -> Part:
    """A number of a few; `shift` is what is added when it is written."""
    values = list(numbers)

    def read(_battle: Battle, word: str, _found: Found) -> int | None:
        return int(word) - shift if word.isdecimal() and len(word) < 4 else None

    return Part(
        about,
        write=lambda _battle, value, _found: str(value + shift),
        read=read,
        values=lambda _battle, _found: values,
    )


HEADING = replace(
    whole(f"a heading from 0 (east) to {HEADINGS - 1}", range(HEADINGS)),
    words=lambda _battle, value, _found: heading_words(value),
)
DEGREES = whole("the width of an arc: 30, 60 or 150", (30, 60, 150))
SLOT = whole("a mounted weapon, counted from 1", range(3), shift=1)


def word_of(about: str, words: Mapping[str, Any], pattern: str = r"\S+?") -> Part:
    """A word that stands for a value."""
    by_value = {value: word for word, value in words.items()}
    return Part(
        about,
        write=lambda _battle, value, _found: by_value[value],
        read=lambda _battle, word, _found: words.get(" ".join(word.casefold().split())),
        values=lambda _battle, _found: list(words.values()),
        pattern=pattern,
    )


ON_OFF = word_of("on or off", {"on": True, "off": False})


def _start(battle: Battle, option: Any) -> str:
    place = battle.units[option.unit].place
    return battle.board.name(place) if place >= 0 else "nowhere"


START = Shown("where the unit is", write=_start, pattern=NAME)


def _read_way(battle: Battle, word: str, _found: Found) -> tuple[int, ...] | None:
    places = [read_place(battle, name) for name in word.split("-")]
    return tuple(place for place in places if place is not None) if None not in places else None


def _ways(battle: Battle, found: Found) -> list[tuple[int, ...]]:
    """A few ways of two or three dots from where a unit is, to draw from."""
    place = battle.units[found["unit"]].place
    if place < 0:
        return []
    near = each(battle.board.terrain.beside(place))
    return [(one, two) for one in near for two in each(battle.board.terrain.beside(one))]


WAY = Part(
    "the dots entered one after the other, joined by '-'",
    write=lambda battle, value, _found: "-".join(battle.board.name(place) for place in value),
    read=_read_way,
    values=_ways,
    pattern=rf"{NAME}(?:-{NAME})+",
    words=lambda battle, value, _found: way_words(battle, value),
)


def way_words(battle: Battle, way: tuple[int, ...]) -> str:
    """A way by the dots that are entered, the last one first."""
    *between, last = (place_words(battle.board, place) for place in way)
    if not between:
        return last
    return say("{place} by way of {dots}", place=last, dots=listed(between))


def _write_link(battle: Battle, link: tuple[int, int, int], _found: Found) -> str:
    near, far, level = link
    board = battle.board
    return f"{board.name(board.at(near, level))}|{board.name(board.ground(far))}"


def _read_link(battle: Battle, word: str, _found: Found) -> tuple[int, int, int] | None:
    near, _, far = word.partition("|")
    one, two = read_place(battle, near), read_place(battle, far)
    if one is None or two is None:
        return None
    return one % battle.board.size, two % battle.board.size, battle.board.level(one)


def _links(battle: Battle, _found: Found) -> list[tuple[int, int, int]]:
    board = battle.board
    found = [
        (near, far, level)
        for a, b, level, _ in board.links
        for near, far in ((a, b), (b, a))
        if level >= 0 and board.surfaces >> board.at(near, level) & 1
    ]
    return found or [(0, 1, board.heights[0])]


LINK = Part(
    "the dot before a wall or tree and the one behind it, as in c4|d4",
    write=_write_link,
    read=_read_link,
    values=_links,
)


def of_unit(option: type[Any]) -> Template:
    """The form of a verb that names a unit and nothing else: `end A1`."""
    return Template(option, f"{option._field_defaults['verb']} {{unit}}", unit=UNIT)


def with_default(part: Part, default: Callable[[Battle, Found], Any]) -> Part:
    """The same part where it may be left out."""
    return replace(part, default=default)
