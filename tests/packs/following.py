"""Following a guide without a page: which of its steps is said at a moment, what it points at.

A guide names the word of an answer; which of several such answers is pointed at is decided by
where things are on the table and by no rule: the foe that is nearest, the place that leads nearest
to what the mission is about. The twin of `web/src/table/guiding.ts`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import atan2, degrees, dist
from typing import NamedTuple

from battlemat.kernel.scene import Handle, Piece, Point, Scene
from battlemat.packs.teaching.guides import HINT, Guide, Step

NEARER = 0.25
"""So much nearer to what is fought for a way must lead, in board units, to be pointed at."""
TAKEN = 0.6
"""Who stands within this of a place has it."""


class Moment(NamedTuple):
    """A game as whoever sits at the guide's seat sees it."""

    asks: str = ""
    """The kind of the question that stands before them; "" while nothing is asked."""
    offers: Collection[str] = ()
    told: Collection[str] = ()
    over: bool = False


def step_at(guide: Guide, said: Collection[int], moment: Moment) -> int | None:
    """The number of the step that is said now: the first whose moment has come, each once."""
    for number, step in enumerate(guide.steps):
        if number not in said and _is_now(step, moment):
            return number
    return None


def note_on(guide: Guide, asks: str) -> Step | None:
    """What the guide has to say of a kind of question, whenever it comes again."""
    return next((one for one in guide.steps if (one.moment, one.word) == ("asks", asks)), None)


def _is_now(step: Step, moment: Moment) -> bool:
    if step.moment == "ends":
        return moment.over
    if step.moment == "tells":
        return step.word in moment.told
    return step.word == moment.asks if step.moment == "asks" else step.word in moment.offers


# ---------------------------------------------------------------------- pointing


class Pointed(NamedTuple):
    """What a guide points at: an answer that is offered; none where it asks for a hint."""

    handle: Handle | None


def pointed(step: Step, handles: Sequence[Handle], scene: Scene, player: str) -> Pointed | None:
    """What to answer, as the step says; None where nothing of it is offered."""
    for word in step.do:
        if word == HINT:
            return Pointed(None)
        named = [one for one in handles if one.text.partition(" ")[0] == word]
        found = _picked(named, scene, player)
        if found is not None:
            return Pointed(found)
    return None


def _picked(handles: Sequence[Handle], scene: Scene, player: str) -> Handle | None:
    """Of answers with the same word the one to point at; None where none leads anywhere."""
    if not handles:
        return None
    first, pieces = handles[0], {piece.id: piece for piece in scene.pieces}
    actor = pieces.get(first.piece)
    if first.arc is not None and actor is not None:
        return _toward(handles, actor, scene, player)
    if first.harms and actor is not None:
        return min(handles, key=lambda one: _away(pieces.get(one.target), actor.at))
    if first.at is None or first.target:
        return first
    goals = _goals(scene, player)
    if not goals:
        return first
    best = min(handles, key=lambda one: _nearest(one.at, goals))
    if actor is not None and _nearest(best.at, goals) > _nearest(actor.at, goals) - NEARER:
        return None
    return best


def _toward(handles: Sequence[Handle], actor: Piece, scene: Scene, player: str) -> Handle | None:
    """What looks to one side: toward the nearest foe, and as wide as can be."""
    foes = [piece for piece in scene.pieces if piece.side != player]
    if not foes:
        return None
    foe = min(foes, key=lambda one: dist(one.at, actor.at))
    heading = degrees(atan2(foe.at[1] - actor.at[1], foe.at[0] - actor.at[0]))

    def off(handle: Handle) -> tuple[float, int]:
        width, to = handle.arc or (0, 0)
        return round(abs((to - heading + 180) % 360 - 180), 3), -width

    return min(handles, key=off)


def _goals(scene: Scene, player: str) -> list[Point]:
    """The places that are fought for and that nobody of this side stands at yet."""
    marks = [one.at for one in scene.marks if one.kind == "objective"]
    areas = [_middle(one.points) for one in scene.zones if one.kind == "area"]
    mine = [piece.at for piece in scene.pieces if piece.side == player]
    return [goal for goal in marks or areas if all(dist(goal, at) > TAKEN for at in mine)]


def _nearest(at: Point | None, goals: Sequence[Point]) -> float:
    return min((dist(at, goal) for goal in goals), default=0.0) if at is not None else 0.0


def _away(piece: Piece | None, at: Point) -> float:
    return dist(piece.at, at) if piece is not None else 0.0


def _middle(points: Sequence[Point]) -> Point:
    count = len(points)
    return sum(x for x, _ in points) / count, sum(y for _, y in points) / count
