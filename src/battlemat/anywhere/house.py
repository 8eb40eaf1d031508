"""The house that a page has for itself: it answers requests as a server does, one after another.

Python in a page has one thread and cannot wait. So whatever takes time (thoughts, odds, hints, the
end of a game) is handed out as a piece of `Work` for another engine (`thinker`), and what comes of
it is brought back by `finish`; and whatever must be stored goes with the reply.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from battlemat.anywhere.keeping import GUEST, HERE, PageKeeper
from battlemat.anywhere.streams import Stream
from battlemat.kernel.errors import BattlematError, Refused
from battlemat.kernel.words import say
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.fitting_choices import FittingChoices
from battlemat.tables.ledger.rows import GameRow, now
from battlemat.tables.ledger.told import Told
from battlemat.tables.opening import open_table, unknown_game
from battlemat.tables.problems import Problem, refused
from battlemat.tables.seats.links import Links
from battlemat.tables.seats.viewers import Viewer, viewer
from battlemat.tables.table import Table
from battlemat.tables.view import views
from battlemat.tables.work.jobs import MACHINE, QUICK, Job, give, next_job, pass_window, seed_of


@dataclass(frozen=True, slots=True)
class Work:
    """Something that another engine works out, at the place where a game stands if there is one."""

    task: str
    args: tuple[Any, ...]
    then: Callable[[Any], Found]
    """Makes the reply of what was found."""
    table: Table | None = None
    steps: int | None = None
    """How many answers of the game are told; all of them unless something is said."""

    def plain(self, ticket: int) -> dict[str, Any]:
        """What the other engine is told: answers, and never a seed."""
        told = {"ticket": ticket, "task": self.task, "args": list(self.args), "at": None}
        if self.table is not None:
            row, history = self.table.row, self.table.play.history
            texts = [text for _, text in history.texts[: self.steps]]
            told["at"] = {
                "game": row.id,
                "rulebook": row.rulebook,
                "setup": row.setup,
                "texts": texts,
            }
        return told


@dataclass(frozen=True, slots=True)
class More:
    """A part of a reply that is told at once, and the work after which it goes on."""

    told: str
    work: Work | None


Found: TypeAlias = str | Work | More
"""What a request comes to: JSON text, or something that must be done before."""


class House:
    """All games of one page."""

    def __init__(self, catalogue: Catalogue, secret: bytes, prefix: str = "") -> None:
        self.catalogue = catalogue
        self.keeper = PageKeeper()
        self.fitting = FittingChoices(catalogue)
        self.links = Links(secret, prefix)
        self.holder = HERE  # who asks now: this page, or one that is connected with it
        self._secret = secret
        self._tables: dict[str, Table] = {}
        self._streams: dict[int, Stream] = {}
        self._works: dict[int, Work] = {}
        self._thoughts: dict[int, tuple[Table, Job]] = {}
        self._number = int.from_bytes(os.urandom(6), "big")  # no other house has its tickets

    def restore(self, rows: str) -> None:
        """Have the games that were stored before: JSON, a list of rows."""
        self.keeper.restore(json.loads(rows))

    # ------------------------------------------------------------------ tables

    def table(self, id: str) -> Table:
        """The table of a game, or a 404."""
        found = self._tables.get(id)
        if found is None:
            row = self.keeper.games.get(id)
            if row is None:
                raise unknown_game()
            found = self._tables[id] = open_table(self.catalogue, self.keeper, row)
            found.pass_windows()  # the page may have been closed before it could
        return found

    def begin(self, row: GameRow, mine: list[str]) -> Table:
        """Let there be a game."""
        try:
            self.catalogue.find(row.rulebook).start(row.setup)
        except BattlematError as error:
            raise Problem(422, "bad-setup", " / ".join(str(error).splitlines())[:1000]) from None
        self.keeper.begin(row, mine)
        return self.table(row.id)

    def forget(self, id: str) -> None:
        """Let a game be no more, whether or not it can still be played."""
        if id not in self.keeper.games:
            raise unknown_game()
        self._tables.pop(id, None)
        self.keeper.remove(id)

    def viewer(self, table: Table) -> Viewer:
        """Whoever asks, at a table."""
        return viewer(table, self.holder)

    def is_sequel(self, game: str, first: str) -> bool:
        """Whether a game is this one, or a rematch of it that a guest has a seat in."""
        while game != first:
            row = self.keeper.games.get(game)
            if row is None or row.parent is None or GUEST not in self.keeper.held(game):
                return False
            game = row.parent["game"]
        return game in self.keeper.games

    def state(self, table: Table) -> str:
        """The state of a table, with the newest lines of its log."""
        return views.state(table, self.viewer(table), self.links, log=True).whole()

    def act(self, table: Table, deed: Callable[[], Told]) -> str:
        """Change a table; the entry that it made."""
        table.mend()
        try:
            told = deed()
        except Refused as refusal:
            raise refused(refusal, table.rulebook, table.play.asked) from None
        table.pass_windows()
        return table.writer.plain(views.entry(told))

    # ------------------------------------------------------------------ requests

    def answer(self, found: Found) -> str:
        """A reply, or the work that must be done first: see `reply` and `finish`."""
        if isinstance(found, str):
            return self.reply(200, found)
        work = found if isinstance(found, Work) else found.work
        told = {"status": 200, "body": found.told} if isinstance(found, More) else {}
        if work is not None:
            self._number += 1
            self._works[self._number] = work
            told["work"] = work.plain(self._number)
        return json.dumps({**told, "store": self._unstored()})

    def finish(self, ticket: int, found: str) -> str:
        """The reply to a request whose work is done: `found` is JSON, null if it could not be."""
        work = self._works.pop(ticket, None)
        try:
            result = json.loads(found)
            if work is None or result is None:
                raise Problem(503, "busy", say("this could not be worked out now; try again"))
            return self.answer(work.then(result))
        except Problem as problem:
            return self.reply(problem.status, json.dumps(problem.body()))

    def reply(self, status: int, body: str) -> str:
        """An answer as JSON: `status`, `body`, and what to `store` before it is told."""
        return json.dumps({"status": status, "body": body, "store": self._unstored()})

    def _unstored(self) -> list[dict[str, Any]]:
        return self.keeper.take_unstored()

    # ------------------------------------------------------------------ machines

    def job(self, game: str) -> str:
        """What must be thought about next at a table, as JSON; null if a person is to answer.

        That a machine thinks and that a window is asked are stored nowhere, and other tabs show
        them: such games are `changed`.
        """
        try:
            table = self.table(game)
        except Problem:
            return "null"
        table.mend()
        if table.can_begin:
            self.act(table, table.begin)
        job = next_job(table)
        if job is None:
            return json.dumps({"work": None, "store": self._unstored()})
        self._number += 1
        self._thoughts[self._number] = (table, job)
        table.thinking = (job.player, now()) if job.machine else None
        task, args = ("think", (job.machine or "", seed_of(self._secret, job)))
        if not job.machine:
            task, args = "passes", (job.policy or "", "")
        work = Work(task, args, str, table)
        changed = {"changed": [game], "store": self._unstored()}
        return json.dumps({"work": work.plain(self._number), **changed})

    def thought(self, ticket: int, found: str) -> str:
        """Put what was thought on the table: JSON, null where the thinking came to nothing.

        What was thought for a house that is no more is dropped: this one asks by itself.
        """
        if ticket not in self._thoughts:
            return json.dumps({"store": self._unstored()})
        table, job = self._thoughts.pop(ticket)
        table.thinking = None
        result = json.loads(found)
        if job.number == table.play.asked:
            self._give(table, job, result)
        return json.dumps({"changed": [table.row.id], "store": self._unstored()})

    def _give(self, table: Table, job: Job, result: Any) -> None:
        if job.machine:
            text = None if result is None else str(result["text"])
            by = QUICK if result is None else MACHINE
            give(table, job, text, by, seed_of(self._secret, job))
        elif result:
            pass_window(table, job)
        else:
            table.play.let_ask(job.number)
        table.pass_windows()

    # ------------------------------------------------------------------ streams

    def follow(self, game: str, after: int, holder: str = HERE) -> int:
        """Begin to follow a table after an entry; the number of the stream."""
        self._number += 1
        self._streams[self._number] = Stream(self.table(game), after, self.links, holder)
        return self._number

    def news(self, stream: int) -> str:
        """What happened since the last look: JSON, a list of kinds and data."""
        found = self._streams.get(stream)
        return json.dumps([] if found is None else found.news())

    def unfollow(self, stream: int) -> None:
        """Nobody listens any more."""
        self._streams.pop(stream, None)
