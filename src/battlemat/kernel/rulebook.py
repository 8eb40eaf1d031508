"""What every rulebook offers, and all that anyone else may know of it.

Players, screens, the lab and the server know a rulebook only through this page. A rulebook shares
functions from boards and kernel with others, never a base class.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from battlemat.kernel.clauses import Register
from battlemat.kernel.errors import Refusal
from battlemat.kernel.events import Event, Sink
from battlemat.kernel.questions import Choice, Flow, Option
from battlemat.kernel.readings import TwoReadings
from battlemat.kernel.scene import Handle, Reading, Scene, Shape
from battlemat.kernel.verbs import Ask, Verbs

Setup: TypeAlias = Mapping[str, Any]
"""Plain JSON values that say everything about the start of a battle, its content included."""


class Battle(Protocol):
    """The state of a game: plain data that belongs to one rulebook."""

    derived: ClassVar[Mapping[str, str]]
    """Slots that a key leaves out, by name ("Unit.powers" for those of its parts), and why."""
    sink: Sink | None

    def copy(self) -> Self:
        """A twin that shares nothing that changes, and has no sink."""

    def key(self) -> Hashable:
        """All that tells two states apart, as plain values whose `repr` is the same everywhere."""


class Result(NamedTuple):
    """How a game ended. `winner` is None for a draw."""

    winner: str | None
    scores: Mapping[str, int]
    reason: str


class Temper(NamedTuple):
    """Advice: what somebody who thinks about a game must know of it, found by playing it.

    `slope` is how fast what a position is worth turns into the chance to win. `mistakes` is how
    large a mistake must be to cost as much as in another game, of 1; chances to overlook something
    are raised to the power of `oversight`, under 1 where that costs less than elsewhere.

    `search` is how many positions the strongest opponent may play for an answer and stay quick;
    where it comes to a choice for the first time it looks at `width` options, `tries` times each
    where dice fall. `caution` is how much better it must find something than what looked best, in
    parts of what luck alone may make of it. `parts_come_again` tells whether a part of a rule that
    was counted once is ever met again as it was.
    """

    slope: float = 0.2
    mistakes: float = 1.0
    oversight: float = 1.0
    search: int = 300
    width: int = 10
    tries: int = 2
    caution: float = 0.25
    parts_come_again: bool = True


B = TypeVar("B", bound=Battle)


class Rulebook(Protocol[B]):
    """The rules of one game. `version` rises when the same answers lead elsewhere than before."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def register(self) -> Register: ...
    @property
    def verbs(self) -> Verbs[B]:
        """All that can be answered, written down where the rulebook is put together."""

    @property
    def asks(self) -> Sequence[Ask[B, Any, Any]]:
        """All kinds of question."""

    @property
    def readings(self) -> Sequence[TwoReadings]:
        """The clauses whose print and intention part; a setup's `readings` chooses by clause."""

    @property
    def events(self) -> Sequence[type[Event]]:
        """All that can happen, each kind with its sentence."""

    @property
    def temper(self) -> Temper:
        """Advice: how to think about this game."""

    def start(self, setup: Setup) -> B:
        """The battle at its start, or `SetupError`."""

    def step(self, battle: B) -> Flow[None] | None:
        """The next flow to run; None when the battle is over. The battle alone decides."""

    def result(self, battle: B) -> Result | None:
        """How the battle ended, or None while it goes on."""

    def write(self, battle: B, option: Option) -> str:
        """The canonical answer text of an option."""

    def misplaced(self, battle: B, choice: Choice, text: str) -> Refusal | None:
        """Why an answer to another question has its own time, where the order of things says so;
        None where the question that stands explains it."""

    def handle(self, battle: B, choice: Choice, option: Option) -> Handle:
        """How a screen offers an option."""

    def scene(self, battle: B) -> Scene:
        """What to draw."""

    def overlays(self, battle: B, piece: str) -> Sequence[Shape]:
        """What a piece reaches, sees and threatens, to be laid over the scene."""

    def preview(self, battle: B, choice: Choice, option: Option) -> Sequence[Shape]:
        """What an option would cover, listed or open: blasts, cones, where models would stand."""

    def measure(self, battle: B, start: str, end: str) -> Reading:
        """A ruler from one thing to another, each a piece, a mark or a place by the name that the
        scene gives it; on a free table also a point, as answers write it or as a screen points at
        it (`scene.pointed`). `NoSuchThing` otherwise."""

    def facts(self, battle: B) -> Mapping[str, Any]:
        """The state in words and numbers, for scenario expectations and for tools."""

    def assume(self, battle: B, choice: Choice) -> Option | None:
        """What odds take for the answer of a choice in mid-action; None stops the count there."""

    def outcome(self, before: B, after: B) -> str:
        """What an action came to, in words: the line of an odds table."""

    def worth(self, battle: B, player: str) -> float:
        """Advice: how well `player` stands, in points of victory or the like."""

    def settled_worth(self, battle: B, player: str) -> float:
        """The same without what whoever acts now may still do. A chance to win goes by it: what
        one is about to do is no news, and must not move the number before a die has fallen."""

    def plain_worth(self, battle: B, player: str) -> float:
        """The same by plain weights, which are never tuned: what the yardstick goes by."""

    def advise(self, battle: B, choice: Choice) -> Sequence[Option]:
        """Advice: the options worth a closer look, best guess first; never empty."""

    def glimpse(self, battle: B, choice: Choice) -> Sequence[Option]:
        """Advice: those of its options that meet a practised eye; never empty either."""
