"""What is wrong with a file. Its one rule: one line for each problem, and all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from battlemat.kernel.errors import BattlematError

Path = tuple[str | int, ...]


class Problem(NamedTuple):
    """One thing that is wrong: where, and what would be right."""

    file: str
    line: int
    key: str
    what: str

    def __str__(self) -> str:
        place = [self.file]
        if self.line:
            place.append(f"line {self.line}")
        if self.key:
            place.append(self.key)
        return on_one_line(", ".join(place) + f": {self.what}")


class ContentError(BattlematError):
    """A file that cannot be used: every problem found in it, one line each."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


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
    folded = {word.casefold(): word for word in known}
    near = get_close_matches(wrong.casefold(), folded, n=1, cutoff=0.6)
    if near:
        return f"; did you mean '{folded[near[0]]}'?"
    if not known:
        return "; there are none"
    shown = ", ".join(known[:16])
    return f"; known are {shown}" + (" and more" if len(known) > 16 else "")
