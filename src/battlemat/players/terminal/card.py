"""A unit's card as lines; whatever a rulebook puts on a card is shown somehow.

Cards are plain mappings, each rulebook's own. Things with a code or a name lead with it, and clause
ids follow in brackets so that `? ID` explains them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from rich.text import Text

from battlemat.kernel.events import side_name
from battlemat.kernel.scene import Piece
from battlemat.kernel.words import say

_LEADS = ("code", "name", "title")
_SHORT = 3  # letters of a name that every card writes in capitals: "act", "roa"

CardWords: TypeAlias = Mapping[str, str]
"""What keys and codes of cards are called, as the scene says."""


def show_card(piece: Piece, called: CardWords) -> Text:
    """Who it is, where it stands, and everything on its card."""
    text = Text(f"{piece.id} {piece.name}", "bold")
    place = piece.place or "{:g},{:g}".format(*piece.at)
    where = say("{player}, at {place}", player=side_name(piece.side), place=place)
    told = ", ".join((where, *(one.label for one in piece.conditions)))
    text.append(f"  {told}\n", "not bold dim")
    for key, value in piece.card.items():
        if key.endswith("_clause") or value in (None, "", [], {}, ()):
            continue
        title = _titled(called, key)
        clause = piece.card.get(f"{key}_clause")
        end = f"  [{clause}]" if clause else ""
        if isinstance(value, (list, tuple)) and any(isinstance(one, Mapping) for one in value):
            text.append(f"  {title}{end}\n", "not bold")
            for one in value:
                text.append(f"    {in_words(one, called)}\n", "not bold")
        else:
            text.append(f"  {title}: {in_words(value, called)}{end}\n", "not bold")
    return text


def _titled(called: CardWords, key: str) -> str:
    """A key of a card by its name: the book's letters where it has no other."""
    return called.get(key) or (key.upper() if len(key) <= _SHORT else key)


def in_words(value: Any, called: CardWords) -> str:
    """A value of a card in one line."""
    if isinstance(value, Mapping):
        return _thing(value, called)
    if isinstance(value, (list, tuple)):
        return ", ".join(in_words(one, called) for one in value)
    return called.get(value, value) if isinstance(value, str) else str(value)


def _thing(thing: Mapping[str, Any], called: CardWords) -> str:
    """A named thing leads with its name; the rest follows, and what is empty is left out."""
    lead = ", ".join(str(thing[key]) for key in _LEADS if thing.get(key))
    rest = [
        _titled(called, key)
        if value is True
        else f"{_titled(called, key)} {in_words(value, called)}"
        for key, value in thing.items()
        if key not in (*_LEADS, "clause", "text", "special") and _says_something(value)
    ]
    words = f"{lead}: {', '.join(rest)}" if lead and rest else lead or ", ".join(rest)
    if thing.get("special"):
        words += "; " + ", ".join(_code(one, called) for one in thing["special"])
    if thing.get("text"):
        words += f". {thing['text']}"
    return words + (f" [{thing['clause']}]" if thing.get("clause") else "")


def _code(special: Any, called: CardWords) -> str:
    """A special rule of a thing on a card: its code is enough there."""
    if isinstance(special, Mapping):
        return str(special.get("code") or special.get("name") or in_words(special, called))
    return str(special)


def _says_something(value: Any) -> bool:
    return value not in (None, "", False, [], {}, ())
