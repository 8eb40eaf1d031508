"""The one walker: a flow that is being answered, whoever answers.

A game, a fork, odds, a look ahead, a replay and a luck report all hold a `Walk` and send it
answers; none of them touches the generator itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.questions import Answer, Choice, Counted, Flow, Roll, Tally
from battlemat.kernel.rulebook import Rulebook


class Walk:
    """One flow and the question that stands in it; `question` is None when it has ended.

    Tallies are run in place, unless the walker `counts` them and answers them like questions.
    """

    __slots__ = ("_flow", "battle", "counts", "question", "value")

    def __init__(self, battle: Any, flow: Flow[Any], *, counts: bool = False) -> None:
        self.battle = battle
        self.counts = counts
        self.question: Choice | Roll | Tally | None = None
        self.value: Any = None
        self._flow = flow
        self.send(None)

    @classmethod
    def step(cls, rulebook: Rulebook[Any], battle: Any, *, counts: bool = False) -> Walk:
        """The next step of a battle, which must not be over; the battle is changed by it."""
        flow = rulebook.step(battle)
        if flow is None:
            raise RuleBug("the battle is over")
        return cls(battle, flow, counts=counts)

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

    def resume(self, answers: Iterable[Answer]) -> Walk:
        """Send answers one after another; returns the walk itself."""
        for answer in answers:
            if self.question is None:
                raise RuleBug(f"the step has ended, and {answer!r} is left over")
            self.send(answer)
        return self
