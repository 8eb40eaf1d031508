"""How options are written and read: templates over typed parts.

    Template(Shoot, "shoot {unit} {target} {weapon}[ with {others}]", unit=UNIT, ...)

A word in braces is a part: a field of the option, or something `Shown` that follows from the others
and is checked when it is read (`move R1 c3-d5` says where R1 stands). What stands in brackets is
left out when all its parts are at their default; what is `Shown` there is always written, and may
be left out by who types: `move R1 d5`. Case does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from battlemat.kernel.questions import Option
from battlemat.kernel.words import say, say_with

Draw: TypeAlias = Callable[[int], int]
"""A number below the one given, from whatever source the caller has."""
Table: TypeAlias = Any
"""The battle of whichever rulebook a form belongs to: forms of all rulebooks are made of one kind
of parts, and look into no battle themselves."""
Value: TypeAlias = Any
"""What a word stands for: the option, or what one of its fields holds. Its type is that of the
field, which a template finds by its name."""
Found: TypeAlias = Mapping[str, Value]
"""The parts that stand to the left of one, by name, as values."""


class Misread(NamedTuple):
    """Why a text is no option of a form, and how many of its parts were understood."""

    reason: str
    far: int = 0
    because: str | None = None


class Form(Protocol):
    """How the options of one verb are written and read."""

    @property
    def word(self) -> str:
        """The word that each text begins with."""

    @property
    def pattern(self) -> str:
        """The text with its parts in capitals, for people: `shoot UNIT TARGET WEAPON`."""

    @property
    def parts(self) -> Mapping[str, str]:
        """What each part is, in words."""

    def write(self, battle: Table, option: Value) -> str:
        """The canonical text."""

    def read(self, battle: Table, text: str, asked: Value = None, /) -> Option | Misread:
        """The option that a text stands for, legal or not.

        `asked` is what the question asks: a short text may leave out what follows from it.
        """

    def sample(self, battle: Table, draw: Draw, asked: Value = None, /) -> Option | None:
        """An option that the parts can say, legal or not; None if there is nothing to say."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an answer: a unit, a square, a weapon, a set of dice.

    All three functions are handed the parts to its left, because a weapon is found among those of
    its unit. `values` are those that could be said on this table: they make random typed answers.
    """

    about: str
    write: Callable[[Table, Value, Found], str]
    read: Callable[[Table, str, Found], Value]
    """The value; None where the word means nothing; a `Misread` where it means something else, and
    a rule says why that does not do here."""
    values: Callable[[Table, Found], Sequence[Value]]
    pattern: str = r"\S+?"
    default: Callable[[Table, Found], Value] | None = None
    """What the part is when its brackets are left out; else the default of the option's field."""
    words: Callable[[Table, Value, Found], object] | None = None
    """The value as people call it; else as it is written."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A word that follows from the rest of the option, and must agree with it when it is read."""

    about: str
    write: Callable[[Table, Value], str]
    """From the battle and the option."""
    pattern: str = r"\S+?"


class Template:
    """A form made of fixed words and parts."""

    __slots__ = ("_option", "_order", "_parts", "_pieces", "_regex", "_shown", "text", "word")

    def __init__(self, option: type[Value], text: str, **parts: Part | Shown) -> None:
        self._option = option
        self.text = text
        self.word = text.split()[0].casefold()
        self._parts = {name: part for name, part in parts.items() if isinstance(part, Part)}
        self._shown = {name: part for name, part in parts.items() if isinstance(part, Shown)}
        self._pieces = _pieces(text)
        self._order = [
            name
            for _, piece in self._pieces
            for kind, name in piece
            if kind and name in self._parts
        ]
        named = [name for _, piece in self._pieces for kind, name in piece if kind]
        fields = [field for field in option._fields if field != "verb"]
        if sorted(named) != sorted(parts) or not set(self._order) <= set(fields):
            raise ValueError(f"'{text}' and its parts {sorted(parts)} do not agree")
        self._regex: re.Pattern[str] | None = None  # made when a text is read first

    def _compile(self) -> re.Pattern[str]:
        patterns = {name: part.pattern for name, part in (self._parts | self._shown).items()}
        self._regex = re.compile(_regex(self._pieces, patterns), re.IGNORECASE)
        return self._regex

    @property
    def pattern(self) -> str:
        return re.sub(r"\{(\w+)\}", lambda found: found[1].upper(), self.text)

    @property
    def parts(self) -> Mapping[str, str]:
        return {name: part.about for name, part in (self._parts | self._shown).items()}

    def _default(self, battle: Table, name: str, found: Found) -> Value:
        default = self._parts[name].default
        if default is not None:
            return default(battle, found)
        return self._option._field_defaults[name]

    def write(self, battle: Table, option: Value) -> str:
        values: dict[str, Value] = option._asdict()
        text = ""
        for optional, piece in self._pieces:
            if optional and self._is_default(battle, piece, values):
                continue
            for kind, name in piece:
                if not kind:
                    text += name
                elif name in self._shown:
                    text += self._shown[name].write(battle, option)
                else:
                    text += self._parts[name].write(battle, values[name], values)
        return text

    def in_words(self, battle: Table, option: Value) -> Mapping[str, object]:
        """The parts of an option as people call them: "R1 (Ripper)" where the text says `R1`."""
        values: dict[str, Value] = option._asdict()
        found: dict[str, object] = {
            name: (part.words or part.write)(battle, values[name], values)
            for name, part in self._parts.items()
        }
        found |= {name: shown.write(battle, option) for name, shown in self._shown.items()}
        return found

    def _is_default(self, battle: Table, piece: _Line, values: dict[str, Value]) -> bool:
        names = [name for kind, name in piece if kind and name in self._parts]
        if not names:
            return False  # what follows from the rest is for the reader, and always written
        return all(values[name] == self._default(battle, name, values) for name in names)

    def read(self, battle: Table, text: str, _asked: Value = None, /) -> Option | Misread:
        match = (self._regex or self._compile()).fullmatch(text)
        if match is None:
            return Misread(
                say(
                    "''{text}'' is not understood; write ''{pattern}''",
                    text=text,
                    pattern=self.pattern,
                )
            )
        found: dict[str, Value] = {}
        for far, name in enumerate(self._order):
            word = match[name]
            if word is None:
                found[name] = self._default(battle, name, found)
                continue
            value = self._parts[name].read(battle, word, found)
            if value is None:
                about = say_with(self._parts[name].about, {})
                return Misread(say("''{word}'' is not {what}", word=word, what=about), far + 1)
            if isinstance(value, Misread):
                return value._replace(far=far + 1)
            found[name] = value
        option: Option = self._option(**found)
        for name, shown in self._shown.items():
            right, given = shown.write(battle, option), match[name]
            if given is not None and given.casefold() != right.casefold():
                reason = say(
                    "''{given}'' does not agree with the rest: {what} is {right}",
                    given=given,
                    what=say_with(shown.about, {}),
                    right=right,
                )
                return Misread(reason, len(self._order) + 1)
        return option

    def sample(self, battle: Table, draw: Draw, _asked: Value = None, /) -> Option | None:
        found: dict[str, Value] = {}
        for optional, piece in self._pieces:
            if not any(kind and name in self._parts for kind, name in piece):
                continue
            left_out = optional and draw(2) == 0
            for kind, name in piece:
                if not kind or name not in self._parts:
                    continue
                values = () if left_out else self._parts[name].values(battle, found)
                if values:
                    found[name] = values[draw(len(values))]
                elif optional:
                    found[name] = self._default(battle, name, found)
                else:
                    return None
        option: Option = self._option(**found)
        return option


_Line: TypeAlias = list[tuple[bool, str]]
"""Fixed texts (False) and parts (True), in order."""
_Piece: TypeAlias = tuple[bool, _Line]
"""Whether it may be left out, and what it holds."""


def _pieces(text: str) -> list[_Piece]:
    pieces: list[_Piece] = []
    for outside, inside in re.findall(r"([^\[\]]+)|\[([^\[\]]*)\]", text):
        split = re.split(r"\{(\w+)\}", inside or outside)
        piece = [(bool(n % 2), one) for n, one in enumerate(split) if one]
        pieces.append((bool(inside), piece))
    return pieces


def _regex(pieces: list[_Piece], patterns: Mapping[str, str]) -> str:
    whole = ""
    for optional, piece in pieces:
        part = "".join(
            f"(?P<{name}>{patterns[name]})" if kind else re.escape(name) for kind, name in piece
        )
        whole += f"(?:{part})?" if optional else part
    return whole
