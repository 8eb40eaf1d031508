"""Where the shipped content of each edition of Skirm stands."""

from __future__ import annotations

from battlemat.packs.shipped import Shipped
from battlemat.packs.skirm.scoring_words import briefing

SHIPPED = {  # the first two editions share most of their content
    "skirm1": Shipped("skirm1", "skirm1", "skirm-early", told=briefing),
    "skirm2": Shipped("skirm2", "skirm2", "skirm-early", told=briefing),
    "skirm3": Shipped("skirm3", told=briefing),
}
