"""What happened, in data, citing the clauses that made it so.

A log is a sink that the driver attaches to a battle; with none attached no event is built. Words
come later, from a rulebook's templates, so that they can be translated and cost nothing in play.
"""

from __future__ import annotations

import re
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


_ONE = re.compile(r"(?<![\w.,])1 ((?:\w+ )?)(\w+)\b")
_SINGULAR: Mapping[str, str] = {
    "dice": "die",
    "successes": "success",
    **{
        f"{noun}s": noun
        for noun in [
            "dot",
            "hit",
            "level",
            "model",
            "order",
            "point",
            "shot",
            "square",
            "strike",
            "test",
            "turn",
        ]
    },
}


def one(text: str) -> str:
    """The text with nouns in the singular after a single 1: "1 strike", "1 mission point"."""

    def said(found: re.Match[str]) -> str:
        between, noun = found.groups()
        if between.rstrip() in _SINGULAR:
            return f"1 {_SINGULAR[between.rstrip()]} {noun}"
        return f"1 {between}{_SINGULAR.get(noun, noun)}"

    return _ONE.sub(said, text)


def told(event: Event, words: Mapping[str, str]) -> str:
    """The event in words; a template that is missing or does not fit is an error.

    Players stand with a capital, and a single thing stands in the singular.
    """
    facts = event.facts
    player = facts.get("player")
    if isinstance(player, str):
        facts = {**facts, "player": player.capitalize()}
    text = one(words[event.kind].format(**facts))
    read = event.facts.get("readings")
    if not read:
        return text
    # Which clauses these are, the event cites; words are for people.
    ways = dict.fromkeys(WAYS[way] for way in read.values())
    return f"{text} (read {' and '.join(ways)})"
