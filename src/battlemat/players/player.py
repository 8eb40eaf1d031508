"""What a player is: something that answers the question that stands in a game.

A player may look at the game and fork it; it changes nothing, and the driver gives its answer.
"""

from __future__ import annotations

from typing import Any, Protocol

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer


class Player(Protocol):
    """Answers questions, whatever the rulebook."""

    def answer(self, game: Game[Any]) -> Answer:
        """The answer to `game.question`, which stands (the game is not over)."""
