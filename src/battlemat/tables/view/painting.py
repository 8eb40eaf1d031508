"""What all viewers of a table share: the scene, the question and its options, as JSON text.

A painting is of the table after one entry of its ledger. Each part is made when somebody first
looks, and kept; once the board has moved, the table has another painting. Making one changes
nothing. The table's lock is held.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Generic, TypeVar, overload

from battlemat.kernel.memo import Memo, Table
from battlemat.kernel.questions import PASS, Choice, Question, Roll
from battlemat.kernel.scene import Handle, Scene, as_json
from battlemat.players.asked import Asked, Cause
from battlemat.players.asked import asked as asked_in_words
from battlemat.tables.play.arming import armed
from battlemat.tables.play.history import plain
from battlemat.tables.play.match import Match
from battlemat.tables.view.json_text import Writer, joined

T = TypeVar("T")
HANDLE_PAGE = 1_000
HANDLE_BYTES = 1_000_000
"""So many options of a question are sent at a time, and so many bytes of them."""
_SURELY_SMALL = 100
_RECENT = 20  # lines of the rulebook among which the cause of a question is looked for
_ODDS = Memo(
    "the step that stands, with which it is dropped, the answer, and what is taken up first",
    bound=200,
)
_AREAS = Memo("the step that stands, with which it is dropped, and the answer", bound=24)
_SHARED = Memo("the tuple, which is kept with its text, and who wrote it", bound=500)


class once(Generic[T]):  # noqa: N801  (used as a decorator)
    """A part that is made when it is first asked for, and kept with its painting."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, one: None, owner: type) -> once[T]: ...
    @overload
    def __get__(self, one: object, owner: type) -> T: ...
    def __get__(self, one: object | None, owner: type) -> once[T] | T:
        if one is None:
            return self
        found = one.__dict__[self._name] = self._make(one)
        return found


@dataclass(slots=True)
class Findings:
    """What was counted or told while a position stood, and is forgotten with it."""

    odds: Table[tuple[str, str], dict[str, Any]] = field(default_factory=_ODDS.table)
    areas: Table[str, dict[str, Any]] = field(default_factory=_AREAS.table)
    hint_told: bool = False
    course: Any = None
    review: Any = None


class Painting:
    """How a table looks after entry `number`."""

    def __init__(self, play: Match, writer: Writer) -> None:
        self._play = play
        self._write = writer
        self.number = play.moved
        self.findings = Findings()
        self.is_whole = False  # whether showing the table costs next to nothing

    def paint(self) -> None:
        """Make all that takes its time of what viewers are shown, before they look."""
        _ = self.scene, self.asked
        if self._play.answerers():
            _ = self.handles
        self.is_whole = True

    # ------------------------------------------------------------------ the scene

    @once
    def painted(self) -> Scene:
        """The scene."""
        return self._play.rulebook.scene(self._play.history.game.battle)

    @once
    def scene_parts(self) -> dict[str, str]:
        """The parts of the scene by their names, as JSON text."""
        whole = self.painted
        write = self._write.drawn
        return {name: drawn_once(write, getattr(whole, name)) for name in _names(type(whole))}

    @once
    def scene(self) -> str:
        """The scene, as JSON text."""
        return joined(self.scene_parts)

    # ------------------------------------------------------------------ the question

    @once
    def asked(self) -> dict[str, Any] | None:
        """The question that stands, without its options; None if nothing is asked."""
        question, play = self._play.question, self._play
        if question is None:
            return None
        choice = question if isinstance(question, Choice) else None
        rolled = question if isinstance(question, Roll) else None
        return {
            "number": play.asked,
            "player": question.player,
            "ask": "choice" if choice else "roll",
            "kind": choice.kind if choice else "roll",
            "because": play.rulebook.register.full(question.because),
            "optional": choice is not None and choice.optional,
            "says": self._says(question),
            "usual": self._usual(question),
            "about": plain(choice.about) if choice else None,
            "more": self._left_out(question),
            "open": choice is not None,
            "roll": {"count": rolled.count, "sides": rolled.sides} if rolled else None,
            "armed": self._armed(),
        }

    def _armed(self) -> list[dict[str, Any]]:
        """The offers that were passed and can still be taken up, as handles."""
        passed = armed(self._play)
        if passed is None:
            return []
        handle, battle = self._play.rulebook.handle, passed.game.battle
        return [as_json(handle(battle, passed.window, option)) for option in passed.options]

    def _says(self, question: Question) -> dict[str, str]:
        """The question in the sentences that every screen uses; empty where nobody is asked."""
        if not self._play.answerers():
            return Asked()._asdict()
        recent = self._play.history.newest_events(_RECENT)
        aimed = next((one.facts for one in recent if one.role == "aims"), None)
        told = next((one.text for one in recent if one.role != "price"), "")
        return asked_in_words(self.painted, question, Cause(aimed, told))._asdict()

    def _usual(self, question: Question) -> str:
        """The answer that is mostly given in mid-action, as odds assume it; "" if there is none."""
        play = self._play
        if not isinstance(question, Choice) or question.optional or not play.answerers():
            return ""
        battle = play.history.game.battle
        option = play.rulebook.assume(battle, question)
        return "" if option is None else play.rulebook.write(battle, option)

    # ------------------------------------------------------------------ its options

    @once
    def handles(self) -> str:
        """The handles of the options that stand, as JSON text."""
        return self._write.drawn(self.offered)

    @once
    def offered(self) -> list[Handle]:
        """How the options that stand are offered: all of them, or the first page of very many."""
        question = self._play.question
        return self.offered_from(question, 0) if isinstance(question, Choice) else []

    def offered_from(self, question: Choice, after: int) -> list[Handle]:
        """A page of how options are offered, after so many; what can be passed can be on the
        first.
        """
        rulebook, battle = self._play.rulebook, self._play.history.game.battle
        handle, full = rulebook.handle, rulebook.register.full
        options = _in_order(question)[after : after + HANDLE_PAGE]
        found = [handle(battle, question, option) for option in options]
        for one in found:
            one.because = one.because and full(one.because)
        write = self._write.drawn
        while len(found) > _SURELY_SMALL and (size := len(write(found))) > HANDLE_BYTES:
            found = found[: max(_SURELY_SMALL, len(found) * HANDLE_BYTES // size - 1)]
        return found

    def _left_out(self, question: Question) -> int:
        """How many options of a question are not on the first page."""
        if not isinstance(question, Choice) or not self._play.answerers():
            return 0
        return len(question.listed) - len(self.offered)


def _in_order(question: Choice) -> Sequence[Any]:
    listed = question.listed
    if len(listed) > HANDLE_PAGE and PASS in listed[HANDLE_PAGE:]:
        return [PASS, *(option for option in listed if option != PASS)]
    return listed


# ---------------------------------------------------------------------- parts of scenes

_shared: Table[tuple[int, Callable[[Any], str]], tuple[Any, str]] = _SHARED.table()
"""Tuples by their identity and by who wrote them, each kept with its text."""


def drawn_once(write: Callable[[Any], str], value: Any) -> str:
    """The JSON text of a part of a scene; tuples are shared by many scenes and never change."""
    if type(value) is not tuple:
        return write(value)
    found = _shared.get((id(value), write))
    if found is None:
        found = _shared.keep((id(value), write), (value, write(value)))
    return found[1]


_known_names: dict[type, tuple[str, ...]] = {}


def _names(kind: type) -> tuple[str, ...]:
    names = _known_names.get(kind)
    if names is None:
        names = _known_names[kind] = tuple(one.name for one in fields(kind))
    return names
