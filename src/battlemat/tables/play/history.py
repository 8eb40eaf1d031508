"""The history of one game: the battle, its log in words, every die, and ways back to any step.

A step is a number of answers, dice included. What a history tells follows from the setup, the seed
and the answers alone, so one that is played again tells the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from battlemat.kernel.dice import Mix, SeededDice, write_faces
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Faces, Roll, is_faces
from battlemat.kernel.record import Record, TakeBack
from battlemat.kernel.rulebook import Rulebook, Setup

NOTE = "note"
_WAYMARK = 8
_MOST_WAYMARKS = 64
"""A fork is kept every so many answers, and in a long game at larger distances; going to a step
replays at most the answers since."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log. `number` is the ledger entry that brought it.

    `act` is the step of the choice that it came of; re-rolls and other windows on the way are part
    of what was chosen before them.
    """

    number: int
    step: int
    kind: str
    text: str
    clauses: tuple[str, ...] = ()
    facts: Mapping[str, Any] | None = None
    act: int = 0
    role: str = ""
    """What it is for whoever shows it (`kernel.events.Role`)."""


@dataclass(frozen=True, slots=True)
class Fallen:
    """Dice that fell, as the answer that made the battle `step` answers long."""

    number: int
    step: int
    player: str
    sides: int
    faces: Faces
    because: str


class _NotedDice:
    """Seeded dice that tell the history what they show."""

    __slots__ = ("_dice", "_history")

    def __init__(self, history: History, dice: SeededDice) -> None:
        self._history = history
        self._dice = dice

    def roll(self, roll: Roll) -> Faces:
        faces = self._dice.roll(roll)
        self._history.note_roll(roll, faces)
        return faces

    def again(self) -> SeededDice:
        return self._dice.again()


class History:
    """A game with its memory. Without a seed every roll is asked for.

    Dice that fall before anyone has answered wait for `begin`, so that the commitment to the seed
    can be seen before the first die.
    """

    def __init__(
        self, rulebook: Rulebook[Any], setup: Setup, seed: str | None, prefix: Sequence[str] = ()
    ) -> None:
        self.rulebook = rulebook
        self.seed = seed
        self.number = 0  # the ledger entry whose consequences are being told
        self.act = 0  # the step of the last choice that was no window
        self.log: list[Line] = []
        self.fallen: list[Fallen] = []
        self.texts: list[tuple[str, str]] = []  # player and text, one for each answer
        self.mixes: list[Mix] = []
        self.takebacks: list[TakeBack] = []
        self._waymarks: list[tuple[int, Game[Any]]] = []
        self._distance = _WAYMARK
        self._quiet = False
        self.game: Game[Any] = Game(rulebook, setup, log=self._hear)
        self._remember()
        for text in prefix:
            self.answer(text, 0)
        self.begun = self.step
        if prefix or not self.waits:
            self._pick_up_dice()

    @property
    def waits(self) -> bool:
        """Whether seeded dice lie ready to fall and nobody has begun."""
        return self.seed is not None and isinstance(self.game.question, Roll)

    def begin(self, number: int) -> None:
        """Let the first dice fall."""
        self.number = number
        self._pick_up_dice()

    @property
    def step(self) -> int:
        """How many answers the battle has had."""
        return len(self.texts)

    # ------------------------------------------------------------------ going on

    def answer(self, text: str, number: int) -> str:
        """Take an answer; returns its canonical text. `Refused` changes nothing."""
        game = self.game
        option = game.read_again(text) if self._quiet else game.read(text)
        question = game.question
        self.number = number
        if isinstance(question, Roll):
            assert is_faces(option)  # `read` gives nothing else for a roll
            written = write_faces(question, option)
            self.note_roll(question, option)
        else:
            written = game.write(option)
            assert question is not None  # `read` refuses when the game is over
            self.texts.append((question.player, written))
            if not question.optional:
                self.act = self.step
        game.take(option)
        self._remember()
        return written

    def be_quiet(self) -> None:
        """Go on without telling anything, through answers that were taken once before, and without
        marking the way: from now on going back replays from where the game stands.
        """
        self._quiet, self.game.battle.sink = True, None
        self._distance = 10**9

    def speak_again(self, log: list[Line], act: int) -> None:
        """Tell again what happens; these are the log up to now, and the step of the last choice."""
        self._quiet, self.game.battle.sink = False, self._hear
        self.log, self.act = log, act

    def note(self, text: str, number: int) -> None:
        """A line of the server's own."""
        self.log.append(Line(number, self.step, NOTE, text, act=self.step))

    def newest_events(self, most: int) -> list[Line]:
        """The newest lines that the rulebook told, the newest first; notes of people are none."""
        return list(islice((one for one in reversed(self.log) if one.kind != NOTE), most))

    def note_roll(self, roll: Roll, faces: Faces) -> None:
        """Dice fell: called by the dice before the battle hears of it."""
        self.texts.append((roll.player, write_faces(roll, faces)))
        because = self.rulebook.register.full(roll.because)
        self.fallen.append(Fallen(self.number, self.step, roll.player, roll.sides, faces, because))

    def _hear(self, event: Event) -> None:
        full = self.rulebook.register.full
        clauses = tuple(full(clause) for clause in event.because)
        text = event.told()
        facts = plain(event.facts)
        self.log.append(
            Line(self.number, self.step, event.kind, text, clauses, facts, self.act, event.role)
        )

    def _pick_up_dice(self) -> None:
        if self.seed is None:
            return
        noted = self.game.dice = self._dice(self.seed)
        if isinstance(question := self.game.question, Roll):
            self.game.answer(noted.roll(question))
            self._remember()

    def _dice(self, seed: str) -> _NotedDice:
        """The dice as they lie now: what has fallen has fallen."""
        dice = SeededDice(seed, self.mixes)
        for one in self._rolled():
            dice.roll(Roll(one.player, len(one.faces), one.sides, one.because))
        return _NotedDice(self, dice)

    def _rolled(self) -> list[Fallen]:
        """What fell since the game began; what a file brought with it is not of these dice."""
        return [one for one in self.fallen if one.step > self.begun]

    def mix(self, kind: str, player: str, text: str) -> None:
        """Let all dice from now on follow from this as well."""
        self.mixes.append(Mix(sum(len(one.faces) for one in self._rolled()), kind, player, text))
        if self.seed is not None and self.game.dice is not None:
            self.game.dice = self._dice(self.seed)

    def _remember(self) -> None:
        if not self._waymarks or self.step >= self._waymarks[-1][0] + self._distance:
            self._waymarks.append((self.step, self.game.fork()))
            if len(self._waymarks) > _MOST_WAYMARKS:
                del self._waymarks[1::2]
                self._distance *= 2

    # ------------------------------------------------------------------ going back

    def at(self, step: int) -> Game[Any]:
        """A twin of the game after `step` answers, without dice and log."""
        start, waymark = max((w for w in self._waymarks if w[0] <= step), key=lambda w: w[0])
        twin = waymark.fork()
        for answer in self.game.answers[start:step]:
            twin.answer(answer)
        return twin

    def take_back(self, step: int, number: int, player: str, *, fresh: bool) -> bool:
        """Stand after `step` answers again, as if nothing had come later.

        If dice are taken back that somebody saw, then other ones fall next where they shall be
        `fresh`, and else the same; tells whether there were any.
        """
        self.number = number
        seen = any(one.step > step for one in self._rolled())
        self.takebacks.append(TakeBack(step + 1, player, self.texts[step][1]))
        twin = self.at(step)
        twin.answers = self.game.answers[:step]
        del self.texts[step:]
        self.log = [line for line in self.log if line.step <= step]
        self.act = self.log[-1].act if self.log else 0
        self.fallen = [one for one in self.fallen if one.step <= step]
        self._waymarks = [mark for mark in self._waymarks if mark[0] <= step]
        self.game = twin
        twin.battle.sink = None if self._quiet else self._hear
        left = sum(len(one.faces) for one in self._rolled())
        self.mixes = [mix._replace(after=min(mix.after, left)) for mix in self.mixes]
        if seen and fresh:
            self.mixes.append(Mix(left, "undo", player, str(number)))
        self._pick_up_dice()
        return seen

    def record(self, *, tell_seed: bool) -> Record:
        """The record. Without its seed nobody can work out the dice to come."""
        seed = self.seed if tell_seed and not self.begun else None
        game = self.game
        name, version = self.rulebook.name, self.rulebook.version
        return Record(
            name,
            version,
            seed,
            game.setup,
            tuple(self.texts),
            game.digest,
            mixes=tuple(self.mixes) if seed is not None else (),
            takebacks=tuple(self.takebacks),
        )


def plain(value: Any) -> Any:
    """Plain JSON values, whatever a rulebook puts into facts."""
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, value))
    return str(value)
