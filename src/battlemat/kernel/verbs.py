"""Verbs: what a player can answer with, each one value that holds all there is to know of it.

An option is a NamedTuple with named parts whose last part is its verb's word, so that options of
two verbs are never equal:

    class Shoot(NamedTuple):
        unit: int
        target: int
        weapon: int
        verb: str = "shoot"

    SHOOT = Verb(
        Shoot,
        Template(Shoot, "shoot {unit} {target} {weapon}", unit=UNIT, target=UNIT, weapon=WEAPON),
        says="a ranged attack",
        because="action.shoot",
        candidates=shots,   # (battle, asked) -> what comes into question, in order
        bar=shot_bar,       # (battle, asked, option) -> why it is illegal, or None: THE rule
        price=attack_price,
        do=shoot,           # (battle, option) -> Flow
        handle=point_at,    # how a screen offers it
        covers=sight_line,  # what it would touch
    )

`Verbs` is a set of them, `Ask` a kind of question with its verbs, `Menu` what one question offers:
open options that are listed when somebody looks. `asked` is the rulebook's own value that says
what is asked of whom. A question lists the candidates that no bar refuses; where that is measured
to be too slow, a `Quick` lists by hand, and the contract (`battlemat.testing`) holds it to the bar.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from battlemat.kernel import unsaid
from battlemat.kernel.errors import Refusal, RuleBug
from battlemat.kernel.forms import Draw, Form, Misread, Template
from battlemat.kernel.near import did_you_mean, proposing
from battlemat.kernel.questions import Choice, Flow, Offers, Option, Pass
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.words import say, say_with

B = TypeVar("B")
A = TypeVar("A")
O = TypeVar("O", bound=Option)  # noqa: E741
C = TypeVar("C", covariant=True)


@dataclass(frozen=True, slots=True)
class Verb(Generic[B, A, O]):
    """All there is to know of one verb."""

    option: type[O]
    form: Form
    says: str
    """What it does, in a few words, for the pages that list answers."""
    because: str
    """The clause that gives it."""
    candidates: Callable[[B, A], Iterable[O]] = unsaid.no_candidates
    """What comes into question, in the order in which it is listed; those that the bar lets pass
    are offered. All legal ones are among them, unless `unlisted` says otherwise."""
    bar: Callable[[B, A, O], Refusal | None] = unsaid.always
    """Why an option of this verb is not legal now; None if it is. The statement of the rule."""
    price: Callable[[B, A, O], int | None] = unsaid.free
    """What it costs now, in the rulebook's coin; None where nothing is paid."""
    refund: Callable[[B, A, O], None] = unsaid.nothing_paid
    """Gives a battle back what using it in a window cost, so that what came of it can be compared
    with what comes of passing."""
    numbers: Callable[[B, A, O], Mapping[str, object]] = unsaid.no_numbers
    """What its dice would need: `{"dice": 3, "need": 4}`; empty where none fall."""
    do: Callable[[B, O], Flow[object]] | None = None
    """The flow that carries it out; None where the rule that asked goes on by itself."""
    handle: Callable[[B, Choice, O], Handle] | None = None
    """How a screen offers it; None for a plain button with its text."""
    covers: Callable[[B, Choice, O], Sequence[Shape]] = unsaid.covers_nothing
    """What it would touch, to be drawn before it is chosen."""
    same: Callable[[B, A, O], O] = unsaid.itself
    """The listed option that does the same as a legal one: of two equal dice, the first."""
    unlisted: bool = False
    """Whether legal options may be missing from the candidates: ways drawn point by point."""
    tells: str | Callable[[B, A, O], str] = ""
    """An answer in words, with the parts of its form: "Move to {square}"; or what says it, where
    words depend on more. It does not name who acts, where the question does."""

    @property
    def word(self) -> str:
        """The word that its answers begin with."""
        return self.form.word

    def offered(self, battle: B, asked: A) -> list[O]:
        """The candidates that are legal."""
        bar = self.bar
        return [one for one in self.candidates(battle, asked) if bar(battle, asked, one) is None]


AnyVerb: TypeAlias = Verb[B, Any, Any]
"""A verb among others: of what is asked and of its options a set of verbs knows nothing."""
Bar: TypeAlias = Callable[[B, A, Any], Refusal | None]
Lister: TypeAlias = tuple[Callable[[B, Any], Iterable[Option]], Bar[B, Any] | None]
"""What lists options, and what is asked of each before it is offered."""


@dataclass(frozen=True, slots=True)
class Quick(Generic[B, A]):
    """A list by hand of what some verbs that follow each other offer, in their order.

    It says a second time what the bars say, and stands only where a measurement shows that it pays.
    """

    verbs: tuple[Verb[B, A, Any], ...]
    lists: Callable[[B, A], Iterable[Option]]
    gain: float
    """How many times as fast random games are with it as without, measured side by side."""


class Verbs(Generic[B]):
    """A set of verbs, found by the type of an option or by the word of a text."""

    __slots__ = ("_by_type", "_by_word", "_listers", "all", "quick")

    def __init__(self, *verbs: AnyVerb[B], quick: Iterable[Quick[B, Any]] = ()) -> None:
        self.all = verbs
        self._by_type: dict[type, AnyVerb[B]] = {verb.option: verb for verb in verbs}
        self._by_word: dict[str, list[AnyVerb[B]]] = {}
        for verb in verbs:
            self._by_word.setdefault(verb.word, []).append(verb)
        if len(self._by_type) != len(verbs):
            raise RuleBug("two verbs share one type of option")
        self.quick = tuple(one for one in quick if self._follow_each_other(one.verbs))
        """The lists by hand of verbs that are all here."""
        self._listers = self._listing(verbs)

    def _follow_each_other(self, some: Sequence[AnyVerb[B]]) -> bool:
        """Whether these verbs are all here; where they are, they are listed at one place."""
        if not all(verb in self.all for verb in some):
            return False
        listed = [verb for verb in self.all if verb.candidates is not unsaid.no_candidates]
        first = listed.index(some[0])
        if listed[first : first + len(some)] != list(some):
            raise RuleBug(f"'{some[0].word}' and others are listed together, and stand apart")
        return True

    def _listing(self, verbs: Iterable[AnyVerb[B]]) -> list[Lister[B]]:
        by_hand = {verb.option: quick for quick in self.quick for verb in quick.verbs}
        listers: dict[object, Lister[B]] = {}
        for verb in verbs:
            quick = by_hand.get(verb.option)
            if quick is not None:
                listers[quick.lists] = (quick.lists, None)
            elif verb.candidates is not unsaid.no_candidates:
                bar = None if verb.bar is unsaid.always else verb.bar
                listers[verb.option] = (verb.candidates, bar)
        return list(listers.values())

    def listing(self, verbs: Iterable[AnyVerb[B]]) -> Verbs[B]:
        """The same verbs, of which only these are asked what they offer: the others cannot have
        anything in such a question, so that looking would cost time alone.
        """
        twin: Verbs[B] = Verbs(*self.all, quick=self.quick)
        twin._listers = twin._listing(verbs)
        return twin

    def listed(self, battle: B, asked: object) -> list[Option]:
        """What the verbs offer, in their order: the candidates that no bar refuses."""
        found: list[Option] = []
        for candidates, bar in self._listers:
            some = candidates(battle, asked)
            if bar is None:
                found.extend(some)
            elif some:  # most verbs have nothing to offer most of the time
                for one in some:
                    if bar(battle, asked, one) is None:
                        found.append(one)
        return found

    def __iter__(self) -> Iterator[AnyVerb[B]]:
        return iter(self.all)

    def __contains__(self, option: Option) -> bool:
        return type(option) in self._by_type

    @property
    def words(self) -> Collection[str]:
        """The words that answers may begin with."""
        return self._by_word.keys()

    def of(self, option: Option) -> AnyVerb[B]:
        """The verb of an option."""
        verb = self._by_type.get(type(option))
        if verb is None:
            raise RuleBug(f"{option!r} is an option of no verb here")
        return verb

    def write(self, battle: B, option: Option) -> str:
        """The canonical text of an option."""
        return self.of(option).form.write(battle, option)

    def tell(self, battle: B, asked: object, option: Option) -> str:
        """An option in words: the one phrase for question, hint, undo, review and refusal."""
        verb = self.of(option)
        if callable(verb.tells):
            said: str = verb.tells(battle, asked, option)
            return said
        if not verb.tells:
            return verb.form.write(battle, option)
        assert isinstance(verb.form, Template), "a sentence takes its parts from a template"
        return say_with(verb.tells, verb.form.in_words(battle, option))

    def do(self, battle: B, option: Option) -> Flow[object]:
        """Carry an option out."""
        flow = self.of(option).do
        if flow is None:
            raise RuleBug(f"{option!r} is carried out by the rule that asked for it")
        return flow(battle, option)

    def read(self, battle: B, text: str, asked: object = None) -> Option | Refusal:
        """The option that a text stands for, legal or not, or why it stands for none.

        `asked` is what the question asks, for forms that let people leave out what it implies.
        """
        words = text.split()
        if not words:
            return Refusal(say("an answer is wanted; type one of the options"))
        word = words[0].casefold()
        verbs = self._by_word.get(word)
        if verbs is None:
            hint = did_you_mean(word, self._by_word)
            return Refusal(say("''{word}'' is no answer here{hint}", word=words[0], hint=hint))
        misread: Misread | None = None
        for verb in verbs:
            found = verb.form.read(battle, " ".join(words), asked)
            if not isinstance(found, Misread):
                return found
            if misread is None or found.far > misread.far:
                misread = found  # the form that understood most says best what is wrong
        assert misread is not None, "a verb has a form"
        return Refusal(misread.reason, misread.because)

    def handle(self, battle: B, choice: Choice, option: Option) -> Handle:
        """How a screen offers an option."""
        verb = self.of(option)
        if verb.handle is None:
            text = verb.form.write(battle, option)
            label = self.tell(battle, choice.menu.asked, option)
            return Handle(text, label, because=choice.because, answer=text)
        made = verb.handle(battle, choice, option)
        if verb.tells and not (made.gesture and made.label):
            # A gesture stands for many answers, and may say what is drawn with it.
            made.label = self.tell(battle, choice.menu.asked, option)
        made.answer = verb.form.write(battle, option) if made.gesture else made.text
        return made

    def covers(self, battle: B, choice: Choice, option: Option) -> Sequence[Shape]:
        """What an option would touch."""
        return self.of(option).covers(battle, choice, option)


Arrange: TypeAlias = Callable[[B, A, list[Option]], list[Option]]
"""The same options in another order, where the best of several verbs come first."""


Draws: TypeAlias = Callable[[B, A, Draw], Option | None]
"""Draws a legal option without listing all; whatever may be listed may come. None: list them."""


class Menu(Generic[B, A]):
    """What one question offers: open options, listed when somebody looks."""

    __slots__ = ("_listed", "ask", "asked", "battle")

    def __init__(
        self, ask: Ask[B, A, Any], battle: B, asked: A, listed: list[Option] | None = None
    ) -> None:
        self.ask = ask
        self.battle = battle
        self.asked = asked
        self._listed = listed

    @property
    def verbs(self) -> Verbs[B]:
        """The verbs that the question is answered with."""
        return self.ask.verbs

    @property
    def words(self) -> Collection[str]:
        """The words that answers may begin with."""
        return self.ask.verbs.words

    @property
    def own(self) -> bool:
        """Whether a side is at its own work, so that nothing that happened before explains it."""
        return self.ask.own

    def says(self) -> str:
        """The question in words."""
        return say_with(self.ask.says, self.ask.parts(self.battle, self.asked))

    def pattern(self, option: Option) -> str:
        """How answers like an option are written, with its parts in capitals."""
        return self.ask.verbs.of(option).form.pattern

    def tell(self, option: Option) -> str:
        """An option in words."""
        return self.ask.verbs.tell(self.battle, self.asked, option)

    def left(self) -> Sequence[str]:
        """What an answer costs and what may still be spent, each in words."""
        return self.ask.left(self.battle, self.asked)

    def candidates(self) -> list[Option]:
        """The options that are listed, in the order of the verbs or as the question says."""
        if self._listed is None:
            ask, battle, asked = self.ask, self.battle, self.asked
            listed = ask.verbs.listed(battle, asked)
            self._listed = ask.arrange(battle, asked, listed) if ask.arrange else listed
        return self._listed

    def drawn(self, below: Draw) -> Option:
        """A legal option by chance. Each that is listed may come; listed is only what must be.

        It does not matter whether somebody has looked at the list before.
        """
        draws = self.ask.draws
        found = None if draws is None else draws(self.battle, self.asked, below)
        if found is not None:
            return found
        listed = self.candidates()
        return listed[below(len(listed))]

    def refusal(self, option: Option) -> Refusal | None:
        """Why an option is not legal now; None if it is."""
        if self._listed is not None and option in self._listed:
            return None
        if option not in self.verbs:
            return Refusal(say("that is not asked for now"))
        return self.verbs.of(option).bar(self.battle, self.asked, option)

    def read(self, text: str) -> Option | Refusal:
        """The option that a text stands for, legal or not, or why it stands for none."""
        found = self.verbs.read(self.battle, text, self.asked)
        if isinstance(found, Refusal) and found.because is None:
            written = [self.verbs.write(self.battle, option) for option in self.candidates()]
            return Refusal(proposing(text, found.reason, written))
        return found

    @property
    def lists_all(self) -> bool:
        """Whether every legal option is among the candidates."""
        return not any(verb.unlisted for verb in self.ask.verbs)

    def price(self, option: Option) -> int | None:
        """What an option costs now."""
        return self.verbs.of(option).price(self.battle, self.asked, option)

    def refund(self, battle: B, option: Option) -> None:
        """Give a battle back what an option cost, however far it has gone on since."""
        self.verbs.of(option).refund(battle, self.asked, option)

    def numbers(self, option: Option) -> Mapping[str, object]:
        """What the dice of an option would need."""
        return self.verbs.of(option).numbers(self.battle, self.asked, option)

    def same(self, option: Option) -> Option:
        """The listed option that does the same as a legal one."""
        found: Option = self.verbs.of(option).same(self.battle, self.asked, option)
        return found

    def sample(self, draw: Draw) -> Option | None:
        """An option that the parts of the verbs can say, legal or not; None if there is none."""
        verb = self.verbs.all[draw(len(self.verbs.all))]
        return verb.form.sample(self.battle, draw, self.asked)

    def handle(self, choice: Choice, option: Option) -> Handle:
        """How a screen offers an option."""
        return self.ask.verbs.handle(self.battle, choice, option)

    def share(self, other: Offers) -> None:
        """Take over what another menu of the same question has listed: options are plain data."""
        if isinstance(other, Menu):
            self._listed = other._listed


def passing(because: str) -> Verb[Any, Any, Pass]:
    """The verb that declines, wherever it is among the verbs of a question."""
    return Verb(
        Pass,
        Template(Pass, "pass"),
        says="decline",
        tells="Pass",
        because=because,
        candidates=lambda _battle, _asked: (Pass(),),
    )


@dataclass(frozen=True, slots=True)
class Ask(Generic[B, A, C]):
    """A kind of question: what it asks, with which verbs it is answered, what comes back."""

    kind: str
    says: str
    """The question in words, with named parts."""
    because: str
    verbs: Verbs[B]
    optional: bool = False
    arrange: Arrange[B, A] | None = None
    draws: Draws[B, A] | None = None
    """How players that take anything draw an option, where listing all of them is dear."""
    parts: Callable[[B, A], Mapping[str, object]] = unsaid.no_parts
    """The parts of the sentence."""
    left: Callable[[B, A], Sequence[str]] = unsaid.nothing_left
    """What an answer costs and what may still be spent, each in words."""
    own: bool = False
    """Whether a side is at its own work, so that nothing that happened before explains it."""

    def listed(self, battle: B, asked: A) -> list[Option]:
        """What the question lists: what its verbs offer, in the order of the verbs or its own."""
        found = self.verbs.listed(battle, asked)
        return self.arrange(battle, asked, found) if self.arrange else found

    def __call__(
        self,
        player: str,
        battle: B,
        asked: A,
        *,
        because: str = "",
        about: object = None,
        listed: list[Option] | None = None,
    ) -> Flow[C]:
        """Ask `player`; returns the option chosen. `because` may be finer than the kind's own.

        `listed` is what the verbs offer, where the rule has had to work it out before it asks.
        """
        menu = Menu(self, battle, asked, listed)
        option: C = yield Choice(
            player, self.kind, menu, because or self.because, self.optional, about
        )
        return option
