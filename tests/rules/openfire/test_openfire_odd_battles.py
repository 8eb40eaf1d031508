"""Odd boards, odd units, odd weapons: the contract holds for whatever content may say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battlemat.boards.plane import PlaneError, read_plane
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.specials import UNIT_RULES, WEAPON_RULES
from battlemat.testing import check
from rules.openfire.table import mission, model, objective, setup, tank, unit, weapon
from rules.openfire.test_openfire_contract import sound

_FOOT = [
    name + {"number": " (2)", "arc": " (Side Arcs)"}.get(rule.value, "")
    for name, rule in UNIT_RULES.items()
    if name not in ("Vehicle", "Transport", "Aircraft", "Manoeuvrable")
]
_ARMS = [name + (" (2)" if rule.value == "number" else "") for name, rule in WEAPON_RULES.items()]


@st.composite
def _parts(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A few boxes of terrain; those that make no board are dropped."""
    found: list[dict[str, Any]] = []
    for number in range(draw(st.integers(0, 5))):
        west, south = draw(st.integers(3, 18)) * 100, draw(st.integers(3, 18)) * 100
        keyword = draw(st.sampled_from(["impassable", "barrier", "climbable", "slow", "clear"]))
        part: dict[str, Any] = {
            "name": f"part {number}",
            "keyword": keyword,
            "box": [
                west,
                south,
                west + draw(st.integers(10, 400)),
                south + draw(st.integers(10, 400)),
            ],
        }
        if keyword != "clear":
            sights = ["sparse", "none"] if keyword == "slow" else ["solid", "sparse", "none"]
            part |= {"height": draw(st.integers(20, 300)), "sight": draw(st.sampled_from(sights))}
        if keyword == "climbable":
            part["levels"] = draw(st.integers(1, 3))
        try:
            read_plane({"table": [2400, 2400], "parts": [*found, part]})
        except PlaneError:
            continue
        found.append(part)
    return found


@st.composite
def _squads(draw: st.DrawFn, letter: str) -> list[dict[str, Any]]:
    rules = st.lists(st.sampled_from(_FOOT), max_size=3, unique=True)
    foot = [
        model(
            special=draw(rules),
            hp=draw(st.integers(1, 3)),
            weapons=draw(st.sampled_from([["rifle"], ["odd"], ["odd", "knife"], []])),
            mov=draw(st.integers(0, 7)),
        )
        for _ in range(draw(st.integers(1, 3)))
    ]
    machine = draw(
        st.sampled_from(
            [
                tank(special=["Vehicle", "Transport (3)"], weapons=["odd"]),
                tank(
                    mov=[4, 9],
                    special=["Aircraft"],
                    base={"length": 200, "width": 200, "height": 80},
                ),
                tank(
                    special=["Vehicle", "Flying", "Manoeuvrable (2)"],
                    base={"radius": 120, "height": 90},
                ),
            ]
        )
    )
    return [unit(f"{letter}1", *foot), unit(f"{letter}2", machine), unit(f"{letter}3")]


@pytest.mark.clause("openfire.module.special-names", "openfire.ui.disputes")
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    parts=_parts(),
    red=_squads("R"),
    blue=_squads("B"),
    arms=st.lists(st.sampled_from(_ARMS), max_size=3, unique=True),
    kind=st.sampled_from(["control", "destroy", "access", "recover"]),
)
def test_whatever_a_module_says_the_contract_holds(
    parts: list[dict[str, Any]],
    red: list[dict[str, Any]],
    blue: list[dict[str, Any]],
    arms: list[str],
    kind: str,
) -> None:
    entries = {"red": [{"id": "w", "at": [0, 1200]}], "blue": [{"id": "e", "at": [2400, 1200]}]}
    values = setup(
        red,
        blue,
        weapons={"odd": weapon(att=2, rng=12, prc=2, special=arms)},
        mission=mission(
            table=[24, 24],
            entry_points=entries,
            rounds=2,
            objectives=[objective(kind, (1200, 1200))],
        ),
        board={"table": [2400, 2400], "parts": parts},
    )
    check(OPENFIRE, values, "odd", invariant=sound, every=17)
