"""A table for rule tests: troopers on a board of dots, one answer, scripted dice, what was asked.

Dots are written in axial coordinates as in the register's cases: (q, r) or (q, r, level). Its one
rule: nothing is answered that the test does not say. Dice that are left over or missing fail the
test, and so does a window that the test passes over in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from battlemat.boards.dots import Board, Building, Feature, Mark, Plan, column_of
from battlemat.kernel.dice import ScriptedDice
from battlemat.kernel.errors import Refused
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Faces, Flow, Roll, T, Tally
from battlemat.kernel.scene import Handle
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.battle import PLAYERS, Battle, Unit

Values = dict[str, Any]
Dot = Sequence[int]

# ---------------------------------------------------------------------- boards


def ground(
    width: int = 24,
    height: int = 9,
    *,
    buildings: Mapping[str, tuple[int, Sequence[Dot]]] | None = None,
    heights: Mapping[Dot, int] | None = None,
    **features: Sequence[Any],
) -> Board:
    """A board with marks on dots (`tree=[(1, 0)]`) and features on links (`low_wall=[(a, b)]`).

    A third number is a level. Buildings are given by letter: storeys, and their dots.
    """
    marks, links = set(), {}

    def dot(at: Dot) -> int:
        return at[1] * width + column_of(at[0], at[1])

    for name, places in features.items():
        word = name.replace("_", "-")
        if word in {mark.value for mark in Mark} and not (
            places and isinstance(places[0][0], tuple)
        ):
            for at in places:
                level = at[2] if len(at) > 2 else -1 if word in ("tunnel", "mouth") else 0
                marks.add((Mark(word), dot(at), level))
                if word == "mouth":
                    marks.add((Mark.TUNNEL, dot(at), level))
        else:
            for a, b, *level in places:
                one, two = sorted((dot(a), dot(b)))
                links[one, two, level[0] if level else 0] = Feature(word)
    plan = Plan(
        width,
        height,
        heights={dot(at): height for at, height in (heights or {}).items()},
        buildings=tuple(
            Building(name, storeys, frozenset(map(dot, dots)))
            for name, (storeys, dots) in (buildings or {}).items()
        ),
        marks=frozenset(marks),
        links=links,
    )
    return Board.build(plan)


def name_of(board: Board, at: Dot) -> str:
    """The name of a dot given by coordinates; a name stays what it is."""
    if isinstance(at, str):
        return at
    place = board.dot_at(at[0], at[1])
    assert place is not None, f"{at} is off the map"
    if len(at) > 2:
        return board.name(board.at(place, at[2]))
    return board.name(board.ground(place))


# ---------------------------------------------------------------------- units


def trooper(at: Any = (0, 0), *, side: str = "red", **card: Any) -> Values:
    """A red trooper with a rifle; what is no word of a card belongs to the position."""
    position = {key: card.pop(key) for key in list(card) if key in POSITION_KEYS}
    if "position" in card:
        position |= card.pop("position")
    if "primary" not in card and "suit" not in card and "vehicle" not in card:
        card["primary"] = "rifle"
    if card.get("primary") is None:
        card.pop("primary", None)
    return {"side": side, "at": at, "card": card, "position": position}


POSITION_KEYS = frozenset(
    (
        *("full", "part", "state", "arc", "arcs", "spent", "entangled", "pinned", "setup"),
        *("lost", "ammo", "activated", "disabled"),
        *("armor_part", "armor_gone", "armor_left", "holds"),
    )
)


def foe(at: Any = (5, 0), **card: Any) -> Values:
    """The same on the other side."""
    return trooper(at, side="blue", **card)


def setup_of(board: Board, units: Mapping[str, Values], **more: Any) -> Values:
    """A setup of named units; `more` are switches, scenario keys, areas and toughness."""
    scenario = {"id": "test", "name": "Test", "briefing": "", "rounds": 6, "first": "red"}
    scenario |= more.pop("scenario", {})
    drawn = {"name": "Test", "drawing": board.draw()}
    for key in ("areas", "toughness"):
        if key in more:
            drawn[key] = more.pop(key)
    squads = {
        player: {
            "name": player,
            "units": [_card(board, name, u) for name, u in units.items() if u["side"] == player],
        }
        for player in PLAYERS
    }
    setup: Values = {
        "map": drawn,
        "switches": list(more.pop("switches", ())),
        "scenario": scenario,
        "squads": squads,
    }
    setup |= more
    return setup


def _card(board: Board, name: str, unit: Values) -> Values:
    card: Values = {"id": name, "name": name} | unit["card"]
    if unit["at"] is not None and "vehicle" not in card:
        card["at"] = name_of(board, unit["at"])
    return card


# ---------------------------------------------------------------------- the table


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
    return [int(face) for face in dice if face.isdecimal()]


class Table:
    """A battle in a position, played answer by answer.

    `asks` says what is asked now ("blue reaction"); `rolls` lists what the last play asked of
    dice; `events` is everything told so far. Dice may be written as in the register: "4+3 2".
    """

    def __init__(self, setup: Values, dice: str = "") -> None:
        self.events: list[Event] = []
        self.rolls: list[str] = []
        watch = _Watch(_faces(dice), self.rolls)
        self.game: Game[Battle] = Game(SKIRMISHERS, setup, dice=watch, log=self.events.append)
        watch.script.finish()

    @classmethod
    def on(cls, board: Board | None = None, *, dice: str = "", **more: Any) -> Table:
        """Units on a board, the first one being active with 0 AP spent.

        Capitalised names are units. `active` ("" for nobody), `spent`, `walked`, `entered`,
        `combat`, `shot_by` and `position` set the position; everything else goes to the setup.
        """
        board = board or ground()
        units = {key: more.pop(key) for key in list(more) if key[0].isupper()}
        first = next(iter(units))
        active = more.pop("active", first)
        doing = {k: more.pop(k) for k in _DOING if k in more}
        to_move = units[active or first]["side"]
        position: Values = {"round": 1, "to_move": to_move, "first": "red"}
        position |= more.pop("position", {})
        position.setdefault("units", {}).update(
            {name: _placed(u) for name, u in units.items() if u["position"]}
        )
        if active:
            position["active"] = {"unit": active} | doing
        return cls(setup_of(board, units, **more) | {"position": position}, dice)

    @classmethod
    def before(cls, board: Board | None = None, *, dice: str = "", **more: Any) -> Table:
        """A table at the start of a game."""
        units = {key: more.pop(key) for key in list(more) if key[0].isupper()}
        return cls(setup_of(board or ground(), units, **more), dice)

    # ------------------------------------------------------------------ looking

    @property
    def battle(self) -> Battle:
        return self.game.battle

    @property
    def board(self) -> Board:
        return self.battle.board

    def unit(self, name: str) -> Unit:
        return next(unit for unit in self.battle.units if unit.id == name)

    def __getitem__(self, name: str) -> Mapping[str, Any]:
        """A unit's facts."""
        facts: Mapping[str, Any] = self.facts["units"][name]
        return facts

    @property
    def facts(self) -> Mapping[str, Any]:
        return SKIRMISHERS.facts(self.battle)

    def at(self, name: str) -> tuple[int, ...]:
        """Where a unit is, in coordinates; its level follows where it is not 0."""
        unit = self.unit(name)
        level = self.board.level(unit.place)
        place = self.board.axial(unit.place)
        return (*place, level) if level else place

    def dot(self, *at: int) -> str:
        """The name of a dot, for answers."""
        return name_of(self.board, at)

    @property
    def asks(self) -> str:
        question = self.game.question
        if question is None:
            return "nothing"
        assert isinstance(question, Choice), question
        return f"{question.player} {question.kind}"

    def options(self, start: str = "") -> list[str]:
        """The texts of the listed options that begin with `start`."""
        question = self.game.question
        assert isinstance(question, Choice)
        texts = [self.game.write(option) for option in question.listed]
        return [text for text in texts if text.startswith(start)]

    def refuses(self, text: str) -> str | None:
        """The clause that forbids an answer (None: it is no answer at all)."""
        try:
            option = self.game.read(text)
            refusal = self.game._refusal(option)
        except Refused as refused:
            return refused.refusal.because
        if refusal is not None:
            return refusal.because
        raise AssertionError(f"'{text}' is legal")

    def told(self, kind: str) -> list[Mapping[str, Any]]:
        return [event.facts for event in self.events if event.kind == kind]

    def cited(self, kind: str) -> set[str]:
        """The clauses that events of a kind have cited so far."""
        return {clause for event in self.events if event.kind == kind for clause in event.because}

    @property
    def need(self) -> int:
        """The target number of the last attack."""
        need: int = self.told("attack")[-1]["need"]
        return need

    @property
    def modifiers(self) -> dict[str, int]:
        """The modifiers of the last attack by label, the base included."""
        return {label: by for label, by, _ in self.told("attack")[-1]["modifiers"]}

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

    def move(self, name: str, *dots: Dot, dice: str = "", then: Sequence[str] = ()) -> Table:
        """Walk a unit dot by dot over the coordinates given."""
        unit = self.unit(name)
        names = [self.board.name(unit.place), *(name_of(self.board, at) for at in dots)]
        return self.play(f"move {name} " + "-".join(names), *then, dice=dice)

    def handle(self, text: str) -> Handle:
        """How a screen is offered an answer."""
        question = self.game.question
        assert isinstance(question, Choice)
        return SKIRMISHERS.handle(self.battle, question, self.game.read(text))

    def run(self, rule: Callable[..., Flow[T]], *given: Any, dice: str = "") -> T:
        """Run one rule on the battle with scripted dice; names of units stand for the units."""
        names = {unit.id for unit in self.battle.units}
        found = [self.unit(g) if isinstance(g, str) and g in names else g for g in given]
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


_DOING = ("spent", "walked", "entered", "combat", "shot_by")


def _placed(unit: Values) -> Values:
    values = dict(unit["position"])
    if "holds" in values:
        values["active"] = values.pop("holds")
    if "armor_left" in values:
        values["armor"] = values.pop("armor_left")
    return values
