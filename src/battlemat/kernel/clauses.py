"""Clause registers: every rule of a book under its id, with our ruling where the book is silent.

A register ships as a JSON file beside its rulebook. Rules, events, refusals and odds cite clause
ids; the interfaces show their text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pkgutil import get_data
from typing import TYPE_CHECKING, Any

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.near import near

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule. `exempt` says why it is not for software, where that is so.

    `readings` tells how a clause with two readings is read; `readings.as_read` fills it in.
    """

    id: str
    title: str
    section: str
    rule: str
    ruling: str = ""
    differs: str = ""
    option: str = ""
    exempt: str = ""
    readings: str = ""
    table: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)
    cases: tuple[Mapping[str, str], ...] = field(default=(), repr=False)


class Register:
    """The clauses of one rulebook, in the order of the book."""

    def __init__(self, name: str, title: str, clauses: Mapping[str, Clause]) -> None:
        self.name = name
        self.title = title
        self.clauses = clauses

    @classmethod
    def load(cls, file: Traversable) -> Register:
        """Read a register from its JSON file."""
        return cls.read(file.read_text(encoding="utf-8"))

    @classmethod
    def shipped(cls, package: str, name: str) -> Register:
        """Read a register that ships with a package, from its file there."""
        data = get_data(package, name)
        if data is None:
            raise RuleBug(f"{package} ships no {name}")
        return cls.read(data.decode())

    @classmethod
    def read(cls, text: str) -> Register:
        """Read a register from the text of its JSON file."""
        data = json.loads(text)
        clauses = {}
        for entry in data["clauses"]:
            table, cases = tuple(entry.pop("table", ())), tuple(entry.pop("cases", ()))
            clauses[entry["id"]] = Clause(**entry, table=table, cases=cases)
        return cls(data["name"], data["title"], clauses)

    def full(self, clause: str) -> str:
        """The full id of a clause; rules that several editions share cite it without the name."""
        return clause if clause.startswith(self.name + ".") else f"{self.name}.{clause}"

    def find(self, clause: str) -> Clause | None:
        """The clause with this id, with or without the register's name in front."""
        return self.clauses.get(self.full(clause))

    def nearest(self, clause: str) -> list[str]:
        """Ids that look like `clause`, best first."""
        return near(self.full(clause), self.clauses, most=3, cutoff=0.5)

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses.values())

    def __len__(self) -> int:
        return len(self.clauses)
