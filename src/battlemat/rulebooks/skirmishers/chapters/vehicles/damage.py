"""Chapter "Vehicles", damage: armor first, dice only for the rest."""

from __future__ import annotations

from battlemat.kernel.questions import Alike, Flow, roll
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.skirmishers.state.tracks import Marks, mark

_CELLS: Alike = tuple((total,) for total in range(2, 13))


def hurt_vehicle(
    battle: Battle, unit: Unit, lethal: int, bludgeon: int, because: str
) -> Flow[None]:
    """`skirmishers.vehicle.damage`: armor first, 2D6 only for the rest; bludgeoning does nothing
    (`skirmishers.vehicle.bludgeon`).
    """
    marks = unit.marks
    soaked = min(marks.armor, lethal)
    rest = lethal - soaked
    unit.marks = marks._replace(armor=marks.armor - soaked)
    faces: tuple[int, ...] = ()
    if rest:
        faces = yield from roll(
            PLAYERS[1 - unit.side],
            2,
            6,
            because="skirmishers.vehicle.damage",
            alike=_CELLS,
            total=True,
        )
        full = mark(Marks(marks.full, 0, 0), faces[0] + faces[1], rest, 0).full
        unit.marks = unit.marks._replace(full=full)
        unit.refresh()
    battle.tell(
        events.Damage,
        (because, "skirmishers.vehicle.damage"),
        unit=unit.id,
        points=f"{lethal}X" if lethal else f"{bludgeon}B",
        faces=list(faces),
        cell=sum(faces) if faces else "-",
        hp=max(0, unit.hp),
        ap=0,
        mod=unit.mod,
        armor=unit.marks.armor,
    )
