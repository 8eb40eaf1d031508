"""The files of Skirm content, kind by kind; a file is checked by itself alone.

What a file says of another (a squad's faction, a mission's places) is checked where both are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.packs.building.saved_content import saved_content
from battlemat.packs.places import Place
from battlemat.packs.schema import (
    Check,
    Field,
    drawing,
    either,
    flag,
    list_of,
    may,
    need,
    one_of,
    pattern,
    picked,
    record,
    short,
    slug,
    table,
    text,
    then,
    variant,
    whole,
)
from battlemat.packs.schema import code as code_of
from battlemat.packs.skirm.effects import active, cost, effects, passive
from battlemat.packs.skirm.words import EDITIONS, Words

SQUARES = list_of(pattern(r"[a-z]+[0-9]+(-[a-z]+[0-9]+)?", "a square (c4) or a block (a1-l2)"))
LIMITS = ("objective", "turn", "unit")
WHICH = ("all", "own", "enemy", "neutral")


def head(kind: str) -> dict[str, Field]:
    """What every file begins with."""
    edition = one_of(*EDITIONS)
    return {
        **may(kind=one_of(kind)),
        **need(id=slug(), rulebook=list_of(edition, least=1), name=text()),
        **may(text=text()),
    }


def stats(words: Words, *, all_needed: bool = True) -> Check:
    """The stats of a unit."""
    checks = {stat: whole(*bounds) for stat, bounds in words.stats.items()}
    return record(need(**checks) if all_needed else may(**checks))


def weapon(words: Words, *, all_needed: bool = True) -> Check:
    """A weapon's card."""
    own = {stat: whole(*bounds) for stat, bounds in words.weapon_stats.items()}
    own["type"] = one_of("ranged", "melee")
    rest = may(special=list_of(code_of(words.weapon_codes)), ep=whole(0, 30), text=text())
    if all_needed:
        return record(need(name=text(), **own), rest)
    return record(may(name=text(), **own), rest)


def equipment(words: Words) -> Check:
    """A piece of equipment: always at work."""
    return record(need(name=text(), text=text(), ep=whole(0, 30), effects=effects(passive(words))))


def skill(words: Words) -> Check:
    """A skill: with a cost it is an action, without one it is always at work."""
    base = need(name=text(), text=text())
    rest = may(ep=whole(0, 30), limit=one_of("turn", "battle"))
    paid = record(base, rest, need(cost=cost(), effects=effects(active(words))))
    free = record(base, rest, need(effects=effects(passive(words))))

    def pick(value: Any) -> Check:
        return paid if isinstance(value, Mapping) and "cost" in value else free

    return picked(pick, paid, free)


def unit(words: Words) -> Check:
    """A unit's card in a faction's list."""
    own = need(name=text(), stats=stats(words))
    rest = may(
        special=list_of(code_of(words.unit_codes)),
        tags=list_of(text("a tag")),
        text=text(),
        carries=list_of(slug()),
        usual=list_of(slug()),
        may_take=list_of(slug()),
    )
    if words.costs_ep:
        return record(own, rest, need(ep=whole(1, 60)))
    options = record(
        need(choose=whole(1, 3)), {"from": Field(list_of(code_of(words.unit_codes)), True)}
    )
    return record(own, rest, may(most=whole(1, 10), counts_as=slug(), options=options))


def faction(words: Words) -> Check:
    """A faction's list: weapons, equipment, skills and units, by id."""
    return record(
        head("faction"),
        need(units=table(slug(), unit(words), least=1)),
        may(
            weapons=table(slug(), weapon(words)),
            equipment=table(slug(), equipment(words)),
            skills=table(slug(), skill(words)),
            squad=record(may(size=whole(1, 20), cap=whole(0, 500))),
        ),
    )


def squad(words: Words) -> Check:
    """A squad: units of one faction with what they carry."""
    full = record(
        need(unit=slug()),
        may(name=text(), gear=list_of(slug()), count=whole(1, 10)),
        may(options=list_of(code_of(words.unit_codes))),
    )

    return record(
        head("squad"),
        need(
            faction=text("a faction's id or file"),
            units=list_of(short("unit", full), least=1, most=20),
        ),
        may(cap=whole(1, 1000), grown=list_of(text("a line of a squad's growth"))),
        saved_content(),
    )


def unit_id() -> Check:
    """The id of a unit on the table: a letter, then letters and digits."""
    return pattern(r"[A-Za-z][A-Za-z0-9]{0,7}", "a unit's id such as 'R1'")


def map_file(_words: Words) -> Check:
    """A map: its drawing, and the places on it that missions speak of."""
    places = record(
        may(
            zones=table(slug(), SQUARES),
            sites=table(slug(), square()),
            areas=table(slug(), SQUARES),
            objectives=list_of(record(_spot())),
        )
    )
    return record(head("map"), need(drawing=drawing()), may(places=places))


def _spot() -> Mapping[str, Field]:
    """Something that lies on the map, at a site or in a square."""
    return need(id=pattern(r"[A-Za-z0-9-]+", "an id"), name=text(), at=slug())


def square() -> Check:
    """The name of a square."""
    return pattern(r"[a-z]+[0-9]+", "a square such as 'c4'")


def mission(words: Words) -> Check:
    """A mission: where squads deploy, what lies where, and what scores."""
    spot = _spot()
    return record(
        head("mission"),
        need(briefing=text(), zones=list_of(slug(), least=2, most=2), scoring=scoring()),
        may(
            turns=whole(1, 12),
            map=text("a map's id or file"),
            environment=text("an environment's id or file"),
            objectives=list_of(record(spot, may(side=slug()))),
            markers=list_of(record(spot, may(side=slug(), carry=flag()))),
            actions=list_of(mission_action(words)),
            gains=list_of(gain()),
        ),
    )


def gain() -> Check:
    """EP that a mission gives of its own, so many for each thing that happened."""
    what = one_of("victory", "points", "out", "standing")
    return record({"for": Field(what, True)}, need(ep=whole(0, 100)), may(name=text()))


def scoring() -> Check:
    """What gives mission points."""
    when = one_of("turn", "end")
    points = whole(1, 10)
    word = need(score=pattern(r"[a-z-]+", "a rule"), when=when, points=points)
    kinds = {
        "objectives": record(word, may(which=one_of(*WHICH))),
        "out": record(word, may(bonus=table(pattern(r"\S+", "a special rule"), points))),
        "standing-in": record(word, need(zone=slug())),
        "carry": record(word, need(zone=slug()), may(which=one_of(*WHICH))),
    }
    return list_of(variant("score", kinds))


def mission_action(words: Words) -> Check:
    """An action that only this mission offers."""
    needed = either(whole(1, 6), one_of(*words.stats), what="a stat or a number from 1 to 6")
    return record(
        need(id=slug(), name=text(), text=text(), cost=cost(), where=slug()),
        need(effects=effects(active(words))),
        may(which=one_of(*WHICH), next_to=flag(), clear=flag(), limit=one_of(*LIMITS)),
        may(roll=record(need(need=needed))),
    )


def environment(words: Words) -> Check:
    """An environment: one event for every face of a die."""
    event = record(
        need(faces=list_of(whole(1, 6), least=1), name=text(), text=text()),
        need(effects=effects(active(words))),
    )
    return then(record(head("environment"), need(events=list_of(event))), _all_faces)


def _all_faces(value: Any, place: Place) -> Any:
    for n, _ in enumerate(value["events"]):
        (place / "events" / n / "faces").need_sound()
    faces = [face for event in value["events"] for face in event["faces"]]
    for face in range(1, 7):
        times = faces.count(face)
        if times != 1:
            found = "no event" if not times else f"{times} events"
            (place / "events").complain(f"the face {face} has {found}; each has one")
    return value


KINDS = {
    "faction": faction,
    "squad": squad,
    "map": map_file,
    "mission": mission,
    "environment": environment,
}
