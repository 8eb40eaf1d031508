"""What the ledger keeps of each step beside the answer: the dice that fell, what was told of it,
and a digest.

A stored game is played again by the rules as they are now. If these have changed since, other dice
would be asked for, or the same answers would lead elsewhere. The proof tells where that begins, so
that no game opens silently changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from battlemat.tables.ledger.kinds import kind_of
from battlemat.tables.ledger.rows import Entry
from battlemat.tables.ledger.told import Told
from battlemat.tables.play.history import History
from battlemat.tables.problems import Problem


class RulesDiffer(Problem):
    """A stored game that the rules of today lead elsewhere, from an entry and an answer on."""

    def __init__(self, number: int, answer: int) -> None:
        message = (
            f"from answer {answer} on the rules now differ from those under which this game was "
            "played, and this server does not open it changed"
        )
        super().__init__(409, "other-version", message)
        self.entry = number
        self.answer = answer


class Unproved(RulesDiffer):
    """A stored game of older rules that today's rules play through, and nothing proves that they
    lead it where it went. It can go on from its last entry, by agreement.
    """

    def __init__(self, number: int, answers: int, message: str) -> None:
        super().__init__(number + 1, answers + 1)
        self.message = message


def proof(history: History, told: Told) -> dict[str, Any]:
    """What is stored with an entry that led the battle to where it stands."""
    lines = [{"kind": one.kind, "text": one.text, "clauses": one.clauses} for one in told.lines]
    kept = {"digest": history.game.digest, "dice": _faces(told), "lines": lines}
    return kept if history.game.result is None else {**kept, "over": True}


def proved(history: History, told: Told) -> Told:
    """What an entry brought, with the proof that the ledger keeps of it."""
    if not kind_of(told.entry).moves:
        return told
    extra = {**told.entry.extra, **proof(history, told)}
    return replace(told, entry=replace(told.entry, extra=extra))


def is_same(history: History, told: Told, stored: dict[str, Any], *, looks: bool) -> bool:
    """Whether the same dice fell as then, and, if somebody `looks`, the battle stands as it did.

    Entries of before ledgers kept a proof have none, and are taken as they are.
    """
    if "dice" in stored and _faces(told) != stored["dice"]:
        return False
    return not looks or "digest" not in stored or history.game.digest == stored["digest"]


def newest_proof(entries: Sequence[Entry]) -> int:
    """The number of the newest entry that says where it led; 0 if none does."""
    return next((one.number for one in reversed(entries) if "digest" in one.extra), 0)


def is_proved(told: Sequence[Told]) -> bool:
    """Whether the newest entry that led the battle on says where it led."""
    newest = next((one.entry for one in reversed(told) if kind_of(one.entry).moves), None)
    return newest is None or "digest" in newest.extra


def _faces(told: Told) -> list[list[int]]:
    return [list(one.faces) for one in told.fallen]
