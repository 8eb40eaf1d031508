"""The rulebook of Standoff, put together: its clauses, its setup, and all that others ask of it."""

# ruff: noqa: ARG002  (a rulebook takes what the protocol hands it, and a small one needs less)

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from battlemat.example.rules import (
    ACTION,
    HEIGHT,
    REROLL,
    SIDES,
    SQUARES,
    START,
    WIDTH,
    Again,
    Fired,
    RolledAgain,
    Saved,
    Stepped,
    ToyBattle,
    WentOut,
    middle,
    square,
    turn,
)
from battlemat.kernel.clauses import Clause, Register
from battlemat.kernel.errors import NoSuchThing, Refusal
from battlemat.kernel.events import Event
from battlemat.kernel.plain import Range, decode
from battlemat.kernel.questions import Choice, Flow, Option
from battlemat.kernel.readings import TwoReadings
from battlemat.kernel.rulebook import Result, Setup, Temper
from battlemat.kernel.scene import Fact, Handle, Mark, Piece, Reading, Scene, Shape, Spot, Status
from battlemat.kernel.verbs import Ask, Verbs


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


@dataclass(frozen=True, slots=True)
class ToySetup:
    """What may be agreed before a game."""

    tokens: Annotated[int, Range(0, 99)] = 1


class Toy:
    """The rulebook of Standoff."""

    name = "toy"
    title = "Standoff"
    version = 1
    temper = Temper()
    readings: tuple[TwoReadings, ...] = ()
    players = SIDES
    register = Register("toy", "Standoff", _clauses())
    events: tuple[type[Event], ...] = (Stepped, Fired, RolledAgain, WentOut, Saved)

    verbs: Verbs[ToyBattle] = Verbs(*ACTION.verbs, *REROLL.verbs)
    asks: tuple[Ask[ToyBattle, Any, Any], ...] = (ACTION, REROLL)

    def start(self, setup: Setup) -> ToyBattle:
        tokens = decode(ToySetup, setup).tokens
        return ToyBattle(at=dict(START), tokens=[tokens, tokens])

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
        return self.verbs.write(battle, option)

    def misplaced(self, battle: ToyBattle, choice: Choice, text: str) -> Refusal | None:
        return None

    def handle(self, battle: ToyBattle, choice: Choice, option: Option) -> Handle:
        return self.verbs.handle(battle, choice, option)

    def scene(self, battle: ToyBattle) -> Scene:
        scene = Scene(WIDTH, HEIGHT, "squares", "Standoff", columns=list("abcde"), rows=list("123"))
        hill = [(2.0, 0.0), (3.0, 0.0), (3.0, 1.0), (2.0, 1.0)]
        scene.shapes = [
            Shape("ground", "polygon", hill, height=1, label="hill"),
            Shape("wall", "line", [(2, 1), (2, 2)], height=2),
            Shape("door", "line", [(3, 2), (3, 3)]),
        ]
        scene.marks.append(Mark("X", "objective", (2.5, 1.5), "The X", name="The X"))
        for id, at in battle.at.items():
            side = SIDES[id[0] == "B"]
            card = {"Fire": 3, "Save": 2}
            scene.pieces.append(
                Piece(
                    id,
                    f"Gunner {id}",
                    side,
                    middle(at),
                    place=square(at),
                    stands=square(at),
                    card=card,
                )
            )
        scene.spots = [
            Spot(square((x, y)), middle((x, y))) for x in range(WIDTH) for y in range(HEIGHT)
        ]
        tokens = ", ".join(f"{s} {n}" for s, n in zip(SIDES, battle.tokens, strict=True))
        scene.status = [Status("Turn", str(battle.turn), kind="turn"), Status("Tokens", tokens)]
        return scene

    def overlays(self, battle: ToyBattle, piece: str) -> list[Shape]:
        x, y = battle.at[piece]
        around = [(x - 1, y - 1), (x + 2, y - 1), (x + 2, y + 2), (x - 1, y + 2)]
        return [Shape("reach", "polygon", around)]

    def preview(self, battle: ToyBattle, choice: Choice, option: Option) -> Sequence[Shape]:
        return self.verbs.covers(battle, choice, option)

    def measure(self, battle: ToyBattle, start: str, end: str) -> Reading:
        ends = [battle.at.get(name) or SQUARES.get(name) for name in (start, end)]
        if None in ends:
            raise NoSuchThing(f"there is no '{start if ends[0] is None else end}' here")
        (x, y), (u, v) = (at for at in ends if at is not None)
        steps = max(abs(x - u), abs(y - v))
        line = Shape("ruler", "line", [middle((x, y)), middle((u, v))])
        fact = Fact("distance", steps, f"{steps} squares", "toy.move.step")
        return Reading([fact], [line])

    def facts(self, battle: ToyBattle) -> Mapping[str, Any]:
        return {
            "turn": battle.turn,
            "scores": dict(zip(SIDES, battle.scores, strict=True)),
            "units": {id: {"square": square(at)} for id, at in battle.at.items()},
        }

    def assume(self, battle: ToyBattle, choice: Choice) -> Option | None:
        return Again() if choice.kind == "re-roll" else None

    def outcome(self, before: ToyBattle, after: ToyBattle) -> str:
        gone = [id for id in before.at if id not in after.at]
        return f"{' and '.join(gone)} out" if gone else "no effect"

    def settled_worth(self, battle: ToyBattle, player: str) -> float:
        return self.worth(battle, player)

    def plain_worth(self, battle: ToyBattle, player: str) -> float:
        return self.worth(battle, player)

    def worth(self, battle: ToyBattle, player: str) -> float:
        me = SIDES.index(player)
        lead = battle.scores[me] - battle.scores[1 - me]
        return 10 * lead + battle.tokens[me] - battle.tokens[1 - me]

    def advise(self, battle: ToyBattle, choice: Choice) -> Sequence[Option]:
        return choice.listed

    def glimpse(self, battle: ToyBattle, choice: Choice) -> Sequence[Option]:
        return self.advise(battle, choice)


TOY = Toy()
