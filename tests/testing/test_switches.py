"""The contract with every switch of a setup on: what players may agree on before a game.

Whatever the first page offers beside mission, map and forces is a switch: terrain that is edited,
a mission that both choose, caps, readings. All of them are on together, readings too, each
the other way than usual.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from battlemat.packs import registry
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from battlemat.testing import check

CONTENT = {"mission", "map", "red", "blue", "environment"}
MOST = 2
"""So many games of a rulebook: either player edits, and one cap is as good as another."""
CATALOGUE = ShippedCatalogue()


def switched(rulebook: str) -> Iterator[dict[str, str]]:
    """Choices in which each option that is no default is chosen, all switches at a time."""
    options = {
        choice["key"]: [o["id"] for o in choice["options"] if o["id"] != choice["default"]]
        for choice in CATALOGUE.choices(rulebook)
        if choice["key"] not in CONTENT
    }
    for number in range(min(MOST, max(map(len, options.values()), default=0))):
        yield {key: ids[number % len(ids)] for key, ids in options.items() if ids}


CASES = [
    pytest.param(name, choices, id=f"{name} {number}")
    for name in registry.names()
    for number, choices in enumerate(switched(name))
]


@pytest.mark.parametrize(("rulebook", "choices"), CASES)
def test_a_game_with_all_switches_on_keeps_the_contract(
    rulebook: str, choices: dict[str, str]
) -> None:
    setup = CATALOGUE.build(rulebook, choices)
    report = check(registry.find(rulebook), setup, f"switched {rulebook}", every=60, typed=3)
    assert report.typed
