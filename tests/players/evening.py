"""A shipped game at a scripted terminal: what is typed, and all that is shown for it."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from battlemat.keeping.story import Log
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.packs.registry import find
from battlemat.packs.setups import build_setup
from battlemat.players import registry
from battlemat.players.driver import Windows
from battlemat.players.terminal.talk import Left, TerminalPlayer

BOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
COLUMNS, ROWS = 80, 24


class Evening:
    """One game of a rulebook and a person at the terminal who holds both seats."""

    def __init__(self, book: str, folder: Path, *, seed: str | None = "1", **chosen: str) -> None:
        self.rulebook = find(book)
        self.log = Log(self.rulebook)
        dice = SeededDice(seed) if seed else None
        self.game: Game[Any] = Game(
            self.rulebook, build_setup(book, **chosen), dice=dice, log=self.log
        )
        self.machine = registry.make("random", seed or "typed")
        self.screen = io.StringIO()
        self.save_to = folder / "game.battlemat"
        self.asked_at: list[int] = []
        self.pins = False

    def play_until(self, wanted: Callable[[Choice], bool], most: int = 2000) -> Choice:
        """Let chance answer until a question stands that is wanted."""
        for _ in range(most):
            question = self.game.question
            assert question is not None, "the game ended before such a question came"
            if isinstance(question, Choice) and wanted(question):
                return question
            self.game.answer(self.machine.answer(self.game))
        raise AssertionError(f"no such question within {most} answers")

    def person(
        self, typed: Iterable[str], windows: Windows = Windows.ALWAYS, *, height: int = ROWS
    ) -> TerminalPlayer:
        """Somebody who types these lines, then leaves."""
        lines = iter(typed)

        def ask(prompt: str) -> str:
            line = next(lines, None)
            self.screen.write(f"{prompt}{line or ''}\n")
            self.asked_at.append(self.screen.tell())
            if line is None:
                raise EOFError
            return line

        return TerminalPlayer(
            self.rulebook.players,
            console=Console(file=self.screen, width=COLUMNS, height=height, highlight=False),
            ask=ask,
            log=self.log,
            save_to=self.save_to,
            windows=dict.fromkeys(self.rulebook.players, windows),
            pins=self.pins,
        )

    def replies(self, *typed: str) -> list[str]:
        """What is shown for each line that is typed at the question that stands."""
        self.asked_at.clear()
        person = self.person(typed)
        with pytest.raises(Left):  # no line is taken for an answer
            person.answer(self.game)
        shown = self.screen.getvalue()
        between = zip(self.asked_at, self.asked_at[1:], strict=False)
        return [shown[start:end].rpartition("\n")[0].rpartition("\n")[0] for start, end in between]
