"""The player at a terminal: shows what stands, takes an answer, explains anything in between.

Nothing that is typed can hurt. What is not an answer is a command, what is neither is
refused with a reason, and leaving, by any key, keeps the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from shlex import quote
from typing import Any

from rich.console import Console
from rich.text import Text

from battlemat.keeping import saves
from battlemat.keeping.story import Log, all_lines
from battlemat.kernel.errors import Refused, RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer, Choice, Roll
from battlemat.kernel.words import say
from battlemat.players.asked import Asked
from battlemat.players.driver import Windows
from battlemat.players.terminal import explain, menu
from battlemat.players.terminal.requests import Request, Requests
from battlemat.players.terminal.screen import Screen
from battlemat.players.terminal.undoing import last_given, take_back

Ask = Callable[[str], str]
"""Shows a prompt and returns a line, or raises EOFError."""


class Left(Exception):
    """The person left the table; the game is saved at `saved`, or they did not want it."""

    def __init__(self, saved: Path | None) -> None:
        super().__init__("the player left")
        self.saved = saved


class TerminalPlayer:
    """Every seat that people hold at this terminal. One object may hold several seats."""

    def __init__(
        self,
        seats: Collection[str],
        *,
        console: Console,
        ask: Ask,
        log: Log,
        save_to: Path,
        windows: Mapping[str, Windows] | None = None,
        resume_with: str = "",
        pins: bool = False,
    ) -> None:
        """With `pins` board and question are shown together, for a screen of few rows."""
        self.seats = seats
        self.screen = Screen(console, log, pins=pins)
        self.ask = ask
        self.save_to = save_to
        self.windows = windows or {}
        self._requests = Requests(self.screen)
        self._resume_with = resume_with  # what `resume` must be told beside the file
        self._given: list[int] = []  # how many answers stood before each that was given here

    # ------------------------------------------------------------------ answering

    def answer(self, game: Game[Any]) -> Answer:
        """Show, ask, explain, until there is an answer. `Left` when the person leaves."""
        self.screen.present(game)
        while True:
            question = game.question
            if question is None:
                raise RuleBug("a player was asked although the game is over")
            try:
                typed = " ".join(self.ask(self.screen.prompt(game, question)).split())
            except (EOFError, KeyboardInterrupt):
                # The game is kept before anything is printed: the screen may be gone.
                raise Left(self._save(game, self.save_to, leaving=True)) from None
            found = self._understand(game, typed)
            if found is not None:
                self._given = [one for one in self._given if one < len(game.answers)]
                self._given.append(len(game.answers))
                return found

    def _understand(self, game: Game[Any], typed: str) -> Answer | None:
        """The answer in what was typed, or None after a command or a refusal was dealt with."""
        if not typed:
            return self._nothing_typed(game)
        if isinstance(game.question, Choice):
            entry = menu.pick(self.screen.entries, typed)
            if entry is not None:
                return entry.option
        try:
            return game.read(typed)
        except Refused as refused:
            if typed.casefold() == "auto" and isinstance(game.question, Choice):
                best = self._requests.suggested(game).best
                self.screen.tell(best.told)
                return best.option
            if not self._command(game, typed):
                self._refuse(game, typed, refused)
        return None

    def _command(self, game: Game[Any], typed: str) -> bool:
        """Do what a command says; whether it was one."""
        if typed.startswith("?"):
            self._requests.explain(game, typed[1:].strip())
            return True
        word, _, rest = typed.partition(" ")
        word = word.casefold()
        # Some games have a verb of that name: with more words it is an answer, if an illegal one.
        command = None if rest and word in game.rulebook.verbs.words else self._commands.get(word)
        if command is not None:
            command(game, rest.strip())
        return command is not None

    def _nothing_typed(self, game: Game[Any]) -> Answer | None:
        question = game.question
        if isinstance(question, Choice) and question.optional:
            entry = menu.passing(self.screen.entries)
            if entry is not None:
                return entry.option
        self.screen.show_question(game)
        return None

    def _refuse(self, game: Game[Any], typed: str, refused: Refused) -> None:
        question = game.question
        if isinstance(question, Choice) and typed.isdecimal():
            self.screen.say(say("There are options 1 to {last}.", last=len(self.screen.entries)))
            return
        reason, because = refused.refusal
        if isinstance(question, Roll):
            asked = explain.heading(question, Asked())
            text = Text(say("{asked}: {reason}.", asked=asked, reason=reason))
            more = say("Type what the dice show, 'undo' to go back, or 'help'.")
        else:
            text = Text(say("Not possible: {reason}", reason=_closed(reason)))
            more = say(
                "Type ''why {typed}'' for more, ''list'' for the options, ''help'' for help.",
                typed=typed,
            )
        if because:
            text.append(f"  [{game.rulebook.register.full(because)}]", "dim")
        text.append(f"\n{more}", "dim")
        self.screen.tell(text)

    def show_news(self) -> None:
        """What happened since the last time, with the clauses that made it so."""
        self.screen.show_news()

    def show_board(self, game: Game[Any]) -> None:
        """The board, who stands where, and how the game stands."""
        self.screen.show_board(game)

    # ------------------------------------------------------------------ commands

    @property
    def _commands(self) -> dict[str, Request]:
        return {
            **self._requests.by_word,
            "undo": lambda game, _rest: self._undo(game),
            "save": lambda game, rest: self._save_as(game, rest),
            "quit": lambda game, _rest: self._quit(game),
            "exit": lambda game, _rest: self._quit(game),
        }

    def _undo(self, game: Game[Any]) -> None:
        """Back to the last answer that a person gave here, whatever was answered since."""
        number = last_given(game, self._given, self.seats)
        if number is None:
            self.screen.say(say("There is nothing to take back yet."))
            return
        told = take_back(game, number)
        self.screen.log.restart(all_lines(game))
        words = say("Taken back: {answers}.", answers=", ".join(told))
        if game.dice is not None:
            words += " " + say("The dice stay as they were.")
        elif isinstance(game.question, Roll):
            words += " " + say("Type these dice again.")
        self.screen.tell(words)
        self.screen.present(game)

    def _save_as(self, game: Game[Any], name: str) -> None:
        self._save(game, Path(name) if name else self.save_to)

    def _save(self, game: Game[Any], path: Path, *, leaving: bool = False) -> Path | None:
        try:
            saves.save(game, path)
        except OSError as error:
            why = error.strerror or error
            self.screen.say(
                say("The game could not be saved at {path}: {why}.", path=path, why=why)
            )
            return None
        how = f"battlemat resume {quote(str(path))}{self._resume_with}"
        self.screen.say(
            ("\n" if leaving else "") + say("Saved. Go on with: {command}", command=how)
        )
        return path

    def _quit(self, game: Game[Any]) -> None:
        try:
            asked = say("Save the game to {file}? [Y/n or another file]", file=self.save_to)
            wanted = self.ask(f"{asked} ").strip()
        except (EOFError, KeyboardInterrupt):
            self.screen.console.print()
            wanted = ""
        if wanted.casefold() in ("n", "no"):
            raise Left(None)
        path = self.save_to if wanted.casefold() in ("", "y", "yes") else Path(wanted)
        saved = self._save(game, path)
        if saved is not None:
            raise Left(saved)


def _closed(reason: str) -> str:
    """A sentence ends once: a proposal has its question mark already."""
    return reason if reason.endswith("?") else f"{reason}."
