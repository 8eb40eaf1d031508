"""Offers: windows that stand as long as what they rest on, whoever is asked next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Choice, Question


def is_offer(window: Choice) -> bool:
    """Whether a window is an offer that stands as long as what it rests on."""
    return window.optional and isinstance(window.about, Mapping) and "offer" in window.about


def comes_to_hand(game: Game[Any], window: Choice, is_shown: Callable[[Choice], bool]) -> bool:
    """Whether an offer, if it is passed, is at hand beside what its player is asked next.

    It is where nothing but offers is asked before, and no other player `is_shown` one of those.
    """
    asked: Question | None = window
    ahead = game.fork()
    while isinstance(asked, Choice) and asked.optional:
        if not is_offer(asked) or (asked.player != window.player and is_shown(asked)):
            return False
        ahead.answer(PASS)
        asked = ahead.question
    return isinstance(asked, Choice) and asked.player == window.player
