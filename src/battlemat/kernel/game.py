"""A game: one flow of questions, driven answer by answer.

Between two steps the battle alone says what comes next. So a fork is a copy of the battle at the
step's start and a replay of the few answers since, and never a walk through the whole game.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Generic, NamedTuple

from battlemat.kernel.dice import Dice, faces_refusal, read_faces, write_faces
from battlemat.kernel.errors import Refusal, Refused, RuleBug
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
from battlemat.kernel.walk import Walk
from battlemat.kernel.words import say

_MOST_BEHIND = 32
"""Steps that are walked again, at most, when somebody looks back for the first time."""


class Judged(NamedTuple):
    """A legal answer: what it stands for, its canonical text, and how many answers came before."""

    answer: Answer
    text: str
    number: int


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
        self._walk: Walk[B] | None = None
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

    def tell(self, option: Option) -> str:
        """An option of the question that stands, in words."""
        question = self._question
        assert isinstance(question, Choice), "dice are told by those who roll them"
        return question.menu.tell(option)

    # ------------------------------------------------------------------ judging

    def judge(self, text: str) -> Judged:
        """The answer that `text` stands for and its canonical text, if it is legal now.

        `Refused` with the reason and its clause otherwise. This is the one judgement of a typed
        answer: whoever has a `Judged` of the question that stands hands it on and trusts it.
        """
        found = self.read(text)
        return Judged(found, self.write(found), len(self.answers))

    def read(self, text: str) -> Answer:
        """The answer that `text` stands for, if it is legal now; `Refused` otherwise."""
        question = self._question
        text = " ".join(text.split())
        if question is None:
            raise self._refused(text, Refusal(say("the game is over")))
        found: Answer | Refusal
        if isinstance(question, Roll):
            found = read_faces(question, text)
        else:
            found = question.menu.read(text)
        if isinstance(found, Refusal):
            raise self._refused(text, self._elsewhere(question, text) or found)
        if isinstance(question, Choice):
            refusal = question.menu.refusal(found)
            if refusal is not None:
                raise self._refused(text, refusal)
        return found

    def read_again(self, text: str) -> Answer:
        """What `text` stands for, if it was read here once before: whether it is legal is not asked
        where that can be left out.
        """
        question = self._question
        if type(question) is Choice:
            found = question.menu.read(text)
            if not isinstance(found, Refusal):
                return found
        return self.read(text)

    def _elsewhere(self, question: Question, text: str) -> Refusal | None:
        """An answer at the wrong moment is refused with the clause of the order, if the rulebook
        names one, or of what is asked instead."""
        if not isinstance(question, Choice) or not self.speaks_elsewhere(question, text):
            return None
        said = self.rulebook.misplaced(self.battle, question, text)
        if said is not None:
            return said
        word = text.split()[0]
        why = say("''{word}'' answers a different question", word=word)
        return Refusal(why, question.because)

    def speaks_elsewhere(self, choice: Choice, text: str) -> bool:
        """Whether a text begins as answers to other questions do, and none to this one does."""
        word = text.split()[0].casefold() if text.split() else ""
        return word in self.rulebook.verbs.words and word not in choice.menu.words

    def _refused(self, text: str, refusal: Refusal) -> Refused:
        return Refused(text, refusal, len(self.answers) + 1)

    # ------------------------------------------------------------------ answering

    def answer(self, answer: Answer | str | Judged) -> None:
        """Take an answer (an option, faces, their text, or what was judged); `Refused` changes
        nothing.
        """
        if isinstance(answer, str):
            answer = self.judge(answer)
        if isinstance(answer, Judged):
            if answer.number != len(self.answers):
                raise RuleBug(f"'{answer.text}' was judged for another question")
            self.take(answer.answer)
            return
        refusal = self._refusal(answer)
        if refusal is not None:
            raise self._refused(self._best_text(answer), refusal)
        self.take(answer)

    def _best_text(self, answer: Answer) -> str:
        try:
            return self.write(answer)
        except Exception:  # an impossible option has no text; its own shape must do
            return " ".join(map(str, answer))

    def _refusal(self, answer: Answer) -> Refusal | None:
        question = self._question
        if question is None:
            return Refusal(say("the game is over"))
        if isinstance(question, Roll):
            return faces_refusal(question, answer)
        return question.menu.refusal(answer)

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
            why = say("there is no choice to take back")
            raise Refused("undo", Refusal(why), len(self.answers))
        if last < len(self.answers) - 1 and not agreed:
            reason = say(
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
    if type(ours) is Choice and type(theirs) is Choice:
        theirs.menu.share(ours.menu)


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
