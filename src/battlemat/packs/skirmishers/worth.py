"""What an entry of a force is worth as it is written, legal or not.

A builder tells the worth of a trooper with a fifth grenade, too; what nobody knows is worth
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from battlemat.packs.skirmishers.forces import LARGEST, Force
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.cards import MOST_GRENADES, point_value
from battlemat.rulebooks.skirmishers.state.setup import GrenadesSetup, UnitSetup


def unread(value: Mapping[str, Any], force: Force) -> Iterator[int]:
    """What the entries are worth that are at fault: they carry what they carry."""
    units = value.get("units")
    read = {one.place.path for one in force.rows}
    for n, row in enumerate(units if isinstance(units, list) else ()):
        if isinstance(row, dict) and ("units", n) not in read:
            yield worth_as_written(row, force.armory)


def worth_as_written(row: Mapping[str, Any], armory: Armory) -> int:
    """`skirmishers.points.pv` of an entry, of whatever is known in it."""

    def known(said: object) -> str | None:
        return said if isinstance(said, str) and said in armory.by_id else None

    listed = [one for key in ("primaries", "weapons") for one in _list(row.get(key))]
    named = (known(one.get("weapon") if isinstance(one, dict) else one) for one in listed)
    unit = UnitSetup(
        "",
        primary=known(row.get("primary")),
        secondary=known(row.get("secondary")),
        primaries=tuple(one for one in named if one),
        grenades=_pouch(row),
    )
    names, count = row.get("names"), row.get("count")
    if isinstance(names, list):
        return point_value(unit, armory) * len(names)
    times = count if isinstance(count, int) and 0 < count <= LARGEST else 1
    return point_value(unit, armory) * times


def _list(said: object) -> list[Any]:
    return said if isinstance(said, list) else []


def _pouch(row: Mapping[str, Any]) -> GrenadesSetup | None:
    if {"suit", "vehicle"} & row.keys():
        return None
    said = row.get("grenades")
    pouch = said if isinstance(said, dict) else {"hand": MOST_GRENADES}
    kept = {key: one for key, one in pouch.items() if isinstance(one, int) and 0 <= one <= 99}
    return GrenadesSetup(**{key: kept.get(key, 0) for key in GrenadesSetup._fields})
