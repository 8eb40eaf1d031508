"""Odd squads: whatever men carry and wear, whichever switches are on, a game keeps the contract."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.cards import ARMOR, EXPERIENCE
from battlemat.testing import check
from rules.skirmishers.forces import ALL, skirmish
from rules.skirmishers.test_contract import sound

PRIMARIES = ("rifle", "smg", "laser-rifle", "gyrojet-rifle", None)
SECONDARIES = ("pistol", "sword", "stun-baton", "satchel-charge", "auto-pistol", None)

men = st.fixed_dictionaries(
    {
        "primary": st.sampled_from(PRIMARIES),
        "secondary": st.sampled_from(SECONDARIES),
        "armor": st.sampled_from(sorted(ARMOR)),
        "skill": st.sampled_from(sorted(EXPERIENCE)),
        "grenades": st.fixed_dictionaries({"hand": st.integers(0, 4)}),
        "prone": st.booleans(),
    }
)


def dressed(setup: dict[str, Any], kit: list[dict[str, Any]]) -> dict[str, Any]:
    """The same two squads with other things on their backs, where their slots are plain."""
    for squad in setup["squads"].values():
        for man, worn in zip(squad["units"], kit, strict=False):
            plain = not {"suit", "vehicle", "rides"} & set(man)
            fits = man.get("primary") in PRIMARIES and man.get("secondary") in SECONDARIES
            if plain and fits:
                man.pop("extra_ammo", None)
                man |= {key: value for key, value in worn.items() if value is not None}
    return setup


@pytest.mark.clause("skirmishers.option.switches", "skirmishers.weapon.loadout")
@given(
    switches=st.sets(st.sampled_from(sorted(ALL)), max_size=5),
    kit=st.lists(men, min_size=5, max_size=5),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=25, deadline=None)
def test_odd_squads_keep_the_contract_with_odd_switches(
    switches: set[str], kit: list[dict[str, Any]], seed: int
) -> None:
    setup = dressed(skirmish(sorted(switches), rounds=1), kit)
    game = check(SKIRMISHERS, setup, f"odd {seed}", invariant=sound, every=59).game
    assert game.result is not None
