"""The contract: one random game, held against everything that the kernel promises of any rulebook.

`check` plays a random game and looks at it from all sides. It ends and has a result. A fork and the
game play on with the same answers and agree after every one; so do undo, a record in the middle
and a battle that is taken up where a step begins. A copy is whole and shares nothing that changes,
and a key tells apart whatever the game was seen to change. Each option reads back from its text.
What is offered, what is allowed and what is refused agree, for listed options and for any answer
that the verbs' parts can say; what is listed by hand is what the bars let pass, at every question.
Every clause that is cited exists. Every face that a screen or a machine asks for answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.errors import Refused, RuleBug
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.odds import TooMany, odds
from battlemat.kernel.questions import Choice, Option, Question, Roll
from battlemat.kernel.readings import Reading
from battlemat.kernel.record import read, record, resume
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.kernel.words import BadSentence
from battlemat.testing import answers, screens
from battlemat.testing.bias import Bias
from battlemat.testing.state import Observed, check_copy

NONSENSE = "xyzzy 99 nowhere"
FEW_WAYS, MANY_WAYS = 300, 1_500
"""Odds that cost more are not counted twice."""
CLOSELY = 6
"""For so many choices after a close look, options and slots are compared too."""


@dataclass(slots=True)
class Report:
    """A game that kept the contract, and what was tried in it."""

    game: Game[Any]
    seen: Observed
    choices: int = 0
    typed: int = 0
    """Answers made of the verbs' parts that were tried."""
    allowed: int = 0
    """Those of them that were legal."""
    clauses: set[str] = field(default_factory=set)
    """Everything that was cited."""


def check(
    rulebook: Rulebook[Any],
    setup: Setup,
    seed: str,
    *,
    invariant: Callable[[Any], None] = lambda _battle: None,
    most: int = 20_000,
    every: int = 7,
    typed: int = 10,
    bias: Bias | None = None,
) -> Report:
    """Play one random game and check the contract; `RuleBug` says what is broken.

    With a `bias` it leans toward some verbs instead of taking any option alike.

    Costly promises are checked at the first choice and then at every `every`-th, counted from one
    that the seed draws, so that many games are looked at everywhere; with `typed` random answers
    each.
    """
    one = _Playing(rulebook, setup, seed, every, typed)
    one.bias = bias
    while (question := one.game.question) is not None:
        one.report.choices += 1
        if one.report.choices > most:
            raise RuleBug(f"the game did not end within {most} choices")
        one.play(question)
        invariant(one.game.battle)
    one.finish()
    return one.report


class _Playing:
    """One game, the twin that follows it, and what has been seen."""

    def __init__(
        self, rulebook: Rulebook[Any], setup: Setup, seed: str, every: int, typed: int
    ) -> None:
        self.stream = Stream(f"contract:{seed}")
        self.seed, self.every, self.typed = seed, every, typed
        self.ahead = Stream(f"looks:{seed}").below(every)  # choices before the second close look
        self.rulebook = rulebook
        self.kinds = {ask.kind for ask in rulebook.asks}
        self.asked: set[str] = set()
        self.events = {*rulebook.events, Reading}
        self.clauses: set[str] = set()
        self.game = Game(rulebook, setup, dice=SeededDice(seed), log=self._hear)
        self.report = Report(self.game, Observed(self.game.battle), clauses=self.clauses)
        self.twin = self.game.fork()
        self.bias: Bias | None = None

    def _hear(self, event: Event) -> None:
        for clause in event.because:
            self._cite(clause, f"the event {event.kind}")
        if type(event) not in self.events:
            raise RuleBug(f"{event} is no event that the rulebook names")
        try:
            event.told()
        except BadSentence as error:
            raise RuleBug(f"the words for {event} do not fit: {error!r}") from None

    def _cite(self, clause: str, where: str) -> None:
        if self.rulebook.register.find(clause) is None:
            raise RuleBug(f"{where} cites {clause}, and there is no such clause")
        self.clauses.add(self.rulebook.register.full(clause))

    def play(self, question: Question) -> None:
        """Check the question that stands, answer it at random, and compare."""
        if not isinstance(question, Choice):
            raise RuleBug(f"with dice given, {question!r} is asked")
        self._cite(question.because, repr(question))
        if question.kind not in self.kinds:
            raise RuleBug(f"{question!r} is no kind of question that the rulebook names")
        options = question.listed
        if not options:
            raise RuleBug(f"{question!r} offers nothing")
        answers.check_by_hand(self.game, question)
        option = self._pick(options)
        turn = self._choices_since_a_look()
        last = self.every - 1
        if turn == 0:
            self._look_closely(question, option)
        elif question.kind not in self.asked:  # of every kind of question some are looked at
            answers.check_notation(self.game, question, self.stream.below)
        self.asked.add(question.kind)
        digest = self.game.digest if turn == min(1, last) else None
        known = len(self.game.answers)
        self.game.answer(option)
        self._follow(known, closely=turn <= CLOSELY)
        if digest is not None:
            _check_undo(self.game, digest, option)
        if turn == min(2, last):
            _check_resume(self.game)
        if turn <= CLOSELY:
            self.report.seen.note(self.game.battle)

    def _pick(self, options: Sequence[Option]) -> Option:
        if self.bias is not None:
            return self.bias.pick(options, self.stream.below)
        return options[self.stream.below(len(options))]

    def _choices_since_a_look(self) -> int:
        given = self.report.choices - 1
        return (given - self.ahead) % self.every if given >= self.ahead else given

    def _look_closely(self, choice: Choice, option: Option) -> None:
        game, stream = self.game, self.stream
        check_copy(game.battle)
        answers.check_listed(game, choice)
        answers.check_notation(game, choice, stream.below)
        for _ in range(self.typed):
            tried = answers.check_typed(game, choice, stream.below)
            if tried is not None:
                self.report.typed += 1
                self.report.allowed += tried is answers.ALLOWED
        screens.check_screens(game, choice, stream.below)
        _check_refusal(game)
        _check_odds(game, option)
        self.twin = game.fork() if stream.below(2) else _from_the_step(game)

    def _follow(self, known: int, *, closely: bool) -> None:
        """Give the twin the same answers; after them it must stand where the game stands."""
        for answer in self.game.answers[known:]:
            self.twin.answer(answer)
        if self.twin.digest != self.game.digest:
            raise RuleBug(f"a fork and its game part ways after {self.game.answers[-1]}")
        ours, theirs = _told(self.game, closely), _told(self.twin, closely)
        if ours != theirs:
            raise RuleBug(f"a game asks {ours}, and its fork asks {theirs}")

    def finish(self) -> None:
        """What can be said when the game is over."""
        game = self.game
        if game.result is None:
            raise RuleBug("the game is over without a result")
        if self.twin.result != game.result:
            raise RuleBug(f"a game ends {game.result}, and its fork {self.twin.result}")
        self.report.seen.check_keys(game.battle)
        _check_record(game)


def _told(game: Game[Any], closely: bool = True) -> tuple[object, ...]:
    """A question in plain values, its listed options included where one looks closely."""
    question = game.question
    if question is None:
        return ()
    if isinstance(question, Roll):
        return (question.player, question.count, question.sides, question.because)
    listed = tuple(question.listed) if closely else ()
    return (question.player, question.kind, question.because, listed)


def _from_the_step(game: Game[Any]) -> Game[Any]:
    """The game taken up anew where its step begins: the battle alone must be enough."""
    twin = game.at(game.checkpoint)
    for answer in game.since:
        twin.answer(answer)
    if twin.digest != game.digest:
        raise RuleBug("a battle that is taken up where its step begins goes another way")
    return twin


def _check_refusal(game: Game[Any]) -> None:
    before = game.digest
    try:
        game.answer(NONSENSE)
    except Refused:
        if game.digest != before:
            raise RuleBug("a refused answer changed the game") from None
        return
    raise RuleBug(f"'{NONSENSE}' was taken for an answer")


def _check_odds(game: Game[Any], option: Option) -> None:
    """Odds that count parts once and odds that walk every way agree."""
    before = game.digest
    try:
        short = odds(game, option, most=FEW_WAYS)
        long = odds(game, option, assume=game.rulebook.assume, most=MANY_WAYS)
    except TooMany:
        return
    if game.digest != before:
        raise RuleBug(f"counting the odds of {option} changed the game")
    total = sum(short.outcomes.values()) + short.missing
    if total != 1:
        raise RuleBug(f"the odds of {option} add up to {total}")
    if short.missing or long.missing:
        return  # an endless chain is cut off at different places
    if short.outcomes != long.outcomes:
        raise RuleBug(f"the odds of {option} differ with and without tallies")


def _check_undo(game: Game[Any], digest: str, option: Option) -> None:
    after, told, since = game.digest, _told(game), list(game.answers)
    taken = game.undo(agreed=True)
    if taken != option or game.digest != digest:
        raise RuleBug(f"undo of {option} does not restore the battle")
    game.answer(option)
    if (game.digest, _told(game), game.answers) != (after, told, since):
        raise RuleBug(f"after an undo {option} leads elsewhere")


def _check_resume(game: Game[Any]) -> None:
    again = resume(game.rulebook, read(record(game).write()))
    if again.digest != game.digest or _told(again) != _told(game):
        raise RuleBug("a record of the game so far leads elsewhere")


def _check_record(game: Game[Any]) -> None:
    text = record(game).write()
    again = resume(game.rulebook, read(text))
    if again.digest != game.digest or not again.over:
        raise RuleBug("the record replays to another game")
    if record(again).write() != text:
        raise RuleBug("a replayed record is written differently")
