"""A board beside a clause, recorded: it plays itself, stops at the decision, and goes on.

The rules themselves make the recording: the scenario is played, and what is seen after each answer
is kept as a frame. At the decision there are answers to try, the wrong ones with the reason that
the rules give; `deciding` says which dice made the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from battlemat.kernel.dice import Stream
from battlemat.kernel.errors import Refused
from battlemat.kernel.events import Event
from battlemat.kernel.expectations import Expect
from battlemat.kernel.game import Game
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Choice, Roll
from battlemat.kernel.record import record
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.scenario import Play, Scenario, play
from battlemat.kernel.scene import Scene
from battlemat.kernel.words import spoken
from battlemat.packs.scenarios import read_scenario_text
from battlemat.players.asked import asked
from battlemat.reader.shelf import BoardFile

_MOST_TRIES, _FEW_TRIES = 8, 3


class Told(NamedTuple):
    """A line of what happened, with the clauses that it follows."""

    text: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """What is seen after an answer, or before the first. `step` counts answers, dice included."""

    step: int
    answer: str
    note: str
    lines: tuple[Told, ...]
    scene: Scene
    player: str
    asks: str
    because: str
    """The clause of the question that stands."""


class Try(NamedTuple):
    """An answer that may be tried at the decision: legal, or with the reason why it is not."""

    text: str
    told: str
    legal: bool
    reason: str
    clause: str


@dataclass(frozen=True, slots=True)
class Recording:
    """A scenario as it is shown. `decision` is the number of the frame where the reader decides."""

    board: BoardFile
    players: tuple[str, ...]
    frames: tuple[Frame, ...]
    decision: int
    tries: tuple[Try, ...]
    answers: tuple[str, ...]
    """Canonical texts of everything that was answered, dice included."""
    setup: Any


def read_board(board: BoardFile) -> Scenario:
    """The scenario of a board, from its file."""
    return read_scenario_text(board.text(), board.path.name, board.path.parent)


def recorded(rulebook: Rulebook[Any], board: BoardFile) -> Recording:
    """Play a board and keep what is seen."""
    return _recorded(rulebook, board, spoken().language)


@Memo("the rulebook, the language, and a file that is shipped and never changes", bound=64)
def _recorded(rulebook: Rulebook[Any], board: BoardFile, _language: str) -> Recording:
    scenario = read_board(board)
    camera = _Camera(rulebook)
    game = play(rulebook, scenario, camera)
    answers = tuple(text for _, text in record(game, traced=False).answers)
    decision = min(_decision(camera.plays), len(camera.frames) - 1)
    return Recording(
        board,
        tuple(rulebook.players),
        tuple(camera.frames),
        decision,
        tuple(_tries(camera, decision)),
        answers,
        game.setup,
    )


class _Camera:
    """Looks at a scenario while it is played."""

    def __init__(self, rulebook: Rulebook[Any]) -> None:
        self.rulebook = rulebook
        self.frames: list[Frame] = []
        self.plays: list[Play] = []
        self.games: list[Game[Any]] = []
        self._told = 0

    def __call__(self, game: Game[Any], one: Play, events: Sequence[Event]) -> None:
        if one.answer is None and self.frames:  # what is expected at the end changes nothing
            self.plays[-1] = one if one.expect != Expect() else self.plays[-1]
            return
        fresh = events[self._told if one.follows else 0 :]
        self._told = len(events)
        self.frames.append(self._frame(game, one, fresh))
        self.plays.append(one)
        self.games.append(game.fork())

    def _frame(self, game: Game[Any], one: Play, fresh: Sequence[Event]) -> Frame:
        scene, question = self.rulebook.scene(game.battle), game.question
        full = self.rulebook.register.full
        lines = tuple(Told(event.told(), tuple(map(full, event.because))) for event in fresh)
        return Frame(
            len(game.answers),
            self._words(one),
            one.note,
            lines,
            scene,
            question.player if question else "",
            asked(scene, question).whole if question else "",
            full(question.because) if question else "",
        )

    def _words(self, one: Play) -> str:
        """What was answered, as people say it: in the words of the question before it."""
        if one.answer is None:
            return ""
        return tell(self.games[-1], one.answer) if self.games else one.answer


def tell(game: Game[Any], text: str) -> str:
    """An answer in words, whether or not it is legal; as it is written where it is no answer."""
    question = game.question
    if not isinstance(question, Choice):
        return text
    option = question.menu.read(text)
    try:
        return question.menu.tell(option) if not hasattr(option, "reason") else text
    except Exception:  # an option that cannot be has no words; its own must do
        return text


# ---------------------------------------------------------------------- the decision


def _decision(framed: Sequence[Play]) -> int:
    """Where there is something to try: what is offered or refused, else before the dice fall, else
    before the last answer."""
    for n, one in enumerate(framed):
        if one.expect.refuses or one.expect.withholds:
            return n
    for n, one in enumerate(framed):
        if one.dice and n and one.answer is not None:
            return n - 1
    for n, one in enumerate(framed):
        if one.expect.offers:
            return n
    return max(0, len(framed) - 2)


def _tries(camera: _Camera, decision: int) -> list[Try]:
    game, expect = camera.games[decision], camera.plays[decision].expect
    if not isinstance(game.question, Choice):
        return []
    texts = [one.answer for one in expect.refuses] + [*expect.withholds, *expect.offers]
    if decision + 1 < len(camera.plays):
        following = camera.plays[decision + 1].answer
        texts.append(following or "")
    wanted = dict.fromkeys(" ".join(text.split()) for text in texts if text)
    if len(wanted) < _FEW_TRIES:
        listed = [game.write(option) for option in game.question.listed[:_MOST_TRIES]]
        wanted |= dict.fromkeys(listed[-_FEW_TRIES:])
    return [attempt(game, text) for text in list(wanted)[:_MOST_TRIES]]


def attempt(game: Game[Any], text: str) -> Try:
    """What the rules say to an answer; nothing is changed."""
    told, full = tell(game, text), game.rulebook.register.full
    try:
        written = game.judge(text).text
    except Refused as refused:
        refusal = refused.refusal
        clause = full(refusal.because) if refusal.because else ""
        return Try(text, told, False, refusal.reason, clause)
    return Try(written, told, True, "", "")


# ---------------------------------------------------------------------- the dice that decide


class Outcome(NamedTuple):
    """Faces of a die that come to the same end, and what is told then."""

    faces: tuple[int, ...]
    fell: bool
    """Whether the face that fell is among them."""
    told: str


class Deciding(NamedTuple):
    """A die that another face would have changed the end by."""

    number: int
    face: int
    because: str
    outcomes: tuple[Outcome, ...]


class _Repeated:
    """Dice that fall as they fell, but for one: a die more falls like the last of its roll.

    Where another roll follows, such as after a tie, it is any: the same again might tie for ever.
    """

    def __init__(self, rolls: Sequence[tuple[int, ...]]) -> None:
        self._rolls = list(rolls)
        self._at = 0
        self._others = Stream("dice that did not fall")

    def roll(self, roll: Roll) -> tuple[int, ...]:
        if self._at >= len(self._rolls):
            return self._others.faces(roll.count, roll.sides)
        fell = self._rolls[self._at]
        self._at += 1
        more = (fell[-1],) * max(0, roll.count - len(fell))
        return (fell + more)[: roll.count]

    def again(self) -> _Repeated:
        return _Repeated(self._rolls)


_MOST_DICE = 12


def deciding(rulebook: Rulebook[Any], board: BoardFile) -> tuple[Deciding, ...]:
    """The dice after the decision that made the difference, with what each face leads to."""
    return _deciding(rulebook, board, spoken().language)


@Memo("the rulebook, the language, and a file that is shipped and never changes", bound=64)
def _deciding(rulebook: Rulebook[Any], board: BoardFile, _language: str) -> tuple[Deciding, ...]:
    shown = recorded(rulebook, board)
    if shown.decision + 1 >= len(shown.frames):
        return ()
    start, end = shown.frames[shown.decision].step, shown.frames[shown.decision + 1].step
    game: Game[Any] = Game(rulebook, shown.setup)
    for text in shown.answers[:start]:
        game.answer(text)
    rolls, chosen = _parted(game.fork(), shown.answers[start:end])
    found = []
    count = sum(len(faces) for faces, _ in rolls)
    if not 0 < count <= _MOST_DICE:
        return ()
    number = 0
    for at, (faces, roll) in enumerate(rolls):
        for n, face in enumerate(faces):
            number += 1
            ends = _ends(game, chosen, [one for one, _ in rolls], at, n, roll.sides)
            outcomes = _grouped(ends, face)
            if len(outcomes) > 1:
                because = rulebook.register.full(roll.because)
                found.append(Deciding(number, face, because, outcomes))
    return tuple(found)


def _parted(
    game: Game[Any], texts: Sequence[str]
) -> tuple[list[tuple[tuple[int, ...], Roll]], list[str]]:
    """The dice that fell, each with its roll, and what was chosen between them."""
    rolls, chosen = [], []
    for text in texts:
        question = game.question
        judged = game.judge(text)
        if isinstance(question, Roll):
            rolls.append((tuple(face for face in judged.answer if isinstance(face, int)), question))
        else:
            chosen.append(text)
        game.answer(judged)
    return rolls, chosen


def _ends(
    game: Game[Any],
    chosen: Sequence[str],
    rolls: Sequence[tuple[int, ...]],
    at: int,
    n: int,
    sides: int,
) -> dict[int, tuple[str, str]]:
    """Where each face of a die leads: the digest of the battle, and the last that is told."""
    ends = {}
    for face in range(1, sides + 1):
        fell = [*rolls]
        fell[at] = (*rolls[at][:n], face, *rolls[at][n + 1 :])
        ends[face] = _end(game.fork(), chosen, _Repeated(fell))
    return ends


def _end(game: Game[Any], chosen: Sequence[str], dice: _Repeated) -> tuple[str, str]:
    told: list[Event] = []
    game.battle.sink = told.append
    game.dice = dice
    for text in chosen:
        try:
            game.answer(text)
        except Refused:
            break  # this window does not open with these dice
    spoken = [event.told() for event in told if event.role != "price"]
    return game.digest, " ".join(spoken[-1:])


def _grouped(ends: dict[int, tuple[str, str]], fell: int) -> tuple[Outcome, ...]:
    groups: dict[str, list[int]] = {}
    for face, (digest, _) in ends.items():
        groups.setdefault(digest, []).append(face)
    return tuple(
        Outcome(tuple(faces), fell in faces, ends[faces[0]][1]) for faces in groups.values()
    )
