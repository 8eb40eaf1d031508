"""What skills, equipment, mission actions and events may do, as checks for an edition.

Each effect is a mapping whose `do` says which; nothing here says how it works.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.packs.places import Place
from battlemat.packs.schema import (
    Check,
    Field,
    code,
    either,
    flag,
    list_of,
    may,
    need,
    one_of,
    pattern,
    picked,
    record,
    slug,
    then,
    variant,
    whole,
)
from battlemat.packs.skirm.words import Words

UNTIL = ("activation", "turn", "next-activation", "battle")
_PICKS = ("self", "squadmate", "enemy", "any", "squadmates", "squad", "enemies", "all")


def who() -> Check:
    """Whom an effect touches: one that a player picks, or all that fit."""
    return record(
        need(pick=one_of(*_PICKS)),
        may(
            within=whole(1, 30),
            adjacent=flag(),
            seen=flag(),
            state=one_of("standing", "downed", "any"),
            tag=pattern(r"\S.*", "a tag"),
            area=slug(),
            not_area=slug(),
            near=one_of("wall"),
            level_at_least=whole(1, 20),
        ),
    )


def passive(words: Words) -> Check:
    """An effect that holds all battle long: skills without a cost, and equipment."""
    at = either(one_of("ranged", "melee", "all"), slug(), what="ranged, melee, all or a weapon")
    by = whole(-6, 6)
    kinds = {
        "give": _on_weapons(
            _kind(need(special=code(words.unit_codes))),
            _kind(need(special=code(words.weapon_codes), weapons=at)),
        ),
        "stat": _on_weapons(
            _kind(need(stat=one_of(*words.stats), by=by)),
            _kind(need(stat=one_of(*words.weapon_stats), by=by, weapons=at)),
        ),
        "reroll": _kind(
            need(roll=one_of("recover", "attack", "save")),
            need(dice=either(whole(1, 12), one_of("all"), what="a number of dice or 'all'")),
        ),
    }
    return variant("do", kinds)


def active(words: Words) -> Check:
    """An effect that happens once: skills with a cost, mission actions, events."""
    until = need(until=one_of(*UNTIL))
    whom = need(who=who())
    own = [stat for stat in words.stats if stat != "hit"]
    stats = one_of(*dict.fromkeys((*own, "mov", "dash", "skill", "roa", "dam")))
    hits = either(whole(1, 30), pattern(r"d3(\+[1-9])?", "d3"), what="a number, d3 or d3+1")
    kinds = {
        "modify": then(
            _kind(need(stat=stats, by=whole(-6, 6)), whom, until, may(least=whole(0, 12))),
            _least,
        ),
        "give": _kind(need(special=code(words.unit_codes)), whom, until),
        "revive": _kind(whom, may(hit=hits)),
        "damage": _kind(need(points=whole(1, 12)), whom, may(dam=whole(0, 12))),
        "orders": _kind(need(by=whole(-6, 6)), may(who=one_of("self", "both", "enemy"))),
        "move": _kind(need(squares=whole(1, 12)), whom),
        "attack": _kind(
            need(type=one_of("ranged", "melee", "any")),
            may(roa=whole(-6, 6), skill=whole(-6, 6)),
        ),
        "doors": _kind(need(set=one_of("closed", "open"))),
        "range": _kind(need(most=whole(1, 30)), until),
        "smoke": _kind(need(within=whole(1, 12)), until, may(spread=flag())),
        "score": _kind(need(points=whole(-10, 10))),
        "nothing": _kind(),
    }
    if not words.costs_ep:
        kinds["restore"] = _kind(need(hit=hits), whom)
    return variant("do", kinds)


def _on_weapons(unit: Check, weapon: Check) -> Check:
    """One check for what a unit gets, another for what its weapons get."""

    return picked(lambda value: weapon if "weapons" in value else unit, unit, weapon)


def _least(value: Any, place: Place) -> Any:
    """A bound is only kept for stats that stand on a card or are counted in squares."""
    if "least" in value and value["stat"] in ("skill", "roa", "dam"):
        (place / "least").complain(f"there is no least {value['stat']}; leave it out")
    return value


def _kind(*parts: Mapping[str, Field]) -> Check:
    return record(need(do=pattern(r"[a-z]+", "an effect")), *parts)


def cost() -> Check:
    """What an action costs: ACT or TO."""
    return either(
        record(need(act=whole(0, 6))), record(need(to=whole(1, 6))), what="{act: n} or {to: n}"
    )


def effects(one: Check) -> Check:
    """The effects of one thing, in order."""
    return list_of(one)
