"""A game: one flow of questions, driven answer by answer.

Between two steps the battle alone says what comes next. So a fork is a copy of the battle at the
step's start and a replay of the few answers since, and never a walk through the whole game.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Generic

from battlemat.kernel.dice import Dice, faces_refusal, read_faces, write_faces
from battlemat.kernel.errors import Refusal, Refused
from battlemat.kernel.events import Sink
from battlemat.kernel.questions import (
    Answer,
    Choice,
    Faces,
    Option,
    Question,
    Roll,
    is_faces,
)
from battlemat.kernel.readings import events_at_start
from battlemat.kernel.rulebook import B, Result, Rulebook, Setup
from battlemat.kernel.verbs import Menu, proposing
from battlemat.kernel.walk import Walk

_MOST_BEHIND = 32
"""Steps that are walked again, at most, when somebody looks back for the first time."""


class Game(Generic[B]):
    """Drives one battle. Rolls are answered by `dice`; without dice they are asked like choices."""

    __slots__ = (
        "_begun",
        "_behind",
        "_checkpoint",
        "_looked_back",
        "_question",
        "_since",
        "_walk",
        "answers",
        "battle",
        "dice",
        "rulebook",
        "setup",
    )

    def __init__(
        self,
        rulebook: Rulebook[B],
        setup: Setup,
        *,
        dice: Dice | None = None,
        log: Sink | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.setup = setup
        self.dice = dice
        self.answers: list[Answer] = []
        self.battle: B = rulebook.start(setup)
        self.battle.sink = log
        if log is not None:
            for event in events_at_start(rulebook.readings, setup.get("readings")):
                log(event)
        self._question: Question | None = None
        self._walk: Walk | None = None
        self._checkpoint: B = self.battle
        self._behind = 0
        self._looked_back = True
        self._next_step()
        self._run()

    # ------------------------------------------------------------------ asking

    @property
    def question(self) -> Question | None:
        """The question that stands; None when the game is over."""
        return self._question

    @property
    def over(self) -> bool:
        """Whether nothing is asked any more."""
        return self._question is None

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.rulebook.result(self.battle) if self._question is None else None

    @property
    def digest(self) -> str:
        """A short text that two games share only if their states are the same."""
        return sha256(repr(self.battle.key()).encode()).hexdigest()[:32]

    @property
    def checkpoint(self) -> B:
        """The battle at the start of the current step. It is shared: copy it before use."""
        self._looked_back = True
        if self._behind:
            self._catch_up()
        return self._checkpoint

    @property
    def since(self) -> list[Answer]:
        """The answers since the checkpoint."""
        return self._since[self._begun :]

    def write(self, answer: Answer) -> str:
        """The canonical text of an answer to the question that stands."""
        question = self._question
        if isinstance(question, Roll):
            return write_faces(question, answer)
        return self.rulebook.write(self.battle, answer)

    def read(self, text: str) -> Answer:
        """The answer that `text` stands for, or `Refused` with the reason and its clause."""
        question = self._question
        text = " ".join(text.split())
        if question is None:
            raise Refused(text, Refusal("the game is over"), len(self.answers) + 1)
        if isinstance(question, Roll):
            found: Option | Refusal = read_faces(question, text)
        else:
            found = self._read_option(question, text)
        if isinstance(found, Refusal):
            raise Refused(text, found, len(self.answers) + 1)
        return found

    def read_again(self, text: str) -> Answer:
        """What `text` stands for, if it was read here once before: whether it is legal is not asked
        where that can be left out.
        """
        question = self._question
        if type(question) is Choice and not isinstance(question.options, (list, tuple)):
            found: Option | Refusal = question.options.read(text)  # type: ignore[union-attr]
            if not isinstance(found, Refusal):
                return found
        return self.read(text)

    def _read_option(self, choice: Choice, text: str) -> Option | Refusal:
        options = choice.options
        if isinstance(options, (list, tuple)):
            return self._find_option(choice, options, text)
        found: Option | Refusal = options.read(text)  # type: ignore[union-attr]
        if isinstance(found, Refusal):
            return self._elsewhere(choice, text) or found
        return options.refusal(found) or found  # type: ignore[union-attr]

    def _find_option(
        self, choice: Choice, options: Sequence[Option], text: str
    ) -> Option | Refusal:
        texts = {self.rulebook.write(self.battle, option): option for option in options}
        wanted = text.casefold()
        for written, option in texts.items():
            if written.casefold() == wanted:
                return option
        refusal = self.rulebook.refusal(self.battle, choice, text)
        if refusal.because is None:
            told = Refusal(proposing(text, refusal.reason, list(texts)))
            return self._elsewhere(choice, text) or told
        return refusal

    def _elsewhere(self, choice: Choice, text: str) -> Refusal | None:
        """An answer at the wrong moment is refused with the clause of the order, if the rulebook
        names one, or of what is asked instead."""
        if not self.speaks_elsewhere(choice, text):
            return None
        said = self.rulebook.refusal(self.battle, choice, text)
        if said.because is not None:
            return said
        word = text.split()[0]
        return Refusal(f"'{word}' answers another question than this one", choice.because)

    def speaks_elsewhere(self, choice: Choice, text: str) -> bool:
        """Whether a text begins as answers to other questions do, and none to this one does."""
        word = text.split()[0].casefold() if text.split() else ""
        options = choice.options
        if isinstance(options, Menu):
            here = options.verbs.words
        else:
            texts = (self.rulebook.write(self.battle, option) for option in choice.listed)
            here = {one.split()[0].casefold() for one in texts}
        return word in self.rulebook.verbs.words and word not in here

    # ------------------------------------------------------------------ answering

    def answer(self, answer: Answer | str) -> None:
        """Take an answer (an option, faces, or their text); `Refused` changes nothing."""
        if isinstance(answer, str):
            answer = self.read(answer)
        else:
            refusal = self._refusal(answer)
            if refusal is not None:
                raise Refused(self._best_text(answer), refusal, len(self.answers) + 1)
        self.take(answer)

    def _best_text(self, answer: Answer) -> str:
        try:
            return self.write(answer)
        except Exception:  # an impossible option has no text; its own shape must do
            return " ".join(map(str, answer))

    def _refusal(self, answer: Answer) -> Refusal | None:
        question = self._question
        if question is None:
            return Refusal("the game is over")
        if isinstance(question, Roll):
            return faces_refusal(question, answer)
        options = question.options
        if isinstance(options, (list, tuple)):
            if answer in options:
                return None
            return self.rulebook.refusal(self.battle, question, self._best_text(answer))
        refusal: Refusal | None = options.refusal(answer)  # type: ignore[union-attr]
        return refusal

    def take(self, answer: Answer) -> None:
        """Take an answer that is known to be legal: `read` gave it, or it was taken before."""
        self._since.append(answer)
        self.answers.append(answer)
        assert self._walk is not None, "a question stands"
        self._walk.send(answer)
        self._run()

    def _run(self) -> None:
        """Go on until a question stands that somebody else must answer."""
        dice = self.dice
        while (walk := self._walk) is not None:
            question = walk.question
            if question is None:
                self._next_step()
            elif dice is not None and type(question) is Roll:
                faces: Faces = dice.roll(question)
                self._since.append(faces)
                self.answers.append(faces)
                walk.send(faces)
            else:
                self._question = question  # type: ignore[assignment]
                return
        self._question = None

    def _next_step(self) -> None:
        """Begin the next step. Where nobody has looked back since the last copy of the battle, the
        steps since then are remembered by their answers instead, which costs nothing.
        """
        flow = self.rulebook.step(self.battle)
        if self._looked_back or self._behind == _MOST_BEHIND:
            self._looked_back = False
            self._keep(self.battle.copy(), [])
        else:
            self._behind += 1
            self._begun = len(self._since)
        self._walk = Walk(self.battle, flow) if flow is not None else None

    def _keep(self, checkpoint: B, since: list[Answer]) -> None:
        """Take a battle for the start of the current step."""
        self._checkpoint, self._since = checkpoint, since
        self._behind = self._begun = 0

    def _catch_up(self) -> None:
        """Bring the checkpoint to the start of the current step."""
        battle: B = self._checkpoint.copy()
        answers = iter(self._since)
        for _ in range(self._behind):
            walk = Walk.step(self.rulebook, battle)
            while not walk.ended:
                walk.send(next(answers))
        self.rulebook.step(battle)
        self._keep(battle, self.since)

    # ------------------------------------------------------------------ branching

    def fork(self, dice: Dice | None = None) -> Game[B]:
        """A twin at the same question, without log and history; rolls are answered by `dice`."""
        twin: Game[B] = Game.__new__(Game)
        twin.rulebook = self.rulebook
        twin.setup = self.setup
        twin.dice = dice
        twin.answers = []
        twin._looked_back = False
        twin._keep(self.checkpoint, self.since)
        twin.battle = twin._checkpoint.copy()
        twin._question = twin._walk = None
        if self._question is not None:
            twin._walk = Walk.step(self.rulebook, twin.battle).resume(twin._since)
            twin._question = twin._walk.question  # type: ignore[assignment]
            _share_options(self._question, twin._question)
        return twin

    def at(self, battle: B) -> Game[B]:
        """A twin that stands where a step of `battle` begins; rolls are asked like choices."""
        twin: Game[B] = Game.__new__(Game)
        twin.rulebook = self.rulebook
        twin.setup = self.setup
        twin.dice = None
        twin.answers = []
        twin.battle = battle.copy()
        twin._question = None
        twin._looked_back = True
        twin._next_step()
        twin._run()
        return twin

    def undo(self, *, agreed: bool = False) -> Option:
        """Take back the last choice; returns it. Refused if a die fell since, unless agreed."""
        last = len(self.answers) - 1
        while last >= 0 and is_faces(self.answers[last]):
            last -= 1
        if last < 0:
            raise Refused("undo", Refusal("there is no choice to take back"), len(self.answers))
        if last < len(self.answers) - 1 and not agreed:
            reason = (
                "dice have fallen since the last choice; every player must agree to take it back"
            )
            raise Refused("undo", Refusal(reason), len(self.answers))
        taken = self.answers[last]
        self.rewind(last)
        return taken

    def rewind(self, kept: int) -> None:
        """Back to the question after so many answers; whoever does so has everybody's consent."""
        self._rewind(self.answers[:kept])

    def _rewind(self, answers: list[Answer]) -> None:
        log = self.battle.sink
        earlier = replay(self.rulebook, self.setup, answers, dice=self.dice)
        for slot in _REWOUND:
            setattr(self, slot, getattr(earlier, slot))
        self.battle.sink = log


_REWOUND = tuple(slot for slot in Game.__slots__ if slot not in ("rulebook", "setup"))
"""All that an undo takes over from the game as it was."""


def _share_options(ours: Question, theirs: Question | None) -> None:
    """Options once listed are plain data; a fork at the same question need not list them again."""
    if type(ours) is not Choice or type(theirs) is not Choice:
        return
    listed = ours._options
    if isinstance(listed, (list, tuple)):
        theirs._options = listed
    elif type(listed) is Menu and type(theirs._options) is Menu:
        theirs._options.share(listed)


def replay(
    rulebook: Rulebook[B],
    setup: Setup,
    answers: list[Answer],
    *,
    dice: Dice | None = None,
    log: Sink | None = None,
) -> Game[B]:
    """A game brought to the question after `answers`; `dice` go on from there.

    Seeded dice start over, so that die number n of a game is the same die after an undo.
    """
    game = Game(rulebook, setup, log=log)
    fresh = dice.again() if dice is not None else None
    for answer in answers:
        if isinstance(game.question, Roll) and fresh is not None:
            fresh.roll(game.question)
        game.answer(answer)
    game.dice = fresh
    if fresh is not None and isinstance(game.question, Roll):
        game.answer(fresh.roll(game.question))
    return game
