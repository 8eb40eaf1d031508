"""Abilities and special rules that a module writes; conditions and effects are words
from short lists, so a module needs no code and hides none."""

from __future__ import annotations

from typing import Any

from battlemat.packs.schema import (
    Check,
    either,
    flag,
    list_of,
    may,
    need,
    one_of,
    record,
    text,
    variant,
    whole,
)
from battlemat.rulebooks.openfire.state.bounds import MOST_DICE
from battlemat.rulebooks.openfire.state.check import PICKS, STATS, UNTIL
from battlemat.rulebooks.openfire.state.specials import TESTS, VALUES, WHENS

_WITHIN = need(within=whole(1, 99))
_LEAST = need(least=whole(1, 99))


def _tagged(tag: str, *parts: Any) -> Check:
    return record(need(**{tag: text()}), *parts)


CONDITION = variant(
    "if",
    {
        "stress": _tagged("if", _LEAST),
        "enemy": _tagged("if", _WITHIN),
        "no-enemy": _tagged("if", _WITHIN),
        "friend": _tagged("if", _WITHIN),
        "objective": _tagged("if", _WITHIN),
        "round": _tagged("if", _LEAST),
        "damaged": _tagged("if"),
        "deployed": _tagged("if"),
        "embarked-aboard": _tagged("if"),
        "losses": _tagged("if"),
    },
)
WHO = record(
    need(pick=one_of(*PICKS)),
    may(within=whole(1, 99), seen=flag(), special=text(), not_special=text()),
)
_UNTIL = may(until=one_of(*UNTIL))
EFFECT = variant(
    "do",
    {
        "modify": _tagged("do", need(stat=one_of(*STATS), by=whole(-12, 12), who=WHO), _UNTIL),
        "give": _tagged("do", need(special=text(), who=WHO), may(weapons=text()), _UNTIL),
        "stress": _tagged("do", need(by=whole(-3, 3), who=WHO)),
        "heal": _tagged("do", need(hp=whole(1, 12), who=WHO)),
        "hits": _tagged(
            "do", need(hits=whole(1, MOST_DICE), dmg=whole(1, 12), prc=whole(0, 12), who=WHO)
        ),
        "score": _tagged("do", need(points=whole(1, 20))),
    },
)
ABILITY = record(
    need(name=text(), text=text(), effects=list_of(EFFECT, least=1)),
    may(limit=one_of("game", "round"), test=flag(), when=list_of(CONDITION)),
)


_BY = either(one_of(*VALUES), whole(-12, 12), what="a whole number, X or -X,")
SPECIAL_RULE = record(
    need(kind=one_of("unit", "weapon"), text=text()),
    may(
        param=one_of("none", "number"),
        grants=list_of(text()),
        modify=list_of(record(need(test=one_of(*TESTS), by=_BY), may(when=one_of(*WHENS)))),
    ),
)
