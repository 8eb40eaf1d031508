"""A rulebook as a book: chapters in their order, and of each clause all that a reader is told.

What a page, a terminal and a folder of files show is made here once. The words are those of the
clause register; nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from battlemat.kernel.clauses import Clause, Register
from battlemat.kernel.memo import Memo
from battlemat.kernel.readings import TwoReadings, Way
from battlemat.kernel.rulebook import Rulebook
from battlemat.packs import registry
from battlemat.reader.account import account
from battlemat.reader.editions import Edition, beside
from battlemat.reader.links import links, mentions
from battlemat.reader.shelf import shelf


class BoardName(NamedTuple):
    """A board that can be opened beside a clause."""

    id: str
    name: str


class Readings(NamedTuple):
    """Both readings of a clause, and which is played where nothing is chosen."""

    print: str
    intent: str
    default: Way
    why: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A clause as it is read."""

    id: str
    title: str
    rule: str
    ruling: str
    differs: str
    option: str
    readings: Readings | None
    table: Sequence[Mapping[str, Any]]
    cases: Sequence[Mapping[str, str]]
    links: Sequence[str]
    mentioned: Sequence[str]
    boards: Sequence[BoardName]
    no_board: str
    editions: Sequence[Edition]


class Chapter(NamedTuple):
    """Clauses that stand together under one heading."""

    id: str
    title: str
    clauses: Sequence[Entry]


class Book(NamedTuple):
    """A rulebook as it is read."""

    name: str
    title: str
    chapters: Sequence[Chapter]

    def entries(self) -> Mapping[str, Entry]:
        """All clauses by their ids."""
        return {one.id: one for chapter in self.chapters for one in chapter.clauses}


@Memo("the rulebook, of which there is one of each name", bound=16)
def book(rulebook: Rulebook[Any]) -> Book:
    """The book of a rulebook."""
    register = rulebook.register
    make = _Maker(rulebook)
    sections: dict[str, list[Entry]] = {}
    for clause in register:
        sections.setdefault(clause.section, []).append(make.entry(clause))
    chapters = [
        Chapter(f"chapter-{n}", title, entries)
        for n, (title, entries) in enumerate(sections.items(), 1)
    ]
    return Book(register.name, register.title, chapters)


class _Maker:
    """What the entries of one book are made of."""

    def __init__(self, rulebook: Rulebook[Any]) -> None:
        register = rulebook.register
        self.account = account(register)
        self.links, self.mentions = links(register), mentions(register)
        self.boards = shelf(register.name)
        self.others = fellows(register)
        self.two = {one.clause: one for one in rulebook.readings}

    def entry(self, clause: Clause) -> Entry:
        id = clause.id
        reason = self.account.reasons.get(id)
        ids = self.account.boards.get(id, ())
        return Entry(
            id,
            clause.title,
            clause.rule,
            clause.ruling,
            clause.differs,
            clause.option,
            _readings(self.two.get(id)),
            clause.table,
            clause.cases,
            self.links.get(id, ()),
            self.mentions.get(id, ()),
            [BoardName(one, self.boards[one].name) for one in ids],
            reason.why if reason else "",
            list(beside(clause, self.others)),
        )


def _readings(two: TwoReadings | None) -> Readings | None:
    return Readings(two.print, two.intent, two.default, two.why) if two else None


def fellows(register: Register) -> list[Register]:
    """The registers of the other editions of the same game, in the order of their names."""
    if register.name not in registry.BY_NAME:
        return []
    family = registry.book(register.name).cover.family
    names = [
        name
        for name in registry.names()
        if family and name != register.name and registry.book(name).cover.family == family
    ]
    return [registry.register(name) for name in sorted(names)]
