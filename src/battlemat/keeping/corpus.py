"""Games of before under the rules of today: where the first one that differs goes another way.

A record is played again, answer by answer. Where it has a trace, the first answer after which the
battle stands otherwise is found; where it has none, the first answer that is no longer possible, or
only that the game ends otherwise.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from battlemat.keeping.story import Line, line
from battlemat.kernel.errors import BattlematError, RecordError, Refused
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Question
from battlemat.kernel.record import Record, TracePoint, Tracer
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import say


@dataclass(frozen=True, slots=True)
class Difference:
    """From which answer on a game goes another way, and why.

    `answer` is 0 where it begins otherwise; where nobody can say where it happens, it is the last.
    """

    answer: int
    player: str
    text: str
    what: str
    because: tuple[str, ...] = ()
    """The full ids of the clauses that the rules of today give for it."""
    happens: tuple[Line, ...] = ()
    """What happens now at this answer."""
    gone: tuple[str, ...] = ()
    """The kinds of events that happened then and do not now."""

    def __str__(self) -> str:
        where = f"from answer {self.answer}, '{self.text}', on" if self.answer else "from the start"
        clauses = f" [{', '.join(self.because)}]" if self.because else ""
        return f"{where}: {self.what}{clauses}"


def difference(rulebook: Rulebook[Any], record: Record) -> Difference | None:
    """Where a recorded game goes another way under these rules; None if it plays as it did."""
    if record.rulebook != rulebook.name:
        raise RecordError(
            say(
                "this is a record of {rulebook}, not of {name}",
                rulebook=record.rulebook,
                name=rulebook.name,
            )
        )
    return _Replay(rulebook, record).run()


class _Replay:
    """One record that is being played again."""

    def __init__(self, rulebook: Rulebook[Any], record: Record) -> None:
        self.rulebook = rulebook
        self.record = record
        self.tracer = Tracer()
        self.number = 0

    def run(self) -> Difference | None:
        try:
            game = Game(self.rulebook, self.record.setup, log=self.tracer)
        except BattlematError as error:
            return self._differs(f"the setup is refused: {error}")
        if found := self._stands_otherwise(game):
            return found
        for player, text in self.record.answers:
            self.number += 1
            if found := self._answer(game, player, text) or self._stands_otherwise(game):
                return found
        if game.digest != self.record.digest:
            return self._differs("the game ends otherwise; its record has no trace to say where")
        return None

    def _answer(self, game: Game[Any], player: str, text: str) -> Difference | None:
        question = game.question
        if question is None:
            return self._differs("the game is over before it")
        if question.player != player:
            return self._differs(f"{question.player} is asked instead", *self._asks(question))
        try:
            game.answer(text)
        except Refused as error:
            because = error.refusal.because
            clauses = (self._full(because),) if because else self._asks(question)
            return self._differs(error.refusal.reason, *clauses)
        except BattlematError as error:
            return self._differs(str(error), *self._asks(question))
        return None

    def _stands_otherwise(self, game: Game[Any]) -> Difference | None:
        if not self.record.trace:
            return None
        then = self.record.trace[self.number]
        events = tuple(self.tracer.events)
        now = self.tracer.point(game)
        if now.digest == then.digest:
            return None
        lines = tuple(line(self.rulebook, event) for event in events)
        told = _told(then, now)
        new = [one for one, event in zip(lines, events, strict=True) if event.kind in told.new]
        clauses = dict.fromkeys(clause for one in new or lines for clause in one.because)
        return self._differs(
            told.words, *(clauses or self._asks(game.question)), happens=lines, gone=told.gone
        )

    def _differs(
        self,
        what: str,
        *because: str,
        happens: tuple[Line, ...] = (),
        gone: tuple[str, ...] = (),
    ) -> Difference:
        answers = self.record.answers
        player, text = answers[self.number - 1] if self.number else ("", "")
        return Difference(self.number, player, text, what, tuple(because), happens, gone)

    def _asks(self, question: Question | None) -> tuple[str, ...]:
        return (self._full(question.because),) if question is not None else ()

    def _full(self, clause: str) -> str:
        return self.rulebook.register.full(clause)


@dataclass(frozen=True, slots=True)
class _Told:
    """How the events of then and now differ."""

    new: frozenset[str]
    gone: tuple[str, ...]
    words: str


def _told(then: TracePoint, now: TracePoint) -> _Told:
    new = Counter(now.events) - Counter(then.events)
    gone = Counter(then.events) - Counter(now.events)
    parts = []
    if new:
        parts.append("what happens now and did not: " + ", ".join(new))
    if gone:
        parts.append("what happened and does not now: " + ", ".join(gone))
    words = "; ".join(parts) or "the same happens, and the battle stands otherwise after it"
    return _Told(frozenset(new), tuple(gone), words)
