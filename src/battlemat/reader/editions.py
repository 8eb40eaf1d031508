"""The editions of one game side by side: what a clause says in each, and where they part."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from battlemat.kernel.clauses import Clause, Register

_WORDS = re.compile(r"\S+\s*")


class Piece(NamedTuple):
    """A piece of a rule; `differs` where the edition that is read says something else."""

    text: str
    differs: bool


class Edition(NamedTuple):
    """What another edition says in place of a clause. `pieces` are empty where it has no such
    clause, and `same` where it says the same."""

    rulebook: str
    title: str
    id: str
    same: bool
    pieces: tuple[Piece, ...]


def beside(clause: Clause, others: Sequence[Register]) -> Iterator[Edition]:
    """What the other editions say in place of a clause, in the order in which they are given."""
    short = clause.id.partition(".")[2]
    for register in others:
        found = register.clauses.get(f"{register.name}.{short}")
        if found is None:
            yield Edition(register.name, register.title, "", False, ())
        else:
            same = _plain(found) == _plain(clause)
            pieces = () if same else tuple(parted(clause.rule, found.rule))
            yield Edition(register.name, register.title, found.id, same, pieces)


def _plain(clause: Clause) -> str:
    """A rule without the name of its book, which ids in it begin with."""
    name = clause.id.partition(".")[0]
    return " ".join(clause.rule.replace(f"{name}.", "").split())


def parted(here: str, there: str) -> Iterator[Piece]:
    """The text `there` in pieces, those marked that `here` has not."""
    ours, theirs = _WORDS.findall(here), _WORDS.findall(there)
    matched = SequenceMatcher(None, ours, theirs, autojunk=False)
    for kind, _, _, start, end in matched.get_opcodes():
        if start < end:
            yield Piece("".join(theirs[start:end]), kind != "equal")
