"""How a game stands: all that follows from how it was made and from its ledger.

Entries change it, each kind in its own way (`ledger.kinds`); whoever plays the same ledger again
has the same standing. Looking at it changes nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from battlemat.kernel.events import side_name
from battlemat.kernel.questions import Choice, Question, Roll
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.words import say
from battlemat.players.driver import Declined
from battlemat.tables.ledger.rows import GameRow, Seat
from battlemat.tables.ledger.told import Told
from battlemat.tables.play.clocks import Clock, Terms
from battlemat.tables.play.history import History
from battlemat.tables.play.offers import comes_to_hand
from battlemat.tables.play.taking_back import Answered, undo_for
from battlemat.tables.problems import Problem


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that stands."""

    number: int
    kind: str
    player: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended; `by` is "rules", "concession", "agreement", "time"
    or "absence".
    """

    winner: str | None
    scores: dict[str, int]
    reason: str
    by: str


@dataclass(slots=True)
class Gallery:
    """What a table knows of its watchers: which players let them write, who wrote (the holder, by
    the name that stands for the player), and how many lines each wrote. Which players opened the
    game to watchers (`showing`), and which agreed that hints are given.
    """

    allowing: set[str] = field(default_factory=set)
    spoke: dict[str, str] = field(default_factory=dict)
    lines: Counter[str] = field(default_factory=Counter)
    hinting: set[str] = field(default_factory=set)
    showing: set[str] = field(default_factory=set)


class Match:
    """A game as it stands. `moved` is the newest entry after which the board is shown anew."""

    def __init__(self, rulebook: Rulebook[Any], row: GameRow) -> None:
        self.rulebook = rulebook
        self.row = self.made = row  # as it was made; seats may change hands
        self.history = History(rulebook, row.setup, row.seed, row.prefix)
        self.told: list[Told] = []
        self.moved = 0
        self.talk = 0  # entries that used up no question
        self.line: list[Answered] = []
        self.asked = 1  # the number of the question that stands
        self.decided = 0  # the newest question that a policy let through to its player
        self.declined = Declined()
        self.offer: Offer | None = None
        self.ended: Ending | None = None
        self.rematch: str | None = None
        self.gallery = Gallery()
        self.terms = Terms()
        self.clock: Clock | None = None
        self.awaited: set[str] = set()  # who shall mix something into the dice before all begins
        self.policies: dict[str, str] = {}
        self.relinked: Counter[str] = Counter()  # how often the links to a seat were made anew
        self.names = {seat.player: seat.name for seat in row.seats}

    @property
    def number(self) -> int:
        """The newest entry's number."""
        return len(self.told)

    # ------------------------------------------------------------------ what is asked

    @property
    def question(self) -> Question | None:
        """The question that stands; None when the game has ended, or has not begun."""
        idle = self.ended or self.history.waits or self.awaited
        return None if idle else self.history.game.question

    @property
    def waits(self) -> bool:
        """Whether nothing but empty seats keeps the first dice from falling."""
        return self.history.waits and not self.awaited and self.ended is None

    @property
    def ending(self) -> Ending | None:
        """How the game ended, or None."""
        if self.ended is not None:
            return self.ended
        result = self.history.game.result
        if result is None:
            return None
        return Ending(result.winner, dict(result.scores), result.reason, "rules")

    def must_be_on(self) -> None:
        """409 if the game is over."""
        if self.ending is not None:
            raise Problem(409, "game-over", say("the game is over"))

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

    # ------------------------------------------------------------------ windows

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
    def is_passed(self) -> bool:
        """Whether a window stands that its policy passes without any weighing.

        One that was passed before anything changed; and an offer that is at hand anyway beside what
        its player is asked next.
        """
        policy, question = self.window_policy(), self.question
        if policy != "matter" or question is None or self.decided == self.asked:
            return policy == "never"
        if self.declined.again(question):
            return True
        game = self.history.game
        return isinstance(question, Choice) and comes_to_hand(game, question, self._is_shown)

    def _is_shown(self, window: Choice) -> bool:
        """Whether a window is for a person who is asked at it."""
        if self.seat(window.player).kind != "person":
            return False
        policy = self.policies.get(window.player, "always")
        return policy == "always" or (policy == "matter" and not self.declined.again(window))

    def let_ask(self, number: int) -> None:
        """The policy lets window `number` through to its player."""
        if number == self.asked:
            self.decided = number

    # ------------------------------------------------------------------ players

    def seat(self, player: str) -> Seat:
        """The seat of a player."""
        for seat in self.row.seats:
            if seat.player == player:
                return seat
        raise Problem(
            422, "invalid", say("there is no player ''{player}'' in this game", player=player)
        )

    def people(self) -> list[str]:
        """The players whose seats are for people."""
        return [seat.player for seat in self.row.seats if seat.kind == "person"]

    def name(self, player: str) -> str:
        """A player in words: "Ada (red)", or "Red"."""
        name = self.names.get(player, "")
        if not name:
            return side_name(player)
        return say(
            "{name} ({side, select, red {red} blue {blue} other {{side}}})", name=name, side=player
        )

    def undo_for(self, players: set[str]) -> tuple[str, int]:
        """What taking back would be for these seats ("free", "ask", "none"), and how many stay."""
        if self.ending is not None:  # the seed is known by then
            return "none", 0
        others = [seat for seat in self.row.seats if seat.player not in players]
        alone = all(seat.kind == "machine" for seat in others)
        return undo_for(players, self.line, self.history.fallen, alone=alone)
