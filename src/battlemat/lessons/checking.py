"""The checker: plays every legal answer at every step of a lesson.

It finds dead ends, wrong answers without a reply, replies to what is never answered, steps that
nobody comes to, conditions that never come true, and rings around wrong answers: each is told with
its place. Dice are the board's own, and those of other seeds: a lesson must hold with them as well.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from battlemat.kernel.errors import BattlematError, Refused
from battlemat.kernel.questions import Choice
from battlemat.kernel.rulebook import Rulebook
from battlemat.lessons.boards import own_seed
from battlemat.lessons.conditions import Moment, holds
from battlemat.lessons.judging import DONE, ON, WRONG, Judge
from battlemat.lessons.replies import reply_to
from battlemat.lessons.sitting import Sitting
from battlemat.packs import registry
from battlemat.packs.problems import Path, Problem
from battlemat.packs.teaching.conditions import Condition
from battlemat.packs.teaching.guides import HINT
from battlemat.packs.teaching.lessons import ELSE, Lesson, LessonBoard
from battlemat.players.registry import UnknownPlayer, checked, make

MOST_PLAYED = 6_000
"""Answers that are played on one board with one seed; a board that needs more is too wide."""
FREE = 6
"""A stage that leaves more answers than this is a battle of its own: it is played in lines, and at
every question of a line each legal answer is tried."""
LINES = 2
"""So many lines are played with the board's own dice; with every other seed it is one."""


def check_lesson(lesson: Lesson, others: int = 5) -> list[Problem]:
    """Everything that is untrue or unreachable in a lesson, with its own dice and other seeds."""
    rulebook = registry.find(lesson.rulebook)
    try:
        checked(lesson.opponent)
    except UnknownPlayer as error:
        return [lesson.source.problem(("opponent",), str(error))]
    found: list[Problem] = []
    for number, board in enumerate(lesson.boards):
        try:
            told = _Check(rulebook, lesson, board).run(others)
        except BattlematError as error:
            told = [(("scenario",), " / ".join(str(error).splitlines()))]
        for path, what in told:
            whole = path if path[:1] == ("boards",) else ("boards", number, *path)
            found.append(lesson.source.problem(whole, what))
    return list(dict.fromkeys(found))


class _Check:
    """The check of one board; what it finds is told once, however many seeds find it."""

    def __init__(self, rulebook: Rulebook[Any], lesson: Lesson, board: LessonBoard) -> None:
        self.rulebook = rulebook
        self.lesson = lesson
        self.board = board
        self.told: list[tuple[Path, str]] = []
        self.true: set[Path] = set()
        self.used: set[int] = set()
        self.reached: set[int] = {0}
        self.played = 0
        self.lines = LINES
        self.dice = False

    def tell(self, path: Path, what: str) -> None:
        """Note a fault."""
        if (path, what) not in self.told:
            self.told.append((path, what))

    def run(self, others: int) -> list[tuple[Path, str]]:
        """All faults of the board."""
        seed = own_seed(self.rulebook, self.board)
        if self.board.dice and seed is None:
            self.tell(("dice",), "no dice of this game fall so")
            return self.told
        self._with(seed or "lesson")
        self.lines = 1
        for number in range(others if self.dice else 0):
            if self.told:
                break
            self._with(f"other {number}")
        if not self.told:
            self._what_never_comes()
        return self.told

    def _with(self, seed: str) -> None:
        start = Sitting.begin(self.rulebook, self.lesson, self.board, seed)
        start.judge.watch = self._watch
        if start.judge.verdict != ON or not start.judge.asks_learner:
            self.tell(("scenario",), f"{self.lesson.seat} has nothing to answer where this begins")
            return
        self.played, self.dice = 0, self.dice or bool(start.rolled)
        begins = deque([start])
        known = {_key(start.judge)}
        while begins and not self.told:
            for one in self._stage(begins.popleft()):
                if one.judge.verdict == ON and (key := _key(one.judge)) not in known:
                    known.add(key)
                    begins.append(one)

    # ------------------------------------------------------------------ one stage

    def _stage(self, start: Sitting) -> list[Sitting]:
        """Where a stage can lead: all ways out of it that are right."""
        judge = start.judge
        self.reached.add(judge.stage)
        if not judge.asks_learner:
            self.tell(self._path(judge), "the battle may be over before this; nothing is asked")
            return []
        free = judge.allowed > FREE
        out = list(self._lines(start) if free else self._every(start))
        if not out:
            self.tell(
                self._path(judge),
                "a dead end: no answer here is right; the learner would be stuck",
            )
        self._look_at_ring(start, out)
        return out

    def _every(self, start: Sitting) -> Iterator[Sitting]:
        """Every way out, by every answer at every question."""
        stage, ahead, known = start.judge.stage, deque([start]), {_key(start.judge)}
        while ahead:
            for after in self._answers(ahead.popleft()):
                judge = after.judge
                if judge.verdict == DONE or judge.stage > stage:
                    yield after
                elif judge.verdict == ON and (key := _key(judge)) not in known:
                    known.add(key)
                    ahead.append(after)
            if self.played > MOST_PLAYED:
                what = f"more than {MOST_PLAYED} answers lead on from here; make it narrower"
                self.tell(self._path(start.judge), what)
                return

    def _lines(self, start: Sitting) -> Iterator[Sitting]:
        """Ways out of a stage that is a battle: lines that a machine plays for the learner, until
        one is right; at each question of them every legal answer is tried."""
        stage = start.judge.stage
        for number in range(self.lines):
            line = start.fork()
            while line.judge.verdict == ON and line.judge.stage == stage:
                for _ in self._answers(line) if not number else ():
                    pass
                line.answer(_machine(line, number))
            if line.judge.verdict == WRONG:
                self._wrong(line.judge)
            else:
                yield line

    def _answers(self, at: Sitting) -> Iterator[Sitting]:
        """The board after each legal answer; what is wrong has its reply."""
        question = at.judge.game.question
        assert isinstance(question, Choice), "the learner is asked"
        for text in dict.fromkeys((*map(at.judge.game.write, question.listed), *self._shown(at))):
            after = at.fork()
            after.answer(text)
            self.played += 1
            self.dice = self.dice or bool(after.rolled)
            if after.judge.verdict == WRONG:
                self._wrong(after.judge)
            yield after

    def _shown(self, at: Sitting) -> Iterator[str]:
        """Whole answers that a step or a reply speaks of: open choices need not list them."""
        game = at.judge.game
        shown = [one for one in self.board.steps[at.judge.step].do if " " in one]
        for text in (*shown, *(one for reply in self.board.replies for one in reply.tries)):
            try:
                yield game.write(game.read(text))
            except Refused:
                continue

    def _wrong(self, judge: Judge) -> None:
        given = judge.given
        assert given is not None, "only answers are wrong"
        reply = reply_to(self.board, given.text)
        if reply is None:
            what = f"there is no reply to '{given.text}'; add one to its word, or to '{ELSE}'"
            self.tell(("replies",), what)
        else:
            self.used.add(self.board.replies.index(reply))

    def _look_at_ring(self, start: Sitting, out: list[Sitting]) -> None:
        """What a step points at must be right."""
        step = self.board.steps[start.judge.step]
        wanted = [one for one in step.do if one != HINT]
        if not wanted or start.judge.allowed > 1:
            return
        right = [one.judge.given.text for one in out if one.judge.given is not None]
        if not any(text == one or text.split()[0] == one for text in right for one in wanted):
            path = ("steps", start.judge.step, "do")
            self.tell(path, f"'{wanted[0]}' is not a right answer here, and a ring shows it")

    def _path(self, judge: Judge) -> Path:
        waits = self.board.waits
        if judge.stage < len(waits):
            return ("steps", waits[judge.stage], "wait")
        return ("done",)

    # ------------------------------------------------------------------ what never comes

    def _watch(self, condition: Condition | None, moment: Moment) -> None:
        for leaf in _leaves(condition):
            if leaf.path not in self.true and holds(leaf, moment):
                self.true.add(leaf.path)

    def _what_never_comes(self) -> None:
        board = self.board
        for stage, number in enumerate(board.waits):
            if stage not in self.reached:
                self.tell(("steps", number), "nobody ever comes to this step")
        conditions = [board.failed, board.done, *(board.steps[n].wait for n in board.waits)]
        for condition in conditions:
            for leaf in _leaves(condition):
                if leaf.path not in self.true:
                    self.tell(leaf.path, "this never comes true")
        for number, reply in enumerate(board.replies):
            if number not in self.used and reply.to != ELSE:
                what = "nobody is ever answered so: such an answer never comes, or it is right"
                self.tell(("replies", number), what)


def _leaves(condition: Condition | None) -> Iterator[Condition]:
    if condition is None:
        return
    if condition.word in ("all", "any", "not"):
        for one in condition.below:
            yield from _leaves(one)
    else:
        yield condition


def _key(judge: Judge) -> tuple[int, int, str, str, str]:
    """What tells positions apart; an answer that has changed nothing yet is still in the making."""
    game, given = judge.game, judge.given
    kind = game.question.kind if isinstance(game.question, Choice) else ""
    half = given.text if given is not None and given.before.digest == game.digest else ""
    return judge.stage, len(judge.answers), kind, game.digest, half


def _machine(line: Sitting, number: int) -> str:
    """What a machine would answer for the learner."""
    game = line.judge.game
    return game.write(make("sergeant", f"learner {number} {len(line.judge.texts)}").answer(game))
