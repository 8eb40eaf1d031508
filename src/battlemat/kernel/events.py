"""What happened: typed values that carry their sentence and cite the clauses that made it so.

    class Fell(Event):
        says = "{unit} falls {levels, plural, one {# level} other {# levels}}."
        unit: str
        levels: int

A log is a sink that the driver attaches to a battle; with none attached no event is built, so a
rule names the event and its parts apart (`battle.tell(Fell, "move.fall", unit="R1", levels=2)`),
and the type checker holds the two together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal, ParamSpec, Protocol, TypeAlias, dataclass_transform

from battlemat.kernel.words import named, names_of, say, say_with

Role: TypeAlias = Literal["", "opens", "aims", "price", "way"]
"""What an event is for whoever shows it: "opens" a turn or a round; somebody "aims" at somebody
(its parts `unit`, `target` and `weapon`); it is the "price" of what comes next; a leg of a "way"
(its parts `start` and `end`)."""

Side: TypeAlias = str
"""A part that is one of the sides: in a sentence it stands by its name."""
Signed: TypeAlias = int
"""A part that is added to something: in a sentence it has its sign."""
Dice: TypeAlias = str
"""A part that is dice as records write them, "2 5": in a sentence they stand as "2, 5"."""
CALLED = "called"
"""In the sentence of an event with the parts `unit` and `name`: both, or one where they agree."""


@dataclass_transform(kw_only_default=True)
class Event:
    """One thing that happened. A kind of event is a subclass that names its parts."""

    says: ClassVar[str] = ""
    """The sentence, with the parts."""
    kind: ClassVar[str] = ""
    """The word by which scenarios and records know it."""
    role: ClassVar[Role] = ""
    because: tuple[str, ...]
    """The clauses, set when it is told."""
    readings: Mapping[str, str]
    """How those of its clauses were read that have two readings, where that decided anything."""

    def __init_subclass__(cls, *, kind: str = "", role: Role = "") -> None:
        super().__init_subclass__()
        cls.kind = kind or _word(cls.__name__)
        cls.role = role or cls.role
        dataclass(kw_only=True)(cls)
        known = {part.name for part in fields(cls)}  # type: ignore[arg-type]
        known |= {CALLED} if {"unit", "name"} <= known else set()
        missing = names_of(cls.says) - known
        if missing:
            raise TypeError(f"{cls.__name__} says {sorted(missing)}, which it does not have")

    @property
    def facts(self) -> Mapping[str, Any]:
        """Its parts by name, and how its clauses were read."""
        facts = dict(vars(self))
        del facts["because"]
        if not facts["readings"]:
            del facts["readings"]
        return facts

    def follows_readings(self) -> bool:
        """Whether how its clauses are read decided anything here."""
        return True

    def told(self) -> str:
        """The event in words."""
        text = say_with(self.says, self._in_words())
        if not self.readings:
            return text
        # Which clauses these are, the event cites; words are for people.
        ways = dict.fromkeys(self.readings.values())
        return say("{told} (read {ways})", told=text, ways=_ways(tuple(ways)))

    def _in_words(self) -> Mapping[str, object]:
        kinds, parts = type(self).__annotations__, vars(self)
        found = {name: _shown(kinds.get(name), value) for name, value in parts.items()}
        if "unit" in parts and "name" in parts:
            found[CALLED] = named(parts["unit"], parts["name"])
        return found


def _shown(kind: object, value: object) -> object:
    if kind == "Side":
        return side_name(str(value))
    if kind == "Dice":
        return ", ".join(str(value).split())
    return f"{value:+d}" if kind == "Signed" else value


P = ParamSpec("P")
Sink: TypeAlias = Callable[[Event], None]


def cited(event: Event, because: tuple[str, ...], readings: Mapping[str, str]) -> Event:
    """The event with its clauses: what a battle hands to its sink."""
    event.because = because
    event.readings = readings
    return event


class Telling(Protocol):
    """A battle that tells what happens in it."""

    @property
    def sink(self) -> Sink | None:
        """Who listens."""

    def cite(self, event: Event, because: tuple[str, ...], /) -> Event:
        """The event with its clauses, as the battle's book names them."""


def tell(
    battle: Telling,
    event: Callable[P, Event],
    because: str | tuple[str, ...],
    *parts: P.args,
    **by_name: P.kwargs,
) -> None:
    """Send an event to whoever listens; with nobody, it is not even built.

    A battle takes it for its own: `tell = tell`.
    """
    sink = battle.sink
    if sink is not None:
        clauses = (because,) if isinstance(because, str) else because
        sink(battle.cite(event(*parts, **by_name), clauses))


def side_name(player: str) -> str:
    """A side as it stands in a sentence."""
    return say_with(player.capitalize(), {}) if player else ""


def force_name(player: str, name: str) -> str:
    """What a side's force is called; by its side, where nobody gave it a name of its own."""
    return side_name(player) if name in ("", player, player.capitalize()) else name


def way_name(way: str) -> str:
    """One of the two ways of reading a clause, in words."""
    return say("as printed") if way == "print" else say("as likely meant")


def _ways(ways: Sequence[str]) -> str:
    named = [way_name(way) for way in ways]
    return named[0] if len(named) == 1 else say("{one} and {two}", one=named[0], two=named[1])


def _word(name: str) -> str:
    """`OrderReroll` is `order-reroll`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()
