"""Standoff on the other two kinds of board: on hex dots, and on free inches with open options.

They are here to show that the page needs nothing of its own for another board.
"""

# ruff: noqa: ARG002  (a rulebook takes what the protocol hands it, and a toy needs less)

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot
from typing import Any

from battlemat.kernel.errors import Refusal
from battlemat.kernel.events import Event
from battlemat.kernel.questions import Choice, Flow, Option
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.kernel.scene import Handle, Piece, Point, Scene, Shape, Status
from battlemat.tables.catalogue import UnknownRulebook
from example.listing import Listing, choose
from example.standoff import SIDES, Toy, ToyBattle
from server.toy_catalogue import ToyCatalogue

REACH = 600  # hundredths of an inch


class DotToy(Toy):
    """Standoff on dots: every place moves, no rule does."""

    name = "dots"
    title = "Standoff on dots"

    def scene(self, battle: ToyBattle) -> Scene:
        scene = super().scene(battle)
        scene.grid, scene.width, scene.height = "dots", 6.0, 3.6
        scene.columns = scene.rows = ()
        scene.shapes = [Shape("wall", "line", [(2.5, 1.4), (3.0, 2.2)], height=2)]
        scene.pieces = [replace(one, at=_dot(one.at), radius=0.34) for one in scene.pieces]
        scene.spots = [replace(one, at=_dot(one.at)) for one in scene.spots]
        scene.marks = [replace(one, at=_dot(one.at)) for one in scene.marks]
        return scene

    def handle(self, battle: ToyBattle, choice: Choice, option: Option) -> Handle:
        made = super().handle(battle, choice, option)
        return replace(made, at=_dot(made.at)) if made.at else made


def _dot(at: Point) -> Point:
    x, y = at
    return (x + 0.5 * (int(y) % 2), 0.5 + (y - 0.5) * 0.87)


class Walks(Listing):
    """The open options of one gunner on a free table: any way of six inches on the table."""

    def __init__(self, unit: str, start: tuple[int, int]) -> None:
        self.unit = unit
        self.start = start
        x, y = start
        ends = [x + by for by in (300, -300) if 0 <= x + by <= 2400]
        super().__init__([("walk", unit, ((end, y),)) for end in ends])

    def refusal(self, option: Any) -> Refusal | None:
        way = [self.start, *option[2]]
        far = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way))
        if far > REACH:
            return Refusal(f"that way is {far / 100:.1f} inches long, and 6 are allowed", STEP)
        return None

    def read(self, text: str) -> Option | Refusal:
        verb, unit, *way = text.split()
        if verb != "walk" or unit != self.unit or not way:
            return Refusal(f"it is the turn of {self.unit} to walk")
        points = [tuple(round(float(n) * 100) for n in at.split(",")) for at in way]
        return ("walk", unit, tuple(points))


STEP = "field.move.step"


class Walked(Event, kind="walk"):
    says = "{unit} walks to {x}, {y}."
    unit: str
    x: float
    y: float


class FieldToy(Toy):
    """Gunners who walk on a free table."""

    name = "field"
    title = "Standoff in the field"
    events: tuple[type[Event], ...] = (Walked,)

    def start(self, setup: Setup) -> ToyBattle:
        return ToyBattle(at={"R1": (300, 900), "B1": (2100, 900)}, tokens=[0, 0])

    def step(self, battle: ToyBattle) -> Flow[None] | None:
        return _walk(battle) if battle.turn <= 6 else None

    def write(self, battle: ToyBattle, option: Any) -> str:
        return f"walk {option[1]} " + " ".join(f"{x / 100:g},{y / 100:g}" for x, y in option[2])

    def handle(self, battle: ToyBattle, choice: Choice, option: Any) -> Handle:
        end = _inches(option[2][-1])
        text = self.write(battle, option)
        label = f"{option[1]} walks to {end[0]:g}, {end[1]:g}"
        return Handle(text, label, "Walk", option[1], at=end, gesture="path")

    def scene(self, battle: ToyBattle) -> Scene:
        scene = Scene(24, 18, "free", "In the field", status=[Status("Turn", str(battle.turn))])
        wood = [(9.0, 3.0), (14.0, 2.0), (16.0, 6.0), (11.0, 8.0)]
        scene.shapes = [
            Shape("wood", "polygon", wood, height=2, label="Wood", name="Wood"),
            Shape("pond", "circle", [(10.0, 13.0)], radius=2.5, label="Pond", name="Pond"),
        ]
        for id, at in battle.at.items():
            side, faces = SIDES[id[0] == "B"], 90.0 if id[0] == "R" else 270.0
            name = f"Gunner {id}"
            scene.pieces.append(Piece(id, name, side, _inches(at), radius=0.6, facing=faces))
        return scene


def _inches(at: tuple[int, int]) -> Point:
    return (at[0] / 100, at[1] / 100)


def _walk(battle: ToyBattle) -> Flow[None]:
    me = battle.to_move
    (unit,) = battle.side(me)
    options = Walks(unit, battle.at[unit])
    option: Any = yield from choose(SIDES[me], "walk", options, because=STEP)
    battle.at[unit] = option[2][-1]
    x, y = _inches(option[2][-1])
    battle.tell(Walked, STEP, unit=unit, x=x, y=y)
    battle.to_move = 1 - me
    battle.turn += 1


class BoardsShelf(ToyCatalogue):
    """The two boards, each with its own little game."""

    def names(self) -> Sequence[str]:
        return ("dots", "field")

    def find(self, name: str) -> Rulebook[Any]:
        books: dict[str, Rulebook[Any]] = {"dots": DotToy(), "field": FieldToy()}
        if name not in books:
            raise UnknownRulebook(f"there is no rulebook '{name}'")
        return books[name]

    def choices(self, name: str) -> list[dict[str, Any]]:
        return []

    def build(self, name: str, choices: Mapping[str, str]) -> Setup:
        return {"tokens": 1}
