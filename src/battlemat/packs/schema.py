"""What a file may hold, said in small checks that complain and go on.

A check takes a value and its place, complains there of what is wrong, and gives back the value that
others may use. Checks are built from each other:

    UNIT = record(need(name=text()), may(special=list_of(code(CODES))))

Each also tells its shape as JSON Schema (`shape_of`), so that editors know what readers read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from battlemat.kernel.words import say
from battlemat.packs import shapes
from battlemat.packs.places import Known, Place, go_on
from battlemat.packs.problems import nearest
from battlemat.packs.shapes import Definitions, Shape

Check = Callable[[Any, Place], Any]


@dataclass(frozen=True, slots=True)
class Shaped:
    """A check that tells its shape."""

    look: Check
    shape: Callable[[Definitions], Shape]

    def __call__(self, value: Any, place: Place) -> Any:
        return self.look(value, place)


def shape_of(check: Check, definitions: Definitions) -> Shape:
    """The shape of what a check takes; `definitions` gets the shapes that speak of themselves."""
    if not isinstance(check, Shaped):
        raise TypeError(f"the check {check} does not tell its shape; see `shaped`")
    return check.shape(definitions)


def shaped(*parts: Check) -> Callable[[Check], Shaped]:
    """For a check written by hand: what it takes has the shape of one of these."""

    def wrap(look: Check) -> Shaped:
        return Shaped(look, lambda d: shapes.any_of(*(shape_of(one, d) for one in parts)))

    return wrap


def by_hand(shape: Shape) -> Callable[[Check], Shaped]:
    """For a check written by hand whose shape no other check tells."""
    return lambda look: Shaped(look, lambda _: shape)


def kind_of(value: Any) -> str:
    """What a value is, in a writer's words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, str):
        short = value if len(value) <= 40 else value[:37] + "..."
        return f"'{' '.join(short.split())}'"
    return "a list" if isinstance(value, list) else "a mapping"


# ------------------------------------------------------------------ single values


def text(what: str = "a text") -> Check:
    """Any words; a bare number is taken as written."""

    @by_hand(shapes.words(what))
    def check(value: Any, place: Place) -> Any:
        if isinstance(value, str) and value.strip():
            return value.strip()
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        place.complain(f"{what} is wanted, not {kind_of(value)}")
        return ""

    return check


def drawing() -> Check:
    """A text of several lines, kept as it was drawn."""

    @by_hand({"type": "string", "pattern": r"\S"})
    def check(value: Any, place: Place) -> Any:
        if not isinstance(value, str) or not value.strip():
            place.complain(f"a drawing (after '|') is wanted, not {kind_of(value)}")
            return ""
        return value

    return check


def pattern(regex: str, what: str) -> Check:
    """A word of a certain shape."""
    wanted = re.compile(regex)

    @by_hand(shapes.matching(regex, what))
    def check(value: Any, place: Place) -> Any:
        word = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if not isinstance(word, str) or not wanted.fullmatch(word):
            place.complain(f"{what} is wanted, not {kind_of(value)}")
            return ""
        return word

    return check


def slug() -> Check:
    """An id: lower-case words joined by hyphens."""
    return pattern(r"[a-z0-9]+(-[a-z0-9]+)*", "an id such as 'strike-trooper'")


def whole(least: int, most: int) -> Check:
    """A whole number between two bounds, both included."""

    @by_hand({"type": "integer", "minimum": least, "maximum": most})
    def check(value: Any, place: Place) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            place.complain(f"a whole number is wanted, not {kind_of(value)}")
            return least
        if not least <= value <= most:
            place.complain(f"{value} is out of bounds; {least} to {most} are allowed")
        return value

    return check


def flag() -> Check:
    """True or false."""

    @by_hand({"type": "boolean"})
    def check(value: Any, place: Place) -> Any:
        if not isinstance(value, bool):
            place.complain(f"true or false is wanted, not {kind_of(value)}")
            return False
        return value

    return check


def one_of(*allowed: str) -> Check:
    """One of some words."""

    @by_hand({"enum": list(allowed)})
    def check(value: Any, place: Place) -> Any:
        if not isinstance(value, str) or value not in allowed:
            suggestion = nearest(str(value), allowed)
            place.complain(f"{kind_of(value)} is not known here{suggestion}")
            return ""
        return value

    return check


def nothing() -> Check:
    """No value at all."""

    @by_hand({"type": "null"})
    def check(value: Any, place: Place) -> Any:
        if value is not None:
            place.complain(f"nothing is wanted, not {kind_of(value)}")

    return check


def anything(what: str) -> Check:
    """Whatever stands there; it is looked at more closely later."""
    return by_hand({"description": what})(lambda value, _place: value)


def code(codes: Iterable[str]) -> Check:
    """The code of a special rule; `LDx` among `codes` allows LD1, LD2 and so on."""
    known = tuple(codes)
    exact = {word for word in known if not word.endswith("x")}
    numbered = {word[:-1] for word in known if word.endswith("x")}

    @by_hand(shapes.codes(sorted(exact), sorted(numbered)))
    def check(value: Any, place: Place) -> Any:
        if isinstance(value, str):
            stem = value.rstrip("0123456789")
            if value in exact or (
                stem in numbered and re.fullmatch(r"[1-9]\d?", value[len(stem) :])
            ):
                return value
        shape = re.sub(r"\d+$", "x", value) if isinstance(value, str) else str(value)
        place.complain(f"{kind_of(value)} is not a special rule here{nearest(shape, known)}")
        return ""

    return check


# ------------------------------------------------------------------ many values


def either(*checks: Check, what: str) -> Check:
    """The first check that has nothing to complain of; `what` names them all."""

    @shaped(*checks)
    def check(value: Any, place: Place) -> Any:
        tried = []
        for one in checks:
            trial = Place(place.source, place.path, [])
            tried.append(one(value, trial))
            if not trial.problems:
                return tried[-1]
        place.complain(f"{what} is wanted, not {kind_of(value)}")
        return tried[0]

    return check


def picked(pick: Callable[[Any], Check], *among: Check) -> Check:
    """One of several checks, by what the value looks like."""
    return shaped(*among)(lambda value, place: pick(value)(value, place))


def or_nothing(check: Check) -> Check:
    """A value, or `null` for none."""
    none = nothing()
    return picked(lambda value: none if value is None else check, check, none)


def short(key: str, full: Check) -> Check:
    """A record, or the id that alone would stand under one of its keys."""
    name = slug()

    @shaped(name, full)
    def check(value: Any, place: Place) -> Any:
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            return full(value, place)
        since = len(place.problems)
        found = name(value, place)
        return Known((), (key,)) if place.is_told(since) else Known([(key, found)])

    return check


def list_of(item: Check, *, least: int = 0, most: int | None = None) -> Check:
    """A list; one value that is no list stands for a list of one."""

    def check(value: Any, place: Place) -> Any:
        if value is None:
            value = []
        if isinstance(value, Mapping):
            place.complain("a list is wanted, not a mapping; begin each item with '- '")
            return []
        if not isinstance(value, list):
            found = [item(value, place)]
        else:
            found = [item(one, place / n) for n, one in enumerate(value)]
        if len(found) < least:
            place.complain(
                say("{count} items; at least {least} are wanted", count=len(found), least=least)
            )
        if most is not None and len(found) > most:
            place.complain(f"{len(found)} items; at most {most} are allowed")
        return [] if least == most != len(found) else found  # a pair of three is no pair

    return Shaped(check, lambda d: shapes.items(shape_of(item, d), least, most))


def table(key: Check, item: Check, *, least: int = 0) -> Check:
    """A mapping whose keys the writer chooses."""

    def check(value: Any, place: Place) -> Any:
        if value is None:
            value = {}
        if not isinstance(value, Mapping):
            place.complain(f"a mapping (name: value) is wanted, not {kind_of(value)}")
            return Known()
        if len(value) < least:
            place.complain(
                say("{count} entries; at least {least} are wanted", count=len(value), least=least)
            )
        for word in value:
            key(word, place / word)
        return _known(dict.fromkeys(value, item), value, place)

    return Shaped(check, lambda d: shapes.entries(shape_of(key, d), shape_of(item, d), least))


def _known(checks: Mapping[str, Check], value: Mapping[str, Any], place: Place) -> Known:
    """What is known of a mapping's values; a single value that is wrong is not known."""
    found, wrong = [], []
    for key, check in checks.items():
        here, since = place / key, len(place.problems)
        one = check(value[key], here)
        nothing = not isinstance(one, (Mapping, list)) or not one
        if nothing and len(place.problems) > since and here.is_told(since):
            wrong.append(key)
        else:
            found.append((key, one))
    return Known(found, wrong)


def known_keys(value: Mapping[str, Any], keys: Iterable[str], place: Place) -> None:
    """Complain of every key that is none of `keys`."""
    allowed = list(keys)
    for key in value:
        if key not in allowed:
            left = [word for word in allowed if word not in value]
            (place / key).complain(f"this key is not known here{nearest(str(key), left)}")


class Field(NamedTuple):
    """A key of a record."""

    check: Check
    needed: bool
    default: Any = None


def need(**checks: Check) -> dict[str, Field]:
    """Keys that must be there."""
    return {key: Field(check, True) for key, check in checks.items()}


def may(**checks: Check) -> dict[str, Field]:
    """Keys that may be left out; they are then left out of the value too."""
    return {key: Field(check, False) for key, check in checks.items()}


def record(*parts: Mapping[str, Field]) -> Check:
    """A mapping with known keys."""
    fields: dict[str, Field] = {}
    for part in parts:
        fields.update(part)
    needed = [key for key, field in fields.items() if field.needed]

    def check(value: Any, place: Place) -> Any:
        if not isinstance(value, Mapping):
            keys = ", ".join(fields)
            place.complain(f"a mapping is wanted, not {kind_of(value)}; its keys are {keys}")
            return Known((), fields)
        known_keys(value, fields, place)
        missing = [key for key in needed if key not in value]
        for key in missing:
            place.complain(f"'{key}' is missing")
        checks = {key: field.check for key, field in fields.items() if key in value}
        found = _known(checks, value, place)
        return Known(found.items(), {*found.wrong, *missing})

    def shape(definitions: Definitions) -> Shape:
        told = {key: shape_of(field.check, definitions) for key, field in fields.items()}
        return shapes.mapping(told, needed)

    return Shaped(check, shape)


def variant(tag: str, kinds: Mapping[str, Check]) -> Check:
    """A mapping whose key `tag` says which record it is."""

    def check(value: Any, place: Place) -> Any:
        if not isinstance(value, Mapping):
            place.complain(f"a mapping with the key '{tag}' is wanted, not {kind_of(value)}")
            return Known((), (tag,))
        word = value.get(tag)
        if not isinstance(word, str) or word not in kinds:
            found = f"{kind_of(word)} is not known here" if tag in value else f"'{tag}' is missing"
            (place / tag).complain(found + nearest(str(word), kinds))
            return Known((), (tag, *value))
        return kinds[word](value, place)

    def shape(definitions: Definitions) -> Shape:
        return shapes.tagged(tag, {word: shape_of(one, definitions) for word, one in kinds.items()})

    return Shaped(check, shape)


def then(first: Check, second: Check) -> Check:
    """Two checks in a row, the second on what is known of what the first gave back."""

    def check(value: Any, place: Place) -> Any:
        found = first(value, place)
        if not isinstance(value, (Mapping, list)):
            return found
        after = go_on(place, lambda: second(found, place))
        return found if after is None else after

    return Shaped(check, lambda definitions: shape_of(first, definitions))


def repeated(name: str, make: Callable[[Check], Check]) -> Check:
    """A check that may stand within itself, as a test of a test does."""

    def look(value: Any, place: Place) -> Any:
        return inner(value, place)

    def shape(definitions: Definitions) -> Shape:
        if name not in definitions:
            definitions[name] = {}  # met again within itself
            definitions[name] = shape_of(inner, definitions)
        return {"$ref": f"#/definitions/{name}"}

    itself = Shaped(look, shape)
    inner = make(itself)
    return itself
