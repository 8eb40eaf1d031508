"""What a scenario file expects, read: facts, questions, answers, rulers, prices, ways, events.

A clause that the register does not have, and an expectation of a shape that nothing could have, is
a mistake of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from battlemat.kernel.expectations import Expect, Refuse, Ruler
from battlemat.packs.pack import Positions
from battlemat.packs.places import Place
from battlemat.packs.registry import BY_NAME, register
from battlemat.packs.schema import kind_of, known_keys

_ASKS = ("player", "kind", "because")
WORDS = (
    *("asks", "offers", "withholds", "refuses", "ruler"),
    *("costs", "numbers", "way", "events"),
)
"""What may be expected in any rulebook, besides the facts of its battles."""


def read_expect(rulebook: str, positions: Positions | None, value: Any, place: Place) -> Expect:
    """What a mapping under `expect` says."""
    if not isinstance(value, Mapping):
        place.complain(f"a mapping is wanted, not {kind_of(value)}")
        return Expect()
    if positions is not None:
        known_keys(value, (*WORDS, *positions.facts), place)
    facts = {key: one for key, one in value.items() if key not in WORDS}
    if positions is not None and isinstance(facts.get("units"), Mapping):
        units, read = facts["units"], positions.unit_facts
        facts["units"] = {name: read(units[name], place / "units" / name) for name in units}
    return Expect(
        facts,
        _asks(rulebook, value.get("asks"), place / "asks"),
        _answers(value.get("offers"), place / "offers"),
        _answers(value.get("withholds"), place / "withholds"),
        tuple(_refuses(rulebook, value.get("refuses"), place / "refuses")),
        tuple(_rulers(value.get("ruler"), place / "ruler")),
        dict(_costs(value.get("costs"), place / "costs")),
        dict(_numbers(value.get("numbers"), place / "numbers")),
        dict(_ways(value.get("way"), place / "way")),
        tuple(_events(rulebook, value.get("events"), place / "events")),
        lines_below(place),
    )


def lines_below(place: Place) -> dict[tuple[str | int, ...], int]:
    """The lines of everything below a place, by the path from there."""
    depth = len(place.path)
    return {
        path[depth:]: line
        for path, line in place.source.lines.items()
        if path[:depth] == place.path
    }


def full_clause(rulebook: str, clause: str, place: Place) -> str:
    """The full id of a clause, which may be written without its rulebook; it must exist."""
    full = clause if clause.startswith(f"{rulebook}.") else f"{rulebook}.{clause}"
    if rulebook in BY_NAME:
        known = register(rulebook)
        if known.find(full) is None:
            near = known.nearest(full)
            hint = f"; did you mean '{near[0].removeprefix(rulebook + '.')}'?" if near else ""
            place.complain(f"{rulebook} has no clause '{clause}'{hint}")
    return full


def _listed(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def _mapping(value: Any, place: Place, example: str) -> Iterator[tuple[str, Any]]:
    if value is not None and not isinstance(value, Mapping):
        place.complain(f"'{example}' is wanted, not {kind_of(value)}")
        return
    for key, one in (value or {}).items():
        yield " ".join(str(key).split()), one


def _asks(rulebook: str, value: Any, place: Place) -> Mapping[str, str]:
    """Who is asked what: a mapping, or player and kind as in `red activate`."""
    if value is None:
        return {}
    if isinstance(value, str):
        return dict(zip(_ASKS, value.split(maxsplit=1), strict=False))
    if not isinstance(value, Mapping):
        place.complain(f"a player and a kind of question are wanted, not {kind_of(value)}")
        return {}
    known_keys(value, _ASKS, place)
    asks = {key: str(one) for key, one in value.items()}
    if "because" in asks:
        asks["because"] = full_clause(rulebook, asks["because"], place / "because")
    return asks


def _answers(value: Any, place: Place) -> tuple[str, ...]:
    listed = _listed(value)
    for n, one in enumerate(listed):
        if not isinstance(one, str):
            (place / n).complain(f"an answer's text is wanted, not {kind_of(one)}")
            return ()
    return tuple(" ".join(one.split()) for one in listed)


def _refuses(rulebook: str, value: Any, place: Place) -> Iterator[Refuse]:
    for n, one in enumerate(_listed(value)):
        if isinstance(one, str):
            yield Refuse(one)
        elif isinstance(one, Mapping) and isinstance(one.get("do"), str):
            known_keys(one, ("do", "because"), place / n)
            because = one.get("because")
            clause = full_clause(rulebook, str(because), place / n / "because") if because else None
            yield Refuse(one["do"], clause)
        else:
            (place / n).complain(f"'do: answer' is wanted, not {kind_of(one)}")


def _rulers(value: Any, place: Place) -> Iterator[Ruler]:
    """`{A B: {distance: 5, sight: clear}}`: from, to, and what must be told."""
    for key, facts in _mapping(value, place, "A B: {distance: 5}"):
        ends = key.split()
        if len(ends) != 2:
            (place / key).complain(f"two things with a space between are measured, not '{key}'")
        elif not isinstance(facts, Mapping):
            (place / key).complain(f"'{{distance: 5}}' is wanted, not {kind_of(facts)}")
        else:
            yield Ruler(ends[0], ends[1], facts)


def _costs(value: Any, place: Place) -> Iterator[tuple[str, int]]:
    """`{move A c3-d5: 2}`: what an answer costs now."""
    for answer, price in _mapping(value, place, "move A c3-d5: 2"):
        if isinstance(price, bool) or not isinstance(price, int) or price < 0:
            (place / answer).complain(f"a price such as 2 is wanted, not {kind_of(price)}")
        else:
            yield answer, price


def _numbers(value: Any, place: Place) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """`{shoot A B rifle: {dice: 3, need: 4}}`: what the dice of an answer would need."""
    for answer, numbers in _mapping(value, place, "shoot A B rifle: {dice: 3, need: 4}"):
        if not isinstance(numbers, Mapping):
            (place / answer).complain(f"'{{dice: 3, need: 4}}' is wanted, not {kind_of(numbers)}")
        else:
            yield answer, numbers


def _ways(value: Any, place: Place) -> Iterator[tuple[str, tuple[str, ...]]]:
    """`{move A a1-c3: a1 b2 c3}`: the places that an answer leads over, its start included."""
    for answer, way in _mapping(value, place, "move A a1-c3: a1 b2 c3"):
        places = way.split() if isinstance(way, str) else way
        if not isinstance(places, list) or not all(isinstance(one, str) for one in places):
            (place / answer).complain(f"places such as 'a1 b2 c3' are wanted, not {kind_of(way)}")
        else:
            yield answer, tuple(places)


def _events(rulebook: str, value: Any, place: Place) -> Iterator[str | Mapping[str, Any]]:
    """`[B is Downed, {kind: score, player: red}]`: what happened, in order."""
    for n, one in enumerate(_listed(value)):
        if isinstance(one, str) and one.strip():
            yield " ".join(one.split())
        elif isinstance(one, Mapping) and one:
            if "because" in one:
                full_clause(rulebook, str(one["because"]), place / n / "because")
            yield one
        else:
            what = f"words of the log, or '{{kind: downed}}', are wanted, not {kind_of(one)}"
            (place / n).complain(what)
