"""One table: a game as its ledger leads it, who sits at it, and what is shown of it.

Everything that happens is a ledger entry. An entry is heard by the game, then stored, and only then
told to anyone; if it cannot be stored, the table goes back to what the ledger says. Others may
write into the same ledger: `catch_up` hears them out. All methods want `lock` held, and none waits
for anything but the keeper.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from threading import RLock
from typing import Any

from battlemat.kernel.errors import BattlematError, Refused
from battlemat.kernel.questions import PASS
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import say
from battlemat.tables.ledger.agreements import Agree, Flag
from battlemat.tables.ledger.deed import Deed
from battlemat.tables.ledger.keeper import Conflict, Keeper, StoreAway
from battlemat.tables.ledger.kinds import do, hear, kind_of
from battlemat.tables.ledger.moves import POLICY, Answer, Awaits, Begin, Nonce, TakeBack
from battlemat.tables.ledger.proof import RulesDiffer, is_same, newest_proof, proved
from battlemat.tables.ledger.rows import Entry, GameRow
from battlemat.tables.ledger.told import Adding, Told, stored
from battlemat.tables.play.arming import armed
from battlemat.tables.play.clocks import Terms
from battlemat.tables.play.match import Match
from battlemat.tables.problems import Problem, not_armed, overtaken, stale
from battlemat.tables.seats.chairs import Chairs
from battlemat.tables.view.json_text import PLAIN, Writer
from battlemat.tables.view.painting import Painting

MOST_TALK = 3_000
"""So many entries of a game may be other things than answers: words, offers, settings."""
MOST_NONCES = 20
"""So often one player may mix something into the dice of a game."""


class Table:
    """A live game: how it stands (`play`), who sits at it (`chairs`), what is shown (`view`).

    A `torn` table could not be brought back to what the ledger says, because the keeper was away;
    it must not be shown or played before it is mended. `thinking` is the player whose machine is at
    work, and since when.
    """

    def __init__(
        self,
        keeper: Keeper,
        rulebook: Rulebook[Any],
        row: GameRow,
        until: int | None = None,
        *,
        writer: Writer = PLAIN,
    ) -> None:
        """A game as its ledger leads it; or as it led it `until` an entry, only to be looked at."""
        self.lock = RLock()
        self.keeper = keeper
        self.rulebook = rulebook
        self.made = row
        self.id = row.id
        self.writer = writer
        self._until = until
        self.thinking: tuple[str, str] | None = None
        self.address = ""  # where the game was made, if it was made since this server started
        self.revised = False  # whether pages were shown something else before it woke
        self._load()

    def _load(self, *, thoroughly: bool = False) -> None:
        """Forget everything and play the ledger again. Until that is done the table is torn."""
        self.torn = True
        self.play = Match(self.rulebook, self.made)
        self._view = Painting(self.play, self.writer)
        self.chairs = Chairs(self.keeper, self.id)
        try:
            self._replay(self.keeper.entries(self.id)[: self._until], thoroughly)
        except (BattlematError, RulesDiffer):
            if thoroughly:
                raise
            self._load(thoroughly=True)  # which says where it begins
        self.torn = False

    def _replay(self, entries: Sequence[Entry], thoroughly: bool = False) -> None:
        """Hear stored entries; `RulesDiffer` if they do not lead where they led.

        A digest takes its time, and the last one tells whether all is well.
        """
        play, proved = self.play, newest_proof(entries)
        for entry in entries:
            try:
                told = hear(play, entry)
            except BattlematError:
                raise RulesDiffer(entry.number, len(play.line) + 1) from None
            looks = thoroughly or entry.number == proved
            if not is_same(play.history, told, entry.extra, looks=looks):
                raise RulesDiffer(entry.number, len(play.line))

    def mend(self) -> None:
        """Play the ledger again if the keeper went away in the middle of something."""
        if self.torn:
            self._load()

    def catch_up(self) -> bool:
        """Hear what others wrote into this game; whether there was anything."""
        if self.torn:
            self._load()
            return True
        found = self.keeper.entries(self.id, self.play.number)
        try:
            self._replay(found)
            if any(kind_of(entry).reseats for entry in found):
                self.chairs.look()
        except BaseException:
            self._load()
            raise
        return bool(found)

    # ------------------------------------------------------------------ looking

    @property
    def view(self) -> Painting:
        """What is worked out of the table as it stands; another one once it has moved."""
        if self._view.number != self.play.moved:
            self._view = Painting(self.play, self.writer)
        return self._view

    @property
    def row(self) -> GameRow:
        """How the game was made, with seats as they are now."""
        return self.play.row

    @property
    def claimed(self) -> set[str]:
        """The seats that people have taken."""
        return self.chairs.claimed

    @property
    def held(self) -> Mapping[str, set[str]]:
        """Holders, each with its seats ("" for who made the game)."""
        return self.chairs.held

    @property
    def relinked(self) -> Mapping[str, int]:
        """How often the links to a seat were made anew."""
        return self.play.relinked

    def people(self) -> list[str]:
        """The players whose seats are for people."""
        return self.play.people()

    @property
    def party(self) -> str:
        """On whose account a game goes: an address, or whoever made it."""
        makers = (holder for holder, seats in self.held.items() if "" in seats)
        return self.address or next(makers, "")

    @property
    def can_begin(self) -> bool:
        """Whether the first dice wait, and everyone is there to see them fall."""
        return self.play.waits and all(player in self.claimed for player in self.people())

    @property
    def is_driven(self) -> bool:
        """Whether the host itself must do something next: begin, think, or weigh a window."""
        waits = self.can_begin or self.play.undecided or self.play.is_passed
        return waits or self.play.machine_to_answer() is not None

    # ------------------------------------------------------------------ playing

    def answer(self, number: int, text: str, by: str) -> Told:
        """Answer question `number`; `Refused` or a 409 if that is not to be."""
        return self._stored(self.answering(number, text, by))

    def answering(self, number: int, text: str, by: str) -> Adding:
        """The same, for whoever stores it; `Refused` comes with the first step."""
        play = self.play
        question = play.question
        if question is None:
            play.must_be_on()
            raise Problem(409, "not-begun", say("the game begins when every seat is taken"))
        if number != play.asked:
            raise stale(number, play.asked)
        return self._adding(Answer(question.player, text), by)

    def begin(self) -> Told:
        """Let the first dice fall."""
        return self.add(Begin(), "server")

    def pass_windows(self) -> None:
        """Pass what stands before those who are never asked, or just passed the same offer."""
        while self.play.is_passed:
            try:
                self.answer(self.play.asked, self.play.history.game.write(PASS), POLICY)
            except Problem as problem:  # somebody else was quicker: look at what stands now
                if problem.status != 409:
                    raise

    def take_back(self, player: str, keep: int, *, fresh: bool) -> Told:
        """Take the answers after the first `keep` back; `fresh`: dice that were seen, for good."""
        return self.add(TakeBack(player, self.play.line[keep].text, keep, fresh))

    def take_up(self, number: int, text: str, players: Collection[str]) -> Told:
        """Take up an offer that one of these players has passed, as the answer to its window."""
        if number != self.play.asked:
            raise stale(number, self.play.asked)
        passed = armed(self.play)
        if passed is None or passed.window.player not in players:
            raise not_armed()
        if passed.game.judge(text).answer == PASS:
            raise not_armed()
        player, keep = passed.window.player, passed.keep
        self.add(TakeBack(player, self.play.line[keep].text, keep, quiet=True))
        return self.answer(self.play.asked, text, "person")

    def fall(self) -> bool:
        """End a game whose time has run out; whether it has."""
        clock = self.play.clock
        if clock is None or clock.running is None or self.play.ending is not None:
            return False
        if not clock.is_out(self.keeper.now()):
            return False
        with suppress(Problem):  # somebody else was quicker, and the table has heard it
            self.end(Flag(clock.running))
        return self.play.ending is not None

    # ------------------------------------------------------------------ agreeing and talking

    def await_nonces(self, players: Sequence[str]) -> None:
        """Let nothing begin before these players have mixed something into the dice."""
        if players and self.row.seed is not None:
            self.add(Awaits("", tuple(players)), "server")

    def agree(self, terms: Terms) -> Told:
        """Write down what was agreed about time, before anything happens."""
        free = sorted(player for player in self.people() if player not in self.claimed)
        return self.add(Agree("", terms, tuple(free)), "server")

    def add_nonce(self, player: str, nonce: str) -> Told:
        """Mix what a player brings into all dice to come; 409 if that is not to be."""
        self.play.must_be_on()
        if self.row.seed is None:
            raise Problem(
                409, "typed-dice", say("the players roll the dice of this game themselves")
            )
        if sum(one.player == player for one in self.play.history.mixes) >= MOST_NONCES:
            raise Problem(
                409, "enough-said", say("no more can be mixed into the dice of this game")
            )
        return self.say(Nonce(player, nonce))

    def end(self, deed: Deed) -> Told:
        """End a player's part in the game; 409 if the game is over."""
        self.play.must_be_on()
        return self.add(deed)

    def say(self, deed: Deed) -> Told:
        """Something that leaves the battle as it is; 409 if there was too much of it."""
        if self.play.talk >= MOST_TALK:
            raise Problem(409, "enough-said", say("no more can be said or offered in this game"))
        return self.add(deed)

    # ------------------------------------------------------------------ adding

    def add(self, deed: Deed, by: str = "person") -> Told:
        """Let something happen, for good; a 409 if somebody else was quicker."""
        return self._stored(self._adding(deed, by))

    def _stored(self, adding: Adding) -> Told:
        return stored(adding, lambda entry: self.keeper.append(self.id, entry))

    def _adding(self, deed: Deed, by: str) -> Adding:
        """Hear an entry, have it stored, and give what it brought; see `Adding`."""
        upon, question = deed.upon(self.play), self.play.asked if deed.uses else None
        while True:
            try:
                now = self.keeper.now()
                entry = deed.as_entry(self.play.number + 1, now, by, question)
                told = proved(self.play.history, do(self.play, deed, entry))
                self.play.told[-1] = told
                yield told.entry
            except Refused:
                raise
            except Conflict:  # another server wrote into this game; hear it out, then judge
                self.torn = True
                if not self.keeper.is_there(self.id):
                    raise Problem(
                        404, "unknown-game", say("there is no such game any more")
                    ) from None
                self._load()
                if deed.upon(self.play) != upon:
                    raise overtaken(question, self.play.asked) from None
                continue
            except StoreAway:  # whether it landed is not known; whoever comes next mends
                self.torn = True
                raise
            except BaseException:
                self._load()
                raise
            return told
