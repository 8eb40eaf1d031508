"""What a file may hold, said in small checks that complain and go on.

A check takes a value and its place, complains there of what is wrong, and gives back the value that
others may use. Checks are built from each other:

    UNIT = record(need(name=text()), may(special=list_of(code(CODES))))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from battlemat.packs.problems import ContentError, Path, Problem, nearest
from battlemat.packs.yaml_source import Source

Check = Callable[[Any, "Place"], Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands in a source, and where complaints about it are collected."""

    source: Source
    path: Path
    problems: list[Problem]

    def __truediv__(self, key: str | int) -> Place:
        return Place(self.source, (*self.path, key), self.problems)

    def complain(self, what: str) -> None:
        """Note a problem of the value here."""
        self.problems.append(self.source.problem(self.path, what))

    @property
    def line(self) -> int:
        """The line that the value stands in."""
        return self.source.line(self.path)

    def problem_at(self, line: int, what: str) -> None:
        """Note a problem in a line of one's own reckoning, as in a drawing of many lines."""
        key = self.source.problem(self.path, what).key
        self.problems.append(Problem(self.source.file, line, key, what))


def place_of(source: Source) -> Place:
    """The place of a whole file."""
    return Place(source, (), [])


def checked(source: Source, check: Check) -> Any:
    """The checked value of a source, or `ContentError` with everything that is wrong."""
    place = place_of(source)
    value = check(source.value, place)
    finish(place)
    return value


def finish(place: Place) -> None:
    """Raise what was collected, in the order of lines; nothing if all is well."""
    if place.problems:
        raise ContentError(sorted(place.problems, key=lambda problem: problem.line))


def go_on(place: Place, check: Callable[[], T]) -> T | None:
    """Run a later check, although an earlier one may have complained: all faults are told at once.

    What it raises joins the complaints of the place. Where something was wrong before, the later
    check may trip over that and then ends quietly, and what it says of a thing that is already
    complained of is not told again.
    """
    before = list(place.problems)
    found = None
    try:
        found = check()
    except ContentError as error:
        place.problems.extend(error.problems)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, AssertionError):
        if not before:
            raise
    # What lacks a part may have other faults below it; what is wrong itself has been told whole.
    told = [(one.file, one.key) for one in before if "' is missing" not in one.what]
    new = dict.fromkeys(place.problems[len(before) :])
    place.problems[len(before) :] = [one for one in new if not _is_told(one, told)]
    return found


def _is_told(problem: Problem, told: list[tuple[str, str]]) -> bool:
    return any(
        problem.file == file and key and (problem.key + ".").startswith((key + ".", key + "["))
        for file, key in told
    )


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

    def check(value: Any, place: Place) -> Any:
        if not isinstance(value, str) or not value.strip():
            place.complain(f"a drawing (after '|') is wanted, not {kind_of(value)}")
            return ""
        return value

    return check


def pattern(regex: str, what: str) -> Check:
    """A word of a certain shape."""
    shape = re.compile(regex)

    def check(value: Any, place: Place) -> Any:
        word = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if not isinstance(word, str) or not shape.fullmatch(word):
            place.complain(f"{what} is wanted, not {kind_of(value)}")
            return ""
        return word

    return check


def slug() -> Check:
    """An id: lower-case words joined by hyphens."""
    return pattern(r"[a-z0-9]+(-[a-z0-9]+)*", "an id such as 'strike-trooper'")


def whole(least: int, most: int) -> Check:
    """A whole number between two bounds, both included."""

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

    def check(value: Any, place: Place) -> Any:
        if not isinstance(value, bool):
            place.complain(f"true or false is wanted, not {kind_of(value)}")
        return value

    return check


def one_of(*allowed: str) -> Check:
    """One of some words."""

    def check(value: Any, place: Place) -> Any:
        if value not in allowed or not isinstance(value, str):
            suggestion = nearest(str(value), allowed)
            place.complain(f"{kind_of(value)} is not known here{suggestion}")
        return value

    return check


def code(codes: Iterable[str]) -> Check:
    """The code of a special rule; `LDx` among `codes` allows LD1, LD2 and so on."""
    known = tuple(codes)
    exact = {word for word in known if not word.endswith("x")}
    numbered = {word[:-1] for word in known if word.endswith("x")}

    def check(value: Any, place: Place) -> Any:
        if isinstance(value, str):
            stem = value.rstrip("0123456789")
            if value in exact or (
                stem in numbered and re.fullmatch(r"[1-9]\d?", value[len(stem) :])
            ):
                return value
        shape = re.sub(r"\d+$", "x", value) if isinstance(value, str) else str(value)
        place.complain(f"{kind_of(value)} is not a special rule here{nearest(shape, known)}")
        return value

    return check


# ------------------------------------------------------------------ many values


def either(*checks: Check, what: str) -> Check:
    """The first check that has nothing to complain of; `what` names them all."""

    def check(value: Any, place: Place) -> Any:
        for one in checks:
            trial = Place(place.source, place.path, [])
            found = one(value, trial)
            if not trial.problems:
                return found
        place.complain(f"{what} is wanted, not {kind_of(value)}")
        return value

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
            place.complain(f"{len(found)} items; at least {least} are wanted")
        if most is not None and len(found) > most:
            place.complain(f"{len(found)} items; at most {most} are allowed")
        return found

    return check


def table(key: Check, item: Check, *, least: int = 0) -> Check:
    """A mapping whose keys the writer chooses."""

    def check(value: Any, place: Place) -> Any:
        if value is None:
            value = {}
        if not isinstance(value, Mapping):
            place.complain(f"a mapping (name: value) is wanted, not {kind_of(value)}")
            return {}
        if len(value) < least:
            place.complain(f"{len(value)} entries; at least {least} are wanted")
        for word in value:
            key(word, place / word)
        return {word: item(one, place / word) for word, one in value.items()}

    return check


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

    def check(value: Any, place: Place) -> Any:
        if not isinstance(value, Mapping):
            keys = ", ".join(fields)
            place.complain(f"a mapping is wanted, not {kind_of(value)}; its keys are {keys}")
            return {}
        known_keys(value, fields, place)
        for key, field in fields.items():
            if field.needed and value.get(key) is None and key not in value:
                place.complain(f"'{key}' is missing")
        return {
            key: field.check(value[key], place / key)
            for key, field in fields.items()
            if key in value
        }

    return check


def variant(tag: str, kinds: Mapping[str, Check]) -> Check:
    """A mapping whose key `tag` says which record it is."""

    def check(value: Any, place: Place) -> Any:
        if not isinstance(value, Mapping):
            place.complain(f"a mapping with the key '{tag}' is wanted, not {kind_of(value)}")
            return {}
        word = value.get(tag)
        if not isinstance(word, str) or word not in kinds:
            found = f"{kind_of(word)} is not known here" if tag in value else f"'{tag}' is missing"
            (place / tag).complain(found + nearest(str(word), kinds))
            return dict(value)
        return kinds[word](value, place)

    return check


def then(first: Check, second: Check) -> Check:
    """Two checks in a row, the second on what the first gave back, if that was well."""

    def check(value: Any, place: Place) -> Any:
        before = len(place.problems)
        found = first(value, place)
        return second(found, place) if len(place.problems) == before else found

    return check
