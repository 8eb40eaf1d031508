"""A table for rule tests: units on a drawn board, one answer, scripted dice, and what was asked.

Its one rule: nothing is answered that the test does not say. Dice that are left over or missing
fail the test, and so does a window that the test passes over in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from battlemat.boards.squares import Board
from battlemat.kernel.dice import ScriptedDice
from battlemat.kernel.errors import Refused
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Faces, Flow, Roll, T, Tally
from battlemat.rulebooks.skirm.rulebook import SKIRM1, SKIRM2, SKIRM3, Skirm
from battlemat.rulebooks.skirm.state.battle import CARRIED, PLAYERS, STATES, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon
from rules.skirm.cards import Point, Values, blade, foe, gun, skill, unit

BOOKS: Mapping[str, Skirm] = {"skirm1": SKIRM1, "skirm2": SKIRM2, "skirm3": SKIRM3}
EDITIONS = tuple(BOOKS)

__all__ = ["BOOKS", "EDITIONS", "Table", "blade", "foe", "gun", "skill", "unit"]


# ---------------------------------------------------------------------- setups


def mission(ground: Board, **more: Any) -> Values:
    """A mission of four turns that deploys in the first and the last row and scores nothing."""
    width, height = ground.width, ground.height
    north = [ground.at(x, 0) for x in range(width)]
    south = [ground.at(x, height - 1) for x in range(width)]
    if height == 1:
        north, south = north[:1], south[-1:]
    return {
        "id": "test",
        "name": "Test",
        "briefing": "",
        "turns": 4,
        "zones": {"north": [*map(ground.name, north)], "south": [*map(ground.name, south)]},
        "objectives": [],
        "markers": [],
        "scoring": [],
        "actions": [],
        "environment": None,
    } | more


def lay_out(drawing: str, units: Mapping[str, Values]) -> tuple[int, int, dict[str, Values]]:
    """Width, height and units of rows such as `A . . B`, where a dot is a free square."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    assert len({len(row) for row in rows}) == 1, "rows of different length"
    placed = {}
    for y, row in enumerate(rows):
        for x, word in enumerate(row):
            if word != ".":
                placed[word] = units[word] | {"at": (x, y)}
    assert set(placed) == set(units), "each unit is drawn once"
    return len(rows[0]), len(rows), {name: placed[name] for name in units}


def setup_of(
    edition: str, ground: Board, units: Mapping[str, Values], task: Mapping[str, Any]
) -> Values:
    """A setup without a position: it starts with the deployment roll-off."""
    squads = {
        side: [
            {"id": name, "name": name} | u["card"] for name, u in units.items() if u["side"] == side
        ]
        for side in PLAYERS
    }
    areas = task.get("areas", {})
    return {
        "edition": edition,
        "map": {"name": "Test", "drawing": ground.draw(), "areas": areas},
        "mission": mission(ground, **{k: v for k, v in task.items() if k != "areas"}),
        "squads": {side: {"id": side, "name": side, "units": u} for side, u in squads.items()},
    }


# ---------------------------------------------------------------------- the table


class Seen:
    """A unit as a test looks at it."""

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self._battle, self._unit = battle, unit

    @property
    def state(self) -> str:
        return STATES[self._unit.state]

    @property
    def square(self) -> str | None:
        square = self._unit.square
        return self._battle.field.board.name(square) if square >= 0 else None

    @property
    def at(self) -> Point:
        return self._battle.field.board.xy(self._unit.square)

    @property
    def ready(self) -> bool:
        return self._unit.ready

    @property
    def hit(self) -> int:
        return self._unit.hit

    @property
    def stun(self) -> int:
        return self._unit.stun

    @property
    def carries(self) -> list[str]:
        markers = zip(self._battle.mission.markers, self._battle.markers, strict=True)
        return [marker.id for marker, place in markers if place == CARRIED - self._unit.index]


class _Watch:
    """Scripted dice that remember who rolled how many, and why."""

    def __init__(self, faces: Iterable[int], rolls: list[str]) -> None:
        self.script = ScriptedDice(faces)
        self.rolls = rolls

    def roll(self, roll: Roll) -> Faces:
        self.rolls.append(f"{roll.player} {roll.count} {roll.because}")
        return self.script.roll(roll)

    def again(self) -> _Watch:
        return _Watch(self.script._faces, [])


def _faces(dice: str) -> list[int]:
    return [int(face) for face in dice if not face.isspace()]


class Table:
    """A battle in a position, played answer by answer.

    `rolls` lists what the last play asked of dice ("red 2 combat.strike"); `asks` says what is
    asked now ("blue re-roll"); `events` is everything told so far.
    """

    def __init__(self, edition: str, setup: Values, dice: str = "") -> None:
        self.edition = edition
        self.book = BOOKS[edition]
        self.events: list[Event] = []
        self.rolls: list[str] = []
        watch = _Watch(_faces(dice), self.rolls)
        self.game: Game[Battle] = Game(self.book, setup, dice=watch, log=self.events.append)
        watch.script.finish()

    @classmethod
    def parse(cls, drawing: str, **more: Any) -> Table:
        """Units drawn in rows: `Table.parse("A . . B", A=unit(), B=foe())`; see `on`."""
        options, units = _parted(more)
        width, height, placed = lay_out(drawing, units)
        ground = options.pop("ground", None) or Board.build(width, height)
        return cls.on(ground, **placed, **options)

    @classmethod
    def on(cls, ground: Board | None = None, **more: Any) -> Table:
        """Units on a board (12 by 12 and flat if none is given), the first one being active.

        Capitalised names are units; `edition`, `active` ("" for nobody), `act`, `done`, `orders`
        (red, blue), `turn`, `scores`, `initiative`, `dice` and `position` set the position, and
        everything else is part of the mission.
        """
        options, units = _parted(more)
        ground = ground or Board.build(12, 12)
        edition = options.pop("edition", "skirm3")
        position = _position(ground, units, options)
        dice = options.pop("dice", "")
        setup = setup_of(edition, ground, units, options)
        return cls(edition, setup | {"position": position}, dice)

    @classmethod
    def before(
        cls, ground: Board, *, edition: str = "skirm3", dice: str = "", **more: Any
    ) -> Table:
        """A table before deployment; `dice` begin with the roll-off."""
        options, units = _parted(more)
        return cls(edition, setup_of(edition, ground, units, options), dice)

    # ------------------------------------------------------------------ looking

    @property
    def battle(self) -> Battle:
        return self.game.battle

    def unit(self, name: str) -> Unit:
        return next(unit for unit in self.battle.units if unit.id == name)

    def weapon(self, bearer: str, name: str) -> Weapon:
        found = self.unit(bearer).card.weapon(name)
        assert found is not None
        return found

    def __getitem__(self, name: str) -> Seen:
        return Seen(self.battle, self.unit(name))

    @property
    def act(self) -> int:
        return self.battle.act_left

    @property
    def orders(self) -> tuple[int, int]:
        return self.battle.orders[0], self.battle.orders[1]

    @property
    def scores(self) -> tuple[int, int]:
        return self.battle.scores[0], self.battle.scores[1]

    @property
    def active(self) -> str:
        return self.battle.units[self.battle.active].id if self.battle.active >= 0 else ""

    @property
    def asks(self) -> str:
        """Who is asked what, in two words; "nothing" when the game is over."""
        question = self.game.question
        if question is None:
            return "nothing"
        assert isinstance(question, Choice), question
        return f"{question.player} {question.kind}"

    @property
    def because(self) -> str:
        """The clause of the question that stands, in full."""
        assert self.game.question is not None
        return self.book.register.full(self.game.question.because)

    @property
    def faces(self) -> tuple[int, ...]:
        """The dice on the table while a window is open."""
        question = self.game.question
        assert isinstance(question, Choice)
        faces: tuple[int, ...] = question.about["faces"]
        return faces

    def options(self, start: str = "") -> list[str]:
        """The texts of the options that begin with `start`."""
        question = self.game.question
        assert isinstance(question, Choice)
        texts = [self.game.write(option) for option in question.listed]
        return [text for text in texts if text.startswith(start)]

    def ends(self, verb: str, name: str) -> set[str]:
        """The squares in which a movement of a unit may end."""
        return {text.rpartition("-")[2] for text in self.options(f"{verb} {name} ")}

    def refuses(self, text: str) -> str | None:
        """The full id of the clause that forbids an answer (None: it is no answer at all)."""
        try:
            self.game.read(text)
        except Refused as refused:
            because = refused.refusal.because
            return self.book.register.full(because) if because else None
        raise AssertionError(f"'{text}' is legal")

    def told(self, kind: str) -> list[Mapping[str, Any]]:
        """The facts of all events of a kind so far."""
        return [event.facts for event in self.events if event.kind == kind]

    def cited(self, kind: str) -> set[str]:
        """The clauses that events of a kind have cited so far."""
        return {clause for event in self.events if event.kind == kind for clause in event.because}

    @property
    def story(self) -> list[str]:
        return [event.told() for event in self.events]

    # ------------------------------------------------------------------ playing

    def play(self, *answers: str, dice: str = "") -> Table:
        """Give answers one after another; exactly the dice written must fall."""
        self.rolls.clear()
        watch = _Watch(_faces(dice), self.rolls)
        self.game.dice = watch
        for answer in answers:
            self.game.answer(answer)
        watch.script.finish()
        return self

    def run(self, rule: Callable[..., Flow[T]], *given: Any, dice: str = "") -> T:
        """Run one rule on the battle with scripted dice; names of units stand for the units."""
        found = [self.unit(one) if isinstance(one, str) else one for one in given]
        self.rolls.clear()
        watch = _Watch(_faces(dice), self.rolls)
        flow = rule(self.battle, *found)
        sent: Any = None
        while True:
            try:
                question = flow.send(sent)
            except StopIteration as end:
                watch.script.finish()
                value: T = end.value
                return value
            assert not isinstance(question, Choice), f"nobody answers {question!r}"
            sent = None if isinstance(question, Tally) else watch.roll(question)


def _parted(more: Mapping[str, Any]) -> tuple[Values, dict[str, Values]]:
    options = {key: value for key, value in more.items() if not key[0].isupper()}
    return options, {key: value for key, value in more.items() if key[0].isupper()}


def _position(ground: Board, units: Mapping[str, Values], options: Values) -> Values:
    """Take what belongs to the position out of the options."""
    first = next(iter(units))
    active = options.pop("active", first)
    red, blue = options.pop("orders", (0, 0))
    scores = options.pop("scores", (0, 0))
    initiative = options.pop("initiative", units[active or first]["side"])
    position: Values = {
        "turn": options.pop("turn", 1),
        "initiative": initiative,
        "to_move": options.pop("to_move", initiative),
        "orders": {"red": red, "blue": blue},
        "scores": dict(zip(PLAYERS, scores, strict=True)),
        "units": {name: _placed(ground, one) for name, one in units.items()},
    } | options.pop("position", {})
    act, done = options.pop("act", None), options.pop("done", ())
    if active:
        position["active"] = {"unit": active, "done": list(done)}
        if act is not None:
            position["active"]["act"] = act
    return position


def _placed(ground: Board, one: Values) -> Values:
    at, place = one["at"], dict(one["place"])
    if at is None:
        return place | {"state": "out"}
    return place | {"square": at if isinstance(at, str) else ground.name(ground.at(*at))}
