"""One table: a game, its ledger, and who sits where.

Everything that happens is a ledger entry. An entry is applied, then stored, and only then told to
anyone; if it cannot be stored, the table goes back to what the store says. Other
servers may write into the same ledger: `catch_up` hears them out. All methods want `lock` held,
and none waits for anything but the store.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from threading import RLock
from typing import Any, cast

from battlemat.kernel.errors import BattlematError, Refused
from battlemat.kernel.questions import PASS, Choice, Question, Roll
from battlemat.kernel.rulebook import Rulebook
from battlemat.players.driver import Declined
from battlemat.server.problems import Problem, overtaken, stale
from battlemat.server.rows import Entry, GameRow, Seat
from battlemat.server.store import Conflict, Store, StoreAway
from battlemat.server.tables import clocks
from battlemat.server.tables.history import History
from battlemat.server.tables.proof import RulesDiffer, is_same, newest_proof, proved
from battlemat.server.tables.taking_back import apply_undo, undo_for
from battlemat.server.tables.told import (
    Adding,
    Answered,
    Ending,
    Gallery,
    Offer,
    Told,
    early_end,
    noted,
    stored,
)

MOST_TALK = 3_000
"""So many entries of a game may be other things than answers: words, offers, settings."""
MOST_NONCES = 20
"""So often one player may mix something into the dice of a game."""
LAPSING = ("draw", "undo")
"""Offers that the next answer of the game sweeps off the table."""


class Table:
    """A live game. `thinking` is the player whose machine is at work, and since when.

    A `torn` table could not be brought back to what the store says, because the store was away; it
    must not be shown or played before it is mended.
    """

    def __init__(
        self, store: Store, rulebook: Rulebook[Any], row: GameRow, until: int | None = None
    ) -> None:
        """A game as its ledger leads it; or as it led it `until` an entry, only to be looked at."""
        self.lock = RLock()
        self.store = store
        self.rulebook = rulebook
        self.row = self.made = row  # as it was made; seats may change hands
        self.id = row.id
        self._until = until
        self.thinking: tuple[str, str] | None = None
        self.address = ""  # where the game was made, if it was made since this server started
        self.revised = False  # whether pages were shown something else before it woke
        self.scratch: dict[Any, Any] = {}  # what is worked out for the step that stands
        self._load()

    def _load(self, *, thoroughly: bool = False) -> None:
        """Forget everything and play the ledger again. Until that is done the table is torn."""
        self.torn = True
        row = self.row = self.made
        self.history = History(self.rulebook, row.setup, row.seed, row.prefix)
        self.told: list[Told] = []
        self.talk = 0  # entries that used up no question
        self.line: list[Answered] = []
        self.asked = 1  # the number of the question that stands
        self.decided = 0  # the newest question that a policy let through to its player
        self.declined = Declined()
        self.offer: Offer | None = None
        self.ended: Ending | None = None
        self.rematch: str | None = None
        self.gallery = Gallery()
        self.terms, self.clock = clocks.Terms(), cast(clocks.Clock | None, None)
        self.awaited: set[str] = set()  # who shall mix something into the dice before all begins
        self.policies: dict[str, str] = {}
        self.relinked: Counter[str] = Counter()  # how often the links to a seat were made anew
        self.names = {seat.player: seat.name for seat in row.seats}
        self.look_at_seats()
        self.scratch.clear()
        try:
            self._play(self.store.entries(row.id)[: self._until], thoroughly)
        except (BattlematError, RulesDiffer):
            if thoroughly:
                raise
            self._load(thoroughly=True)  # which says where it begins
        self.torn = False

    def _play(self, entries: Sequence[Entry], thoroughly: bool = False) -> None:
        """Apply stored entries; `RulesDiffer` if they do not lead where they led.

        A digest takes its time, and the last one tells whether all is well.
        """
        proved = newest_proof(entries)
        for entry in entries:
            try:
                told = self._apply(entry)
            except BattlematError:
                raise RulesDiffer(entry.number, len(self.line) + 1) from None
            looks = thoroughly or entry.number == proved
            if not is_same(self.history, told, entry.extra, looks=looks):
                raise RulesDiffer(entry.number, len(self.line))

    def mend(self) -> None:
        """Play the ledger again if the store went away in the middle of something."""
        if self.torn:
            self._load()

    # ------------------------------------------------------------------ looking

    @property
    def number(self) -> int:
        """The newest entry's number."""
        return len(self.told)

    @property
    def question(self) -> Question | None:
        """The question that stands; None when the game has ended, or has not begun."""
        idle = self.ended or self.history.waits or self.awaited
        return None if idle else self.history.game.question

    @property
    def can_begin(self) -> bool:
        """Whether the first dice wait, and everyone is there to see them fall."""
        ready = not self.awaited and all(player in self.claimed for player in self.people())
        return self.history.waits and ready and self.ended is None

    @property
    def ending(self) -> Ending | None:
        """How the game ended, or None."""
        if self.ended is not None:
            return self.ended
        result = self.history.game.result
        if result is None:
            return None
        return Ending(result.winner, dict(result.scores), result.reason, "rules")

    def seat(self, player: str) -> Seat:
        """The seat of a player."""
        for seat in self.row.seats:
            if seat.player == player:
                return seat
        raise Problem(422, "invalid", f"there is no player '{player}' in this game")

    @property
    def party(self) -> str:
        """On whose account a game goes: an address, or whoever made it."""
        makers = (holder for holder, seats in self.held.items() if "" in seats)
        return self.address or next(makers, "")

    def people(self) -> list[str]:
        """The players whose seats are for people."""
        return [seat.player for seat in self.row.seats if seat.kind == "person"]

    def answerers(self) -> list[str]:
        """The players whose people may answer the standing question.

        A roll of a machine's dice is typed by the people at the table, if there are any.
        """
        question = self.question
        if question is None:
            return []
        if self.seat(question.player).kind == "person":
            return [question.player]
        return self.people() if isinstance(question, Roll) else []

    def machine_to_answer(self) -> Seat | None:
        """The machine's seat that must answer now, if one must."""
        question = self.question
        if question is None or self.answerers():
            return None
        return self.seat(question.player)

    def window_policy(self) -> str | None:
        """The policy for the optional window that stands before a person, if one does."""
        question = self.question
        if not isinstance(question, Choice) or not question.optional or not self.answerers():
            return None
        return self.policies.get(question.player, "always")

    @property
    def undecided(self) -> bool:
        """Whether a window stands that its policy may yet pass: nobody is shown it."""
        return self.decided != self.asked and self.window_policy() in ("matter", "never")

    @property
    def is_driven(self) -> bool:
        """Whether the server itself must do something next: begin, think, or weigh a window."""
        waits = self.can_begin or self.undecided or self._is_passed()
        return waits or self.machine_to_answer() is not None

    def undo_for(self, players: set[str]) -> tuple[str, int]:
        """What taking back would be for these seats ("free", "ask", "none"), and how many stay."""
        if self.ending is not None:  # the seed is known by then
            return "none", 0
        others = [seat for seat in self.row.seats if seat.player not in players]
        alone = all(seat.kind == "machine" for seat in others)
        return undo_for(players, self.line, self.history.fallen, alone=alone)

    # ------------------------------------------------------------------ acting

    def answer(self, number: int, text: str, by: str) -> Told:
        """Answer question `number`; `Refused` or a 409 if that is not to be."""
        return self._stored(self.answering(number, text, by))

    def answering(self, number: int, text: str, by: str) -> Adding:
        """The same, for whoever stores it; `Refused` comes with the first step."""
        question = self.question
        if question is None:
            self.must_be_on()
            raise Problem(409, "not-begun", "the game begins when every seat is taken")
        if number != self.asked:
            raise stale(number, self.asked)
        return self._adding(Entry(0, "answer", question.player, text, by, self.asked))

    def begin(self) -> Told:
        """Let the first dice fall."""
        return self._add("begin", "", by="server")

    def _is_passed(self) -> bool:
        """Whether a window stands that its policy passes without any weighing."""
        policy, question = self.window_policy(), self.question
        if policy != "matter" or question is None or self.decided == self.asked:
            return policy == "never"
        return self.declined.again(question)

    def pass_windows(self) -> None:
        """Pass what stands before those who are never asked, or just passed the same offer."""
        while self._is_passed():
            try:
                self.answer(self.asked, self.history.game.write(PASS), "policy")
            except Problem as problem:  # another server was quicker: look at what stands now
                if problem.status != 409:
                    raise

    def let_ask(self, number: int) -> None:
        """The policy lets window `number` through to its player."""
        if number == self.asked:
            self.decided = number

    def catch_up(self) -> bool:
        """Apply what other servers wrote into this game; whether there was anything."""
        if self.torn:
            self._load()
            return True
        found = self.store.entries(self.id, self.number)
        try:
            self._play(found)
            if any(entry.kind in ("join", "relink") for entry in found):
                self.look_at_seats()
        except BaseException:
            self._load()
            raise
        return bool(found)

    def meet(self, holder: str) -> None:
        """Somebody unknown asks: perhaps another server gave them a seat."""
        if holder not in self.held:
            self.look_at_seats()

    def look_at_seats(self) -> None:
        """See in the store who sits where."""
        self.claimed = self.store.claimed(self.id)
        self.held = self.store.held(self.id)

    def take_back(self, player: str, keep: int, *, fresh: bool) -> Told:
        """Take the answers after the first `keep` back; `fresh`: dice that were seen, for good."""
        taken = self.line[keep].text
        extra = {"keep": keep, "fresh": fresh}
        return self._add("undo", player, taken, uses=True, extra=extra)

    def await_nonces(self, players: Sequence[str]) -> None:
        """Let nothing begin before these players have mixed something into the dice."""
        if players and self.row.seed is not None:
            self._add("awaits", "", " ".join(players), by="server")

    def agree(self, terms: clocks.Terms) -> Told:
        """Write down what was agreed about time, before anything happens."""
        free = [player for player in self.people() if player not in self.claimed]
        return self._add("terms", "", by="server", extra=terms.extra(free))

    def add_nonce(self, player: str, nonce: str) -> Told:
        """Mix what a player brings into all dice to come; 409 if that is not to be."""
        self.must_be_on()
        if self.row.seed is None:
            raise Problem(409, "typed-dice", "the players roll the dice of this game themselves")
        if sum(one.player == player for one in self.history.mixes) >= MOST_NONCES:
            raise Problem(409, "enough-said", "no more can be mixed into the dice of this game")
        return self.say("nonce", player, nonce)

    def end(self, kind: str, player: str, text: str = "") -> Told:
        """End a player's part in the game: see `early_end`, or "stand-in" for a machine's name."""
        self.must_be_on()
        return self._add(kind, player, text, uses=True)

    def must_be_on(self) -> None:
        """409 if the game is over."""
        if self.ending is not None:
            raise Problem(409, "game-over", "the game is over")

    def say(self, kind: str, player: str, text: str = "", **extra: Any) -> Told:
        """An entry that leaves the battle as it is; 409 if there are too many of them."""
        if self.talk >= MOST_TALK:
            raise Problem(409, "enough-said", "no more can be said or offered in this game")
        return self._add(kind, player, text, extra=extra)

    def _add(
        self,
        kind: str,
        player: str,
        text: str = "",
        *,
        by: str = "person",
        uses: bool = False,
        extra: dict[str, Any] | None = None,
    ) -> Told:
        draft = Entry(0, kind, player, text, by, self.asked if uses else None, extra or {})
        return self._stored(self._adding(draft))

    def _stored(self, adding: Adding) -> Told:
        return stored(adding, lambda entry: self.store.append(self.id, entry))

    def _adding(self, draft: Entry) -> Adding:
        """Apply an entry, have it stored, and give what it brought; see `Adding`."""
        kind, uses = draft.kind, draft.question is not None
        upon = self._upon(kind, uses=uses)
        while True:
            try:
                entry = replace(draft, number=self.number + 1, at=self.store.now())
                told = self.told[-1] = proved(self.history, self._apply(entry))
                yield told.entry
            except Refused:
                raise
            except Conflict:  # another server wrote into this game; hear it out, then judge
                self.torn = True
                if self.store.game(self.id) is None:
                    raise Problem(404, "unknown-game", "there is no such game any more") from None
                self._load()
                if self._upon(kind, uses=uses) != upon:
                    raise overtaken(draft.question, self.asked) from None
                continue
            except StoreAway:  # whether it landed is not known; whoever comes next mends
                self.torn = True
                raise
            except BaseException:
                self._load()
                raise
            return told

    def _upon(self, kind: str, *, uses: bool) -> object:
        """What an entry is said upon; if another server changed it, the entry is void."""
        if uses:
            return self.asked
        if kind == "begin":
            return self.can_begin
        return self.offer if kind.startswith(("offer-", "accept", "decline")) else None

    def _apply(self, entry: Entry) -> Told:
        history = self.history
        lines, fallen = len(history.log), len(history.fallen)
        if entry.kind == "answer":
            step, question = history.step, history.game.question
            written = history.answer(entry.text, entry.number)
            entry = replace(entry, text=written)
            self.line.append(Answered(entry.player, entry.by, written, step))
            if question is not None and entry.by != "policy":
                self.declined.note(question, history.game.answers[step])
        elif entry.kind == "undo":
            lines, fallen = apply_undo(self.history, self.line, entry, self.name(entry.player))
            self.declined = Declined()
        else:
            self._apply_talk(entry)
        self.talk += 1
        if entry.question is not None:
            self.asked = entry.question + 1
            self.talk -= 1
            self.scratch.clear()
            if self.offer is not None and self.offer.kind in LAPSING:
                self.offer = None
        if self.clock is not None:
            asks, optional = clocks.whose_time(self.question, self.row.seats)
            self.clock = self.clock.after(entry, asks, self.asked, optional=optional)
        told = Told(entry, history.step, tuple(history.log[lines:]), tuple(history.fallen[fallen:]))
        self.told.append(told)
        return told

    def _apply_talk(self, entry: Entry) -> None:
        history, kind, player = self.history, entry.kind, entry.player
        name = self.name(player)
        self.gallery.hear(entry)
        if kind == "begin":
            history.begin(entry.number)
            self.scratch.clear()
        elif kind == "join":
            self.names[player] = entry.text
            history.note(f"{self.name(player)} takes a seat.", entry.number)
        elif kind in ("brings", "renewed", "watchers", "hints", "hint"):
            history.note(noted(entry, name), entry.number)
        elif kind.startswith("offer-"):
            self.offer = Offer(entry.number, kind.removeprefix("offer-"), player)
            history.note(noted(entry, name), entry.number)
        elif kind in ("accept", "decline"):
            self.offer = None
            self.rematch = entry.extra.get("game", self.rematch)
            history.note(noted(entry, name), entry.number)
        elif kind in ("draw", "concede", "flag", "gone"):
            self._end_early(entry)
        elif kind == "policy":
            self.policies[player] = entry.text
        elif kind == "relink":
            self.relinked[player] += 1
        elif kind == "unsay":
            self.told = [one.without_words(entry.text.split()) for one in self.told]
        elif kind == "terms":
            self.terms = clocks.read_terms(entry.extra)
            self.clock = clocks.set_up(self.terms, entry.extra, self.people())
            history.note(self.terms.words(), entry.number)
        elif kind == "stand-in":
            self.row, self.names[player] = clocks.with_machine(self.row, player, entry.text), ""
            history.note(f"{name} has gone; a machine takes the seat.", entry.number)
            self.awaited.discard(player)
        elif kind == "awaits":
            self.awaited = set(entry.text.split())
        elif kind == "nonce":
            history.mix("nonce", player, entry.text)
            self.awaited.discard(player)
            self.scratch.clear()

    def _end_early(self, entry: Entry) -> None:
        scores = self.rulebook.facts(self.history.game.battle).get("scores") or {}
        players = [seat.player for seat in self.row.seats]
        self.ended = early_end(entry, players, self.name(entry.player), scores)
        self.history.note(self.ended.reason, entry.number)

    def name(self, player: str) -> str:
        """A player in words: "Ada (red)", or "Red"."""
        name = self.names.get(player, "")
        return f"{name} ({player})" if name else player.capitalize()
