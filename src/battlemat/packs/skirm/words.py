"""What the three editions of Skirm let a card say: words and bounds, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from battlemat.rulebooks.skirm.state.specials import UNIT_RULES, WEAPON_RULES, printed_codes

Bounds = Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Words:
    """One edition's stats, codes and sizes."""

    name: str
    stats: Bounds
    weapon_stats: Bounds
    unit_codes: tuple[str, ...]
    weapon_codes: tuple[str, ...]
    cap: int
    map_size: int
    zone_depth: int
    usual: Mapping[str, int]

    @property
    def costs_ep(self) -> bool:
        """Whether units are bought with EP (else only gear is, with equipment points)."""
        return self.name == "skirm3"


_EARLY_STATS: Bounds = {"act": (1, 6), "mov": (1, 12), "arm": (1, 12), "hit": (1, 30)}
_EARLY_WEAPON: Bounds = {"roa": (1, 12), "skl": (1, 6), "dam": (0, 12)}
_EARLY_USUAL = {"act": 3, "mov": 4, "arm": 6, "hit": 4}

EDITIONS: Mapping[str, Words] = {
    "skirm1": Words(
        "skirm1",
        _EARLY_STATS,
        _EARLY_WEAPON,
        printed_codes(UNIT_RULES["skirm1"]),
        printed_codes(WEAPON_RULES["skirm1"]),
        cap=10,
        map_size=16,
        zone_depth=3,
        usual=_EARLY_USUAL,
    ),
    "skirm2": Words(
        "skirm2",
        _EARLY_STATS,
        _EARLY_WEAPON,
        printed_codes(UNIT_RULES["skirm2"]),
        printed_codes(WEAPON_RULES["skirm2"]),
        cap=10,
        map_size=16,
        zone_depth=3,
        usual=_EARLY_USUAL,
    ),
    "skirm3": Words(
        "skirm3",
        {"act": (1, 6), "arm": (1, 6), "msk": (1, 6), "rsk": (1, 6)},
        {"roa": (1, 8), "dam": (0, 6)},
        printed_codes(UNIT_RULES["skirm3"]),
        printed_codes(WEAPON_RULES["skirm3"]),
        cap=100,
        map_size=12,
        zone_depth=2,
        usual={"act": 3, "arm": 4, "msk": 3, "rsk": 3},
    ),
}
