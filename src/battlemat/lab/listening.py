"""Hears which clauses speak in a game: what is told by them, what is asked and rolled by them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from battlemat.kernel.dice import Dice
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer, Faces, Question, Roll
from battlemat.kernel.rulebook import Rulebook


class Listener:
    """Counts the clauses of one game, by their whole ids. It changes nothing in the game."""

    def __init__(self, rulebook: Rulebook[Any]) -> None:
        self.counts: Counter[str] = Counter()
        self._clauses = rulebook.register.clauses
        self._book = rulebook.name

    def hear(self, clause: str) -> None:
        """Count a clause; rules that editions share leave the book's name out."""
        whole = clause if clause in self._clauses else f"{self._book}.{clause}"
        if whole in self._clauses:
            self.counts[whole] += 1

    def event(self, event: Event) -> None:
        """A sink for a battle: what happened, and by which clauses."""
        for clause in event.because:
            self.hear(clause)

    def asked(self, game: Game[Any], question: Question, answer: Answer) -> None:
        """For a driver: a choice that was made."""
        del game, answer
        self.hear(question.because)


class HeardDice:
    """Dice that tell a listener why they fall."""

    def __init__(self, dice: Dice, listener: Listener) -> None:
        self._dice = dice
        self._listener = listener

    def roll(self, roll: Roll) -> Faces:
        self._listener.hear(roll.because)
        return self._dice.roll(roll)

    def again(self) -> Dice:
        return self._dice.again()
