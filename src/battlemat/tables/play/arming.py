"""Offers that were passed and can still be taken up, because nothing has happened since.

A skill that may be used before every action is offered once, and not again while nothing changes.
Whoever is asked for an action then has it at hand all the same: taking it up goes back to the
window, over passes alone, and answers it. So whoever chooses next anyway is not asked before: the
offer lies beside what they choose.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Choice, Option
from battlemat.tables.play.match import Match
from battlemat.tables.play.offers import is_offer

_PERSON = "person"


@dataclass(frozen=True, slots=True)
class Armed:
    """A window that was passed: the game as it stood there, and how many answers came before."""

    game: Game[Any]
    window: Choice
    keep: int

    @property
    def options(self) -> list[Option]:
        """What can be taken up."""
        return [option for option in self.window.listed if option != PASS]


def armed(play: Match) -> Armed | None:
    """The window that whoever is asked now has passed, if nothing but passes came after it.

    A pass that another person chose is theirs: nobody goes back behind it.
    """
    question, line = play.question, play.line
    if not isinstance(question, Choice) or question.optional or not play.answerers():
        return None
    passed = PASS[-1]  # its text is its word, in every rulebook
    for keep in range(len(line) - 1, -1, -1):
        one = line[keep]
        if one.text != passed or (one.by == _PERSON and one.player != question.player):
            return None
        stood = play.history.at(one.step)
        window = stood.question
        if not isinstance(window, Choice) or not is_offer(window):
            return None
        if window.player == question.player:
            return Armed(stood, window, keep)
    return None
