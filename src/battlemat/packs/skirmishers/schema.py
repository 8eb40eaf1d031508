"""The files of Skirmishers content: maps and missions; a file is checked by itself.

What a mission says of its map or its forces is checked where both are read; what a unit may carry
stands in `skirmishers_units`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from battlemat.packs.places import Known, Place, go_on
from battlemat.packs.problems import nearest
from battlemat.packs.schema import (
    Check,
    Field,
    by_hand,
    drawing,
    either,
    flag,
    kind_of,
    list_of,
    may,
    need,
    one_of,
    pattern,
    picked,
    record,
    repeated,
    shaped,
    slug,
    table,
    text,
    variant,
    whole,
)
from battlemat.packs.skirmishers.shipped import RULEBOOK
from battlemat.rulebooks.skirmishers.chapters.explosives.bursts import TOUGHNESS
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import ARC_PRICES
from battlemat.rulebooks.skirmishers.chapters.victory import SCORES, TESTS
from battlemat.rulebooks.skirmishers.state.setup import MOST_ROUNDS
from battlemat.rulebooks.skirmishers.state.switches import SWITCHES

SIDES = ("red", "blue")
HIGHEST_PV = 20_000
DOTS = list_of(
    pattern(
        r"[a-z]+[0-9]+(-[a-z]+[0-9]+)?(@(t|[0-9]+))?|building [A-Za-z](@[0-9]+)?",
        "a dot (c4, c4@1), a block (c4-f7, c4-f7@1) or a building (building A, building A@1)",
    ),
    least=1,
)
EXITS = list_of(text("an area of the map, or a dot, block or building"), least=1)


def head(kind: str) -> dict[str, Field]:
    """What every file begins with."""
    return {
        **may(kind=one_of(kind)),
        **need(id=slug(), rulebook=one_of(RULEBOOK), name=text()),
        **may(text=text()),
    }


def switches() -> Check:
    """The optional rules that are on."""
    return list_of(one_of(*SWITCHES))


def map_file() -> Check:
    """A map: its drawing, and the names of places on it."""
    return record(
        head("map"),
        need(drawing=drawing()),
        may(
            places=record(may(zones=table(slug(), DOTS), areas=table(slug(), DOTS))),
            toughness=toughness(),
        ),
    )


def toughness() -> Check:
    """How tough buildings, by letter, and walls are (`skirmishers.large.toughness`)."""
    letter = pattern(r"[A-Za-z]", "a letter")
    return table(either(letter, one_of("walls"), what="a building or 'walls'"), one_of(*TOUGHNESS))


# ------------------------------------------------------------------ arcs


@by_hand({"enum": list(ARC_PRICES)})
def degrees(value: Any, place: Place) -> Any:
    """The width of a firing arc (`skirmishers.arc.table`)."""
    if value in ARC_PRICES and not isinstance(value, bool):
        return value
    told = "; there are " + ", ".join(map(str, ARC_PRICES))
    if isinstance(value, int) and not isinstance(value, bool):
        least = min(abs(value - width) for width in ARC_PRICES)
        near = [str(width) for width in ARC_PRICES if abs(value - width) == least]
        told += f", and the nearest is {' or '.join(near)}"
    place.complain(f"{kind_of(value)} is no width of a firing arc{told}")
    return 0


HEADING = whole(0, 11)


_ARC = record(need(degrees=degrees, heading=HEADING), may(shots=whole(0, 99), weapon=slug()))
_ARC_IN_A_ROW = by_hand({"type": "string", "pattern": r"^\s*\S+\s+\S+\s*$"})(lambda _v, _p: None)
_ARC_LISTED = by_hand({"type": "array", "minItems": 2, "maxItems": 2})(lambda _v, _p: None)


@shaped(_ARC, _ARC_IN_A_ROW, _ARC_LISTED)
def arc(value: Any, place: Place) -> Any:
    """A firing arc: a mapping, or its degrees and heading in a row (`60 0`, `[60, 0]`)."""
    if isinstance(value, str):
        words = value.split()
        value = [int(word) if word.isdecimal() else word for word in words]
    if isinstance(value, list):
        if len(value) != 2:
            place.complain("an arc is written as degrees and heading, such as '60 0'")
            return {}
        return {"degrees": degrees(value[0], place), "heading": HEADING(value[1], place)}
    return _ARC(value, place)


# ------------------------------------------------------------------ victory

_LEAST = may(least=whole(1, 99))
_UNIT = pattern(
    r"[A-Za-z][A-Za-z0-9]*|(red|blue) leader", "a unit (B3), 'red leader' or 'blue leader'"
)
_TEST_KEYS: Mapping[str, Mapping[str, Field]] = {
    "losses": {**_LEAST, **may(of=one_of(*SIDES))},
    "holds": {**need(area=slug()), **_LEAST, **may(clear=flag())},
    "left": dict(_LEAST),
    "dead": need(unit=_UNIT),
    "round": {"is": Field(whole(1, MOST_ROUNDS), True)},
    "burns": {**need(area=slug()), **_LEAST},
    "breached": {**may(area=slug()), **_LEAST},
}
_SCORE_KEYS: Mapping[str, Mapping[str, Field]] = {
    "losses": may(of=one_of(*SIDES)),
    "holds": need(area=slug()),
    "left": {},
    "alive": {},
    "dead": need(unit=_UNIT),
    "vehicle": may(of=one_of(*SIDES)),
}


_GROUPS = ("all", "any")


def _tests() -> Check:
    one = variant(
        "test",
        {name: record(need(test=one_of(name)), _TEST_KEYS.get(name, {})) for name in TESTS},
    )

    def nested(itself: Check) -> Check:
        groups = {key: record({key: Field(list_of(itself, least=1), True)}) for key in _GROUPS}

        def pick(value: Any) -> Check:
            group = (key for key in _GROUPS if isinstance(value, Mapping) and key in value)
            return groups.get(next(group, ""), one)

        return picked(pick, one, *groups.values())

    return repeated("test", nested)


def wins() -> Check:
    """What ends the game at once, checked after every turn."""
    return list_of(
        record(
            need(side=one_of(*SIDES)), {"if": Field(_tests(), True)}, may(text=text("a sentence"))
        )
    )


def points() -> Check:
    """What counts when the last round is over."""
    scores = variant(
        "score",
        {
            name: record(need(score=one_of(name)), _SCORE_KEYS.get(name, {}), may(each=flag()))
            for name in SCORES
        },
    )
    return list_of(
        record(
            need(side=one_of(*SIDES, "both"), points=whole(-20, 20)), {"for": Field(scores, True)}
        )
    )


def victory() -> dict[str, Check]:
    """The keys of a mission, or of a scenario file, that say how it is won."""
    return {
        "rounds": whole(1, MOST_ROUNDS),
        "first": one_of(*SIDES),
        "wins": wins(),
        "points": points(),
        "texts": list_of(text()),
    }


def areas_named(value: Mapping[str, Any], place: Place, areas: Mapping[str, Any]) -> None:
    """Complain of areas that tests and scores speak of and the map does not have."""

    def look(one: Any, at: Place) -> None:
        if isinstance(one, Known):
            name = one.known("area")
            if name is not None and name not in areas:
                (at / "area").complain(f"the map has no area '{name}'{nearest(name, areas)}")
            for key, part in one.items():
                look(part, at / key)
        elif isinstance(one, list):
            for n, part in enumerate(one):
                look(part, at / n)

    def look_below(key: str) -> None:
        look(value.get(key, []), place / key)

    for key in ("wins", "points"):
        go_on(place, partial(look_below, key))


# ------------------------------------------------------------------ missions


def _deployment() -> Check:
    """Where a side begins, and how."""
    return record(
        need(zone=slug()),
        may(
            vehicles=slug(),
            direction=whole(1, 6),
            engine=one_of("on", "off"),
            in_motion=one_of("minimum", "cruise", "max"),
            prone=flag(),
            arc=arc,
        ),
    )


def mission_file() -> Check:
    """A mission: who begins where, which optional rules are on, and how it is won."""
    sides = _deployment()
    limit = whole(0, HIGHEST_PV)
    won = victory()
    return record(
        head("mission"),
        need(
            briefing=text(),
            map=text(),
            switches=switches(),
            rounds=won.pop("rounds"),
            deploy=record(need(red=sides, blue=sides)),
        ),
        may(
            **won,
            pv=either(
                limit, record(need(red=limit, blue=limit)), what="a number of PV, or one a side,"
            ),
            forces=record(need(red=text(), blue=text())),
            exits=record(may(red=slug(), blue=slug())),
        ),
    )
