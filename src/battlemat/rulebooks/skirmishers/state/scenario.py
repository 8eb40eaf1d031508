"""What a scenario supplies beside map and units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Values = Mapping[str, Any]


class Scenario(NamedTuple):
    """What a scenario supplies beside map and units (`skirmishers.setup.scenario`)."""

    id: str
    name: str
    briefing: str
    rounds: int
    first: int  # NOTHING: by a die
    wins: tuple[Values, ...]
    points: tuple[Values, ...]
    exits: tuple[int, int]
    texts: tuple[str, ...]
