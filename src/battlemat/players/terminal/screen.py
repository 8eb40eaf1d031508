"""What a terminal shows: what happened, the board, the question with its options."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from rich.console import Console
from rich.text import Text

from battlemat.keeping.story import Line, Log
from battlemat.kernel.events import side_name
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Question, Roll
from battlemat.kernel.scene import Scene, Shape
from battlemat.kernel.words import say
from battlemat.players.asked import Asked, Cause, asked
from battlemat.players.terminal import explain, menu
from battlemat.players.terminal.beside import legend, roster, status_lines
from battlemat.players.terminal.board import draw_board
from battlemat.players.terminal.listing import draw_menu
from battlemat.players.terminal.pinned import brief, pinned
from battlemat.players.terminal.wrapping import wrapped


class Screen:
    """One terminal. It remembers what it has shown, so as not to show it twice."""

    def __init__(self, console: Console, log: Log, *, pins: bool = False) -> None:
        """With `pins` board and question are shown together, for a screen of few rows."""
        self.console = console
        self.log = log
        self.pins = pins
        self.entries: list[menu.Entry] = []
        """The options of the question that was shown last, by their numbers."""
        self._drawn: Text | None = None  # the board that was drawn last
        self._legend = ""  # the legend that was told last
        self._tips: set[str] = set()

    @property
    def width(self) -> int:
        """The columns that are used."""
        return min(80, self.console.width)

    @property
    def is_plain(self) -> bool:
        """Whether it knows nothing but ASCII."""
        return "utf" not in (self.console.encoding or "").lower()

    def say(self, words: str) -> None:
        """Words that must stay whole, such as a path that somebody copies."""
        self.console.print(Text(words), soft_wrap=True)

    def tell(self, words: str | Text) -> None:
        """Words for people, broken between words where the line ends."""
        self.console.print(Text(words) if isinstance(words, str) else words, width=self.width)

    # ------------------------------------------------------------------ what stands

    def present(self, game: Game[Any]) -> None:
        """What happened, the board if it changed, and the question."""
        self.show_news()
        question = game.question
        if self.pins and isinstance(question, Choice):
            self._pin(game, question)
            return
        if isinstance(question, Choice) and not question.optional:
            self.show_board(game, again=False)
        self.show_question(game)

    def _pin(self, game: Game[Any], question: Choice) -> None:
        """A small screen: board and question together."""
        scene = game.rulebook.scene(game.battle)
        self.entries = menu.entries(game, question)
        words = partial(self.asked_beside, game, question)
        size = self.width, self.console.height - 2
        players = game.rulebook.players
        self.console.print(pinned(scene, players, words, size=size, plain=self.is_plain), end="")

    def asked_beside(self, game: Game[Any], question: Choice, width: int) -> Text:
        """The question and its options for a column of that width."""
        said = self._said(game, question)
        text = Text(f"{brief(game.rulebook.scene(game.battle))}\n", "dim")
        text.append(f"{explain.heading(question, said)}\n", "bold underline")
        for part in (said.context, said.left, explain.on_the_table(question)):
            text.append(f"{part}\n" if part else "")
        return text + draw_menu(self.entries, width, small=True)

    def _said(self, game: Game[Any], question: Question) -> Asked:
        """The question in the words that every screen uses."""
        lines = self.log.lines
        cause = Cause(self.log.aimed, lines[-1].text if lines else "")
        return asked(game.rulebook.scene(game.battle), question, cause)

    def show_news(self) -> None:
        """What happened since the last time, with the clauses that made it so."""
        for line in self.log.fresh():
            print_line(self.console, line)

    def show_board(self, game: Game[Any], *, again: bool = True) -> None:
        """The board, who stands where, and how the game stands; `again` even if none changed."""
        scene = game.rulebook.scene(game.battle)
        board = self.board(game, scene)
        beside = roster(scene, game.rulebook.players, self.width)
        beside.append(status_lines(scene, self.width), "bold")
        if not again and board + beside == self._drawn:
            return
        self._drawn = board + beside
        self.console.print(Text(f"\n{scene.title}", "bold"))
        self.console.print(board, end="")
        words = legend(scene, plain=self.is_plain)
        if again or words != self._legend:
            self._legend = words
            self.tell(Text(words, "dim"))
        self.tell(beside)

    def board(self, game: Game[Any], scene: Scene, over: Sequence[Shape] = ()) -> Text:
        """The large board."""
        players = game.rulebook.players
        return draw_board(scene, players, width=self.width, plain=self.is_plain, over=over)

    def show_question(self, game: Game[Any], only: str = "") -> None:
        """The question with a tip where it is new, and its options, or `only` those of a word."""
        question = game.question
        if question is None:
            return
        self.entries = menu.entries(game, question) if isinstance(question, Choice) else []
        said = self._said(game, question)
        self.tell(Text(f"\n{explain.heading(question, said)}", "bold underline"))
        if isinstance(question, Choice) and (said.context or said.left):
            self.tell("\n".join(part for part in (said.context, said.left) if part))
        kind = question.kind if isinstance(question, Choice) else "roll"
        if kind not in self._tips:
            self._tips.add(kind)
            self.tell(Text(explain.tip(game.rulebook.register, question), "italic"))
        dice = explain.on_the_table(question)
        if dice:
            self.tell(dice)
        if isinstance(question, Choice):
            found = draw_menu(self.entries, self.width, small=self.pins, only=only)
            self.console.print(found, end="")

    def prompt(self, game: Game[Any], question: Question) -> str:
        """What stands before what is typed."""
        if isinstance(question, Roll):
            register = game.rulebook.register
            clause = register.find(question.because)
            why = f"{clause.title} ({clause.id})" if clause else register.full(question.because)
            rolls = explain.heading(question, Asked())
            return say("{rolls} for {why}: ", rolls=rolls, why=why)
        return f"{side_name(question.player)} > "


def print_line(console: Console, line: Line, indent: int = 0) -> None:
    """A line of the log with its clauses; what does not fit goes on further in."""
    text = Text(line.text)
    if line.because:
        text.append("  [" + ", ".join(line.because) + "]", "dim")
    for number, row in enumerate(wrapped(text, console.width - indent - 2)):
        console.print(Text(" " * (indent + (2 if number else 0))) + row, soft_wrap=True)
