"""How a board of a lesson stands after answers: the one judgement that every screen shows.

A board is a row of stages. Each stage waits for a condition; the last waits for `done`. After each
answer of the learner, as soon as its dice have fallen, it is either right (the next stage begins),
one of several that the stage leaves, or wrong. A wrong answer is taken back, to where its stage
began: so whoever errs is never stuck. Windows in the middle of an action are no answers of their
own, unless a stage begins with one, perhaps because the opponent has opened it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Roll
from battlemat.kernel.rulebook import Rulebook
from battlemat.lessons.boards import position
from battlemat.lessons.conditions import Moment, holds
from battlemat.packs.teaching.conditions import Condition
from battlemat.packs.teaching.lessons import Lesson, LessonBoard

ON, DONE, WRONG = "on", "done", "wrong"


class Given(NamedTuple):
    """An answer of the learner, the game that it was given in, and what was told of it."""

    before: Game[Any]
    text: str
    told: list[Event]


Watch = Callable[[Condition | None, Moment], None]
"""Sees each condition that a judge asks, at the moment that it is asked at."""


class Judge:
    """Follows the game of a board, answer by answer."""

    def __init__(self, lesson: Lesson, board: LessonBoard, game: Game[Any]) -> None:
        self.lesson = lesson
        self.board = board
        self.game = game
        self.stage = 0
        self.verdict = ON
        self.texts: list[str] = []
        self.began = 0
        """So many texts were answered when the stage began; what the opponent does before the
        learner has answered in it comes before that, as it may open a window."""
        self.answers: list[str] = []
        self.given: Given | None = None
        self.watch: Watch | None = None
        self._told: list[Event] = []
        game.battle.sink = self._told.append

    @classmethod
    def begin(cls, rulebook: Rulebook[Any], lesson: Lesson, board: LessonBoard) -> Judge:
        """A judge where the board begins."""
        return cls(lesson, board, position(rulebook, board))

    def fork(self) -> Judge:
        """A twin at the same question."""
        twin = Judge(self.lesson, self.board, self.game.fork())
        twin.stage, twin.verdict, twin.began = self.stage, self.verdict, self.began
        twin.texts, twin.answers = [*self.texts], [*self.answers]
        twin._told.extend(self._told)
        if self.given is not None:
            twin.given = self.given._replace(told=[*self.given.told])
        twin.watch = self.watch
        return twin

    @property
    def asks_learner(self) -> bool:
        """Whether the learner has to choose now."""
        question = self.game.question
        return isinstance(question, Choice) and question.player == self.lesson.seat

    @property
    def step(self) -> int:
        """The number of the step that waits; that of the last one where `done` is waited for."""
        waits = self.board.waits
        return waits[self.stage] if self.stage < len(waits) else len(self.board.steps) - 1

    @property
    def allowed(self) -> int:
        """How many answers the stage leaves."""
        waits = self.board.waits
        if self.stage < len(waits):
            return self.board.steps[waits[self.stage]].answers
        return self.board.answers

    def take(self, text: str) -> None:
        """Take an answer of anybody, or dice; `Refused` changes nothing."""
        question, opponent = self.game.question, self._opponent_acts
        judged = self.game.judge(text)
        if self.asks_learner and self._counts(question):
            self.given = Given(self.game.fork(), judged.text, [])
            self.answers.append(judged.text)
        heard = len(self._told)
        self.texts.append(judged.text)
        self.game.answer(judged)
        if self.given is not None:
            self.given.told.extend(self._told[heard:])
        if opponent and not self.answers:
            self.began = len(self.texts)
        self._look()

    @property
    def _opponent_acts(self) -> bool:
        """Whether the other side is asked for an action, which is more than a window in one."""
        question = self.game.question
        return isinstance(question, Choice) and not question.optional and not self.asks_learner

    def _counts(self, question: object) -> bool:
        """Whether an answer is one of its own: no window, unless the stage begins with it."""
        window = isinstance(question, Choice) and question.optional
        return not window or len(self.texts) == self.began

    def _look(self) -> None:
        question = self.game.question
        if isinstance(question, Roll) or not self.answers:
            return
        moment = Moment(self.game, self.answers, self._told)
        if self._holds(self.board.failed, moment):
            self.verdict = WRONG
        elif self._holds(self._waited, moment):
            if self.stage == len(self.board.waits):
                self.verdict = DONE
                return
            self.stage += 1
            self.began, self.answers = len(self.texts), []
            self._told.clear()
        elif question is None or (
            not (isinstance(question, Choice) and question.optional)
            and len(self.answers) >= self.allowed
        ):
            self.verdict = WRONG

    @property
    def _waited(self) -> Condition | None:
        waits = self.board.waits
        last = self.stage == len(waits)
        return self.board.done if last else self.board.steps[waits[self.stage]].wait

    def _holds(self, condition: Condition | None, moment: Moment) -> bool:
        if condition is None:
            return False
        if self.watch is not None:
            self.watch(condition, moment)
        return holds(condition, moment)


def follow(rulebook: Rulebook[Any], lesson: Lesson, board: LessonBoard, texts: list[str]) -> Judge:
    """A judge after answers; it stops at one that is wrong, or when the board is done."""
    judge = Judge.begin(rulebook, lesson, board)
    for text in texts:
        if judge.verdict != ON:
            break
        judge.take(text)
    return judge
