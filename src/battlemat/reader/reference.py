"""The reference sheet of a game for print: its tables and its short rules, on A4 or Letter.

What one looks up in play: every table of numbers, and of each chapter the clauses that are short
enough to be found at a glance. All of it is the register's own words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from battlemat.drawing.print_html import Html, legend, page, part, table, tag, top
from battlemat.kernel.clauses import Clause
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import say
from battlemat.reader.book import book

Paper = Literal["a4", "letter"]
_SIZES = {"a4": "A4", "letter": "letter"}
_SHORT = 150
"""Letters of a rule that is found at a glance; longer ones are read in the book."""
_LONG_TABLE = 40


def reference_sheet(rulebook: Rulebook[Any], paper: Paper = "a4") -> str:
    """The sheet as a page of HTML that needs nothing beside it."""
    register = rulebook.register
    clauses = register.clauses
    sections = [
        (chapter.title, [clauses[entry.id] for entry in chapter.clauses])
        for chapter in book(rulebook).chapters
    ]
    size = tag("style", Html(f"@page {{ size: {_SIZES[paper]}; }}"))
    parts = [_chapter(title, found) for title, found in sections]
    kind = say("Reference sheet")
    count = say("{count} clauses", count=len(register))
    return page(f"{register.title}: {kind}", size, top(register.title, kind, count), *parts)


def _chapter(title: str, clauses: Sequence[Clause]) -> Html:
    tables = [_table(clause) for clause in clauses if clause.table]
    short = [clause for clause in clauses if not clause.table and len(clause.rule) <= _SHORT]
    entries = legend((one.title, one.rule, one.id.partition(".")[2]) for one in short)
    return part(title, *tables, entries)


def _table(clause: Clause) -> Html:
    rows = clause.table[:_LONG_TABLE]
    keys = list(dict.fromkeys(key for row in rows for key in row))
    heads = [key.replace("_", " ") for key in keys]
    lines = [[_cell(row.get(key, "")) for key in keys] for row in rows]
    return tag(
        "div", tag("p", tag("b", clause.title), ": ", clause.rule), table(heads, lines, "tight")
    )


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_cell, value))
    return "-" if value is None else str(value)
