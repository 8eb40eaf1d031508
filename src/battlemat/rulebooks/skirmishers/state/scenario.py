"""What a scenario supplies beside map and units."""

from __future__ import annotations

from typing import NamedTuple

from battlemat.rulebooks.skirmishers.state.setup import PointSetup, WinSetup


class Scenario(NamedTuple):
    """What a scenario supplies beside map and units (`skirmishers.setup.scenario`)."""

    id: str
    name: str
    briefing: str
    rounds: int
    first: int  # NOTHING: by a die
    wins: tuple[WinSetup, ...]
    points: tuple[PointSetup, ...]
    exits: tuple[int, int]
    texts: tuple[str, ...]
