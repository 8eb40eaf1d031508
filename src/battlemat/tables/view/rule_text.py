"""Clauses as the interface tells them: one with its readings, or those that speak of some words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from battlemat.kernel.clauses import Clause, Register
from battlemat.kernel.readings import as_read
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import say
from battlemat.tables.problems import Problem


def clause_text(
    rulebook: Rulebook[Any], id: str, setup: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A clause as plain values; with a setup it says which reading that game follows."""
    found = rulebook.register.find(id)
    if found is None:
        near = rulebook.register.nearest(id)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise Problem(
            404, "unknown-clause", say("there is no clause ''{id}''{hint}", id=id, hint=hint)
        )
    return asdict(as_read(found, rulebook.readings, setup))


def ranked(register: Register, search: str) -> list[Clause]:
    """The clauses that speak of every word, those first that have it in their id or title."""
    words = search.casefold().split()
    found = []
    for at, clause in enumerate(register):
        head = f"{clause.id} {clause.title}".casefold()
        body = f"{head} {clause.section} {clause.rule} {clause.ruling}".casefold()
        if all(word in body for word in words):
            found.append((-sum(word in head for word in words), at, clause))
    return [clause for *_, clause in sorted(found, key=lambda one: one[:2])]
