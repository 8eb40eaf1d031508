"""Forces of Skirmishers from files: units, their point value, and whether they may fight.

A force is worth what its weapons are worth (`skirmishers.points.pv`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from battlemat.kernel.memo import Memo
from battlemat.kernel.words import say
from battlemat.packs.building.saved_content import saved_content
from battlemat.packs.campaigns.living import Living
from battlemat.packs.places import Known, Place, go_on
from battlemat.packs.problems import nearest
from battlemat.packs.schema import Check, list_of, may, need, record, shaped, text, whole
from battlemat.packs.skirmishers.schema import HIGHEST_PV, head
from battlemat.packs.skirmishers.units import (
    needs,
    read_weapons,
    unit_check,
    unnamed,
    weapons_table,
)
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.cards import EXPERIENCE, point_value
from battlemat.rulebooks.skirmishers.state.setup import SquadSetup, UnitSetup, WeaponSetup
from battlemat.rulebooks.skirmishers.state.vehicles import TYPES

LARGEST = 24
"""Units of one side; more than any map here has room for."""
VEHICLE_LETTERS = {"A": "V", "B": "W"}


def _left(facts: Mapping[str, Any]) -> int:
    """The cells of a track that are not crossed out; one who is unconscious hangs by a thread."""
    if facts["state"] == "dead":
        return 0
    return 1 if facts["state"] == "unconscious" else 2 + max(0, 20 - len(facts["full"]))


def _learned(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """A trooper of the next experience (`skirmishers.experience.ap`); elites stay what they are."""
    if "vehicle" in entry:
        return entry
    steps = list(EXPERIENCE)
    now = steps.index(str(entry.get("skill", "regular")))
    return {**entry, "skill": steps[min(now + 1, len(steps) - 1)]}


LIVING = Living(_left, learned=_learned)


class Row(NamedTuple):
    """One unit of a force, which has no id yet, and the line that it stands in."""

    unit: UnitSetup
    place: Place
    key: str  # what others of the force call it; empty if nobody does


@dataclass(slots=True)
class Force:
    """A force as its file has it."""

    id: str
    name: str
    place: Place
    weapons: Mapping[str, WeaponSetup]
    """What it adds to the book's weapons."""
    armory: Armory
    limit: int | None = None
    """What the file itself allows the force to be worth."""
    rows: list[Row] = field(default_factory=list)

    @property
    def total(self) -> int:
        """The point value of the force."""
        return sum(self.worth(row) for row in self.rows)

    def worth(self, row: Row) -> int:
        """The point value of one unit."""
        return point_value(row.unit, self.armory)

    @property
    def needs(self) -> dict[str, str]:
        """The optional rules that the force cannot do without, and what needs each."""
        return needs([row.unit for row in self.rows], self.armory)


_OF_ROWS = may(names=list_of(text(), least=1), count=whole(1, LARGEST), key=text())
"""What a row says beside the card of its units."""


def force_file(armory: Armory) -> Check:
    """A force: its units, row by row; one row may stand for several of the same kind."""
    unit = unit_check(armory, _OF_ROWS)

    @shaped(unit)
    def row(value: Any, place: Place) -> Any:
        if (
            isinstance(value, Mapping)
            and "names" in value
            and ("name" in value or "count" in value)
        ):
            (place / "names").complain(say("'names' stands instead of 'name' and 'count'"))
        return unit(value, place)

    return record(
        head("force"),
        need(units=list_of(row, least=1, most=LARGEST)),
        may(pv_limit=whole(0, HIGHEST_PV), weapons=weapons_table()),
        saved_content(),
    )


@Memo("the weapons of the book", bound=1)
def _of_the_book() -> tuple[Armory, Check]:
    """The armory of a force that adds no weapons, and its check: a builder asks often."""
    armory = Armory({})
    return armory, force_file(armory)


def read_force(value: Any, place: Place, *, free: bool = False) -> Force:
    """A force from the value of a file; what is wrong is complained of at its place.

    A limit counts for nothing where players agreed to be `free` of it.
    """
    added = value.get("weapons") if isinstance(value, Mapping) else None
    quiet = Place(place.source, place.path, [])  # told once, by the check of the whole file
    weapons = read_weapons(added, quiet / "weapons")
    armory, check = (Armory(weapons), None) if weapons else _of_the_book()
    found = (check or force_file(armory))(value, place)
    name, limit = str(found.known("name", "force")), found.known("pv_limit")
    limit = None if free else limit
    force = Force(str(found.known("id", "")), name, place, weapons, armory, limit)
    for n, written in enumerate(found.known("units", [])):
        force.rows += go_on(place, partial(_rows, written, place / "units" / n)) or ()
    go_on(place, lambda: _check_riders(force, found["units"]))
    go_on(place, lambda: _check_size(force))
    return force


def _rows(written: Known, place: Place) -> list[Row]:
    """The units that a row stands for; a row that is complained of stands for none."""
    place.need_sound()
    value = written.without(*_OF_ROWS)
    if "vehicle" in value:
        # skirmishers.points.pv counts what is mounted, so it is always named
        value.setdefault("weapons", list(TYPES[value["vehicle"]].weapons))
    unit = unnamed(value, place)
    names = written.get("names") or [written.get("name", "")] * written.get("count", 1)
    return [Row(unit._replace(name=name), place, written.get("key", "")) for name in names]


def _check_riders(force: Force, written: list[Known]) -> None:
    """Whoever rides, rides on a vehicle of the force, alone in his seat."""
    keys = {row.key: row for row in force.rows if row.key and row.unit.vehicle}
    vehicles = [str(row.known("key")) for row in written if "vehicle" in row and "key" in row]
    for n, one in enumerate(written):
        mount = one.known("rides")
        if mount is not None and mount not in vehicles:
            what = say(
                "no vehicle of this force has the key ''{mount}''{hint}",
                mount=mount,
                hint=nearest(mount, vehicles),
            )
            (force.place / "units" / n / "rides").complain(what)
    for key, count in Counter(row.key for row in force.rows if row.key).items():
        if count > 1:
            (force.place / "units").complain(
                say("the key ''{key}'' is given {count} times", key=key, count=count)
            )
    seats: set[tuple[str, str]] = set()
    for row in force.rows:
        mount = row.unit.rides
        if mount not in keys:  # none, or it has just been told
            continue
        seat = (mount, row.unit.seat or "rider")
        # skirmishers.vehicle.passenger: only some types have a second seat
        roomy = [name for name, type_ in TYPES.items() if type_.seats > 1]
        if seat[1] == "passenger" and keys[mount].unit.vehicle not in roomy:
            what = say(
                "''{mount}'' has no passenger seat; {roomy} vehicles have one",
                mount=mount,
                roomy=", ".join(roomy),
            )
            (row.place / "seat").complain(what, "skirmishers.vehicle.passenger")
        if seat in seats:
            what = say("the {seat}''s seat of ''{mount}'' is taken", seat=seat[1], mount=mount)
            (row.place / "seat").complain(what, "skirmishers.vehicle.passenger")
        seats.add(seat)


def _check_size(force: Force) -> None:
    (force.place / "units").need_sound()  # what is not known counts for nothing
    if len(force.rows) > LARGEST:
        (force.place / "units").complain(
            say(
                "{count} units; at most {most} are allowed",
                count=len(force.rows),
                most=LARGEST,
            )
        )
    if all(row.unit.vehicle for row in force.rows):
        (force.place / "units").complain(
            say("nobody is in this force; a side has troopers"), "skirmishers.setup.sides"
        )
    if force.limit is not None and force.total > force.limit:
        what = say(
            "the force is worth {total} PV, more than its limit of {limit}",
            total=force.total,
            limit=force.limit,
        )
        (force.place / "pv_limit").complain(what, "skirmishers.points.pv")


# ------------------------------------------------------------------ as the engine takes it


def force_setup(force: Force, letter: str) -> SquadSetup:
    """The squad of a setup, its units named A1, A2 (vehicles V1) or B1, B2 (W1), without places."""
    ids = list(_ids(force, letter))
    keys = {row.key: name for row, name in zip(force.rows, ids, strict=True) if row.key}
    units = []
    for row, name in zip(force.rows, ids, strict=True):
        mount = None if row.unit.rides is None else keys[row.unit.rides]
        units.append(row.unit._replace(id=name, name=row.unit.name or name, rides=mount))
    return SquadSetup(tuple(units), force.id, force.name)


def _ids(force: Force, letter: str) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for row in force.rows:
        first = VEHICLE_LETTERS[letter] if row.unit.vehicle else letter
        counts[first] += 1
        yield f"{first}{counts[first]}"


def check_switches(force: Force, switches: list[str], mission: str) -> None:
    """Complain of what a mission's switches do not let the force bring."""
    for switch, thing in force.needs.items():
        if switch not in switches:
            what = say(
                "{thing}: the switch ''{switch}'' is needed, and it is off in {mission}",
                thing=thing,
                switch=switch,
                mission=mission,
            )
            (force.place / "units").complain(what)


# ------------------------------------------------------------------ reports


@dataclass(frozen=True, slots=True)
class ForceReport:
    """What a force is worth, what it needs, and whether it may be played."""

    name: str
    units: tuple[tuple[str, int], ...]
    total: int
    limit: int | None
    needs: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def legal(self) -> bool:
        """Whether the force may be played."""
        return not self.problems

    def __str__(self) -> str:
        cap = f" of {self.limit}" if self.limit is not None else ""
        lines = [f"{self.name} (skirmishers): {self.total}{cap} PV"]
        lines += [f"  {name}: {worth}" for name, worth in self.units]
        if self.needs:
            lines.append(f"  needs: {', '.join(self.needs)}")
        lines += [f"  problem: {problem}" for problem in self.problems]
        return "\n".join(lines)


def report(force: Force) -> ForceReport:
    """The report on a force that was read."""
    rows = [(row.unit.name or row.key or "trooper", force.worth(row)) for row in force.rows]
    problems = sorted(force.place.problems, key=lambda one: one.line)
    return ForceReport(
        force.name,
        tuple(rows),
        force.total,
        force.limit,
        tuple(force.needs),
        tuple(map(str, problems)),
    )
