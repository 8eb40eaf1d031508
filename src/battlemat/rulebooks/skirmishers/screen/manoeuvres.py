"""What a manoeuvre of a vehicle would come to: its hull and facing, fire, checks, wipe-outs.

A manoeuvre is driven on a copy by the ride's own flow, with all fire held, up to the first dice;
what the dice may do is shown beside it with its chance.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import hypot
from typing import Any

from battlemat.boards.dots import Board, Vehicle
from battlemat.kernel.odds import flow_odds
from battlemat.kernel.questions import PASS, Choice, Flow, Roll
from battlemat.kernel.scene import Point, Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import need
from battlemat.rulebooks.skirmishers.chapters.firing.reactions import Chance, Fire, aim_of
from battlemat.rulebooks.skirmishers.chapters.vehicles.machine import control_check, skid_of
from battlemat.rulebooks.skirmishers.screen.aims import told
from battlemat.rulebooks.skirmishers.screen.drawing import point, tile
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit

LENGTH, WIDTH, NOSE = 0.9, 0.35, 0.3
"""Half the length and width of a vehicle's piece, and how far its nose tapers."""


def hull(board: Board, at: Vehicle) -> list[Point]:
    """The outline of a vehicle, its nose to the front."""
    (ax, ay), (bx, by) = point(board, board.roads.rear(at)), point(board, at.front)
    x, y, length = (ax + bx) / 2, (ay + by) / 2, hypot(bx - ax, by - ay)
    dx, dy = (bx - ax) / length, (by - ay) / length
    corners = (
        (-LENGTH, -WIDTH),
        (LENGTH - NOSE, -WIDTH),
        (LENGTH, 0.0),
        (LENGTH - NOSE, WIDTH),
        (-LENGTH, WIDTH),
    )
    return [
        (round(x + dx * along - dy * off, 3), round(y + dy * along + dx * off, 3))
        for along, off in corners
    ]


def machine(
    battle: Battle, vehicle: Unit, at: Vehicle, *, kind: str = "ghost", note: str = ""
) -> Shape:
    """A vehicle where it would be."""
    board = battle.board
    rear, front = (board.name(board.ground(dot)) for dot in (board.roads.rear(at), at.front))
    label = f"{vehicle.id} {rear}-{front}"
    if note:
        label = say("{where} {what}", where=label, what=note)
    because = "skirmishers.vehicle.wipe-causes" if kind == "wipe-out" else ""
    return Shape(kind, "polygon", hull(board, at), label=label, because=because)


def wreck(
    battle: Battle,
    vehicle: Unit,
    chance: Fraction,
    *,
    mode: int,
    turned: int = 0,
    dots: int | None = None,
) -> list[Shape]:
    """Where the vehicle would lie if it wiped out, with the chance of that."""
    if not chance:
        return []
    skid = skid_of(battle, vehicle, mode=mode, turned=turned, dots=dots)
    note = say("wipes out {chance}", chance=told(chance)) if chance < 1 else say("wipes out")
    return [machine(battle, vehicle, skid.vehicle, kind="wipe-out", note=note)]


def fails(battle: Battle, vehicle: Unit, base: int) -> Fraction:
    """The chance that a control check fails; none is asked for a base of 0."""
    if not base:
        return Fraction(0)
    because = "skirmishers.vehicle.control-check"
    odds = flow_odds(lambda: control_check(battle, vehicle, base, because))
    return odds.chance(lambda passed: not passed)


def held(battle: Battle, make: Callable[[], Flow[Any]]) -> list[Shape]:
    """Run a flow on this copy up to its first dice, nobody firing; who might have is shown."""
    flow, found, sent = make(), list[Shape](), None
    try:
        while True:
            question = flow.send(sent)
            if isinstance(question, Roll):
                return found
            sent = None
            if isinstance(question, Choice):
                if question.kind != "reaction":
                    return found
                found += _chances(battle, question)
                sent = PASS
    except StopIteration:
        return found


def _chances(battle: Battle, choice: Choice) -> list[Shape]:
    """Everybody who may fire now, target by target."""
    needs: dict[int, list[str]] = {}
    for option in choice.listed:
        if not isinstance(option, Fire):
            continue
        shooter, target = battle.units[option.unit], battle.units[option.target]
        asked = choice.menu.asked
        assert isinstance(asked, Chance)
        aim = aim_of(battle, asked, option)
        assert aim is not None, "an arc was offered that cannot fire"
        said = say(
            "{unit} at {target} needs {number}",
            unit=shooter.id,
            target=target.id,
            number=need(aim),
        )
        needs.setdefault(aim.place, []).append(said)
    return [
        tile("arc", battle.board, place, ", ".join(lines), choice.because)
        for place, lines in needs.items()
    ]
