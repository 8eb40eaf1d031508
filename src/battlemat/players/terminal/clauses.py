"""Clauses in words: found by what they say, and shown whole."""

from __future__ import annotations

from rich.text import Text

from battlemat.kernel.clauses import Clause, Register
from battlemat.kernel.words import say


def search(register: Register, words: str) -> list[Clause]:
    """The clauses that hold every word, those that hold them in id or title first."""
    wanted = words.casefold().split()
    if not wanted:
        return []
    named, told = [], []
    for clause in register:
        head = f"{clause.id} {clause.title}".casefold()
        whole = f"{head} {clause.section} {clause.rule} {clause.ruling}".casefold()
        if all(word in head for word in wanted):
            named.append(clause)
        elif all(word in whole for word in wanted):
            told.append(clause)
    return named + told


def show_clause(clause: Clause) -> Text:
    """A clause whole: title, rule, our ruling, cases, and why it is not for software if so."""
    text = Text()
    text.append(clause.title, "bold")
    text.append(f"  {clause.id} ({clause.section})\n", "dim")
    text.append(f"{clause.rule.strip()}\n")
    for row in clause.table:
        text.append("  " + "  ".join(f"{key}: {value}" for key, value in row.items()) + "\n")
    for name, words in (
        (say("Two readings"), clause.readings),
        (say("Ruling"), clause.ruling),
        (say("Other editions"), clause.differs),
        (say("Option"), clause.option),
        (say("Not for software"), clause.exempt),
    ):
        if words:
            text.append(f"{name}: ", "bold")
            text.append(f"{words.strip()}\n")
    for case in clause.cases:
        given, then = case.get("given", ""), case.get("then", "")
        text.append(f"  {say('Example')}: {given}: {then}\n", "italic")
    return text
