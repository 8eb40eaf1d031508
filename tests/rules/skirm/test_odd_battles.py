"""Odd boards, odd squads, odd skills: the contract holds for whatever content may say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from battlemat.boards.squares import Board
from battlemat.rulebooks.skirm.state.specials import UNIT_RULES, WEAPON_RULES
from battlemat.testing import contract
from boards.squares_boards import odd_boards
from rules.skirm.battle_checks import check_battle
from rules.skirm.table import BOOKS, EDITIONS, setup_of, skill, unit

WHO = st.sampled_from(
    [
        {"pick": "self"},
        {"pick": "squad"},
        {"pick": "squadmate", "within": 4},
        {"pick": "enemy", "seen": True},
        {"pick": "any", "state": "any"},
        {"pick": "enemies", "adjacent": True},
        {"pick": "all", "near": "wall", "state": "any"},
    ]
)
UNTIL = st.sampled_from(["activation", "turn", "next-activation", "battle"])


def _codes(rules: Any) -> st.SearchStrategy[str]:
    """Up to four special rules of an edition, numbered where they are."""
    printed = [code + ("2" if rule.numbered else "") for code, rule in rules.items()]
    return st.lists(st.sampled_from(printed), max_size=4, unique=True).map(" ".join)


@st.composite
def _effects(draw: st.DrawFn, edition: str) -> list[dict[str, Any]]:
    who, until, by = draw(WHO), draw(UNTIL), draw(st.sampled_from([-1, 1, 2]))
    stat = draw(st.sampled_from(["act", "mov", "dash", "arm", "skill", "roa", "dam"]))
    plain = [code for code, rule in UNIT_RULES[edition].items() if not rule.numbered]
    every: list[dict[str, Any]] = [
        {"do": "modify", "stat": stat, "by": by, "who": who, "until": until, "least": 1},
        {"do": "give", "special": draw(st.sampled_from(plain)), "who": who, "until": until},
        {"do": "damage", "points": 2, "dam": 1, "who": who},
        {"do": "orders", "by": by, "who": "both"},
        {"do": "move", "squares": 2, "who": who},
        {"do": "attack", "type": "any", "roa": 1},
        {"do": "doors", "set": "open"},
        {"do": "range", "most": 3, "until": "turn"},
        {"do": "smoke", "within": 2, "spread": True, "until": "turn"},
        {"do": "score", "points": 1},
    ]
    if edition != "skirm2":
        every.append({"do": "revive", "hit": "d3", "who": {"pick": "squadmate", "state": "downed"}})
    if edition != "skirm3":
        every.append({"do": "restore", "hit": "d3+1", "who": who})
    return draw(st.lists(st.sampled_from(every), min_size=1, max_size=2))


@st.composite
def _units(draw: st.DrawFn, edition: str, side: str) -> dict[str, Any]:
    weapons = [
        {
            "id": name,
            "name": name,
            "type": kind,
            "roa": draw(st.integers(0, 4)),
            "dam": draw(st.integers(0, 3)),
            "skl": draw(st.integers(0, 6)),
            "special": draw(_codes(WEAPON_RULES[edition])).split(),
        }
        for name, kind in (("gun", "ranged"), ("blade", "melee"))
        if draw(st.integers(0, 4))
    ]
    cost: Any = draw(st.sampled_from([{"to": 1}, {"act": 1}]))
    skills = [skill("trick", *draw(_effects(edition)), **cost)] if draw(st.booleans()) else []
    stats: Any = {name: draw(st.integers(0, 5)) for name in ("act", "arm", "msk", "rsk", "mov")}
    return unit(
        draw(_codes(UNIT_RULES[edition])),
        side=side,
        weapons=weapons,
        skills=skills,
        hit=draw(st.integers(1, 4)),
        **stats,
    )


@st.composite
def _setups(draw: st.DrawFn, edition: str) -> dict[str, Any]:
    ground: Board = draw(odd_boards(longest=7))
    free = [s for s in range(ground.size) if not ground.impassable >> s & 1]
    assume(len(free) >= 4)
    names = [ground.name(square) for square in free]
    squads = {"red": draw(st.integers(1, 2)), "blue": draw(st.integers(1, 2))}
    units = {
        f"{side[0].upper()}{n}": draw(_units(edition, side))
        for side, count in squads.items()
        for n in range(count)
    }
    spots = draw(st.lists(st.sampled_from(names), min_size=2, max_size=2))
    events = [{"faces": [1, 2, 3, 4, 5, 6], "name": "Event", "effects": draw(_effects(edition))}]
    task = {
        "turns": 2,
        "zones": {"here": names[:2], "there": names[-2:]},
        "objectives": [{"id": "1", "name": "Relay", "square": spots[0]}],
        "markers": [{"id": "core", "name": "Core", "square": spots[1], "carry": True}],
        "scoring": [
            {"score": "objectives", "when": "turn", "points": 1},
            {"score": "carry", "when": "end", "points": 1},
        ],
        "environment": {"id": "odd", "name": "Odd", "events": events},
    }
    return setup_of(edition, ground, units, task)


@pytest.mark.parametrize("edition", EDITIONS)
def test_odd_battles_keep_the_contract(edition: str) -> None:
    @settings(
        max_examples=25,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(_setups(edition))
    def hold(setup: dict[str, Any]) -> None:
        contract.check(BOOKS[edition], setup, "odd", invariant=check_battle, every=5)

    hold()
