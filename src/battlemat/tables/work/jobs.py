"""What must be answered for those who are not people, and how such an answer is given.

Machines think, and windows are weighed, wherever a host lets them; here stands which question that
is, where the game stands for whoever works on it, and how the answer comes to the table.
"""

from __future__ import annotations

import hmac
import logging
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from battlemat.kernel.dice import Stream, write_faces
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.questions import PASS, Answer, Roll
from battlemat.players.levels import DEFAULT
from battlemat.tables.ledger.moves import POLICY
from battlemat.tables.ledger.told import Told
from battlemat.tables.play.arming import armed
from battlemat.tables.problems import not_armed
from battlemat.tables.table import Table
from battlemat.tables.work.tasks import quick_move

_LOG = logging.getLogger("battlemat.tables")
MACHINE, QUICK = "machine", "quick"
"""By whom answers are given: a machine that thought, or one that had no time to."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game stands, for somebody who does not have it: without its seed."""

    game: str
    rulebook: str
    setup: dict[str, Any]
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """An answer that somebody who is not a person must give to question `number`."""

    number: int
    player: str
    place: Place
    machine: str | None = None
    policy: str | None = None


def place_of(table: Table) -> Place:
    """Where a table's game stands; its lock is held."""
    answers = table.play.history.game.answers
    return Place(table.id, table.row.rulebook, table.row.setup, tuple(answers))


def place_before(table: Table, offer: str) -> Place:
    """Where the game stood when an offer was passed that can still be taken up; else a 409."""
    play, passed = table.play, armed(table.play)
    if passed is None or all(passed.game.write(one) != offer for one in passed.options):
        raise not_armed()
    answers = play.history.game.answers[: play.line[passed.keep].step]
    return Place(table.id, table.row.rulebook, table.row.setup, tuple(answers))


def next_job(table: Table) -> Job | None:
    """What must be answered now, or weighed; None if nobody but a person can go on."""
    play = table.play
    question = play.question
    if question is None:
        return None
    seat = play.machine_to_answer()
    if seat is not None:
        return Job(play.asked, seat.player, place_of(table), machine=seat.machine or DEFAULT)
    if play.undecided:
        return Job(play.asked, question.player, place_of(table), policy=play.window_policy())
    return None


def seed_of(secret: bytes, job: Job) -> str:
    """What a machine plays by: nobody can guess it, and it is the same after a restart."""
    text = f"machine|{job.place.game}|{job.player}|{job.number}".encode()
    return hmac.new(secret, text, sha256).hexdigest()


def give(table: Table, job: Job, text: str | None, by: str, seed: str) -> Told | None:
    """Put an answer on the table, unless the question was answered or taken back meanwhile.

    Without a text, or with one that is refused, a quick move is made, so that no table is stuck.
    """
    play = table.play
    if job.number != play.asked:
        return None
    if text is not None:
        try:
            return table.answer(job.number, text, by)
        except BattlematError:
            _LOG.exception("%s answered '%s' in game %s", job.machine, text, table.id)
    question = play.question
    if isinstance(question, Roll):
        stream = Stream(seed)
        faces = tuple(stream.below(question.sides) + 1 for _ in range(question.count))
        return table.answer(job.number, write_faces(question, faces), QUICK)
    return table.answer(job.number, quick_move(play.history.game), QUICK)


def pass_window(table: Table, job: Job) -> None:
    """Pass the window that was weighed; the player may have changed the policy meanwhile."""
    if table.play.window_policy() == job.policy:
        table.answer(job.number, table.play.history.game.write(PASS), POLICY)
