"""The ruler: what lies between two things on the table, and what an option would cover."""

from __future__ import annotations

from battlemat.boards.plane_measure import distance
from battlemat.boards.plane_shapes import Stand
from battlemat.kernel.errors import NoSuchThing
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import Fact, Reading, Shape
from battlemat.rulebooks.openfire.battle import Battle
from battlemat.rulebooks.openfire.inches import inches
from battlemat.rulebooks.openfire.scene import on_screen


def preview(battle: Battle, choice: Choice, option: Option) -> list[Shape]:  # noqa: ARG001
    """Where the models of a unit would stand after a move or a placement."""
    return []


def measure(battle: Battle, start: str, end: str) -> Reading:
    """Distance from base to base, and how one is seen from the other."""
    one, two = (_stand(battle, name) for name in (start, end))
    between = distance(one, two, battle.plane.rise(one, two))
    ends = [on_screen(battle.plane, stand.x, stand.y) for stand in (one, two)]
    fact = Fact("distance", inches(between), f"{inches(between)} inches", "openfire.measure.free")
    return Reading([fact], [Shape("ruler", "line", ends)])


def _stand(battle: Battle, name: str) -> Stand:
    unit, _, number = name.partition(".")
    found = battle.find(unit)
    if found is not None and number.isdecimal() and 1 <= int(number) <= len(found.hp):
        stand = found.stands[int(number) - 1]
        if stand is not None:
            return stand
    raise NoSuchThing(f"there is no model '{name}' on the table; models are named as in 'R1.2'")
