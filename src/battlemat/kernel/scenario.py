"""A scenario: a position, answers with the dice they use, and what must come of it.

Players, teachers, testers and puzzle makers write them; `packs` reads the files. Here are plain
values and how they are played; `kernel.expectations` compares. A reaction window that the next
answer does not speak to is passed, so a scenario names the answers that matter. Everything that
differs is told, each with the line that holds it; an answer that cannot be given ends the play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias

from battlemat.kernel.dice import ScriptedDice
from battlemat.kernel.errors import BattlematError, DiceError, Refused
from battlemat.kernel.events import Event
from battlemat.kernel.expectations import Expect, Path, differences
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Choice
from battlemat.kernel.rulebook import B, Rulebook, Setup

NOTHING = Expect()


@dataclass(frozen=True, slots=True)
class Play:
    """One answer (None: nothing is answered), the dice that then fall, and what must hold after.

    An answer that `follows` takes its dice from those of the one before it, as answers do that
    are written down together.
    """

    answer: str | None
    dice: tuple[int, ...] = ()
    expect: Expect = NOTHING
    line: int = 0
    follows: bool = False
    dice_line: int = 0
    note: str = ""
    """What the writer says to the reader here."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position and what is played from it; a file about content alone plays nothing."""

    name: str
    rulebook: str
    setup: Setup
    plays: Sequence[Play] = ()
    file: str = ""
    is_content: bool = False


class Difference(BattlematError):
    """Where a scenario and the rules part: a line each, with file, line and both values."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = tuple(lines)
        super().__init__("\n".join(self.lines))


Watcher: TypeAlias = Callable[[Game[B], Play, Sequence[Event]], None]
"""Sees the game after each play of a scenario, and what was told since the last answers began."""


def play(rulebook: Rulebook[B], scenario: Scenario, watch: Watcher[B] | None = None) -> Game[B]:
    """Play a scenario to its end; `Difference` with everything that does not hold."""
    run = _Run(rulebook, scenario, watch)
    game = run.play()
    if run.found or game is None:
        raise Difference(run.found)
    return game


class _Stopped(Exception):
    """The answer could not be given; nothing after it can be told."""


class _Run(Generic[B]):
    """One scenario being played."""

    def __init__(
        self, rulebook: Rulebook[B], scenario: Scenario, watch: Watcher[B] | None = None
    ) -> None:
        self.rulebook = rulebook
        self.watch = watch
        self.scenario = scenario
        self.found: list[str] = []
        self.events: list[Event] = []
        self.dice = ScriptedDice(())
        self.holder = Play(None)  # whose dice fall
        self.answers = 0  # as the writer counts them

    def tell(self, line: int, what: str) -> None:
        """Note a difference."""
        file = self.scenario.file or self.scenario.name
        self.found.append(f"{file}, line {line}: {what}" if line else f"{file}: {what}")

    def play(self) -> Game[B] | None:
        """The game at its end; None if it never began or an answer could not be given."""
        if self.scenario.is_content:
            self.tell(0, "this file is about content; there is nothing to play")
            return None
        plays = list(self.scenario.plays)
        first = plays.pop(0) if plays and plays[0].answer is None else Play(None)
        self._take_dice(first)
        try:
            game = Game(self.rulebook, self.scenario.setup, dice=self.dice, log=self.events.append)
        except BattlematError as error:
            self.tell(first.line, str(error))
            return None
        self._hold(game, first)
        try:
            for one in plays:
                self._one(game, one)
        except _Stopped:
            return None
        self._finish_dice()
        return game

    def _one(self, game: Game[B], one: Play) -> None:
        if not one.follows:
            self._finish_dice()
            self._take_dice(one)
            if one.answer is not None:
                self.events.clear()
        game.dice = self.dice
        if one.answer is not None:
            self.answers += 1
            try:
                self._answer(game, one.answer)
            except Refused as refused:
                clause = f" ({refused.refusal.because})" if refused.refusal.because else ""
                said = f"answer {self.answers}, '{refused.answer}': {refused.refusal.reason}"
                self.tell(one.line, said + clause)
                raise _Stopped from None
            except DiceError as error:
                self.tell(one.line, f"answer {self.answers}, '{one.answer}': {error}")
                raise _Stopped from None
            except BattlematError as error:
                self.tell(one.line, str(error))
                raise _Stopped from None
        self._hold(game, one)

    def _take_dice(self, one: Play) -> None:
        self.dice, self.holder = ScriptedDice(one.dice), one

    def _finish_dice(self) -> None:
        try:
            self.dice.finish()
        except DiceError as error:
            self.tell(self.holder.dice_line or self.holder.line, str(error))

    def _answer(self, game: Game[B], text: str) -> None:
        """Give an answer, past the windows that it does not speak to."""
        barred: Refused | None = None
        while True:
            try:
                answer = game.read(text)
            except Refused as refused:
                if not _may_pass(game) or _meant_here(game, text, refused):
                    raise barred or refused from None
                if barred is None and _is_barred(game, text, refused):
                    barred = refused
                game.answer(PASS)
                continue
            game.answer(answer)
            return

    def _hold(self, game: Game[B], one: Play) -> None:
        found = differences(game, one.expect, self.events)
        told = [(_line_of(one, path), what) for path, what in found]
        for line, what in sorted(told, key=lambda each: each[0]):
            self.tell(line, what)
        if self.watch is not None:
            self.watch(game, one, self.events)


def _line_of(one: Play, path: Path) -> int:
    """The line of what is expected, or of the nearest thing around it that was written."""
    lines: Mapping[Path, int] = one.expect.lines
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, one.line)


def _may_pass(game: Game[B]) -> bool:
    question = game.question
    return isinstance(question, Choice) and question.optional and PASS in question.listed


def _is_barred(game: Game[B], text: str, refused: Refused) -> bool:
    """Whether an answer speaks to this question, and a rule forbids it."""
    question = game.question
    if refused.refusal.because is None or not isinstance(question, Choice):
        return False
    return not game.speaks_elsewhere(question, text)


def _meant_here(game: Game[B], text: str, refused: Refused) -> bool:
    """Whether an answer that cannot be read can be meant for no later question either.

    It begins with a word of this window and is not understood, or with a word that no answer of
    the rulebook begins with. What is understood and not legal now may still be the answer to the
    next window, and what cannot be read now may be read there: a move that starts where this one
    ends.
    """
    if refused.refusal.because is not None:
        return False
    question = game.question
    word = text.split()[0].casefold() if text.split() else ""
    if isinstance(question, Choice) and word in question.menu.words:
        return True
    return word not in game.rulebook.verbs.words
