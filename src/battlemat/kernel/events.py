"""What happened, in data, citing the clauses that made it so.

A log is a sink that the driver attaches to a battle; with none attached no event is built. Words
come later, from a rulebook's templates, so that they can be translated and cost nothing in play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias


class Event(NamedTuple):
    """One thing that happened: `kind` picks the words, `because` are clause ids.

    `readings` among the facts says how clauses with two readings were read, where that decided.
    """

    kind: str
    because: tuple[str, ...]
    facts: Mapping[str, Any]


WAYS: Mapping[str, str] = {"print": "as printed", "intent": "as likely meant"}
"""The two ways of reading a clause, in words."""

Sink: TypeAlias = Callable[[Event], None]


def narrate(event: Event, words: Mapping[str, str]) -> str:
    """The event in words, by the rulebook's template for its kind.

    A template that does not fit must not stop a game: then the plain facts are told.
    """
    try:
        return told(event, words)
    except (LookupError, ValueError, AttributeError, TypeError):
        return event.kind + ": " + ", ".join(f"{k} {v}" for k, v in event.facts.items())


def told(event: Event, words: Mapping[str, str]) -> str:
    """The event in words; a template that is missing or does not fit is an error."""
    text = words[event.kind].format(**event.facts)
    read = event.facts.get("readings")
    if not read:
        return text
    return f"{text} ({', '.join(f'{clause} {WAYS[way]}' for clause, way in read.items())})"
