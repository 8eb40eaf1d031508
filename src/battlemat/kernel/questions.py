"""What a rule may ask: a player to choose, or dice to fall.

A rule is a flow: a generator that yields questions, receives answers and returns a value. Rules
ask with an `Ask` of their own (`kernel.verbs`) and with `yield from roll(...)`; a bare `yield`
stands in those two modules alone, so that the type checker knows the type of every answer.

An option is a NamedTuple with named parts (`kernel.verbs`); the faces of a roll are a plain tuple
of ints. So every answer of a game is plain data, and the two kinds cannot be confused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Hashable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeGuard, TypeVar

from battlemat.kernel.errors import Refusal, RuleBug
from battlemat.kernel.scene import Handle

T = TypeVar("T")

Option: TypeAlias = tuple[object, ...]
Faces: TypeAlias = tuple[int, ...]
Answer: TypeAlias = Option | Faces


class Pass(NamedTuple):
    """The option that declines: a reaction window passed by, a re-roll not taken."""

    verb: str = "pass"


PASS: Option = Pass()


def is_faces(answer: Answer) -> TypeGuard[Faces]:
    """Whether an answer is dice, and not the choice of a player."""
    return type(answer) is tuple and isinstance(answer[0], int)


class Offers(Protocol):
    """What one question offers and what it says of any answer: a `Menu` of `kernel.verbs`."""

    @property
    def asked(self) -> object:
        """The rulebook's own value that says what is asked of whom."""

    @property
    def words(self) -> Collection[str]:
        """The words that answers may begin with."""

    def candidates(self) -> Sequence[Option]:
        """The options that are listed: all, or good ones where not all can be; never empty."""

    def drawn(self, below: Callable[[int], int], /) -> Option:
        """A legal option by chance."""

    def read(self, text: str) -> Option | Refusal:
        """The option that `text` stands for (legal or not), or why it stands for none."""

    def refusal(self, option: Option) -> Refusal | None:
        """Why `option` is not legal, or None if it is. The only statement of what is legal."""

    @property
    def lists_all(self) -> bool:
        """Whether every legal option is among the candidates."""

    def price(self, option: Option) -> int | None:
        """What an option costs now."""

    def refund(self, battle: Any, option: Option) -> None:
        """Give a battle back what an option cost, however far it has gone on since."""

    def numbers(self, option: Option) -> Mapping[str, object]:
        """What the dice of an option would need."""

    def same(self, option: Option) -> Option:
        """The listed option that does the same as a legal one."""

    def sample(self, draw: Callable[[int], int], /) -> Option | None:
        """An option that the parts of the verbs can say, legal or not; None if there is none."""

    @property
    def own(self) -> bool:
        """Whether a side is at its own work, so that nothing that happened before explains it."""

    def pattern(self, option: Option) -> str:
        """How answers like an option are written, with its parts in capitals."""

    def says(self) -> str:
        """The question in words."""

    def left(self) -> Sequence[str]:
        """What an answer costs and what may still be spent, each in words."""

    def tell(self, option: Option) -> str:
        """An option in words."""

    def handle(self, choice: Choice, option: Option) -> Handle:
        """How a screen offers an option."""

    def share(self, other: Offers) -> None:
        """Take over what another menu of the same question has listed: options are plain data."""


class Choice:
    """A player must choose one option of a menu.

    `kind` names what is chosen ("action", "re-roll"). `optional` marks a reaction window that a
    driver may pass by policy; it always offers `PASS`. `about` is plain data for screens: whose
    action it is, which dice lie on the table. `kept` holds what drivers worked out about this
    question, such as odds; it goes when the question is answered.
    """

    __slots__ = ("about", "because", "kept", "kind", "menu", "optional", "player")

    def __init__(
        self,
        player: str,
        kind: str,
        menu: Offers,
        because: str,
        optional: bool = False,
        about: Any = None,
    ) -> None:
        self.player = player
        self.kind = kind
        self.menu = menu
        self.because = because
        self.optional = optional
        self.about = about
        self.kept: dict[Option, Any] | None = None

    @property
    def listed(self) -> Sequence[Option]:
        """The options that are listed, when somebody first looks: a replay pays for none."""
        return self.menu.candidates()

    def __repr__(self) -> str:
        return f"Choice({self.player!r}, {self.kind!r}, because={self.because!r})"


Alike: TypeAlias = tuple[tuple[int, ...], ...]


class Roll:
    """Dice must fall: `count` dice with `sides` faces, rolled by `player`.

    The dice of one roll are interchangeable; a rule that gives each die a part of its own asks for
    each. `alike` says which faces the rule treats alike (a partition of the faces), or, with
    `total`, which totals, so that odds count outcomes and not faces.
    """

    __slots__ = ("alike", "because", "count", "player", "sides", "total")

    def __init__(
        self,
        player: str,
        count: int,
        sides: int,
        because: str,
        alike: Alike | None = None,
        total: bool = False,
    ) -> None:
        self.player = player
        self.count = count
        self.sides = sides
        self.because = because
        self.alike = alike
        self.total = total

    def __repr__(self) -> str:
        return f"Roll({self.player!r}, {self.count}d{self.sides}, because={self.because!r})"


class Tally:
    """A part of a rule whose only effect is the value that it returns.

    Two tallies with equal `key` have the same distribution of values. Drivers that answer
    questions one by one send None and the part runs in place; exact odds count the part once and
    send each value that it can return. With `times` the value is the sum of so many parts like
    this one, which do not touch each other.
    """

    __slots__ = ("flow", "key", "times")

    def __init__(self, key: Hashable, flow: Callable[[], Flow[object]], times: int = 1) -> None:
        self.key = key
        self.flow = flow
        self.times = times


class Counted:
    """A value of a tally, sent by a driver that has counted it."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


Question: TypeAlias = Choice | Roll
Flow: TypeAlias = Generator[Choice | Roll | Tally, Any, T]


def roll(
    player: str,
    count: int,
    sides: int,
    *,
    because: str,
    alike: Alike | None = None,
    total: bool = False,
) -> Flow[Faces]:
    """Ask for dice; returns the faces in the order in which they came up."""
    if count <= 0:
        raise RuleBug(f"a roll of {count} dice was asked for ({because})")
    faces: Faces = yield Roll(player, count, sides, because, alike, total)
    return faces


def tally(
    key: Hashable, flow: Callable[[], Flow[T]], counting: Callable[[], Flow[T]] | None = None
) -> Flow[T]:
    """Run `flow()` in place, or take its value from a driver that counts (see `Tally`).

    `counting` is the same part with its dice in an order that is quicker to count.
    """
    counted: Counted | None = yield Tally(key, counting or flow)
    if counted is not None:
        value: T = counted.value
        return value
    return (yield from flow())


def tally_sum(
    times: int, key: Hashable, one: Callable[[], Flow[int]], flow: Callable[[], Flow[int]]
) -> Flow[int]:
    """Run `flow()` in place, or take its value from a driver that counts.

    It comes to the sum of `times` parts like `one()` (whose key is `key`), such as dice that nobody
    re-rolls; so a driver that counts need only count one and add.
    """
    counted: Counted | None = yield Tally(key, one, times)
    if counted is not None:
        value: int = counted.value
        return value
    return (yield from flow())


def no_question() -> Flow[None]:
    """A flow that asks nothing, for a rule that some day may."""
    return
    yield
