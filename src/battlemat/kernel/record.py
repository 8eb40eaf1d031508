"""A record: the setup and the answers of a game, as text that a person can read.

Loading a record replays it, and the digest at its end must agree. A record names its rulebook and
that rulebook's version. One made under an older version is replayed like any other: it comes to its
digest, or it is refused. If the dice came from a seed, every die is checked against it, and against
what was mixed in after so many dice. Answers that were taken back are told where they stood.

The trace says what the game had come to after each answer, so that `keeping/corpus.py` can tell
where other rules lead it elsewhere. Records that were written before there were traces have none.

    battlemat record 1
    rulebook skirm3 2
    dice seed 42
    mixed 0 nonce red 5f3a09c2
    setup
      {...}
    answers
      1 red: d6 4
      2 blue: d6 2
      3 blue: zone north
    takebacks
      3 blue: zone south
    trace
      0 81fe20c4
      1 0d7712ab
      2 99e0a31f rolled-off
      3 5f0c6d02 zone
    digest 5f0c...
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NamedTuple

from battlemat.kernel.dice import Dice, Mix, SeededDice
from battlemat.kernel.errors import BattlematError, RecordError
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer, Roll
from battlemat.kernel.rulebook import B, Rulebook, Setup
from battlemat.kernel.words import say

FORMAT = "battlemat record 1"


_TRACED_DIGITS = 8


class TracePoint(NamedTuple):
    """What a game has come to: the first digits of its digest, and the kinds of what happened."""

    digest: str
    events: tuple[str, ...]


class TakeBack(NamedTuple):
    """An answer that `player` took back, and all that came after it; it was number `answer`."""

    answer: int
    player: str
    text: str


class Tracer:
    """A log that says what a game has come to since it was last asked."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def __call__(self, event: Event) -> None:
        self.events.append(event)

    def point(self, game: Game[B]) -> TracePoint:
        """Where the game stands now; what happened is forgotten."""
        kinds = tuple(event.kind for event in self.events)
        self.events.clear()
        return TracePoint(game.digest[:_TRACED_DIGITS], kinds)


@dataclass(frozen=True, slots=True)
class Record:
    """What a record says, not yet replayed. `answers` are player and text, in order."""

    rulebook: str
    version: int
    seed: str | None
    setup: Setup
    answers: tuple[tuple[str, str], ...]
    digest: str
    first_line: int = 0  # the line of the first answer, for messages
    trace: tuple[TracePoint, ...] = ()
    """Before the first answer and after each; empty where the record tells none."""
    mixes: tuple[Mix, ...] = ()
    takebacks: tuple[TakeBack, ...] = ()

    def write(self) -> str:
        """The record as text; `read` gives it back."""
        setup = json.dumps(self.setup, indent=2, sort_keys=True, ensure_ascii=False)
        lines = [FORMAT, f"rulebook {self.rulebook} {self.version}"]
        lines.append(f"dice seed {self.seed}" if self.seed is not None else "dice open")
        lines += [f"mixed {one.after} {one.kind} {one.player} {one.text}" for one in self.mixes]
        lines.append("setup")
        lines += ["  " + line for line in setup.splitlines()]
        lines.append("answers")
        for number, (player, text) in enumerate(self.answers, 1):
            lines.append(f"  {number} {player}: {text}")
        if self.takebacks:
            lines.append("takebacks")
        lines += [f"  {one.answer} {one.player}: {one.text}" for one in self.takebacks]
        if self.trace:
            lines.append("trace")
        for number, point in enumerate(self.trace):
            lines.append(" ".join(("  " + str(number), point.digest, *point.events)))
        lines.append(f"digest {self.digest}")
        return "\n".join(lines) + "\n"


def record(game: Game[B], *, traced: bool = True) -> Record:
    """The record of a game as it stands; without its trace it is made sooner."""
    seeded = game.dice if isinstance(game.dice, SeededDice) else None
    texts = []
    tracer = Tracer()
    again = Game(game.rulebook, game.setup, log=tracer if traced else None)
    trace = [tracer.point(again)] if traced else []
    for answer in game.answers:
        question = again.question
        if question is None:
            raise RecordError(say("the game has more answers than questions"))
        texts.append((question.player, again.write(answer)))
        again.answer(answer)
        if traced:
            trace.append(tracer.point(again))
    rulebook = game.rulebook
    return Record(
        rulebook.name,
        rulebook.version,
        seeded.seed if seeded else None,
        game.setup,
        tuple(texts),
        game.digest,
        trace=tuple(trace),
        mixes=seeded.mixes if seeded else (),
    )


# ---------------------------------------------------------------------- reading


class _Lines:
    """The lines of a text, read once and counted."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.number = 0

    def next(self, wanted: str) -> str:
        if self.number >= len(self.lines):
            raise RecordError(
                say("the record ends where {wanted} should stand", wanted=wanted), self.number + 1
            )
        self.number += 1
        return self.lines[self.number - 1]

    def skip(self, line: str) -> bool:
        """Whether this line is next; it is then read."""
        found = self.number < len(self.lines) and self.lines[self.number] == line
        self.number += found
        return found

    def begins(self, start: str) -> bool:
        """Whether the next line begins so."""
        return self.number < len(self.lines) and self.lines[self.number].startswith(start)

    def block(self) -> list[str]:
        start = self.number
        while self.number < len(self.lines) and self.lines[self.number].startswith("  "):
            self.number += 1
        return [line[2:] for line in self.lines[start : self.number]]


def read(text: str) -> Record:
    """Read a record; `RecordError` names the line that cannot be read."""
    lines = _Lines(text)
    first = lines.next(f"'{FORMAT}'")
    if first != FORMAT:
        raise RecordError(
            say(
                "a record begins with ''{format}'', not ''{first}''",
                format=FORMAT,
                first=first[:40],
            ),
            1,
        )
    _, name, version = _words(lines, "rulebook NAME VERSION", 3)
    if not version.isdecimal():
        raise RecordError(
            say("the version ''{version}'' is not a number", version=version), lines.number
        )
    dice = lines.next("'dice seed SEED' or 'dice open'")
    if dice != "dice open" and not dice.startswith("dice seed "):
        raise RecordError(
            say("'dice seed SEED' or 'dice open' is wanted, not ''{dice}''", dice=dice),
            lines.number,
        )
    mixes = _mixes(lines)
    setup = _setup(lines)
    _words(lines, "answers", 1)
    first_line = lines.number + 1
    answers = tuple(
        _answer(line, number, first_line + number - 1)
        for number, line in enumerate(lines.block(), 1)
    )
    takebacks = _takebacks(lines)
    trace = _trace(lines, len(answers))
    _, digest = _words(lines, "digest HEX", 2)
    seed = dice.removeprefix("dice seed ") if dice != "dice open" else None
    return Record(
        name, int(version), seed, setup, answers, digest, first_line, trace, mixes, takebacks
    )


def _words(lines: _Lines, form: str, count: int) -> list[str]:
    line = lines.next(f"'{form}'")
    words = line.split()
    if len(words) != count or words[0] != form.split()[0]:
        raise RecordError(
            say("''{form}'' is wanted here, not ''{line}''", form=form, line=line[:40]),
            lines.number,
        )
    return words


def _setup(lines: _Lines) -> Setup:
    _words(lines, "setup", 1)
    start = lines.number
    try:
        setup = json.loads("\n".join(lines.block()))
    except json.JSONDecodeError as error:
        raise RecordError(
            say("the setup is not JSON: {why}", why=error.msg), start + error.lineno
        ) from None
    if not isinstance(setup, dict):
        raise RecordError(say("the setup is not a JSON object"), start + 1)
    return setup


def _mixes(lines: _Lines) -> tuple[Mix, ...]:
    found: list[Mix] = []
    while lines.begins("mixed "):
        _, after, kind, player, text = _words(lines, "mixed DICE KIND PLAYER TEXT", 5)
        last = found[-1].after if found else 0
        if not _is_count(after) or int(after) < last:
            raise RecordError(
                say("''{after}'' is not a number of dice from {last} on", after=after, last=last),
                lines.number,
            )
        found.append(Mix(int(after), kind, player, text))
    return tuple(found)


def _is_count(word: str) -> bool:
    return len(word) < 10 and word.isascii() and word.isdecimal()


def _takebacks(lines: _Lines) -> tuple[TakeBack, ...]:
    found = []
    if lines.skip("takebacks"):
        first_line = lines.number + 1
        for at, line in enumerate(lines.block(), first_line):
            number = line.partition(" ")[0]
            if not _is_count(number):
                raise RecordError(
                    say("'NUMBER PLAYER: TEXT' is wanted here, not ''{line}''", line=line[:40]), at
                )
            found.append(TakeBack(int(number), *_answer(line, int(number), at)))
    return tuple(found)


def _answer(line: str, number: int, where: int) -> tuple[str, str]:
    head, colon, text = line.partition(": ")
    words = head.split()
    if not colon or len(words) != 2 or words[0] != str(number):
        raise RecordError(
            say(
                "''{number} PLAYER: TEXT'' is wanted here, not ''{line}''",
                number=number,
                line=line[:40],
            ),
            where,
        )
    return words[1], text


def _trace(lines: _Lines, answers: int) -> tuple[TracePoint, ...]:
    if not lines.skip("trace"):
        return ()
    first_line = lines.number + 1
    points = []
    for number, line in enumerate(lines.block()):
        words = line.split()
        if len(words) < 2 or words[0] != str(number):
            message = say(
                "''{number} DIGEST EVENTS'' is wanted here, not ''{line}''",
                number=number,
                line=line[:40],
            )
            raise RecordError(message, first_line + number)
        points.append(TracePoint(words[1], tuple(words[2:])))
    if len(points) != answers + 1:
        raise RecordError(
            say(
                "a trace of {answers} answers has {lines} lines", answers=answers, lines=answers + 1
            ),
            first_line,
        )
    return tuple(points)


# ---------------------------------------------------------------------- replaying


def resume(rulebook: Rulebook[B], record: Record, *, upto: int | None = None) -> Game[B]:
    """The game that a record tells, ready to go on; `upto` stops after that many answers."""
    if record.rulebook != rulebook.name:
        raise RecordError(
            say(
                "this is a record of {rulebook}, not of {name}",
                rulebook=record.rulebook,
                name=rulebook.name,
            )
        )
    if record.version > rulebook.version:
        raise RecordError(
            say(
                "this record was made under version {version} of {rulebook}; "
                "this program plays version {ours}",
                version=record.version,
                rulebook=record.rulebook,
                ours=rulebook.version,
            )
        )
    try:
        return _replayed(rulebook, record, upto)
    except RecordError as error:
        if record.version == rulebook.version:
            raise
        told = say(
            "{message}; the record was made under version {version} of the rules, "
            "this is version {ours}: 'battlemat corpus' says what differs",
            message=error.message,
            version=record.version,
            ours=rulebook.version,
        )
        raise RecordError(told, error.line) from error


def _replayed(rulebook: Rulebook[B], record: Record, upto: int | None) -> Game[B]:
    seed, mixes = record.seed, record.mixes
    dice: Dice | None = SeededDice(seed, mixes) if seed is not None else None
    game = Game(rulebook, record.setup)
    wanted = record.answers if upto is None else record.answers[:upto]
    for number, (player, text) in enumerate(wanted, 1):
        _replay_one(game, player, text, number, record.first_line, dice)
    game.dice = dice
    whole = upto is None or upto >= len(record.answers)
    if whole and game.digest != record.digest:
        raise RecordError(
            say(
                "the record ends in {digest}, the replay in {replayed}",
                digest=record.digest,
                replayed=game.digest,
            )
        )
    if dice is not None and isinstance(game.question, Roll):
        game.answer(dice.roll(game.question))
    return game


def _replay_one(
    game: Game[B], player: str, text: str, number: int, first_line: int, dice: Dice | None
) -> None:
    line = first_line + number - 1 if first_line else None
    question = game.question
    if question is None:
        raise RecordError(
            say(
                "answer {number}, ''{text}'': the game was over before it", number=number, text=text
            ),
            line,
        )
    if question.player != player:
        raise RecordError(
            say(
                "answer {number}, ''{text}'', is by {player}, but {asked} is asked",
                number=number,
                text=text,
                player=player,
                asked=question.player,
            ),
            line,
        )
    try:
        answer: Answer = game.read(text)
        if dice is not None and isinstance(question, Roll) and dice.roll(question) != answer:
            raise RecordError(
                say(
                    "answer {number}: ''{text}'' is not what the seed gives",
                    number=number,
                    text=text,
                ),
                line,
            )
        game.answer(answer)
    except RecordError:
        raise
    except BattlematError as error:
        raise RecordError(str(error), line) from None
