"""Where a value stands in a file, and what is known of a value that is partly wrong.

Every check of a file runs, whatever an earlier one found, so that all faults are told at once. A
later check that asks for a part which was complained of gets no answer (`Lacking`) and ends there,
quietly. Any other exception is a bug of ours and is never taken for a fault of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from battlemat.packs.problems import ContentError, Path, Problem, write_path
from battlemat.packs.yaml_source import Source

T = TypeVar("T")


class Lacking(Exception):  # nothing went wrong: a check ends early
    """A check asked for a part of a file that was complained of before."""


class Known(dict[str, Any]):
    """What is known of a mapping: the parts that were complained of are left out.

    Such a part is still `in` the mapping, because it was written or wanted; asking for its value
    is `Lacking`.
    """

    __slots__ = ("wrong",)

    def __init__(self, found: Iterable[tuple[str, Any]] = (), wrong: Iterable[str] = ()) -> None:
        super().__init__(found)
        self.wrong = frozenset(wrong)

    def __missing__(self, key: str) -> Any:
        self._ask(key)
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or key in self.wrong

    def get(self, key: str, default: Any = None) -> Any:
        self._ask(key)
        return super().get(key, default)

    def pop(self, key: str, *default: Any) -> Any:
        self._ask(key)
        return super().pop(key, *default)

    def copy(self) -> Known:
        """The same again, with the same parts unknown."""
        return Known(self.items(), self.wrong)

    def without(self, *keys: str) -> Known:
        """The same without some keys, known or not."""
        kept = ((key, one) for key, one in self.items() if key not in keys)
        return Known(kept, self.wrong.difference(keys))

    def known(self, key: str, default: Any = None) -> Any:
        """The value of a key, or the default where it is left out or wrong."""
        return super().get(key, default)

    def _ask(self, key: str) -> None:
        if key in self.wrong:
            raise Lacking(key)


def merged(*parts: Mapping[str, Any]) -> Known:
    """Mappings laid over each other: what a later one says or gets wrong replaces the earlier."""
    found: dict[str, Any] = {}
    wrong: set[str] = set()
    for part in parts:
        found.update(part.items())
        wrong.difference_update(part.keys())
        if isinstance(part, Known):
            wrong |= part.wrong
    return Known(((key, one) for key, one in found.items() if key not in wrong), wrong)


def plain(value: Any) -> Any:
    """What is known of a value, as plain mappings and lists, for who asks it in his own way."""
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list) else value


def lacks(value: Any) -> bool:
    """Whether some part of a value was complained of."""
    if isinstance(value, Known) and value.wrong:
        return True
    parts = value.values() if isinstance(value, Mapping) else value
    return isinstance(value, (Mapping, list, tuple)) and any(map(lacks, parts))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands in a source, and where complaints about it are collected."""

    source: Source
    path: Path
    problems: list[Problem]

    def __truediv__(self, key: str | int) -> Place:
        return Place(self.source, (*self.path, key), self.problems)

    def complain(self, what: str, clause: str = "") -> None:
        """Note a problem of the value here, and the rule that it breaks where it breaks one."""
        self.problems.append(self.source.problem(self.path, what, clause))

    @property
    def line(self) -> int:
        """The line that the value stands in."""
        return self.source.line(self.path)

    def problem_at(self, line: int, what: str) -> None:
        """Note a problem in a line of one's own reckoning, as in a drawing of many lines."""
        key = write_path(self.path)
        self.problems.append(Problem(self.source.file, line, key, what))

    def is_told(self, since: int = 0) -> bool:
        """Whether the value here itself was complained of."""
        key = write_path(self.path)
        return any(one.key == key and self._is_here(one) for one in self.problems[since:])

    def is_sound(self) -> bool:
        """Whether nothing was complained of here or below."""
        key = write_path(self.path)
        return not any(below(one.key, key) and self._is_here(one) for one in self.problems)

    @property
    def written(self) -> Place:
        """This place, or the nearest around it that stands in the file."""
        path = self.path
        while path and path not in self.source.lines:
            path = path[:-1]
        return Place(self.source, path, self.problems)

    def need_sound(self) -> None:
        """End a check that speaks of the whole value here, if any part of it is wrong."""
        if not self.is_sound():
            raise Lacking(write_path(self.path))

    def _is_here(self, problem: Problem) -> bool:
        return problem.file == self.source.file


def below(key: str, above: str) -> bool:
    """Whether a key is another or lies below it: `units[2].gear` below `units`."""
    return not above or (key + ".").startswith((above + ".", above + "["))


def place_of(source: Source) -> Place:
    """The place of a whole file."""
    return Place(source, (), [])


def checked(source: Source, check: Callable[[Any, Place], Any]) -> Any:
    """The checked value of a source, or `ContentError` with everything that is wrong."""
    place = place_of(source)
    value = check(source.value, place)
    finish(place)
    return value


def finish(place: Place) -> None:
    """Raise what was collected, in the order of lines; nothing if all is well."""
    if place.problems:
        raise ContentError(sorted(place.problems, key=lambda one: (one.line, one.column)))


def go_on(place: Place, check: Callable[[], T]) -> T | None:
    """Run a later check, although an earlier one may have complained: all faults are told at once.

    What it raises joins the complaints of the place; where it lacks what was complained of before,
    it ends quietly. A single value is complained of once.
    """
    before = list(place.problems)
    found = None
    try:
        found = check()
    except ContentError as error:
        place.problems.extend(error.problems)
    except Lacking:
        pass
    new = dict.fromkeys(place.problems[len(before) :])
    if new and before:
        leaves = place.source.leaves
        told = {one.key for one in before if one.file == place.source.file and one.key in leaves}
        known = set(before)
        place.problems[len(before) :] = [
            one for one in new if one not in known and not _is_told(one, place.source.file, told)
        ]
    else:
        place.problems[len(before) :] = list(new)
    return found


def _is_told(problem: Problem, file: str, told: Iterable[str]) -> bool:
    return problem.file == file and any(below(problem.key, key) for key in told)
