"""A unit's card as lines; whatever a rulebook puts on a card is shown somehow.

Cards are plain mappings, each rulebook's own. Things with a code or a name lead with it, and clause
ids follow in brackets so that `? ID` explains them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from battlemat.kernel.scene import Piece

_LEADS = ("code", "name", "title")


def show_card(piece: Piece) -> Text:
    """Who it is, where it stands, and everything on its card."""
    text = Text(f"{piece.id} {piece.name}", "bold")
    states = ", ".join(one.label for one in piece.conditions)
    where = f"  {piece.side}, at {piece.place or piece.at}" + (f", {states}" if states else "")
    text.append(f"{where}\n", "not bold dim")
    for key, value in piece.card.items():
        if key.endswith("_clause") or value in (None, "", [], {}, ()):
            continue
        title = key.replace("_", " ").capitalize()
        clause = piece.card.get(f"{key}_clause")
        end = f"  [{clause}]" if clause else ""
        if isinstance(value, (list, tuple)) and any(isinstance(one, Mapping) for one in value):
            text.append(f"  {title}{end}\n", "not bold")
            for one in value:
                text.append(f"    {in_words(one)}\n", "not bold")
        else:
            text.append(f"  {title}: {in_words(value)}{end}\n", "not bold")
    return text


def in_words(value: Any) -> str:
    """A value of a card in one line."""
    if isinstance(value, Mapping):
        return _thing(value)
    if isinstance(value, (list, tuple)):
        return ", ".join(map(in_words, value))
    return str(value)


def _thing(thing: Mapping[str, Any]) -> str:
    """A named thing leads with its name; the rest follows, and what is empty is left out."""
    lead = ", ".join(str(thing[key]) for key in _LEADS if thing.get(key))
    rest = [
        f"{key} {in_words(value)}"
        for key, value in thing.items()
        if key not in (*_LEADS, "clause", "text", "special") and _says_something(value)
    ]
    words = f"{lead}: {', '.join(rest)}" if lead and rest else lead or ", ".join(rest)
    if thing.get("special"):
        words += "; " + ", ".join(map(_code, thing["special"]))
    if thing.get("text"):
        words += f". {thing['text']}"
    return words + (f" [{thing['clause']}]" if thing.get("clause") else "")


def _code(special: Any) -> str:
    """A special rule of a thing on a card: its code is enough there."""
    if isinstance(special, Mapping):
        return str(special.get("code") or special.get("name") or in_words(special))
    return str(special)


def _says_something(value: Any) -> bool:
    return value not in (None, "", False, [], {}, ())
