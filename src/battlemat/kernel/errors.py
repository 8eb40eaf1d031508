"""What can go wrong, and whose fault it is.

    BattlematError
    ├── Refused       an answer that is not legal now: the answer, why, the clause, its number
    ├── DiceError     dice that are missing, left over, or cannot come up
    ├── NoSuchThing   a name that means nothing on this table (NotOnTable: only not now)
    ├── Misuse        a name or a value that a command does not have
    ├── SetupError    a setup that makes no battle
    │   └── KeyFault  a key of it is missing, or means nothing
    ├── RecordError   a record that cannot be read, or that tells another game
    └── RuleBug       a rule broke its own contract; never the player's fault

Every message is one line that says what, where, and what would be right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from battlemat.kernel.words import say


class Refusal(NamedTuple):
    """Why an answer is not legal, and the clause that says so (None: it is no answer at all)."""

    reason: str
    because: str | None = None


class BattlematError(Exception):
    """Anything that Battlemat tells its user in one line."""


class Refused(BattlematError):
    """An illegal answer. Nothing has changed; the same question still stands."""

    def __init__(self, answer: str, refusal: Refusal, number: int) -> None:
        self.answer = answer
        self.refusal = refusal
        self.number = number
        clause = f" ({refusal.because})" if refusal.because else ""
        told = say(
            "answer {number}, ''{answer}'': {reason}",
            number=number,
            answer=answer,
            reason=refusal.reason,
        )
        super().__init__(f"{told}{clause}")


class DiceError(BattlematError):
    """Dice that are missing, left over, or show a face that the die does not have."""


class NoSuchThing(BattlematError):
    """A name that means nothing on this table; what it could have been is said."""


class NotOnTable(NoSuchThing):
    """A name that something of this game bears, which is not on the table now."""


class Misuse(BattlematError):
    """Something was asked for by a name or a value that there is not; no file is to blame."""


class SetupError(BattlematError):
    """A setup that makes no battle: a unit inside a wall, a weapon nobody knows.

    `because` is the clause that it breaks, where it breaks one.
    """

    def __init__(self, what: str, because: str = "") -> None:
        self.what = what
        self.because = because
        super().__init__(f"{what} ({because})" if because else what)


class KeyFault(SetupError):
    """A key of a setup that is missing, or that means nothing."""


@dataclass
class RecordError(BattlematError):
    """A record that cannot be read (line) or that tells another game (answer number)."""

    message: str
    line: int | None = None

    def __str__(self) -> str:
        if self.line is None:
            return self.message
        return say("line {line}: {message}", line=self.line, message=self.message)


class RuleBug(BattlematError):
    """A rule asked for something impossible, such as a choice without options."""
