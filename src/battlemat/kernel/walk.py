"""The one walker: a flow that is being answered, whoever answers.

A game, a fork, odds, a look ahead, a replay and a luck report all hold a `Walk` and send it
answers; none of them touches the generator itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.questions import Answer, Choice, Counted, Flow, Roll, Tally
from battlemat.kernel.rulebook import B, Rulebook

W = TypeVar("W")
"""What is walked over: a battle; a flow of dice alone has none."""


class Walk(Generic[W]):
    """One flow and the question that stands in it; `question` is None when it has ended.

    Tallies are run in place, unless the walker `counts` them and answers them like questions.
    """

    __slots__ = ("_flow", "battle", "counts", "question", "value")

    def __init__(self, battle: W, flow: Flow[object], *, counts: bool = False) -> None:
        self.battle = battle
        self.counts = counts
        self.question: Choice | Roll | Tally | None = None
        self.value: Hashable = None
        self._flow = flow
        self.send(None)

    @staticmethod
    def step(rulebook: Rulebook[B], battle: B, *, counts: bool = False) -> Walk[B]:
        """The next step of a battle, which must not be over; the battle is changed by it."""
        flow = rulebook.step(battle)
        if flow is None:
            raise RuleBug("the battle is over")
        return Walk(battle, flow, counts=counts)

    @property
    def ended(self) -> bool:
        """Whether the flow has come to its end; its value is then `value`."""
        return self.question is None

    def send(self, answer: Answer | Counted | None) -> None:
        """Answer the question that stands, and go on to the next."""
        flow = self._flow
        try:
            question = flow.send(answer)
            if not self.counts:
                while type(question) is Tally:
                    question = flow.send(None)
        except StopIteration as end:
            self.question = None
            self.value = end.value
        else:
            self.question = question

    def resume(self, answers: Iterable[Answer]) -> Walk[W]:
        """Send answers one after another; returns the walk itself."""
        for answer in answers:
            if self.question is None:
                raise RuleBug(f"the step has ended, and {answer!r} is left over")
            self.send(answer)
        return self
