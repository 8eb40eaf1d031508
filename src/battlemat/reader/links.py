"""Links between clauses: the ids that a text names, and the titles that it speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from battlemat.kernel.clauses import Clause, Register
from battlemat.kernel.memo import Memo

_WORD = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_ID = re.compile(rf"\b{_WORD}(?:\.{_WORD})+")
_PLAIN = re.compile(r"[a-z0-9]+")
_LEAST = 2
"""Words that a title must have to be known in another clause's text: one alone means anything."""


def texts_of(clause: Clause) -> Iterator[str]:
    """Everything that a clause says in sentences."""
    yield from (clause.rule, clause.ruling, clause.differs, clause.option)
    for case in clause.cases:
        yield from map(str, case.values())


@Memo("the register, of which there is one for each rulebook", bound=16)
def links(register: Register) -> Mapping[str, tuple[str, ...]]:
    """The clauses that each clause leads to, those that it names first."""
    titles = {
        words: clause.id
        for clause in register
        if len(words := tuple(_PLAIN.findall(clause.title.casefold()))) >= _LEAST
    }
    return {clause.id: tuple(_of(register, clause, titles)) for clause in register}


def _of(register: Register, clause: Clause, titles: Mapping[tuple[str, ...], str]) -> Iterator[str]:
    whole = " ".join(texts_of(clause))
    found = dict.fromkeys(one.id for id in _ID.findall(whole) if (one := register.find(id)))
    words = f" {' '.join(_PLAIN.findall(whole.casefold()))} "
    found |= dict.fromkeys(id for title, id in titles.items() if f" {' '.join(title)} " in words)
    found.pop(clause.id, None)
    yield from found


def mentions(register: Register) -> Mapping[str, tuple[str, ...]]:
    """The clauses that lead to each clause."""
    found: dict[str, list[str]] = {}
    for clause, leads in links(register).items():
        for id in leads:
            found.setdefault(id, []).append(clause)
    return {id: tuple(ids) for id, ids in found.items()}
