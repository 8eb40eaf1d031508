"""Chapter "Move": what a path bumps into, in words and with its clause."""

from __future__ import annotations

from battlemat.boards.plane import Area, Stop
from battlemat.kernel.errors import Refusal
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.state.battle import Unit


def stop_refusal(unit: Unit, stop: Stop, vehicle: bool) -> Refusal:
    """What a path bumps into, and the clause that says it may not go on."""
    name = stop.name
    where = say("on leg {leg}", leg=stop.leg + 1)
    if stop.reason == "table":
        return Refusal(
            say("{unit} leaves the table {where}", unit=unit.id, where=where),
            "openfire.move.board-edge",
        )
    if stop.reason == "base":
        return Refusal(
            say("{unit} meets an enemy base {where}", unit=unit.id, where=where),
            "openfire.move.enemy-bases",
        )
    if isinstance(stop.source, Area):
        # openfire.terrain.ascend: from one level to another only across a climbable edge.
        clause = "openfire.vehicle.no-climb" if vehicle else "openfire.terrain.wall-edge"
        return Refusal(
            say("{unit} meets the edge of {name} {where}", unit=unit.id, name=name, where=where),
            clause,
        )
    keyword = stop.keyword
    clause = (
        "openfire.vehicle.no-climb" if keyword == "climbable" else "openfire.terrain.impassable"
    )
    return Refusal(
        say("{unit} runs into {name} {where}", unit=unit.id, name=name, where=where), clause
    )
