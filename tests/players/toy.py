"""Standoff: a small whole game to try players, screens and commands on.

Two gunners a side on a board of five by three, with one wall and one hill. On its turn a side moves
one gunner a square or fires: two dice, each at or under 3 hits; a miss may be rolled again for a
token; each hit asks the target for a save on 1 to 2. Four hits in all, or ten turns, end it.
"""

# ruff: noqa: ARG002  (a rulebook takes what the protocol hands it, and a toy needs less)

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from battlemat.kernel.clauses import Clause, Register
from battlemat.kernel.errors import NoSuchThing, Refusal, SetupError
from battlemat.kernel.events import Event, Sink
from battlemat.kernel.questions import PASS, Choice, Flow, Option, choose, roll
from battlemat.kernel.rulebook import Result, Setup
from battlemat.kernel.scene import Fact, Handle, Mark, Piece, Reading, Scene, Shape, Spot

WIDTH, HEIGHT = 5, 3
HITS = ((1, 2, 3), (4, 5, 6))
SAVES = ((1, 2), (3, 4, 5, 6))
SIDES = ("red", "blue")
START: dict[str, tuple[int, int]] = {"R1": (0, 0), "R2": (0, 2), "B1": (4, 0), "B2": (4, 2)}


def _clauses() -> dict[str, Clause]:
    told = [
        ("toy.turn.act", "One action a turn", "Turns", "The side to move walks, fires or waits."),
        ("toy.move.step", "One square", "Turns", "A gunner walks to a free neighbouring square."),
        ("toy.fire.hit", "Hitting", "Fire", "Two dice fall; each at 3 or less is a hit."),
        ("toy.fire.again", "Once more", "Fire", "For a token every miss is rolled once again."),
        ("toy.fire.save", "Saving", "Fire", "A die for each hit; 1 or 2 saves from it."),
        ("toy.end.out", "The end", "The end", "It ends when a side is gone or after ten turns."),
    ]
    return {id: Clause(id, title, section, rule) for id, title, section, rule in told}


class ToyBattle:
    """Where everyone stands, who is to move, and what is left of the tokens."""

    __slots__ = ("at", "scores", "sink", "to_move", "tokens", "turn")

    def __init__(self, at: dict[str, tuple[int, int]], tokens: int) -> None:
        self.at = at
        self.turn = 1
        self.to_move = 0
        self.tokens = [tokens, tokens]
        self.scores = [0, 0]
        self.sink: Sink | None = None

    def copy(self) -> ToyBattle:
        twin = ToyBattle(dict(self.at), 0)
        twin.turn, twin.to_move = self.turn, self.to_move
        twin.tokens, twin.scores = list(self.tokens), list(self.scores)
        return twin

    def key(self) -> Hashable:
        at = tuple(sorted(self.at.items()))
        return (at, self.turn, self.to_move, tuple(self.tokens), tuple(self.scores))

    def tell(self, kind: str, because: str, **facts: Any) -> None:
        if self.sink is not None:
            self.sink(Event(kind, (because,), facts))

    def side(self, number: int) -> list[str]:
        letter = "RB"[number]
        return [id for id in self.at if id.startswith(letter)]


def square(at: tuple[int, int]) -> str:
    return f"{'abcde'[at[0]]}{at[1] + 1}"


def turn(battle: ToyBattle) -> Flow[None]:
    """One side's turn: one action, then the other side."""
    me = battle.to_move
    option = yield from choose(
        SIDES[me], "action", lambda: _actions(battle, me), because="toy.turn.act"
    )
    if option[0] == "step":
        battle.at[option[1]] = option[2]
        battle.tell("step", "toy.move.step", unit=option[1], square=square(option[2]))
    elif option[0] == "fire":
        yield from fire(battle, me, option[1], option[2])
    battle.to_move = 1 - me
    battle.turn += 1


def fire(battle: ToyBattle, me: int, shooter: str, target: str) -> Flow[None]:
    """Two dice, a second chance for the misses, a save for each hit."""
    faces = yield from roll(SIDES[me], 2, 6, because="toy.fire.hit", alike=HITS)
    hits = sum(face <= 3 for face in faces)
    battle.tell("fire", "toy.fire.hit", unit=shooter, target=target, faces=faces, hits=hits)
    if battle.tokens[me]:
        again = yield from choose(
            SIDES[me],
            "re-roll",
            [("again",), PASS],
            because="toy.fire.again",
            optional=True,
            about={"roll": "fire", "faces": faces, "wins": (1, 2, 3), "matters": hits < 2},
        )
        if again[0] == "again":
            battle.tokens[me] -= 1
        if again[0] == "again" and hits < 2:
            more = yield from roll(SIDES[me], 2 - hits, 6, because="toy.fire.again", alike=HITS)
            hits += sum(face <= 3 for face in more)
            battle.tell("again", "toy.fire.again", side=SIDES[me], faces=more, hits=hits)
    if not hits:
        return
    saves = yield from roll(SIDES[1 - me], hits, 6, because="toy.fire.save", alike=SAVES)
    if sum(face <= 2 for face in saves) < hits:
        del battle.at[target]
        battle.scores[me] += 1
        battle.tell("out", "toy.fire.save", target=target, faces=saves)
    else:
        battle.tell("saved", "toy.fire.save", target=target, faces=saves)


def _actions(battle: ToyBattle, me: int) -> list[Option]:
    options: list[Option] = []
    taken = set(battle.at.values())
    for unit in battle.side(me):
        x, y = battle.at[unit]
        options += [("fire", unit, target) for target in battle.side(1 - me)]
        for to in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= to[0] < WIDTH and 0 <= to[1] < HEIGHT and to not in taken:
                options.append(("step", unit, to))
    return [*options, ("wait",)]


class Toy:
    """The rulebook of Standoff."""

    name = "toy"
    title = "Standoff"
    version = 1
    players = SIDES
    register = Register("toy", "Standoff", _clauses())
    words: Mapping[str, str] = {
        "step": "{unit} walks to {square}.",
        "fire": "{unit} fires at {target}: {faces}, {hits} hit.",
        "again": "{side} spends a token and rolls again: {faces}.",
        "out": "{target} fails a save {faces} and is out.",
        "saved": "{target} saves every hit {faces}.",
    }

    def start(self, setup: Setup) -> ToyBattle:
        tokens = setup.get("tokens", 1)
        if not isinstance(tokens, int) or tokens < 0:
            raise SetupError(f"tokens must be a number from 0 on, not {tokens!r}")
        return ToyBattle(dict(START), tokens)

    def step(self, battle: ToyBattle) -> Flow[None] | None:
        gone = not battle.side(0) or not battle.side(1)
        return None if gone or battle.turn > 10 else turn(battle)

    def result(self, battle: ToyBattle) -> Result | None:
        if self.step(battle) is not None:
            return None
        red, blue = battle.scores
        winner = None if red == blue else SIDES[blue > red]
        return Result(winner, dict(zip(SIDES, battle.scores, strict=True)), "the shooting is over")

    def write(self, battle: ToyBattle, option: Option) -> str:
        if option[0] == "step":
            return f"step {option[1]} {square(option[2])}"
        return " ".join(map(str, option))

    def refusal(self, battle: ToyBattle, choice: Choice, text: str) -> Refusal:
        if text.startswith("step "):
            return Refusal("a gunner walks to a free neighbouring square", "toy.move.step")
        return Refusal(f"'{text}' is not among the options")

    def handle(self, battle: ToyBattle, choice: Choice, option: Option) -> Handle:
        text = self.write(battle, option)
        if option[0] == "fire":
            label = f"{option[1]} fires at {option[2]}"
            return Handle(text, label, "Fire", option[1], option[2], because="toy.fire.hit")
        if option[0] == "step":
            label = f"{option[1]} walks to {square(option[2])}"
            place = square(option[2])
            return Handle(text, label, "Walk", option[1], at=_middle(option[2]), place=place)
        return Handle(text, {"wait": "Wait", "again": "Roll again"}.get(option[0], "Pass"))

    def scene(self, battle: ToyBattle) -> Scene:
        scene = Scene(WIDTH, HEIGHT, "squares", "Standoff", columns=list("abcde"), rows=list("123"))
        hill = [(2.0, 0.0), (3.0, 0.0), (3.0, 1.0), (2.0, 1.0)]
        scene.shapes.append(Shape("ground", "polygon", hill, height=1, label="hill"))
        scene.shapes.append(Shape("wall", "line", [(2, 1), (2, 2)], height=2))
        scene.shapes.append(Shape("door", "line", [(3, 2), (3, 3)]))
        scene.marks.append(Mark("X", "objective", (2.5, 1.5), "The X"))
        for id, at in battle.at.items():
            side = SIDES[id[0] == "B"]
            card = {"Fire": 3, "Save": 2}
            scene.pieces.append(
                Piece(id, f"Gunner {id}", side, _middle(at), place=square(at), card=card)
            )
        scene.spots = [
            Spot(square((x, y)), _middle((x, y))) for x in range(WIDTH) for y in range(HEIGHT)
        ]
        tokens = ", ".join(f"{s} {n}" for s, n in zip(SIDES, battle.tokens, strict=True))
        scene.status = [("Turn", str(battle.turn)), ("Tokens", tokens)]
        return scene

    def overlays(self, battle: ToyBattle, piece: str) -> list[Shape]:
        x, y = battle.at[piece]
        around = [(x - 1, y - 1), (x + 2, y - 1), (x + 2, y + 2), (x - 1, y + 2)]
        return [Shape("reach", "polygon", around)]

    def preview(self, battle: ToyBattle, choice: Choice, option: Option) -> list[Shape]:
        if option[0] != "fire":
            return []
        return [Shape("blast", "circle", [_middle(battle.at[option[2]])], radius=0.5)]

    def measure(self, battle: ToyBattle, start: str, end: str) -> Reading:
        ends = [battle.at.get(name) for name in (start, end)]
        if None in ends:
            raise NoSuchThing(f"there is no '{start if ends[0] is None else end}' here")
        (x, y), (u, v) = (at for at in ends if at is not None)
        steps = max(abs(x - u), abs(y - v))
        line = Shape("ruler", "line", [_middle((x, y)), _middle((u, v))])
        fact = Fact("distance", steps, f"{steps} squares", "toy.move.step")
        return Reading([fact], [line])

    def facts(self, battle: ToyBattle) -> Mapping[str, Any]:
        return {
            "turn": battle.turn,
            "scores": dict(zip(SIDES, battle.scores, strict=True)),
            "units": {id: {"square": square(at)} for id, at in battle.at.items()},
        }

    def assume(self, battle: ToyBattle, choice: Choice) -> Option | None:
        return ("again",) if choice.kind == "re-roll" else None

    def outcome(self, before: ToyBattle, after: ToyBattle) -> str:
        gone = [id for id in before.at if id not in after.at]
        return f"{' and '.join(gone)} out" if gone else "no effect"

    def worth(self, battle: ToyBattle, player: str) -> float:
        me = SIDES.index(player)
        lead = battle.scores[me] - battle.scores[1 - me]
        return 10 * lead + battle.tokens[me] - battle.tokens[1 - me]

    def advise(self, battle: ToyBattle, choice: Choice) -> Sequence[Option]:
        return choice.listed


def _middle(at: tuple[int, int]) -> tuple[float, float]:
    return (at[0] + 0.5, at[1] + 0.5)


TOY = Toy()


def find(name: str) -> Toy:
    """The rulebook by its name, for tests that need a function at module level."""
    if name != "toy":
        raise SetupError(f"there is no rulebook '{name}'; there is: toy")
    return TOY
