"""Where the shipped content of Skirmishers stands."""

from __future__ import annotations

from battlemat.packs.shipped import Shipped

RULEBOOK = "skirmishers"
SHIPPED = Shipped(RULEBOOK, words={"squad": "forces"})
