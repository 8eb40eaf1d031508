"""A board that is played with dice and an opponent: for the terminal, and for the checker."""

from __future__ import annotations

from typing import Any

from battlemat.kernel.dice import SeededDice, write_faces
from battlemat.kernel.questions import PASS, Choice, Roll
from battlemat.kernel.rulebook import Rulebook
from battlemat.lessons.judging import ON, Judge
from battlemat.packs.teaching.lessons import Lesson, LessonBoard
from battlemat.players.driver import Windows
from battlemat.players.registry import make


class Sitting:
    """A judge, and whoever else answers: dice of a seed, and a machine."""

    def __init__(self, judge: Judge, seed: str, rolled: tuple[Roll, ...] = ()) -> None:
        self.judge = judge
        self.seed = seed
        self.rolled = [*rolled]
        self._dice = SeededDice(seed)
        for roll in rolled:
            self._dice.roll(roll)

    @classmethod
    def begin(
        cls, rulebook: Rulebook[Any], lesson: Lesson, board: LessonBoard, seed: str
    ) -> Sitting:
        """A board at its beginning; whatever is not asked of the learner is answered."""
        found = cls(Judge.begin(rulebook, lesson, board), seed)
        found.settle()
        return found

    def fork(self) -> Sitting:
        """A twin at the same question, with the same dice to come."""
        return Sitting(self.judge.fork(), self.seed, tuple(self.rolled))

    def answer(self, text: str) -> None:
        """Give an answer of the learner, and let the others answer."""
        self.judge.take(text)
        self.settle()

    def settle(self) -> None:
        """Answer for dice and the opponent until the learner is asked, or the board has ended."""
        judge = self.judge
        while judge.verdict == ON and (question := judge.game.question) is not None:
            if isinstance(question, Roll):
                self.rolled.append(question)
                judge.take(write_faces(question, self._dice.roll(question)))
            elif question.player != judge.lesson.seat:
                judge.take(self._opponent())
            elif _is_idle(judge, question):
                judge.take(judge.game.write(PASS))
            else:
                return

    def _opponent(self) -> str:
        judge = self.judge
        machine = make(judge.lesson.opponent, f"{self.seed} {len(judge.texts)}")
        return judge.game.write(machine.answer(judge.game))

    def back(self, rulebook: Rulebook[Any]) -> Sitting:
        """The board where its stage began; the same dice fall again."""
        judge = self.judge
        again = Judge.begin(rulebook, judge.lesson, judge.board)
        rolled = []
        for text in judge.texts[: judge.began]:
            if isinstance(question := again.game.question, Roll):
                rolled.append(question)
            again.take(text)
        found = Sitting(again, self.seed, tuple(rolled))
        found.settle()
        return found


def _is_idle(judge: Judge, question: Choice) -> bool:
    """A window of the learner that cannot matter, and with which no stage begins."""
    return (
        question.optional and len(judge.texts) != judge.began and Windows.MATTER.passes(judge.game)
    )
