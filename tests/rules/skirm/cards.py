"""Units and weapons for rule tests. Its one rule: what a test leaves out is plain and the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Point = tuple[int, int]
Values = dict[str, Any]


def gun(
    name: str = "rifle", special: str = "", *, roa: int = 2, dam: int = 1, **more: Any
) -> Values:
    """A ranged weapon; `skl` is read by the first two editions alone."""
    return weapon(name, "ranged", special, roa=roa, dam=dam, **more)


def blade(
    name: str = "blade", special: str = "", *, roa: int = 2, dam: int = 1, **more: Any
) -> Values:
    """A melee weapon."""
    return weapon(name, "melee", special, roa=roa, dam=dam, **more)


def weapon(name: str, kind: str, special: str, *, roa: int, dam: int, skl: int = 4) -> Values:
    return {
        "id": name,
        "name": name.title(),
        "type": kind,
        "roa": roa,
        "dam": dam,
        "skl": skl,
        "special": special.split(),
    }


def skill(name: str, *effects: Values, to: int = 0, act: int = 0, limit: str = "") -> Values:
    """A skill; without a cost it is passive."""
    cost = {"to": to} if to else {"act": act} if act else {}
    return {
        "id": name,
        "name": name.title(),
        "text": "",
        "cost": cost,
        "effects": list(effects),
        "limit": limit,
    }


_STATS = {"act": 3, "arm": 3, "msk": 4, "rsk": 4, "mov": 3, "hit": 3}


def unit(
    special: str = "",
    *,
    at: Point | str | None = None,
    side: str = "red",
    weapons: Sequence[Values] | None = None,
    skills: Sequence[Values] = (),
    equipment: Sequence[Values] = (),
    tags: Sequence[str] = (),
    state: str = "standing",
    ready: bool = True,
    stun: int = 0,
    hits: int | None = None,
    used: Sequence[str] = (),
    carries: Sequence[str] = (),
    **stats: int,
) -> Values:
    """A unit of red with a rifle and a blade, unless told otherwise; `hits` are the HIT left."""
    unknown = set(stats) - set(_STATS)
    assert not unknown, f"no such stats: {unknown}"
    place: Values = {"state": state, "ready": ready, "stun": stun, "used": list(used)}
    if hits is not None:
        place["hit"] = hits
    return {
        "side": side,
        "at": at,
        "place": place | {"carries": list(carries)},
        "card": {
            "stats": _STATS | stats,
            "special": special.split(),
            "weapons": [gun(), blade()] if weapons is None else list(weapons),
            "skills": list(skills),
            "equipment": list(equipment),
            "tags": list(tags),
        },
    }


def foe(special: str = "", **more: Any) -> Values:
    """A unit of blue."""
    return unit(special, side="blue", **more)
