"""The player at a terminal: shows what stands, takes an answer, explains anything in between.

Nothing that is typed can hurt. What is not an answer is a command, what is neither is
refused with a reason, and leaving, by any key, keeps the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Any

from rich.console import Console
from rich.text import Text

from battlemat.drawing.looks import troops
from battlemat.keeping import saves
from battlemat.keeping.story import Line, Log, all_lines
from battlemat.kernel.errors import Refused, RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.odds import Odds, TooMany
from battlemat.kernel.plans import plan_odds
from battlemat.kernel.questions import Answer, Choice, Question, Roll
from battlemat.kernel.scene import Scene, Shape
from battlemat.players import registry
from battlemat.players.asked import Asked, Cause, asked
from battlemat.players.driver import Windows
from battlemat.players.hint import suggest
from battlemat.players.levels import DEFAULT
from battlemat.players.player import Player
from battlemat.players.terminal import explain, look, menu
from battlemat.players.terminal.beside import legend, roster, status_lines
from battlemat.players.terminal.board import draw_board
from battlemat.players.terminal.card import show_card
from battlemat.players.terminal.pinned import brief, pinned

HELP = """\
A number      takes that option            its text     does the same ('pass', 'move R1 c4')
odds 3        exact chances of option 3    odds TEXT    the same by text
odds 3; TEXT  of a plan, one after another
? ID          explains a clause            ? WORD       finds clauses with that word
why TEXT      why that is not legal        card R1      a unit's card
measure A B   distance, sight and cover from one unit or place to another
preview 3     marks on the board what option 3 would cover; 'preview R1' what R1 reaches
ground        names the ground             board        draws the board again
list          lists the options again
hint          what to do, and why          auto         does what the machine would do
log           all that happened so far     undo         takes back your last choice
save [FILE]   saves the game               quit         ends here; offers to save
"""

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
        advisor: Player | None = None,
        resume_with: str = "",
        pins: bool = False,
    ) -> None:
        """With `pins` board and question are shown together, for a screen of few rows."""
        self.seats = seats
        self.console = console
        self.ask = ask
        self.log = log
        self.save_to = save_to
        self.windows = windows or {}
        self.advisor = advisor or registry.make(DEFAULT, "advisor")
        self.pins = pins
        self._resume_with = resume_with  # what `resume` must be told beside the file
        self._drawn: Text | None = None  # the board that was drawn last
        self._legend = ""  # the legend that was told last
        self._tips: set[str] = set()
        self._entries: list[menu.Entry] = []

    # ------------------------------------------------------------------ answering

    def answer(self, game: Game[Any]) -> Answer:
        """Show, ask, explain, until there is an answer. `Left` when the person leaves."""
        self._present(game)
        while True:
            question = game.question
            if question is None:
                raise RuleBug("a player was asked although the game is over")
            try:
                typed = " ".join(self.ask(self._prompt(game, question)).split())
            except (EOFError, KeyboardInterrupt):
                # The game is kept before anything is printed: the screen may be gone.
                raise Left(self._save(game, self.save_to, leaving=True)) from None
            found = self._understand(game, typed)
            if found is not None:
                return found

    def _understand(self, game: Game[Any], typed: str) -> Answer | None:
        """The answer in what was typed, or None after a command or a refusal was dealt with."""
        if not typed:
            return self._nothing_typed(game)
        if isinstance(game.question, Choice):
            entry = menu.pick(self._entries, typed)
            if entry is not None:
                return entry.option
        try:
            return game.read(typed)
        except Refused as refused:
            if typed.casefold() == "auto" and isinstance(game.question, Choice):
                answer = self.advisor.answer(game)
                self._say(game.write(answer))
                return answer
            word, _, rest = typed.partition(" ")
            command = self._commands().get(word.casefold())
            if typed.startswith("?"):
                self._explain(game, typed[1:].strip())
            elif command is not None:
                command(game, rest.strip())
            else:
                self._refuse(game, typed, refused)
        return None

    def _nothing_typed(self, game: Game[Any]) -> Answer | None:
        question = game.question
        if isinstance(question, Choice) and question.optional:
            entry = menu.passing(self._entries)
            if entry is not None:
                return entry.option
        self._show_question(game)
        return None

    def _refuse(self, game: Game[Any], typed: str, refused: Refused) -> None:
        if isinstance(game.question, Choice) and typed.isdecimal():
            self._say(f"There are options 1 to {len(self._entries)}.")
            return
        reason = refused.refusal.reason
        because = refused.refusal.because
        text = Text(f"Not possible: {reason}.")
        if because:
            text.append(f"  [{game.rulebook.register.full(because)}]", "dim")
        text.append(
            f"\nType 'why {typed}' for more, 'list' for the options, 'help' for help.", "dim"
        )
        self.console.print(text)

    # ------------------------------------------------------------------ showing

    def _present(self, game: Game[Any]) -> None:
        """What happened, the board if it changed, and the question."""
        self.show_news()
        question = game.question
        if self.pins and isinstance(question, Choice):
            self._pin(game, question)
            return
        if isinstance(question, Choice) and not question.optional:
            self.show_board(game, again=False)
        self._show_question(game)

    def _pin(self, game: Game[Any], question: Choice) -> None:
        """A small screen: board and question together."""
        scene = game.rulebook.scene(game.battle)
        self._entries = menu.entries(game, question)
        said = self._said(game, question)

        def words(width: int) -> Text:
            text = Text(f"{brief(scene)}\n", "dim")
            text.append(f"{explain.heading(question, said)}\n", "bold underline")
            for part in (said.context, said.left, explain.on_the_table(question)):
                text.append(f"{part}\n" if part else "")
            return text + menu.draw_menu(self._entries, width)

        size = self._width, self.console.height - 2
        players = game.rulebook.players
        self.console.print(pinned(scene, players, words, size=size, plain=self._is_plain), end="")

    def _said(self, game: Game[Any], question: Question) -> Asked:
        """The question in the words that every screen uses."""
        handles = [entry.handle for entry in self._entries]
        lines = self.log.lines
        cause = Cause(self.log.attack, lines[-1].text if lines else "")
        return asked(game.rulebook.scene(game.battle), question, handles, cause)

    def show_news(self) -> None:
        """What happened since the last time, with the clauses that made it so."""
        for line in self.log.fresh():
            print_line(self.console, line)

    def show_board(self, game: Game[Any], *, again: bool = True) -> None:
        """The board, who stands where, and how the game stands; `again` even if none changed."""
        scene = game.rulebook.scene(game.battle)
        board = self._board(game, scene)
        beside = roster(scene, game.rulebook.players, self._width)
        beside.append(status_lines(scene, self._width), "bold")
        if not again and board + beside == self._drawn:
            return
        self._drawn = board + beside
        self.console.print(Text(f"\n{scene.title}", "bold"))
        self.console.print(board, end="")
        words = legend(scene, plain=self._is_plain)
        if again or words != self._legend:
            self._legend = words
            self.console.print(Text(words, "dim"))
        self.console.print(beside)

    def _board(self, game: Game[Any], scene: Scene, over: Sequence[Shape] = ()) -> Text:
        players = game.rulebook.players
        return draw_board(scene, players, width=self._width, plain=self._is_plain, over=over)

    @property
    def _is_plain(self) -> bool:
        return "utf" not in (self.console.encoding or "").lower()

    @property
    def _width(self) -> int:
        return min(80, self.console.width)

    def _show_question(self, game: Game[Any]) -> None:
        question = game.question
        if question is None:
            return
        self._entries = menu.entries(game, question) if isinstance(question, Choice) else []
        said = self._said(game, question)
        self.console.print(Text(f"\n{explain.heading(question, said)}", "bold underline"))
        if isinstance(question, Choice) and (said.context or said.left):
            self.console.print(Text("\n".join(part for part in (said.context, said.left) if part)))
        kind = question.kind if isinstance(question, Choice) else "roll"
        if kind not in self._tips:
            self._tips.add(kind)
            self.console.print(Text(explain.tip(game.rulebook.register, question), "italic"))
        dice = explain.on_the_table(question)
        if dice:
            self.console.print(Text(dice))
        if isinstance(question, Choice):
            self.console.print(menu.draw_menu(self._entries, self._width), end="")

    def _prompt(self, game: Game[Any], question: Question) -> str:
        if isinstance(question, Roll):
            register = game.rulebook.register
            clause = register.find(question.because)
            why = f"{clause.title} ({clause.id})" if clause else register.full(question.because)
            return f"{explain.heading(question, Asked())} for {why}: "
        return f"{question.player.capitalize()} > "

    def _say(self, words: str) -> None:
        self.console.print(Text(words), soft_wrap=True)  # a path must stay whole to be copied

    # ------------------------------------------------------------------ commands

    def _commands(self) -> dict[str, Callable[[Game[Any], str], None]]:
        return {
            "help": lambda _game, _rest: self._say(HELP),
            "board": lambda game, _rest: self.show_board(game),
            "list": lambda game, _rest: self._show_question(game),
            "log": lambda game, _rest: self._show_log(game),
            "card": self._card,
            "measure": lambda game, rest: self.console.print(look.measured(game, rest)),
            "preview": self._preview,
            "ground": self._ground,
            "odds": self._odds,
            "why": self._why,
            "hint": lambda game, _rest: self._hint(game),
            "undo": lambda game, _rest: self._undo(game),
            "save": lambda game, rest: self._save_as(game, rest),
            "quit": lambda game, _rest: self._quit(game),
            "exit": lambda game, _rest: self._quit(game),
        }

    def _explain(self, game: Game[Any], asked: str) -> None:
        question = game.question
        if not asked and question is not None:
            asked = question.because
        self.console.print(explain.explain(game.rulebook.register, asked))

    def _why(self, game: Game[Any], asked: str) -> None:
        if not asked:
            self._explain(game, "")
        else:
            entry = menu.pick(self._entries, asked)
            self.console.print(explain.why_not(game, entry.text if entry else asked))

    def _hint(self, game: Game[Any]) -> None:
        if not isinstance(game.question, Choice):
            self._say("Roll the dice and type what they show.")
            return
        found = suggest(game)
        text = found.best.text
        number = next((e.number for e in self._entries if e.text == text), None)
        self._say(f"The machine would choose {number}: {text}" if number else text)
        self._say(found.reason)

    def _show_log(self, game: Game[Any]) -> None:
        lines = all_lines(game)
        if not lines:
            self._say("Nothing has happened yet.")
        for line in lines:
            print_line(self.console, line)

    def _card(self, game: Game[Any], asked: str) -> None:
        scene = game.rulebook.scene(game.battle)
        wanted = look.unit_meant(scene, asked)
        piece = next((piece for piece in scene.pieces if piece.id == wanted), None)
        if piece is None:
            self._say(f"Which unit? There are {', '.join(one.id for one in troops(scene))}.")
            return
        self.console.print(show_card(piece), end="")

    def _ground(self, game: Game[Any], _rest: str) -> None:
        self.console.print(look.ground(game.rulebook.scene(game.battle)), end="")

    def _preview(self, game: Game[Any], asked: str) -> None:
        """What an option would cover, or what a unit reaches, sees and threatens."""
        rulebook, battle, question = game.rulebook, game.battle, game.question
        scene = rulebook.scene(battle)
        piece = look.unit_meant(scene, asked)
        if not asked:
            self._say("Preview of what? Such as 'preview 1', or 'preview' and a unit's id.")
            return
        if piece:
            shapes: Sequence[Shape] = look.outlined(rulebook.overlays(battle, piece))
        elif isinstance(question, Choice):
            entry = menu.pick(self._entries, asked)
            try:
                option = entry.option if entry else game.read(asked)
            except Refused as refused:
                self._say(f"Preview of which option or unit? {_sentence(refused)}")
                return
            shapes = rulebook.preview(battle, question, option)
        else:
            shapes = ()
        if not shapes:
            self._say("Nothing to mark: it covers no ground.")
            return
        self.console.print(self._board(game, scene, shapes), end="")
        self.console.print(look.covered(rulebook.register, shapes), end="")

    def _odds(self, game: Game[Any], asked: str) -> None:
        if not isinstance(game.question, Choice):
            self._say("There is nothing to choose now; the odds are in the dice.")
            return
        try:
            found = self._counted(game, asked)
        except Refused as refused:
            told = _sentence(refused) if asked else "Such as 'odds 1'."
            self._say(f"Odds of which option? {told}")
            return
        if found is None:
            self._say("There are too many ways to count them in a moment.")
            return
        for what, chance in found.ranked():
            exactly = "" if found.missing else f"  ({chance})"
            self._say(f"  {menu.per_cent(chance):>6}  {what}{exactly}")

    def _counted(self, game: Game[Any], asked: str) -> Odds | None:
        """The odds of an option, or of a plan such as `3; attack R1 B2`; None if too many."""
        first, *later = (part.strip() for part in asked.split(";"))
        entry = menu.pick(self._entries, first)
        option = entry.option if entry else game.read(first)
        if not later:
            return menu.option_odds(game, option)
        try:
            planned = plan_odds(game, [game.write(option), *later], most=menu.MOST_WAYS)
        except TooMany:
            return None
        for text in planned.unused:
            self._say(f"'{text}' is never possible in this plan.")
        return planned.odds

    def _undo(self, game: Game[Any]) -> None:
        """Back to the last choice that a person made here, whatever was answered since."""
        taken: list[str] = []
        while not taken or not self._is_ours(game):
            try:
                option = game.undo(agreed=True)
            except Refused as refused:
                if not taken:
                    self._say(f"Not possible: {refused.refusal.reason}.")
                    return
                break
            taken.append(game.write(option))
        self.log.restart(all_lines(game))
        self._say(f"Taken back: {', '.join(reversed(taken))}. The dice stay as they were.")
        self._present(game)

    def _is_ours(self, game: Game[Any]) -> bool:
        question = game.question
        if question is None or question.player not in self.seats:
            return False
        return not self.windows.get(question.player, Windows.ALWAYS).passes(game)

    def _save_as(self, game: Game[Any], name: str) -> None:
        self._save(game, Path(name) if name else self.save_to)

    def _save(self, game: Game[Any], path: Path, *, leaving: bool = False) -> Path | None:
        try:
            saves.save(game, path)
        except OSError as error:
            self._say(f"The game could not be saved at {path}: {error.strerror or error}.")
            return None
        how = f"battlemat resume {quote(str(path))}{self._resume_with}"
        self._say(("\n" if leaving else "") + f"Saved. Go on with: {how}")
        return path

    def _quit(self, game: Game[Any]) -> None:
        try:
            wanted = self.ask(f"Save the game to {self.save_to}? [Y/n or another file] ").strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            wanted = ""
        if wanted.casefold() in ("n", "no"):
            raise Left(None)
        path = self.save_to if wanted.casefold() in ("", "y", "yes") else Path(wanted)
        saved = self._save(game, path)
        if saved is not None:
            raise Left(saved)


def print_line(console: Console, line: Line, indent: int = 0) -> None:
    """A line of the log with its clauses; what does not fit goes on further in."""
    text = Text(line.text)
    if line.because:
        text.append("  [" + ", ".join(line.because) + "]", "dim")
    rows = text.wrap(console, max(20, console.width - indent - 2))
    for number, row in enumerate(rows):
        row.rstrip()
        console.print(Text(" " * (indent + (2 if number else 0))) + row, soft_wrap=True)


def _sentence(refused: Refused) -> str:
    reason = refused.refusal.reason
    return f"{reason[:1].upper()}{reason[1:]}."
