"""The kernel's contract, held against random games of every edition."""

from __future__ import annotations

from itertools import cycle, islice, product

import pytest

from battlemat.packs import library
from battlemat.packs.skirm import setups as skirm
from battlemat.testing import contract
from rules.skirm.battle_checks import check_battle
from rules.skirm.table import BOOKS, EDITIONS
from sampling import by_time

MORE = 56
"""Games of an edition when new cases are looked for (`make fuzz`)."""
BATCHES = 4


def games(edition: str) -> int:
    """How many are played: each mission on each map once, or more where there is time."""
    return by_time(MORE, len(library.missions(edition)) * len(library.maps(edition)))


def fields(edition: str) -> list[tuple[str, str, str, str]]:
    """Every mission on every map, with all squads in turn."""
    squads = [squad.id for squad in library.squads(edition)]
    places = product(library.missions(edition), library.maps(edition))
    return [
        (mission.id, ground.id, squads[n % len(squads)], squads[(n * 5 + n // 7 + 1) % len(squads)])
        for n, (mission, ground) in enumerate(islice(cycle(places), games(edition)))
    ]


@pytest.mark.longer
@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_keep_the_contract_on_every_mission_and_map(edition: str, batch: int) -> None:
    every = fields(edition)
    assert {(mission, ground) for mission, ground, _, _ in every} == {
        (mission.id, ground.id)
        for mission, ground in product(library.missions(edition), library.maps(edition))
    }
    for n in range(batch, len(every), BATCHES):
        mission, ground, red, blue = every[n]
        setup = skirm.build_setup(edition, mission=mission, map=ground, red=red, blue=blue)
        seed = f"{edition} {n}"
        game = contract.check(BOOKS[edition], setup, seed, invariant=check_battle, every=61).game
        assert game.result is not None
