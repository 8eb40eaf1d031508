"""Where the shipped content of Open Fire stands, under the book's own words for it."""

from __future__ import annotations

from battlemat.packs.shipped import Shipped

RULEBOOK = "openfire"
SHIPPED = Shipped(RULEBOOK, words={"squad": "armies", "army": "armies", "map": "boards"})
