"""A lesson at a terminal: what is said, the board, the question, the reply; left and resumed."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.text import Text

from battlemat.keeping.story import Log
from battlemat.kernel.errors import Refused
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import say
from battlemat.lessons import desk
from battlemat.lessons.boards import own_seed
from battlemat.lessons.judging import DONE, WRONG, Judge
from battlemat.lessons.progress import Progress
from battlemat.lessons.sitting import Sitting
from battlemat.packs.teaching.lessons import Lesson
from battlemat.players.terminal import menu
from battlemat.players.terminal.requests import Requests
from battlemat.players.terminal.screen import Screen

HINT, LEAVE = ("hint", "h"), ("quit", "q", "leave")


def play_lesson(
    find: Callable[[str], Rulebook[Any]],
    lesson: Lesson,
    progress: Progress | None,
    console: Console,
) -> bool:
    """Play a lesson from the first board that is not done; whether it came to its end."""
    rulebook = find(lesson.rulebook)
    done = progress.done(rulebook.name, lesson.id) if progress else 0
    first = done if done < len(lesson.boards) else 0
    console.print(Text(f"\n{lesson.name}", "bold"))
    for number in range(first, len(lesson.boards)):
        if not _Board(rulebook, lesson, number, console).play():
            console.print(say("Left. The lesson goes on here next time."))
            return False
        if progress is not None:
            progress.note(rulebook.name, lesson.id, number + 1)
    console.print(Text(say("This lesson is done."), "bold"))
    return True


class _Board:
    """One board that is played."""

    def __init__(
        self, rulebook: Rulebook[Any], lesson: Lesson, number: int, console: Console
    ) -> None:
        self.rulebook = rulebook
        self.board = lesson.boards[number]
        self.console = console
        self.screen = Screen(console, Log(rulebook))
        seed = own_seed(rulebook, self.board) or secrets.token_hex(8)
        self.sitting = Sitting.begin(rulebook, lesson, self.board, seed)
        self.place = f"{number + 1}/{len(lesson.boards)}"
        self.said: set[int] = set()

    @property
    def judge(self) -> Judge:
        return self.sitting.judge

    def play(self) -> bool:
        """Whether it was done, and not left."""
        self.console.print(Text(f"\n{self.place}  {self.board.name}", "bold"))
        self.screen.tell(desk.goal(self.judge.lesson, self.board))
        self.screen.show_board(self.judge.game)
        while self.judge.verdict != DONE:
            self._say()
            self.screen.show_question(self.judge.game)
            typed = self._ask()
            if typed is None:
                return False
            self._hear(typed)
        if self.board.after:
            self.screen.tell(Text(self.board.after, "green"))
        return True

    def _say(self) -> None:
        """What this stage says, once."""
        if self.judge.stage in self.said:
            return
        self.said.add(self.judge.stage)
        for step in desk.told(self.judge)["steps"]:
            clause = f" § {step['clause']}" if step["clause"] else ""
            self.screen.tell(Text(f"{step['title']}. ", "bold").append(f"{step['say']}{clause}"))

    def _ask(self) -> str | None:
        try:
            typed = self.console.input(say("Your answer (or hint, quit): "))
        except (EOFError, KeyboardInterrupt):
            return None
        typed = " ".join(typed.split())
        return None if typed.casefold() in LEAVE else typed

    def _hear(self, typed: str) -> None:
        if typed.casefold() in HINT:
            self.screen.tell(desk.told(self.judge)["hint"])
            return
        if not typed:
            return
        entry = menu.pick(self.screen.entries, typed)
        try:
            self.sitting.answer(entry.text if entry else typed)
        except Refused as refused:
            word, _, rest = typed.partition(" ")
            request = Requests(self.screen).by_word.get(word.casefold())
            if request is not None:
                request(self.judge.game, rest)
            else:
                self.screen.tell(refused.refusal.reason)
            return
        self._tell()

    def _tell(self) -> None:
        given = self.judge.given
        if self.judge.verdict == WRONG:
            self._reply()
            self.sitting = self.sitting.back(self.rulebook)
        elif given is not None:
            for event in given.told:
                self.screen.tell(f"  {event.told()}")
        self.screen.show_board(self.judge.game, again=False)

    def _reply(self) -> None:
        reply = desk.told(self.judge)["reply"]
        self.screen.tell(Text(say("Not quite: {answer}.", answer=reply["answer"]), "yellow"))
        self.screen.tell(reply["say"])
        for line in reply["leads"]:
            self.screen.tell(f"  {line}")
        if len(reply["odds"]) > 1:
            for one in reply["odds"]:
                self.screen.tell(f"  {100 * one['chance']:5.1f} %  {one['words']}")
        if reply["clause"]:
            self.screen.tell(Text(f"  § {reply['clause']}", "dim"))
        self.screen.tell(say("It is taken back: try again."))
