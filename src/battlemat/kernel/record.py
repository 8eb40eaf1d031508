"""A record: the setup and the answers of a game, as text that a person can read.

Loading a record replays it, and the digest at its end must agree. A record names its rulebook and
that rulebook's version; one made under another version is refused rather than misread. If the dice
came from a seed, every die is checked against it.

    battlemat record 1
    rulebook skirm3 1
    dice seed 42
    setup
      {...}
    answers
      1 red: d6 4
      2 blue: d6 2
      3 blue: zone north
    digest 5f0c...
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from battlemat.kernel.dice import Dice, SeededDice
from battlemat.kernel.errors import BattlematError, RecordError
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer, Roll
from battlemat.kernel.rulebook import Rulebook, Setup

FORMAT = "battlemat record 1"


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

    def write(self) -> str:
        """The record as text; `read` gives it back."""
        setup = json.dumps(self.setup, indent=2, sort_keys=True, ensure_ascii=False)
        lines = [FORMAT, f"rulebook {self.rulebook} {self.version}"]
        lines.append(f"dice seed {self.seed}" if self.seed is not None else "dice open")
        lines.append("setup")
        lines += ["  " + line for line in setup.splitlines()]
        lines.append("answers")
        for number, (player, text) in enumerate(self.answers, 1):
            lines.append(f"  {number} {player}: {text}")
        lines.append(f"digest {self.digest}")
        return "\n".join(lines) + "\n"


def record(game: Game[Any]) -> Record:
    """The record of a game as it stands."""
    seed = game.dice.seed if isinstance(game.dice, SeededDice) else None
    texts = []
    again = Game(game.rulebook, game.setup)
    for answer in game.answers:
        question = again.question
        if question is None:
            raise RecordError("the game has more answers than questions")
        texts.append((question.player, again.write(answer)))
        again.answer(answer)
    rulebook = game.rulebook
    return Record(rulebook.name, rulebook.version, seed, game.setup, tuple(texts), game.digest)


# ---------------------------------------------------------------------- reading


class _Lines:
    """The lines of a text, read once and counted."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.number = 0

    def next(self, wanted: str) -> str:
        if self.number >= len(self.lines):
            raise RecordError(f"the record ends where {wanted} should stand", self.number + 1)
        self.number += 1
        return self.lines[self.number - 1]

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
        raise RecordError(f"a record begins with '{FORMAT}', not '{first[:40]}'", 1)
    _, name, version = _words(lines, "rulebook NAME VERSION", 3)
    if not version.isdecimal():
        raise RecordError(f"the version '{version}' is not a number", lines.number)
    dice = lines.next("'dice seed SEED' or 'dice open'")
    if dice != "dice open" and not dice.startswith("dice seed "):
        raise RecordError(f"'dice seed SEED' or 'dice open' is wanted, not '{dice}'", lines.number)
    setup = _setup(lines)
    _words(lines, "answers", 1)
    first_line = lines.number + 1
    answers = tuple(
        _answer(line, number, first_line + number - 1)
        for number, line in enumerate(lines.block(), 1)
    )
    _, digest = _words(lines, "digest HEX", 2)
    seed = dice.removeprefix("dice seed ") if dice != "dice open" else None
    return Record(name, int(version), seed, setup, answers, digest, first_line)


def _words(lines: _Lines, form: str, count: int) -> list[str]:
    line = lines.next(f"'{form}'")
    words = line.split()
    if len(words) != count or words[0] != form.split()[0]:
        raise RecordError(f"'{form}' is wanted here, not '{line[:40]}'", lines.number)
    return words


def _setup(lines: _Lines) -> Setup:
    _words(lines, "setup", 1)
    start = lines.number
    try:
        setup = json.loads("\n".join(lines.block()))
    except json.JSONDecodeError as error:
        raise RecordError(f"the setup is not JSON: {error.msg}", start + error.lineno) from None
    if not isinstance(setup, dict):
        raise RecordError("the setup is not a JSON object", start + 1)
    return setup


def _answer(line: str, number: int, where: int) -> tuple[str, str]:
    head, colon, text = line.partition(": ")
    words = head.split()
    if not colon or len(words) != 2 or words[0] != str(number):
        raise RecordError(f"'{number} PLAYER: TEXT' is wanted here, not '{line[:40]}'", where)
    return words[1], text


# ---------------------------------------------------------------------- replaying


def resume(rulebook: Rulebook[Any], record: Record, *, upto: int | None = None) -> Game[Any]:
    """The game that a record tells, ready to go on; `upto` stops after that many answers."""
    if record.rulebook != rulebook.name:
        raise RecordError(f"this is a record of {record.rulebook}, not of {rulebook.name}")
    if record.version != rulebook.version:
        raise RecordError(
            f"this record was made under version {record.version} of {record.rulebook}; "
            f"this program plays version {rulebook.version}"
        )
    dice: Dice | None = SeededDice(record.seed) if record.seed is not None else None
    game = Game(rulebook, record.setup)
    wanted = record.answers if upto is None else record.answers[:upto]
    for number, (player, text) in enumerate(wanted, 1):
        _replay_one(game, player, text, number, record.first_line, dice)
    game.dice = dice
    whole = upto is None or upto >= len(record.answers)
    if whole and game.digest != record.digest:
        raise RecordError(f"the record ends in {record.digest}, the replay in {game.digest}")
    if dice is not None and isinstance(game.question, Roll):
        game.answer(dice.roll(game.question))
    return game


def _replay_one(
    game: Game[Any], player: str, text: str, number: int, first_line: int, dice: Dice | None
) -> None:
    line = first_line + number - 1 if first_line else None
    question = game.question
    if question is None:
        raise RecordError(f"answer {number}, '{text}': the game was over before it", line)
    if question.player != player:
        raise RecordError(
            f"answer {number}, '{text}', is by {player}, but {question.player} is asked", line
        )
    try:
        answer: Answer = game.read(text)
        if dice is not None and isinstance(question, Roll) and dice.roll(question) != answer:
            raise RecordError(f"answer {number}: '{text}' is not what the seed gives", line)
        game.answer(answer)
    except RecordError:
        raise
    except BattlematError as error:
        raise RecordError(str(error), line) from None
