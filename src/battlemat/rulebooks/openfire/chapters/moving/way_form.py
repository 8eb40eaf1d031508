"""How the way of a unit is written and read.

move R1 12.50,8.00 14.00,9.25 face 90      advance R1 ...      move R1 12.00,8.00 embark R2
move R2 left 45 go 4.00 right 10 go 2.00   move R2 back 3.00

A vehicle's way may also be given by points, or by a facing as in `move R2 toward 90`; it is read as
the manoeuvres and runs that lead there.
"""

from __future__ import annotations

from collections.abc import Mapping

from battlemat.boards.plane import Point, Stand, ahead, facing_along, root_up
from battlemat.kernel.forms import Draw, Misread
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.moving.paths import SHARPEST, Going, Step
from battlemat.rulebooks.openfire.chapters.parts import some_unit
from battlemat.rulebooks.openfire.state.battle import NOBODY, Battle, Unit
from battlemat.rulebooks.openfire.state.inches import Words, inches, place


class WayForm:
    """A unit, its leader's way point by point or step by step, and how it ends."""

    parts: Mapping[str, str] = {
        "unit": "the id of the unit",
        "way": "points in inches, as in 12.50,8.00 14.00,9.25; "
        "of a vehicle steps, as in left 45 go 4.00, or back 3.00, or toward 90",
        "degrees": "where a model on foot faces at the end: 0 is east, 90 is north",
        "transport": "the id of the transport that it gets into",
    }

    def __init__(self, option: type[Going]) -> None:
        self._option = option
        self.word: str = option._field_defaults["verb"]
        self.pattern = f"{self.word} UNIT WAY [face DEGREES] [embark TRANSPORT]"

    def write(self, battle: Battle, option: Going) -> str:
        unit = battle.units[option.unit]
        words = [self.word, unit.id]
        for step in option.path:
            if not isinstance(step, Step):
                if unit.power.vehicle and unit.on_table:
                    raise ValueError("the way of a vehicle is written in steps")
                words.append(place(*step))
            elif step.kind == "turn":
                words.append(f"{'left' if step.amount > 0 else 'right'} {abs(step.amount)}")
            else:
                words.append(f"{'go' if step.amount >= 0 else 'back'} {inches(abs(step.amount))}")
        if option.facing >= 0:
            words.append(f"face {option.facing}")
        if option.board >= 0:
            words.append(f"embark {battle.units[option.board].id}")
        return " ".join(words)

    def read(self, battle: Battle, text: str, _asked: object = None, /) -> Going | Misread:
        words = Words(text, battle.plane.height)
        words.take()
        name = words.take()
        unit = battle.find(name)
        if unit is None:
            text = say(
                "there is no unit ''{name}'': write the way as in ''{word} R1 12.50,8.00'",
                name=name,
                word=self.word,
            )
            return Misread(text)
        path = _read_way(unit, words)
        facing = words.facing()
        board = NOBODY
        if words.word("embark"):
            transport = battle.find(words.take())
            if transport is None:
                return Misread(say("there is no such transport"), 2, "openfire.transport.who")
            board = transport.index
        if not words.done:
            return Misread(say("''{here}'' is not understood in a way", here=words.here), 1)
        return self._option(unit.index, path, -1 if facing is None else facing, board)

    def sample(self, battle: Battle, draw: Draw, _asked: object = None, /) -> Going:
        active = battle.units[battle.active] if battle.active >= 0 else None
        unit = some_unit(battle, active, draw(64))
        legs = draw(3)
        path: tuple[Point | Step, ...]
        if unit.power.vehicle:
            path = tuple(
                Step("turn", draw(100) - 50) if draw(2) else Step("go", draw(2600) - 400)
                for _ in range(legs)
            )
        else:
            lead = unit.stands[unit.leader]
            x, y = (lead.x, lead.y) if lead is not None else (0, 0)
            path = tuple((x + draw(1600) - 800, y + draw(1600) - 800) for _ in range(legs))
        facing = -1 if draw(3) else draw(360)
        board = -1 if draw(5) else draw(len(battle.units))
        return self._option(unit.index, path, facing, board)


def _read_way(unit: Unit, words: Words) -> tuple[Point | Step, ...]:
    """Points or steps as they are written; a vehicle's points as the steps that lead there."""
    found: list[Point | Step] = []
    at = unit.stands[unit.leader] if unit.power.vehicle else None
    while True:
        step = _read_step(words)
        facing = None if step or at is None else words.angle("toward")
        point = None if step or facing is not None else words.place()
        if step is not None:
            leading = [step]
        elif at is None:
            if point is None:
                return tuple(found)
            found.append(point)
            continue
        elif facing is not None:
            leading = _turns(at, facing)
        elif point is not None:
            leading = _toward(at, point)
        else:
            return tuple(found)
        for one in leading:
            found.append(one)
            at = at and _after(at, one)


def _read_step(words: Words) -> Step | None:
    """A turn or a straight leg, and go on; None if no whole one comes next."""
    turns = words.here in ("left", "right")
    if not turns and words.here not in ("go", "back"):
        return None
    sign = 1 if words.take().casefold() in ("left", "go") else -1
    amount = words.number() if turns else words.length()
    if amount is None:
        words.next -= 1
        return None
    return Step("turn" if turns else "go", sign * amount)


def _after(at: Stand, step: Step) -> Stand:
    if step.kind == "turn":
        return at.turned(step.amount)
    return Stand(at.base, *ahead(at.x, at.y, at.facing, step.amount), at.facing, at.level)


def _turns(at: Stand, facing: int) -> list[Step]:
    """Turns of at most 45 degrees each that lead to a facing."""
    turn = (facing - at.facing + 180) % 360 - 180
    steps: list[Step] = []
    while turn:
        part = max(-SHARPEST, min(SHARPEST, turn))
        steps.append(Step("turn", part))
        turn -= part
    return steps


def _toward(at: Stand, point: Point) -> list[Step]:
    """Turns towards a point, then the run there."""
    dx, dy = point[0] - at.x, point[1] - at.y
    if not dx and not dy:
        return []
    return [*_turns(at, facing_along(dx, dy)), Step("go", root_up(dx * dx + dy * dy))]
