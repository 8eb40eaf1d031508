"""Why something that was pointed at is not among the options.

A page knows no notation. It says which piece and which target or place was meant, and answers are
made up after the pattern of those that are legal; the rulebook says why each is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from battlemat.kernel.errors import Refusal, Refused
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Question
from battlemat.kernel.scene import Handle

_MOST = 8


@dataclass(frozen=True, slots=True)
class Pointed:
    """What a person pointed at; empty where they did not say."""

    piece: str = ""
    target: str = ""
    place: str = ""
    group: str = ""


def explain(game: Game[Any], texts: list[str]) -> list[dict[str, Any]]:
    """For each text whether it is legal now, and if not why."""
    found = []
    for text in texts:
        refusal = _refusal(game, text)
        because = refusal.because if refusal else None
        found.append(
            {
                "text": text,
                "legal": refusal is None,
                "reason": refusal.reason if refusal else None,
                "clause": game.rulebook.register.full(because) if because else None,
            }
        )
    return found


def _refusal(game: Game[Any], text: str) -> Refusal | None:
    try:
        game.read(text)
    except Refused as refused:
        return refused.refusal
    return None


def attempts(game: Game[Any], question: Question | None, pointed: Pointed) -> list[str]:
    """Answer texts that would do what was pointed at, one for each kind of action."""
    if not isinstance(question, Choice):
        return []
    battle, rulebook = game.battle, game.rulebook
    handles = [rulebook.handle(battle, question, option) for option in question.listed]
    places = {one.id: one.place for one in rulebook.scene(battle).pieces}
    made: dict[tuple[str, ...], str] = {}
    for handle in sorted(handles, key=lambda h: h.piece != pointed.piece):
        text = _after_pattern(handle, pointed, places)
        if text is not None:
            pattern = (handle.group, *_weapon(handle, text))
            made.setdefault(pattern, text)
    return list(dict.fromkeys(made.values()))[:_MOST]


def _weapon(handle: Handle, text: str) -> tuple[str, ...]:
    """What tells two ways of acting on a target apart: the words that stand behind it."""
    return tuple(text.split()[3:]) if handle.target else ()


def _after_pattern(handle: Handle, pointed: Pointed, places: Mapping[str, str]) -> str | None:
    """The text of a legal handle with its piece, target and place replaced by what was meant.

    Where the text tells from where the piece goes, the other piece goes from where it stands.
    """
    if pointed.group and handle.group.casefold() != pointed.group.casefold():
        return None
    text: str | None = handle.text
    if pointed.piece and handle.piece and handle.piece != pointed.piece:
        text = _swap(text, handle.piece, pointed.piece)
        start, own = places.get(handle.piece, ""), places.get(pointed.piece, "")
        if text is not None and start and own:
            text = re.sub(rf"(?<![\w]){re.escape(start)}(?=-)", own, text, count=1)
    if pointed.target:
        return _swap(text, handle.target, pointed.target)
    if pointed.place:
        return _swap(text, handle.place, pointed.place)
    return text if pointed.piece else None


def _swap(text: str | None, old: str, new: str) -> str | None:
    """Put `new` where the last whole word `old` stands; None if it stands nowhere."""
    if text is None or not old:
        return None
    found = list(re.finditer(rf"(?<![\w]){re.escape(old)}(?![\w])", text))
    if not found:
        return None
    last = found[-1] if len(found) > 1 else found[0]
    return text[: last.start()] + new + text[last.end() :]
