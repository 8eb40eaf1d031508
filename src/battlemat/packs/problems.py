"""What is wrong with a file: one line for each problem, and all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from battlemat.kernel.errors import BattlematError, Misuse
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.words import say

Path = tuple[str | int, ...]


class Problem(NamedTuple):
    """One thing that is wrong: where, and what would be right."""

    file: str
    line: int
    key: str
    what: str
    column: int = 0
    clause: str = ""
    """The rule that it breaks; "" where it is the form of the file that is wrong."""

    @property
    def right(self) -> str:
        """What would be right, as far as the sentence says it: its part after the semicolon, or
        what it says is wanted."""
        _, cut, rest = self.what.partition("; ")
        if cut:
            return on_one_line(rest)
        wanted, cut, _ = self.what.partition(" wanted, not ")
        return on_one_line(wanted.removesuffix(" is").removesuffix(" are")) if cut else ""

    @property
    def text(self) -> str:
        """The problem without its file and line: `units[2].gear: there is no gear 'x'`."""
        return on_one_line(f"{self.key}: {self._why}" if self.key else self._why)

    def __str__(self) -> str:
        place = [self.file]
        if self.line:
            place.append(f"line {self.line}")
        if self.key:
            place.append(self.key)
        return on_one_line(", ".join(place) + f": {self._why}")

    @property
    def _why(self) -> str:
        return f"{self.what} ({self.clause})" if self.clause else self.what


class ContentError(BattlematError):
    """A file that cannot be used: every problem found in it, one line each."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class WrongChoice(ContentError, Misuse):
    """A choice that there is not: the name of nothing shipped, or a value that cannot be."""


def on_one_line(text: str) -> str:
    """A text with its line breaks written out: a quoted value may hold some."""
    return "\\n".join(text.splitlines())


def write_path(path: Path) -> str:
    """A key as a person would point at it: `units[2].gear`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            text += f".{part}" if text else part
    return text


def nearest(wrong: str, allowed: Iterable[str]) -> str:
    """The end of a message: `; did you mean 'x'?`, or the choices where none is near."""
    known = list(dict.fromkeys(allowed))
    hint = did_you_mean(wrong, known, listing=False)
    if hint:
        return hint
    if not known:
        return say("; there are none")
    return say(
        "; the choices are {words}{more, plural, =0 {} other { and more}}",
        words=", ".join(known[:16]),
        more=max(0, len(known) - 16),
    )
