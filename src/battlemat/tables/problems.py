"""Answers that are not 2xx: one shape for all of them, a word for programs and one for people."""

from __future__ import annotations

from typing import Any

from battlemat.kernel.errors import Refused
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import say


class Problem(Exception):
    """A request that cannot be met, and whose fault that is."""

    def __init__(
        self,
        status: int,
        error: str,
        message: str,
        *,
        clause: str | None = None,
        number: int | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.message = message
        self.clause = clause
        self.number = number
        self.headers = headers or {}

    def body(self) -> dict[str, Any]:
        """The JSON that a client gets."""
        return {
            "error": self.error,
            "message": self.message,
            "clause": self.clause,
            "number": self.number,
        }


def too_many(message: str, seconds: int) -> Problem:
    """A 429 that says when to come again."""
    return Problem(429, "too-many", message, headers={"retry-after": str(seconds)})


def refused(refusal: Refused, rulebook: Rulebook[Any], number: int | None) -> Problem:
    """An illegal answer as a 422 with its reason and clause."""
    because = refusal.refusal.because
    clause = rulebook.register.full(because) if because else None
    return Problem(422, "refused", refusal.refusal.reason, clause=clause, number=number)


def stale(number: int, stands: int) -> Problem:
    """An answer to question `number`, while another one stands."""
    if number < stands:
        message = say(
            "question {number} was answered already; question {stands} stands now",
            number=number,
            stands=stands,
        )
    else:
        message = say(
            "question {number} has not been asked yet; question {stands} stands now",
            number=number,
            stands=stands,
        )
    return Problem(409, "conflict", message, number=stands)


def overtaken(question: int | None, asked: int) -> Problem:
    """Another server was quicker with an entry that would have used up `question`, if any."""
    if question is not None:
        return stale(question, asked)
    return Problem(409, "conflict", say("somebody else was quicker"), number=asked)


def not_armed() -> Problem:
    """An offer that was passed, and after which something happened."""
    return Problem(409, "not-armed", say("this offer cannot be taken up any more"))
