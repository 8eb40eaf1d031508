"""Whatever a setup may say plays the same after it was written, read and checked again.

A field at its default is left out when a setup is written. If whoever checks a setup demands it, a
file that passed makes no game. So every field of every typed setup is set to its default and to
the edges of what it may hold, wherever such a record stands in a shipped setup, in a scenario or
in the drawn-up ones below.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.kernel.plain import Key, Range, decode, encode
from battlemat.packs import library, registry, setups
from battlemat.packs.scenarios import read_scenario
from battlemat.reader.shelf import SCENARIOS
from packs.test_typed_setups import TYPES
from sampling import by_time

TAGS = ("do", "if", "kind", "pick", "type")
"""Keys that say which of several sorts a record is."""
EDGES: tuple[Any, ...] = (0, 1, "", [], {}, False, True)
"""Beside a field's own default and bounds: what other fields have as their default."""
EVERY = 40
"""Every so many scenarios are looked through for kinds of record that the others do not have."""


class Spot(NamedTuple):
    """A field of a record that stands somewhere in a setup."""

    path: tuple[str | int, ...]
    kind: type[Any]
    field: str
    key: str


def spots(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[Spot]:
    """Every field of every record of a typed setup."""
    kind = type(value)
    if hasattr(kind, "_field_defaults"):
        for name in kind._fields:
            key = key_of(kind, name)
            yield Spot(path, kind, name, key)
            yield from spots(getattr(value, name), (*path, key))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from spots(item, (*path, key))
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value):
            yield from spots(item, (*path, number))


def hints(kind: Any) -> dict[str, Any]:
    return _hints(kind)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def marks(hint: Any) -> Iterator[Any]:
    """All that a type says beside what it is, in the parts of a union too."""
    if get_origin(hint) is Annotated:
        yield from get_args(hint)[1:]
    for part in get_args(hint):
        yield from marks(part)


def key_of(kind: type[Any], name: str) -> str:
    return next((one.name for one in marks(hints(kind)[name]) if isinstance(one, Key)), name)


def tried(spot: Spot) -> list[Any]:
    """What a field is set to: its default, the ends of its ranges, and what others default to."""
    defaults: dict[str, Any] = spot.kind._field_defaults
    found = [encode(defaults[spot.field])] if spot.field in defaults else []
    for one in marks(hints(spot.kind)[spot.field]):
        if isinstance(one, Range):
            found += [one.least, one.most]
    start, count = len(found), by_time(len(EDGES), 2)
    found += [EDGES[(start + n) % len(EDGES)] for n in range(count)]
    hint = hints(spot.kind)[spot.field]
    return [v for n, v in enumerate(found) if _is_new(v, found[:n]) and _may_stand(hint, v)]


def _may_stand(hint: Any, value: Any) -> bool:
    try:
        decode(hint, value)
    except SetupError:
        return False
    return True


def _is_new(value: Any, before: list[Any]) -> bool:
    return not any(type(value) is type(one) and value == one for one in before)


def at(plain: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        plain = plain[step]
    return plain


def started(book: str, plain: Any) -> Any:
    """What a battle that starts from a setup tells apart; None if it is refused."""
    try:
        return registry.find(book).start(dict(plain)).key()  # a new object: nothing is known of it
    except SetupError:
        return None


def examples(book: str) -> Iterator[Any]:
    """Setups with as many kinds of record as there are."""
    yield from DRAWN_UP.get(book, list)()
    yield setups.build_setup(book, mission=library.missions(book)[0].id)
    for file in sorted((SCENARIOS / book).rglob("*.yaml"))[::EVERY]:
        scenario = read_scenario(file)
        if not scenario.is_content:
            yield scenario.setup


def with_everything_an_ability_can_say() -> list[Any]:
    """A game of Open Fire whose first unit has each condition and each effect."""
    who = {"pick": "friends", "within": 6}
    rows = [
        {"if": kind, key: 2}
        for key, kinds in (
            ("least", ("stress", "round")),
            ("within", ("enemy", "no-enemy", "friend", "objective")),
        )
        for kind in kinds
    ]
    rows += [{"if": kind} for kind in ("damaged", "deployed", "embarked-aboard", "losses")]
    effects = [
        {"do": "modify", "stat": "skl", "by": 2, "who": who},
        {"do": "give", "special": "Fast", "who": who, "until": "round"},
        {"do": "give", "special": "Blast", "weapons": "all", "who": who},
        {"do": "stress", "by": 2, "who": who},
        {"do": "heal", "hp": 2, "who": who},
        {"do": "hits", "hits": 2, "dmg": 2, "prc": 2, "who": who},
        {"do": "score", "points": 2},
    ]
    plain = json.loads(json.dumps(setups.build_setup("openfire")))
    plain["armies"]["red"]["units"][0]["abilities"] = [
        {"id": "all", "name": "All", "when": rows, "effects": effects}
    ]
    plain["special_rules"]["Steady"] = {
        "kind": "unit",
        "text": "",
        "param": "number",
        "modify": [{"test": "attack", "by": 2}, {"test": "defence", "by": "X"}],
    }
    return [plain]


DRAWN_UP = {"openfire": with_everything_an_ability_can_say}


@pytest.mark.longer
@pytest.mark.parametrize("book", TYPES)
def test_what_a_setup_says_is_played_the_same_after_it_was_written_again(book: str) -> None:
    seen: set[Any] = set()
    for setup in examples(book):
        plain = json.loads(json.dumps(setup))
        for spot in list(spots(decode(TYPES[book], plain))):
            if not is_written(plain, spot.path):
                continue
            said = at(plain, spot.path)
            sort = (spot.kind, spot.field, *(said.get(key) for key in TAGS))
            if sort not in seen:
                seen.add(sort)
                for value in tried(spot):
                    _hold_to_being_written(book, plain, spot, value)


@pytest.mark.parametrize(
    ("number", "least"),
    [("least", 1), ("within", 1), ("by", 0), ("hp", 0), ("hits", 0), ("dmg", 0), ("prc", 0)],
)
def test_an_ability_may_say_the_least_of_each_of_its_numbers(number: str, least: int) -> None:
    (plain,) = with_everything_an_ability_can_say()
    (ability,) = plain["armies"]["red"]["units"][0]["abilities"]
    rows = [row for row in (*ability["when"], *ability["effects"]) if number in row]
    assert rows
    for row in rows:
        row[number] = least
    assert started("openfire", plain) is not None
    assert started("openfire", encode(decode(TYPES["openfire"], plain))) is not None


def is_written(plain: Any, path: tuple[str | int, ...]) -> bool:
    try:
        return isinstance(at(plain, path), dict)
    except (KeyError, IndexError, TypeError):
        return False


def _is_written_as_it_stands(kind: type[Any], record: dict[str, Any]) -> bool:
    """Whether nothing of a record drops out when it is written, so that nobody can miss it."""
    try:
        again = encode(decode(kind, record))
    except SetupError:
        return False
    return bool(json.dumps(again, sort_keys=True) == json.dumps(record, sort_keys=True))


def _hold_to_being_written(book: str, plain: Any, spot: Spot, value: Any) -> None:
    """Set one field: the setup is refused, or it is the same game when it is written again."""
    record = at(plain, spot.path)
    before = dict(record)
    record[spot.key] = value
    try:
        if _is_written_as_it_stands(spot.kind, record):
            return
        battle = started(book, plain)
        if battle is not None:
            again = started(book, encode(decode(TYPES[book], plain)))
            where = ".".join(map(str, (*spot.path, spot.key)))
            assert again is not None, f"{where}: {value!r} is accepted, and lost when written"
            assert again == battle, f"{where}: {value!r} is another game when written again"
    finally:
        record.clear()
        record.update(before)
