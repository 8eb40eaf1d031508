"""A sitting: people and machines around one game, until it ends or the people leave."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

import click
from rich.text import Text

from battlemat.commands.shared.house import House
from battlemat.commands.shared.screen import console
from battlemat.commands.shared.seats import HUMAN
from battlemat.keeping import saves
from battlemat.keeping.story import Log
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.events import side_name
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer, Question
from battlemat.kernel.rulebook import Result
from battlemat.kernel.words import say
from battlemat.players import registry
from battlemat.players.driver import Windows, play
from battlemat.players.levels import DEFAULT
from battlemat.players.player import Player
from battlemat.players.terminal.pinned import SMALL
from battlemat.players.terminal.talk import Left, TerminalPlayer


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where, when people are asked about windows, and where the game is kept."""

    by_side: Mapping[str, str]
    windows: Windows
    save: Path | None

    @property
    def people(self) -> list[str]:
        """The sides that people play."""
        return [side for side, name in self.by_side.items() if name == HUMAN]


def sit(house: House, game: Game[Any], seats: Seats, log: Log) -> None:
    """Play a game at this terminal to its end, or until the people leave."""
    house.game = game
    screen = console()
    save_to = seats.save or saves.free_path(game.rulebook.name, Path())
    person = TerminalPlayer(
        seats.people,
        console=screen,
        ask=_ask,
        log=log,
        save_to=save_to,
        windows=dict.fromkeys(seats.people, seats.windows),
        resume_with=_seat_words(seats),
        pins=screen.is_terminal and screen.height < SMALL,
    )
    seed = game.dice.seed if isinstance(game.dice, SeededDice) else "typed"
    players: dict[str, Player] = {
        side: person if name == HUMAN else registry.make_here(name, f"{seed}:{side}")
        for side, name in seats.by_side.items()
    }

    def after(game: Game[Any], question: Question, answer: Answer) -> None:
        del answer
        if not seats.people:
            person.show_news()
        elif seats.save is not None and question.player in seats.people:
            saves.save(game, seats.save)

    try:
        with _told_to_end():
            result = play(
                game,
                players,
                windows=person.windows,
                roller=person if game.dice is None else None,
                on_event=log,
                on_answer=after,
            )
    except Left:
        return
    except KeyboardInterrupt:  # between two answers or in the middle of a rule
        saves.write_whole(save_to, saves.rescue(game).write())
        how = f"battlemat resume {quote(str(save_to))}{_seat_words(seats)}"
        screen.print("\n" + say("Saved. Go on with: {command}", command=how), soft_wrap=True)
        return
    person.show_news()
    person.show_board(game)
    screen.print(Text(in_words(result), "bold"))
    if seats.save is not None:
        saves.save(game, seats.save)
        screen.print(say("The record is in {file}.", file=seats.save), soft_wrap=True)


@contextlib.contextmanager
def _told_to_end() -> Iterator[None]:
    """A closed window or a request to end is an interrupt, so that the game is saved."""

    def leave(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    found = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        found = []  # only the main thread may ask for signals
    before = {one: signal.signal(one, leave) for one in found}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _seat_words(seats: Seats) -> str:
    """What `resume` must be told to seat the same players again."""
    defaults = {"red": HUMAN, "blue": DEFAULT}
    told = [
        f" --seat-{side} {name}"
        for side, name in seats.by_side.items()
        if name != defaults.get(side)
    ]
    return "".join(told)


def _ask(prompt: str) -> str:
    """A line from standard input, with editing and history where the system has them."""
    if sys.stdin is None:  # it was closed before we began
        raise EOFError
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (importing it is what switches line editing on)
        return input(prompt)
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    click.echo(line.rstrip("\n"))
    return line


def in_words(result: Result) -> str:
    """How a game ended, in one line."""
    scores = ", ".join(f"{side_name(side)} {points}" for side, points in result.scores.items())
    if not result.winner:
        return say("A draw ({scores}): {reason}.", scores=scores, reason=result.reason)
    return say(
        "{player} wins ({scores}): {reason}.",
        player=side_name(result.winner),
        scores=scores,
        reason=result.reason,
    )
