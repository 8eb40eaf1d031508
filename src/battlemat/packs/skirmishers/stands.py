"""Units and things in the middle of a game, as scenario files write them.

A unit's row holds its card and its state together; what is not said is as at the
start.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from battlemat.packs.places import Place
from battlemat.packs.problems import nearest
from battlemat.packs.schema import (
    Check,
    either,
    flag,
    kind_of,
    list_of,
    may,
    need,
    one_of,
    pattern,
    record,
    shaped,
    slug,
    table,
    text,
    whole,
)
from battlemat.packs.skirmishers.schema import HEADING, SIDES, arc
from battlemat.packs.skirmishers.units import unit_check
from battlemat.packs.typed import typed
from battlemat.rulebooks.skirmishers.state.armory import GRENADES, Armory
from battlemat.rulebooks.skirmishers.state.cards import SLOTS
from battlemat.rulebooks.skirmishers.state.position_setup import UnitPosition, VehiclePosition
from battlemat.rulebooks.skirmishers.state.setup import MOST_ROUNDS, UnitSetup

UNIT_ID = pattern(r"[A-Za-z][A-Za-z0-9]*", "a name of letters and digits, such as A1,")
DOT = pattern(r"[a-z]+[0-9]+(@(t|[0-9]+))?", "a dot such as c4 or c4@1")
LINK = pattern(
    r"[a-z]+[0-9]+(@[0-9]+)?\|[a-z]+[0-9]+(@[0-9]+)?", "two dots as in 'c3|d3' or 'c3|d3@1'"
)
CELLS = list_of(pattern(r"[0-9]+|b[1-7]", "a cell of the track, such as 7"))
_COUNT = whole(0, 99)
_KINDS = ("hand", "smoke", "incendiary")

STATE: dict[str, Check] = {
    "state": one_of("able", "unconscious", "dead", "left"),
    "full": CELLS,
    "part": CELLS,
    "armor_left": whole(0, 8),
    "armor_part": CELLS,
    "armor_gone": CELLS,
    "activated": flag(),
    "ammo": table(one_of(*SLOTS, *_KINDS, *GRENADES), _COUNT),
    "lost": list_of(one_of(*SLOTS)),
    "arc": arc,
    "arcs": list_of(arc),
    "spent": whole(0, 12),
    "entangled": flag(),
    "pinned": flag(),
    "disabled": list_of(one_of(*SLOTS)),
    "setup": record(may(weapon=slug(), heading=HEADING)),
}
"""What may have become of a trooper or a suit."""

ON_FOOT: dict[str, Check] = {**STATE, "at": DOT}

ROAD: dict[str, Check] = {
    "front": DOT,
    "direction": whole(1, 6),
    "engine": one_of("on", "off"),
    "in_motion": one_of("minimum", "cruise", "max"),
}
ON_WHEELS: dict[str, Check] = {
    **ROAD,
    "full": list_of(pattern(r"[0-9]|1[0-2]", "a cell of a vehicle's track, 12 to 0,")),
    "armor_left": whole(0, 8),
    "overturned": flag(),
    "trained": list_of(whole(1, 3)),
}
"""Where a vehicle is and what may have become of it; `trained` are mounted weapons with arcs."""

_ARMS = ("primary", "secondary", "grenades", "suit", "vehicle", "jet_pack", "active")


def read_unit(
    name: str, value: Any, place: Place, armory: Armory
) -> tuple[UnitSetup, UnitPosition | VehiclePosition] | None:
    """A unit's card and its state; a bare dot (`c4`) or dot and weapons (`c4 rifle`) will do.

    None, with complaints, for what is no unit.
    """
    known = len(place.problems)
    if isinstance(value, str):
        value = _in_words(value, place, armory)
    if not isinstance(value, Mapping):
        place.complain(f"a dot such as 'c4' or a mapping is wanted, not {kind_of(value)}")
        return None
    wheeled = "vehicle" in value
    own, placed = (ON_WHEELS, tuple(ROAD)) if wheeled else (ON_FOOT, ("at",))
    state = {key: own[key](one, place / key) for key, one in value.items() if key in own}
    others = foreign(value, place, wheeled=wheeled)
    card = {key: one for key, one in value.items() if key not in own and key not in others}
    if not any(key in value for key in _ARMS):
        card["primary"] = "rifle"
    found = unit_check(armory)(card, place)
    found |= {key: state.pop(key) for key in placed if key in state}
    if wheeled and "direction" not in found:
        found["direction"] = 1
    if len(place.problems) > known:
        return None
    unit = typed(UnitSetup, {"id": name, "name": name, **found}, place)
    if wheeled:
        return unit, typed(VehiclePosition, as_position(state), place)
    return unit, typed(UnitPosition, as_position(state), place)


def foreign(value: Mapping[str, Any], place: Place, *, wheeled: bool) -> list[str]:
    """The keys that only another kind of unit has, each complained of."""
    own, other = (ON_WHEELS, ON_FOOT) if wheeled else (ON_FOOT, ON_WHEELS)
    found = [key for key in value if key in other and key not in own]
    for key in found:
        what = f"a vehicle has no '{key}'; what it may have are {', '.join(own)}"
        (place / key).complain(what if wheeled else f"only a vehicle has '{key}'")
    return found


def as_position(state: Mapping[str, Any]) -> dict[str, Any]:
    """A unit's state in the words of a position."""
    return {"armor" if key == "armor_left" else key: one for key, one in state.items()}


def _in_words(value: str, place: Place, armory: Armory) -> dict[str, Any]:
    """`c4 rifle pistol prone`: a dot, weapons and a stance."""
    found: dict[str, Any] = {}
    for word in value.split():
        weapon = armory.by_id.get(word)
        if weapon is not None and weapon.slot in ("primary", "secondary"):
            found[weapon.slot] = word
        elif word == "prone":
            found["prone"] = True
        elif re.fullmatch(r"[a-z]+[0-9]+(@(t|[0-9]+))?", word):
            found["at"] = word
        else:
            place.complain(f"'{word}' is neither a dot nor a weapon{nearest(word, armory.by_id)}")
    return found


# ------------------------------------------------------------------ the moment


_ACTIVE = record(
    need(unit=UNIT_ID),
    may(
        spent=whole(0, 12),
        walked=whole(0, 8),
        entered=flag(),
        combat=flag(),
        shot_by=list_of(UNIT_ID),
    ),
)


@shaped(UNIT_ID, _ACTIVE)
def _active(value: Any, place: Place) -> Any:
    """Who is being activated: `A1`, or a mapping that says what he has spent."""
    if isinstance(value, str):
        return {"unit": UNIT_ID(value, place)}
    return _ACTIVE(value, place)


_CLOUD = record(need(at=DOT), may(grown=flag(), side=one_of(*SIDES), round=whole(1, MOST_ROUNDS)))


@shaped(DOT, _CLOUD)
def _cloud(value: Any, place: Place) -> Any:
    """A cloud of smoke: its dot, or a mapping with its age."""
    if isinstance(value, str):
        return {"at": DOT(value, place)}
    return _CLOUD(value, place)


_BECOME: dict[str, Check] = {
    **ON_WHEELS,
    **ON_FOOT,
    "prone": flag(),
    "active": text(),
    "rides": UNIT_ID,
    "seat": one_of("rider", "passenger"),
}

POSITION: dict[str, Check] = {
    "round": whole(1, MOST_ROUNDS),
    "to_move": one_of(*SIDES),
    "active": _active,
    "units": table(UNIT_ID, record(may(**_BECOME))),
    "blows": list_of(record(need(by=UNIT_ID, on=UNIT_ID, weapon=slug()))),
    "explosives": list_of(
        record(
            need(by=UNIT_ID, weapon=slug(), at=DOT, tn=whole(-20, 40)),
            may(**{"from": DOT}),
        )
    ),
    "fire": list_of(DOT),
    "smoke": list_of(_cloud),
    "items": list_of(
        record(
            need(at=DOT),
            may(
                weapon=slug(),
                ammo=_COUNT,
                grenades=table(one_of(*_KINDS), _COUNT),
                jet_pack=flag(),
            ),
        )
    ),
    "guns": list_of(record(need(at=DOT, weapon=slug()), may(heading=HEADING))),
    "structures": table(either(LINK, DOT, what="a dot or two as in 'c3|d3'"), whole(0, 99)),
    "breaches": list_of(LINK),
    "felled": list_of(DOT),
}
"""The keys of a scenario file that say how things stand, beside the units' own rows."""
