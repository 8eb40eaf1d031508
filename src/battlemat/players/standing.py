"""How a player stands: one number for a position, the same in hints, curves and reviews.

Where a question opens an action the number is what the battle shows. In the middle of an action a
battle does not tell what is still due, so there it is what may be expected of the answer that odds
take for granted. Before both sides are on the table nobody is ahead.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.players.chances import win_chance
from battlemat.players.lookahead import expected_worth

WAYS = 60
"""Ways that are walked to see what an option promises."""
EVEN = 0.5
"""Everybody's chance before the first turn."""
_SAMPLES = 6
_TAIL = Fraction(1, 50)
_SEED = "standing"


def standing(game: Game[Any], player: str) -> float:
    """How likely `player` is to win from where a game stands, between 0 and 1."""
    choice, rulebook = game.question, game.rulebook
    if choice is not None and not has_begun(game):
        return EVEN
    if isinstance(choice, Choice):
        assumed = rulebook.assume(game.battle, choice)
        if assumed is not None:
            return promised(game, assumed, player)
    return win_chance(rulebook, game.battle, player)


def promised(game: Game[Any], option: Option, player: str, ways: int = WAYS) -> float:
    """How likely `player` is to win after an option, on average over its dice."""
    rulebook = game.rulebook
    return expected_worth(
        game,
        option,
        player,
        most=ways,
        samples=_SAMPLES,
        seed=_SEED,
        tail=_TAIL,
        worth=lambda battle, whose: win_chance(rulebook, battle, whose),
    )


def has_begun(game: Game[Any]) -> bool:
    """Whether the set-up is over and every side has somebody on the table."""
    facts = game.rulebook.facts(game.battle)
    turn = facts.get("round", facts.get("turn", 1))
    if turn != 1:  # whoever has left the table since has been there
        return bool(turn)
    sides = {piece.side for piece in game.rulebook.scene(game.battle).pieces}
    return sides >= set(game.rulebook.players)
