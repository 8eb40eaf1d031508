"""A game in words: each answer, and what came of it, with the clauses that made it so.

The words are the rulebook's; nothing is told that the game did not log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer
from battlemat.kernel.rulebook import Rulebook, Setup


class Line(NamedTuple):
    """One thing that happened, in words, and the full ids of its clauses."""

    text: str
    because: tuple[str, ...]


class Log:
    """A sink that keeps what happened in words; `fresh` gives what was not yet read."""

    def __init__(self, rulebook: Rulebook[Any]) -> None:
        self._rulebook = rulebook
        self.lines: list[Line] = []
        self.aimed: Mapping[str, object] | None = None  # the parts of the last event that aims
        self._read = 0

    def __call__(self, event: Event) -> None:
        self.lines.append(line(self._rulebook, event))
        if event.role == "aims":
            self.aimed = event.facts

    def fresh(self) -> Sequence[Line]:
        """The lines since the last time that this was asked."""
        new = self.lines[self._read :]
        self._read = len(self.lines)
        return new

    def restart(self, lines: Sequence[Line]) -> None:
        """Forget all and keep `lines` instead, all of them read: after an undo."""
        self.lines = list(lines)
        self.aimed = None
        self._read = len(self.lines)


def line(rulebook: Rulebook[Any], event: Event) -> Line:
    """An event in its words, with the full ids of its clauses."""
    return Line(event.told(), tuple(rulebook.register.full(clause) for clause in event.because))


@dataclass(frozen=True, slots=True)
class Chapter:
    """One answer (number 0: the start), who gave it, and what happened then."""

    number: int
    player: str
    answer: str
    lines: tuple[Line, ...]


def tell(
    rulebook: Rulebook[Any], setup: Setup, answers: Sequence[Answer]
) -> Iterator[tuple[Chapter, Game[Any]]]:
    """The game chapter by chapter, each with the game as it then stands (it goes on changing)."""
    log = Log(rulebook)
    game = Game(rulebook, setup, log=log)
    yield Chapter(0, "", "", tuple(log.fresh())), game
    for number, answer in enumerate(answers, 1):
        question = game.question
        player = question.player if question else ""
        text = game.write(answer)
        game.answer(answer)
        yield Chapter(number, player, text, tuple(log.fresh())), game


def all_lines(game: Game[Any]) -> list[Line]:
    """Everything that happened so far."""
    chapters = tell(game.rulebook, game.setup, game.answers)
    return [line for chapter, _ in chapters for line in chapter.lines]
