"""Chapter "Resolving Fire", damage: the initial cell, the track, and what follows from it.

Every harm, from whatever cause, goes through `hurt`.
"""

from __future__ import annotations

from battlemat.kernel.questions import Alike, Flow, roll
from battlemat.rulebooks.skirmishers.chapters.firing.consequences import suffer
from battlemat.rulebooks.skirmishers.chapters.power import hurt_suit
from battlemat.rulebooks.skirmishers.chapters.vehicles.damage import hurt_vehicle
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import SUIT, VEHICLE
from battlemat.rulebooks.skirmishers.state.tracks import TROOPER_TOP, mark, start_cell

_SINGLE: Alike = (*((total,) for total in range(2, 10)), (10, 11, 12))
_ALL: Alike = (tuple(range(2, 13)),)


def hurt(battle: Battle, unit: Unit, lethal: int, bludgeon: int, because: str) -> Flow[None]:
    """One hit: initial cell, marks, new values, and whether the victim falls or dies."""
    if unit.card.kind == SUIT:
        yield from hurt_suit(battle, unit, lethal, bludgeon, because)
    elif unit.card.kind == VEHICLE:
        yield from hurt_vehicle(battle, unit, lethal, bludgeon, because)
    else:
        yield from hurt_trooper(battle, unit, lethal, bludgeon, because)


def hurt_trooper(
    battle: Battle, unit: Unit, lethal: int, bludgeon: int, because: str
) -> Flow[None]:
    """A hit on somebody without a suit."""
    marks = unit.marks
    soaked = lethal <= marks.armor and (not bludgeon or lethal < marks.armor)
    faces = yield from roll(
        PLAYERS[1 - unit.side],
        2,
        6,
        because="skirmishers.damage.location",
        alike=_ALL if soaked else _SINGLE,
        total=True,
    )
    start = start_cell(faces[0] + faces[1], TROOPER_TOP)
    before = unit.ap
    unit.marks = mark(marks, start, lethal, bludgeon)
    unit.refresh()
    if battle.sink is not None:
        _tell(battle, unit, faces, start, lethal, bludgeon, because)
    suffer(battle, unit, before)


def _tell(
    battle: Battle,
    unit: Unit,
    faces: tuple[int, ...],
    start: int,
    lethal: int,
    bludgeon: int,
    because: str,
) -> None:
    parts = [f"{lethal}X"] if lethal else []
    parts += [f"{bludgeon}B"] if bludgeon else []
    clauses = [because, "skirmishers.damage.location"]
    if lethal:
        clauses += ["skirmishers.damage.lethal-armor", "skirmishers.damage.lethal-cells"]
    if bludgeon:
        clauses += ["skirmishers.damage.bludgeon-start", "skirmishers.damage.bludgeon-marks"]
    battle.tell(
        events.Damage,
        tuple(clauses),
        unit=unit.id,
        points=" ".join(parts),
        faces=list(faces),
        cell=start,
        hp=max(0, unit.hp),
        ap=unit.ap,
        mod=unit.mod,
        armor=unit.marks.armor,
    )
