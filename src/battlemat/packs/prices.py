"""What things cost, as lists show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Priced(NamedTuple):
    """One thing of a list; what cannot be bought has no price."""

    id: str
    name: str
    price: int | None
    text: str = ""


class PriceList(NamedTuple):
    """A faction, a force or a module: its things, part by part."""

    id: str
    name: str
    text: str
    unit: str
    """What prices are counted in."""
    parts: Mapping[str, Sequence[Priced]]

    def as_json(self) -> dict[str, Any]:
        """The list as plain values."""
        parts = {part: [one._asdict() for one in things] for part, things in self.parts.items()}
        return {**self._asdict(), "parts": parts}
