"""The one number of an attack: the chance that something befalls whom it is aimed at.

Whatever tells a chance to harm somebody (the board, a list of answers, a hint) takes it from here,
so that an attack has one number wherever it is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from battlemat.kernel.game import Game
from battlemat.kernel.odds import Odds
from battlemat.kernel.questions import PASS, Choice, Option
from battlemat.kernel.words import say
from battlemat.players.asked import piece_name
from battlemat.players.lookahead import bounded_odds

MOST_PARTS, MOST_WHOLE = 200_000, 8_000
"""Odds with more ways to come about are not counted for people, who wait some seconds at most."""


class Aimed(NamedTuple):
    """Whom an answer is aimed at, what its number counts, and the number."""

    target: str
    told: str
    chance: float


def counted(game: Game[Any], option: Option) -> Odds:
    """The odds of an option as people are told them; `TooMany` where they are not counted."""
    return bounded_odds(game, option, MOST_PARTS, whole=MOST_WHOLE)


def taken_up(game: Game[Any], offer: str) -> Game[Any] | None:
    """The game once an offer is taken up and every window on the way was passed.

    None where dice fall before its player is asked again: nobody looks behind them.
    """
    window, after = game.question, game.fork()
    after.answer(offer)
    while isinstance(after.question, Choice) and after.question.optional:
        after.answer(PASS)
    asked = after.question
    if isinstance(asked, Choice) and window is not None and asked.player == window.player:
        return after
    return None


def aimed(game: Game[Any], option: Option, outcomes: Iterable[tuple[str, float]]) -> Aimed | None:
    """The number of an option that is aimed at somebody of another side, by its outcomes."""
    choice = game.question
    if not isinstance(choice, Choice):
        return None
    target = game.rulebook.handle(game.battle, choice, option).target
    pieces = {piece.id: piece for piece in game.rulebook.scene(game.battle).pieces}
    if target not in pieces or pieces[target].side == choice.player:
        return None
    unit = target.partition(".")[0]
    named = re.compile(rf"(?<!\w){re.escape(unit)}(?!\w)")
    chance = sum(chance for text, chance in outcomes if named.search(text))
    return Aimed(target, say("Chance to harm {unit}", unit=piece_name(target, pieces)), chance)
