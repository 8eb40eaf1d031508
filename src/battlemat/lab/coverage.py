"""Which clauses of a register the code and the tests cite; an id is found as written.

A clause is covered when code or content cites it and a test does too, or when the register says why
it is not for software. Rules that several editions share cite a clause without the edition's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from battlemat.kernel.clauses import Register

_FULL = re.compile(r"[a-z0-9]+(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")
_SHORT = re.compile(r"""["'`]([a-z0-9]+(?:[.-][a-z0-9]+)+)["'`]""")


@dataclass(frozen=True, slots=True)
class Coverage:
    """The clauses of one register, by what cites them; each list is in the order of the book."""

    rulebook: str
    clauses: tuple[str, ...]
    by_code: tuple[str, ...]
    by_tests: tuple[str, ...]
    exempt: Mapping[str, str]

    @property
    def missing_in_code(self) -> tuple[str, ...]:
        """Clauses for software that no code and no content cites."""
        return self._missing(self.by_code)

    @property
    def missing_in_tests(self) -> tuple[str, ...]:
        """Clauses for software that no test cites."""
        return self._missing(self.by_tests)

    @property
    def covered(self) -> int:
        """How many clauses are cited by both or exempt."""
        lost = {*self.missing_in_code, *self.missing_in_tests}
        return len(self.clauses) - len(lost)

    @property
    def complete(self) -> bool:
        """Whether every clause is covered."""
        return self.covered == len(self.clauses)

    def _missing(self, cited: Iterable[str]) -> tuple[str, ...]:
        found = set(cited)
        return tuple(id for id in self.clauses if id not in found and id not in self.exempt)


def coverage(
    register: Register,
    *,
    sources: Iterable[str],
    shared_sources: Iterable[str] = (),
    tests: Iterable[str],
) -> Coverage:
    """Hold a register against texts: code and content, code that editions share, and tests."""
    in_code = set().union(*map(full_ids, sources), *map(full_ids, shared_sources))
    for source in shared_sources:
        in_code |= {register.full(id) for id in short_ids(source)}
    in_tests = set().union(*map(full_ids, tests))
    ids = tuple(clause.id for clause in register)
    return Coverage(
        register.name,
        ids,
        tuple(id for id in ids if id in in_code),
        tuple(id for id in ids if id in in_tests),
        {clause.id: clause.exempt for clause in register if clause.exempt},
    )


def full_ids(text: str) -> set[str]:
    """Everything in a text that is written like a full clause id."""
    return set(_FULL.findall(text))


def short_ids(text: str) -> set[str]:
    """Every literal, also in backquotes, that is written like an id without its rulebook."""
    return set(_SHORT.findall(text))


def texts(folder: Traversable, endings: tuple[str, ...]) -> list[str]:
    """The files under a folder with one of these endings, as texts."""
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if not entry.name.startswith((".", "__pycache__", "node_modules")):
                found += texts(entry, endings)
        elif entry.name.endswith(endings):
            found.append(entry.read_text(encoding="utf-8"))
    return found
