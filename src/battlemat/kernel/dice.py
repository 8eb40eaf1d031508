"""Where dice come from: a seed, a script, or a person who types what they rolled.

A seeded die can be checked by anyone: die number n of a game is a function of the seed, and of what
was mixed into it before that die fell; `commitment(seed)` can be shown before anything is mixed in,
and the seed after the last die. So whoever knows the seed cannot choose the dice, and whoever mixes
something in cannot foresee them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple, Protocol

from battlemat.kernel.errors import DiceError, Refusal
from battlemat.kernel.questions import Answer, Faces, Roll
from battlemat.kernel.words import say


class Dice(Protocol):
    """Answers rolls. A game without dice asks its players for them."""

    def roll(self, roll: Roll) -> Faces:
        """The faces that come up, `roll.count` of them."""

    def again(self) -> Dice:
        """The same dice from their first face on, for a replay."""


class Stream:
    """Evenly spread numbers from a seed text, the same on every machine."""

    __slots__ = ("_block", "_bytes", "_next", "_seed")

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._block = 0
        self._bytes = b""
        self._next = 0

    def _byte(self) -> int:
        if self._next == len(self._bytes):
            self._bytes = sha256(self._seed + b":%d" % self._block).digest()
            self._block += 1
            self._next = 0
        value = self._bytes[self._next]
        self._next += 1
        return value

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, each as likely as the others."""
        if limit <= 256:
            fair = 256 - 256 % limit
            value = self._byte()
            while value >= fair:
                value = self._byte()
            return value % limit
        size = ((limit << 16) - 1).bit_length() + 7 >> 3  # bytes for 16 bits more than the limit
        end = self._next + size
        if end <= len(self._bytes):
            value, self._next = int.from_bytes(self._bytes[self._next : end]), end
        else:
            value = int.from_bytes([self._byte() for _ in range(size)])
        return value * limit >> 8 * size

    def faces(self, count: int, sides: int) -> Faces:
        """That many dice; the same as `below(sides) + 1` for each, only quicker."""
        fair = 256 - 256 % sides
        found: list[int] = []
        values, at = self._bytes, self._next
        while len(found) < count:
            if at == len(values):
                self._next = at
                self._byte()
                values, at = self._bytes, 0
            value = values[at]
            at += 1
            if value < fair:
                found.append(value % sides + 1)
        self._next = at
        return tuple(found)


class Mix(NamedTuple):
    """Something mixed into the dice once `after` of them had fallen: all later ones follow from it.

    `kind` is "nonce" for what a player added, "undo" for dice that are not handed out again.
    """

    after: int
    kind: str
    player: str
    text: str


def mixed(seed: str, mixes: Iterable[Mix]) -> str:
    """The seed that dice follow from once all of these have been mixed in."""
    for mix in mixes:
        seed = sha256(
            f"battlemat mix {seed} {mix.kind} {mix.player} {mix.text}".encode()
        ).hexdigest()
    return seed


class SeededDice:
    """Dice that follow from a seed text, and from what is mixed in as they fall."""

    __slots__ = ("_fallen", "_mixed", "_stream", "mixes", "seed")

    def __init__(self, seed: str, mixes: Sequence[Mix] = ()) -> None:
        self.seed = seed
        self.mixes = tuple(mixes)
        self._mixed = 0
        self._fallen = 0
        self._stream = Stream(f"dice:{seed}")

    def roll(self, roll: Roll) -> Faces:
        if self._mixed < len(self.mixes):
            self._mix()
        self._fallen += roll.count
        return self._stream.faces(roll.count, roll.sides)

    def _mix(self) -> None:
        """Turn to other dice if something was mixed in since the last roll."""
        due = self._mixed
        while due < len(self.mixes) and self.mixes[due].after <= self._fallen:
            due += 1
        if due > self._mixed:
            self._mixed = due
            self._stream = Stream(f"dice:{mixed(self.seed, self.mixes[:due])}")

    def again(self) -> SeededDice:
        return SeededDice(self.seed, self.mixes)


class ScriptedDice:
    """Dice that come up as written; what is missing or left over is an error."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self._next = 0

    def roll(self, roll: Roll) -> Faces:
        end = self._next + roll.count
        if end > len(self._faces):
            left = self._faces[self._next :]
            raise DiceError(
                say(
                    "{count}d{sides} for {player} ({because}) needs "
                    "{count, plural, one {# die} other {# dice}}, "
                    "but the script has {left} left{dice}",
                    count=roll.count,
                    sides=roll.sides,
                    player=roll.player,
                    because=roll.because,
                    left=len(left),
                    dice=_listing(left),
                )
            )
        faces = tuple(self._faces[self._next : end])
        wrong = faces_refusal(roll, faces)
        if wrong:
            raise DiceError(f"{wrong.reason} ({roll.because})")
        self._next = end
        return faces

    def again(self) -> ScriptedDice:
        return ScriptedDice(self._faces)

    def finish(self) -> None:
        """Complain of dice that nobody asked for."""
        left = self._faces[self._next :]
        if left:
            raise DiceError(
                say(
                    "{count, plural, one {# die is} other {# dice are}} left over{dice}",
                    count=len(left),
                    dice=_listing(left),
                )
            )


def _listing(faces: list[int]) -> str:
    return ": " + " ".join(map(str, faces)) if faces else ""


def commitment(seed: str) -> str:
    """What may be shown of a seed before the first die, so that it cannot be changed later."""
    return sha256(f"battlemat dice {seed}".encode()).hexdigest()


def faces_refusal(roll: Roll, faces: Answer) -> Refusal | None:
    """Why `faces` cannot be the result of `roll`, or None if they can."""
    if len(faces) != roll.count:
        why = say(
            "{asked, plural, one {# die is} other {# dice are}} asked for, "
            "{given, plural, one {# was} other {# were}} given",
            asked=roll.count,
            given=len(faces),
        )
        return Refusal(why, roll.because)
    for face in faces:
        if not (isinstance(face, int) and 1 <= face <= roll.sides):
            why = say("a d{sides} shows 1 to {sides}, not {face}", sides=roll.sides, face=face)
            return Refusal(why, roll.because)
    return None


def write_faces(roll: Roll, faces: Answer) -> str:
    """The answer text of a roll: `d6 1 3 6`."""
    return f"d{roll.sides} " + " ".join(map(str, faces))


def read_faces(roll: Roll, text: str) -> Faces | Refusal:
    """The faces in an answer text; `d6 1 3 6`, `1 3 6` and, for a d6, `136` are understood."""
    words = text.replace(",", " ").split()
    if words and words[0].lower() == f"d{roll.sides}":
        words = words[1:]
    if len(words) == 1 and roll.count > 1 and roll.sides < 10 and len(words[0]) == roll.count:
        words = list(words[0])
    if not words or not all(word.isdecimal() and word.isascii() for word in words):
        example = " ".join(str(1 + i % roll.sides) for i in range(roll.count))
        return Refusal(say("dice are written as in ''{dice}''", dice=example), roll.because)
    faces = tuple(map(int, words))
    return faces_refusal(roll, faces) or faces
