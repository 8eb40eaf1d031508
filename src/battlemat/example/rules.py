"""Standoff: the rules of a whole small game, the example of docs/rulebooks.md.

Two gunners a side on a board of five by three, with one wall and one hill. On its turn a side moves
one gunner a square or fires: two dice, each at or under 3 hits; a miss may be rolled again for a
token; each hit asks the target for a save on 1 to 2. Four hits in all, or ten turns, end it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from battlemat.kernel.errors import Refusal
from battlemat.kernel.events import Event, Side, Sink, cited, tell
from battlemat.kernel.forms import Part, Template
from battlemat.kernel.questions import Choice, Faces, Flow, Pass, no_question, roll
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.state import State, apart, held
from battlemat.kernel.verbs import Ask, Verb, Verbs, passing

WIDTH, HEIGHT = 5, 3
HITS = ((1, 2, 3), (4, 5, 6))
SAVES = ((1, 2), (3, 4, 5, 6))
SIDES = ("red", "blue")
Square: TypeAlias = tuple[int, int]
START: dict[str, Square] = {"R1": (0, 0), "R2": (0, 2), "B1": (4, 0), "B2": (4, 2)}


# ---------------------------------------------------------------------- what can happen


class Stepped(Event, kind="step"):
    says = "{unit} walks to {square}."
    unit: str
    square: str


class Fired(Event, kind="fire", role="aims"):
    says = "{unit} fires at {target}: {faces}, {hits} hit."
    unit: str
    target: str
    faces: Faces
    hits: int


class RolledAgain(Event, kind="again"):
    says = "{side} spends a token and rolls again: {faces}."
    side: Side
    faces: Faces
    hits: int


class WentOut(Event, kind="out"):
    says = "{target} fails a save ({faces}) and is out."
    target: str
    faces: Faces


class Saved(Event):
    says = "{target} saves every hit ({faces})."
    target: str
    faces: Faces


class ToyBattle(State):
    """Where everyone stands, who is to move, and what is left of the tokens."""

    at: dict[str, Square] = held()
    turn: int = 1
    to_move: int = 0
    tokens: list[int] = held()
    scores: list[int] = held(factory=lambda: [0, 0])
    sink: Sink | None = apart("the log of this battle and of no copy", default=None)

    tell = tell

    def cite(self, event: Event, because: tuple[str, ...]) -> Event:
        return cited(event, because, {})

    def side(self, number: int) -> list[str]:
        letter = "RB"[number]
        return [id for id in self.at if id.startswith(letter)]


def square(at: Square) -> str:
    return f"{'abcde'[at[0]]}{at[1] + 1}"


def middle(at: tuple[int, int]) -> tuple[float, float]:
    return (at[0] + 0.5, at[1] + 0.5)


# ---------------------------------------------------------------------- what is answered

SQUARES = {square((x, y)): (x, y) for x in range(WIDTH) for y in range(HEIGHT)}
UNIT = Part(
    "a gunner on the board, such as R1",
    write=lambda _battle, unit, _found: str(unit),
    read=lambda battle, word, _found: word.upper() if word.upper() in battle.at else None,
    values=lambda battle, _found: sorted(battle.at),
)
SQUARE = Part(
    "a square from a1 to e3",
    write=lambda _battle, at, _found: square(at),
    read=lambda _battle, word, _found: SQUARES.get(word.lower()),
    values=lambda _battle, _found: list(SQUARES.values()),
)


class Step(NamedTuple):
    unit: str
    to: Square
    verb: str = "step"


class Fire(NamedTuple):
    unit: str
    target: str
    verb: str = "fire"


class Wait(NamedTuple):
    verb: str = "wait"


class Again(NamedTuple):
    verb: str = "again"


def _is_mine(unit: str, me: int) -> bool:
    return unit.startswith("RB"[me])


# ---------------------------------------------------------------------- walking


def _steps(battle: ToyBattle, me: int) -> Iterator[Step]:
    for unit in battle.side(me):
        x, y = battle.at[unit]
        for to in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= to[0] < WIDTH and 0 <= to[1] < HEIGHT:
                yield Step(unit, to)


def _step_bar(battle: ToyBattle, me: int, option: Step) -> Refusal | None:
    if not _is_mine(option.unit, me):
        return Refusal("it is the other side's turn", "toy.turn.act")
    (x, y), (u, v) = battle.at[option.unit], option.to
    if abs(x - u) + abs(y - v) != 1 or option.to in battle.at.values():
        return Refusal("a gunner walks to a free neighbouring square", "toy.move.step")
    return None


def _walk(battle: ToyBattle, option: Step) -> Flow[None]:
    battle.at[option.unit] = option.to
    battle.tell(Stepped, "toy.move.step", unit=option.unit, square=square(option.to))
    return no_question()


def _point_at_square(_battle: ToyBattle, _choice: Choice, option: Step) -> Handle:
    place = square(option.to)
    text, label = f"step {option.unit} {place}", f"{option.unit} walks to {place}"
    return Handle(text, label, "Walk", option.unit, at=middle(option.to), place=place)


STEP: Verb[ToyBattle, int, Step] = Verb(
    Step,
    Template(Step, "step {unit} {to}", unit=UNIT, to=SQUARE),
    says="walk one square",
    tells="{unit} walks to {to}",
    because="toy.move.step",
    candidates=_steps,
    bar=_step_bar,
    do=_walk,
    handle=_point_at_square,
)


# ---------------------------------------------------------------------- firing


def _shots(battle: ToyBattle, me: int) -> Iterator[Fire]:
    for unit in battle.side(me):
        for target in battle.side(1 - me):
            yield Fire(unit, target)


def _fire_bar(_battle: ToyBattle, me: int, option: Fire) -> Refusal | None:
    if not _is_mine(option.unit, me):
        return Refusal("it is the other side's turn", "toy.turn.act")
    if _is_mine(option.target, me):
        return Refusal("nobody fires at their own", "toy.fire.hit")
    return None


def _fire(battle: ToyBattle, option: Fire) -> Flow[None]:
    """Two dice, a second chance for the misses, a save for each hit."""
    me, target = battle.to_move, option.target
    faces = yield from roll(SIDES[me], 2, 6, because="toy.fire.hit", alike=HITS)
    hits = sum(face <= 3 for face in faces)
    battle.tell(Fired, "toy.fire.hit", unit=option.unit, target=target, faces=faces, hits=hits)
    if battle.tokens[me]:
        about = {"roll": "fire", "faces": faces, "wins": (1, 2, 3)}
        answer = yield from REROLL(SIDES[me], battle, me, about=about)
        if isinstance(answer, Again):
            battle.tokens[me] -= 1
        if isinstance(answer, Again) and hits < 2:
            more = yield from roll(SIDES[me], 2 - hits, 6, because="toy.fire.again", alike=HITS)
            hits += sum(face <= 3 for face in more)
            battle.tell(RolledAgain, "toy.fire.again", side=SIDES[me], faces=more, hits=hits)
    if hits:
        yield from _save(battle, me, target, hits)


def _save(battle: ToyBattle, me: int, target: str, hits: int) -> Flow[None]:
    saves = yield from roll(SIDES[1 - me], hits, 6, because="toy.fire.save", alike=SAVES)
    if sum(face <= 2 for face in saves) < hits:
        del battle.at[target]
        battle.scores[me] += 1
        battle.tell(WentOut, "toy.fire.save", target=target, faces=saves)
    else:
        battle.tell(Saved, "toy.fire.save", target=target, faces=saves)


def _point_at_target(_battle: ToyBattle, _choice: Choice, option: Fire) -> Handle:
    text, label = f"fire {option.unit} {option.target}", f"{option.unit} fires at {option.target}"
    return Handle(text, label, "Fire", option.unit, option.target, because="toy.fire.hit")


def _blast(battle: ToyBattle, _choice: Choice, option: Fire) -> list[Shape]:
    return [Shape("blast", "circle", [middle(battle.at[option.target])], radius=0.5)]


FIRE: Verb[ToyBattle, int, Fire] = Verb(
    Fire,
    Template(Fire, "fire {unit} {target}", unit=UNIT, target=UNIT),
    says="two shots at an enemy",
    tells="{unit} fires at {target}",
    because="toy.fire.hit",
    candidates=_shots,
    bar=_fire_bar,
    numbers=lambda _battle, _me, _option: {"dice": 2, "need": 3},
    do=_fire,
    handle=_point_at_target,
    covers=_blast,
)

WAIT: Verb[ToyBattle, int, Wait] = Verb(
    Wait,
    Template(Wait, "wait"),
    says="do nothing",
    tells="Wait",
    because="toy.turn.act",
    candidates=lambda _battle, _me: (Wait(),),
    do=lambda _battle, _option: no_question(),
    handle=lambda _battle, _choice, _option: Handle("wait", "Wait"),
)


def _give_back(battle: ToyBattle, me: int, _option: Again) -> None:
    battle.tokens[me] += 1


AGAIN: Verb[ToyBattle, int, Again] = Verb(
    Again,
    Template(Again, "again"),
    says="spend a token and roll the misses again",
    tells="Roll again",
    because="toy.fire.again",
    candidates=lambda _battle, _me: (Again(),),
    refund=_give_back,
    handle=lambda _battle, _choice, _option: Handle("again", "Roll again"),
)
PASSING: Verb[ToyBattle, int, Pass] = replace(
    passing("toy.fire.again"), handle=lambda _battle, _choice, _option: Handle("pass", "Pass")
)

ACTION: Ask[ToyBattle, int, Fire | Step | Wait] = Ask(
    "action", "What does your side do?", "toy.turn.act", Verbs(FIRE, STEP, WAIT), own=True
)
REROLL: Ask[ToyBattle, int, Again | Pass] = Ask(
    "re-roll", "Roll the misses again?", "toy.fire.again", Verbs(AGAIN, PASSING), optional=True
)


def turn(battle: ToyBattle) -> Flow[None]:
    """One side's turn: one action, then the other side."""
    me = battle.to_move
    option = yield from ACTION(SIDES[me], battle, me)
    yield from ACTION.verbs.do(battle, option)
    battle.to_move = 1 - me
    battle.turn += 1
