"""A small table for rule tests: units made in a line, put where the test says, dice as scripted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from battlemat.kernel.dice import ScriptedDice
from battlemat.kernel.errors import Refused
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Flow, Option, Roll
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.battle import Battle, Unit

RIFLE: dict[str, Any] = {"name": "Rifle", "rng": 24, "att": 1, "dmg": 1, "prc": 0, "special": []}
KNIFE: dict[str, Any] = {
    "name": "Knife",
    "rng": 1,
    "att": 1,
    "dmg": 1,
    "prc": 0,
    "special": ["Assault"],
}


def weapon(**changes: Any) -> dict[str, Any]:
    """A rifle with some of its values changed."""
    return {**RIFLE, **changes}


def model(**changes: Any) -> dict[str, Any]:
    """A plain soldier on a base of radius 50 with some values changed."""
    values: dict[str, Any] = {
        "name": "Trooper",
        "mov": 5,
        "skl": 6,
        "def": 7,
        "cmd": 7,
        "hp": 1,
        "special": [],
        "weapons": ["rifle"],
        "base": {"radius": 50, "height": 120},
    }
    return {**values, **changes}


def tank(**changes: Any) -> dict[str, Any]:
    """A vehicle, 4 by 2 inches, with some values changed."""
    values = model(
        name="Tank",
        mov=10,
        hp=10,
        special=["Vehicle"],
        base={"length": 400, "width": 200, "height": 200},
    )
    return {**values, **changes}


def unit(id: str, *models: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """A unit of these models; of one plain soldier if none are given."""
    return {"id": id, "name": f"Unit {id}", "models": list(models or (model(),)), **changes}


def mission(**changes: Any) -> dict[str, Any]:
    """A mission on 48 by 48 inches with an entry point on either side and no objective."""
    values: dict[str, Any] = {
        "id": "clash",
        "name": "Clash",
        "table": [48, 48],
        "entry_points": {
            "red": [{"id": "w", "at": [0, 2400]}],
            "blue": [{"id": "e", "at": [4800, 2400]}],
        },
        "objectives": [],
    }
    return {**values, **changes}


def objective(kind: str = "control", at: Sequence[int] = (2400, 2400), **changes: Any) -> Any:
    """An objective called 1, worth 3 points."""
    return {"id": "1", "name": "Relay", "kind": kind, "at": list(at), "points": 3, **changes}


def setup(
    red: Sequence[Mapping[str, Any]],
    blue: Sequence[Mapping[str, Any]],
    *,
    weapons: Mapping[str, Any] | None = None,
    parts: Sequence[Mapping[str, Any]] = (),
    areas: Sequence[Mapping[str, Any]] = (),
    **more: Any,
) -> dict[str, Any]:
    """A whole setup around two armies."""
    return {
        "module": {"id": "test", "title": "Test", "version": "1", "setting": "", "scale": ""},
        "weapons": {"rifle": RIFLE, "knife": KNIFE, **(weapons or {})},
        "mission": mission(),
        "board": {"table": [4800, 4800], "areas": list(areas), "parts": list(parts)},
        "armies": {
            "red": {"id": "red", "name": "Reds", "faction": "red", "units": list(red)},
            "blue": {"id": "blue", "name": "Blues", "faction": "blue", "units": list(blue)},
        },
        **more,
    }


class Table:
    """A battle in mid-game. Units stand where `at` says; all others are in reserve.

    A place is `(x, y)` or `(x, y, facing)` or `(x, y, facing, hp)`; a unit of several models has a
    list of them.
    """

    def __init__(
        self,
        red: Sequence[Mapping[str, Any]] = (),
        blue: Sequence[Mapping[str, Any]] = (),
        at: Mapping[str, Any] | None = None,
        *,
        units: Mapping[str, Mapping[str, Any]] | None = None,
        active: tuple[str, str] | None = None,
        moved: bool = False,
        advanced: bool = False,
        round: int = 1,
        to_move: str = "red",
        objectives: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        rows: dict[str, dict[str, Any]] = {}
        for id, places in (at or {}).items():
            if places and not isinstance(places[0], (list, tuple)) and places[0] is not None:
                places = [places]
            rows[id] = {"models": [p and [*p, 0][:3] + list(p[3:]) for p in places]}
        for id, row in (units or {}).items():
            rows.setdefault(id, {}).update(row)
        position: dict[str, Any] = {"round": round, "to_move": to_move, "units": rows}
        if objectives:
            position["objectives"] = objectives
        if active:
            position["active"] = {
                "unit": active[0],
                "action": active[1],
                "moved": moved,
                "advanced": advanced,
            }
        self.setup = setup(red or [unit("R1")], blue or [unit("B1")], position=position, **more)
        self.events: list[Event] = []
        self.game: Game[Battle] = Game(OPENFIRE, self.setup, log=self.events.append)

    @property
    def battle(self) -> Battle:
        return self.game.battle

    def __getitem__(self, id: str) -> Unit:
        found = self.battle.find(id)
        assert found is not None
        return found

    # ------------------------------------------------------------------ playing

    def play(self, *answers: str, dice: str = "") -> Table:
        """Answer in order; the dice fall as scripted, and none may be left over.

        A free choice that nobody answers (which model is lost, how followers stand) is not made:
        it must be answered like any other.
        """
        faces = [int(face) for face in dice.split()]
        waiting = list(answers)
        while (question := self.game.question) is not None:
            if isinstance(question, Roll) and faces:
                assert len(faces) >= question.count, f"{question!r}: only {faces} are left"
                self.game.answer(tuple(faces[: question.count]))
                del faces[: question.count]
            elif isinstance(question, Choice) and waiting:
                self.game.answer(waiting.pop(0))
            else:
                break
        assert not faces, f"dice are left over: {faces}; asked is {question!r}"
        assert not waiting, f"not asked for: {waiting}; asked is {question!r}"
        return self

    def asked(self) -> str:
        """What stands: the kind of a choice and who is asked, or the dice and why."""
        question = self.game.question
        if isinstance(question, Choice):
            return f"{question.player} {question.kind}"
        if isinstance(question, Roll):
            return f"{question.player} {question.count}d{question.sides}"
        return "nothing"

    def offers(self) -> list[str]:
        """The texts of the options that are listed."""
        question = self.game.question
        assert isinstance(question, Choice)
        return [self.game.write(option) for option in question.listed]

    def refused(self, text: str) -> str:
        """The clause by which an answer is refused."""
        try:
            self.game.read(text)
        except Refused as refused:
            return refused.refusal.because or f"no clause: {refused.refusal.reason}"
        raise AssertionError(f"'{text}' is legal")

    def allows(self, text: str) -> bool:
        """True if an answer is legal now."""
        try:
            self.game.read(text)
        except Refused:
            return False
        return True

    # ------------------------------------------------------------------ single flows

    def run(self, flow: Callable[[Battle], Flow[Any]], *answers: Any, dice: str = "") -> Any:
        """Run one rule by itself with scripted answers and dice; returns its value."""
        scripted = ScriptedDice([int(face) for face in dice.split()])
        given = list(answers)
        steps = flow(self.battle)
        sent: Any = None
        while True:
            try:
                question = steps.send(sent)
            except StopIteration as end:
                scripted.finish()
                assert not given, f"not asked for: {given}"
                return end.value
            if isinstance(question, Roll):
                sent = scripted.roll(question)
            elif isinstance(question, Choice):
                assert given, f"an answer is missing for {question!r}: {question.listed}"
                sent = given.pop(0)
                if isinstance(sent, str):
                    sent = self._option(question, sent)
            else:
                sent = None

    def _option(self, question: Choice, text: str) -> Option:
        for option in question.listed:
            if OPENFIRE.write(self.battle, option) == text:
                return option
        texts = [OPENFIRE.write(self.battle, option) for option in question.listed]
        raise AssertionError(f"'{text}' is not among {texts}")

    def told(self, kind: str) -> list[Event]:
        """The events of one kind so far."""
        return [event for event in self.events if event.kind == kind]
